import type { OneAuditSession } from '../../../shared/audit.ts';
import { UNDO_MINUTES } from '../../../shared/limits.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { all, replanned, row, rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { actorOf } from '../history/log.ts';
import { isOfCompletion } from './late.ts';
import type { Session, SessionRow } from './session.ts';

type Stayed = NonNullable<OneAuditSession['undo']>['stays'][number];

/** A set whose status a completion changed: the newest entry of its history, and whether that is the completion's. */
type Changed = Omit<Stayed, 'user'> & {
  isOwn: boolean;
  before: string;
  missingSince: string | null;
  missingFromStatus: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string;
};

/** The sets whose status a session's completion changed. */
export const readChanged = (tx: Tx, { id, endTime }: SessionRow): Promise<Changed[]> =>
  rows(
    tx,
    replanned(sql<Changed>`
      select newest.key_bunch_id as "keyBunchId", key_bunch_identifier as identifier, coalesce(b.status, 'deleted') as status, "timestamp",
        ${isOfCompletion(id)} as "isOwn", newest.details->>'from' as before, newest.details->>'missingSince' as "missingSince",
        newest.details->>'previousStatus' as "missingFromStatus", performed_by_first_name as "firstName",
        performed_by_last_name as "lastName", performed_by_email as email
      from (select max(seq) as seq from movement_history m
          where key_bunch_id = any (array(select key_bunch_id from audit_expected where audit_session_id = ${id}))
            and "timestamp" >= ${endTime} and seq >= (select first_movement_since(${endTime}::timestamptz))
          group by key_bunch_id having bool_or(${isOfCompletion(id)})) last
        join movement_history newest using (seq)
        left join key_bunches b on b.id = newest.key_bunch_id
      order by key_bunch_identifier, newest.key_bunch_id`),
  );

/** Changed sets that an undo leaves as they are. */
export const stayed = (changed: Changed[]): Stayed[] =>
  changed
    .filter(({ isOwn }) => !isOwn)
    .map(({ keyBunchId, identifier, status, timestamp, firstName, lastName, email }) => ({
      keyBunchId,
      identifier,
      status,
      timestamp,
      user: actorOf(firstName, lastName, email),
    }));

/** Why a completion can no longer be undone; null when it can. */
export async function whyNot(
  tx: Tx,
  { id, locationId, keyType, reliedAt, endTime }: Session,
): Promise<string | null> {
  if (reliedAt !== null) return 'Keys were moved on the strength of this audit.';
  const later = all(
    sql`location_id = ${locationId} and id > ${id} and status in ('in_progress', 'completed')`,
    keyType !== null && sql`key_type is null or key_type = ${keyType}`,
  );
  const now = await row(
    tx,
    sql<Record<'isOld' | 'isFollowed', boolean> & { signer: string | null }>`
      select ${endTime}::timestamptz < clock() - make_interval(mins => ${UNDO_MINUTES}) as "isOld",
        exists (select from audit_sessions where ${later}) as "isFollowed",
        (select coalesce(h.outgoing_name, h.incoming_name) from room_handovers h where h.check_session_id = ${id} and h.cancelled_at is null
          and (h.outgoing_hash is not null or h.incoming_hash is not null) order by h.id limit 1) as signer`,
  );
  if (now?.signer) return `${now.signer} signed a handover with this count.`;
  if (now?.isOld) return `More than ${UNDO_MINUTES} minutes have passed.`;
  return now?.isFollowed ? 'Another audit of these keys has been started since.' : null;
}

/** Who completed it, and users with audit:edit. */
export const mayUndo = (me: Member, session: Session): boolean =>
  session.completedBy === me.userId || hasPermission(me, 'audit:edit');

/** Until when the reader can undo the completion, and what would stay; null when they cannot. */
export async function readUndo(tx: Tx, me: Member, session: Session): Promise<OneAuditSession['undo']> {
  if (session.status !== 'completed' || session.endTime === null || !mayUndo(me, session)) return null;
  if ((await whyNot(tx, session)) !== null) return null;
  const until = new Date(Date.parse(session.endTime) + UNDO_MINUTES * 60_000).toISOString();
  return { until, stays: stayed(await readChanged(tx, session)) };
}
