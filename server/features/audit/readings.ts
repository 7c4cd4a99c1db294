import type { Reading } from '../../../shared/audit-readings.ts';
import { standing } from '../../../shared/hook-readings.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { row, rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { markSeen } from '../custody/custody.ts';
import type { Feature, Input } from '../feature.ts';
import { actorOf } from '../history/log.ts';
import { countLate } from './late.ts';
import { hear, recount } from './members.ts';
import { expectToo, findScanned, noteOf, strayOf } from './scan.ts';
import {
  ACCOUNT,
  type Account,
  COUNTS,
  isHidden,
  lockSession,
  type NewScan,
  recordScan,
  type SessionRow,
} from './session.ts';

type Body = Input<'readAudit'>['body'];

/**
 * Records what hangs on a hook, or that it is empty. It is judged and stored here, and compared when the audit is completed: the answer, the
 * revision, the counts and the members' figures are the same for every reading.
 */
const readAudit: Feature<'readAudit'> = async ({ tx, me, params, body }) => {
  const { doneAt, hook = null, code, typed = false, empty = false } = body;
  const session = await lockSession(tx, params.id, doneAt);
  if (empty === (code !== undefined) || (empty && hook === null))
    throw refuse(400, REFUSALS.badBody, { errors: { code: 'Send a code, or a hook that is empty' } });
  if (!session.blind && (session.kind !== 'spot' || !empty))
    throw refuse(409, 'Tick or scan the sets of this audit.', { code: 'not_blind' });
  const isLate = session.status === 'completed';
  const at = { hook, keyCount: body.keyCount, fobCount: body.fobCount, revision: session.revision + 1 };
  const { scan, text, added } = empty
    ? {
        scan: await recordScan(tx, session, { ...at, scanResult: 'empty' }, doneAt),
        text: null,
        added: false,
      }
    : await recordRead(tx, me, session, { at, code: code ?? '', typed, doneAt });
  await hear(tx, session, { lastScanId: empty ? null : scan.id });
  if (!isLate) {
    await run(
      tx,
      sql`update audit_sessions set revision = revision + 1, total_expected = total_expected + ${added ? 1 : 0} where id = ${session.id}`,
    );
    if (session.blind) await recount(tx, session);
  } else if (session.blind) await takeBack(tx, me, session);
  const reading = (await readReadings(tx, session.id, { id: scan.id }))[0];
  if (!reading) throw new Error(`Reading ${scan.id} of ${text} cannot be read`);
  return { reading, revision: session.revision + (isLate ? 0 : 1), ...(isLate && { late: true }) };
};

type Read = { at: Partial<NewScan>; code: string; typed: boolean; doneAt: Body['doneAt'] };

/** Records a code: a set that belongs here, one that does not, or one that no set has. */
async function recordRead(tx: Tx, me: Member, session: SessionRow, { at, code, typed, doneAt }: Read) {
  const serial = normaliseSerial(code);
  const scanned = serial ? await findScanned(tx, session, code, typed) : null;
  if (!scanned) {
    const text = typed ? code.trim() : serial;
    const unknown = { nfcScanned: !typed, serial, identifier: text, scanResult: 'unknown' } as const;
    return { scan: await recordScan(tx, session, { ...at, ...unknown }, doneAt), text, added: false };
  }
  const { bunch } = scanned;
  const text = bunch.identifier;
  const stray = await strayOf(tx, session, scanned, { serial, hook: at.hook ?? null });
  if (stray) return { scan: await recordScan(tx, session, { ...at, ...stray }, doneAt), text, added: false };
  // Before the end it would say that the set is expected here: the completion does it.
  if (!isHidden(session)) await markSeen(tx, [bunch.id], session.locationId);
  const isOver = session.status === 'completed';
  const added = !isOver && (await expectToo(tx, session, bunch));
  const note = { ...at, ...noteOf(scanned, serial), identifier: text };
  const scan = isOver
    ? await countLate(tx, me, session, { ...note, doneAt, seen: true })
    : await recordScan(tx, session, { ...note, scanResult: 'found' }, doneAt);
  return { scan, text, added };
}

