import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { AuditBunch, AuditSession, OneAuditSession, Seen } from '../../shared/audit.ts';
import { AUDIT_VALID_HOURS } from '../../shared/audit.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { hasPermission } from '../../shared/permissions.ts';
import { auditExpected, auditScans, auditSessions, keyBunches, users } from '../database/schema.ts';
import type { Feature } from '../feature.ts';
import { notFound, refuse } from '../refusal.ts';
import type { Member, Tx } from '../tenant.ts';
import { selectBunches } from './key-bunch.ts';
import { destination } from './location.ts';
import { actorOf } from './movement.ts';

type Row = typeof auditSessions.$inferSelect;
export type Expected = typeof auditExpected.$inferSelect;

/** An audit that nobody finished in a day is abandoned, judged when it is read (DECISIONS table d). */
const expired = sql<boolean>`${auditSessions.status} = 'in_progress'
  and ${auditSessions.startTime} < clock() - make_interval(hours => ${AUDIT_VALID_HOURS})`;

const columns = {
  session: auditSessions,
  expired,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
};
type Found = {
  session: Row;
  expired: boolean;
  firstName: string | null;
  lastName: string | null;
  email: string;
};

/** The sessions the caller may see, with who performs them. */
const selectSessions = (tx: Tx) =>
  tx.select(columns).from(auditSessions).innerJoin(users, eq(users.id, auditSessions.performedBy));

function sessionOf({ session, expired: over, firstName, lastName, email }: Found): AuditSession {
  const { locationName, ...rest } = session;
  return {
    ...rest,
    status: over ? 'abandoned' : session.status,
    location: { id: session.locationId, name: locationName },
    user: actorOf(firstName, lastName, email),
  };
}

/**
 * A session to act on, locked: 404 when out of sight, 403 when it is somebody else's and audit:edit is missing (DECISIONS S-20), 409
 * when it is over.
 */
export async function takeSession(tx: Tx, me: Member, id: number): Promise<Row> {
  const [session] = await tx.select().from(auditSessions).where(eq(auditSessions.id, id)).for('update');
  if (!session) throw notFound('Audit session not found');
  if (session.performedBy !== me.userId && !hasPermission(me, 'audit:edit'))
    throw refuse(403, REFUSALS.forbidden);
  const over = await tx.$count(auditSessions, and(eq(auditSessions.id, id), expired));
  if (session.status !== 'in_progress' || over > 0) throw refuse(409, 'Audit session is not in progress');
  return session;
}

/** Statuses that are expected on their hook; issued and configured ones say why they are not (DECISIONS S-54). */
const EXPECTED = ['active', 'missing', 'inactive', 'in_use'];

/** Fixes what is expected now, and who has what is out, by value; the caller's older session here is abandoned. */
const startAudit: Feature<'startAudit'> = async ({ tx, me, body }) => {
  const place = await destination(tx, body.locationId);
  const here = await selectBunches(tx)
    .where(
      and(
        eq(keyBunches.locationId, place.id),
        inArray(keyBunches.status, [...EXPECTED, 'issued']),
        body.keyType ? eq(keyBunches.type, body.keyType) : undefined,
      ),
    )
    .orderBy(asc(keyBunches.identifier), asc(keyBunches.id));
  const expected = here.filter((bunch) => bunch.status !== 'issued');
  if (expected.length === 0) throw refuse(400, 'No keys to audit at this location');
  await tx
    .update(auditSessions)
    .set({ status: 'abandoned' })
    .where(
      and(
        eq(auditSessions.locationId, place.id),
        eq(auditSessions.performedBy, me.userId),
        eq(auditSessions.status, 'in_progress'),
      ),
    );
  const [session] = await tx
    .insert(auditSessions)
    .values({
      locationId: place.id,
      locationName: place.name,
      keyType: body.keyType ?? null,
      mode: body.mode ?? 'manual',
      notes: body.notes ?? null,
      totalExpected: expected.length,
    })
    .returning({ id: auditSessions.id });
  const id = session?.id ?? 0;
  await tx.insert(auditExpected).values(
    here.map((bunch) => ({
      auditSessionId: id,
      keyBunchId: bunch.id,
      identifier: bunch.identifier,
      currentTag: bunch.currentTag,
      type: bunch.type,
      status: bunch.status,
      holderName: bunch.holderName,
    })),
  );
  return readSession(tx, id);
};

const cancelAudit: Feature<'cancelAudit'> = async ({ tx, me, params }) => {
  const session = await takeSession(tx, me, params.id);
  await tx.update(auditSessions).set({ status: 'abandoned' }).where(eq(auditSessions.id, session.id));
  return readSession(tx, session.id);
};

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

const bunchOf = (row: Expected): AuditBunch => ({
  id: row.keyBunchId,
  identifier: row.identifier,
  currentTag: row.currentTag,
  type: row.type,
  status: row.status,
  holder: row.holderName,
});

/** A session whole; 404 when the caller may not see its location. */
export async function readSession(tx: Tx, id: number): Promise<OneAuditSession> {
  const [found] = await selectSessions(tx).where(eq(auditSessions.id, id));
  if (!found) throw notFound('Audit session not found');
  const rows = await readExpected(tx, id);
  const seen = await readSeen(tx, id);
  const expected = rows.filter((row) => row.status !== 'issued');
  const reply = { ...sessionOf(found), expected: expected.map(bunchOf), seen };
  if (found.session.status !== 'completed') return reply;
  const missing = new Set(found.session.missingBunches);
  const ids = new Set(seen.map((one) => one.keyBunchId));
  return {
    ...reply,
    found: expected.filter((row) => row.status === 'missing' && ids.has(row.keyBunchId)).map(bunchOf),
    missing: expected.filter((row) => missing.has(String(row.keyBunchId))).map(bunchOf),
    out: rows.filter((row) => row.status === 'issued').map(bunchOf),
    ...(await readRefused(tx, id)),
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
  const once = <T>(items: typeof scans, key: (scan: (typeof scans)[number]) => T) => [
    ...new Map([...items].reverse().map((scan) => [key(scan), scan])).values(),
  ];
  const of = (result: string) => scans.filter((scan) => scan.scanResult === result);
  return {
    unexpected: once(of('unexpected'), (scan) => scan.keyBunchId).map((scan) => ({
      keyBunchId: scan.keyBunchId ?? 0,
      identifier: scan.identifier ?? '',
      locationName: scan.locationName ?? '',
      note: scan.notes ?? '',
      timestamp: scan.timestamp,
    })),
    unknown: once(of('unknown'), (scan) => scan.serial).map((scan) => ({
      serial: scan.serial ?? '',
      timestamp: scan.timestamp,
    })),
  };
}

const getAudit: Feature<'getAudit'> = ({ tx, params }) => readSession(tx, params.id);

const RECENT = 50;

const listAudits: Feature<'listAudits'> = async ({ tx, query }) => {
  const found = await selectSessions(tx)
    .where(
      and(
        query.locationId ? eq(auditSessions.locationId, query.locationId) : undefined,
        query.status === 'in_progress'
          ? and(eq(auditSessions.status, 'in_progress'), sql`not (${expired})`)
          : query.status
            ? eq(auditSessions.status, query.status)
            : undefined,
      ),
    )
    .orderBy(desc(auditSessions.id))
    .limit(RECENT);
  return found.map(sessionOf);
};

export const auditFeatures = { startAudit, cancelAudit, getAudit, listAudits };
