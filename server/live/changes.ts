import pg from 'pg';
import type { News, Told } from './change.ts';

/** Rows of `changes` are kept this long; a position is good for a little less. */
const KEPT = "interval '5 minutes'";
const GOOD_MS = 4 * 60_000;
/** More at once than anybody can make use of: then everything may have changed. */
const MOST = 2000;

/** When it was made by the database's clock, and the snapshot up to which all was read. */
const POSITION = /^(\d{13})\.((\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?))$/;

/** A position in its parts; null when it is none that a database made. */
function partsOf(position: string | undefined): { at: number; snapshot: string } | null {
  const found = POSITION.exec(position ?? '');
  if (!found) return null;
  const [, at, snapshot = '', xmin = '', xmax = '', open = ''] = found;
  const [from, to] = [BigInt(xmin), BigInt(xmax)];
  const running = open.split(',').filter(Boolean).map(BigInt);
  const ok =
    from > 0n &&
    from <= to &&
    running.every((one, n) => one >= from && one < to && one > (running[n - 1] ?? 0n));
  return ok ? { at: Number(at), snapshot } : null;
}

type Row = {
  company_id: number | null;
  topic: Told['topic'];
  ids: number[] | null;
  locations: number[] | null;
  user_id: number | null;
  intention: string | null;
};
type Now = { now: string; snapshot: string; good: boolean };

const toldOf = (row: Row): Told => ({
  companyId: row.company_id,
  topic: row.topic,
  ids: row.ids,
  locations: row.locations,
  userId: row.user_id,
  intention: row.intention,
});

/**
 * What was told since a position, exactly once: a row is new when its transaction was not visible in the position's snapshot and is now,
 * whatever the order in which transactions began and ended. Without a position, or with one that is too old or none of this database,
 * `told` is null. `company` limits it to one.
 */
export async function readChanges(
  client: pg.ClientBase,
  position: string | undefined,
  company?: number,
): Promise<News> {
  const given = partsOf(position);
  const snapshot = `${given ? pg.escapeLiteral(given.snapshot) : 'null'}::pg_snapshot`;
  const results = (await client.query(
    `begin isolation level repeatable read read only; set local role keyhold_system;
     select (extract(epoch from clock_timestamp()) * 1000)::bigint as now, pg_current_snapshot()::text as snapshot,
       coalesce(pg_snapshot_xmax(${snapshot}) <= pg_snapshot_xmax(pg_current_snapshot()), false) as good;
     select company_id, topic, ids, locations, user_id, intention from changes
     where xid >= pg_snapshot_xmin(${snapshot}) and not pg_visible_in_snapshot(xid, ${snapshot})
       ${company === undefined ? '' : `and company_id = ${Number(company)}`}
     order by xid limit ${MOST + 1};
     commit`,
  )) as unknown as pg.QueryResult<Row & Now>[];
  const [now] = results[2]?.rows ?? [];
  if (!now) throw new Error('The database returned no snapshot');
  const rows = results[3]?.rows ?? [];
  const good = given !== null && now.good && Number(now.now) - given.at <= GOOD_MS && rows.length <= MOST;
  return { told: good ? rows.map(toldOf) : null, position: `${now.now}.${now.snapshot}` };
}

/** Says to every server that something was told. No reply waits for the disk: what is lost in a crash is found at the next look. */
export const wakeServers = (client: pg.ClientBase): Promise<unknown> =>
  client.query('begin; set local synchronous_commit = off; notify keyhold_changes; commit');

/** Removes what nobody asks for any more. */
export const forgetChanges = (client: pg.ClientBase): Promise<unknown> =>
  client.query(
    `begin; set local role keyhold_system; set local synchronous_commit = off;
     delete from changes where at < clock_timestamp() - ${KEPT}; commit`,
  );
