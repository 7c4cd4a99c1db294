import { and, count, desc, getTableColumns, sql } from 'drizzle-orm';
import { COUNTED_MOVEMENTS, HISTORY_PAGE } from '../../../shared/limits.ts';
import type { Movement, MovementQuery } from '../../../shared/movement.ts';
import { literal, prepared, preparedShapes } from '../../database/prepared.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { slices } from '../../database/slices.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { type Feature, Page } from '../feature.ts';
import { entriesOf, insertEntries, type MovementInput } from './entry.ts';
import { also, type Filters, filtersOf, lookUp } from './filter.ts';

export type { MovementInput };

/** Writes the history of what the same transaction did; the last thing a feature does, as it takes the chain's lock. */
export async function recordMovements(tx: Tx, me: Member, movements: MovementInput[]): Promise<void> {
  for (const some of slices(movements)) await insertEntries(tx, entriesOf(me, some));
}

/** An entry as screens read it. */
export function movementOf(row: Row): Movement {
  return {
    id: row.id,
    keyBunchId: row.keyBunchId,
    action: row.actionType,
    actionType: row.actionType,
    timestamp: row.timestamp,
    keyBunch: { identifier: row.keyBunchIdentifier, type: row.keyBunchType },
    keyBunchIdentifier: row.keyBunchIdentifier,
    fromLocationId: row.fromLocationId,
    toLocationId: row.toLocationId,
    fromLocation: placeOf(row.fromLocationId, row.fromLocationName),
    toLocation: placeOf(row.toLocationId, row.toLocationName),
    fromBunchType: row.fromBunchType,
    toBunchType: row.toBunchType,
    oldTag: row.oldTag,
    newTag: row.newTag,
    userId: row.performedBy,
    user: actorOf(row.performedByFirstName, row.performedByLastName, row.performedByEmail),
    notes: row.notes,
    details: row.details,
  };
}

const placeOf = (id: number | null, name: string | null) => (id && name ? { id, name } : null);

/** Who acted, with the name they had then. */
export const actorOf = (firstName: string | null, lastName: string | null, email: string) => ({
  username: email.split('@')[0] ?? email,
  firstName,
  lastName,
  email,
});

const { prevHash, hash, ...columns } = getTableColumns(movementHistory);
/** An entry without what only the chain needs. */
type Row = Omit<typeof movementHistory.$inferSelect, 'prevHash' | 'hash'>;

const page = preparedShapes<Row>(columns);

/**
 * The numbers of the newest matches that came from or went to one of the places: of each place, and of each way, no more are looked at
 * than are wanted. A condition with "or" reads all that ever was there.
 */
function newestAt(draft: Tx, { where, places }: Filters, most: number) {
  // Of one place the planner knows how much happened there.
  const isOne = places?.length === 1;
  const place = isOne ? sql`${sql.placeholder('place')}` : sql`place`;
  const way = (column: typeof movementHistory.fromLocationId | typeof movementHistory.toLocationId) =>
    draft
      .select({ seq: movementHistory.seq })
      .from(movementHistory)
      .where(and(sql`${column} = ${place}`, where))
      .orderBy(desc(movementHistory.seq))
      .limit(literal(most));
  const ways = sql`(${way(movementHistory.fromLocationId)}) union all (${way(movementHistory.toLocationId)})`;
  const from = isOne
    ? ways
    : sql`select one.seq from unnest(${sql.placeholder('places')}::int[]) place, lateral (${ways}) one`;
  return sql`select distinct seq from (${from}) newest order by seq desc limit ${literal(most)}`;
}

const waysOf = ({ places }: Filters) => (!places ? 'all' : places.length === 1 ? 'one' : 'some');

