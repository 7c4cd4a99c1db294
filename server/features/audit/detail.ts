import { and, asc, desc, eq, gt, gte, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { AuditBunch, OneAuditSession, Seen } from '../../../shared/audit.ts';
import { EXPECTED_STATUSES } from '../../../shared/audit-words.ts';
import { auditExpected, auditScans, auditSessions } from '../../database/schema/audits.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { users } from '../../database/schema/people.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import { actorOf } from '../history/actor.ts';
import { selectBunches } from '../key-bunch/old.ts';
import { readLate } from './late.ts';
import { expired, type SessionRow, selectSessions, sessionOf } from './session.ts';

/** Seen bunches, newest first, optionally only after a revision. */
export async function readSeen(tx: Tx, id: number, after = -1): Promise<Seen[]> {
  const seen = await tx
    .select({
      keyBunchId: auditExpected.keyBunchId,
      identifier: auditExpected.identifier,
      status: auditExpected.status,
      nfcScanned: auditScans.nfcScanned,
      matched: auditScans.matched,
      timestamp: auditScans.timestamp,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(auditExpected)
    .innerJoin(auditScans, eq(auditScans.id, auditExpected.seenScanId))
    .innerJoin(users, eq(users.id, auditScans.performedBy))
    .where(
      and(
        eq(auditExpected.auditSessionId, id),
        isNotNull(auditExpected.seenScanId),
        gt(auditExpected.revision, after),
      ),
    )
    .orderBy(desc(auditScans.id));
  return seen.map(({ status, firstName, lastName, email, ...scan }) => ({
    ...scan,
    user: actorOf(firstName, lastName, email),
    wasMissing: status === 'missing',
  }));
}

/** A session's expected bunches; issued ones are not. */
export const readExpected = (tx: Tx, id: number) =>
  tx
    .select({ id: auditExpected.keyBunchId, seenScanId: auditExpected.seenScanId })
    .from(auditExpected)
    .where(and(eq(auditExpected.auditSessionId, id), ne(auditExpected.status, 'issued')));

/** An audit skips a bunch after one of these. */
const TOUCHING = ['issue', 'return', 'location_move', 'move', 'deleted'] as const;

/** The session's bunches that changed while it ran. */
export async function readTouched(tx: Tx, session: SessionRow, ids: number[]): Promise<Set<number | null>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ id: movementHistory.keyBunchId })
    .from(movementHistory)
    .where(
      and(
        inArray(movementHistory.keyBunchId, ids),
        gte(movementHistory.timestamp, session.startTime),
        // The index has the numbers, so that no other movements of the bunches are read.
        sql`${movementHistory.seq} >= (select first_movement_since(${session.startTime}::timestamptz))`,
        session.endTime
          ? sql`${movementHistory.timestamp} < ${session.endTime} and ${movementHistory.seq} <= (select last_movement_until(${session.endTime}::timestamptz))`
          : undefined,
        inArray(movementHistory.actionType, [...TOUCHING]),
      ),
    );
  return new Set(rows.map((row) => row.id));
}

/** A session's bunches by value, each with its current state. */
async function readBunches(tx: Tx, session: SessionRow): Promise<AuditBunch[]> {
  const rows = await tx
    .select({ expected: auditExpected, bunch: keyBunches })
    .from(auditExpected)
    .leftJoin(keyBunches, eq(keyBunches.id, auditExpected.keyBunchId))
    .where(eq(auditExpected.auditSessionId, session.id))
    .orderBy(asc(auditExpected.identifier), asc(auditExpected.keyBunchId));
  const ids = rows.map(({ expected }) => expected.keyBunchId);
  const touched = await readTouched(tx, session, ids);
  return rows.map(({ expected: row, bunch }) => ({
    id: row.keyBunchId,
    identifier: row.identifier,
    currentTag: row.currentTag,
    type: row.type,
    status: row.status,
    holder: row.holderName,
    leftAlone:
      touched.has(row.keyBunchId) ||
      (session.status === 'in_progress' && !EXPECTED_STATUSES.includes(bunch?.status ?? '')),
    now: bunch && {
      currentTag: bunch.currentTag,
      status: bunch.status,
      keyCount: bunch.keyCount,
      fobCount: bunch.fobCount,
      keyDescription: bunch.keyDescription,
      premises: bunch.premises.map(({ name, client }) => ({ name, client })),
      position: bunch.position,
      hasNfc: bunch.nfcSerial !== null,
    },
  }));
}

