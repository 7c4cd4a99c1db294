import { and, eq, gte, ilike, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Action, MovementQuery } from '../../../shared/movement.ts';
import { movementHistory } from '../../database/schema/history.ts';

const m = movementHistory;
const sent = (name: string) => sql.placeholder(name);

/** A pattern for `ilike` that finds the text as it was typed. */
const containing = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;

const MOVES: Action[] = ['move', 'location_move'];

/** What each filter of the history keeps; its value is filled in when the history is read. */
const FILTERS = {
  moves: inArray(m.actionType, MOVES),
  action: eq(m.actionType, sent('action')),
  from: gte(m.timestamp, sent('from')),
  to: lte(m.timestamp, sent('to')),
  locationId: or(eq(m.fromLocationId, sent('locationId')), eq(m.toLocationId, sent('locationId'))),
  keyBunchId: eq(m.keyBunchId, sent('keyBunchId')),
  pattern: or(
    ilike(m.keyBunchIdentifier, sent('pattern')),
    ilike(m.oldTag, sent('pattern')),
    ilike(m.newTag, sent('pattern')),
    ilike(m.fromLocationName, sent('pattern')),
    ilike(m.toLocationName, sent('pattern')),
    ilike(m.performedByEmail, sent('pattern')),
    ilike(sql`concat_ws(' ', ${m.performedByFirstName}, ${m.performedByLastName})`, sent('pattern')),
    ilike(sql`${m.details}->>'officer'`, sent('pattern')),
  ),
  found: sql`${m.seq} = any (${sent('found')}::bigint[])`,
  before: lt(m.seq, sql`(select seq from movement_history where id = ${sent('before')})`),
  last: lt(m.seq, sent('last')),
  first: gte(m.seq, sent('first')),
};
type Name = keyof typeof FILTERS;

/** Filters of the history: their names in one word, the condition with its placeholders, and the values for these. */
export type Filters = { key: string; where: SQL | undefined; values: Partial<Record<Name, unknown>> };

const filters = (values: Filters['values']): Filters => {
  const names = (Object.keys(FILTERS) as Name[]).filter((name) => values[name]);
  return { key: names.join(), where: and(...names.map((name) => FILTERS[name])), values };
};

/** Further filters. */
export const also = (some: Filters, more: Filters['values']): Filters => filters({ ...some.values, ...more });

/** What a query asks for, wherever in the history it stands. */
export function filtersOf({ action, from, to, locationId, keyBunchId, search }: MovementQuery): Filters {
  const isMove = action === 'move';
  return filters({
    moves: isMove,
    action: isMove || action === 'all' ? undefined : action,
    from,
    to,
    locationId,
    keyBunchId,
    pattern: search?.trim() ? containing(search) : undefined,
  });
}

/** The actions that a query keeps; null when all of them. */
export function actionsOf({ action }: MovementQuery): Action[] | null {
  if (!action || action === 'all') return null;
  return action === 'move' ? MOVES : [action];
}
