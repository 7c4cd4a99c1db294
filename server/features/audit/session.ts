import type { AuditMember, AuditSession } from '../../../shared/audit.ts';
import type { Accuracy } from '../../../shared/audit-readings.ts';
import { AUDIT_VALID_HOURS } from '../../../shared/audit-verification.ts';
import { ACCURACY_DAYS, AUDIT_IDLE_MINUTES } from '../../../shared/audit-words.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { type auditExpected, auditScans, auditSessions } from '../../database/schema/history.ts';
import { columns, insert, raw, row, type Sql, sql } from '../../database/sql.ts';
import type { NewRowOf, RowOf } from '../../database/table.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import { actorOf } from '../history/log.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';

export type SessionRow = RowOf<typeof auditSessions>;

/** An audit older than a day counts as abandoned, evaluated when it is read. */
export const EXPIRED = raw(`audit_sessions.status = 'in_progress'
  and audit_sessions.start_time < clock() - make_interval(hours => ${AUDIT_VALID_HOURS})`);

/** The account of a tick, a scan or a session: its columns from `users`. */
export type Account = { firstName: string | null; lastName: string | null; email: string };
export const ACCOUNT = raw('users.first_name as "firstName", users.last_name as "lastName", users.email');

/** Whether no withdrawal of its set was made after the scan `s`. */
export const COUNTS =
  raw(`not exists (select from audit_scans w where w.company_id = s.company_id and w.audit_session_id = s.audit_session_id
  and w.key_bunch_id = s.key_bunch_id and w.scan_result = 'withdrawn' and (w.done_at, w.id) > (s.done_at, s.id))`);

/** The accuracy of the audits of a location in the days before `until`, as one row of nulls without any. */
export const accuracyOf = (locationId: Sql, until: Sql) => sql<{
  checked: number | null;
  asRegistered: number | null;
}>`
  select sum(a.checked)::int as checked, sum(least(a.checked, a.as_registered + late_found(a)))::int as "asRegistered" from audit_sessions a
  where a.location_id = ${locationId} and a.status = 'completed' and a.checked > 0
    and a.end_time <= ${until} and a.end_time > ${until} - make_interval(days => ${raw(ACCURACY_DAYS)})`;

/** Whether no device may learn what a session expects: it is blind and not completed. */
export const isHidden = ({ blind, status }: Pick<SessionRow, 'blind' | 'status'>): boolean =>
  blind && status !== 'completed';
export const HIDDEN = raw(`(audit_sessions.blind and audit_sessions.status <> 'completed')`);
/** How many sets, codes and empty hooks were read in a session, by a person if given. */
export const readingsOf = (
  session: Sql,
  person?: Sql,
) => sql`(select count(distinct coalesce(s.identifier, ' ' || s.hook))::int from audit_scans s
  where s.audit_session_id = ${session} and s.revision is not null ${person ? sql`and s.performed_by = ${person}` : sql``})`;

type Auditors = Account & { completer: Account | null };
type Here = {
  hiddenCount: number | null;
  isExpired: boolean;
  idleSince: string | null;
  isWithoutStarter: boolean;
};
export type Session = SessionRow & Auditors & Here;

const OF_SESSION = raw('m.company_id = audit_sessions.company_id and m.audit_session_id = audit_sessions.id');
const HEARD = raw(`m.heard_at >= clock() - make_interval(mins => ${AUDIT_IDLE_MINUTES})`);
/** When a member of an open session was last heard, if that is an hour ago. */
const IDLE_SINCE = sql`case audit_sessions.status when 'in_progress'
  then (select max(m.heard_at) from audit_members m where ${OF_SESSION} having not bool_or(${HEARD})) end`;
/** Whether the caller takes part in a session that its starter left, or was not heard in for an hour. */
const IS_WITHOUT_STARTER = sql`exists (select from audit_members m where ${OF_SESSION} and m.user_id = own_user() and m.left_at is null)
  and not exists (select from audit_members m where ${OF_SESSION} and m.user_id = audit_sessions.performed_by and m.left_at is null and ${HEARD})`;
/** Whether other people take part in a session. */
export const HAS_OTHERS = sql`exists (select from audit_members m
  where ${OF_SESSION} and m.user_id <> own_user() and m.left_at is null and ${HEARD})`;

/** These columns of the visible sessions, with who started and completed them. */
export const selectSessions = <Row>(selected: Sql<Row>) => sql<Row & Auditors>`select ${selected}, ${ACCOUNT},
    completers.email as "completer.email", completers.first_name as "completer.firstName", completers.last_name as "completer.lastName"
  from audit_sessions join users on users.id = audit_sessions.performed_by
  left join users completers on completers.id = audit_sessions.completed_by`;

const SESSION = sql<SessionRow & Here>`${columns(auditSessions)}, ${EXPIRED} as "isExpired",
    case when ${HIDDEN} then ${readingsOf(raw('audit_sessions.id'))} end as "hiddenCount", ${IDLE_SINCE} as "idleSince",
    ${IS_WITHOUT_STARTER} as "isWithoutStarter"`;
export const SESSIONS = selectSessions(SESSION);
const WITH_ACCURACY = sql<Session & { accuracy: Accuracy | null }>`${selectSessions(
  sql`${SESSION}, accuracy.checked as "accuracy.checked", accuracy."asRegistered" as "accuracy.asRegistered"`,
)} left join lateral (${accuracyOf(raw('audit_sessions.location_id'), raw('audit_sessions.end_time'))}) accuracy on true`;

