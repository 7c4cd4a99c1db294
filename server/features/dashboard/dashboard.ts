import type {
  BackupHealth,
  Dashboard,
  FirstSteps,
  LocationSummary,
  Stats,
} from '../../../shared/dashboard.ts';
import {
  COUNTED_MATCHES,
  DASHBOARD_DUE,
  DASHBOARD_MOVEMENTS,
  FOUND_NOTICES_MAX,
  LONG_OUT_HOURS,
} from '../../../shared/limits.ts';
import { any, hasPermission, meets } from '../../../shared/permissions.ts';
import { readBackupHealth } from '../../backup/schedule.ts';
import { raw, row, rows, run, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { RECEIVED } from '../custody/mine.ts';
import type { Feature } from '../feature.ts';
import {
  type BunchCount,
  readCountsByStatus,
  readCountsOfLocations,
  sumBy,
  sumOf,
} from '../key-bunch/count.ts';
import {
  DUE_OR_NEVER,
  ISSUED_OR_NEVER,
  keyBunchOf,
  outLongerThan,
  pageOfBunches,
} from '../key-bunch/key-bunch.ts';
import { LOCATIONS, type LocationRow } from '../location/location.ts';
import { readMovements } from '../movement/movement.ts';
import { readReminderHealth } from '../setting/reminder.ts';

const MISSING_SHOWN = 5;

/** Counted up to COUNTED_MATCHES, as these are rows. */
const LONG_OUT = sql<{ total: number }>`select count(*)::int as total from (select from key_bunches
  where ${outLongerThan(LONG_OUT_HOURS)} order by ${ISSUED_OR_NEVER} limit ${raw(COUNTED_MATCHES + 1)}) found`;

const MISSING_NOW = pageOfBunches(
  sql`key_bunches.status = 'missing'`,
  sql`key_bunches.missing_since desc, key_bunches.id desc`,
  MISSING_SHOWN,
);

/** Overdue longest first, then due soonest. */
const DUE = pageOfBunches(
  sql`(${DUE_OR_NEVER}) < 'infinity'`,
  sql`(${DUE_OR_NEVER}), key_bunches.id`,
  DASHBOARD_DUE,
);

/** What the caller has, and is asked to take over. */
const MINE = sql<
  Dashboard['mine']
>`select count(*)::int as sets, (count(*) filter (where due_at < (select clock())))::int as overdue,
    min(due_at) filter (where due_at >= (select clock())) as "nextDue", (${RECEIVED}) as asked
  from key_bunches where holder_id = (select id from holders where user_id = own_user())`;

const BY_NAME = sql<LocationRow>`${LOCATIONS} order by lower(name), id`;

/** Bunches in use or inactive count only in the total. */
function statsOf(rows: Pick<BunchCount, 'status' | 'bunches'>[], wanted: CustodyStats): Stats {
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
  const [
    byStatus,
    byType,
    wanted,
    due,
    long,
    missing,
    recentMovements,
    locations,
    health,
    backups,
    notices,
    mine,
  ] = await Promise.all([
    readCountsOfLocations.byStatus(tx),
    readCountsOfLocations.byType(tx),
    readWanted(tx),
    rows(tx, DUE),
    row(tx, LONG_OUT),
    rows(tx, MISSING_NOW),
    hasPermission(me, 'history:view') ? readMovements(tx, me, { limit: DASHBOARD_MOVEMENTS }) : [],
    hasPermission(me, 'location:view') ? rows(tx, BY_NAME) : [],
    hasPermission(me, 'system:admin') ? readReminderHealth(tx, config) : null,
    hasPermission(me, 'system:admin') ? readBackupHealth(tx) : null,
    readNotices(tx, me),
    row(tx, MINE),
  ]);
  const out = long?.total ?? 0;
  return {
    stats: statsOf(byStatus, wanted),
    longOut: Math.min(out, COUNTED_MATCHES),
    longOutMore: out > COUNTED_MATCHES,
    missingNow: missing.map(keyBunchOf),
    due: due.map(keyBunchOf),
    remindersLate: health?.late ? { ranAt: health.ranAt } : null,
    backupLate: backups && lateOf(backups),
    ...notices,
    mine: mine ?? { sets: 0, overdue: 0, nextDue: null, asked: 0 },
    recentMovements,
    locations: summaries(locations, byStatus, byType),
  };
};

const lateOf = ({ takenAt, late, failed }: BackupHealth): Dashboard['backupLate'] =>
  late || failed ? { takenAt, failed } : null;

type Located<Key extends 'status' | 'type'> = Pick<BunchCount, 'locationId' | Key | 'bunches'>;

function summaries(
  locations: LocationRow[],
  byStatus: Located<'status'>[],
  byType: Located<'type'>[],
): LocationSummary[] {
  const statuses = byLocation(byStatus);
  const types = byLocation(byType);
  return locations.map((location) => {
    const here = statuses.get(location.id) ?? [];
    return {
      ...location,
      total: sumOf(here),
      byStatus: sumBy(here, 'status'),
      byType: sumBy(types.get(location.id) ?? [], 'type'),
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

type Notices = { found: number; paused: number };

/** Open notices: finders' messages (up to FOUND_NOTICES_MAX) and paused webhooks. */
async function readNotices(tx: Tx, me: Member): Promise<Pick<Dashboard, 'foundNotices' | 'pausedWebhooks'>> {
  const notices = await row(
    tx,
    sql<Notices>`select
      case when ${meets(any('key:edit', 'key:return'), me)} then (select count(*)::int
        from (select from found_notices where closed_at is null limit ${raw(FOUND_NOTICES_MAX)}) found) else 0 end as found,
      case when ${meets('system:admin', me)} then (select count(*)::int from webhooks where is_active and paused_at is not null)
        else 0 end as paused`,
  );
  return { foundNotices: notices?.found ?? 0, pausedWebhooks: notices?.paused ?? 0 };
}

const counted = (where: Sql) =>
  sql`(select count(*)::int from (select from key_bunches where ${where} limit ${raw(COUNTED_MATCHES)}) found)`;

type CustodyStats = Pick<Stats, 'overdue' | 'dueToday' | 'short'>;
const CUSTODY_STATS = sql<CustodyStats>`with day as (
    select clock() as now, (date_trunc('day', clock() at time zone timezone) + interval '1 day') at time zone timezone as ends
    from companies)
  select ${counted(sql`(${DUE_OR_NEVER}) < (select now from day)`)} as overdue,
    ${counted(sql`(${DUE_OR_NEVER}) >= (select now from day) and (${DUE_OR_NEVER}) < (select ends from day)`)} as "dueToday",
    ${counted(sql`short_since is not null`)} as short`;

/** Numbers of sets that are overdue, due later today by the company's clock, and short, each up to COUNTED_MATCHES. */
const readWanted = async (tx: Tx): Promise<CustodyStats> =>
  (await row(tx, CUSTODY_STATS)) ?? { overdue: 0, dueToday: 0, short: 0 };

const getBackupHealth: Feature<'getBackupHealth'> = ({ tx }) => readBackupHealth(tx);

export const dashboardFeatures = { getDashboard, getDashboardStats, getBackupHealth };

/** Each is the first entry of an index, also where other companies have many rows and this one has none. */
const STEPS = sql<FirstSteps>`select
  (select id from locations order by id limit 1) is not null as locations,
  (select id from key_bunches order by id limit 1) is not null as sets,
  (select token from labels order by token limit 1) is not null as labels,
  (select id from holders order by id offset 1 limit 1) is not null as people,
  (select user_id from holders where user_id is not null order by user_id offset 1 limit 1) is not null as team`;

const getFirstSteps: Feature<'getFirstSteps'> = async ({ tx }) => {
  const steps = await row(tx, STEPS);
  if (!steps) throw new Error('The database returned no steps');
  return steps;
};

/** For all administrators of the company. */
const dismissFirstSteps: Feature<'dismissFirstSteps'> = async ({ tx }) => {
  await run(
    tx,
    sql`update companies set first_steps_dismissed_at = clock() where first_steps_dismissed_at is null`,
  );
  return { message: 'First steps dismissed' };
};

export const firstStepsFeatures = { getFirstSteps, dismissFirstSteps };
