import pg from 'pg';
import { api, type Call } from '../../shared/api.ts';
import { meets } from '../../shared/permissions.ts';
import type { Change, Topic } from '../../shared/topic.ts';
import type { Member } from '../database/caller.ts';
import { raw, row, sql, type Tx } from '../database/sql.ts';
import { addChange } from './stream.ts';

/** Other topics of the server: sessions that ended, queued mail and notifications, and companies with webhook events to send. */
export type ServerTopic = 'sessions' | 'letters' | 'pushWork' | 'webhookWork';
const SERVER_TOPICS: readonly string[] = [
  'sessions',
  'letters',
  'pushWork',
  'webhookWork',
] satisfies ServerTopic[];

/**
 * A row of `changes`. `locations`: for users who may see one of them; null is for the whole company, empty for users with all locations.
 * `ids` null: too many to name.
 */
export type ChangeRow = {
  companyId: number | null;
  topic: Exclude<Topic, 'me'> | ServerTopic;
  ids: number[] | null;
  locations: number[] | null;
  userId: number | null;
  idempotencyKey: string | null;
};

/** Changes up to `position`; `changes` null when they are no longer known. */
export type NewChanges = { changes: ChangeRow[] | null; position: string };

/** Retention of rows of `changes`; a position is valid for a little less. */
const RETENTION = "interval '5 minutes'";
const VALID_MS = 4 * 60_000;
/** Above this many, everything counts as changed. */
const ROWS_MAX = 2000;

/** The database's clock when it was made, and the snapshot up to which all was read. */
const POSITION = /^(\d{13})\.((\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?))$/;

/** A position in its parts; null when malformed. */
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

/** The database's clock in ms, its snapshot, and whether the given position is of this database. */
type Now = { now: string | number; snapshot: string; good: boolean };

/**
 * Changes since a position, each exactly once: new are rows whose transaction was not visible in its snapshot and is now, in any order of
 * transactions. `changes` is null without a position, or with an expired or foreign one. `company` limits to one company.
 */
export async function readChanges(
  client: pg.ClientBase,
  position: string | undefined,
  company?: number,
): Promise<NewChanges> {
  const given = partsOf(position);
  const snapshot = `${given ? pg.escapeLiteral(given.snapshot) : 'null'}::pg_snapshot`;
  const results = (await client.query(
    `begin isolation level repeatable read read only; set local role keyhold_system;
     select (extract(epoch from clock_timestamp()) * 1000)::bigint as now, pg_current_snapshot()::text as snapshot,
       coalesce(pg_snapshot_xmax(${snapshot}) <= pg_snapshot_xmax(pg_current_snapshot()), false) as good;
     select company_id as "companyId", topic, ids, locations, user_id as "userId", intention as "idempotencyKey" from changes
     where xid >= pg_snapshot_xmin(${snapshot}) and not pg_visible_in_snapshot(xid, ${snapshot})
       ${company === undefined ? '' : `and company_id = ${Number(company)}`}
     order by xid limit ${ROWS_MAX + 1};
     commit`,
  )) as unknown as pg.QueryResult<ChangeRow & Now>[];
  const [now] = results[2]?.rows ?? [];
  if (!now) throw new Error('The database returned no snapshot');
  const rows = results[3]?.rows ?? [];
  return newsOf(given, now, rows);
}

/** The rows since a position, unless it was not given, is too old, or they are too many. */
function newsOf(given: { at: number } | null, now: Now, rows: ChangeRow[]): NewChanges {
  const good =
    given !== null && now.good && Number(now.now) - given.at <= VALID_MS && rows.length <= ROWS_MAX;
  return { changes: good ? rows : null, position: `${now.now}.${now.snapshot}` };
}

/** Notifies every server of new rows, without waiting for the disk: what a crash loses is found at the next poll. */
export const wakeServers = (client: pg.ClientBase): Promise<unknown> =>
  client.query('begin; set local synchronous_commit = off; notify keyhold_changes; commit');

