import { and, asc, count, desc, type SQL, sql } from 'drizzle-orm';
import type { KeyBunchQuery } from '../../../shared/key-bunch-query.ts';
import { COUNTED_MATCHES, KEY_BUNCH_PAGE } from '../../../shared/limits.ts';
import { preparedShapes } from '../../database/prepared.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { readCursor, readRankedCursor, writeCursor } from './cursor.ts';
import type { Filters } from './filter.ts';
import { type Bunch, bunchColumns, issuedOrNever, seenOrNever, selectBunches } from './key-bunch.ts';
import { type Search, UNRANKED } from './search.ts';

const SORTS = {
  identifier: { by: sql`${keyBunches.identifier}`, of: (bunch: Bunch) => bunch.identifier },
  type: { by: sql`${keyBunches.type}`, of: (bunch: Bunch) => bunch.type },
  location: { by: sql`${locations.name}`, of: (bunch: Bunch) => bunch.location.name },
  status: { by: sql`${keyBunches.status}`, of: (bunch: Bunch) => bunch.status },
  lastUpdated: { by: sql`${keyBunches.lastUpdated}`, of: (bunch: Bunch) => bunch.lastUpdated },
  issuedAt: { by: issuedOrNever, of: (bunch: Bunch) => bunch.issuedAt ?? 'infinity' },
  lastSeen: { by: seenOrNever, of: (bunch: Bunch) => bunch.lastSeenAt ?? '-infinity' },
} as const;
type Sort = keyof typeof SORTS;
/** The sort value of a bunch that has no such moment. */
const NEVER: Partial<Record<Sort, string>> = { issuedAt: 'infinity', lastSeen: '-infinity' };
const isSort = (name: string): name is Sort => Object.hasOwn(SORTS, name);
const isTime = (sort: Sort) => sort === 'lastUpdated' || sort === 'issuedAt' || sort === 'lastSeen';

/** What a page of the list shows: `found` is null without a search. */
export type Asked = { query: KeyBunchQuery; filters: Filters; found: Search | null };
/** One row more than wanted where there are more. */
type Rows = { rows: Bunch[]; cursorOf: (last: Bunch) => string };

const page = preparedShapes<Bunch>(bunchColumns);

/** One page: of a search by how well sets match unless it is asked for otherwise, else by a column. */
export const readPage = (tx: Tx, asked: Asked): Promise<Rows> =>
  asked.found && !asked.query.sort ? rankedPage(tx, asked, asked.found) : sortedPage(tx, asked);

const limitOf = (query: KeyBunchQuery) => (query.limit ?? KEY_BUNCH_PAGE) + 1;

/** By a column, the id deciding between equals. */
async function sortedPage(tx: Tx, { query, filters, found }: Asked): Promise<Rows> {
  const asked = query.sort ?? 'identifier';
  const down = asked.startsWith('-');
  const name = down ? asked.slice(1) : asked;
  const sort: Sort = isSort(name) ? name : 'identifier';
  const { by, of } = SORTS[sort];
  const direction = down ? desc : asc;
  const after = query.cursor ? readCursor(query.cursor, isTime(sort), NEVER[sort]) : null;
  const build = (draft: Tx) =>
    selectBunches(draft)
      .where(and(filters.where, found?.condition, after ? beyond(by, down) : undefined))
      .orderBy(direction(by), direction(keyBunches.id))
      .limit(sql.placeholder('limit'));
  const rows = await page(
    tx,
    ['sorted', sort, down, after !== null, filters.key, found?.key].join('|'),
    build,
    {
      ...filters.values,
      ...found?.values,
      value: after?.[0],
      id: after?.[1],
      limit: limitOf(query),
    },
  );
  return { rows, cursorOf: (last) => writeCursor([of(last), last.id]) };
}

/** A comparison of rows, which an index answers at once however deep the page lies. */
export const beyond = (by: SQL, down: boolean) =>
  sql`(${by}, ${keyBunches.id}) ${sql.raw(down ? '<' : '>')} (${sql.placeholder('value')}, ${sql.placeholder('id')})`;

