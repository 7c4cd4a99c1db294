import { eq, getTableColumns, type Placeholder, type SQL, type Subquery, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { HolderRef, KeyBunch, KeyBunchDetail } from '../../../shared/key-bunch.ts';
import type { LocationRef } from '../../../shared/location.ts';
import { literal, prepared } from '../../database/prepared.ts';
import { keyBunchPremises } from '../../database/schema/holders.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';

export const seenAt = alias(locations, 'seen_at');

/** A bunch with its location and the place where it was seen last, as every feature reads it. */
export const bunchColumns = {
  ...getTableColumns(keyBunches),
  location: getTableColumns(locations),
  lastSeenLocation: { id: seenAt.id, name: seenAt.name },
};
export type Bunch = typeof keyBunches.$inferSelect & {
  location: typeof locations.$inferSelect;
  lastSeenLocation: LocationRef | null;
};

/** How a bunch and its location, and a bunch and the place where it was seen, belong together. */
export const isAt = sql`${locations.companyId} = ${keyBunches.companyId} and ${locations.id} = ${keyBunches.locationId}`;
export const wasSeenAt = sql`${seenAt.companyId} = ${keyBunches.companyId} and ${seenAt.id} = ${keyBunches.lastSeenLocationId}`;

/** The bunches the caller may see, each with its location. */
export const selectBunches = (tx: Tx) =>
  tx.select(bunchColumns).from(keyBunches).innerJoin(locations, isAt).leftJoin(seenAt, wasSeenAt);

/** A page of bunches that was taken from their table alone, each with its location; `order` is that of the page. */
export const withLocations = (tx: Tx, page: SelectedBunches, order: SQL[]) =>
  tx
    .select(bunchColumns)
    .from(page)
    .innerJoin(locations, isAt)
    .leftJoin(seenAt, wasSeenAt)
    .orderBy(...order) as unknown as ReturnType<typeof selectBunches>;
type SelectedBunches = Subquery<'key_bunches', Record<string, unknown>>;

/**
 * A page of the bunches the caller may see, as it was selected from their table alone, each with its location. Joined first, policies make
 * the planner expect so few that it reads them all.
 */
export const selectPage = (tx: Tx, where: SQL | undefined, order: SQL[], limit: number) =>
  withLocations(tx, firstBunches(tx, where, order, limit), order);

/** The first bunches in an order, to be read from. */
export const firstBunches = (tx: Tx, where: SQL | undefined, order: SQL[], limit: number) =>
  tx
    .select()
    .from(keyBunches)
    .where(where)
    .orderBy(...order)
    .limit(literal(limit))
    .as('key_bunches');

const bunchOfId = prepared(bunchColumns, (tx) =>
  selectBunches(tx).where(eq(keyBunches.id, sql.placeholder('id'))),
);

/** One bunch, or 404. */
export async function findBunch(tx: Tx, id: number): Promise<Bunch> {
  const [bunch] = await bunchOfId(tx, { id });
  if (!bunch) throw notFound('Key set not found');
  return bunch;
}

const lockedBunchOfId = prepared(bunchColumns, (tx) =>
  selectBunches(tx)
    .where(eq(keyBunches.id, sql.placeholder('id')))
    .for('update', { of: keyBunches }),
);

/**
 * One bunch, locked until the transaction ends: of several commands on it one goes first and the rest see what it did. A statement that
 * waited for the lock while the bunch was moved finds no location beside it, as it joins by what it saw before: the next one does.
 */
export async function lockKeyBunch(tx: Tx, id: number): Promise<Bunch> {
  const [seen] = await lockedBunchOfId(tx, { id });
  const [bunch] = seen ? [seen] : await lockedBunchOfId(tx, { id });
  if (!bunch) throw notFound('Key set not found');
  return bunch;
}

/** One bunch as a call answers it. */
export const readKeyBunch = async (tx: Tx, id: number): Promise<KeyBunchDetail> =>
  keyBunchDetail(await findBunch(tx, id));

/** The reply's form of a bunch, made of the record itself: a list does without a second copy. What is not declared never leaves. */
export const keyBunchOf = (bunch: Bunch): KeyBunch =>
  Object.assign(bunch, {
    description: bunch.keyDescription,
    hasImage: bunch.imageUrl !== null,
    holder: holderOf(bunch.holderName, bunch.holderId, bunch.holderUserId),
    missing: missingOf(bunch),
    short: shortOf(bunch),
  });

const holderOf = (name: string | null, id: number | null, userId: number | null): HolderRef | null =>
  name === null ? null : { name, id, userId };

function shortOf(bunch: Bunch): KeyBunch['short'] {
  if (bunch.shortSince === null) return null;
  return {
    keysPresent: bunch.keysPresent ?? bunch.keyCount,
    fobsPresent: bunch.fobsPresent ?? bunch.fobCount,
    note: bunch.shortNote,
    since: bunch.shortSince,
    lastHolder: holderOf(bunch.shortHolderName, bunch.shortHolderId, null),
  };
}

function missingOf(bunch: Bunch): KeyBunch['missing'] {
  if (bunch.missingSince === null) return null;
  const { id, name } = bunch.lastSeenLocation ?? bunch.location;
  return {
    since: bunch.missingSince,
    lastHolder: holderOf(bunch.lastHolderName, bunch.lastHolderId, bunch.lastHolderUserId),
    lastLocation: { id, name },
    previousStatus: bunch.missingFromStatus,
  };
}

export const keyBunchDetail = (bunch: Bunch): KeyBunchDetail => ({
  ...keyBunchOf(bunch),
  imageUrl: bunch.imageUrl,
});

/** When a bunch was issued and when it was seen, so that never sorts last and first: the expressions of the indexes. */
export const issuedOrNever = sql`case when ${keyBunches.issuedAt} is null then 'infinity' else ${keyBunches.issuedAt} end`;
export const seenOrNever = sql`case when ${keyBunches.lastSeenAt} is null then '-infinity' else ${keyBunches.lastSeenAt} end`;

/** When a bunch is due back; never, without a time or when it is not out. */
export const dueOrNever = sql`case when ${keyBunches.dueAt} is null then 'infinity' else ${keyBunches.dueAt} end`;

/** When the day ends by the company's clock. */
export const END_OF_TODAY = sql`select (date_trunc('day', clock() at time zone timezone) + interval '1 day') at time zone timezone
  from companies`;

/** Where a bunch hangs, in the order of the numbers in it; what has no position sorts last: the expression of the indexes. */
export const positionOrLast = sql`(case when ${keyBunches.position} is null then U&'\\FFFF' else ${keyBunches.position} end)`;
export const NO_POSITION = '\uffff';

/** Keeps the bunches that open premises: named by their ids, so that no plan walks all bunches to find them. */
export const opens = (premisesId: Placeholder): SQL =>
  sql`${keyBunches.id} = any (array(select ${keyBunchPremises.keyBunchId} from ${keyBunchPremises}
    where ${keyBunchPremises.premisesId} = ${premisesId}))`;

/** Issued longer ago than so many hours. The clock is asked once, not for every bunch. */
export const outLongerThan = (hours: number | Placeholder): SQL =>
  sql`(${issuedOrNever}) < (select clock() - make_interval(hours => ${hours}::int))`;
