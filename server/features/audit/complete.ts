import {
  AUDIT_HEARD_MINUTES,
  AUDIT_UNHEARD_SECONDS,
  EXPECTED_STATUSES,
  mustTypeMissing,
} from '../../../shared/audit-words.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { fullName } from '../../../shared/user-name.ts';
import { auditSessions } from '../../database/schema/history.ts';
import { assign, raw, replanned, rows, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { markSeen } from '../custody/custody.ts';
import { changeStatus } from '../custody/status.ts';
import type { Feature } from '../feature.ts';
import { actorOf, type Logged, recordAuditLogs } from '../history/log.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { readSession, readTouched } from './audit.ts';
import { storeCompared } from './compare.ts';
import { hear } from './members.ts';
import { countRead, countReadings } from './readings.ts';
import { ACCOUNT, type Account, lockSession, type SessionRow } from './session.ts';

/**
 * Completes an audit in one transaction from the saved ticks and scans: seen sets that were missing become active, unseen ones missing,
 * each with its history. A bunch moved, issued, returned or deleted since the start is skipped. With nothing seen the caller must confirm that
 * all are missing; with many unseen, type their number; and accept that a member may still have counts to send.
 */
const completeAudit: Feature<'completeAudit'> = async ({ tx, me, params, body }) => {
  const locked = await lockSession(tx, params.id);
  await hear(tx, locked);
  if (locked.blind) await checkRead(tx, locked, body);
  const session = locked.blind ? await countReadings(tx, locked) : locked;
  const expected = await readExpected(tx, session.id);
  const seen = new Set(expected.filter((row) => row.seenScanId !== null).map((row) => row.id));
  const bunches = await untouched(
    tx,
    session,
    expected.map((row) => row.id),
  );
  const lost = session.kind === 'spot' ? [] : bunches.filter((bunch) => !seen.has(bunch.id));
  if (!session.blind)
    checkConfirmed(session, body, {
      expected: new Set(expected.map((row) => row.id)),
      seen,
      unseen: new Set(lost.map((bunch) => bunch.id)),
    });
  // Of a blind audit always: the question would say that a set is missing.
  if (lost.length > 0 || (session.blind && session.kind !== 'spot'))
    await checkUnsent(tx, session, body.without ?? []);
  const found = bunches.filter((bunch) => seen.has(bunch.id) && bunch.status === 'missing');
  const ended = {
    status: 'completed',
    completedBy: me.userId,
    endTime: sql`clock()`,
    missingBunches: lost.map((bunch) => String(bunch.id)),
    checked: sql`${seen.size + lost.filter(wasPresent).length}::int + ${STRAYS(session.id)}`,
    asRegistered: seen.size - found.length,
    notes: body.notes || undefined,
  } as const;
  await run(tx, sql`update audit_sessions set ${assign(auditSessions, ended)} where id = ${session.id}`);
  const details = { auditSessionId: session.id };
  const changed = [
    ...found.map((bunch) => ({ bunch, to: 'active', notes: 'Found in the location audit', details })),
    ...lost
      .filter((bunch) => bunch.status !== 'missing')
      .map((bunch) => ({ bunch, to: 'missing', notes: 'Not found in the location audit', details })),
  ];
  const ticked = bunches.filter(
    (bunch) => seen.has(bunch.id) && (bunch.lastSeenAt ?? '') < session.startTime,
  );
  await markSeen(
    tx,
    ticked.map((bunch) => bunch.id),
    session.locationId,
  );
  await changeStatus(tx, me, changed);
  await recordAuditLogs(tx, me, logOf(session, found, lost));
  const reply = await readSession(tx, me, session.id);
  if (!reply.compared) return reply;
  await storeCompared(tx, session.id, reply);
  return readSession(tx, me, session.id);
};

/** A session's expected bunches; issued ones are not. */
const readExpected = (tx: Tx, id: number) =>
  rows(
    tx,
    sql<{
      id: number;
      seenScanId: number | null;
    }>`select key_bunch_id as id, seen_scan_id as "seenScanId" from audit_expected
      where audit_session_id = ${id} and status <> 'issued'`,
  );

const wasPresent = ({ status }: Bunch) => status !== 'missing';
/** How many sets and tags were scanned that do not belong there. */
const STRAYS = (
  id: number,
) => sql`(select count(distinct coalesce(key_bunch_id::text, serial)) from audit_scans
  where audit_session_id = ${id} and scan_result in ('unexpected', 'unknown'))`;

/**
 * Refuses the completion of a blind audit in which nothing was read, which changed since the caller confirmed, or in which the number of sets read
 * was not typed where sets may become missing. No refusal says what is expected.
 */
async function checkRead(tx: Tx, session: SessionRow, { revision, confirmRead }: Confirmed): Promise<void> {
  if (revision !== undefined && revision !== session.revision)
    throw refuse(409, REFUSALS.auditChanged, { code: 'audit_changed', revision: session.revision });
  const read = await countRead(tx, session);
  if (session.kind !== 'spot' && read === 0)
    throw refuse(409, 'Nothing has been read yet.', { code: 'nothing_checked', revision: session.revision });
  if (session.kind !== 'spot' && confirmRead !== read)
    throw refuse(400, REFUSALS.typeRead, { errors: { confirmRead: REFUSALS.typeRead } });
}

type Confirmed = {
  missingBunches?: number[] | null | undefined;
  revision?: number | undefined;
  allMissing?: boolean | undefined;
  confirmMissing?: number | undefined;
  confirmRead?: number | undefined;
};
type Ids = ReadonlySet<number>;

/**
 * Refuses when the session or its list changed since the caller confirmed, when nothing was seen and the caller did not confirm that, or when
 * many were not and their number was not typed. The refusal of a changed one contains the current list.
 */
function checkConfirmed(
  session: SessionRow,
  { missingBunches: sent, revision, allMissing, confirmMissing }: Confirmed,
  { expected, seen, unseen }: Record<'expected' | 'seen' | 'unseen', Ids>,
): void {
  if (sent?.some((id) => !expected.has(id)))
    throw refuse(400, 'This key set is not expected in this audit', { code: 'not_expected' });
  const now = { missingBunches: [...unseen].map(String), revision: session.revision };
  const differs =
    (revision !== undefined && revision !== session.revision) ||
    (sent && !sameIds(new Set(sent), unseen)) ||
    (allMissing && seen.size > 0);
  if (differs) throw refuse(409, REFUSALS.auditChanged, { code: 'audit_changed', ...now });
  if (unseen.size > 0 && seen.size === 0 && !allMissing)
    throw refuse(409, REFUSALS.nothingChecked, { code: 'nothing_checked', ...now });
  if (mustTypeMissing(unseen.size, expected.size) && confirmMissing !== unseen.size)
    throw refuse(400, REFUSALS.typeMissing, { errors: { confirmMissing: REFUSALS.typeMissing } });
}

type Unheard = { userId: number; heardAt: string; unsent: number } & Account;

/** Refuses once when members may still have counts to send: heard in ten minutes, but not in the last minute, or with counts that waited there. */
async function checkUnsent(tx: Tx, { id }: SessionRow, without: number[]): Promise<void> {
  const members = await rows(
    tx,
    sql<Unheard>`select m.user_id as "userId", m.heard_at as "heardAt", m.unsent, ${ACCOUNT}
      from audit_members m join users on users.id = m.user_id
      where m.audit_session_id = ${id} and m.user_id <> own_user() and m.left_at is null and m.user_id <> all (${without})
        and m.heard_at > clock() - make_interval(mins => ${raw(AUDIT_HEARD_MINUTES)})
        and (m.unsent > 0 or m.heard_at < clock() - make_interval(secs => ${raw(AUDIT_UNHEARD_SECONDS)}))
      order by m.joined_at, m.user_id`,
  );
  if (members.length === 0) return;
  const names = members.map(fullName).join(', ');
  throw refuse(409, `${names} may still have counts to send. Complete without them?`, {
    code: 'counts_unsent',
    quotes: true,
    unheard: members.map(({ userId, heardAt, unsent, firstName, lastName, email }) => ({
      userId,
      heardAt,
      unsent,
      user: actorOf(firstName, lastName, email),
    })),
  });
}

const sameIds = (some: Ids, others: Ids): boolean =>
  some.size === others.size && [...some].every((id) => others.has(id));

/** The expected bunches without a change since the start, locked in order of id. */
async function untouched(tx: Tx, session: SessionRow, ids: number[]): Promise<Bunch[]> {
  if (ids.length === 0) return [];
  const bunches = await rows(
    tx,
    replanned(sql<Bunch>`${BUNCHES} where key_bunches.id = any (${ids}) and key_bunches.location_id = ${session.locationId}
      order by key_bunches.id for update of key_bunches`),
  );
  const touched = await readTouched(tx, session, ids);
  return bunches.filter((bunch) => EXPECTED_STATUSES.includes(bunch.status) && !touched.has(bunch.id));
}

function logOf(session: SessionRow, found: Bunch[], lost: Bunch[]): Logged[] {
  const { id: auditSessionId, locationId, locationName: location, mode } = session;
  const details = { auditSessionId, location, mode };
  return [
    ...found.map((bunch) => ({ bunch, action: 'audit_found', description: 'Audit: found', details })),
    ...lost.map((bunch) => ({ bunch, action: 'audit_missing', description: 'Audit: not found', details })),
    {
      action: 'audit_complete',
      locationId,
      description: `Audit of ${location} completed: ${session.totalScanned} of ${session.totalExpected} seen`,
      details: {
        auditSessionId,
        location,
        expected: session.totalExpected,
        seen: session.totalScanned,
        missing: lost.length,
      },
    },
  ];
}

export const auditCompleteFeatures = { completeAudit };
