import type { Activity, ActivityQuery } from '../../../shared/activity.ts';
import { activitySentence } from '../../../shared/activity-sentence.ts';
import { actionsOf, changesOf, KIND_LABELS, kindOf } from '../../../shared/activity-words.ts';
import { COUNTED_MATCHES, HISTORY_PAGE } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { accountOf, actorName } from '../../../shared/user-name.ts';
import { all, joined, PLAN_EACH_TIME, raw, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { cutIdPage, idBehind } from '../cursor.ts';
import { type Feature, Page, type StreamFeature } from '../feature.ts';
import { actorOf, type CalledNow, calledNow } from '../history/log.ts';
import { stampsOf } from './company.ts';

type Filters = Pick<ActivityQuery, 'from' | 'to' | 'userId' | 'kind'>;

const isDay = (text: string) => text.length === 'yyyy-mm-dd'.length;
const ZONE = raw('(select timezone from companies where id = (select own_company()))');

/** Start or end of a filter: days begin at midnight in the company's zone. */
function moment(text: string, end: boolean): Sql {
  if (!isDay(text)) return sql`${text}::timestamptz`;
  return end
    ? sql`((${text}::date + 1)::timestamp at time zone ${ZONE} - interval '1 microsecond')`
    : sql`(${text}::date::timestamp at time zone ${ZONE})`;
}

/** Conditions for the time filter and the cursor; `last` is the number of the last entry read. */
function bounds({ from, to }: Filters, last: number | undefined): Sql {
  const since = from ? moment(from, false) : undefined;
  const until = to ? moment(to, true) : undefined;
  return all(
    since && sql`"timestamp" >= ${since} and seq >= (select first_log_since(${since}))`,
    until && sql`"timestamp" <= ${until} and seq <= (select last_log_until(${until}))`,
    last !== undefined && sql`seq < ${last}`,
  );
}

/** Reads on after the entry numbered `last`; counting needs no order. */
type Way = { last?: number | undefined; counting?: boolean };

/**
 * Selects the numbers of the newest matches: each action, and each column that names a person, is read along its own index up to the limit.
 */
function newest(filters: Filters, most: number, { last, counting = false }: Way = {}): Sql {
  const { userId, kind } = filters;
  const within = bounds(filters, last);
  const sorted = sql`order by seq desc limit ${raw(most)}`;
  const end = counting ? sql`limit ${raw(most)}` : sorted;
  const actions = kind && sql`${actionsOf(kind)}::text[]`;
  if (userId !== undefined) {
    const of = actions && sql`action = any (${actions})`;
    const ways = [sql`user_id = ${userId}`, sql`details ? 'userId' and details->>'userId' = ${userId}::text`];
    // Sorted even for a count: otherwise a sparse log is read from its beginning.
    const each = ways.map((way) => sql`(select seq from audit_log where ${all(way, of, within)} ${sorted})`);
    return sql`select distinct seq from (${joined(each, ' union all ')}) ways ${end}`;
  }
  if (actions)
    return sql`select one.seq from unnest(${actions}) asked,
      lateral (select seq from audit_log where ${all(sql`action = asked`, within)} ${end}) one ${end}`;
  return sql`select seq from audit_log where ${within} ${end}`;
}

const isUnfiltered = ({ from, to, userId, kind }: Filters): boolean =>
  [from, to, userId, kind].every((filter) => filter === undefined);
/** Planned for its values, in every company: active and rare users need different plans. */
const planHint = (filters: Filters) => (isUnfiltered(filters) ? sql`` : raw(`${PLAN_EACH_TIME} `));

type Row = Omit<Activity, 'user'> & {
  userFirstName: string | null;
  userLastName: string | null;
  userEmail: string;
  calledNow: CalledNow;
};

const ENTRIES = sql`select id, seq as number, action, "timestamp", user_id as "userId", token_id is not null as token,
    key_bunch_id as "keyBunchId", description, details, user_first_name as "userFirstName", user_last_name as "userLastName",
    user_email as "userEmail", ${calledNow('log')} as "calledNow",
    coalesce((select b.identifier from key_bunches b where b.company_id = audit_log.company_id and b.id = audit_log.key_bunch_id),
      (select a.identifier from archived_key_bunches a where a.company_id = audit_log.company_id and a.original_id = audit_log.key_bunch_id
        limit 1)) as "keySet"
  from audit_log`;

/** `limit` entries after the one numbered `last`, newest first. */
async function readActivity(
  tx: Tx,
  filters: Filters,
  { limit, last }: { limit: number; last?: number | undefined },
): Promise<Activity[]> {
  const numbers = newest(filters, limit, { last });
  const found = await rows(
    tx,
    sql<Row>`${planHint(filters)}${ENTRIES} where seq = any (array(${numbers})) order by seq desc`,
  );
  return found.map(({ userFirstName, userLastName, userEmail, calledNow, ...entry }) => ({
    ...entry,
    user: actorOf(userFirstName, userLastName, userEmail, calledNow),
  }));
}

/** The number of an entry; 0 for an unknown one, which ends the list. */
const numberOf = async (tx: Tx, id: number): Promise<number> =>
  (await row(tx, sql<{ seq: number }>`select seq from audit_log where id = ${id}`))?.seq ?? 0;

/** The number of matches: without filters the last entry's number, as numbers have no gaps; otherwise counted up to the limit. */
async function countActivity(tx: Tx, filters: Filters): Promise<{ total: number; more: boolean }> {
  const isWhole = isUnfiltered(filters);
  const counting = isWhole
    ? sql<{ total: number }>`select coalesce(max(seq), 0) as total from audit_log`
    : sql<{ total: number }>`${planHint(filters)}select count(*) as total
        from (${newest(filters, COUNTED_MATCHES + 1, { counting: true })}) enough`;
  const { total } = (await row(tx, counting)) ?? { total: 0 };
  return isWhole || total <= COUNTED_MATCHES
    ? { total, more: false }
    : { total: COUNTED_MATCHES, more: true };
}

/** Sign-ins and settings have no location: only users with all locations may read the log. */
function checkSeesAll(me: Member): void {
  if (me.locations) throw refuse(403, REFUSALS.forbidden);
}

/** The company's actions and attempts, newest first. */
const listActivity: Feature<'listActivity'> = async ({ tx, me, query }) => {
  checkSeesAll(me);
  const behind = idBehind(query.cursor);
  const { before = behind, limit = HISTORY_PAGE, ...filters } = query;
  const last = before === undefined ? undefined : await numberOf(tx, before);
  const [found, { total, more }] = await Promise.all([
    readActivity(tx, filters, { limit: limit + 1, last }),
    countActivity(tx, filters),
  ]);
  const { shown, next } = cutIdPage(found, limit);
  return new Page(shown, total, next, more);
};

export const activityFeatures = { listActivity };

const BATCH = 250;
const HEAD = [
  'Date',
  'Time',
  'Kind',
  'What',
  'User',
  'Account',
  'Before and after',
  'Address',
  'Entry',
] as const;

/**
 * All matches as CSV, newest first, in batches: entries never change and numbers only grow, so the file is consistent. The last column is
 * the number in the chain.
 */
const exportActivity: StreamFeature<'exportActivity'> = async ({ me, query: { tz, ...filters }, read }) => {
  checkSeesAll(me);
  const { day, time } = await stampsOf(read, tz);

  const rowOf = (entry: Activity): readonly string[] => {
    const at = new Date(entry.timestamp);
    const kind = kindOf(entry.action);
    const who = actorName(entry.user);
    return [
      day(at),
      time(at),
      kind ? KIND_LABELS[kind] : '',
      activitySentence(entry, who),
      who,
      accountOf(entry.user),
      Object.entries(changesOf(entry))
        .map(([field, { from, to }]) => `${field}: ${inCell(from)} -> ${inCell(to)}`)
        .join('; '),
      inCell(entry.details.address, ''),
      String(entry.number),
    ];
  };

  async function* rows(): AsyncGenerator<readonly string[]> {
    yield HEAD;
    let batch: Activity[];
    let last: number | undefined;
    do {
      batch = await read((tx) => readActivity(tx, filters, { limit: BATCH, last }));
      for (const entry of batch) yield rowOf(entry);
      last = batch.at(-1)?.number;
    } while (batch.length === BATCH);
  }
  return { fileName: `activity-${day(new Date())}.csv`, rows: rows() };
};

/** A detail as a cell; `none` when missing. */
function inCell(value: unknown, none = 'none'): string {
  if (value === null || value === undefined || value === '') return none;
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : none;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export const activityExportFeatures = { exportActivity };
