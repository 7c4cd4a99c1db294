import { REFUSALS } from '../../../shared/messages.ts';
import { rows, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { lockBunches } from '../custody/custody.ts';
import { changeStatus, type StatusChange } from '../custody/status.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { readSession } from './audit.ts';
import { settle } from './count.ts';
import { hear, recount } from './members.ts';
import { findSession, type SessionRow } from './session.ts';
import { lockForAudit } from './start.ts';
import { mayUndo, readChanged, stayed, whyNot } from './undoable.ts';

/**
 * Opens a completed audit again (decision 0075). Sets whose newest entry is the completion's get their former status back; the others stay. Late
 * counts count in it. The location is locked, so that no other audit starts meanwhile.
 */
const undoAudit: Feature<'undoAudit'> = async ({ tx, me, params }) => {
  const { locationId } = await findSession(tx, params.id);
  await lockForAudit(tx, locationId);
  await run(tx, sql`select from audit_sessions where id = ${params.id} for update`);
  const session = await findSession(tx, params.id);
  const isCompleted = session.status === 'completed';
  if (isCompleted && !mayUndo(me, session)) throw refuse(403, REFUSALS.forbidden);
  const detail = isCompleted ? await whyNot(tx, session) : 'Only a completed audit can be undone.';
  if (detail !== null) throw refuse(409, 'This can no longer be undone', { detail, code: 'undo' });
  const { id, locationName: location } = session;
  const found = await readChanged(tx, session);
  const bunches = await lockBunches(
    tx,
    found.map(({ keyBunchId }) => keyBunchId),
  );
  // Read again behind the lock: another request may have changed one.
  const changed = await readChanged(tx, session);
  const restored = changed.filter(({ isOwn }) => isOwn);
  await run(
    tx,
    sql`update audit_sessions set status = 'in_progress', end_time = null, completed_by = null, missing_bunches = '{}',
      checked = null, as_registered = null where id = ${id}`,
  );
  await hear(tx, session);
  if (session.blind) await recount(tx, { ...session, status: 'in_progress' });
  else await settle(tx, session, await lateSets(tx, session));
  await changeStatus(
    tx,
    me,
    restored.flatMap(({ keyBunchId, before, missingSince, missingFromStatus }): StatusChange[] => {
      const bunch = bunches.get(keyBunchId);
      const fields = before === 'missing' ? { missingSince, missingFromStatus } : undefined;
      const notes = 'The completion of the location audit was undone';
      return bunch ? [{ bunch, to: before, fields, notes, isUndo: true }] : [];
    }),
  );
  await recordAuditLog(tx, me, {
    action: 'audit_undo',
    locationId,
    description: `Completion of the audit of ${location} undone`,
    details: {
      auditSessionId: id,
      location,
      restored: restored.length,
      stayed: changed.length - restored.length,
    },
  });
  return { ...(await readSession(tx, me, id)), stayed: stayed(changed) };
};

/** The sets with counts that arrived after the completion. */
async function lateSets(tx: Tx, { id, endTime }: SessionRow): Promise<number[]> {
  const late = await rows(
    tx,
    sql<{ id: number }>`select distinct key_bunch_id as id from audit_scans
      where audit_session_id = ${id} and "timestamp" > ${endTime} and scan_result in ('found', 'withdrawn')`,
  );
  return late.map((one) => one.id);
}

export const auditUndoFeatures = { undoAudit };