/** A whole session; 404 when the caller may not see its location. */
export async function readSession(tx: Tx, id: number): Promise<OneAuditSession> {
  const [found] = await selectSessions(tx).where(eq(auditSessions.id, id));
  if (!found) throw notFound('Audit session not found');
  const { state } = await readVersion(tx, id);
  const bunches = await readBunches(tx, found.session);
  const seen = await readSeen(tx, id);
  const expected = bunches.filter((bunch) => bunch.status !== 'issued');
  const reply = {
    ...sessionOf(found),
    expected,
    seen,
    out: bunches.filter((bunch) => bunch.status === 'issued'),
    ...(await readRefused(tx, id)),
    state,
  };
  if (found.session.status !== 'completed') return reply;
  const late = await readLate(tx, id);
  const counted = new Set(late.filter((one) => one.seen).map((one) => one.keyBunchId));
  const missing = new Set(found.session.missingBunches);
  const ids = new Set(seen.map((one) => one.keyBunchId));
  return {
    ...reply,
    found: expected.filter((bunch) => bunch.status === 'missing' && ids.has(bunch.id)),
    missing: expected.filter((bunch) => missing.has(String(bunch.id)) && !counted.has(bunch.id)),
    late,
  };
}

/** Refused scans: unexpected bunches and unknown tags. */
async function readRefused(tx: Tx, id: number) {
  const scans = await tx
    .select({
      keyBunchId: auditScans.keyBunchId,
      serial: auditScans.serial,
      nfcScanned: auditScans.nfcScanned,
      identifier: auditScans.identifier,
      locationName: auditScans.locationName,
      notes: auditScans.notes,
      timestamp: auditScans.timestamp,
      scanResult: auditScans.scanResult,
    })
    .from(auditScans)
    .where(and(eq(auditScans.auditSessionId, id), inArray(auditScans.scanResult, ['unexpected', 'unknown'])))
    .orderBy(desc(auditScans.id));
  const once = <T>(result: string, key: (scan: (typeof scans)[number]) => T) => {
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
  return selectBunches(tx).where(or(inArray(keyBunches.id, ids), inArray(keyBunches.nfcSerial, serials)));
}

/** Version of a session: the same `revision` and `state` mean the same content. */
export type Version = { revision: number; state: string };

/**
 * The version of a session, read before its content, so that a concurrent change is at worst read twice; 404 when the caller may not see
 * its location. `state` covers whether it is open, refused scans, and changes of its sets.
 */
export async function readVersion(tx: Tx, id: number): Promise<Version> {
  const { rows } = await tx.execute<Version>(sql`
    with refused as materialized (
      select s.id, s.key_bunch_id, s.serial from audit_scans s
      where s.audit_session_id = ${id} and s.scan_result in ('unexpected', 'unknown')),
    named as (
      select count(*) as sets, sum(extract(epoch from b.updated_at)) as changed from key_bunches b where b.id = any (array(
        select e.key_bunch_id from audit_expected e where e.audit_session_id = ${id}
        union all select key_bunch_id from refused
        union all select linked.id from key_bunches linked where linked.nfc_serial = any (array(select serial from refused)))))
    select audit_sessions.revision, md5(concat_ws(' ', audit_sessions.status, ${expired},
      (select max(id) from refused), named.sets, named.changed)) as state
    from audit_sessions, named where audit_sessions.id = ${id}`);
  const [version] = rows;
  if (!version) throw notFound('Audit session not found');
  return version;
}
