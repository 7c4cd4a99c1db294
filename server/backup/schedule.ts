import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { BackupHealth } from '../../shared/dashboard.ts';
import type { Backups } from '../config.ts';
import { SYSTEM } from '../database/roles.ts';
import { row, run, type Sql, sql } from '../database/sql.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import { type Backup, backUp } from './backup.ts';

/** The interval at which this process checks whether a backup is due. */
const POLL_MS = 60_000;
/** Minutes until another attempt after a failed backup, or the usual interval if that is shorter: a full disk stays full for a while. */
const AGAIN_MINUTES = 15;
/**
 * The lock that lets only one of several servers make a backup; an arbitrary number, identical in every Keyhold server. A transaction holds
 * it.
 */
const LOCK_ID = 727_166_002;

type Log = Pick<FastifyBaseLogger, 'info' | 'error'>;
type Schedule = { target: pg.ClientConfig; transactions: Transactions; backups: Backups };

/**
 * Makes a backup whenever one is due, now and at every check; of several servers with one database, one makes it. A failure is logged,
 * reported to `ended` and retried. Returns a function that stops it: a running backup is abandoned and leaves nothing.
 */
export function keepBackingUp(
  schedule: Schedule,
  log: Log,
  ended: (isGood: boolean) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const poll = () => {
    running ??= backUpWhenDue(schedule, stopping.signal)
      .then((made) => {
        if (!made) return;
        log.info({ event: 'backup', bytes: made.bytes, takenAt: made.head.takenAt }, 'backup');
        ended(true);
      })
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        log.error({ event: 'backup', err: error }, 'backup');
        ended(false);
      })
      .finally(() => {
        running = null;
      });
  };
  poll();
  const timer = setInterval(poll, POLL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

/** Makes a backup if one is due and no other server is making one; null when it made none. */
export async function backUpWhenDue(schedule: Schedule, signal: AbortSignal): Promise<Backup | null> {
  const { target, transactions, backups } = schedule;
  await noteSchedule(transactions, backups.everyMinutes);
  // Its transaction reads no rows, so it keeps no old ones alive while the backup runs.
  return withClient(target, signal, async (turn) => {
    await turn.query(`begin; set local role ${SYSTEM}; set local idle_in_transaction_session_timeout = 0`);
    const { rows } = await turn.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(${LOCK_ID}) as mine`,
    );
    if (!rows[0]?.mine || !(await isDue(turn, backups.everyMinutes))) return null;
    try {
      const made = await withClient(target, signal, (client) => makeOne(client, backups));
      await transactions.forSystem((tx) => run(tx, backedUp(made.head.takenAt, made.bytes)));
      return made;
    } catch (error) {
      // With the database on the same full disk this fails too, which must not hide the reason.
      if (!signal.aborted) await noteFailure(transactions).catch(() => undefined);
      throw error;
    }
  });
}

/** Asked under the lock, so it includes what another server did before releasing it. */
async function isDue(client: pg.ClientBase, everyMinutes: number): Promise<boolean> {
  const { rows } = await client.query<{ due: boolean }>(
    `select (taken_at is null or taken_at <= clock_timestamp() - make_interval(mins => $1))
       and (failed_at is null or failed_at <= clock_timestamp() - make_interval(mins => $2)) as due from backup_state`,
    [everyMinutes, Math.min(everyMinutes, AGAIN_MINUTES)],
  );
  return rows[0]?.due ?? false;
}

const OURS = /^keyhold-\d{8}T\d{9}Z\.tar$/;
const nameAt = (at: Date): string => `keyhold-${at.toISOString().replace(/[-:.]/g, '')}.tar`;

/** Old backups are removed only after a new one succeeded. */
async function makeOne(client: pg.Client, { folder, keep }: Backups): Promise<Backup> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const made = await backUp(client, SYSTEM, join(folder, nameAt(new Date())));
  const all = (await readdir(folder)).filter((name) => OURS.test(name)).sort();
  for (const name of all.slice(0, -keep)) await rm(join(folder, name));
  return made;
}

/** Provides a connection that `signal` closes. */
async function withClient<T>(
  target: pg.ClientConfig,
  signal: AbortSignal,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const client = new pg.Client({ ...target, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  const cut = () => void client.end().catch(() => undefined);
  await client.connect();
  signal.addEventListener('abort', cut);
  try {
    return await work(client);
  } finally {
    signal.removeEventListener('abort', cut);
    await client.end().catch(() => undefined);
  }
}

/** Records that this server makes backups, and their interval. */
const noteSchedule = (transactions: Transactions, everyMinutes: number): Promise<number> =>
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
const noteFailure = (transactions: Transactions): Promise<number> =>
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