/** Takes back the late counts of sets whose readings no longer stand, as their hook was said to be empty. The session is locked. */
async function takeBack(tx: Tx, me: Member, session: SessionRow): Promise<void> {
  const late = await rows(
    tx,
    sql<{ id: number; keyBunchId: number; doneAt: string }>`
      select id, key_bunch_id as "keyBunchId", done_at as "doneAt" from audit_scans s
      where audit_session_id = ${session.id} and scan_result = 'found' and "timestamp" > ${session.endTime} and ${COUNTS} order by done_at, id`,
  );
  if (late.length === 0) return;
  const stand = new Set(standing(await readReadings(tx, session.id)).map(({ id }) => id));
  const counted = new Set(late.filter(({ id }) => stand.has(id)).map(({ keyBunchId }) => keyBunchId));
  const last = new Map(late.map((one) => [one.keyBunchId, one]));
  for (const { keyBunchId, doneAt } of last.values())
    if (!counted.has(keyBunchId)) await countLate(tx, me, session, { keyBunchId, doneAt, seen: false });
}

type Some = { after?: number } | { id: number };

/** Readings of a session, newest first: after a revision, or one. Sets with the same ID are told apart by `twin`, in the order of their first reading. */
export async function readReadings(tx: Tx, sessionId: number, some: Some = {}): Promise<Reading[]> {
  const found = await rows(
    tx,
    sql<Omit<Reading, 'user'> & Account>`
      select s.id, s.hook, s.identifier as text, s.twin, s.key_count as "keyCount", s.fob_count as "fobCount", s.done_at as "doneAt",
        s.performed_by as "userId", ${ACCOUNT}
      from (select named.*, dense_rank() over (partition by identifier order by first)::int - 1 as twin
          from (select scans.*, min(id) over (partition by identifier, key_bunch_id) as first from audit_scans scans
            where audit_session_id = ${sessionId} and revision is not null) named) s
        join users on users.id = s.performed_by
      where ${'id' in some ? sql`s.id = ${some.id}` : sql`s.revision > ${some.after ?? -1}`} order by s.id desc`,
  );
  return found.map(({ firstName, lastName, email, ...one }) => ({
    ...one,
    user: actorOf(firstName, lastName, email),
  }));
}

/** The hooks of the sets that a session may look at, those out too, in their order. */
export async function readHooks(tx: Tx, sessionId: number): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ hook: string }>`select distinct position as hook from audit_expected
      where audit_session_id = ${sessionId} and position is not null order by position`,
  );
  return found.map(({ hook }) => hook);
}

/** How many sets and codes were read in a blind session. */
export const countRead = async (tx: Tx, { id }: SessionRow): Promise<number> =>
  standing(await readReadings(tx, id)).filter(({ text }) => text !== null).length;

/** Counts the sets that were read in a blind session as seen, by the last reading of each. The session is locked. */
export async function countReadings(tx: Tx, session: SessionRow): Promise<SessionRow> {
  const stand = standing(await readReadings(tx, session.id)).map(({ id }) => id);
  const now = await row(
    tx,
    sql<Pick<SessionRow, 'totalScanned' | 'totalExpected'>>`
      with seen as (
        update audit_expected e set seen_scan_id = (select max(s.id) from audit_scans s
          where s.id = any (${stand}) and s.audit_session_id = e.audit_session_id and s.key_bunch_id = e.key_bunch_id
            and s.scan_result = 'found')
        where e.audit_session_id = ${session.id} returning e.seen_scan_id)
      update audit_sessions set total_scanned = (select count(seen_scan_id) from seen) where id = ${session.id}
      returning total_scanned as "totalScanned", total_expected as "totalExpected"`,
  );
  await recount(tx, { ...session, status: 'completed' });
  return { ...session, ...now };
}

export const auditReadingFeatures = { readAudit };
