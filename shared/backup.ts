import * as z from 'zod/mini';
import { instant } from './text.ts';

/**
 * GET /api/backups/health: the time of the last good backup of the whole server (null: none), minutes between scheduled backups (null: none
 * scheduled), whether the last is older than twice that (`late`), and whether one failed since.
 */
export const BackupHealth = z.object({
  takenAt: z.nullable(instant),
  everyMinutes: z.nullable(z.int()),
  late: z.boolean(),
  failed: z.boolean(),
});
export type BackupHealth = z.infer<typeof BackupHealth>;
