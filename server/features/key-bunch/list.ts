import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm';
import type { KeyBunchQuery, ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { COUNTED_MATCHES, KEY_BUNCH_PAGE } from '../../../shared/limits.ts';
import { literal, preparedShapes } from '../../database/prepared.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import { type Feature, Page, Whole } from '../feature.ts';
import { findMovements } from '../movement/movement.ts';
import { countBunches } from './count.ts';
import { filtersOf } from './filter.ts';
import { type Bunch, findBunch, keyBunchDetail, keyBunchOf } from './key-bunch.ts';
import { bunchColumns, dueOrNever, issuedOrNever, seenOrNever, selectPage } from './old.ts';
import { type Asked, areFewLocations, behindIdentifier, ofEachLocation, readPage } from './page.ts';
import { search } from './search.ts';
import { sortOf } from './sort.ts';

/** One page in the requested order, with the total number of matches. */
async function findPage(tx: Tx, me: Member, query: KeyBunchQuery): Promise<Page<ListedKeyBunch[]>> {
  const found = query.q?.trim() ? await search(tx, query.q.trim()) : null;
  const asked = { query, filters: filtersOf(query, me.locations), found };
  const counting = countMatches(tx, asked);
  // By location the number of matches decides how to read; other orders count and read at once.
  const few = sortOf(query).name === 'location' && (await counting).total < COUNTED_MATCHES;
  const [counted, { rows, cursorOf }] = await Promise.all([counting, readPage(tx, asked, few)]);
  const shown = rows.slice(0, query.limit ?? KEY_BUNCH_PAGE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  const next = last ? cursorOf(last) : null;
  if (!found) return new Page(shown.map(keyBunchOf), counted.total, next, counted.more);
  const matches = await found.matchesOf(shown.map((bunch) => bunch.id));
  const items = shown.map((bunch) => {
    const match = matches.get(bunch.id);
    const meant = found.meant?.get(bunch.id);
    return { ...keyBunchOf(bunch), ...(match && { match }), ...(meant && { meant }) };
  });
  return new Page(items, counted.total, next, counted.more);
}

/** Batch size: small enough not to block the event loop. */
const BATCH = 250;
/** Up to this many bunches a list without filters is one reply. */
const ONE_PIECE = 1000;

const batch = preparedShapes<Bunch>(bunchColumns);

/** The next batch in order of identifier. */
async function readBatch(
  tx: Tx,
  me: Member,
  { limit = BATCH, last }: { limit?: number; last?: ListedKeyBunch } = {},
): Promise<ListedKeyBunch[]> {
  const filters = filtersOf({}, me.locations);
  const { key, where, values } = filters;
  const order = [asc(keyBunches.identifier), asc(keyBunches.id)];
  const behind = last && behindIdentifier();
  const ofEach = areFewLocations(filters);
  const build = (draft: Tx) =>
    ofEach
      ? ofEachLocation(draft, behind, order, limit)
      : selectPage(draft, and(where, behind), order, limit);
  const sent = { ...values, value: last?.identifier, id: last?.id };
  const shape = [ofEach, last ? 'next' : 'first', limit, key].join('|');
  return (await batch(tx, shape, build, sent, { customPlan: !ofEach && where !== undefined })).map(
    keyBunchOf,
  );
}

/** The whole list, in one reply if short. Changes during a long list may or may not appear. */
async function findAll(tx: Tx, me: Member): Promise<Page<ListedKeyBunch[]> | Whole<ListedKeyBunch>> {
  const total = await countBunches(tx);
  if (total > ONE_PIECE)
    return new Whole(total, await readBatch(tx, me), (later, last) => readBatch(later, me, { last }));
  // Some may have been added since the count.
  const all = await readBatch(tx, me, { limit: 2 * ONE_PIECE });
  return new Page(all, all.length);
}

const findBunches = (tx: Tx, me: Member, query: KeyBunchQuery) =>
  Object.values(query).some((value) => value !== undefined) ? findPage(tx, me, query) : findAll(tx, me);

const listKeyBunches: Feature<'listKeyBunches'> = ({ tx, me, query }) => findBunches(tx, me, query);
const listAllKeyBunches: Feature<'listAllKeyBunches'> = ({ tx, me, query }) => findBunches(tx, me, query);

const getKeyBunch: Feature<'getKeyBunch'> = async ({ tx, params }) =>
  keyBunchDetail(await findBunch(tx, params.id));

/** A bunch's movements, also of a deleted one; 404 for one that never existed. */
const getKeyBunchHistory: Feature<'getKeyBunchHistory'> = async ({ tx, me, params, query }) => {
  const found = await findMovements(tx, me, { ...query, keyBunchId: params.id });
  if (found.total === 0 && !(await everKnown(tx, params.id))) throw notFound('Key set not found');
  return found;
};

const everKnown = async (tx: Tx, id: number) =>
  (await tx.$count(keyBunches, eq(keyBunches.id, id))) +
    (await tx.$count(movementHistory, eq(movementHistory.keyBunchId, id))) >
  0;

type Total = { total: number; more: boolean };

const counted = preparedShapes<{ total: number }>({ total: count() });

/**
 * The number of matches: exact for the whole list, for one location, type or status, and for a ranked search; otherwise counted up to
 * COUNTED_MATCHES.
 */
async function countMatches(tx: Tx, { query, filters, found }: Asked): Promise<Total> {
  if (!found && filters.isOfKinds) return { total: await countBunches(tx, kindOf(query)), more: false };
  if (found && !found.rest && filters.isOpen) return { total: found.ranked.ids.length, more: found.many };
  if (found?.many && filters.isOpen) return { total: COUNTED_MATCHES, more: true };
  const named = found !== null && !found.rest;
  const build = (draft: Tx) => {
    const some = draft
      .select({ id: keyBunches.id })
      .from(keyBunches)
      .where(and(filters.where, found?.condition));
    // In the order of the filter's index, so that no more rows are read than counted.
    const capped = named ? some : some.orderBy(indexOf(query)).limit(literal(COUNTED_MATCHES + 1));
    if (named || !query.without || !filters.values.places)
      return draft.select({ total: count() }).from(capped.as('some'));
    return draft.select({ total: count() }).from(sql`(${ofEachPlace(draft, filters.where)}) found`);
  };
  const key = [filters.key, found?.key].join('|');
  const [row] = await counted(tx, key, build, { ...filters.values, ...found?.values }, { customPlan: true });
  const matches = row?.total ?? 0;
  return named
    ? { total: matches, more: found.many }
    : { total: Math.min(matches, COUNTED_MATCHES), more: matches > COUNTED_MATCHES };
}

/** Location by location: a column that is mostly null would otherwise be sorted whole across locations. */
const ofEachPlace = (draft: Tx, where: SQL | undefined): SQL => {
  const most = literal(COUNTED_MATCHES + 1);
  const here = draft
    .select({ id: keyBunches.id })
    .from(keyBunches)
    .where(and(where, sql`${keyBunches.locationId} = place.id`))
    .orderBy(keyBunches.identifier)
    .limit(most);
  return sql`select here.id from unnest((select ${sql.placeholder('places')}::int[])) place(id), lateral (${here}) here limit ${most}`;
};

/** The order of the index that answers the filter. */
function indexOf(query: Asked['query']) {
  if (query.outHours) return issuedOrNever;
  if (query.notSeenDays) return seenOrNever;
  if (query.due) return dueOrNever;
  return query.holderId ? keyBunches.dueAt : keyBunches.identifier;
}

const kindOf = ({ locationId, type, status }: Asked['query']) => ({ locationId, type, status });

export const keyBunchListFeatures = { listKeyBunches, listAllKeyBunches, getKeyBunch, getKeyBunchHistory };
