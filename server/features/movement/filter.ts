import { and, eq, gte, ilike, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Action, MovementQuery } from '../../../shared/movement.ts';
import { movementHistory } from '../../database/schema/history.ts';

/** What narrows the history. */
export type Filters = Pick<MovementQuery, 'action' | 'from' | 'to' | 'locationId' | 'keyBunchId' | 'search'>;

/** The actions that a filter keeps; null when all of them. */
export function actionsOf({ action }: Filters): Action[] | null {
  if (!action || action === 'all') return null;
  return action === 'move' ? ['move', 'location_move'] : [action];
}

/** A pattern for `ilike` that finds the text as it was typed. */
const containing = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;

/** The conditions of the history's filters. */
export function matching(filters: Filters): SQL | undefined {
  const { from, to, locationId, keyBunchId, search } = filters;
  const actions = actionsOf(filters);
  const m = movementHistory;
  const pattern = search?.trim() ? containing(search) : null;
  return and(
    actions ? inArray(m.actionType, actions) : undefined,
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
