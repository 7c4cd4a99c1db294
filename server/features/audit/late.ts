import type { LateCount } from '../../../shared/audit.ts';
import { row, rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { changeStatus } from '../custody/status.ts';
import { actorOf, recordAuditLog } from '../history/log.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { ACCOUNT, type Account, COUNTS, type NewScan, recordScan, type SessionRow } from './session.ts';

type Count = Omit<NewScan, 'scanResult'> & { keyBunchId: number; doneAt: string | undefined; seen: boolean };

/**
 * Records a count made at `doneAt` (ISO) that arrives after the completion, which stays. A set that is missing is present again while a late
 * count of it counts, and missing again when that was unticked, unless something else happened to it since; the history keeps all of it
 * (D-23). The session is locked.
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
  if (bunch?.locationId !== session.locationId) return scan;
  const newest = await newestChange(tx, session, bunch.id);
  const isCounted = await isSeen(tx, session, bunch.id);
  if (isCounted && bunch.status === 'missing' && newest !== 'other')
    await find(tx, me, session, bunch, doneAt);
  if (!isCounted && bunch.status === 'active' && newest === 'sighting') await lose(tx, me, session, bunch);
  return scan;
}

async function find(tx: Tx, me: Member, session: SessionRow, bunch: Bunch, doneAt: string | undefined) {
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
    details: { auditSessionId: session.id, location: session.locationName, mode: session.mode, doneAt },
  });
}

/** A set that only a late count had found is missing as before it. Where the completion had marked it, an undo of that finds it again. */
async function lose(tx: Tx, me: Member, session: SessionRow, bunch: Bunch) {
  const before = await row(
    tx,
    sql<{ missingSince: string; missingFromStatus: string; isOwn: boolean }>`
      select sighting.details->>'missingSince' as "missingSince", sighting.details->>'previousStatus' as "missingFromStatus",
        exists (select from movement_history where key_bunch_id = ${bunch.id} and "timestamp" >= ${session.endTime}
          and ${isOfCompletion(session.id)}) as "isOwn"
      from movement_history sighting where key_bunch_id = ${bunch.id} and "timestamp" >= ${session.endTime} order by seq desc limit 1`,
  );
  const { missingSince, missingFromStatus, isOwn } = before ?? {};
  await changeStatus(tx, me, [
    {
      bunch,
      to: 'missing',
      fields: { missingSince, missingFromStatus },
      notes: 'Unticked in the location audit, arrived after it was completed',
      details: { auditSessionId: session.id, ...(!isOwn && { lateSighting: true }) },
    },
  ]);
  await recordAuditLog(tx, me, {
    action: 'audit_missing',
    bunch,
    description: 'Audit: not found, unticked before and arrived after it was completed',
    details: { auditSessionId: session.id, location: session.locationName, mode: session.mode },
  });
}

/** Whether a count of a set that arrived late counts. */
const isSeen = async (tx: Tx, { id, endTime }: SessionRow, keyBunchId: number) =>
  (await run(
    tx,
    sql`select from audit_scans s where s.audit_session_id = ${id} and s.key_bunch_id = ${keyBunchId} and s.scan_result = 'found'
      and s."timestamp" > ${endTime} and ${COUNTS}`,
  )) > 0;

/** Whether an entry of the history is of a completion of a session, not of a late count. */
export const isOfCompletion = (id: number) =>
  sql`(details->>'auditSessionId' = ${String(id)} and action_type = 'status_change' and not details ? 'lateSighting')`;

/** What a set's newest entry since the audit began is of: its completion, a late count of it, or anything else; undefined for none. */
async function newestChange(tx: Tx, { id, startTime, endTime }: SessionRow, keyBunchId: number) {
  const newest = await row(
    tx,
    sql<{ by: 'completion' | 'sighting' | 'other' }>`
      select case when "timestamp" < ${endTime} or details->>'auditSessionId' is distinct from ${String(id)}
          or action_type <> 'status_change' then 'other' when details ? 'lateSighting' then 'sighting' else 'completion' end as by
      from movement_history where key_bunch_id = ${keyBunchId} and "timestamp" >= ${startTime} order by seq desc limit 1`,
  );
  return newest?.by;
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
