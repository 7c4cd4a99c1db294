import { and, eq, sql } from 'drizzle-orm';
import type { AuditSession } from '../../../shared/audit.ts';
import { AUDIT_VALID_HOURS } from '../../../shared/audit-verification.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { auditExpected, auditSessions } from '../../database/schema/audits.ts';
import { users } from '../../database/schema/people.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import { actorOf, actorOrNull, completers } from '../history/actor.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';

export type SessionRow = typeof auditSessions.$inferSelect;

/** An audit older than a day counts as abandoned, evaluated when it is read. */
export const expired = sql<boolean>`${auditSessions.status} = 'in_progress'
  and ${auditSessions.startTime} < clock() - make_interval(hours => ${AUDIT_VALID_HOURS})`;

const columns = {
  session: auditSessions,
  expired,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  completer: { firstName: completers.firstName, lastName: completers.lastName, email: completers.email },
};
type Account = { firstName: string | null; lastName: string | null; email: string };
type Found = {
  session: SessionRow;
  expired: boolean;
  firstName: string | null;
  lastName: string | null;
  email: string;
  completer: Account | null;
};

/** The visible sessions, with who started and completed them. */
export const selectSessions = (tx: Tx) =>
  tx
    .select(columns)
    .from(auditSessions)
    .innerJoin(users, eq(users.id, auditSessions.performedBy))
    .leftJoin(completers, eq(completers.id, auditSessions.completedBy));

export function sessionOf({
  session,
  expired: over,
  firstName,
  lastName,
  email,
  completer,
}: Found): AuditSession {
  const { locationName, ...rest } = session;
  return {
    ...rest,
    status: over ? 'abandoned' : session.status,
    location: { id: session.locationId, name: locationName },
    user: actorOf(firstName, lastName, email),
    completedBy: actorOrNull(completer),
  };
}

/** Seconds after which a count was delayed by a lost connection. */
const WAITED_SECONDS = 10;

/** Whether a count belongs to a completed session: made before its completion, or while the device was offline. */
const isLate = (
  doneAt: string,
) => sql<boolean>`${auditSessions.status} = 'completed' and ${doneAt}::timestamptz >= ${auditSessions.startTime}
  and (${doneAt}::timestamptz < ${auditSessions.endTime} or ${doneAt}::timestamptz < clock() - make_interval(secs => ${WAITED_SECONDS}))`;

/**
 * Locks a session for a change: 404 when not visible, 403 for another user's without audit:edit, 409 when it has ended. With `doneAt` a
 * completed one is returned, for a late count.
 */
export async function lockSession(tx: Tx, me: Member, id: number, doneAt?: string): Promise<SessionRow> {
  const [session] = await tx.select().from(auditSessions).where(eq(auditSessions.id, id)).for('update');
  if (!session) throw notFound('Audit session not found');
  if (session.performedBy !== me.userId && !hasPermission(me, 'audit:edit'))
    throw refuse(403, REFUSALS.forbidden);
  if (session.status === 'completed' && doneAt !== undefined) {
    const late = await tx.$count(auditSessions, and(eq(auditSessions.id, id), isLate(doneAt)));
    if (late > 0) return session;
  }
  const over = await tx.$count(auditSessions, and(eq(auditSessions.id, id), expired));
  if (session.status !== 'in_progress' || over > 0)
    throw refuse(409, 'Audit session is not in progress', { code: 'audit_over' });
  return session;
}

/** A session's expectation of a bunch; 400 when it has none. */
export async function findExpected(tx: Tx, session: SessionRow, keyBunchId: number) {
  const [expected] = await tx
    .select()
    .from(auditExpected)
    .where(and(eq(auditExpected.auditSessionId, session.id), eq(auditExpected.keyBunchId, keyBunchId)));
  if (!expected || expected.status === 'issued')
    throw refuse(400, 'This key set is not expected in this audit');
  return expected;
}

/** Refuses an edit in an audit of a bunch that the audit does not expect or that has left its location. */
export async function checkAudited(tx: Tx, session: SessionRow, bunch: Bunch): Promise<void> {
  await findExpected(tx, session, bunch.id);
  if (bunch.locationId !== session.locationId)
    throw refuse(409, `${bunch.identifier} is no longer at ${session.locationName}`, { quotes: true });
}
