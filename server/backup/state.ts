import type { BackupHealth } from '../../shared/backup.ts';
import { row, run, type Sql, sql } from '../database/sql.ts';
import type { Transactions, Tx } from '../database/transactions.ts';

/** Records that this server makes backups, and their interval. */
export const noteSchedule = (transactions: Transactions, everyMinutes: number): Promise<number> =>
  transactions.forSystem((tx) =>
    run(
      tx,
      sql`insert into backup_state as b (every_minutes, since, looked_at)
        values (${everyMinutes}, clock_timestamp(), clock_timestamp())
        on conflict (id) do update set every_minutes = excluded.every_minutes, looked_at = clock_timestamp(),
          since = case when b.every_minutes = excluded.every_minutes and b.looked_at > clock_timestamp() - interval '7 days'
            then b.since else clock_timestamp() end`,
    ),
  );

/** Stores the time and the size of the last successful backup, of the register at `takenAt` (ISO). */
export const backedUp = (takenAt: string, bytes: number): Sql =>
  sql`insert into backup_state (taken_at, bytes) values (${takenAt}, ${bytes})
    on conflict (id) do update set taken_at = excluded.taken_at, bytes = excluded.bytes`;

/** Records a failed backup. */
export const noteFailure = (transactions: Transactions): Promise<number> =>
  transactions.forSystem((tx) =>
    run(
      tx,
      sql`insert into backup_state (failed_at) values (clock_timestamp())
        on conflict (id) do update set failed_at = excluded.failed_at`,
    ),
  );

/** Backup state for administrators of a company. */
export async function readBackupHealth(tx: Tx): Promise<BackupHealth> {
  const health = sql<BackupHealth>`select taken_at as "takenAt", every_minutes as "everyMinutes", late, failed from backup_health()`;
  return (await row(tx, health)) ?? { takenAt: null, everyMinutes: null, late: false, failed: false };
}
