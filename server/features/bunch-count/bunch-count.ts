import { and, eq, sql } from 'drizzle-orm';
import { preparedShapes } from '../../database/prepared.ts';
import { bunchCounts } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';

/** How many bunches of one kind the caller may see. */
export type BunchCount = {
  locationId: number;
  type: string;
  status: string;
  hasNfc: boolean;
  bunches: number;
};
/** Which kinds are counted. */
export type Kind = {
  locationId?: number | undefined;
  type?: string | undefined;
  status?: string | undefined;
};

const c = bunchCounts;
const bunches = sql<number>`sum(${c.bunches})::int`.mapWith(Number);
const columns = { locationId: c.locationId, type: c.type, status: c.status, hasNfc: c.hasNfc, bunches };
const FILTERS = {
  locationId: eq(c.locationId, sql.placeholder('locationId')),
  type: eq(c.type, sql.placeholder('type')),
  status: eq(c.status, sql.placeholder('status')),
};

const counts = preparedShapes<BunchCount>(columns);

/** The kinds that occur, each with its number: what they hold is never counted row by row. */
export function readCounts(tx: Tx, kind: Kind = {}): Promise<BunchCount[]> {
  const names = (Object.keys(FILTERS) as (keyof Kind)[]).filter((name) => kind[name] !== undefined);
  const build = (draft: Tx) =>
    draft
      .select(columns)
      .from(c)
      .where(and(...names.map((name) => FILTERS[name])))
      .groupBy(c.locationId, c.type, c.status, c.hasNfc)
      .having(sql`sum(${c.bunches}) <> 0`);
  return counts(tx, names.join(), build, kind);
}

export const sumOf = (rows: readonly BunchCount[]): number =>
  rows.reduce((total, row) => total + row.bunches, 0);

/** How many there are of each type or status that occurs, by name: an answer to the same counts is the same, and so is its ETag. */
export function sumBy(rows: readonly BunchCount[], key: 'status' | 'type'): Record<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[key], (sums.get(row[key]) ?? 0) + row.bunches);
  return Object.fromEntries([...sums].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** How many bunches of these kinds the caller may see. */
export const countBunches = async (tx: Tx, kind: Kind = {}): Promise<number> =>
  sumOf(await readCounts(tx, kind));
