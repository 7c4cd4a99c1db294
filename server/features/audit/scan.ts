import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { ScanMatch } from '../../../shared/audit-words.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { auditExpected, auditScans, auditSessions } from '../../database/schema/audits.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { markSeen } from '../custody/sighting.ts';
import type { Feature } from '../feature.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { selectBunches } from '../key-bunch/old.ts';
import { countLate } from './late.ts';
import { findExpected, lockSession, type SessionRow } from './session.ts';

/** A scanned tag or typed code: an expected bunch counts once; an unexpected bunch or an unknown tag is recorded and refused. */
const scanAudit: Feature<'scanAudit'> = async ({ tx, me, body }) => {
  const session = await lockSession(tx, me, body.auditSessionId, body.doneAt);
  const { doneAt = '' } = body;
  const isLate = session.status === 'completed';
  const { nfcSerial: code, typed = false } = body;
  const serial = normaliseSerial(code);
  if (!serial) throw refuse(400, 'NFC serial is required');
  const scanned = await findScanned(tx, session, code, typed);
  if (!scanned) {
    await tx.insert(auditScans).values({
      auditSessionId: session.id,
      nfcScanned: !typed,
      serial,
      scanResult: 'unknown',
      ...(isLate && { doneAt }),
    });
    const former = typed ? await findFormer(tx, session, code) : null;
    if (former !== null)
      throw refuse(404, `This is an old tag of ${former}. Look at the set, then tick it in the checklist.`, {
        keep: true,
        code: 'unknown_tag',
        quotes: true,
      });
    const message = typed
      ? 'No key set has this NFC serial, tag number or set ID'
      : 'Key bunch not found for this NFC tag';
    throw refuse(404, message, { keep: true, code: 'unknown_tag' });
  }
  const { bunch, matched } = scanned;
  if (isLate) {
    await findExpected(tx, session, bunch.id);
    const { id, identifier, currentTag, type, status } = bunch;
    return {
      keyBunch: { id, identifier, currentTag, type, status },
      scan: await countLate(tx, me, session, {
        ...noteOf(session, scanned, serial),
        keyBunchId: id,
        doneAt,
        seen: true,
      }),
      matched,
      totalScanned: session.totalScanned,
      revision: session.revision,
      late: true,
    };
  }
  if (!typed) await markSeen(tx, [bunch.id], session.locationId);
  await refuseUnexpected(tx, session, scanned, serial);
  const added = await expectToo(tx, session, bunch);
  if (!added) await refuseAgain(tx, session, bunch);
  if (typed) await markSeen(tx, [bunch.id], session.locationId);
  const [scan] = await tx
    .insert(auditScans)
    .values({ ...noteOf(session, scanned, serial), scanResult: 'found' })
    .returning({ id: auditScans.id, timestamp: auditScans.timestamp });
  await setSeen(tx, session, bunch.id, scan?.id ?? null);
  const { id, identifier, currentTag, type, status } = bunch;
  return {
    keyBunch: { id, identifier, currentTag, type, status },
    scan: { id: scan?.id ?? 0, timestamp: scan?.timestamp ?? '' },
    matched,
    ...(await countOn(tx, session, { scanned: 1, expected: added ? 1 : 0 })),
  };
};

const noteOf = (session: SessionRow, { bunch, matched }: Scanned, serial: string) => ({
  auditSessionId: session.id,
  keyBunchId: bunch.id,
  nfcScanned: matched === 'nfc',
  matched,
  serial: matched === 'nfc' ? serial : null,
  tagScanned: bunch.currentTag,
});

async function refuseUnexpected(
  tx: Tx,
  session: SessionRow,
  scanned: Scanned,
  serial: string,
): Promise<void> {
  const { bunch } = scanned;
  const elsewhere =
    bunch.locationId !== session.locationId || (session.keyType !== null && bunch.type !== session.keyType);
  if (bunch.status !== 'issued' && !elsewhere) return;
  const message =
    bunch.status === 'issued'
      ? `${bunch.identifier} is recorded as issued to ${bunch.holderName}. Return it first.`
      : `${bunch.identifier} is registered at ${bunch.location.name}`;
  await tx.insert(auditScans).values({
    ...noteOf(session, scanned, serial),
    scanResult: 'unexpected',
    identifier: bunch.identifier,
    locationId: bunch.locationId,
    locationName: bunch.location.name,
    notes: message,
  });
  throw refuse(409, message, { keep: true, code: 'unexpected', quotes: true, identifier: bunch.identifier });
}

/** Adds a bunch that arrived or was returned after the start. Returns whether it is one. */
async function expectToo(tx: Tx, session: SessionRow, bunch: Bunch): Promise<boolean> {
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
  return added.length > 0;
}

async function refuseAgain(tx: Tx, session: SessionRow, bunch: Bunch): Promise<void> {
  const expected = await findExpected(tx, session, bunch.id);
  if (expected.seenScanId === null) return;
  throw refuse(409, `${bunch.identifier} has already been scanned in this audit`, {
    code: 'already_scanned',
    quotes: true,
    identifier: bunch.identifier,
  });
}

