import { all, joined, raw, rows, sql } from '../../database/sql.ts';
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

const COLUMNS = { locationId: 'location_id', type: 'type', status: 'status', hasNfc: 'has_nfc' };
type Column = keyof typeof COLUMNS;
const SUM = raw('coalesce(sum(bunches), 0)::int');

/** Counts grouped by these columns only: each kind is a row to read. */
const countsBy =
  <By extends Column>(...by: By[]) =>
  (tx: Tx, { locationId, type, status }: Kind = {}) => {
    const where = all(
      locationId && sql`location_id = ${locationId}`,
      type && sql`type = ${type}`,
      status && sql`status = ${status}`,
    );
    const selected = [...by.map((name) => raw(`${COLUMNS[name]} as "${name}"`)), sql`${SUM} as bunches`];
    const groups = raw(by.map((name) => COLUMNS[name]).join(', '));
    return rows(
      tx,
      sql<Pick<BunchCount, By | 'bunches'>>`select ${joined(selected, ', ')} from bunch_counts where ${where}
        ${by.length > 0 ? sql`group by ${groups} having ${SUM} <> 0` : sql``}`,
    );
  };

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
