import * as z from 'zod/mini';
import { instant } from './text.ts';

/** The result of checking the company's own history: how much was read, and the first entry that does not fit. */
export const HistoryCheck = z.object({
  id: z.int(),
  checkedAt: instant,
  checkedBy: z.string(),
  isWhole: z.boolean(),
  /** In both chains together. */
  entries: z.int(),
  movements: z.int(),
  logEntries: z.int(),
  firstMisfit: z.nullable(
    z.object({ chain: z.enum(['movement', 'log']), entry: z.int(), reason: z.string() }),
  ),
});
export type HistoryCheck = z.infer<typeof HistoryCheck>;
