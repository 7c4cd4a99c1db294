import { asc, count, desc, eq, sql } from 'drizzle-orm';
import type { LocationSummary, Stats } from '../../../shared/dashboard.ts';
import { DASHBOARD_MOVEMENTS, LONG_OUT_HOURS } from '../../../shared/limits.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import type { Feature } from '../feature.ts';
import { keyBunchOf, outLongerThan, selectBunches } from '../key-bunch/key-bunch.ts';
import { readMovements } from '../movement/movement.ts';

const MISSING_SHOWN = 5;

type Count = { locationId: number; status: string; type: string; total: number };

/** How many bunches there are by location, status and type: everything the dashboard counts comes from these rows. */
const counts = (tx: Tx): Promise<Count[]> =>
  tx
    .select({
      locationId: keyBunches.locationId,
      status: keyBunches.status,
      type: keyBunches.type,
      total: count(),
    })
    .from(keyBunches)
    .groupBy(keyBunches.locationId, keyBunches.status, keyBunches.type);

const sum = (rows: Count[]) => rows.reduce((total, row) => total + row.total, 0);
const sumBy = (rows: Count[], key: 'status' | 'type') => {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[key], (sums.get(row[key]) ?? 0) + row.total);
  return Object.fromEntries(sums);
};

/** A bunch in use or inactive counts in the total alone. */
function statsOf(rows: Count[]): Stats {
  const byStatus = sumBy(rows, 'status');
  return {
    totalBunches: sum(rows),
    inUse: byStatus.issued ?? 0,
    missing: byStatus.missing ?? 0,
    present: byStatus.active ?? 0,
  };
}

const getDashboardStats: Feature<'getDashboardStats'> = async ({ tx }) => statsOf(await counts(tx));

const getDashboard: Feature<'getDashboard'> = async ({ tx, me }) => {
  const rows = await counts(tx);
  return {
    stats: statsOf(rows),
    longOut: await tx.$count(keyBunches, outLongerThan(LONG_OUT_HOURS)),
    missingNow: (
      await selectBunches(tx)
        .where(eq(keyBunches.status, 'missing'))
        .orderBy(desc(keyBunches.missingSince))
        .limit(MISSING_SHOWN)
    ).map(keyBunchOf),
    recentMovements: hasPermission(me, 'history:view')
      ? await readMovements(tx, { limit: DASHBOARD_MOVEMENTS })
      : [],
    locations: hasPermission(me, 'location:view') ? await summaries(tx, rows) : [],
  };
};

async function summaries(tx: Tx, rows: Count[]): Promise<LocationSummary[]> {
  const places = await tx
    .select()
    .from(locations)
    .orderBy(asc(sql`lower(${locations.name})`), asc(locations.id));
  return places.map((place) => {
    const here = rows.filter((row) => row.locationId === place.id);
    return { ...place, total: sum(here), byStatus: sumBy(here, 'status'), byType: sumBy(here, 'type') };
  });
}

export const dashboardFeatures = { getDashboard, getDashboardStats };
