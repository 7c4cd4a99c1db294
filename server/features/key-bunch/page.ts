import { and, asc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { KeyBunchQuery } from '../../../shared/key-bunch-query.ts';
import { KEY_BUNCH_PAGE } from '../../../shared/limits.ts';
import { literal, preparedShapes } from '../../database/prepared.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { readCursor, readRankedCursor, writeCursor } from '../cursor.ts';
import { readLocationPage } from './by-location.ts';
import type { Filters } from './filter.ts';
import {
  type Bunch,
  bunchColumns,
  firstBunches,
  selectBunches,
  selectPage,
  withLocations,
} from './key-bunch.ts';
import { type Search, UNRANKED } from './search.ts';
import { beyond, orderOf, sortOf, valuesOf } from './sort.ts';

/** What a page of the list shows: `found` is null without a search. */
export type Asked = { query: KeyBunchQuery; filters: Filters; found: Search | null };
/** One kind of sets in the order of its index has one plan, whatever the value; all others have several. */
const isPlain = ({ query, filters, found }: Asked) =>
  !found &&
  (filters.key === '' || (filters.isOneKind && !query.sort)) &&
  limitOf(query) === KEY_BUNCH_PAGE + 1;
/** One row more than wanted where there are more. */
type Rows = { rows: Bunch[]; cursorOf: (last: Bunch) => string };

const page = preparedShapes<Bunch>(bunchColumns);

/** One page: of a search by how well sets match unless it is asked for otherwise, else by a column. `few` is whether few match at all. */
export const readPage = (tx: Tx, asked: Asked, few: boolean): Promise<Rows> =>
  asked.found && !asked.query.sort ? rankedPage(tx, asked, asked.found) : sortedPage(tx, asked, few);

const limitOf = (query: KeyBunchQuery) => (query.limit ?? KEY_BUNCH_PAGE) + 1;

/** By a column. */
async function sortedPage(tx: Tx, asked: Asked, few: boolean): Promise<Rows> {
  const { query, filters, found } = asked;
  const sort = sortOf(query);
  const { name, down, parts } = sort;
  const after = query.cursor
    ? readCursor(
        query.cursor,
        parts.map(({ is }) => is),
      )
    : null;
  const cursorOf = (last: Bunch) => writeCursor(parts.map(({ of }) => of(last)));
  const where = and(filters.where, found?.condition);
  const kept = { key: [filters.key, found?.key].join('|'), where };
  const values = { ...filters.values, ...found?.values };
  const limit = limitOf(query);
  if (name === 'location' && !few)
    return { rows: await readLocationPage(tx, sort, { ...kept, values, after, limit }), cursorOf };
  const ofEach = isOfFewLocations(asked);
  const build = (draft: Tx) => {
    const order = orderOf(sort, parts);
    const behind = after ? beyond(sort, parts) : undefined;
    if (ofEach) return ofEachLocation(draft, behind, order, limit);
    // The name of the location is not in the table of the bunches.
    if (name !== 'location') return selectPage(draft, and(where, behind), order, limit);
    return selectBunches(draft)
      .where(and(where, behind))
      .orderBy(...order)
      .limit(literal(limit));
  };
  const key = [ofEach ? 'of each' : 'sorted', name, down, after !== null, limit, kept.key].join('|');
  const sent = { ...values, ...valuesOf(after ?? []) };
  const rows = await page(tx, key, build, sent, { afresh: !ofEach && !isPlain(asked) });
  return { rows, cursorOf };
}

/** Numbers of which the planner does not see how many there are: it would plan the statement for each call to know. */
const unseen = (name: string): SQL => sql`(select ${sql.placeholder(name)}::int[])`;

/** From more locations than these it takes longer to read a page of each than to plan the statement for its values. */
const FEW_LOCATIONS = 8;

/** Everything of somebody who sees few locations, in the usual order. */
const isOfFewLocations = ({ query, filters, found }: Asked) =>
  !found &&
  filters.key === 'places' &&
  (filters.values.places?.length ?? 0) <= FEW_LOCATIONS &&
  sortOf(query).name === 'identifier' &&
  limitOf(query) === KEY_BUNCH_PAGE + 1;

/** A page of each location, and of these the first: one good plan, however many sets the locations hold. */
function ofEachLocation(draft: Tx, behind: SQL | undefined, order: SQL[], limit: number) {
  const here = and(sql`${keyBunches.locationId} = place.id`, behind);
  const first = draft
    .select(getTableColumns(keyBunches))
    .from(sql`unnest(${unseen('places')}) as place(id)`)
    .innerJoinLateral(firstBunches(draft, here, order, limit), sql`true`)
    .orderBy(...order)
    .limit(literal(limit))
    .as('key_bunches');
  return withLocations(draft, first, order);
}

const { identifier, id } = keyBunches;

/** Behind a set in the order of the identifiers. */
export const behindIdentifier = (): SQL =>
  sql`(${identifier}, ${id}) > (${sql.placeholder('value')}, ${sql.placeholder('id')})`;

/** By how well they match, then by identifier; what is only known to match comes behind what is ranked. */
async function rankedPage(tx: Tx, { query, filters }: Asked, found: Search): Promise<Rows> {
  const after = query.cursor ? readRankedCursor(query.cursor) : null;
  const { ids, ranks } = found.ranked;
  const rankOf = new Map(ids.map((one, index) => [one, ranks[index] ?? UNRANKED]));
  const values = { ...filters.values, ...found.values, ids, ranks, ...after, limit: limitOf(query) };
  const behind = after !== null && after.rank >= UNRANKED;
  const rows: Bunch[] = [];
  if (ids.length > 0 && !behind) {
    const key = ['ranked', after !== null, filters.key].join('|');
    rows.push(...(await page(tx, key, (draft) => rankedOnes(draft, filters, after !== null), values)));
  }
  const limit = values.limit - rows.length;
  if (found.rest && limit > 0) {
    const key = ['others', behind, limit, filters.key, found.key].join('|');
    const build = (draft: Tx) => others(draft, { filters, found, behind, limit });
    rows.push(...(await page(tx, key, build, values, { afresh: true })));
  }
  return {
    rows,
    cursorOf: (last) => writeCursor([rankOf.get(last.id) ?? UNRANKED, last.identifier, last.id]),
  };
}

const rank = sql`"key_bunches"."rank"`;

/** One look for each that was found: joined, policies make the planner expect so few sets that it compares every one with every hit. */
const rankedOnes = (draft: Tx, filters: Filters, isAfter: boolean) => {
  const one = firstBunches(draft, and(filters.where, sql`${id} = hit.id`), [], 1);
  const behind = sql`(hit.rank, ${identifier}, ${id}) > (${sql.placeholder('rank')}, ${sql.placeholder('value')}, ${sql.placeholder('id')})`;
  const ranked = draft
    .select({ ...getTableColumns(keyBunches), rank: sql`hit.rank`.as('rank') })
    .from(sql`unnest(${unseen('ids')}, ${unseen('ranks')}) as hit(id, rank)`)
    .innerJoinLateral(one, sql`true`)
    .where(isAfter ? behind : undefined)
    .orderBy(sql`hit.rank`, asc(identifier), asc(id))
    .limit(sql.placeholder('limit'))
    .as('key_bunches');
  return withLocations(draft, ranked, [rank, asc(identifier), asc(id)]);
};

type Others = { filters: Filters; found: Search; behind: boolean; limit: number };

const others = (draft: Tx, { filters, found, behind, limit }: Others) =>
  selectPage(
    draft,
    and(
      filters.where,
      found.condition,
      sql`${id} <> all (${sql.placeholder('ids')}::int[])`,
      behind ? behindIdentifier() : undefined,
    ),
    [asc(identifier), asc(id)],
    limit,
  );
