import { and, desc, eq, gte, ilike, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { COUNTED_MOVEMENTS, HISTORY_PAGE } from '../../../shared/limits.ts';
import type { Movement, MovementQuery } from '../../../shared/movement.ts';
import { movementHistory } from '../../database/schema/history.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { type Feature, Page } from '../feature.ts';

type Row = typeof movementHistory.$inferSelect;

/** An entry as screens read it (DECISIONS C-05). */
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

/** The conditions of the history's filters (DECISIONS S-47). */
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

/** Entries newest first, from behind the entry `before` or from `offset`. */
export async function readMovements(tx: Tx, query: MovementQuery): Promise<Movement[]> {
  const m = movementHistory;
  const before = query.before
    ? lt(m.seq, sql`(select seq from movement_history where id = ${query.before})`)
    : undefined;
  const rows = await tx
    .select()
    .from(m)
    .where(and(matching(query), before))
    .orderBy(desc(m.seq))
    .limit(query.limit ?? HISTORY_PAGE)
    .offset(query.offset ?? 0);
  return rows.map(movementOf);
}

/** The same with the number of all matches. */
export async function findMovements(tx: Tx, me: Member, query: MovementQuery): Promise<Page<Movement[]>> {
  const items = await readMovements(tx, query);
  const isAll = !query.before && !query.offset && items.length < (query.limit ?? HISTORY_PAGE);
  if (isAll) return new Page(items, items.length);
  const { total, more } = await countMovements(tx, me, matching(query));
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