/** Entries newest first. */
function readEntries(
  tx: Tx,
  asked: Filters,
  { limit = HISTORY_PAGE, offset = 0 }: Pick<MovementQuery, 'limit' | 'offset'>,
): Promise<Row[]> {
  const { key, where, values, places } = asked;
  const build = (draft: Tx) =>
    draft
      .select(columns)
      .from(movementHistory)
      .where(
        places ? sql`${movementHistory.seq} = any (array(${newestAt(draft, asked, limit + offset)}))` : where,
      )
      .orderBy(desc(movementHistory.seq))
      .limit(literal(limit))
      .offset(literal(offset));
  const shape = [key, waysOf(asked), limit, offset].join('|');
  return page(tx, shape, build, { ...values, places, place: places?.[0] }, { afresh: shape !== UNFILTERED });
}
const UNFILTERED = ['', 'all', HISTORY_PAGE, 0].join('|');

/** Entries newest first, from behind the entry `before` or from `offset`. */
export async function readMovements(tx: Tx, me: Member, query: MovementQuery): Promise<Movement[]> {
  const asked = also(await lookUp(tx, me, query), { before: query.before });
  return (await readEntries(tx, asked, query)).map(movementOf);
}

/** A batch of all that a query asks for, newest first, from behind the entry numbered `last`. */
export async function readBatch(
  tx: Tx,
  me: Member,
  query: MovementQuery,
  { limit, last }: { limit: number; last: number | undefined },
): Promise<{ movements: Movement[]; last: number | undefined }> {
  const rows = await readEntries(tx, also(filtersOf(me, query), { last }), { limit });
  return { movements: rows.map(movementOf), last: rows.at(-1)?.seq };
}

/** The same with the number of all matches. */
export async function findMovements(tx: Tx, me: Member, query: MovementQuery): Promise<Page<Movement[]>> {
  const asked = await lookUp(tx, me, query);
  const reading = readEntries(tx, also(asked, { before: query.before }), query);
  const isQuick = isEverything(me, asked);
  const [rows, known] = await Promise.all([reading, isQuick && countMovements(tx, me, asked)]);
  const isAll = !query.before && !query.offset && rows.length < (query.limit ?? HISTORY_PAGE);
  const { total, more } =
    known || (isAll ? { total: rows.length, more: false } : await countMovements(tx, me, asked));
  return new Page(rows.map(movementOf), total, null, more);
}

const isEverything = (me: Member, { where, places }: Filters) => !where && !places && me.locations === null;

const newest = prepared({ seq: movementHistory.seq }, (tx) =>
  tx.select({ seq: movementHistory.seq }).from(movementHistory).orderBy(desc(movementHistory.seq)).limit(1),
);
const counted = preparedShapes<{ total: number }>({ total: count() });

/**
 * How many entries match: of the whole history what the last one is numbered, as numbers have no gaps; else counted, and only so far
 * (S-47: exact up to COUNTED_MOVEMENTS).
 */
async function countMovements(tx: Tx, me: Member, asked: Filters): Promise<{ total: number; more: boolean }> {
  const { key, where, values, places } = asked;
  if (isEverything(me, asked)) {
    const [last] = await newest(tx);
    return { total: last?.seq ?? 0, more: false };
  }
  const build = (draft: Tx) => {
    if (places) {
      const some = newestAt(draft, asked, COUNTED_MOVEMENTS + 1);
      return draft.select({ total: count() }).from(sql`(${some}) as newest`);
    }
    const some = draft
      .select({ id: movementHistory.id })
      .from(movementHistory)
      .where(where)
      .orderBy(desc(movementHistory.seq))
      .limit(literal(COUNTED_MOVEMENTS + 1));
    return draft.select({ total: count() }).from(some.as('some'));
  };
  const [row] = await counted(
    tx,
    `${key}|${waysOf(asked)}`,
    build,
    { ...values, places, place: places?.[0] },
    { afresh: true },
  );
  const total = row?.total ?? 0;
  return { total: Math.min(total, COUNTED_MOVEMENTS), more: total > COUNTED_MOVEMENTS };
}

const listMovements: Feature<'listMovements'> = ({ tx, me, query }) => findMovements(tx, me, query);

export const movementFeatures = { listMovements };
