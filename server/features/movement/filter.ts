import { and, type Column, eq, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm';
import type { MovementQuery } from '../../../shared/movement.ts';
import type { Action } from '../../../shared/movement-words.ts';
import { movementHistory } from '../../database/schema/history.ts';
import type { Member } from '../../database/transactions.ts';

const m = movementHistory;
const sent = (name: string) => sql.placeholder(name);

/** An `ilike` pattern that matches the text literally. */
const containing = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;

const MOVES: Action[] = ['move', 'location_move'];

/** Conditions of the filters; values are bound when read. */
const FILTERS = {
  /** The expression of the index. */
  moves: sql`${m.actionType} in ('move', 'location_move')`,
  action: eq(m.actionType, sent('action')),
  from: sql`${m.timestamp} >= ${sent('from')} and ${m.seq} >= (select first_movement_since(${sent('from')}::timestamptz))`,
  to: sql`${m.timestamp} <= ${sent('to')} and ${m.seq} <= (select last_movement_until(${sent('to')}::timestamptz))`,
  locationId: or(eq(m.fromLocationId, sent('locationId')), eq(m.toLocationId, sent('locationId'))),
  keyBunchId: eq(m.keyBunchId, sent('keyBunchId')),
  bunches: sql`${m.keyBunchId} = any (${sent('bunches')}::int[])`,
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

/** Indexed columns that may name one of several records. */
const COLUMNS = {
  places: [m.fromLocationId, m.toLocationId],
  holder: [m.holderId, m.fromHolderId],
  bunches: [m.keyBunchId],
} as const satisfies Record<string, readonly Column[]>;
/** Records whose entries are read one by one: an "or" condition would read the whole history. */
export type Among = { name: keyof typeof COLUMNS; ids: number[] };
export const columnsOf = ({ name }: Among): readonly Column[] => COLUMNS[name];

/** A query's filters: cache key, condition with placeholders, and values. `among` limits to entries of these records (see read.ts). */
export type Filters = {
  key: string;
  where: SQL | undefined;
  values: Partial<Record<Name, unknown>>;
  among: Among | null;
};

const filters = (values: Filters['values'], among: Filters['among']): Filters => {
  const names = (Object.keys(FILTERS) as Name[]).filter((name) => values[name]);
  return { key: names.join(), where: and(...names.map((name) => FILTERS[name])), values, among };
};

/** Adds filters. */
export const also = (some: Filters, more: Filters['values']): Filters =>
  filters({ ...some.values, ...more }, some.among);

/** Above this many own locations, a user's history is read as that of one who sees all. */
const FEW_PLACES = 50;

/** The filters of a query; `bunches` are those that open its premises. With `me` null all conditions apply to each entry. */
export function filtersOf(
  me: Pick<Member, 'locations'> | null,
  query: MovementQuery,
  bunches: number[] | null = null,
): Filters {
  const { action, from, to, locationId, keyBunchId, holderId, search } = query;
  const isMove = action === 'move';
  const named: Among | null = holderId
    ? { name: 'holder', ids: [holderId] }
    : bunches && { name: 'bunches', ids: bunches };
  const all = me?.locations ?? null;
  const own = named || keyBunchId || (all?.length ?? 0) > FEW_PLACES ? null : all;
  // Another location: entries from or to the caller's own ones that involve it.
  const isElsewhere = locationId && (!me || named || (own && !own.includes(locationId)));
  return filters(
    {
      moves: isMove,
      action: isMove || action === 'all' ? undefined : action,
      from,
      to,
      locationId: isElsewhere ? locationId : undefined,
      keyBunchId,
      bunches: holderId ? bunches : undefined,
      pattern: search?.trim() ? containing(search) : undefined,
    },
    named ?? among(locationId && !isElsewhere ? [locationId] : own),
  );
}

const among = (places: number[] | null): Among | null =>
  places && { name: 'places', ids: [...new Set(places)] };

/** The actions of a query; null for all. */
export function actionsOf({ action }: MovementQuery): Action[] | null {
  if (!action || action === 'all') return null;
  return action === 'move' ? MOVES : [action];
}
