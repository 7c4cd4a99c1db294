import { and, eq, sql } from 'drizzle-orm';
import { preparedShapes } from '../../database/prepared.ts';
import { bunchCounts } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';

/** The number of visible bunches of one kind. */
export type BunchCount = {
  locationId: number;
  type: string;
  status: string;
  hasNfc: boolean;
  bunches: number;
};
/** Counted properties of a bunch. */
export type Kind = {
  locationId?: number | undefined;
  type?: string | undefined;
  status?: string | undefined;
};

const c = bunchCounts;
const columns = { locationId: c.locationId, type: c.type, status: c.status, hasNfc: c.hasNfc };
type Column = keyof typeof columns;
const FILTERS = {
  locationId: eq(c.locationId, sql.placeholder('locationId')),
  type: eq(c.type, sql.placeholder('type')),
  status: eq(c.status, sql.placeholder('status')),
};

/** Counts grouped by these columns only: each kind is a row to read. */
function countsBy<By extends Column>(...by: By[]) {
  const groups = by.map((name) => columns[name]);
  const sum = sql`coalesce(sum(${c.bunches}), 0)::int`;
  const selection = {
    ...Object.fromEntries(by.map((name) => [name, columns[name]])),
    bunches: sum.mapWith(Number),
  };
  const read = preparedShapes<{ bunches: number }>(selection);
  return (tx: Tx, kind: Kind = {}) => {
    const names = (Object.keys(FILTERS) as (keyof Kind)[]).filter((name) => kind[name] !== undefined);
    const build = (draft: Tx) => {
      const some = draft
        .select(selection)
        .from(c)
        .where(and(...names.map((name) => FILTERS[name])));
      return groups.length > 0 ? some.groupBy(...groups).having(sql`${sum} <> 0`) : some;
    };
    return read(tx, names.join(), build, kind) as Promise<Pick<BunchCount, By | 'bunches'>[]>;
  };
}

/** Counts of every kind, for one location. */
export const readCounts = countsBy('locationId', 'type', 'status', 'hasNfc');
export const readCountsByStatus = countsBy('status');
/** Counts of each location, by status and by type. */
export const readCountsOfLocations = {
  byStatus: countsBy('locationId', 'status'),
  byType: countsBy('locationId', 'type'),
};
const readSum = countsBy();

export const sumOf = (rows: readonly Pick<BunchCount, 'bunches'>[]): number =>
  rows.reduce((total, row) => total + row.bunches, 0);

/** Counts by type or status, ordered by name so that equal counts have the same ETag. */
export function sumBy<Key extends 'status' | 'type'>(
  rows: readonly Pick<BunchCount, Key | 'bunches'>[],
  key: Key,
): Record<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[key], (sums.get(row[key]) ?? 0) + row.bunches);
  return Object.fromEntries([...sums].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The number of visible bunches of these kinds. */
export const countBunches = async (tx: Tx, kind: Kind = {}): Promise<number> =>
  sumOf(await readSum(tx, kind));
