import { and, count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { COUNTED_MOVEMENTS, HISTORY_PAGE, UNDO_MINUTES } from '../../../shared/limits.ts';
import type { Movement } from '../../../shared/movement.ts';
import { literal, prepared, preparedShapes } from '../../database/prepared.ts';
import { movementHistory } from '../../database/schema/history.ts';
import type { Tx } from '../../database/transactions.ts';
import { type CalledNow, calledNow } from '../history/actor.ts';
import { type Among, also, columnsOf, type Filters } from './filter.ts';
import type { Found } from './search.ts';

/** SQL: whether an entry's bunch changed later. Edits are only in the log; entries of one transaction are in both. */
export const happenedSince = (entry: string): string =>
  `(exists (select from movement_history n where n.company_id = ${entry}.company_id and n.key_bunch_id = ${entry}.key_bunch_id and n.seq > ${entry}.seq)
      or exists (select from audit_log l where l.company_id = ${entry}.company_id and l.key_bunch_id = ${entry}.key_bunch_id and l."timestamp" > ${entry}."timestamp"))`;

/** SQL: whether an entry is too old to undo. */
export const isOld = (entry: string): string =>
  `${entry}."timestamp" < clock() - make_interval(mins => ${UNDO_MINUTES})`;

/** SQL: whether the caller can undo an entry: their own, recent, and its bunch's last change. Others need no further reads. */
export const undoable = (entry: string): string =>
  `case when ${entry}.performed_by is distinct from own_user() or ${entry}.performed_by_token is distinct from own_token()
      or ${entry}.action_type not in ('issue', 'return', 'handover') or ${isOld(entry)}
      or ${entry}.details ? 'undoneAction' or not ${entry}.details ? 'before' then false
    else not ${happenedSince(entry)} end`;

const { prevHash, hash, after, ...own } = getTableColumns(movementHistory);
const opens = sql<Opens>`(select jsonb_build_object('keyDescription', b.key_description, 'premises', b.premises) from key_bunches b
  where b.company_id = movement_history.company_id and b.id = movement_history.key_bunch_id)`;
const isUndoable = sql<boolean>`${sql.raw(undoable('movement_history'))}`;
const columns = { ...own, calledNow: calledNow('movement'), opens, undoable: isUndoable };
type Opens = NonNullable<Movement['keyBunch']>['opens'];
/** An entry without the chain's fields, with its actor's current name, the set's current premises, and whether the caller can undo it. */
export type Row = Omit<typeof movementHistory.$inferSelect, 'prevHash' | 'hash' | 'after'> & {
  calledNow: CalledNow;
  opens: Opens;
  undoable: boolean;
};
const { seq } = movementHistory;

/** The part to read: after `before` (an id) or `last` (a number), or from `offset`. */
type Part = { limit?: number; offset?: number; before?: number; last?: number };
type Maybe<T> = { [K in keyof T]?: T[K] | undefined };

/** Entries newest first. */
export async function readEntries(tx: Tx, found: Found, part: Maybe<Part>): Promise<Row[]> {
  const { limit = HISTORY_PAGE, offset = 0, before, last } = part;
  if (!found.walk) return some(tx, also(found, { before, last }), limit, offset);
  const end = last ?? (before === undefined ? await endOf(tx) : await numberOf(tx, before));
  return (await walk(tx, found, end, offset + limit)).slice(offset);
}

const page = preparedShapes<Row>(columns);

/** Numbers of entries of some records, the newest `most` for each record and column; an entry that names two of the records twice. */
function ofEachRecord(draft: Tx, { where }: Filters, among: Among, most: number): SQL {
  // For one record the planner knows the number of entries.
  const isOne = among.ids.length === 1;
  const record = isOne ? sql`${sql.placeholder('one')}` : sql`record`;
  const ways = columnsOf(among).map(
    (column) =>
      sql`(${draft
        .select({ seq })
        .from(movementHistory)
        .where(and(sql`${column} = ${record}`, where))
        .orderBy(desc(seq))
        .limit(literal(most))})`,
  );
  const found = sql.join(ways, sql` union all `);
  return isOne
    ? found
    : sql`select one.seq from unnest(${sql.placeholder('among')}::int[]) record, lateral (${found}) one`;
}

/** The newest of them, each once. */
const newestAmong = (draft: Tx, filters: Filters, among: Among, most: number): SQL =>
  sql`select distinct seq from (${ofEachRecord(draft, filters, among, most)}) newest order by seq desc limit ${literal(most)}`;

/** Any of them, each once. An entry names two records at most, so `2 * most` rows hold at least `most` entries. */
const anyAmong = (draft: Tx, filters: Filters, among: Among, most: number): SQL =>
  sql`select distinct seq from (select seq from (${ofEachRecord(draft, filters, among, most)}) named limit ${literal(2 * most)}) rows_read
    limit ${literal(most)}`;

const waysOf = ({ among }: Filters) =>
  among ? `${among.ids.length === 1 ? 'one of' : 'some'} ${among.name}` : 'all';
const valuesOf = ({ values, among }: Filters) => ({ ...values, among: among?.ids, one: among?.ids[0] });

/** The entries of a page. Skipped ones are read by number only: an offset would also read their actors' names. */
function pageOf(draft: Tx, asked: Filters, limit: number, offset: number): SQL | undefined {
  const { where, among } = asked;
  if (!among && offset === 0) return where;
  const found = among
    ? newestAmong(draft, asked, among, limit + offset)
    : draft
        .select({ seq })
        .from(movementHistory)
        .where(where)
        .orderBy(desc(seq))
        .limit(literal(limit + offset));
  const some =
    offset === 0
      ? found
      : sql`select passed.seq from (${found}) passed order by seq desc offset ${literal(offset)}`;
  return sql`${seq} = any (array(${some}))`;
}

function some(tx: Tx, asked: Filters, limit: number, offset: number): Promise<Row[]> {
  const { key } = asked;
  const build = (draft: Tx) =>
    draft
      .select(columns)
      .from(movementHistory)
      .where(pageOf(draft, asked, limit, offset))
      .orderBy(desc(seq))
      .limit(literal(limit));
  const shape = [key, waysOf(asked), limit, offset].join('|');
  return page(tx, shape, build, valuesOf(asked), { customPlan: !isUnfiltered(asked) && !isOfOneSet(asked) });
}
/** The whole history, and that of one set, have an index in their order. */
const isUnfiltered = ({ key, among }: Filters): boolean => key === '' && !among;
const isOfOneSet = ({ key, among }: Filters): boolean => key === 'keyBunchId' && !among;

/** Entries compared in the first statement, and the limit per statement. */
const FIRST_STRIDE = 5000;
const LONGEST_STRIDE = 80_000;

/** The newest `take` matches below `end`, compared in growing strides, so that no statement reads all. */
async function walk(tx: Tx, filters: Filters, end: number, take: number): Promise<Row[]> {
  const rows: Row[] = [];
  let stride = FIRST_STRIDE;
  for (let last = end; last > 1 && rows.length < take; stride = Math.min(stride * 2, LONGEST_STRIDE)) {
    const first = Math.max(1, last - stride);
    rows.push(...(await some(tx, also(filters, { first, last }), take - rows.length, 0)));
    last = first;
  }
  return rows;
}

const newest = prepared({ seq }, (tx) =>
  tx.select({ seq }).from(movementHistory).orderBy(desc(seq)).limit(1),
);

/** The number after the newest visible entry. */
const endOf = async (tx: Tx): Promise<number> => ((await newest(tx))[0]?.seq ?? 0) + 1;

const numbered = prepared({ seq }, (tx) =>
  tx
    .select({ seq })
    .from(movementHistory)
    .where(eq(movementHistory.id, sql.placeholder('id'))),
);

/** The number of an entry; 0 for an unknown one, which ends the list. */
const numberOf = async (tx: Tx, id: number): Promise<number> => (await numbered(tx, { id }))[0]?.seq ?? 0;

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

const counted = preparedShapes<{ total: number }>({ total: count() });

/** Counted one above the limit. */
async function countSome(tx: Tx, asked: Filters): Promise<number> {
  const { key, where, among } = asked;
  const most = COUNTED_MOVEMENTS + 1;
  const build = (draft: Tx) => {
    if (among) {
      const enough = anyAmong(draft, asked, among, most);
      return draft.select({ total: count() }).from(sql`(${enough}) as enough`);
    }
    const enough = draft
      .select({ id: movementHistory.id })
      .from(movementHistory)
      .where(where)
      .orderBy(desc(seq))
      .limit(literal(most));
    return draft.select({ total: count() }).from(enough.as('enough'));
  };
  const [row] = await counted(tx, `${key}|${waysOf(asked)}`, build, valuesOf(asked), {
    customPlan: !isOfOneSet(asked),
  });
  return row?.total ?? 0;
}

/** Limit of counted strides: the rest of a longer history is skipped. */
const COUNTED_STRIDES = 5;

/** Counted from the newest; `more` also when not all were compared. */
async function countAlong(tx: Tx, filters: Filters): Promise<Counted> {
  let total = 0;
  let last = await endOf(tx);
  for (let n = 0; n < COUNTED_STRIDES && last > 1 && total <= COUNTED_MOVEMENTS; n += 1) {
    const first = Math.max(1, last - LONGEST_STRIDE);
    total += await countSome(tx, also(filters, { first, last }));
    last = first;
  }
  return { total: Math.min(total, COUNTED_MOVEMENTS), more: total > COUNTED_MOVEMENTS || last > 1 };
}
