import { and, asc, desc, eq, notInArray, type SQL, sql } from 'drizzle-orm';
import type { KeyBunchQuery, ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { COUNTED_MATCHES, KEY_BUNCH_PAGE } from '../../../shared/limits.ts';
import { rowsOf } from '../../database/prepared.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../http/refusal.ts';
import { type Feature, Page, Whole } from '../feature.ts';
import { findMovements } from '../movement/movement.ts';
import { type Cursor, readCursor, readRankedCursor, writeCursor } from './cursor.ts';
import { filtersOf } from './filter.ts';
import {
  type Bunch,
  bunchColumns,
  findBunch,
  issuedOrNever,
  keyBunchDetail,
  keyBunchOf,
  seenOrNever,
  selectBunches,
} from './key-bunch.ts';
import { type Search, search, UNRANKED } from './search.ts';

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

/** One page in the wanted order, with the number of all matches. */
async function findPage(tx: Tx, query: KeyBunchQuery): Promise<Page<ListedKeyBunch[]>> {
  const found = query.q?.trim() ? await search(tx, query.q.trim()) : null;
  const filters = filtersOf(query);
  const where = and(filters, found?.condition);
  const limit = query.limit ?? KEY_BUNCH_PAGE;
  const counting =
    found?.many && !filters
      ? { total: COUNTED_MATCHES, more: true }
      : countOf(tx, where, found?.rest ?? false);
  const page = found && !query.sort ? rankedPage(tx, query, found) : sortedPage(tx, query, where);
  const [counted, { rows, cursorOf }] = await Promise.all([counting, page]);
  const shown = rows.slice(0, limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  const matches = await found?.matchesOf(shown.map((bunch) => bunch.id));
  const items = shown.map((bunch) => {
    const match = matches?.get(bunch.id);
    return { ...keyBunchOf(bunch), ...(match && { match }) };
  });
  return new Page(items, counted.total, last ? cursorOf(last) : null, counted.more);
}

type Rows = { rows: Bunch[]; cursorOf: (last: Bunch) => string };

/** By a column, the id deciding between equals. */
async function sortedPage(tx: Tx, query: KeyBunchQuery, where: SQL | undefined): Promise<Rows> {
  const asked = query.sort ?? 'identifier';
  const down = asked.startsWith('-');
  const name = down ? asked.slice(1) : asked;
  const sort: Sort = isSort(name) ? name : 'identifier';
  const { by, of } = SORTS[sort];
  const direction = down ? desc : asc;
  const after = query.cursor ? readCursor(query.cursor, isTime(sort), NEVER[sort]) : null;
  const page = selectBunches(tx)
    .where(and(where, after ? beyond(by, down, after) : undefined))
    .orderBy(direction(by), direction(keyBunches.id))
    .limit((query.limit ?? KEY_BUNCH_PAGE) + 1);
  const rows = await rowsOf(tx, bunchColumns, page);
  return { rows, cursorOf: (last) => writeCursor([of(last), last.id]) };
}

/** A comparison of rows, which an index answers at once however deep the page lies. */
const beyond = (by: SQL, down: boolean, [value, id]: Cursor) =>
  down
    ? sql`(${by}, ${keyBunches.id}) < (${value}, ${id})`
    : sql`(${by}, ${keyBunches.id}) > (${value}, ${id})`;

/** By how well they match, then by identifier; what is only known to match comes behind what is ranked. */
async function rankedPage(tx: Tx, query: KeyBunchQuery, found: Search): Promise<Rows> {
  const wanted = (query.limit ?? KEY_BUNCH_PAGE) + 1;
  const after = query.cursor ? readRankedCursor(query.cursor) : null;
  const filters = filtersOf(query);
  const ranks = new Map(found.ranked.ids.map((id, index) => [id, found.ranked.ranks[index] ?? UNRANKED]));
  const { identifier, id } = keyBunches;
  const rows: Bunch[] = [];
  if (ranks.size > 0 && (after?.rank ?? 0) < UNRANKED) {
    const rank = sql`hit.rank`;
    rows.push(
      ...(await selectBunches(tx)
        .innerJoin(
          sql`unnest(${sql.param(found.ranked.ids)}::int[], ${sql.param(found.ranked.ranks)}::int[]) as hit(id, rank)`,
          sql`hit.id = ${id}`,
        )
        .where(
          and(
            filters,
            after
              ? sql`(${rank}, ${identifier}, ${id}) > (${after.rank}, ${after.value}, ${after.id})`
              : undefined,
          ),
        )
        .orderBy(rank, asc(identifier), asc(id))
        .limit(wanted)),
    );
  }
  if (found.rest && rows.length < wanted) {
    const behind =
      after && after.rank >= UNRANKED
        ? beyond(sql`${identifier}`, false, [after.value, after.id])
        : undefined;
    const others = found.ranked.ids.length > 0 ? notInArray(id, found.ranked.ids) : undefined;
    rows.push(
      ...(await selectBunches(tx)
        .where(and(filters, found.condition, others, behind))
        .orderBy(asc(identifier), asc(id))
        .limit(wanted - rows.length)),
    );
  }
  return {
    rows,
    cursorOf: (last) => writeCursor([ranks.get(last.id) ?? UNRANKED, last.identifier, last.id]),
  };
}

/** The number of matches: of a search that nearly everything matches only so far. */
async function countOf(
  tx: Tx,
  where: SQL | undefined,
  capped: boolean,
): Promise<{ total: number; more: boolean }> {
  if (!capped) return { total: await tx.$count(keyBunches, where), more: false };
  const some = tx
    .select({ id: keyBunches.id })
    .from(keyBunches)
    .where(where)
    .limit(COUNTED_MATCHES + 1);
  const total = await tx.$count(some.as('some'));
  return { total: Math.min(total, COUNTED_MATCHES), more: total > COUNTED_MATCHES };
}

const BATCH = 1000;

/** The next of all bunches in order of their identifiers. */
async function readBatch(tx: Tx, last?: ListedKeyBunch): Promise<ListedKeyBunch[]> {
  const batch = selectBunches(tx)
    .where(last && beyond(sql`${keyBunches.identifier}`, false, [last.identifier, last.id]))
    .orderBy(asc(keyBunches.identifier), asc(keyBunches.id))
    .limit(BATCH);
  return (await rowsOf(tx, bunchColumns, batch)).map(keyBunchOf);
}

/** Everything, in one piece where it is short; what changes while a long list is on its way may be seen before or after. */
async function findAll(tx: Tx): Promise<Page<ListedKeyBunch[]> | Whole<ListedKeyBunch>> {
  const first = await readBatch(tx);
  if (first.length < BATCH) return new Page(first, first.length);
  return new Whole(await tx.$count(keyBunches), first, readBatch);
}

const findBunches = (tx: Tx, query: KeyBunchQuery) =>
  Object.values(query).some((value) => value !== undefined) ? findPage(tx, query) : findAll(tx);

const listKeyBunches: Feature<'listKeyBunches'> = ({ tx, query }) => findBunches(tx, query);
const listAllKeyBunches: Feature<'listAllKeyBunches'> = ({ tx, query }) => findBunches(tx, query);

const getKeyBunch: Feature<'getKeyBunch'> = async ({ tx, params }) =>
  keyBunchDetail(await findBunch(tx, params.id));

/** The bunch's movements; those of a bunch that is gone stay readable, one that never was is 404. */
const getKeyBunchHistory: Feature<'getKeyBunchHistory'> = async ({ tx, me, params, query }) => {
  const found = await findMovements(tx, me, { ...query, keyBunchId: params.id });
  if (found.total === 0 && !(await everKnown(tx, params.id))) throw notFound('Key set not found');
  return found;
};

const everKnown = async (tx: Tx, id: number) =>
  (await tx.$count(keyBunches, eq(keyBunches.id, id))) +
    (await tx.$count(movementHistory, eq(movementHistory.keyBunchId, id))) >
  0;

export const keyBunchListFeatures = { listKeyBunches, listAllKeyBunches, getKeyBunch, getKeyBunchHistory };