/** Stores the scan that saw a bunch; null withdraws it. */
const setSeen = (tx: Tx, session: SessionRow, keyBunchId: number, seenScanId: number | null) =>
  tx
    .update(auditExpected)
    .set({ seenScanId, revision: session.revision + 1 })
    .where(and(eq(auditExpected.auditSessionId, session.id), eq(auditExpected.keyBunchId, keyBunchId)));

/** Counts a change; the session is locked, so the figures are exactly those after it. */
async function countOn(tx: Tx, session: SessionRow, by: { scanned: number; expected: number }) {
  const [now] = await tx
    .update(auditSessions)
    .set({
      totalScanned: sql`${auditSessions.totalScanned} + ${by.scanned}`,
      totalExpected: sql`${auditSessions.totalExpected} + ${by.expected}`,
      revision: sql`${auditSessions.revision} + 1`,
    })
    .where(eq(auditSessions.id, session.id))
    .returning({ totalScanned: auditSessions.totalScanned, revision: auditSessions.revision });
  return now ?? { totalScanned: session.totalScanned, revision: session.revision };
}

/** One row of the checklist, saved immediately: a reload or another device resumes from there. */
const tickAudit: Feature<'tickAudit'> = async ({ tx, me, params, body }) => {
  const { keyBunchId, seen, doneAt = '' } = body;
  const session = await lockSession(tx, me, params.id, body.doneAt);
  const expected = await findExpected(tx, session, keyBunchId);
  const { totalScanned, revision } = session;
  if (session.status === 'completed') {
    await countLate(tx, me, session, { keyBunchId, tagScanned: expected.currentTag, doneAt, seen });
    return { totalScanned, revision, late: true };
  }
  if ((expected.seenScanId !== null) === body.seen) return { totalScanned, revision };
  const [scan] = await tx
    .insert(auditScans)
    .values({
      auditSessionId: session.id,
      keyBunchId: body.keyBunchId,
      tagScanned: expected.currentTag,
      scanResult: body.seen ? 'found' : 'withdrawn',
    })
    .returning({ id: auditScans.id });
  await setSeen(tx, session, body.keyBunchId, body.seen ? (scan?.id ?? null) : null);
  return countOn(tx, session, { scanned: body.seen ? 1 : -1, expected: 0 });
};

type Scanned = { bunch: Bunch; matched: ScanMatch };

/**
 * The scanned bunch, or null. An NFC tag gives a serial; a typed code may also be a tag number or set ID, searched at the audit's location
 * first, ignoring spaces, hyphens and case. 409 when several match.
 */
async function findScanned(
  tx: Tx,
  session: SessionRow,
  code: string,
  typed: boolean,
): Promise<Scanned | null> {
  const serial = normaliseSerial(code);
  const [linked] = await selectBunches(tx).where(eq(keyBunches.nfcSerial, serial));
  if (linked) return { bunch: linked, matched: 'nfc' };
  if (!typed) return null;
  const here = eq(keyBunches.locationId, session.locationId);
  const expected = session.keyType ? and(here, eq(keyBunches.type, session.keyType)) : here;
  return (
    (await findCalled(tx, and(expected, eq(bare(keyBunches.currentTag), serial)), 'tag', code)) ??
    (await findCalled(tx, and(expected, eq(bare(keyBunches.identifier), serial)), 'identifier', code)) ??
    (await findElsewhere(tx, code))
  );
}

/** The set at the audit's location that had this tag before, by identifier, or null. */
async function findFormer(tx: Tx, session: SessionRow, code: string): Promise<string | null> {
  const [last] = await tx
    .select({ identifier: keyBunches.identifier })
    .from(movementHistory)
    .innerJoin(keyBunches, eq(keyBunches.id, movementHistory.keyBunchId))
    .where(and(eq(movementHistory.oldTag, code.trim()), eq(keyBunches.locationId, session.locationId)))
    .orderBy(desc(movementHistory.seq))
    .limit(1);
  return last?.identifier ?? null;
}

/** SQL counterpart of `normaliseSerial`. */
const bare = (column: typeof keyBunches.currentTag | typeof keyBunches.identifier) =>
  sql<string>`upper(regexp_replace(${column}, '[[:space:]:._-]', '', 'g'))`;

async function findCalled(
  tx: Tx,
  called: SQL | undefined,
  matched: ScanMatch,
  code: string,
): Promise<Scanned | null> {
  const [bunch, another] = await selectBunches(tx).where(called).limit(2);
  if (another)
    throw refuse(409, `More than one key set is called ${code}. Tick it in the checklist.`, {
      code: 'ambiguous',
      quotes: true,
    });
  return bunch ? { bunch, matched } : null;
}

/** A set registered elsewhere, by its exact code. */
async function findElsewhere(tx: Tx, code: string): Promise<Scanned | null> {
  const called = or(eq(keyBunches.currentTag, code), eq(keyBunches.identifier, code));
  const found = await findCalled(tx, called, 'identifier', code);
  return found && { ...found, matched: found.bunch.identifier === code ? 'identifier' : 'tag' };
}

export const auditScanFeatures = { scanAudit, tickAudit };
