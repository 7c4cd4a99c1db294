import { asc, count, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { LocationSummary, Stats } from '../../../shared/dashboard.ts';
import { DASHBOARD_MOVEMENTS, LONG_OUT_HOURS } from '../../../shared/limits.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { prepared } from '../../database/prepared.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import type { Feature } from '../feature.ts';
import { bunchColumns, keyBunchOf, outLongerThan, selectBunches } from '../key-bunch/key-bunch.ts';
import { readMovements } from '../movement/movement.ts';

const MISSING_SHOWN = 5;

type Count = { locationId: number; status: string; type: string; total: number };

const countColumns = {
  locationId: keyBunches.locationId,
  status: keyBunches.status,
  type: keyBunches.type,
  total: count(),
};

/** How many bunches there are by location, status and type: everything the dashboard counts comes from these rows. */
const counts = prepared<Count>(countColumns, (tx) =>
  tx.select(countColumns).from(keyBunches).groupBy(keyBunches.locationId, keyBunches.status, keyBunches.type),
);

const longOut = prepared({ total: count() }, (tx) =>
  tx.select({ total: count() }).from(keyBunches).where(outLongerThan(LONG_OUT_HOURS)),
);

const missingNow = prepared(bunchColumns, (tx) =>
  selectBunches(tx)
    .where(eq(keyBunches.status, 'missing'))
    .orderBy(desc(keyBunches.missingSince))
    .limit(MISSING_SHOWN),
);

const allLocations = prepared(getTableColumns(locations), (tx) =>
  tx
    .select()
    .from(locations)
    .orderBy(asc(sql`lower(${locations.name})`), asc(locations.id)),
);

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

/** Its parts are asked for at once. */
const getDashboard: Feature<'getDashboard'> = async ({ tx, me }) => {
  const [rows, long, missing, recentMovements, places] = await Promise.all([
    counts(tx),
    longOut(tx),
    missingNow(tx),
    hasPermission(me, 'history:view') ? readMovements(tx, { limit: DASHBOARD_MOVEMENTS }) : [],
    hasPermission(me, 'location:view') ? allLocations(tx) : [],
  ]);
  return {
    stats: statsOf(rows),
    longOut: long[0]?.total ?? 0,
    missingNow: missing.map(keyBunchOf),
    recentMovements,
    locations: summaries(places, rows),
  };
};

function summaries(places: (typeof locations.$inferSelect)[], rows: Count[]): LocationSummary[] {
  const byLocation = new Map<number, Count[]>(places.map(({ id }) => [id, []]));
  for (const row of rows) byLocation.get(row.locationId)?.push(row);
  return places.map((place) => {
    const here = byLocation.get(place.id) ?? [];
    return { ...place, total: sum(here), byStatus: sumBy(here, 'status'), byType: sumBy(here, 'type') };
  });
}

export const dashboardFeatures = { getDashboard, getDashboardStats };
