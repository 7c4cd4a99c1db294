import { COUNTED_MOVEMENTS, HISTORY_PAGE, UNDO_MINUTES } from '../../../shared/limits.ts';
import type { Movement } from '../../../shared/movement.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { all, columns, joined, raw, replanned, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Tx } from '../../database/transactions.ts';
import { type CalledNow, calledNow } from '../history/log.ts';
import { type Among, BY_TIME, type Filters, type Found, type Maybe, narrowed, type Place } from './filter.ts';

/** Whether an entry's bunch changed later. Edits are only in the log; entries of one transaction are in both. What is asked of a second person changes no set. */
export const happenedSince = (entry: string): Sql =>
  raw(`(exists (select from movement_history n where n.company_id = ${entry}.company_id and n.key_bunch_id = ${entry}.key_bunch_id and n.seq > ${entry}.seq)
      or exists (select from audit_log l where l.company_id = ${entry}.company_id and l.key_bunch_id = ${entry}.key_bunch_id and l."timestamp" > ${entry}."timestamp"
        and l.action not like 'approval%'))`);

/** Whether an entry is too old to undo. */
export const isOld = (entry: string): Sql =>
  raw(`${entry}."timestamp" < clock() - make_interval(mins => ${UNDO_MINUTES})`);

/** An entry without the chain's fields, with its actor's current name, the set's current premises, and whether the caller can undo it. */
export type Row = Omit<RowOf<typeof movementHistory>, 'prevHash' | 'hash' | 'after'> & {
  calledNow: CalledNow;
  opens: NonNullable<Movement['keyBunch']>['opens'];
  undoable: boolean;
};
/** Undoable are the caller's own entries, recent, each its bunch's last change. Others need no further reads. */
const ENTRIES = sql<Row>`select ${columns(movementHistory, { without: ['prevHash', 'hash', 'after'] })},
    ${calledNow('movement')} as "calledNow",
    (select jsonb_build_object('keyDescription', b.key_description, 'premises', b.premises) from key_bunches b
      where b.company_id = movement_history.company_id and b.id = movement_history.key_bunch_id) as opens,
    case when performed_by is distinct from own_user() or performed_by_token is distinct from own_token()
        or details ? 'kioskId' or action_type not in ('issue', 'return', 'handover') or ${isOld('movement_history')}
        or details ? 'undoneAction' or not details ? 'before' then false
      else not ${happenedSince('movement_history')} end as undoable
  from movement_history`;

/** The part to read: after `before` (an id) or `last` (a place), or from `offset`. */
type Part = { limit?: number; offset?: number; before?: number; last?: Place };

/** Entries newest first. */
export async function readEntries(tx: Tx, found: Found, part: Maybe<Part>): Promise<Row[]> {
  const { limit = HISTORY_PAGE, offset = 0, before, last } = part;
  const filters = narrowed(found, { before, last });
  if (!found.walk) return readMatches(tx, filters, limit, offset);
  const rowsRead: Row[] = [];
  for await (const stride of strides(tx, filters)) {
    rowsRead.push(...(await readMatches(tx, stride, limit + offset - rowsRead.length, 0)));
    if (rowsRead.length >= limit + offset) break;
  }
  return rowsRead.slice(offset);
}

/** Numbers of the newest entries. */
const newest = ({ where, order }: Pick<Filters, 'where' | 'order'>, most: number) =>
  sql<{
    seq: number;
  }>`select done_at, seq from movement_history where ${all(where)} order by ${order} limit ${raw(most)}`;

/** Places of entries of some records, the newest `most` for each record and column; an entry that names two of the records twice. */
function ofEachRecord({ where, order }: Filters, { columns: named, ids }: Among, most: number): Sql {
  // For one record the planner knows the number of entries.
  const isOne = ids.length === 1;
  const record = isOne ? sql`${ids[0]}` : raw('record');
  const ways = named.map(
    (column) => sql`(${newest({ where: all(sql`${raw(column)} = ${record}`, where), order }, most)})`,
  );
  const found = joined(ways, ' union all ');
  return isOne ? found : sql`select one.* from unnest(${ids}::int[]) record, lateral (${found}) one`;
}

/** The newest of them, each once. */
const newestAmong = (filters: Filters, among: Among, most: number): Sql =>
  sql`select distinct done_at, seq from (${ofEachRecord(filters, among, most)}) newest order by ${filters.order} limit ${raw(most)}`;

/** Any of them, each once. An entry names two records at most, so `2 * most` rows hold at least `most` entries. */
const anyAmong = (filters: Filters, among: Among, most: number): Sql =>
  sql`select distinct seq from (select seq from (${ofEachRecord(filters, among, most)}) named limit ${raw(2 * most)}) rows_read
    limit ${raw(most)}`;

