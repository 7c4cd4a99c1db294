import type { AuditBunch, AuditTicks, OneAuditSession, Seen } from '../../../shared/audit.ts';
import { EXPECTED_STATUSES } from '../../../shared/audit-words.ts';
import { AUDIT_PAGE } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { auditScans } from '../../database/schema/history.ts';
import { all, columns, raw, replanned, row, rows, run, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import { cutIdPage, idBehind } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { actorOf } from '../history/log.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { besides, compare, isCompared, quickOf } from './compare.ts';
import { readLate } from './late.ts';
import { readMembers, readPeople } from './members.ts';
import { readHooks, readReadings } from './readings.ts';
import {
  ACCOUNT,
  type Account,
  EXPIRED,
  findSession,
  HIDDEN,
  isHidden,
  lockSession,
  mayCancel,
  readingsOf,
  SESSIONS,
  type Session,
  type SessionRow,
  sessionOf,
} from './session.ts';
import { readUndo } from './undoable.ts';

const cancelAudit: Feature<'cancelAudit'> = async ({ tx, me, params }) => {
  const { id } = await lockSession(tx, params.id);
  if (!mayCancel(me, await findSession(tx, id))) throw refuse(403, REFUSALS.forbidden);
  await run(tx, sql`update audit_sessions set status = 'abandoned' where id = ${id}`);
  return readSession(tx, me, id);
};

const getAudit: Feature<'getAudit'> = ({ tx, me, params }) => readSession(tx, me, params.id);

/** Changes since the caller's revision, in few bytes. */
const getAuditTicks: Feature<'getAuditTicks'> = async ({ tx, params: { id }, query: { after } }) => {
  const { isHidden, hasReadings, ...version } = await readVersion(tx, id);
  const unticked = isHidden ? [] : await readUnticked(tx, id, after);
  return {
    ...version,
    seen: isHidden ? [] : await readSeen(tx, id, after),
    ...(hasReadings && { readings: await readReadings(tx, id, { after }) }),
    withdrawn: unticked.map((one) => one.keyBunchId),
    unticked,
    ...(await readPeople(tx, id)),
  };
};

const listAudits: Feature<'listAudits'> = async ({ tx, me, query }) => {
  const { locationId, status, cursor, limit = AUDIT_PAGE } = query;
  const before = idBehind(cursor);
  const where = all(
    before !== undefined && sql`audit_sessions.id < ${before}`,
    locationId !== undefined && sql`audit_sessions.location_id = ${locationId}`,
    status &&
      sql`audit_sessions.status = ${status} and not (${EXPIRED}) ${status === 'abandoned' ? sql`or ${EXPIRED}` : sql``}`,
  );
  const found = await rows(
    tx,
    sql<Session>`${SESSIONS} where ${where} order by audit_sessions.id desc limit ${raw(limit + 1)}`,
  );
  const { shown, next } = cutIdPage(found, limit);
  const members = await readMembers(
    tx,
    shown.map(({ id }) => id),
  );
  const audits = shown.map((session) => sessionOf(me, session, members.get(session.id) ?? []));
  return new Page(audits, null, next);
};

export const auditFeatures = { cancelAudit, getAudit, getAuditTicks, listAudits };

/** Seen bunches, newest first, optionally only after a revision. */
async function readSeen(tx: Tx, id: number, after = -1): Promise<Seen[]> {
  const seen = await rows(
    tx,
    sql<Omit<Seen, 'user'> & Account>`
      select e.key_bunch_id as "keyBunchId", e.identifier, e.status = 'missing' as "wasMissing", s.nfc_scanned as "nfcScanned",
        s.matched, s."timestamp", s.done_at as "doneAt", s.performed_by as "userId", ${ACCOUNT}
      from audit_expected e join audit_scans s on s.id = e.seen_scan_id join users on users.id = s.performed_by
      where e.audit_session_id = ${id} and e.seen_scan_id is not null and e.revision > ${after} order by s.id desc`,
  );
  return seen.map((one) => ({ ...one, user: actorOf(one.firstName, one.lastName, one.email) }));
}

/** Bunches whose ticks were withdrawn after a revision, with the last withdrawal. */
async function readUnticked(tx: Tx, id: number, after: number): Promise<AuditTicks['unticked']> {
  const unticked = await rows(
    tx,
    sql<{ keyBunchId: number; identifier: string; userId: number; doneAt: string } & Account>`
      select e.key_bunch_id as "keyBunchId", e.identifier, s.performed_by as "userId", s.done_at as "doneAt", ${ACCOUNT}
      from audit_expected e
      cross join lateral (select performed_by, done_at from audit_scans w where w.audit_session_id = e.audit_session_id
        and w.key_bunch_id = e.key_bunch_id and w.scan_result = 'withdrawn' order by w.done_at desc, w.id desc limit 1) s
      join users on users.id = s.performed_by
      where e.audit_session_id = ${id} and e.revision > ${after} and e.seen_scan_id is null`,
  );
  return unticked.map(({ firstName, lastName, email, ...one }) => ({
    ...one,
    user: actorOf(firstName, lastName, email),
  }));
}

/** The session's bunches that changed while it ran; an audit skips those. */
export async function readTouched(
  tx: Tx,
  { startTime, endTime }: SessionRow,
  ids: number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  // The index has the numbers, so that no other movements of the bunches are read.
  const ended =
    endTime === null
      ? sql``
      : sql`and "timestamp" < ${endTime} and seq <= (select last_movement_until(${endTime}::timestamptz))`;
  const touched = await rows(
    tx,
    replanned(sql<{ id: number }>`select distinct key_bunch_id as id from movement_history
      where key_bunch_id = any (${ids}) and "timestamp" >= ${startTime}
        and seq >= (select first_movement_since(${startTime}::timestamptz)) ${ended}
        and action_type in ('issue', 'return', 'location_move', 'move', 'deleted')`),
  );
  return new Set(touched.map((one) => one.id));
}

/** A session's bunches by value, each with its current state. */
async function readBunches(tx: Tx, session: SessionRow): Promise<AuditBunch[]> {
  const bunches = await rows(
    tx,
    sql<Omit<AuditBunch, 'leftAlone'>>`
      select e.key_bunch_id as id, e.identifier, e.current_tag as "currentTag", e.type, e.status, e.holder_name as holder,
        b.status as "now.status", b.current_tag as "now.currentTag", b.key_count as "now.keyCount", b.fob_count as "now.fobCount",
        b.key_description as "now.keyDescription", b.premises as "now.premises", b.position as "now.position",
        b.nfc_serial is not null as "now.hasNfc"
      from audit_expected e left join key_bunches b on b.id = e.key_bunch_id
      where e.audit_session_id = ${session.id} order by e.identifier, e.key_bunch_id`,
  );
  const touched = await readTouched(
    tx,
    session,
    bunches.map(({ id }) => id),
  );
  const isOpen = session.status === 'in_progress';
  return bunches.map((bunch) => ({
    ...bunch,
    leftAlone: touched.has(bunch.id) || (isOpen && !EXPECTED_STATUSES.includes(bunch.now?.status ?? '')),
  }));
}

/** A whole session; 404 when the caller may not see its location. */
export async function readSession(tx: Tx, me: Member, id: number): Promise<OneAuditSession> {
  const found = await findSession(tx, id);
  const { state, hasReadings } = await readVersion(tx, id);
  const head = {
    ...sessionOf(me, found, (await readMembers(tx, [id])).get(id) ?? []),
    hooks: hasReadings ? await readHooks(tx, id) : [],
    readings: hasReadings ? await readReadings(tx, id) : [],
    compared: null,
    quick: [],
    accuracy: found.accuracy,
    state,
  };
  if (isHidden(found)) return { ...head, ...NOTHING };
  const bunches = await readBunches(tx, found);
  const seen = await readSeen(tx, id);
  const expected = bunches.filter((bunch) => bunch.status !== 'issued');
  const reply = {
    ...head,
    expected,
    seen,
    out: bunches.filter((bunch) => bunch.status === 'issued'),
    ...(await readRefused(tx, id)),
    undo: await readUndo(tx, me, found),
  };
  if (found.status !== 'completed') return reply;
  const beside = isCompared(found) ? await compare(tx, found, bunches) : null;
  const late = await readLate(tx, found);
  const counted = new Set(late.filter((one) => one.seen && one.isCounted).map((one) => one.keyBunchId));
  const missing = new Set(found.missingBunches);
  const ids = new Set(seen.map((one) => one.keyBunchId));
  return {
    ...reply,
    ...(beside && besides(reply, beside)),
    quick: quickOf(reply),
    found: expected.filter((bunch) => bunch.status === 'missing' && ids.has(bunch.id)),
    missing: expected.filter((bunch) => missing.has(String(bunch.id)) && !counted.has(bunch.id)),
    late,
  };
}

/** What a session that hides its expectation sends instead. */
const NOTHING = { expected: [], seen: [], out: [], unexpected: [], unknown: [], undo: null };

type Scan = RowOf<typeof auditScans>;

/** Refused scans: unexpected bunches and unknown tags. */
async function readRefused(tx: Tx, id: number) {
  const scans = await rows(
    tx,
    sql<Scan>`select ${columns(auditScans)} from audit_scans
      where audit_session_id = ${id} and scan_result in ('unexpected', 'unknown') order by id desc`,
  );
  const once = <T>(result: string, key: (scan: Scan) => T) => {
    const of = scans.filter((scan) => scan.scanResult === result).reverse();
    return [...new Map(of.map((scan) => [key(scan), scan])).values()];
  };
  const unexpected = once('unexpected', (scan) => scan.keyBunchId);
  const unknown = once('unknown', (scan) => scan.serial);
  const now = await readNow(
    tx,
    unexpected.map((scan) => scan.keyBunchId ?? 0),
    unknown.map((scan) => scan.serial ?? ''),
  );
  return {
    unexpected: unexpected.map((scan) => {
      const bunch = now.find((one) => one.id === scan.keyBunchId);
      return {
        keyBunchId: scan.keyBunchId ?? 0,
        identifier: scan.identifier ?? '',
        locationName: scan.locationName ?? '',
        note: scan.notes ?? '',
        timestamp: scan.timestamp,
        now: bunch
          ? { locationId: bunch.locationId, locationName: bunch.location.name, status: bunch.status }
          : null,
      };
    }),
    unknown: unknown.map((scan) => {
      const bunch = now.find((one) => one.nfcSerial === scan.serial);
      return {
        serial: scan.serial ?? '',
        typed: !scan.nfcScanned,
        timestamp: scan.timestamp,
        linkedTo: bunch ? { id: bunch.id, identifier: bunch.identifier } : null,
      };
    }),
  };
}

/** The current state of refused sets and tags. */
async function readNow(tx: Tx, ids: number[], serials: string[]) {
  if (ids.length + serials.length === 0) return [];
  return rows(
    tx,
    sql<Bunch>`${BUNCHES} where key_bunches.id = any (${ids}) or key_bunches.nfc_serial = any (${serials})`,
  );
}

/** Version of a session: the same `revision` and `state` mean the same content. */
type Version = {
  revision: number;
  state: string;
  totalScanned: number;
  totalExpected: number;
  /** Whether its expectation is hidden, and whether hooks are read in it. */
  isHidden: boolean;
  hasReadings: boolean;
};

/**
 * The version of a session, read before its content, so that a concurrent change is at worst read twice; 404 when the caller may not see
 * its location. `state` covers whether it is open, refused scans, and changes of its sets; of a hidden session only the first.
 */
async function readVersion(tx: Tx, id: number): Promise<Version> {
  const version = await row(
    tx,
    sql<Version>`
    with refused as materialized (
      select s.id, s.key_bunch_id, s.serial from audit_scans s
      where s.audit_session_id = ${id} and s.scan_result in ('unexpected', 'unknown')),
    named as (
      select count(*) as sets, sum(extract(epoch from b.updated_at)) as changed from key_bunches b where b.id = any (array(
        select e.key_bunch_id from audit_expected e where e.audit_session_id = ${id}
        union all select key_bunch_id from refused
        union all select linked.id from key_bunches linked where linked.nfc_serial = any (array(select serial from refused)))))
    select audit_sessions.revision, case when ${HIDDEN} then ${readingsOf(raw('audit_sessions.id'))} else total_scanned end as "totalScanned",
      case when ${HIDDEN} then 0 else total_expected end as "totalExpected", ${HIDDEN} as "isHidden",
      blind or kind = 'spot' as "hasReadings",
      md5(case when ${HIDDEN} then concat_ws(' ', audit_sessions.status, ${EXPIRED})
        else concat_ws(' ', audit_sessions.status, ${EXPIRED}, (select max(id) from refused), named.sets, named.changed) end) as state
    from audit_sessions, named where audit_sessions.id = ${id}`,
  );
  if (!version) throw notFound('Audit session not found');
  return version;
}
