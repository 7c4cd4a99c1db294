import * as z from 'zod/mini';
import { instant } from './text.ts';

/**
 * GET /api/backups/health: of which moment the last good backup of the whole server is, null without any; how often they are made by
 * themselves (minutes), null when no server does; whether the last is older than twice that (`late`), and whether one failed since.
 */
export const BackupHealth = z.object({
  takenAt: z.nullable(instant),
  everyMinutes: z.nullable(z.int()),
  late: z.boolean(),
  failed: z.boolean(),
});
export type BackupHealth = z.infer<typeof BackupHealth>;