/** The entries of a page. Skipped ones are read by number only: an offset would also read their actors' names. */
function pageOf(filters: Filters, limit: number, offset: number): Sql | undefined {
  const { where, among, order } = filters;
  if (!among && offset === 0) return where;
  const found = among ? newestAmong(filters, among, limit + offset) : newest(filters, limit + offset);
  return sql`seq = any (array(select passed.seq from (${found}) passed order by ${order} offset ${raw(offset)}))`;
}

function readMatches(tx: Tx, filters: Filters, limit: number, offset: number): Promise<Row[]> {
  const { where, among, isOfOneSet, order } = filters;
  const page = sql<Row>`${ENTRIES} where ${all(pageOf(filters, limit, offset))} order by ${order} limit ${raw(limit)}`;
  // The whole history, and that of one set, have an index in their order.
  return rows(tx, replanned(page, !isOfOneSet && !!(where || among)));
}

/** Entries compared in the first statement, and the limit per statement. */
const FIRST_STRIDE = 5000;
const LONGEST_STRIDE = 80_000;

/**
 * The filters in growing parts of the history, newest first, so that no statement compares all of it. In the order of time a part ends at the
 * moment when the entry of its lowest number was received.
 */
async function* strides(tx: Tx, filters: Filters, first = FIRST_STRIDE): AsyncGenerator<Filters> {
  let upto: string | undefined;
  let stride = first;
  for (let end = await endOf(tx); end > 1; stride = Math.min(stride * 2, LONGEST_STRIDE)) {
    const start = Math.max(1, end - stride);
    if (filters.isByNumber) yield narrowed(filters, { span: { numbers: [start, end] } });
    else {
      const moment = start > 1 ? await momentOf(tx, start) : undefined;
      // A clock may have been set back.
      const from = moment && upto !== undefined && upto < moment ? upto : moment;
      yield narrowed(filters, { span: { ...(from && { from }), ...(upto && { until: upto }) } });
      upto = from;
    }
    end = start;
  }
}

const momentOf = async (tx: Tx, number: number): Promise<string | undefined> =>
  (await row(tx, sql<{ at: string }>`select moment_of_movement(${number}) as at`))?.at;

/** The number after the newest visible entry. */
const endOf = async (tx: Tx): Promise<number> =>
  ((await row(tx, sql<{ seq: number }>`select seq from movement_history order by seq desc limit 1`))?.seq ??
    0) + 1;

/** The total of the whole history is the last number, as numbers have no gaps. */
export const countWhole = async (tx: Tx): Promise<Counted> => ({ total: (await endOf(tx)) - 1, more: false });

type Counted = { total: number; more: boolean };

/** The number of matches; `more` when there are more (S-47: exact up to COUNTED_MOVEMENTS). */
export async function countEntries(tx: Tx, found: Found): Promise<Counted> {
  if (found.total === 'many') return { total: COUNTED_MOVEMENTS, more: true };
  if (found.total !== null) return { total: found.total, more: false };
  if (found.walk) return countAlong(tx, found);
  const total = await countSome(tx, found);
  return { total: Math.min(total, COUNTED_MOVEMENTS), more: total > COUNTED_MOVEMENTS };
}

/** Counted one above the limit. */
async function countSome(tx: Tx, filters: Filters): Promise<number> {
  const { among, isOfOneSet } = filters;
  const most = COUNTED_MOVEMENTS + 1;
  // Counted in the order that has an index for each record.
  const enough = among ? anyAmong({ ...filters, order: BY_TIME }, among, most) : newest(filters, most);
  const count = sql<{ total: number }>`select count(*) as total from (${enough}) enough`;
  return (await row(tx, replanned(count, !isOfOneSet)))?.total ?? 0;
}

/** Limit of counted strides: the rest of a longer history is skipped. */
const COUNTED_STRIDES = 5;

/** Counted from the newest; `more` also when not all were compared. */
async function countAlong(tx: Tx, filters: Filters): Promise<Counted> {
  let total = 0;
  let n = 0;
  for await (const stride of strides(tx, filters, LONGEST_STRIDE)) {
    if (n === COUNTED_STRIDES || total > COUNTED_MOVEMENTS)
      return { total: Math.min(total, COUNTED_MOVEMENTS), more: true };
    total += await countSome(tx, stride);
    n += 1;
  }
  return { total: Math.min(total, COUNTED_MOVEMENTS), more: total > COUNTED_MOVEMENTS };
}
