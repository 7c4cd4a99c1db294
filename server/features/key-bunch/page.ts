import { and, asc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { KeyBunchQuery } from '../../../shared/key-bunch-query.ts';
import { KEY_BUNCH_PAGE } from '../../../shared/limits.ts';
import { literal, preparedShapes } from '../../database/prepared.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { readCursor, readRankedCursor, writeCursor } from '../cursor.ts';
import { readLocationPage } from './by-location.ts';
import type { Filters } from './filter.ts';
import type { Bunch } from './key-bunch.ts';
import { bunchColumns, firstBunches, selectBunches, selectPage, withLocations } from './old.ts';
import { type Search, UNRANKED } from './search.ts';
import { beyond, orderOf, sortOf, valuesOf } from './sort.ts';

/** A requested page; `found` is null without a search. */
export type Asked = { query: KeyBunchQuery; filters: Filters; found: Search | null };
/** One kind in index order has one plan for every value; others have several. */
const isPlain = ({ query, filters, found }: Asked) =>
  !found &&
  (filters.key === '' || (filters.isOneKind && !query.sort)) &&
  limitOf(query) === KEY_BUNCH_PAGE + 1;
/** One row more than the limit when there is a next page. */
type Rows = { rows: Bunch[]; cursorOf: (last: Bunch) => string };

const page = preparedShapes<Bunch>(bunchColumns);

/** One page, by rank for a search without a sort, else by a column. `few`: few bunches match. */
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
    // The location's name is not in the bunches' table.
    if (name !== 'location') return selectPage(draft, and(where, behind), order, limit);
    return selectBunches(draft)
      .where(and(where, behind))
      .orderBy(...order)
      .limit(literal(limit));
  };
  const key = [ofEach ? 'of each' : 'sorted', name, down, after !== null, limit, kept.key].join('|');
  const sent = { ...values, ...valuesOf(after ?? []) };
  const rows = await page(tx, key, build, sent, { customPlan: !ofEach && !isPlain(asked) });
  return { rows, cursorOf };
}

/** Array bound as a subquery so the plan does not depend on its length. */
const unseen = (name: string): SQL => sql`(select ${sql.placeholder(name)}::int[])`;

/** Above this many locations, reading a page of each takes longer than planning for the values. */
const FEW_LOCATIONS = 8;

/** Whether the filters keep everything at the caller's locations, and these are few. */
export const areFewLocations = ({ key, values }: Filters): boolean =>
  key === 'places' && (values.places?.length ?? 0) <= FEW_LOCATIONS;

/** The unfiltered list in default order, for a caller with few locations. */
const isOfFewLocations = ({ query, filters, found }: Asked) =>
  !found &&
  areFewLocations(filters) &&
  sortOf(query).name === 'identifier' &&
  limitOf(query) === KEY_BUNCH_PAGE + 1;

/** The first page of each location, merged: one good plan, however many sets there are. */
export function ofEachLocation(draft: Tx, behind: SQL | undefined, order: SQL[], limit: number) {
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

/** After a set in order of identifiers. */
export const behindIdentifier = (): SQL =>
  sql`(${identifier}, ${id}) > (${sql.placeholder('value')}, ${sql.placeholder('id')})`;

/** By rank, then identifier; unranked matches come last. */
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
    rows.push(...(await page(tx, key, build, values, { customPlan: true })));
  }
  return {
    rows,
    cursorOf: (last) => writeCursor([rankOf.get(last.id) ?? UNRANKED, last.identifier, last.id]),
  };
}

const rank = sql`"key_bunches"."rank"`;

/** One lookup per hit: joined, policies make the planner expect so few sets that it compares each with every hit. */
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
