import { getTableColumns, type Placeholder, type SQL, type Subquery, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { literal } from '../../database/prepared.ts';
import { keyBunchPremises } from '../../database/schema/holders.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';

export const seenAt = alias(locations, 'seen_at');

/** A bunch with its location and where it was last seen, as every feature reads it. */
export const bunchColumns = {
  ...getTableColumns(keyBunches),
  location: getTableColumns(locations),
  lastSeenLocation: { id: seenAt.id, name: seenAt.name },
};

/** Joins a bunch with its location, and with the location where it was seen. */
export const isAt = sql`${locations.companyId} = ${keyBunches.companyId} and ${locations.id} = ${keyBunches.locationId}`;
export const wasSeenAt = sql`${seenAt.companyId} = ${keyBunches.companyId} and ${seenAt.id} = ${keyBunches.lastSeenLocationId}`;

/** The visible bunches, each with its location. */
export const selectBunches = (tx: Tx) =>
  tx.select(bunchColumns).from(keyBunches).innerJoin(locations, isAt).leftJoin(seenAt, wasSeenAt);

/** Adds locations to a page of bunches; `order` is that of the page. */
export const withLocations = (tx: Tx, page: SelectedBunches, order: SQL[]) =>
  tx
    .select(bunchColumns)
    .from(page)
    .innerJoin(locations, isAt)
    .leftJoin(seenAt, wasSeenAt)
    .orderBy(...order) as unknown as ReturnType<typeof selectBunches>;
type SelectedBunches = Subquery<'key_bunches', Record<string, unknown>>;

/**
 * A page of visible bunches, selected before the join with locations. Joined first, policies make the planner expect so few rows that it
 * reads them all.
 */
export const selectPage = (tx: Tx, where: SQL | undefined, order: SQL[], limit: number) =>
  withLocations(tx, firstBunches(tx, where, order, limit), order);

/** The first bunches in an order, as a subquery. */
export const firstBunches = (tx: Tx, where: SQL | undefined, order: SQL[], limit: number) =>
  tx
    .select()
    .from(keyBunches)
    .where(where)
    .orderBy(...order)
    .limit(literal(limit))
    .as('key_bunches');

/** When a bunch was issued or seen, with never last or first: the expressions of the indexes. */
export const issuedOrNever = sql`case when ${keyBunches.issuedAt} is null then 'infinity' else ${keyBunches.issuedAt} end`;
export const seenOrNever = sql`case when ${keyBunches.lastSeenAt} is null then '-infinity' else ${keyBunches.lastSeenAt} end`;

/** The due time; never sorts last. */
export const dueOrNever = sql`case when ${keyBunches.dueAt} is null then 'infinity' else ${keyBunches.dueAt} end`;

/** End of today by the company's clock. */
export const END_OF_TODAY = sql`select (date_trunc('day', clock() at time zone timezone) + interval '1 day') at time zone timezone
  from companies`;

/** Position in natural order, none last: the expression of the indexes. */
export const positionOrLast = sql`(case when ${keyBunches.position} is null then U&'\\FFFF' else ${keyBunches.position} end)`;
export const NO_POSITION = '\uffff';

/** Bunches that open premises, by id, so that no plan scans all bunches. */
export const opens = (premisesId: Placeholder): SQL =>
  sql`${keyBunches.id} = any (array(select ${keyBunchPremises.keyBunchId} from ${keyBunchPremises}
    where ${keyBunchPremises.premisesId} = ${premisesId}))`;

/** Issued more than this many hours ago. The clock is read once, not per bunch. */
export const outLongerThan = (hours: number | Placeholder): SQL =>
  sql`(${issuedOrNever}) < (select clock() - make_interval(hours => ${hours}::int))`;
