import { and, asc, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm';
import type { AuditBunch, AuditSession, OneAuditSession, Seen } from '../../../shared/audit.ts';
import { AUDIT_VALID_HOURS, EXPECTED_STATUSES } from '../../../shared/audit.ts';
import {
  auditExpected,
  auditScans,
  auditSessions,
  keyBunches,
  movementHistory,
  users,
} from '../../database/schema.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../http/refusal.ts';
import { selectBunches } from '../key-bunch/key-bunch.ts';
import { actorOf } from '../movement/movement.ts';

export type SessionRow = typeof auditSessions.$inferSelect;
export type Expected = typeof auditExpected.$inferSelect;

/** An audit that nobody finished in a day is abandoned, judged when it is read (DECISIONS table d). */
export const expired = sql<boolean>`${auditSessions.status} = 'in_progress'
  and ${auditSessions.startTime} < clock() - make_interval(hours => ${AUDIT_VALID_HOURS})`;

const columns = {
  session: auditSessions,
  expired,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
};
type Found = {
  session: SessionRow;
  expired: boolean;
  firstName: string | null;
  lastName: string | null;
  email: string;
};

/** The sessions the caller may see, with who performs them. */
export const selectSessions = (tx: Tx) =>
  tx.select(columns).from(auditSessions).innerJoin(users, eq(users.id, auditSessions.performedBy));

export function sessionOf({ session, expired: over, firstName, lastName, email }: Found): AuditSession {
  const { locationName, ...rest } = session;
  return {
    ...rest,
    status: over ? 'abandoned' : session.status,
    location: { id: session.locationId, name: locationName },
    user: actorOf(firstName, lastName, email),
  };
}

/** The newest answer for each bunch: seen, or withdrawn again. */
export async function readSeen(tx: Tx, id: number): Promise<Seen[]> {
  const scans = await tx
    .select({
      id: auditScans.id,
      keyBunchId: auditScans.keyBunchId,
      nfcScanned: auditScans.nfcScanned,
      scanResult: auditScans.scanResult,
      timestamp: auditScans.timestamp,
      identifier: auditExpected.identifier,
      status: auditExpected.status,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(auditScans)
    .innerJoin(users, eq(users.id, auditScans.performedBy))
    .innerJoin(
      auditExpected,
      and(
        eq(auditExpected.auditSessionId, auditScans.auditSessionId),
        eq(auditExpected.keyBunchId, auditScans.keyBunchId),
      ),
    )
    .where(and(eq(auditScans.auditSessionId, id), inArray(auditScans.scanResult, ['found', 'withdrawn'])))
    .orderBy(desc(auditScans.id));
  const newest = new Map<number, (typeof scans)[number]>();
  for (const scan of scans) {
    if (scan.keyBunchId !== null && !newest.has(scan.keyBunchId)) newest.set(scan.keyBunchId, scan);
  }
  return [...newest.values()]
    .filter((scan) => scan.scanResult === 'found')
    .map((scan) => ({
      keyBunchId: scan.keyBunchId ?? 0,
      identifier: scan.identifier,
      timestamp: scan.timestamp,
      user: actorOf(scan.firstName, scan.lastName, scan.email),
      nfcScanned: scan.nfcScanned,
      wasMissing: scan.status === 'missing',
    }));
}

export const readExpected = (tx: Tx, id: number): Promise<Expected[]> =>
  tx
    .select()
    .from(auditExpected)
    .where(eq(auditExpected.auditSessionId, id))
    .orderBy(asc(auditExpected.identifier), asc(auditExpected.keyBunchId));

/** Whatever happens to a bunch by these actions puts it out of an audit's reach (DECISIONS table d). */
const TOUCHING = ['issue', 'return', 'location_move', 'move', 'deleted'] as const;

/** Which of a session's bunches something happened to while it ran. */
export async function readTouched(tx: Tx, session: SessionRow, ids: number[]): Promise<Set<number | null>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ id: movementHistory.keyBunchId })
    .from(movementHistory)
    .where(
      and(
        inArray(movementHistory.keyBunchId, ids),
        gte(movementHistory.timestamp, session.startTime),
        session.endTime ? lt(movementHistory.timestamp, session.endTime) : undefined,
        inArray(movementHistory.actionType, [...TOUCHING]),
      ),
    );
  return new Set(rows.map((row) => row.id));
}

/** The bunches of a session by value, each with what the register says of it now. */
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
    },
  }));
}

/** A session whole; 404 when the caller may not see its location. */
export async function readSession(tx: Tx, id: number): Promise<OneAuditSession> {
  const [found] = await selectSessions(tx).where(eq(auditSessions.id, id));
  if (!found) throw notFound('Audit session not found');
  const bunches = await readBunches(tx, found.session);
  const seen = await readSeen(tx, id);
  const expected = bunches.filter((bunch) => bunch.status !== 'issued');
  const reply = {
    ...sessionOf(found),
    expected,
    seen,
    out: bunches.filter((bunch) => bunch.status === 'issued'),
    ...(await readRefused(tx, id)),
  };
  if (found.session.status !== 'completed') return reply;
  const missing = new Set(found.session.missingBunches);
  const ids = new Set(seen.map((one) => one.keyBunchId));
  return {
    ...reply,
    found: expected.filter((bunch) => bunch.status === 'missing' && ids.has(bunch.id)),
    missing: expected.filter((bunch) => missing.has(String(bunch.id))),
  };
}

/** What hung here and should not, and tags that no bunch has: noted when the scan was refused. */
async function readRefused(tx: Tx, id: number) {
  const scans = await tx
    .select({
      keyBunchId: auditScans.keyBunchId,
      serial: auditScans.serial,
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
        timestamp: scan.timestamp,
        linkedTo: bunch ? { id: bunch.id, identifier: bunch.identifier } : null,
      };
    }),
  };
}

/** What the register says today of the sets and tags that were refused. */
async function readNow(tx: Tx, ids: number[], serials: string[]) {
  if (ids.length + serials.length === 0) return [];
  return selectBunches(tx).where(or(inArray(keyBunches.id, ids), inArray(keyBunches.nfcSerial, serials)));
}
