import type pg from 'pg';
import {
  COUNTED_MATCHES,
  DASHBOARD_DUE,
  DASHBOARD_MOVEMENTS,
  LONG_OUT_HOURS,
  REPORT_BUNCHES_MAX,
} from '../../shared/limits.ts';
import {
  actorOf,
  ask,
  BUNCHES,
  bunchOf,
  count,
  iso,
  MOVEMENTS,
  missingBunchOf,
  movementOf,
  type Row,
} from './rows.ts';
import type { Caller, Reply } from './session.ts';

const countsBy = (
  ...columns: string[]
) => `select ${columns}, sum(bunches) as total from bunch_counts where company_id = $1
  group by ${columns} having sum(bunches) <> 0`;
const COUNTS = countsBy('status');
const COUNTS_BY_STATUS = countsBy('location_id', 'status');
const COUNTS_BY_TYPE = countsBy('location_id', 'type');
const LONG_OUT = `select count(*) as total from (select id from key_bunches where company_id = $1
  and (case when issued_at is null then 'infinity' else issued_at end) < now() - interval '${LONG_OUT_HOURS} hours'
  order by (case when issued_at is null then 'infinity' else issued_at end) limit ${COUNTED_MATCHES + 1}) long_out`;
const MISSING = `${BUNCHES} where b.company_id = $1 and b.status = 'missing' order by b.missing_since desc limit 5`;
const DUE_OR_NEVER = "(case when b.due_at is null then 'infinity' else b.due_at end)";
const counted = (where: string) =>
  `(select count(*)::int from (select from key_bunches b where b.company_id = $1 and ${where} limit ${COUNTED_MATCHES}) found)`;
const WANTED = `with day as (select (date_trunc('day', now() at time zone timezone) + interval '1 day') at time zone timezone as ends
    from companies where id = $1)
  select ${counted(`${DUE_OR_NEVER} < now()`)} as overdue,
    ${counted(`${DUE_OR_NEVER} >= now() and ${DUE_OR_NEVER} < (select ends from day)`)} as due_today,
    ${counted('short_since is not null')} as short`;
const DUE = `${BUNCHES} where b.company_id = $1 and ${DUE_OR_NEVER} < 'infinity' order by ${DUE_OR_NEVER}, b.id limit ${DASHBOARD_DUE}`;
const LATEST = `${MOVEMENTS} where company_id = $1 order by seq desc limit ${DASHBOARD_MOVEMENTS}`;
const PLACES = `select id, company_id, name, type, description, status from locations where company_id = $1
  order by lower(name), id`;

const countBy = (rows: Row[], key: 'status' | 'type') => {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[String(row[key])] = (sums[String(row[key])] ?? 0) + Number(row.total);
  return sums;
};
const sum = (rows: Row[]) => rows.reduce((total, row) => total + Number(row.total), 0);

function statsOf(rows: Row[], [wanted]: Row[]) {
  const { issued = 0, missing = 0, active = 0 } = countBy(rows, 'status');
  const figures = { totalBunches: sum(rows), inUse: issued, missing, present: active };
  return { ...figures, overdue: wanted?.overdue, dueToday: wanted?.due_today, short: wanted?.short };
}

export const stats = async (pool: pg.Pool, { company }: Caller): Promise<Reply> => ({
  body: statsOf(await ask(pool, 'counts', COUNTS, [company]), await ask(pool, 'wanted', WANTED, [company])),
});

