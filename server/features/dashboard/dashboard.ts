import { asc, count, desc, getTableColumns, sql } from 'drizzle-orm';
import type { BackupHealth } from '../../../shared/backup.ts';
import type { Dashboard, LocationSummary, Stats } from '../../../shared/dashboard.ts';
import {
  COUNTED_MATCHES,
  DASHBOARD_DUE,
  DASHBOARD_MOVEMENTS,
  FOUND_NOTICES_MAX,
  LONG_OUT_HOURS,
} from '../../../shared/limits.ts';
import { any, hasPermission, meets } from '../../../shared/permissions.ts';
import { readBackupHealth } from '../../backup/state.ts';
import { ask, literal, prepared } from '../../database/prepared.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import type { Feature } from '../feature.ts';
import {
  type BunchCount,
  readCountsByStatus,
  readCountsOfLocations,
  sumBy,
  sumOf,
} from '../key-bunch/count.ts';
import { keyBunchOf } from '../key-bunch/key-bunch.ts';
import { bunchColumns, dueOrNever, issuedOrNever, outLongerThan, selectPage } from '../key-bunch/old.ts';
import { readMovements } from '../movement/movement.ts';
import { readReminderHealth } from '../reminder/reminder.ts';

const MISSING_SHOWN = 5;

/** Counted up to COUNTED_MATCHES, as these are rows. */
const longOut = prepared({ total: count() }, (tx) => {
  const some = tx
    .select({ id: keyBunches.id })
    .from(keyBunches)
    .where(outLongerThan(LONG_OUT_HOURS))
    .orderBy(issuedOrNever)
    .limit(literal(COUNTED_MATCHES + 1));
  return tx.select({ total: count() }).from(some.as('some'));
});

const missingNow = prepared(bunchColumns, (tx) =>
  selectPage(
    tx,
    sql`${keyBunches.status} = 'missing'`,
    [desc(keyBunches.missingSince), desc(keyBunches.id)],
    MISSING_SHOWN,
  ),
);

const allLocations = prepared(getTableColumns(locations), (tx) =>
  tx
    .select()
    .from(locations)
    .orderBy(asc(sql`lower(${locations.name})`), asc(locations.id)),
);

/** Bunches in use or inactive count only in the total. */
function statsOf(
  rows: Pick<BunchCount, 'status' | 'bunches'>[],
  wanted: Awaited<ReturnType<typeof readWanted>>,
): Stats {
  const byStatus = sumBy(rows, 'status');
  return {
    totalBunches: sumOf(rows),
    inUse: byStatus.issued ?? 0,
    missing: byStatus.missing ?? 0,
    present: byStatus.active ?? 0,
    ...wanted,
  };
}

const getDashboardStats: Feature<'getDashboardStats'> = async ({ tx }) =>
  statsOf(...(await Promise.all([readCountsByStatus(tx), readWanted(tx)])));

/** Its parts are read in parallel. */
const getDashboard: Feature<'getDashboard'> = async ({ tx, me, config }) => {
  const [byStatus, byType, wanted, due, long, missing, recentMovements, places, health, backups, notices] =
    await Promise.all([
      readCountsOfLocations.byStatus(tx),
      readCountsOfLocations.byType(tx),
      readWanted(tx),
      readDue(tx),
      longOut(tx),
      missingNow(tx),
      hasPermission(me, 'history:view') ? readMovements(tx, me, { limit: DASHBOARD_MOVEMENTS }) : [],
      hasPermission(me, 'location:view') ? allLocations(tx) : [],
      hasPermission(me, 'system:admin') ? readReminderHealth(tx, config) : null,
      hasPermission(me, 'system:admin') ? readBackupHealth(tx) : null,
      readNotices(tx, me),
    ]);
  const out = long[0]?.total ?? 0;
  return {
    stats: statsOf(byStatus, wanted),
    longOut: Math.min(out, COUNTED_MATCHES),
    longOutMore: out > COUNTED_MATCHES,
    missingNow: missing.map(keyBunchOf),
    due: due.map(keyBunchOf),
    remindersLate: health?.late ? { ranAt: health.ranAt } : null,
    backupLate: backups && lateOf(backups),
    ...notices,
    recentMovements,
    locations: summaries(places, byStatus, byType),
  };
};

const lateOf = ({ takenAt, late, failed }: BackupHealth): Dashboard['backupLate'] =>
  late || failed ? { takenAt, failed } : null;

type Located<Key extends 'status' | 'type'> = Pick<BunchCount, 'locationId' | Key | 'bunches'>;

function summaries(
  places: (typeof locations.$inferSelect)[],
  byStatus: Located<'status'>[],
  byType: Located<'type'>[],
): LocationSummary[] {
  const statuses = byLocation(byStatus);
  const types = byLocation(byType);
  return places.map((place) => {
    const here = statuses.get(place.id) ?? [];
    return {
      ...place,
      total: sumOf(here),
      byStatus: sumBy(here, 'status'),
      byType: sumBy(types.get(place.id) ?? [], 'type'),
    };
  });
}

function byLocation<Row extends { locationId: number }>(rows: Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.locationId);
    if (group) group.push(row);
    else groups.set(row.locationId, [row]);
  }
  return groups;
}

const NOTICES = `select
  case when $1 then (select count(*)::int from (select from found_notices where closed_at is null limit ${FOUND_NOTICES_MAX}) found)
    else 0 end as found,
  case when $2 then (select count(*)::int from webhooks where is_active and paused_at is not null) else 0 end as paused`;

/** Open notices: finders' messages (up to FOUND_NOTICES_MAX) and paused webhooks. */
async function readNotices(tx: Tx, me: Member): Promise<Pick<Dashboard, 'foundNotices' | 'pausedWebhooks'>> {
  const rights = [meets(any('key:edit', 'key:return'), me), meets('system:admin', me)];
  const [row] = await ask<{ found: number; paused: number }>(tx, NOTICES, rights);
  return { foundNotices: row?.found ?? 0, pausedWebhooks: row?.paused ?? 0 };
}

/** The expression of the index. */
const DUE = "(case when due_at is null then 'infinity' else due_at end)";
const counted = (where: string) =>
  `(select count(*)::int from (select from key_bunches where ${where} limit ${COUNTED_MATCHES}) found)`;

const WANTED = `with day as (
    select clock() as now, (date_trunc('day', clock() at time zone timezone) + interval '1 day') at time zone timezone as ends
    from companies)
  select ${counted(`${DUE} < (select now from day)`)} as overdue,
    ${counted(`${DUE} >= (select now from day) and ${DUE} < (select ends from day)`)} as "dueToday",
    ${counted('short_since is not null')} as short`;

/** Numbers of sets that are overdue, due later today by the company's clock, and short, each up to COUNTED_MATCHES. */
async function readWanted(tx: Tx): Promise<Pick<Stats, 'overdue' | 'dueToday' | 'short'>> {
  const [row] = await ask<Pick<Stats, 'overdue' | 'dueToday' | 'short'>>(tx, WANTED, []);
  return row ?? { overdue: 0, dueToday: 0, short: 0 };
}

/** Overdue longest first, then due soonest. */
const readDue = prepared(bunchColumns, (tx) =>
  selectPage(
    tx,
    sql`(${dueOrNever}) < 'infinity'`,
    [sql`(${dueOrNever})`, sql`${keyBunches.id}`],
    DASHBOARD_DUE,
  ),
);

export const dashboardFeatures = { getDashboard, getDashboardStats };
