import type { KeyBunchQuery, ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { COUNTED_MATCHES, KEY_BUNCH_PAGE } from '../../../shared/limits.ts';
import { all, raw, replanned, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import { cutPage } from '../cursor.ts';
import { type Feature, Page, WholeList } from '../feature.ts';
import { readCodes } from '../label/label.ts';
import { findMovements } from '../movement/movement.ts';
import { countBunches } from './count.ts';
import {
  DUE_OR_NEVER,
  findBunch,
  ISSUED_OR_NEVER,
  keyBunchDetail,
  keyBunchOf,
  pageOfBunches,
  SEEN_OR_NEVER,
} from './key-bunch.ts';
import {
  areFewLocations,
  BY_IDENTIFIER,
  behindIdentifier,
  ofEachLocation,
  type PageRequest,
  readPage,
} from './page.ts';
import { filtersOf, sortOf } from './query.ts';
import { search } from './search.ts';

/** One page in the requested order, with the total number of matches. */
async function findPage(tx: Tx, me: Member, query: KeyBunchQuery): Promise<Page<ListedKeyBunch[]>> {
  const found = query.q?.trim() ? await search(tx, query.q.trim()) : null;
  const request = { query, filters: filtersOf(query, me.locations), found };
  const counting = countMatches(tx, request);
  // By location the number of matches decides how to read; other orders count and read at once.
  const few = sortOf(query).name === 'location' && (await counting).total < COUNTED_MATCHES;
  const [counted, { bunches, cursorOf }] = await Promise.all([counting, readPage(tx, request, few)]);
  const { shown, next } = cutPage(bunches, query.limit ?? KEY_BUNCH_PAGE, cursorOf);
  const ids = shown.map((bunch) => bunch.id);
  const labels = query.labels && (await readCodes(tx, ids));
  if (!found && !labels) return new Page(shown.map(keyBunchOf), counted.total, next, counted.more);
  const matches = await found?.matchesOf(ids);
  const items = shown.map((bunch) => {
    const match = matches?.get(bunch.id);
    const meant = found?.meant?.get(bunch.id);
    const label = labels?.get(bunch.id);
    return {
      ...keyBunchOf(bunch),
      ...(match && { match }),
      ...(meant && { meant }),
      ...(label && { label }),
    };
  });
  return new Page(items, counted.total, next, counted.more);
}

/** Batch size: small enough not to block the event loop. */
const BATCH = 250;
/** Up to this many bunches a list without filters is one reply. */
const ONE_PIECE = 1000;

/** The next batch in order of identifier. */
async function readBatch(
  tx: Tx,
  me: Member,
  { limit = BATCH, last }: { limit?: number; last?: ListedKeyBunch } = {},
): Promise<ListedKeyBunch[]> {
  const filters = filtersOf({}, me.locations);
  const behind = last ? behindIdentifier(last.identifier, last.id) : null;
  const page =
    filters.locationIds && areFewLocations(filters)
      ? ofEachLocation(filters.locationIds, behind, BY_IDENTIFIER, limit)
      : replanned(pageOfBunches(all(filters.where, behind), BY_IDENTIFIER, limit), !filters.isAll);
  return (await rows(tx, page)).map(keyBunchOf);
}

/** The whole list, in one reply if short. Changes during a long list may or may not appear. */
async function findAll(tx: Tx, me: Member): Promise<Page<ListedKeyBunch[]> | WholeList<ListedKeyBunch>> {
  const total = await countBunches(tx);
  if (total > ONE_PIECE)
    return new WholeList(total, await readBatch(tx, me), (later, last) => readBatch(later, me, { last }));
  // Some may have been added since the count.
  const all = await readBatch(tx, me, { limit: 2 * ONE_PIECE });
  return new Page(all, all.length);
}

const findBunches = (tx: Tx, me: Member, query: KeyBunchQuery) =>
  Object.values(query).some((value) => value !== undefined) ? findPage(tx, me, query) : findAll(tx, me);

// Two addresses of one list (specification.md S-36): a page with any parameter, without one the whole list.
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
  (await row(
    tx,
    sql`select from key_bunches where id = ${id} union all (select from movement_history where key_bunch_id = ${id} limit 1)`,
  )) !== undefined;

type Total = { total: number; more: boolean };

/**
 * The number of matches: exact for the whole list, for one location, type or status, and for a ranked search; otherwise counted up to
 * COUNTED_MATCHES.
 */
async function countMatches(tx: Tx, { query, filters, found }: PageRequest): Promise<Total> {
  if (!found && filters.isOfKinds) return { total: await countBunches(tx, kindOf(query)), more: false };
  if (found && !found.rest && filters.isAllOfLocations)
    return { total: found.ranked.ids.length, more: found.many };
  if (found?.many && filters.isAllOfLocations) return { total: COUNTED_MATCHES, more: true };
  const named = found !== null && !found.rest;
  const where = all(filters.where, found?.condition);
  const most = raw(COUNTED_MATCHES + 1);
  // In the order of the filter's index, so that no more rows are read than counted.
  const some = named
    ? sql`select from key_bunches where ${where}`
    : query.without && filters.locationIds
      ? countedByLocation(filters.locationIds, where, most)
      : sql`select from key_bunches where ${where} order by ${indexOf(query)} limit ${most}`;
  const counted = sql<{ total: number }>`select count(*)::int as total from (${some}) matches`;
  const matches = (await row(tx, replanned(counted)))?.total ?? 0;
  return named
    ? { total: matches, more: found.many }
    : { total: Math.min(matches, COUNTED_MATCHES), more: matches > COUNTED_MATCHES };
}

/** Location by location: a column that is mostly null would otherwise be sorted whole across locations. */
const countedByLocation = (locationIds: number[], where: Sql, most: Sql): Sql =>
  sql`select from unnest((select ${locationIds}::int[])) location(id), lateral (
    select from key_bunches where ${all(where, sql`key_bunches.location_id = location.id`)} order by key_bunches.identifier limit ${most}) here limit ${most}`;

/** The order of the index that answers the filter. */
function indexOf(query: PageRequest['query']): Sql {
  if (query.changedSince) return raw('key_bunches.last_updated');
  if (query.outHours) return ISSUED_OR_NEVER;
  if (query.notSeenDays) return SEEN_OR_NEVER;
  if (query.due) return DUE_OR_NEVER;
  return raw(query.holderId ? 'key_bunches.due_at' : 'key_bunches.identifier');
}

const kindOf = ({ locationId, type, status }: PageRequest['query']) => ({ locationId, type, status });

export const keyBunchListFeatures = { listKeyBunches, listAllKeyBunches, getKeyBunch, getKeyBunchHistory };
