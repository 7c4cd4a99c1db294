import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { EXPECTED_STATUSES } from '../../../shared/audit.ts';
import { auditLog, auditScans, auditSessions, keyBunches } from '../../database/schema.ts';
import { slices } from '../../database/slices.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../http/refusal.ts';
import type { Feature } from '../feature.ts';
import { type Bunch, selectBunches } from '../key-bunch/key-bunch.ts';
import { record } from '../movement/movement.ts';
import { lockSession } from './audit.ts';
import { type Expected, readExpected, readSeen, readSession, readTouched } from './session.ts';

type Session = typeof auditSessions.$inferSelect;

/**
 * Ends an audit (DECISIONS C-07, D-08, tables b and d), in one transaction: what was seen and was missing becomes present, what was not
 * seen becomes missing, each with its history. A bunch moved, issued, returned or deleted since the start is left alone.
 */
const completeAudit: Feature<'completeAudit'> = async ({ tx, me, params, body }) => {
  const session = await lockSession(tx, me, params.id);
  const expected = (await readExpected(tx, session.id)).filter((row) => row.status !== 'issued');
  const unseen = await unseenOf(tx, session, expected, body.missingBunches ?? null);
  const seenIds = unseen === null ? new Set<number>() : new Set(expected.map((row) => row.keyBunchId));
  for (const id of unseen ?? []) seenIds.delete(id);

  if (unseen !== null) await saveTicks(tx, session, expected, seenIds);
  const bunches = unseen === null ? [] : await untouched(tx, session, expected);
  const found = bunches.filter((bunch) => seenIds.has(bunch.id) && bunch.status === 'missing');
  const lost = bunches.filter((bunch) => !seenIds.has(bunch.id));
  await setStatus(tx, found, 'active');
  await setStatus(tx, lost, 'missing');
  await tx
    .update(auditSessions)
    .set({
      status: 'completed',
      endTime: sql`clock()` as unknown as string,
      totalScanned: seenIds.size,
      missingBunches: lost.map((bunch) => String(bunch.id)),
      ...(body.notes && { notes: body.notes }),
    })
    .where(eq(auditSessions.id, session.id));
  await writeHistory(tx, me, session, found, lost);
  return readSession(tx, session.id);
};

/** The ids not seen; null when nothing was said about any, and then nothing changes (table d). */
async function unseenOf(
  tx: Tx,
  session: Session,
  expected: Expected[],
  missing: number[] | null,
): Promise<Set<number> | null> {
  const ids = new Set(expected.map((row) => row.keyBunchId));
  if (session.mode === 'manual' && missing !== null) {
    if (missing.some((id) => !ids.has(id))) throw refuse(400, 'This key set is not expected in this audit');
    return new Set(missing);
  }
  const scans = await tx.$count(
    auditScans,
    and(eq(auditScans.auditSessionId, session.id), inArray(auditScans.scanResult, ['found', 'withdrawn'])),
  );
  if (session.mode === 'manual' && scans === 0) return null;
  for (const { keyBunchId } of await readSeen(tx, session.id)) ids.delete(keyBunchId);
  return ids;
}

/** One scan row for every bunch seen, and a withdrawal for every tick that the list sent at the end takes back. */
async function saveTicks(
  tx: Tx,
  session: Session,
  expected: Expected[],
  seenIds: Set<number>,
): Promise<void> {
  const saved = new Set((await readSeen(tx, session.id)).map((one) => one.keyBunchId));
  const rows = expected
    .filter((row) => saved.has(row.keyBunchId) !== seenIds.has(row.keyBunchId))
    .map((row) => ({
      auditSessionId: session.id,
      keyBunchId: row.keyBunchId,
      tagScanned: row.currentTag,
      scanResult: seenIds.has(row.keyBunchId) ? ('found' as const) : ('withdrawn' as const),
    }));
  for (const some of slices(rows)) await tx.insert(auditScans).values(some);
}

/** The expected bunches that nothing has happened to since the start, locked in the order of their ids. */
async function untouched(tx: Tx, session: Session, expected: Expected[]): Promise<Bunch[]> {
  const ids = expected.map((row) => row.keyBunchId);
  if (ids.length === 0) return [];
  const bunches = await selectBunches(tx)
    .where(and(inArray(keyBunches.id, ids), eq(keyBunches.locationId, session.locationId)))
    .orderBy(asc(keyBunches.id))
    .for('update', { of: keyBunches });
  const touched = await readTouched(tx, session, ids);
  return bunches.filter((bunch) => EXPECTED_STATUSES.includes(bunch.status) && !touched.has(bunch.id));
}

async function setStatus(tx: Tx, bunches: Bunch[], status: 'active' | 'missing'): Promise<void> {
  const ids = bunches.filter((bunch) => bunch.status !== status).map((bunch) => bunch.id);
  if (ids.length > 0) await tx.update(keyBunches).set({ status }).where(inArray(keyBunches.id, ids));
}

async function writeHistory(
  tx: Tx,
  me: Member,
  session: Session,
  found: Bunch[],
  lost: Bunch[],
): Promise<void> {
  const changed = [
    ...found.map((bunch) => ({ bunch, to: 'active', notes: 'Found in the location audit' })),
    ...lost
      .filter((bunch) => bunch.status !== 'missing')
      .map((bunch) => ({ bunch, to: 'missing', notes: 'Not found in the location audit' })),
  ];
  if (changed.length > 0) {
    await record(
      tx,
      me,
      ...changed.map(({ bunch, to, notes }) => ({
        action: 'status_change' as const,
        bunch,
        at: bunch.location,
        oldTag: bunch.currentTag,
        notes,
        details: { from: bunch.status, to, newStatus: to },
      })),
    );
  }
  const entries = [
    ...found.map((bunch) => ({ bunch, action: 'audit_found', description: 'Audit: found' })),
    ...lost.map((bunch) => ({ bunch, action: 'audit_missing', description: 'Audit: not found' })),
  ];
  const details = { auditSessionId: session.id, location: session.locationName, mode: session.mode };
  for (const some of slices(entries)) {
    await tx.insert(auditLog).values(
      some.map(({ bunch, action, description }) => ({
        action,
        keyBunchId: bunch.id,
        locationId: bunch.locationId,
        description,
        details,
        userFirstName: me.firstName,
        userLastName: me.lastName,
        userEmail: me.email,
      })),
    );
  }
}

export const auditCompleteFeatures = { completeAudit };
