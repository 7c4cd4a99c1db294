import { COUNTED_MOVEMENTS } from '../../../shared/limits.ts';
import type { MovementQuery } from '../../../shared/movement.ts';
import type { Action } from '../../../shared/movement-words.ts';
import { all, row, Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';

/** An `ilike` pattern that matches the text literally. */
const containing = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;

const MOVES: Action[] = ['move', 'location_move'];

/** `undefined` is a missing field. */
export type Maybe<T> = { [K in keyof T]?: T[K] | undefined };
/** The values of filters; a missing one filters nothing. */
type Values = Maybe<{
  moves: boolean;
  action: string;
  from: string;
  to: string;
  locationId: number;
  keyBunchId: number;
  bunches: number[];
  pattern: string;
  found: string[];
  before: number;
  last: number;
  first: number;
}>;

const conditionsOf = (given: Values) => {
  const { moves, action, from, to, locationId, keyBunchId, bunches, pattern, found, before, last, first } =
    given;
  return [
    // The expression of the index.
    moves && sql`action_type in ('move', 'location_move')`,
    action && sql`action_type = ${action}`,
    from && sql`"timestamp" >= ${from} and seq >= (select first_movement_since(${from}::timestamptz))`,
    to && sql`"timestamp" <= ${to} and seq <= (select last_movement_until(${to}::timestamptz))`,
    locationId && sql`from_location_id = ${locationId} or to_location_id = ${locationId}`,
    keyBunchId && sql`key_bunch_id = ${keyBunchId}`,
    bunches && sql`key_bunch_id = any (${bunches}::int[])`,
    pattern &&
      sql`key_bunch_identifier ilike ${pattern} or old_tag ilike ${pattern} or new_tag ilike ${pattern}
        or from_location_name ilike ${pattern} or to_location_name ilike ${pattern} or performed_by_email ilike ${pattern}
        or concat_ws(' ', performed_by_first_name, performed_by_last_name) ilike ${pattern} or details->>'officer' ilike ${pattern}`,
    found && sql`seq = any (${found}::bigint[])`,
    before && sql`seq < (select seq from movement_history where id = ${before})`,
    last && sql`seq < ${last}`,
    first && sql`seq >= ${first}`,
  ].filter((one) => one instanceof Sql);
};

/** Records whose entries are read one by one, by the indexed columns that may name them: an "or" condition would read the whole history. */
export type Among = { columns: readonly string[]; ids: number[] };
const LOCATION_COLUMNS = ['from_location_id', 'to_location_id'];
const HOLDER = ['holder_id', 'from_holder_id'];
const BUNCHES = ['key_bunch_id'];

/** A query's filters: their condition, if any, and values. `among` limits to entries of these records (see read.ts). */
export type Filters = { where: Sql | undefined; values: Values; among: Among | null; isOfOneSet: boolean };

function filters(values: Values, among: Among | null): Filters {
  const conditions = conditionsOf(values);
  const where = conditions.length > 0 ? all(...conditions) : undefined;
  return { where, values, among, isOfOneSet: !among && !!values.keyBunchId && conditions.length === 1 };
}

/** Adds filters. */
export const narrowed = (some: Filters, more: Values): Filters =>
  filters({ ...some.values, ...more }, some.among);

/** Above this many own locations, a user's history is read as that of one who sees all. */
const FEW_LOCATIONS = 50;

/** The filters of a query; `bunches` are those that open its premises. With `me` null all conditions apply to each entry. */
export function filtersOf(
  me: Pick<Member, 'locations'> | null,
  query: MovementQuery,
  bunches: number[] | null = null,
): Filters {
  const { action, from, to, locationId, keyBunchId, holderId, search } = query;
  const isMove = action === 'move';
  const named: Among | null = holderId
    ? { columns: HOLDER, ids: [holderId] }
    : bunches && { columns: BUNCHES, ids: bunches };
  const locations = me?.locations ?? null;
  const own = named || keyBunchId || (locations?.length ?? 0) > FEW_LOCATIONS ? null : locations;
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
      bunches: (holderId && bunches) || undefined,
      pattern: search?.trim() ? containing(search) : undefined,
    },
    named ?? amongPlaces(locationId && !isElsewhere ? [locationId] : own),
  );
}

const amongPlaces = (ids: number[] | null): Among | null =>
  ids && { columns: LOCATION_COLUMNS, ids: [...new Set(ids)] };

/** The actions of a query; null for all. */
export function actionsOf({ action }: MovementQuery): Action[] | null {
  if (!action || action === 'all') return null;
  return action === 'move' ? MOVES : [action];
}

/**
 * Filters and the way to evaluate them. `walk`: too many matches to list, but the newest are found soon. `total`: number of matches, 'many'
 * above COUNTED_MOVEMENTS, null when not counted.
 */
export type Found = Filters & { walk: boolean; total: number | 'many' | null };

/** The visible sets that open premises now. */
async function bunchesOf(tx: Tx, premisesId: number): Promise<number[]> {
  const opening = sql<{
    ids: number[];
  }>`select array(select key_bunch_id from key_bunch_premises where premises_id = ${premisesId}) as ids`;
  return (await row(tx, opening))?.ids ?? [];
}

/** Prepares a query; a searched text is looked up in an index, together with the filters. */
export async function lookUp(tx: Tx, me: Member, query: MovementQuery): Promise<Found> {
  const text = query.search?.trim();
  const { holderId, premisesId } = query;
  const bunches = premisesId ? await bunchesOf(tx, premisesId) : null;
  // The history of one person or premises is short enough to search directly.
  if (!text || holderId || bunches) return { ...filtersOf(me, query, bunches), walk: false, total: null };
  const { from = null, to = null, locationId = null, keyBunchId = null } = query;
  const found = await row(
    tx,
    sql<{
      numbers: string[] | null;
      many: boolean;
    }>`select numbers, many from found_movements(${text}, ${COUNTED_MOVEMENTS},
      ${actionsOf(query)}::text[], ${from}::timestamptz, ${to}::timestamptz, ${locationId}::int, ${keyBunchId}::int)`,
  );
  const { numbers = null, many = false } = found ?? {};
  if (!numbers) return { ...filtersOf(null, query), walk: true, total: many ? 'many' : null };
  return { ...narrowed(filtersOf(null, {}), { found: numbers }), walk: false, total: numbers.length };
}
