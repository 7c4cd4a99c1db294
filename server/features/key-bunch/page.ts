import type { KeyBunchQuery } from '../../../shared/key-bunch-query.ts';
import { KEY_BUNCH_PAGE } from '../../../shared/limits.ts';
import { all, raw, replanned, rows, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { readCursor, readRankedCursor, writeCursor } from '../cursor.ts';
import {
  BUNCH,
  BUNCHES,
  type Bunch,
  firstBunches,
  IS_AT,
  pageOfBunches,
  SEEN_AT,
  withLocations,
} from './key-bunch.ts';
import { beyond, type Filters, orderOf, type Sort, sortOf } from './query.ts';
import { type Search, UNRANKED } from './search.ts';

/** A requested page; `found` is null without a search. */
export type PageRequest = { query: KeyBunchQuery; filters: Filters; found: Search | null };
/** One kind in index order has one plan for every value; others have several. */
const isPlain = ({ query, filters, found }: PageRequest) =>
  !found && (filters.isAll || (filters.isOneKind && !query.sort)) && limitOf(query) === KEY_BUNCH_PAGE + 1;
/** One row more than the limit when there is a next page. */
type Rows = { bunches: Bunch[]; cursorOf: (last: Bunch) => string };

/** One page, by rank for a search without a sort, else by a column. `few`: few bunches match. */
export const readPage = (tx: Tx, request: PageRequest, few: boolean): Promise<Rows> =>
  request.found && !request.query.sort
    ? rankedPage(tx, request, request.found)
    : sortedPage(tx, request, few);

const limitOf = (query: KeyBunchQuery) => (query.limit ?? KEY_BUNCH_PAGE) + 1;

/** By a column. */
async function sortedPage(tx: Tx, request: PageRequest, few: boolean): Promise<Rows> {
  const { query, filters, found } = request;
  const sort = sortOf(query);
  const { name, parts } = sort;
  const after = query.cursor
    ? readCursor(
        query.cursor,
        parts.map(({ is }) => is),
      )
    : null;
  const cursorOf = (last: Bunch) => writeCursor(parts.map(({ of }) => of(last)));
  const where = all(filters.where, found?.condition);
  const limit = limitOf(query);
  if (name === 'location' && !few)
    return { bunches: await readLocationPage(tx, sort, { where, after, limit }), cursorOf };
  const order = orderOf(sort, parts);
  const behind = after && beyond(sort, parts, after);
  if (filters.locationIds && isOfFewLocations(request))
    return { bunches: await rows(tx, ofEachLocation(filters.locationIds, behind, order, limit)), cursorOf };
  const kept = all(where, behind);
  const page =
    name === 'location'
      ? // The location's name is not in the bunches' table.
        sql<Bunch>`${BUNCHES} where ${kept} order by ${order} limit ${raw(limit)}`
      : pageOfBunches(kept, order, limit);
  return { bunches: await rows(tx, replanned(page, !isPlain(request))), cursorOf };
}

/** Above this many locations, reading a page of each takes longer than planning for the values. */
const FEW_LOCATIONS = 8;

/** Whether the filters keep everything at the caller's locations, and these are few. */
export const areFewLocations = ({ isAllOfLocations, locationIds }: Filters): boolean =>
  isAllOfLocations && locationIds !== null && locationIds.length <= FEW_LOCATIONS;

/** The unfiltered list in default order, for a caller with few locations. */
const isOfFewLocations = ({ query, filters, found }: PageRequest) =>
  !found &&
  areFewLocations(filters) &&
  sortOf(query).name === 'identifier' &&
  limitOf(query) === KEY_BUNCH_PAGE + 1;

/**
 * The first page of each location, merged: one good plan, however many sets there are. The list of locations is a subquery, so that the plan
 * does not depend on its length.
 */
export function ofEachLocation(
  locationIds: number[],
  behind: Sql | null,
  order: Sql,
  limit: number,
): Sql<Bunch> {
  const here = firstBunches(all(sql`key_bunches.location_id = location.id`, behind), order, limit);
  const first = sql`select key_bunches.* from unnest((select ${locationIds}::int[])) as location(id)
    join lateral (${here}) key_bunches on true order by ${order} limit ${raw(limit)}`;
  return withLocations(first, order);
}

/** Order of the list, unless the query names another. */
export const BY_IDENTIFIER = raw('key_bunches.identifier, key_bunches.id');

/** After a set in order of identifiers. */
export const behindIdentifier = (identifier: string, id: number): Sql =>
  sql`(${BY_IDENTIFIER}) > (${identifier}, ${id})`;

/** By rank, then identifier; unranked matches come last. */
async function rankedPage(tx: Tx, { query, filters }: PageRequest, found: Search): Promise<Rows> {
  const after = query.cursor ? readRankedCursor(query.cursor) : null;
  const { ids, ranks } = found.ranked;
  const rankOf = new Map(ids.map((one, index) => [one, ranks[index] ?? UNRANKED]));
  const isBehindRanked = after !== null && after.rank >= UNRANKED;
  const bunches: Bunch[] = [];
  if (ids.length > 0 && !isBehindRanked) {
    // One lookup per hit: joined, policies make the planner expect so few sets that it compares each with every hit.
    const one = sql`select * from key_bunches where ${all(filters.where, sql`key_bunches.id = hit.id`)} limit 1`;
    const behind =
      after && sql`where (hit.rank, ${BY_IDENTIFIER}) > (${after.rank}, ${after.value}, ${after.id})`;
    const ranked = sql`select key_bunches.*, hit.rank from unnest((select ${ids}::int[]), (select ${ranks}::int[])) as hit(id, rank)
      join lateral (${one}) key_bunches on true ${behind ?? sql``}
      order by hit.rank, ${BY_IDENTIFIER} limit ${limitOf(query)}`;
    bunches.push(...(await rows(tx, withLocations(ranked, sql`key_bunches.rank, ${BY_IDENTIFIER}`))));
  }
  const limit = limitOf(query) - bunches.length;
  if (found.rest && limit > 0) {
    const others = all(
      filters.where,
      found.condition,
      sql`key_bunches.id <> all (${ids}::int[])`,
      isBehindRanked && behindIdentifier(after.value, after.id),
    );
    bunches.push(...(await rows(tx, replanned(pageOfBunches(others, BY_IDENTIFIER, limit)))));
  }
  return {
    bunches,
    cursorOf: (last) => writeCursor([rankOf.get(last.id) ?? UNRANKED, last.identifier, last.id]),
  };
}

/** The filtered list: condition, cursor and limit. */
type FilteredList = { where: Sql; after: (string | number)[] | null; limit: number };

/** Locations read at first, four times as many each time they hold too few sets. */
const FIRST_LOCATIONS = 4;

/**
 * A page in order of location names. No index has that order, so locations are walked in it, reading at most a page of sets of each: first
 * the rest of the cursor's location, then the following ones.
 */
async function readLocationPage(tx: Tx, sort: Sort, { where, after, limit }: FilteredList): Promise<Bunch[]> {
  const place = sort.parts.slice(0, 2);
  const within = sort.parts.slice(2);
  const found: Bunch[] = [];
  if (after) {
    const rest = all(sql`key_bunches.location_id = ${after[1]}`, where, beyond(sort, within, after.slice(2)));
    found.push(...(await rows(tx, replanned(pageOfBunches(rest, orderOf(sort, within), limit)))));
  }
  const behind = after ? beyond(sort, place, after) : raw('true');
  const remaining =
    found.length < limit
      ? await rows(
          tx,
          sql<{ id: number }>`select id from locations where ${behind} order by ${orderOf(sort, place)}`,
        )
      : [];
  for (let taken = FIRST_LOCATIONS; found.length < limit && remaining.length > 0; taken *= 4) {
    const walked = remaining.splice(0, taken).map(({ id }) => id);
    const most = raw(limit - found.length);
    const held = sql`select * from key_bunches where ${all(IS_AT, where)} order by ${orderOf(sort, within)} limit ${most}`;
    const walk = sql<Bunch>`select ${BUNCH} from locations join lateral (${held}) key_bunches on true ${SEEN_AT}
      where locations.id = any (${walked}::int[]) order by ${orderOf(sort, sort.parts)} limit ${most}`;
    found.push(...(await rows(tx, replanned(walk))));
  }
  return found;
}
