import { and, eq, sql } from 'drizzle-orm';
import { normaliseSerial } from '../../../shared/key-bunch.ts';
import { auditExpected, auditScans, auditSessions, keyBunches } from '../../database/schema.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../http/refusal.ts';
import type { Feature } from '../feature.ts';
import { type Bunch, selectBunches } from '../key-bunch/key-bunch.ts';
import { lockSession } from './audit.ts';
import { readSeen } from './session.ts';

type Session = typeof auditSessions.$inferSelect;

/**
 * A tag held to the reader (DECISIONS S-56): an expected bunch counts once; what hangs here and should not, and a tag nobody knows, is
 * noted and refused.
 */
const scanAudit: Feature<'scanAudit'> = async ({ tx, me, body }) => {
  const session = await lockSession(tx, me, body.auditSessionId);
  const serial = normaliseSerial(body.nfcSerial);
  if (!serial) throw refuse(400, 'NFC serial is required');
  const [bunch] = await selectBunches(tx).where(eq(keyBunches.nfcSerial, serial));
  if (!bunch) {
    await tx
      .insert(auditScans)
      .values({ auditSessionId: session.id, nfcScanned: true, serial, scanResult: 'unknown' });
    throw refuse(404, 'Key bunch not found for this NFC tag', { keep: true });
  }
  await refuseUnexpected(tx, session, bunch, serial);
  const seen = await readSeen(tx, session.id);
  if (seen.some((one) => one.keyBunchId === bunch.id)) {
    throw refuse(409, `${bunch.identifier} has already been scanned in this audit`, {
      code: 'already_scanned',
      identifier: bunch.identifier,
    });
  }
  await expectToo(tx, session, bunch);
  const [scan] = await tx
    .insert(auditScans)
    .values({
      auditSessionId: session.id,
      keyBunchId: bunch.id,
      nfcScanned: true,
      serial,
      tagScanned: bunch.currentTag,
      scanResult: 'found',
    })
    .returning({ id: auditScans.id, timestamp: auditScans.timestamp });
  await setScanned(tx, session.id, seen.length + 1);
  const { id, identifier, currentTag, type, status } = bunch;
  return {
    keyBunch: { id, identifier, currentTag, type, status },
    scan: { id: scan?.id ?? 0, timestamp: scan?.timestamp ?? '' },
    totalScanned: seen.length + 1,
  };
};

async function refuseUnexpected(tx: Tx, session: Session, bunch: Bunch, serial: string): Promise<void> {
  const elsewhere =
    bunch.locationId !== session.locationId || (session.keyType !== null && bunch.type !== session.keyType);
  if (bunch.status !== 'issued' && !elsewhere) return;
  const message =
    bunch.status === 'issued'
      ? `${bunch.identifier} is recorded as issued to ${bunch.holderName}. Return it first.`
      : `${bunch.identifier} is registered at ${bunch.location.name}`;
  await tx.insert(auditScans).values({
    auditSessionId: session.id,
    keyBunchId: bunch.id,
    nfcScanned: true,
    serial,
    tagScanned: bunch.currentTag,
    scanResult: 'unexpected',
    identifier: bunch.identifier,
    locationName: bunch.location.name,
    notes: message,
  });
  throw refuse(409, message, { keep: true, code: 'unexpected', identifier: bunch.identifier });
}

/** A bunch that came here after the start, or was out then and is back, is expected from now on. */
async function expectToo(tx: Tx, session: Session, bunch: Bunch): Promise<void> {
  const added = await tx
    .insert(auditExpected)
    .values({
      auditSessionId: session.id,
      keyBunchId: bunch.id,
      identifier: bunch.identifier,
      currentTag: bunch.currentTag,
      type: bunch.type,
      status: bunch.status,
    })
    .onConflictDoUpdate({
      target: [auditExpected.companyId, auditExpected.auditSessionId, auditExpected.keyBunchId],
      set: { status: bunch.status, currentTag: bunch.currentTag, holderName: null },
      setWhere: eq(auditExpected.status, 'issued'),
    })
    .returning({ id: auditExpected.keyBunchId });
  if (added.length === 0) return;
  await tx
    .update(auditSessions)
    .set({ totalExpected: sql`${auditSessions.totalExpected} + 1` })
    .where(eq(auditSessions.id, session.id));
}

const setScanned = (tx: Tx, id: number, totalScanned: number) =>
  tx.update(auditSessions).set({ totalScanned }).where(eq(auditSessions.id, id));

/** One row of the checklist, saved as it happens: a reload or another device goes on where this one stopped. */
const tickAudit: Feature<'tickAudit'> = async ({ tx, me, params, body }) => {
  const session = await lockSession(tx, me, params.id);
  const [expected] = await tx
    .select()
    .from(auditExpected)
    .where(and(eq(auditExpected.auditSessionId, session.id), eq(auditExpected.keyBunchId, body.keyBunchId)));
  if (!expected || expected.status === 'issued')
    throw refuse(400, 'This key set is not expected in this audit');
  const seen = await readSeen(tx, session.id);
  const before = seen.some((one) => one.keyBunchId === body.keyBunchId);
  if (before === body.seen) return { totalScanned: seen.length };
  await tx.insert(auditScans).values({
    auditSessionId: session.id,
    keyBunchId: body.keyBunchId,
    tagScanned: expected.currentTag,
    scanResult: body.seen ? 'found' : 'withdrawn',
  });
  const totalScanned = seen.length + (body.seen ? 1 : -1);
  await setScanned(tx, session.id, totalScanned);
  return { totalScanned };
};

export const auditScanFeatures = { scanAudit, tickAudit };
