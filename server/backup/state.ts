import type { BackupHealth } from '../../shared/backup.ts';
import { ask } from '../database/prepared.ts';
import { isoOf } from '../database/schema/columns.ts';
import type { Transactions, Tx } from '../database/transactions.ts';

const LOOKED = `insert into backup_state as b (every_minutes, since, looked_at) values ($1, clock_timestamp(), clock_timestamp())
  on conflict (id) do update set every_minutes = $1, looked_at = clock_timestamp(),
    since = case when b.every_minutes = $1 and b.looked_at > clock_timestamp() - interval '7 days' then b.since else clock_timestamp() end`;

/** Records that this server makes backups, and their interval. */
export const noteSchedule = (transactions: Transactions, everyMinutes: number): Promise<void> =>
  transactions.forSystem(async (tx) => void (await ask(tx, LOOKED, [everyMinutes])));

/** Stores the time and the size of the last successful backup. */
export const BACKED_UP = `insert into backup_state (taken_at, bytes) values ($1, $2)
  on conflict (id) do update set taken_at = excluded.taken_at, bytes = excluded.bytes`;

/** Records a successful backup of the register at `takenAt` (ISO). */
export const noteBackup = (transactions: Transactions, takenAt: string, bytes: number): Promise<void> =>
  transactions.forSystem(async (tx) => void (await ask(tx, BACKED_UP, [takenAt, bytes])));

const FAILED = `insert into backup_state (failed_at) values (clock_timestamp())
  on conflict (id) do update set failed_at = excluded.failed_at`;

/** Records a failed backup. */
export const noteFailure = (transactions: Transactions): Promise<void> =>
  transactions.forSystem(async (tx) => void (await ask(tx, FAILED, [])));

type Health = { taken_at: string | null; every_minutes: number | null; late: boolean; failed: boolean };
const HEALTH = 'select taken_at::text, every_minutes, late, failed from backup_health()';

/** Backup state for administrators of a company. */
export async function readBackupHealth(tx: Tx): Promise<BackupHealth> {
  const [row] = await ask<Health>(tx, HEALTH, []);
  if (!row) return { takenAt: null, everyMinutes: null, late: false, failed: false };
  const { taken_at: takenAt, every_minutes: everyMinutes, late, failed } = row;
  return { takenAt: takenAt && isoOf(takenAt), everyMinutes, late, failed };
}
