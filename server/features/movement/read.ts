import { COUNTED_MOVEMENTS, HISTORY_PAGE, UNDO_MINUTES } from '../../../shared/limits.ts';
import type { Movement } from '../../../shared/movement.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { all, columns, joined, raw, replanned, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Tx } from '../../database/transactions.ts';
import { type CalledNow, calledNow } from '../history/log.ts';
import { type Among, type Filters, type Found, type Maybe, narrowed } from './filter.ts';

/** Whether an entry's bunch changed later. Edits are only in the log; entries of one transaction are in both. */
export const happenedSince = (entry: string): Sql =>
  raw(`(exists (select from movement_history n where n.company_id = ${entry}.company_id and n.key_bunch_id = ${entry}.key_bunch_id and n.seq > ${entry}.seq)
      or exists (select from audit_log l where l.company_id = ${entry}.company_id and l.key_bunch_id = ${entry}.key_bunch_id and l."timestamp" > ${entry}."timestamp"))`);

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
        or action_type not in ('issue', 'return', 'handover') or ${isOld('movement_history')}
        or details ? 'undoneAction' or not details ? 'before' then false
      else not ${happenedSince('movement_history')} end as undoable
  from movement_history`;

/** The part to read: after `before` (an id) or `last` (a number), or from `offset`. */
type Part = { limit?: number; offset?: number; before?: number; last?: number };

/** Entries newest first. */
export async function readEntries(tx: Tx, found: Found, part: Maybe<Part>): Promise<Row[]> {
  const { limit = HISTORY_PAGE, offset = 0, before, last } = part;
  if (!found.walk) return readMatches(tx, narrowed(found, { before, last }), limit, offset);
  const end = last ?? (before === undefined ? await endOf(tx) : await numberOf(tx, before));
  return (await readInStrides(tx, found, end, offset + limit)).slice(offset);
}

/** Numbers of the newest entries. */
const newest = (where: Sql | undefined, most: number) =>
  sql<{
    seq: number;
  }>`select seq from movement_history where ${all(where)} order by seq desc limit ${raw(most)}`;

/** Numbers of entries of some records, the newest `most` for each record and column; an entry that names two of the records twice. */
function ofEachRecord({ where }: Filters, { columns: named, ids }: Among, most: number): Sql {
  // For one record the planner knows the number of entries.
  const isOne = ids.length === 1;
  const record = isOne ? sql`${ids[0]}` : raw('record');
  const ways = named.map((column) => sql`(${newest(all(sql`${raw(column)} = ${record}`, where), most)})`);
  const found = joined(ways, ' union all ');
  return isOne ? found : sql`select one.seq from unnest(${ids}::int[]) record, lateral (${found}) one`;
}

/** The newest of them, each once. */
const newestAmong = (filters: Filters, among: Among, most: number): Sql =>
  sql`select distinct seq from (${ofEachRecord(filters, among, most)}) newest order by seq desc limit ${raw(most)}`;

/** Any of them, each once. An entry names two records at most, so `2 * most` rows hold at least `most` entries. */
const anyAmong = (filters: Filters, among: Among, most: number): Sql =>
  sql`select distinct seq from (select seq from (${ofEachRecord(filters, among, most)}) named limit ${raw(2 * most)}) rows_read
    limit ${raw(most)}`;

/** The entries of a page. Skipped ones are read by number only: an offset would also read their actors' names. */
function pageOf(filters: Filters, limit: number, offset: number): Sql | undefined {
  const { where, among } = filters;
  if (!among && offset === 0) return where;
  const found = among ? newestAmong(filters, among, limit + offset) : newest(where, limit + offset);
  const some =
    offset === 0
      ? found
      : sql`select passed.seq from (${found}) passed order by seq desc offset ${raw(offset)}`;
  return sql`seq = any (array(${some}))`;
}

function readMatches(tx: Tx, filters: Filters, limit: number, offset: number): Promise<Row[]> {
  const { where, among, isOfOneSet } = filters;
  const page = sql<Row>`${ENTRIES} where ${all(pageOf(filters, limit, offset))} order by seq desc limit ${raw(limit)}`;
  // The whole history, and that of one set, have an index in their order.
  return rows(tx, replanned(page, !isOfOneSet && !!(where || among)));
}

/** Entries compared in the first statement, and the limit per statement. */
const FIRST_STRIDE = 5000;
const LONGEST_STRIDE = 80_000;

/** The newest `take` matches below `end`, compared in growing strides, so that no statement reads all. */
async function readInStrides(tx: Tx, filters: Filters, end: number, take: number): Promise<Row[]> {
  const found: Row[] = [];
  let stride = FIRST_STRIDE;
  for (let last = end; last > 1 && found.length < take; stride = Math.min(stride * 2, LONGEST_STRIDE)) {
    const first = Math.max(1, last - stride);
    found.push(...(await readMatches(tx, narrowed(filters, { first, last }), take - found.length, 0)));
    last = first;
  }
  return found;
}

/** The number after the newest visible entry. */
const endOf = async (tx: Tx): Promise<number> => ((await row(tx, newest(undefined, 1)))?.seq ?? 0) + 1;

/** The number of an entry; 0 for an unknown one, which ends the list. */
const numberOf = async (tx: Tx, id: number): Promise<number> =>
  (await row(tx, sql<{ seq: number }>`select seq from movement_history where id = ${id}`))?.seq ?? 0;

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
  const { where, among, isOfOneSet } = filters;
  const most = COUNTED_MOVEMENTS + 1;
  const enough = among ? anyAmong(filters, among, most) : newest(where, most);
  const count = sql<{ total: number }>`select count(*) as total from (${enough}) enough`;
  return (await row(tx, replanned(count, !isOfOneSet)))?.total ?? 0;
}

/** Limit of counted strides: the rest of a longer history is skipped. */
const COUNTED_STRIDES = 5;

/** Counted from the newest; `more` also when not all were compared. */
async function countAlong(tx: Tx, filters: Filters): Promise<Counted> {
  let total = 0;
  let last = await endOf(tx);
  for (let n = 0; n < COUNTED_STRIDES && last > 1 && total <= COUNTED_MOVEMENTS; n += 1) {
    const first = Math.max(1, last - LONGEST_STRIDE);
    total += await countSome(tx, narrowed(filters, { first, last }));
    last = first;
  }
  return { total: Math.min(total, COUNTED_MOVEMENTS), more: total > COUNTED_MOVEMENTS || last > 1 };
}
