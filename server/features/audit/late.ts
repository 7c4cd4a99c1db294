import type { LateCount } from '../../../shared/audit.ts';
import { row, rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { changeStatus } from '../custody/status.ts';
import { actorOf, recordAuditLog } from '../history/log.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { COUNTS } from './count.ts';
import { ACCOUNT, type Account, type NewScan, recordScan, type SessionRow } from './session.ts';

type Count = Omit<NewScan, 'scanResult'> & { keyBunchId: number; doneAt: string | undefined; seen: boolean };

/**
 * Records a count made at `doneAt` (ISO) that arrives after the completion, which stays. A set that the completion marked missing is
 * present again unless it changed since, or was unticked after the count was made; the history keeps both (D-23). The session is locked.
 */
export async function countLate(
  tx: Tx,
  me: Member,
  session: SessionRow,
  { seen, doneAt, ...count }: Count,
): Promise<{ id: number; timestamp: string }> {
  const bunch = await row(
    tx,
    sql<Bunch>`${BUNCHES} where key_bunches.id = ${count.keyBunchId} for update of key_bunches`,
  );
  const scanResult = seen ? 'found' : 'withdrawn';
  const scan = await recordScan(tx, session, { ...count, scanResult }, doneAt);
  const isLost = seen && bunch?.status === 'missing' && bunch.locationId === session.locationId;
  if (isLost && (await isCounted(tx, scan.id)) && !(await happenedSince(tx, session, bunch.id))) {
    await changeStatus(tx, me, [
      {
        bunch,
        to: 'active',
        notes: 'Counted in the location audit, arrived after it was completed',
        details: { auditSessionId: session.id, lateSighting: true },
      },
    ]);
    await recordAuditLog(tx, me, {
      action: 'audit_found',
      bunch,
      description: 'Audit: found, counted before and arrived after it was completed',
      details: {
        auditSessionId: session.id,
        location: session.locationName,
        mode: session.mode,
        doneAt,
      },
    });
  }
  return scan;
}

const isCounted = async (tx: Tx, id: number) =>
  (await run(tx, sql`select from audit_scans s where s.id = ${id} and ${COUNTS}`)) > 0;

/** Whether an entry of the history is of a completion of a session, not of a late count. */
export const isOfCompletion = (id: number) =>
  sql`(details->>'auditSessionId' = ${String(id)} and action_type = 'status_change' and not details ? 'lateSighting')`;

/** Whether a set has changes since the audit began, apart from its completion. */
async function happenedSince(
  tx: Tx,
  { id, startTime, endTime }: SessionRow,
  keyBunchId: number,
): Promise<boolean> {
  const newest = await row(
    tx,
    sql<{
      isOwn: boolean;
    }>`select ${isOfCompletion(id)} and "timestamp" >= ${endTime} as "isOwn"
      from movement_history where key_bunch_id = ${keyBunchId} and "timestamp" >= ${startTime} order by seq desc limit 1`,
  );
  return newest !== undefined && !newest.isOwn;
}

/** Counts that arrived after the completion, newest first. */
export async function readLate(tx: Tx, { id, endTime }: SessionRow) {
  const late = await rows(
    tx,
    sql<Omit<LateCount, 'user'> & Account & { isCounted: boolean }>`
      select s.key_bunch_id as "keyBunchId", e.identifier, s.scan_result = 'found' as seen, s.done_at as "doneAt", s."timestamp",
        ${COUNTS} as "isCounted", ${ACCOUNT}
      from audit_scans s join audit_expected e on e.audit_session_id = s.audit_session_id and e.key_bunch_id = s.key_bunch_id
      join users on users.id = s.performed_by
      where s.audit_session_id = ${id} and s."timestamp" > ${endTime} and s.scan_result in ('found', 'withdrawn') order by s.id desc`,
  );
  return late.map((one) => ({ ...one, user: actorOf(one.firstName, one.lastName, one.email) }));
}
