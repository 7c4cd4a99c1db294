import { statfs } from 'node:fs/promises';
import { raw, row, run, sql } from '../database/sql.ts';
import type { Transactions } from '../database/transactions.ts';
import { readOutcomes, type TaskOutcome } from '../task-outcome.ts';

/** Cache of figures from the database and data folder. */
const EVERY_MS = 10_000;
/** Longest wait of a scrape for the database. */
const PATIENCE_MS = 1000;
const STATEMENT_MS = 800;

/** Counting limit, so that the statement stays short. */
const COUNTED_MAX = raw(10_000);
const FIGURES = sql<Figures>`with queued as (select tries, created_at from letters order by id limit ${COUNTED_MAX})
  select (select count(*) from queued)::int as letters,
    (select count(*) from queued where tries > 0)::int as unsent,
    coalesce((select extract(epoch from clock_timestamp() - min(created_at)) from queued), 0)::float8 as oldest,
    (select count(*) from (select from webhooks where paused_at is not null limit ${COUNTED_MAX}) as paused)::int as paused,
    (select count(*) from (select from webhook_deliveries where status = 'pending' limit ${COUNTED_MAX}) as waiting)::int as waiting,
    (select extract(epoch from taken_at) * 1000 from backup_state)::float8 as "backedUpAt",
    (select extract(epoch from failed_at) * 1000 from backup_state)::float8 as "failedAt"`;

/**
 * Queued letters, how many of them failed before, and the age of the oldest in seconds; paused webhooks, and pending deliveries; the last
 * backup and the last failed one, in milliseconds since 1970.
 */
export type Figures = {
  letters: number;
  unsent: number;
  oldest: number;
  paused: number;
  waiting: number;
  backedUpAt: number | null;
  failedAt: number | null;
};

/** The disk under a folder, in bytes. */
type Disk = { folder: 'data' | 'backups'; free: number; size: number };

/** The last figures, null before the first; `isUp`: whether the last read succeeded. */
export type Readings = { isUp: boolean; figures: Figures | null; outcomes: TaskOutcome[]; disks: Disk[] };

/** Database figures, read at most every ten seconds with one statement, with a short timeout. */
export function openReadings(transactions: Transactions, dataDir: string, backupDir?: string) {
  let readings: Readings = { isUp: false, figures: null, outcomes: [], disks: [] };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  const read = async (): Promise<void> => {
    readAt = performance.now();
    const [figures, outcomes, disks] = await Promise.all([
      readFigures(transactions).catch(() => null),
      readOutcomes(dataDir),
      readDisks(dataDir, backupDir),
    ]);
    const known = figures ?? readings.figures;
    readings = { isUp: figures !== null, figures: known, outcomes: [...outcomes, ...backupIn(known)], disks };
  };

  return {
    get last(): Readings {
      return readings;
    },
    /** Refreshes old figures; returns after a second at the latest. */
    async refresh(): Promise<void> {
      if (performance.now() - readAt >= EVERY_MS)
        reading ??= read().finally(() => {
          reading = null;
        });
      if (reading && (await Promise.race([reading, timeout()])) === TIMED_OUT)
        readings = { ...readings, isUp: false };
    },
    /** Resolves when no read is in progress. */
    stop: async (): Promise<void> => void (await reading),
  };
}

const readFigures = (transactions: Transactions): Promise<Figures | null> =>
  transactions.forSystem(async (tx) => {
    await run(tx, sql`set local statement_timeout = ${raw(STATEMENT_MS)}`);
    return (await row(tx, FIGURES)) ?? null;
  });

/** Missing folders are left out. */
async function readDisks(data: string, backups: string | undefined): Promise<Disk[]> {
  const folders = { data, ...(backups && { backups }) };
  const read = Object.entries(folders).map(async ([folder, path]) => {
    const { bavail, blocks, bsize } = await statfs(path);
    return { folder: folder as Disk['folder'], free: bavail * bsize, size: blocks * bsize };
  });
  return (await Promise.allSettled(read)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

const TIMED_OUT = Symbol('late');
const timeout = (): Promise<typeof TIMED_OUT> =>
  new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS, TIMED_OUT).unref();
  });

/** The outcome of the last backup; empty before the first. */
function backupIn(figures: Figures | null): TaskOutcome[] {
  const { backedUpAt = null, failedAt = null } = figures ?? {};
  const endedAt = Math.max(backedUpAt ?? 0, failedAt ?? 0);
  if (endedAt === 0) return [];
  return [{ task: 'backup', endedAt, isGood: (backedUpAt ?? 0) >= (failedAt ?? 0), succeededAt: backedUpAt }];
}
