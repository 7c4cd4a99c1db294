import { isBetween } from '../../../shared/audit-parts.ts';
import type { ScanMatch } from '../../../shared/audit-words.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { auditExpected } from '../../database/schema/history.ts';
import { all, insert, raw, row, rows, run, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { markSeen } from '../custody/custody.ts';
import type { Feature } from '../feature.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { findSeen, findUnticked, settle } from './count.ts';
import { countLate } from './late.ts';
import { hear } from './members.ts';
import {
  findExpected,
  lockSession,
  type NewScan,
  recordScan,
  refuseHidden,
  type SessionRow,
} from './session.ts';

/**
 * A scanned tag or typed code: an expected bunch counts once; an unexpected bunch or an unknown tag is recorded and refused. So is a scan of a
 * bunch that was counted before.
 */
const scanAudit: Feature<'scanAudit'> = async ({ tx, me, body }) => {
  const { nfcSerial: code, typed = false, doneAt } = body;
  const session = await lockSession(tx, body.auditSessionId, doneAt);
  refuseHidden(session);
  const serial = normaliseSerial(code);
  if (!serial) throw refuse(400, 'NFC serial is required');
  const scanned = await findScanned(tx, session, code, typed);
  if (!scanned) {
    await hear(tx, session);
    await recordScan(tx, session, { nfcScanned: !typed, serial, scanResult: 'unknown' }, doneAt);
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
  const { id, identifier, currentTag, type, status } = bunch;
  const keyBunch = { id, identifier, currentTag, type, status };
  if (session.status === 'completed') {
    await findExpected(tx, session, bunch.id);
    await hear(tx, session);
    const scan = await countLate(tx, me, session, { ...noteOf(scanned, serial), doneAt, seen: true });
    const { totalScanned, revision } = session;
    return { keyBunch, scan, matched, totalScanned, revision, late: true };
  }
  if (!typed) await markSeen(tx, [bunch.id], session.locationId);
  await refuseUnexpected(tx, session, scanned, { serial, doneAt });
  const added = await expectToo(tx, session, bunch);
  if (!added) await findExpected(tx, session, bunch.id);
  if (typed) await markSeen(tx, [bunch.id], session.locationId);
  const scan = await recordScan(tx, session, { ...noteOf(scanned, serial), scanResult: 'found' }, doneAt);
  await hear(tx, session, { lastScanId: scan.id });
  const now = await settle(tx, session, [bunch.id], added ? 1 : 0);
  if (!now) throw await uncounted(tx, session, bunch);
  return { keyBunch, scan, matched, ...now };
};

export const noteOf = ({ bunch, matched }: Scanned, serial: string) => ({
  keyBunchId: bunch.id,
  nfcScanned: matched === 'nfc',
  matched,
  serial: matched === 'nfc' ? serial : null,
  tagScanned: bunch.currentTag,
});

/**
 * Why a scanned set does not belong to the session, as it is recorded; null when it does. `hook`: where it was read, if known. A set that is
 * registered on that hook belongs to a spot check that drew another set there.
 */
export async function strayOf(
  tx: Tx,
  session: SessionRow,
  scanned: Scanned,
  { serial, hook = null }: { serial: string; hook?: string | null },
): Promise<(NewScan & { notes: string }) | null> {
  const { bunch } = scanned;
  const notes = await whyStray(tx, session, bunch, hook);
  if (notes === null) return null;
  return {
    ...noteOf(scanned, serial),
    scanResult: 'unexpected',
    identifier: bunch.identifier,
    locationId: bunch.locationId,
    locationName: bunch.location.name,
    notes,
  };
}

async function whyStray(
  tx: Tx,
  session: SessionRow,
  bunch: Bunch,
  hook: string | null,
): Promise<string | null> {
  const { identifier, position } = bunch;
  const { kind, keyType, locationId, fromHook, toHook } = session;
  if (bunch.status === 'issued')
    return `${identifier} is recorded as issued to ${bunch.holderName}. Return it first.`;
  if (bunch.locationId !== locationId || (keyType !== null && bunch.type !== keyType))
    return `${identifier} is registered at ${bunch.location.name}`;
  const isIn =
    kind === 'full' ||
    (kind === 'part' && isBetween(position, fromHook ?? '', toHook ?? '')) ||
    (kind === 'spot' && ((hook !== null && position === hook) || (await isExpected(tx, session, bunch.id))));
  if (isIn) return null;
  return `${identifier} is registered ${position === null ? 'without a hook' : `on hook ${position}`}, which is not in this audit`;
}

const isExpected = async (tx: Tx, session: SessionRow, id: number) =>
  (await run(
    tx,
    sql`select from audit_expected where audit_session_id = ${session.id} and key_bunch_id = ${id}`,
  )) > 0;

async function refuseUnexpected(
  tx: Tx,
  session: SessionRow,
  scanned: Scanned,
  { serial, doneAt }: { serial: string; doneAt: string | undefined },
): Promise<void> {
  const stray = await strayOf(tx, session, scanned, { serial });
  if (!stray) return;
  await hear(tx, session);
  await recordScan(tx, session, stray, doneAt);
  const { notes: message, identifier = '' } = stray;
  throw refuse(409, message, { keep: true, code: 'unexpected', quotes: true, identifier: identifier ?? '' });
}

/** Adds a bunch that arrived or was returned after the start. Returns whether it is one. */
export async function expectToo(tx: Tx, session: SessionRow, bunch: Bunch): Promise<boolean> {
  const { id: keyBunchId, identifier, currentTag, type, status, position } = bunch;
  const expected = {
    ...{ auditSessionId: session.id, keyBunchId, identifier, currentTag, type, status, position },
    keyCount: bunch.keysPresent ?? bunch.keyCount,
    fobCount: bunch.fobsPresent ?? bunch.fobCount,
  };
  const added = await run(
    tx,
    sql`${insert(auditExpected, expected)} on conflict (company_id, audit_session_id, key_bunch_id)
      do update set status = excluded.status, current_tag = excluded.current_tag, holder_name = null
      where audit_expected.status = 'issued'`,
  );
  return added > 0;
}

/** Why a recorded scan of a bunch does not count: it was counted before, or a withdrawal was made after the scan. */
async function uncounted(tx: Tx, session: SessionRow, { id, identifier }: Bunch) {
  const already = await findSeen(tx, session, id);
  if (already)
    return refuse(409, `${identifier} has already been scanned in this audit`, {
      keep: true,
      code: 'already_scanned',
      quotes: true,
      identifier,
      already,
    });
  return refuse(409, `${identifier} was unticked after you scanned it. Scan it again.`, {
    keep: true,
    code: 'unticked',
    quotes: true,
    identifier,
  });
}

/** One row of the checklist, saved immediately: a reload or another device resumes from there. */
const tickAudit: Feature<'tickAudit'> = async ({ tx, me, params, body }) => {
  const { keyBunchId, seen, doneAt } = body;
  const session = await lockSession(tx, params.id, doneAt);
  refuseHidden(session);
  const { currentTag: tagScanned } = await findExpected(tx, session, keyBunchId);
  const { totalScanned, revision } = session;
  if (session.status === 'completed') {
    await hear(tx, session);
    await countLate(tx, me, session, { keyBunchId, tagScanned, doneAt, seen });
    return { totalScanned, revision, late: true };
  }
  const scanResult = seen ? 'found' : 'withdrawn';
  const scan = await recordScan(tx, session, { keyBunchId, tagScanned, scanResult }, doneAt);
  await hear(tx, session, seen ? { lastScanId: scan.id } : {});
  const now = await settle(tx, session, [keyBunchId]);
  if (now) return now;
  const already = seen && (await findSeen(tx, session, keyBunchId));
  const unticked = seen && !already && (await findUnticked(tx, session, keyBunchId));
  return { totalScanned, revision, ...(already && { already }), ...(unticked && { unticked }) };
};

export type Scanned = { bunch: Bunch; matched: ScanMatch };

/**
 * The scanned bunch, or null. An NFC tag gives a serial; a typed code may also be a tag number or set ID, searched at the audit's location
 * first, ignoring spaces, hyphens and case. 409 when several match.
 */
export async function findScanned(
  tx: Tx,
  session: SessionRow,
  code: string,
  typed: boolean,
): Promise<Scanned | null> {
  const serial = normaliseSerial(code);
  const linked = await row(tx, sql<Bunch>`${BUNCHES} where key_bunches.nfc_serial = ${serial}`);
  if (linked) return { bunch: linked, matched: 'nfc' };
  if (!typed) return null;
  const here = sql`key_bunches.location_id = ${session.locationId}`;
  const ofType = session.keyType !== null && sql`key_bunches.type = ${session.keyType}`;
  const called = (column: string) => all(here, ofType, sql`${bare(column)} = ${serial}`);
  return (
    (await findCalled(tx, session, called('current_tag'), 'tag', code)) ??
    (await findCalled(tx, session, called('identifier'), 'identifier', code)) ??
    (await findElsewhere(tx, session, code))
  );
}

/** The set at the audit's location that had this tag before, by identifier, or null. */
async function findFormer(tx: Tx, session: SessionRow, code: string): Promise<string | null> {
  const last = await row(
    tx,
    sql<{ identifier: string }>`
      select b.identifier from movement_history m join key_bunches b on b.id = m.key_bunch_id
      where m.old_tag = ${code.trim()} and b.location_id = ${session.locationId} order by m.seq desc limit 1`,
  );
  return last?.identifier ?? null;
}

/** SQL counterpart of `normaliseSerial`. */
const bare = (column: string) =>
  raw(`upper(regexp_replace(plain_digits(key_bunches.${column}), '[[:space:]:._-]', '', 'g'))`);

async function findCalled(
  tx: Tx,
  session: SessionRow,
  called: Sql,
  matched: ScanMatch,
  code: string,
): Promise<Scanned | null> {
  const [bunch, another] = await rows(tx, sql<Bunch>`${BUNCHES} where ${called} limit 2`);
  if (another)
    throw refuse(
      409,
      session.blind
        ? `More than one key set is called ${code}. Scan its tag, or type the tag number.`
        : `More than one key set is called ${code}. Tick it in the checklist.`,
      { code: 'ambiguous', quotes: true },
    );
  return bunch ? { bunch, matched } : null;
}

/** A set registered elsewhere, by its exact code, or that in capitals. */
async function findElsewhere(tx: Tx, session: SessionRow, code: string): Promise<Scanned | null> {
  const codes = [code, code.toUpperCase()];
  const called = sql`key_bunches.current_tag = any (${codes}) or key_bunches.identifier = any (${codes})`;
  const found = await findCalled(tx, session, called, 'identifier', code);
  return found && { ...found, matched: codes.includes(found.bunch.identifier) ? 'identifier' : 'tag' };
}

export const auditScanFeatures = { scanAudit, tickAudit };
