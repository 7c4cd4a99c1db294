import type { HolderRef, KeyBunch, KeyBunchDetail, SetReservation } from '../../../shared/key-bunch.ts';
import type { LocationRef } from '../../../shared/location.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import { columns, raw, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';

export type Bunch = RowOf<typeof keyBunches> & {
  location: RowOf<typeof locations>;
  lastSeenLocation: LocationRef | null;
  /** Read only where there is one. */
  reservation: SetReservation | null | undefined;
};

/** What is read of a set: its columns, its location, and where it was last seen. */
export const BUNCH = sql<Bunch>`${columns(keyBunches)}, ${columns(locations, { record: 'location' })},
  seen_at.id as "lastSeenLocation.id", seen_at.name as "lastSeenLocation.name",
  case when key_bunches.reserved_until is not null then reservation_of(key_bunches.company_id, key_bunches.id) end as reservation`;
export const IS_AT = raw(
  'locations.company_id = key_bunches.company_id and locations.id = key_bunches.location_id',
);
export const SEEN_AT = raw(
  'left join locations seen_at on seen_at.company_id = key_bunches.company_id and seen_at.id = key_bunches.last_seen_location_id',
);
/** Joins a source named `key_bunches` with the sets' locations. */
const LOCATIONS = sql`join locations on ${IS_AT} ${SEEN_AT}`;

/** The visible sets with their locations, for a `where` and what follows it: ``sql<Bunch>`${BUNCHES} where key_bunches.id = ${id}` ``. */
export const BUNCHES = sql<Bunch>`select ${BUNCH} from key_bunches ${LOCATIONS}`;

/** Sets selected by a statement, with their locations, in that order. */
export const withLocations = (found: Sql, order: Sql): Sql<Bunch> =>
  sql<Bunch>`select ${BUNCH} from (${found}) key_bunches ${LOCATIONS} order by ${order}`;

/** The first sets in an order, without their locations. The limit is part of the text, so that a plan knows it. */
export const firstBunches = (where: Sql, order: Sql, limit: number): Sql =>
  sql`select * from key_bunches where ${where} order by ${order} limit ${raw(limit)}`;

/**
 * The first sets in an order, selected before the join with their locations. Joined first, policies make the planner expect so few rows
 * that it reads them all.
 */
export const pageOfBunches = (where: Sql, order: Sql, limit: number): Sql<Bunch> =>
  withLocations(firstBunches(where, order, limit), order);

/** One bunch, or 404. */
export async function findBunch(tx: Tx, id: number): Promise<Bunch> {
  const bunch = await row(tx, sql<Bunch>`${BUNCHES} where key_bunches.id = ${id}`);
  if (!bunch) throw notFound('Key set not found');
  return bunch;
}

/**
 * One bunch, locked until the transaction ends; concurrent commands on it run one after the other. After a lock wait the join may miss a
 * moved bunch: retry once.
 */
export async function lockKeyBunch(tx: Tx, id: number): Promise<Bunch> {
  const locked = sql<Bunch>`${BUNCHES} where key_bunches.id = ${id} for update of key_bunches`;
  const bunch = (await row(tx, locked)) ?? (await row(tx, locked));
  if (!bunch) throw notFound('Key set not found');
  return bunch;
}

/** One bunch as calls return it. */
export const readKeyBunch = async (tx: Tx, id: number): Promise<KeyBunchDetail> =>
  keyBunchDetail(await findBunch(tx, id));

/** Adds the reply's fields to a record and returns that record: copying long lists costs more. Undeclared fields are never sent. */
export const keyBunchOf = (bunch: Bunch): KeyBunch =>
  Object.assign(bunch, {
    description: bunch.keyDescription,
    hasImage: bunch.imageUrl !== null,
    holder: holderOf(bunch.holderName, bunch.holderId, bunch.holderUserId),
    missing: missingOf(bunch),
    short: shortOf(bunch),
    reservation: bunch.reservation ?? undefined,
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

/** The tags that any bunch of the company wore before. */
export async function tagsWorn(tx: Tx, tags: string[]): Promise<Set<string>> {
  if (tags.length === 0) return new Set();
  const worn = await rows(
    tx,
    sql<{ tag: string }>`select tag from unnest(${tags}::text[]) as t (tag) where tag_was_used(tag)`,
  );
  return new Set(worn.map(({ tag }) => tag));
}

/** When a bunch was issued or seen, with never last or first: the expressions of the indexes. */
export const ISSUED_OR_NEVER = raw(
  `case when key_bunches.issued_at is null then 'infinity' else key_bunches.issued_at end`,
);
export const SEEN_OR_NEVER = raw(
  `case when key_bunches.last_seen_at is null then '-infinity' else key_bunches.last_seen_at end`,
);

/** The due time; never sorts last. */
export const DUE_OR_NEVER = raw(
  `case when key_bunches.due_at is null then 'infinity' else key_bunches.due_at end`,
);

/** End of today by the company's clock. */
export const END_OF_TODAY = sql`select (date_trunc('day', clock() at time zone timezone) + interval '1 day') at time zone timezone
  from companies`;

/** Position in natural order, none last: the expression of the indexes. */
export const POSITION_OR_LAST = raw(
  `(case when key_bunches.position is null then U&'\\FFFF' else key_bunches.position end)`,
);
export const NO_POSITION = '\uffff';

/** Bunches that open premises, by id, so that no plan scans all bunches. */
export const opens = (premisesId: number): Sql =>
  sql`key_bunches.id = any (array(select key_bunch_id from key_bunch_premises where premises_id = ${premisesId}))`;

/** Issued more than this many hours ago. The clock is read once, not per bunch. */
export const outLongerThan = (hours: number): Sql =>
  sql`(${ISSUED_OR_NEVER}) < (select clock() - make_interval(hours => ${hours}::int))`;
