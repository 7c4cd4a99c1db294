import { plainDigits } from '../../../shared/digits.ts';
import { COUNTED_MOVEMENTS, LATE_MINUTES } from '../../../shared/limits.ts';
import type { MovementQuery } from '../../../shared/movement.ts';
import type { Action } from '../../../shared/movement-words.ts';
import { all, raw, row, Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';

/** The `ilike` patterns of a text, which match it literally: as it was typed, and with digits of another script as 0 to 9 (decision 0019). */
export const containing = (text: string): string[] =>
  [...new Set([text, plainDigits(text)])].map((one) => `%${one.trim().replace(/[\\%_]/g, '\\$&')}%`);

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
  patterns: string[];
  found: string[];
  late: 'true' | 'sent';
  by: 'done' | 'received';
  before: number;
  last: Place;
  span: Span;
}>;

/** A part of the history that a search compares: between numbers, or in the order of time between moments, `until` excluded. */
export type Span = { numbers: readonly [from: number, until: number] } | { from?: string; until?: string };

/** The place of an entry in a list. */
export type Place = { doneAt: string; seq: number };

function conditionOf(span: Span): Sql {
  if ('numbers' in span) return sql`seq >= ${span.numbers[0]} and seq < ${span.numbers[1]}`;
  const { from, until } = span;
  return all(from && sql`done_at >= ${from}`, until && sql`done_at < ${until}`);
}

const BY_NUMBER = raw('seq desc');
export const BY_TIME = raw('done_at desc, seq desc');
/** Whether the order is that of the numbers: as entries were received, which of one set is as they were done. */
const isByNumber = ({ by, keyBunchId }: Values): boolean => by === 'received' || keyBunchId !== undefined;

/** The expression of the index. */
const LATE = raw(`"timestamp" - done_at > interval '${LATE_MINUTES} minutes'`);

const conditionsOf = (given: Values) => {
  const { moves, action, from, to, locationId, keyBunchId, bunches, patterns, found, late, before, last } =
    given;
  const { by, span } = given;
  const like = patterns && sql`any (${patterns}::text[])`;
  const isReceived = by === 'received';
  const isBySeq = isByNumber(given);
  return [
    // The expression of the index.
    moves && sql`action_type in ('move', 'location_move')`,
    action && sql`action_type = ${action}`,
    from &&
      (isReceived
        ? sql`"timestamp" >= ${from} and seq >= (select first_movement_since(${from}::timestamptz))`
        : sql`done_at >= ${from}`),
    to &&
      (isReceived
        ? sql`"timestamp" <= ${to} and seq <= (select last_movement_until(${to}::timestamptz))`
        : sql`done_at <= ${to}`),
    locationId && sql`from_location_id = ${locationId} or to_location_id = ${locationId}`,
    keyBunchId && sql`key_bunch_id = ${keyBunchId}`,
    bunches && sql`key_bunch_id = any (${bunches}::int[])`,
    like &&
      sql`key_bunch_identifier ilike ${like} or old_tag ilike ${like} or new_tag ilike ${like}
        or from_location_name ilike ${like} or to_location_name ilike ${like} or performed_by_email ilike ${like}
        or concat_ws(' ', performed_by_first_name, performed_by_last_name) ilike ${like} or details->>'officer' ilike ${like}`,
    found && sql`seq = any (${found}::bigint[])`,
    late === 'true' && LATE,
    late === 'sent' &&
      sql`id in (select id from movement_history where ${LATE} union select movement_id from outbox_entries where movement_id is not null)`,
    before &&
      (isBySeq
        ? sql`seq < (select seq from movement_history where id = ${before})`
        : sql`(done_at, seq) < (select done_at, seq from movement_history where id = ${before})`),
    last &&
      (isBySeq
        ? sql`seq < ${last.seq}`
        : sql`(done_at, seq) < (${last.doneAt}::timestamptz, ${last.seq}::bigint)`),
    span && conditionOf(span),
  ].filter((one) => one instanceof Sql);
};

/** Records whose entries are read one by one, by the indexed columns that may name them: an "or" condition would read the whole history. */
export type Among = { columns: readonly string[]; ids: number[] };
const LOCATION_COLUMNS = ['from_location_id', 'to_location_id'];
const HOLDER = ['holder_id', 'from_holder_id'];
const BUNCHES = ['key_bunch_id'];

/** A query's filters: their condition, if any, and values. `among` limits to entries of these records (see read.ts). */
export type Filters = {
  where: Sql | undefined;
  values: Values;
  among: Among | null;
  isOfOneSet: boolean;
  isByNumber: boolean;
  /** Newest first. */
  order: Sql;
};

function filters(values: Values, among: Among | null): Filters {
  const conditions = conditionsOf(values);
  const where = conditions.length > 0 ? all(...conditions) : undefined;
  const isOfOneSet = !among && !!values.keyBunchId && conditions.length === 1;
  const byNumber = isByNumber(values);
  const order = byNumber ? BY_NUMBER : BY_TIME;
  return { where, values, among, isOfOneSet, isByNumber: byNumber, order };
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
  const { action, from, to, locationId, keyBunchId, holderId, search, late, by } = query;
  const isMove = action === 'move';
  const named: Among | null = holderId
    ? { columns: HOLDER, ids: [holderId] }
    : bunches && { columns: BUNCHES, ids: bunches };
  const locations = me?.locations ?? null;
  // Late entries are few, and have an index.
  const isWhole = named || keyBunchId || late || (locations?.length ?? 0) > FEW_LOCATIONS;
  const own = isWhole ? null : locations;
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
      patterns: search?.trim() ? containing(search) : undefined,
      late,
      by,
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

/**
 * Prepares a query; a searched text is looked up in an index, together with the filters. With digits of another script that no entry has,
 * it is looked up with 0 to 9.
 */
export async function lookUp(tx: Tx, me: Member, query: MovementQuery): Promise<Found> {
  const text = query.search?.trim();
  const { holderId, premisesId } = query;
  const bunches = premisesId ? await bunchesOf(tx, premisesId) : null;
  // The history of one person or premises is short enough to search directly.
  if (!text || holderId || bunches) return { ...filtersOf(me, query, bunches), walk: false, total: null };
  const { locationId = null, keyBunchId = null, by, late } = query;
  const isReceived = by === 'received';
  const [from, to] = isReceived ? [null, null] : [query.from ?? null, query.to ?? null];
  const found = await row(
    tx,
    sql<{
      numbers: string[] | null;
      many: boolean;
    }>`select numbers, many from found_movements(${text}, ${COUNTED_MOVEMENTS},
      ${actionsOf(query)}::text[], ${from}::timestamptz, ${to}::timestamptz, ${locationId}::int, ${keyBunchId}::int)`,
  );
  const { numbers = null, many = false } = found ?? {};
  const plain = plainDigits(text);
  if (numbers?.length === 0 && plain !== text) return lookUp(tx, me, { ...query, search: plain });
  if (!numbers) return { ...filtersOf(null, query), walk: true, total: many ? 'many' : null };
  const more: Values = { late, ...(isReceived && { by, from: query.from, to: query.to }) };
  const isWhole = !late && !more.from && !more.to;
  return {
    ...narrowed(filtersOf(null, {}), { found: numbers, keyBunchId: query.keyBunchId, ...more }),
    walk: false,
    total: isWhole ? numbers.length : null,
  };
}
