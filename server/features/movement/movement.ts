import { and, desc, eq, getTableColumns, gte, ilike, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { COUNTED_MOVEMENTS, HISTORY_PAGE } from '../../../shared/limits.ts';
import type { LocationRef } from '../../../shared/location.ts';
import type { Action, Movement, MovementDetails, MovementQuery } from '../../../shared/movement.ts';
import { rowsOf } from '../../database/prepared.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { slices } from '../../database/slices.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { type Feature, Page } from '../feature.ts';

/** What happened to one bunch: where it was and what it was called stand in the entry by value. */
export type MovementInput = {
  action: Action;
  bunch: { id: number; identifier: string; type: string };
  at: LocationRef;
  to?: LocationRef;
  toType?: string | undefined;
  oldTag?: string | null;
  newTag?: string | null;
  notes?: string | null | undefined;
  details?: MovementDetails;
};

/** Writes the history of what the same transaction did; the last thing a feature does, as it takes the chain's lock. */
export async function recordMovements(tx: Tx, me: Member, movements: MovementInput[]): Promise<void> {
  for (const some of slices(movements)) await write(tx, me, some);
}

async function write(tx: Tx, me: Member, movements: MovementInput[]): Promise<void> {
  await tx.insert(movementHistory).values(
    movements.map(({ action, bunch, at, to, toType, oldTag, newTag, notes, details }) => ({
      keyBunchId: bunch.id,
      keyBunchIdentifier: bunch.identifier,
      keyBunchType: bunch.type,
      fromLocationId: at.id,
      fromLocationName: at.name,
      toLocationId: to?.id,
      toLocationName: to?.name,
      fromBunchType: bunch.type,
      toBunchType: toType,
      actionType: action,
      oldTag: oldTag ?? null,
      newTag: newTag ?? null,
      performedByFirstName: me.firstName,
      performedByLastName: me.lastName,
      performedByEmail: me.email,
      notes: notes ?? null,
      details: details ?? {},
    })),
  );
}

type Row = typeof movementHistory.$inferSelect;

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

type Filters = Pick<MovementQuery, 'action' | 'from' | 'to' | 'locationId' | 'keyBunchId' | 'search'>;

/** A pattern for `ilike` that finds the text as it was typed. */
export const containing = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;

/** The conditions of the history's filters. */
export function matching(filters: Filters): SQL | undefined {
  const { action, from, to, locationId, keyBunchId, search } = filters;
  const m = movementHistory;
  const pattern = search?.trim() ? containing(search) : null;
  return and(
    !action || action === 'all'
      ? undefined
      : action === 'move'
        ? inArray(m.actionType, ['move', 'location_move'])
        : eq(m.actionType, action),
    from ? gte(m.timestamp, from) : undefined,
    to ? lte(m.timestamp, to) : undefined,
    locationId ? or(eq(m.fromLocationId, locationId), eq(m.toLocationId, locationId)) : undefined,
    keyBunchId ? eq(m.keyBunchId, keyBunchId) : undefined,
    pattern
      ? or(
          ilike(m.keyBunchIdentifier, pattern),
          ilike(m.oldTag, pattern),
          ilike(m.newTag, pattern),
          ilike(m.fromLocationName, pattern),
          ilike(m.toLocationName, pattern),
          ilike(m.performedByEmail, pattern),
          ilike(sql`concat_ws(' ', ${m.performedByFirstName}, ${m.performedByLastName})`, pattern),
          ilike(sql`${m.details}->>'officer'`, pattern),
        )
      : undefined,
  );
}

/** Up to this many entries that a search finds are looked up one by one. */
const FOUND_MOST = 2000;

/** The same conditions; what is searched is looked up in an index unless too much matches, when the entries are better walked in order. */
async function conditions(tx: Tx, filters: Filters): Promise<SQL | undefined> {
  const text = filters.search?.trim();
  if (!text) return matching(filters);
  const { rows } = await tx.execute<{ found: string[] | null }>(
    sql`select found_movements(${text}, ${FOUND_MOST}) as found`,
  );
  const found = rows[0]?.found;
  if (!found) return matching(filters);
  return and(
    matching({ ...filters, search: undefined }),
    sql`${movementHistory.seq} = any (${sql.param(found)}::bigint[])`,
  );
}

/** Entries newest first, from behind the entry `before` or from `offset`. */
export const readMovements = async (tx: Tx, query: MovementQuery): Promise<Movement[]> =>
  entriesOf(tx, query, await conditions(tx, query));

const columns = getTableColumns(movementHistory);

async function entriesOf(tx: Tx, query: MovementQuery, where: SQL | undefined): Promise<Movement[]> {
  const m = movementHistory;
  const before = query.before
    ? lt(m.seq, sql`(select seq from movement_history where id = ${query.before})`)
    : undefined;
  const page = tx
    .select()
    .from(m)
    .where(and(where, before))
    .orderBy(desc(m.seq))
    .limit(query.limit ?? HISTORY_PAGE)
    .offset(query.offset ?? 0);
  return (await rowsOf(tx, columns, page)).map(movementOf);
}

/** The same with the number of all matches. */
export async function findMovements(tx: Tx, me: Member, query: MovementQuery): Promise<Page<Movement[]>> {
  const where = await conditions(tx, query);
  const items = await entriesOf(tx, query, where);
  const isAll = !query.before && !query.offset && items.length < (query.limit ?? HISTORY_PAGE);
  if (isAll) return new Page(items, items.length);
  const { total, more } = await countMovements(tx, me, where);
  return new Page(items, total, null, more);
}

/**
 * How many entries match: of the whole history what the last one is numbered, as numbers have no gaps; else counted, and only so far
 * (S-47: exact up to COUNTED_MOVEMENTS).
 */
async function countMovements(
  tx: Tx,
  me: Member,
  where: SQL | undefined,
): Promise<{ total: number; more: boolean }> {
  const m = movementHistory;
  if (!where && me.locations === null) {
    const [last] = await tx.select({ seq: m.seq }).from(m).orderBy(desc(m.seq)).limit(1);
    return { total: last?.seq ?? 0, more: false };
  }
  const some = tx
    .select({ id: m.id })
    .from(m)
    .where(where)
    .limit(COUNTED_MOVEMENTS + 1);
  const total = await tx.$count(some.as('some'));
  return { total: Math.min(total, COUNTED_MOVEMENTS), more: total > COUNTED_MOVEMENTS };
}

const listMovements: Feature<'listMovements'> = ({ tx, me, query }) => findMovements(tx, me, query);

export const movementFeatures = { listMovements };