/** Deletes expired rows. */
export const forgetChanges = (client: pg.ClientBase): Promise<unknown> =>
  client.query(
    `begin; set local role keyhold_system; set local synchronous_commit = off;
     delete from changes where at < clock_timestamp() - ${RETENTION}; commit`,
  );

/** For each topic, the permissions of the calls that read it. */
const NEEDS = new Map<Topic, Call['needs'][]>();
for (const { reads = [], needs } of Object.values(api) as Call[])
  for (const topic of reads) NEEDS.set(topic, [...(NEEDS.get(topic) ?? []), needs]);

/** Whether any call lets this member read the topic. */
function mayRead(member: Member, topic: Topic): boolean {
  return (NEEDS.get(topic) ?? []).some(
    (needs) => needs === 'company' || needs === 'session' || (needs !== 'nobody' && meets(needs, member)),
  );
}

/** Whether the member may see one of the row's locations. */
function maySee({ locations: mine }: Member, { locations: concerned }: ChangeRow): boolean {
  return mine === null || concerned === null || concerned.some((id) => mine.includes(id));
}

/** Whether a change can affect what a user may see. */
export function changesRights(
  { topic, companyId, ids }: ChangeRow,
  user: { userId: number; companyId: number },
): boolean {
  const theirs = ids === null || ids.includes(user.userId);
  if (topic === 'sessions') return theirs;
  if (companyId !== user.companyId) return false;
  return topic === 'company' || (topic === 'users' && theirs);
}

const isOfServer = (topic: ChangeRow['topic']): topic is ServerTopic => SERVER_TOPICS.includes(topic);

/** What a member may see of a change: nothing of another company or location, or that no call would show. */
export function visibleChanges(member: Member, row: ChangeRow): Change[] {
  if (row.companyId !== member.companyId) return [];
  if (isOfServer(row.topic)) return [];
  const ids = row.ids && { ids: row.ids };
  const by = row.idempotencyKey !== null && row.userId === member.userId && { by: row.idempotencyKey };
  const visible: Change[] = [];
  if (row.topic === 'users' && (row.ids === null || row.ids.includes(member.userId)))
    visible.push({ topic: 'me', ...by });
  if (mayRead(member, row.topic) && maySee(member, row)) visible.push({ topic: row.topic, ...ids, ...by });
  return visible;
}

/**
 * What a member may see of the changes since a position, each topic once; null when everything may have changed. Reads the rows of the last
 * minutes only. After a change of the member's own rights the answer is null: the rows may be newer than the rights that the transaction began
 * with.
 */
export async function changesSince(tx: Tx, member: Member, position: string | undefined) {
  const given = partsOf(position);
  const snapshot = sql`${given?.snapshot ?? null}::pg_snapshot`;
  const now = await row(
    tx,
    sql<Now & { rows: ChangeRow[] }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as now, pg_current_snapshot()::text as snapshot,
        coalesce(pg_snapshot_xmax(${snapshot}) <= pg_snapshot_xmax(pg_current_snapshot()), false) as good,
        (select coalesce(jsonb_agg(c), '[]') from (
          select company_id as "companyId", topic, ids, locations, user_id as "userId", intention as "idempotencyKey" from changes
          where xid >= pg_snapshot_xmin(${snapshot}) and not pg_visible_in_snapshot(xid, ${snapshot})
          order by xid limit ${raw(ROWS_MAX + 1)}) c) as rows`,
  );
  if (!now) throw new Error('The database returned no snapshot');
  const news = newsOf(given, now, now.rows);
  if (!news.changes || news.changes.some((one) => changesRights(one, member)))
    return { ...news, changes: null };
  const visible = new Map<string, Change>();
  for (const change of news.changes)
    for (const one of visibleChanges(member, change)) addChange(visible, one);
  return { ...news, changes: [...visible.values()] };
}
