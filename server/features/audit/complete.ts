import { EXPECTED_STATUSES } from '../../../shared/audit-words.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { auditSessions } from '../../database/schema/history.ts';
import { assign, replanned, rows, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { markSeen } from '../custody/custody.ts';
import { changeStatus } from '../custody/status.ts';
import type { Feature } from '../feature.ts';
import { type Logged, recordAuditLogs } from '../history/log.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { readExpected, readSession, readTouched } from './audit.ts';
import { NOT_FOUND_NOTE } from './late.ts';
import { lockSession, type SessionRow } from './session.ts';

/**
 * Completes an audit in one transaction from the saved ticks and scans: seen sets that were missing become active, unseen ones missing,
 * each with its history. A bunch moved, issued, returned or deleted since the start is skipped. With nothing seen the caller must confirm that
 * all are missing.
 */
const completeAudit: Feature<'completeAudit'> = async ({ tx, me, params, body }) => {
  const session = await lockSession(tx, me, params.id);
  const expected = await readExpected(tx, session.id);
  const seen = new Set(expected.filter((row) => row.seenScanId !== null).map((row) => row.id));
  const bunches = await untouched(
    tx,
    session,
    expected.map((row) => row.id),
  );
  const lost = bunches.filter((bunch) => !seen.has(bunch.id));
  checkConfirmed(session, body, {
    expected: new Set(expected.map((row) => row.id)),
    seen,
    unseen: new Set(lost.map((bunch) => bunch.id)),
  });
  const found = bunches.filter((bunch) => seen.has(bunch.id) && bunch.status === 'missing');
  const ended = {
    status: 'completed',
    completedBy: me.userId,
    endTime: sql`clock()`,
    missingBunches: lost.map((bunch) => String(bunch.id)),
    notes: body.notes || undefined,
  } as const;
  await run(tx, sql`update audit_sessions set ${assign(auditSessions, ended)} where id = ${session.id}`);
  const changed = [
    ...found.map((bunch) => ({ bunch, to: 'active', notes: 'Found in the location audit' })),
    ...lost
      .filter((bunch) => bunch.status !== 'missing')
      .map((bunch) => ({ bunch, to: 'missing', notes: NOT_FOUND_NOTE })),
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
  return readSession(tx, session.id);
};

type Confirmed = {
  missingBunches?: number[] | null | undefined;
  revision?: number | undefined;
  allMissing?: boolean | undefined;
};
type Ids = ReadonlySet<number>;

/**
 * Refuses when the session or its list changed since the caller confirmed, or when nothing was seen and the caller did not confirm that.
 * The refusal contains the current list.
 */
function checkConfirmed(
  session: SessionRow,
  { missingBunches: sent, revision, allMissing }: Confirmed,
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