/** A session's own record, with the accuracy at its location up to its end; 404 when the caller may not see its location. */
export async function findSession(tx: Tx, id: number): Promise<Session & { accuracy: Accuracy | null }> {
  const found = await row(
    tx,
    sql<(typeof WITH_ACCURACY)['row']>`${WITH_ACCURACY} where audit_sessions.id = ${id}`,
  );
  if (!found) throw notFound('Audit session not found');
  return found;
}

/** Who started a session and who completed it. */
export const auditorsOf = ({ firstName, lastName, email, completer }: Auditors) => ({
  user: actorOf(firstName, lastName, email),
  completedBy: completer && actorOf(completer.firstName, completer.lastName, completer.email),
});

/** A session as a member of the company reads it. */
export const sessionOf = (me: Member, session: Session, members: AuditMember[]): AuditSession => {
  const isOpen = session.status === 'in_progress' && !session.isExpired;
  return {
    ...session,
    ...auditorsOf(session),
    status: session.isExpired ? 'abandoned' : session.status,
    ...(isHidden(session) && { totalExpected: 0, totalScanned: session.hiddenCount ?? 0 }),
    location: { id: session.locationId, name: session.locationName },
    members,
    idleSince: isOpen ? session.idleSince : null,
    mayCancel: isOpen && mayCancel(me, session),
  };
};

/** Who started it, a member of one whose starter is gone, and users with audit:edit (D-23). */
export const mayCancel = (me: Member, session: Pick<Session, 'performedBy' | 'isWithoutStarter'>): boolean =>
  session.performedBy === me.userId || session.isWithoutStarter || hasPermission(me, 'audit:edit');

/** Seconds after which a count was delayed by a lost connection. */
const WAITED_SECONDS = 10;

/** Whether a count belongs to a completed session: made before its completion, or while the device was offline. */
const isLate = (doneAt: string) => sql`status = 'completed' and ${doneAt}::timestamptz >= start_time
  and (${doneAt}::timestamptz < end_time or ${doneAt}::timestamptz < clock() - make_interval(secs => ${raw(WAITED_SECONDS)}))`;

/** Locks a session for a change: 404 when not visible, 409 when it has ended. With `doneAt` a completed one is returned, for a late count. */
export async function lockSession(tx: Tx, id: number, doneAt?: string): Promise<SessionRow> {
  const session = await row(
    tx,
    sql<SessionRow & Record<'isExpired' | 'isLate', boolean>>`
      select ${columns(auditSessions)}, ${EXPIRED} as "isExpired",
      ${doneAt === undefined ? raw('false') : isLate(doneAt)} as "isLate" from audit_sessions where id = ${id} for update`,
  );
  if (!session) throw notFound('Audit session not found');
  if (!session.isLate && (session.status !== 'in_progress' || session.isExpired))
    throw refuse(409, 'Audit session is not in progress', { code: 'audit_over' });
  return session;
}

/** Refuses what would tell whether a set is expected. */
export function refuseHidden(session: SessionRow): void {
  if (isHidden(session))
    throw refuse(409, 'This audit is blind. Record what hangs on each hook.', { code: 'blind' });
}

/** A session's expectation of a bunch; 400 when it has none. */
export async function findExpected(tx: Tx, session: SessionRow, keyBunchId: number) {
  const expected = await row(
    tx,
    sql<Pick<RowOf<typeof auditExpected>, 'status' | 'currentTag'>>`
      select status, current_tag as "currentTag" from audit_expected
      where audit_session_id = ${session.id} and key_bunch_id = ${keyBunchId}`,
  );
  if (!expected || expected.status === 'issued')
    throw refuse(400, 'This key set is not expected in this audit', { code: 'not_expected' });
  return expected;
}

/** A tick or scan as it is recorded, without its session. */
export type NewScan = Omit<NewRowOf<typeof auditScans>, 'auditSessionId' | 'doneAt'>;

/** Records a scan. One made on a device before the session began, or after it was received, has a wrong clock. */
export async function recordScan(
  tx: Tx,
  session: SessionRow,
  scan: NewScan,
  doneAt: string | undefined,
): Promise<{ id: number; timestamp: string }> {
  const at =
    doneAt && sql`greatest(${session.startTime}::timestamptz, least(${doneAt}::timestamptz, clock()))`;
  const made = await row(
    tx,
    sql<{ id: number; timestamp: string }>`
      ${insert(auditScans, { ...scan, auditSessionId: session.id, ...(at && { doneAt: at }) })} returning id, "timestamp"`,
  );
  if (!made) throw new Error('The database returned no new scan');
  return made;
}

/** The session of an edit, for users who may audit: locked, as `lockSession`. */
export async function lockAudited(tx: Tx, me: Member, id: number): Promise<SessionRow> {
  if (!hasPermission(me, 'audit:create') && !hasPermission(me, 'audit:edit'))
    throw refuse(403, REFUSALS.forbidden);
  const session = await lockSession(tx, id);
  refuseHidden(session);
  return session;
}

/** Refuses an edit in an audit of a bunch that the audit does not expect or that has left its location. */
export async function checkAudited(tx: Tx, session: SessionRow, bunch: Bunch): Promise<void> {
  await findExpected(tx, session, bunch.id);
  if (bunch.locationId !== session.locationId)
    throw refuse(409, `${bunch.identifier} is no longer at ${session.locationName}`, {
      code: 'moved',
      quotes: true,
    });
}
