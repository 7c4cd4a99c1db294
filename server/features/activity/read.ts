import type { Activity, ActivityQuery } from '../../../shared/activity.ts';
import { actionsOf } from '../../../shared/activity-words.ts';
import { COUNTED_MATCHES } from '../../../shared/limits.ts';
import { ask } from '../../database/prepared.ts';
import { PLAN_EACH_TIME } from '../../database/prepared-client.ts';
import { isoOf } from '../../database/schema/columns.ts';
import type { Tx } from '../../database/transactions.ts';
import { actorOf, type CalledNow, calledNowSql } from '../history/actor.ts';

type Filters = Pick<ActivityQuery, 'from' | 'to' | 'userId' | 'kind'>;

/** A statement being built; values are numbered in order of use. */
type Draft = { values: unknown[] };
const sent = ({ values }: Draft, value: unknown, type: string) => `$${values.push(value)}::${type}`;

const isDay = (text: string) => text.length === 'yyyy-mm-dd'.length;
const ZONE = '(select timezone from companies where id = (select own_company()))';

/** Start or end of a filter in SQL: days begin at midnight in the company's zone. */
function moment(draft: Draft, text: string, end: boolean): string {
  if (!isDay(text)) return sent(draft, text, 'timestamptz');
  const day = sent(draft, text, 'date');
  return end
    ? `((${day} + 1)::timestamp at time zone ${ZONE} - interval '1 microsecond')`
    : `(${day}::timestamp at time zone ${ZONE})`;
}

/** Conditions for the time filter and the cursor; `last` is the number of the last entry read. */
function bounds(draft: Draft, { from, to }: Filters, last: number | undefined): string {
  const since = from && moment(draft, from, false);
  const until = to && moment(draft, to, true);
  return [
    since && `"timestamp" >= ${since} and seq >= (select first_log_since(${since}))`,
    until && `"timestamp" <= ${until} and seq <= (select last_log_until(${until}))`,
    last !== undefined && `seq < ${sent(draft, last, 'bigint')}`,
  ]
    .filter(Boolean)
    .map((one) => ` and ${one}`)
    .join('');
}

/** Reads on after the entry numbered `last`; counting needs no order. */
type Way = { last?: number | undefined; counting?: boolean };

/**
 * Selects the numbers of the newest matches: each action, and each column that names a person, is read along its own index up to the limit.
 */
function newest(draft: Draft, filters: Filters, most: number, { last, counting = false }: Way = {}): string {
  const { userId, kind } = filters;
  const within = bounds(draft, filters, last);
  const end = counting ? `limit ${most}` : `order by seq desc limit ${most}`;
  const actions = kind && sent(draft, actionsOf(kind), 'text[]');
  if (userId !== undefined) {
    const of = actions ? ` and action = any (${actions})` : '';
    const id = sent(draft, userId, 'int');
    // Sorted even for a count: otherwise a sparse log is read from its beginning.
    const along = `order by seq desc limit ${most}`;
    const ways = [`user_id = ${id}`, `details ? 'userId' and details->>'userId' = ${id}::text`];
    const each = ways.map((way) => `(select seq from audit_log where ${way}${of}${within} ${along})`);
    return `select distinct seq from (${each.join(' union all ')}) ways ${end}`;
  }
  if (actions)
    return `select one.seq from unnest(${actions}) asked, lateral (select seq from audit_log where action = asked${within} ${end}) one ${end}`;
  return `select seq from audit_log where true${within} ${end}`;
}

const isUnfiltered = ({ from, to, userId, kind }: Filters): boolean =>
  [from, to, userId, kind].every((filter) => filter === undefined);
/** Planned for its values: active and rare users need different plans. */
const planHint = (filters: Filters) => (isUnfiltered(filters) ? '' : `${PLAN_EACH_TIME} `);

type Row = {
  id: number;
  seq: string;
  action: string;
  timestamp: string;
  user_id: number;
  user_first_name: string | null;
  user_last_name: string | null;
  user_email: string;
  token_id: number | null;
  key_bunch_id: number | null;
  key_set: string | null;
  description: string;
  details: Record<string, unknown>;
  called_now: CalledNow;
};

const COLUMNS = `id, seq, action, "timestamp"::text as timestamp, user_id, user_first_name, user_last_name, user_email, token_id, key_bunch_id,
  description, details, ${calledNowSql('log')} as called_now,
  coalesce((select b.identifier from key_bunches b where b.company_id = audit_log.company_id and b.id = audit_log.key_bunch_id),
    (select a.identifier from archived_key_bunches a where a.company_id = audit_log.company_id and a.original_id = audit_log.key_bunch_id
      limit 1)) as key_set`;

/** `limit` entries after the one numbered `last`, newest first. */
export async function readActivity(
  tx: Tx,
  filters: Filters,
  { limit, last }: { limit: number; last?: number | undefined },
): Promise<Activity[]> {
  const draft: Draft = { values: [] };
  const numbers = newest(draft, filters, limit, { last });
  const rows = await ask<Row>(
    tx,
    `${planHint(filters)}select ${COLUMNS} from audit_log where seq = any (array(${numbers})) order by seq desc`,
    draft.values,
  );
  return rows.map(activityOf);
}

const activityOf = (row: Row): Activity => ({
  id: row.id,
  number: Number(row.seq),
  action: row.action,
  timestamp: isoOf(row.timestamp),
  userId: row.user_id,
  user: actorOf(row.user_first_name, row.user_last_name, row.user_email, row.called_now),
  token: row.token_id !== null,
  keyBunchId: row.key_bunch_id,
  keySet: row.key_set,
  description: row.description,
  details: row.details,
});

/** The number of an entry; 0 for an unknown one, which ends the list. */
export async function numberOf(tx: Tx, id: number): Promise<number> {
  const [found] = await ask<{ seq: string }>(tx, 'select seq from audit_log where id = $1', [id]);
  return Number(found?.seq ?? 0);
}

/** The number of matches: without filters the last entry's number, as numbers have no gaps; otherwise counted up to the limit. */
export async function countActivity(tx: Tx, filters: Filters): Promise<{ total: number; more: boolean }> {
  const draft: Draft = { values: [] };
  const all = isUnfiltered(filters);
  const [counted] = all
    ? await ask<{ total: number }>(tx, 'select coalesce(max(seq), 0)::int as total from audit_log', [])
    : await ask<{ total: number }>(
        tx,
        `${planHint(filters)}select count(*)::int as total from (${newest(draft, filters, COUNTED_MATCHES + 1, { counting: true })}) enough`,
        draft.values,
      );
  const total = counted?.total ?? 0;
  return all || total <= COUNTED_MATCHES ? { total, more: false } : { total: COUNTED_MATCHES, more: true };
}
