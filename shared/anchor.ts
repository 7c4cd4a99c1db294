import * as z from 'zod/mini';
import { instant } from './text.ts';

/** The newest entry of a chain: its number and its hash, 64 hexadecimal digits. An empty chain has 0 and no hash. */
export const ChainHead = z.object({ seq: z.int(), hash: z.string() });
export type ChainHead = z.infer<typeof ChainHead>;

/**
 * What a company's two chains ended with at a moment, as it was written outside the database: `key` is the fingerprint (32 hexadecimal
 * digits) of the key that signed it, `at` when the later of the two lines was written.
 */
export const Anchor = z.object({ at: instant, key: z.string(), movements: ChainHead, log: ChainHead });
export type Anchor = z.infer<typeof Anchor>;

/** The state of anchors for Settings: the public key as PEM, the company's newest anchor, and any problem. */
export const AnchorState = z.object({
  key: z.nullable(z.object({ fingerprint: z.string(), publicKey: z.string() })),
  last: z.nullable(Anchor),
  /** Whether the last attempt to write failed. */
  isFailing: z.boolean(),
  /** Whether the history no longer matches an anchor. */
  isMisfit: z.boolean(),
});
export type AnchorState = z.infer<typeof AnchorState>;

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