export async function dashboard(pool: pg.Pool, { company }: Caller): Promise<Reply> {
  const own = [company];
  const statuses = await ask(pool, 'counts by status', COUNTS_BY_STATUS, own);
  const types = await ask(pool, 'counts by type', COUNTS_BY_TYPE, own);
  const wanted = await ask(pool, 'wanted', WANTED, own);
  const due = await ask(pool, 'due', DUE, own);
  const longOut = await count(pool, 'long out', LONG_OUT, own);
  const missing = await ask(pool, 'missing', MISSING, own);
  const latest = await ask(pool, 'latest', LATEST, own);
  const places = await ask(pool, 'places', PLACES, own);
  const summaries = places.map(({ company_id: companyId, ...place }) => {
    const ofPlace = (rows: Row[]) => rows.filter((row) => row.location_id === place.id);
    const byStatus = countBy(ofPlace(statuses), 'status');
    return {
      ...place,
      companyId,
      total: Object.values(byStatus).reduce((total, some) => total + some, 0),
      byStatus,
      byType: countBy(ofPlace(types), 'type'),
    };
  });
  return {
    body: {
      stats: statsOf(statuses, wanted),
      longOut: Math.min(longOut, COUNTED_MATCHES),
      longOutMore: longOut > COUNTED_MATCHES,
      missingNow: missing.map(missingBunchOf),
      due: due.map(bunchOf),
      remindersLate: null,
      backupLate: null,
      foundNotices: 0,
      pausedWebhooks: 0,
      mine: { sets: 0, overdue: 0, nextDue: null, asked: 0 },
      recentMovements: latest.map(movementOf),
      locations: summaries,
    },
  };
}

const PLACE = `select id, company_id, name, type, description, status from locations where company_id = $1 and id = $2`;
const INVENTORY = `${BUNCHES} where b.company_id = $1 and b.location_id = $2
  order by case b.status when 'missing' then 0 when 'issued' then 1 else 2 end,
    case when b.issued_at is null then 'infinity' else b.issued_at end, b.identifier, b.id limit ${REPORT_BUNCHES_MAX}`;
const COUNTS_HERE = `select status, type, sum(bunches) as total from bunch_counts where company_id = $1 and location_id = $2
  group by status, type having sum(bunches) <> 0`;
const lastAudit = (
  whole: boolean,
) => `select a.id, a.key_type, a.end_time, a.total_expected, a.total_scanned, u.first_name, u.last_name,
  u.email, c.first_name as completer_first_name, c.last_name as completer_last_name, c.email as completer_email
  from audit_sessions a join users u on u.id = a.performed_by left join users c on c.id = a.completed_by
  where a.company_id = $1 and a.location_id = $2 and a.status = 'completed' ${whole ? 'and a.key_type is null' : ''}
  order by a.end_time desc limit 1`;

export async function report(pool: pg.Pool, { company }: Caller, id: number): Promise<Reply | null> {
  const own = [company, id];
  const [place] = await ask(pool, 'place', PLACE, own);
  if (!place) return null;
  const rows = await ask(pool, 'inventory', INVENTORY, own);
  const counts = await ask(pool, 'counts here', COUNTS_HERE, own);
  const [last] = await ask(pool, 'last audit', lastAudit(false), own);
  const [lastWhole] = await ask(pool, 'last whole audit', lastAudit(true), own);
  const byStatus = countBy(counts, 'status');
  const { active = 0, issued = 0, missing = 0 } = byStatus;
  const { company_id: companyId, ...rest } = place;
  return {
    body: {
      location: { ...rest, companyId },
      summary: { total: sum(counts), active, issued, missing },
      byType: countBy(counts, 'type'),
      byStatus,
      bunches: rows.map(bunchOf),
      next: null,
      lastAudit: auditOf(last),
      lastWholeAudit: auditOf(lastWhole),
      // No audit of the seed compared readings.
      accuracy: null,
    },
  };
}

const auditOf = (row: Row | undefined) =>
  row
    ? {
        id: row.id,
        keyType: row.key_type,
        endTime: iso(row.end_time),
        user: actorOf(row.first_name, row.last_name, row.email),
        completedBy:
          row.completer_email === null
            ? null
            : actorOf(row.completer_first_name, row.completer_last_name, row.completer_email),
        countedBy: [],
        totalExpected: row.total_expected,
        totalScanned: row.total_scanned,
      }
    : null;
