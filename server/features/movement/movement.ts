import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { COUNTED_MOVEMENTS, HISTORY_PAGE } from '../../../shared/limits.ts';
import type { LocationRef } from '../../../shared/location.ts';
import type { Action, Movement, MovementDetails, MovementQuery } from '../../../shared/movement.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { slices } from '../../database/slices.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { type Feature, Page } from '../feature.ts';
import { countAlong, endOf, type Found, findMatching, walk } from './search.ts';

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

/** Entries newest first, from behind the entry `before` or from `offset`. */
export const readMovements = async (tx: Tx, query: MovementQuery): Promise<Movement[]> =>
  entriesOf(tx, query, await findMatching(tx, query));

async function entriesOf(tx: Tx, query: MovementQuery, found: Found): Promise<Movement[]> {
  const m = movementHistory;
  const { limit = HISTORY_PAGE, offset = 0 } = query;
  if (found.walk) {
    const end = query.before ? await numberOf(tx, query.before) : await endOf(tx);
    return (await walk(tx, found.where, end, offset + limit)).slice(offset).map(movementOf);
  }
  const before = query.before
    ? lt(m.seq, sql`(select seq from movement_history where id = ${query.before})`)
    : undefined;
  const rows = await tx
    .select()
    .from(m)
    .where(and(found.where, before))
    .orderBy(desc(m.seq))
    .limit(limit)
    .offset(offset);
  return rows.map(movementOf);
}

/** The number of an entry; 0 of one that is none, behind which nothing comes. */
async function numberOf(tx: Tx, id: number): Promise<number> {
  const [row] = await tx
    .select({ seq: movementHistory.seq })
    .from(movementHistory)
    .where(eq(movementHistory.id, id));
  return row?.seq ?? 0;
}

/** The same with the number of all matches. */
export async function findMovements(tx: Tx, me: Member, query: MovementQuery): Promise<Page<Movement[]>> {
  const found = await findMatching(tx, query);
  const items = await entriesOf(tx, query, found);
  const isAll = !query.before && !query.offset && items.length < (query.limit ?? HISTORY_PAGE);
  if (isAll) return new Page(items, items.length);
  const { total, more } = await countMovements(tx, me, found);
  return new Page(items, total, null, more);
}

/**
 * How many entries match: of the whole history what the last one is numbered, as numbers have no gaps; else counted, and only so far
 * (S-47: exact up to COUNTED_MOVEMENTS).
 */
async function countMovements(
  tx: Tx,
  me: Member,
  { where, walk: far, total: known }: Found,
): Promise<{ total: number; more: boolean }> {
  const m = movementHistory;
  if (known === 'many') return { total: COUNTED_MOVEMENTS, more: true };
  if (known !== null) return { total: known, more: false };
  if (far) return countAlong(tx, where);
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
