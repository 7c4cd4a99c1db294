import { and, asc, eq } from 'drizzle-orm';
import type { KeyBunchQuery, ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { COUNTED_MATCHES, KEY_BUNCH_PAGE } from '../../../shared/limits.ts';
import { preparedShapes } from '../../database/prepared.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound } from '../../http/refusal.ts';
import { type Feature, Page, Whole } from '../feature.ts';
import { findMovements } from '../movement/movement.ts';
import { countBunches } from './count.ts';
import { filtersOf } from './filter.ts';
import { type Bunch, bunchColumns, findBunch, keyBunchDetail, keyBunchOf, selectPage } from './key-bunch.ts';
import { behindIdentifier, readPage } from './page.ts';
import { search } from './search.ts';
import { sortOf } from './sort.ts';
import { countMatches } from './total.ts';

/** One page in the wanted order, with the number of all matches. */
async function findPage(tx: Tx, me: Member, query: KeyBunchQuery): Promise<Page<ListedKeyBunch[]>> {
  const found = query.q?.trim() ? await search(tx, query.q.trim()) : null;
  const asked = { query, filters: filtersOf(query, me.locations), found };
  const counting = countMatches(tx, asked);
  // In the order of locations it matters how many match; in every other both are asked for at once.
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

/** So many at once that neither the event loop nor the memory notices a long list. */
const BATCH = 250;
/** Up to here a list without filters is one reply. */
const ONE_PIECE = 1000;

const batch = preparedShapes<Bunch>(bunchColumns);

/** The next of all bunches in order of their identifiers. */
async function readBatch(
  tx: Tx,
  me: Member,
  { limit = BATCH, last }: { limit?: number; last?: ListedKeyBunch } = {},
): Promise<ListedKeyBunch[]> {
  const { key, where, values } = filtersOf({}, me.locations);
  const order = [asc(keyBunches.identifier), asc(keyBunches.id)];
  const build = (draft: Tx) => selectPage(draft, and(where, last && behindIdentifier()), order, limit);
  const sent = { ...values, value: last?.identifier, id: last?.id };
  const shape = [last ? 'next' : 'first', limit, key].join('|');
  return (await batch(tx, shape, build, sent, { afresh: where !== undefined })).map(keyBunchOf);
}

/** Everything, in one piece where it is short; what changes while a long list is on its way may be seen before or after. */
async function findAll(tx: Tx, me: Member): Promise<Page<ListedKeyBunch[]> | Whole<ListedKeyBunch>> {
  const total = await countBunches(tx);
  if (total > ONE_PIECE)
    return new Whole(total, await readBatch(tx, me), (later, last) => readBatch(later, me, { last }));
  // Some may have been added since they were counted.
  const all = await readBatch(tx, me, { limit: 2 * ONE_PIECE });
  return new Page(all, all.length);
}

const findBunches = (tx: Tx, me: Member, query: KeyBunchQuery) =>
  Object.values(query).some((value) => value !== undefined) ? findPage(tx, me, query) : findAll(tx, me);

const listKeyBunches: Feature<'listKeyBunches'> = ({ tx, me, query }) => findBunches(tx, me, query);
const listAllKeyBunches: Feature<'listAllKeyBunches'> = ({ tx, me, query }) => findBunches(tx, me, query);

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