/** By how well they match, then by identifier; what is only known to match comes behind what is ranked. */
async function rankedPage(tx: Tx, { query, filters }: Asked, found: Search): Promise<Rows> {
  const after = query.cursor ? readRankedCursor(query.cursor) : null;
  const { ids, ranks } = found.ranked;
  const rankOf = new Map(ids.map((id, index) => [id, ranks[index] ?? UNRANKED]));
  const values = { ...filters.values, ...found.values, ids, ranks, ...after, limit: limitOf(query) };
  const behind = after !== null && after.rank >= UNRANKED;
  const rows: Bunch[] = [];
  if (ids.length > 0 && !behind) {
    const key = ['ranked', after !== null, filters.key].join('|');
    rows.push(...(await page(tx, key, (draft) => rankedOnes(draft, filters, after !== null), values)));
  }
  if (found.rest && rows.length < values.limit) {
    const key = ['others', behind, filters.key, found.key].join('|');
    const limit = values.limit - rows.length;
    rows.push(
      ...(await page(tx, key, (draft) => others(draft, filters, found, behind), { ...values, limit })),
    );
  }
  return {
    rows,
    cursorOf: (last) => writeCursor([rankOf.get(last.id) ?? UNRANKED, last.identifier, last.id]),
  };
}

const { identifier, id } = keyBunches;

const rankedOnes = (draft: Tx, filters: Filters, isAfter: boolean) =>
  selectBunches(draft)
    .innerJoin(
      sql`unnest(${sql.placeholder('ids')}::int[], ${sql.placeholder('ranks')}::int[]) as hit(id, rank)`,
      sql`hit.id = ${id}`,
    )
    .where(
      and(
        filters.where,
        isAfter
          ? sql`(hit.rank, ${identifier}, ${id}) > (${sql.placeholder('rank')}, ${sql.placeholder('value')}, ${sql.placeholder('id')})`
          : undefined,
      ),
    )
    .orderBy(sql`hit.rank`, asc(identifier), asc(id))
    .limit(sql.placeholder('limit'));

/** Asked of the sets alone, the planner walks along their identifiers and stops where the page is full. */
function others(draft: Tx, filters: Filters, found: Search, isBehind: boolean) {
  const next = draft
    .select({ id })
    .from(keyBunches)
    .where(
      and(
        filters.where,
        found.condition,
        sql`${id} <> all (${sql.placeholder('ids')}::int[])`,
        isBehind ? beyond(sql`${identifier}`, false) : undefined,
      ),
    )
    .orderBy(asc(identifier), asc(id))
    .limit(sql.placeholder('limit'));
  return selectBunches(draft).where(sql`${id} = any(array(${next}))`).orderBy(asc(identifier), asc(id));
}

const total = preparedShapes<{ total: number }>({ total: count() });

/** The number of matches: of a search that nearly everything matches only so far. */
export async function countMatches(
  tx: Tx,
  { filters, found }: Asked,
): Promise<{ total: number; more: boolean }> {
  if (found?.many && !filters.where) return { total: COUNTED_MATCHES, more: true };
  const where = and(filters.where, found?.condition);
  const capped = found?.rest ?? false;
  const build = (draft: Tx) => {
    if (!capped) return draft.select({ total: count() }).from(keyBunches).where(where);
    const some = draft
      .select({ id: keyBunches.id })
      .from(keyBunches)
      .where(where)
      .limit(COUNTED_MATCHES + 1);
    return draft.select({ total: count() }).from(some.as('some'));
  };
  const key = [filters.key, found?.key, capped].join('|');
  const [row] = await total(tx, key, build, { ...filters.values, ...found?.values });
  const matches = row?.total ?? 0;
  return capped
    ? { total: Math.min(matches, COUNTED_MATCHES), more: matches > COUNTED_MATCHES }
    : { total: matches, more: false };
}
