import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm';
import type { LateCount } from '../../../shared/audit.ts';
import { auditExpected, auditScans } from '../../database/schema/audits.ts';
import { auditLog, movementHistory } from '../../database/schema/history.ts';
import { users } from '../../database/schema/people.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { changeStatus } from '../custody/status.ts';
import { actorOf } from '../history/actor.ts';
import { selectBunches } from '../key-bunch/old.ts';
import type { SessionRow } from './session.ts';

/** Note of the movement that marks a set missing at a completion. */
export const NOT_FOUND_NOTE = 'Not found in the location audit';

/** A row of audit_scans without session, time and result. */
type Count = Omit<typeof auditScans.$inferInsert, 'auditSessionId' | 'doneAt' | 'scanResult'> & {
  keyBunchId: number;
};

/**
 * Records a count made at `doneAt` (ISO) that arrives after the completion, which stays. A set that the completion marked missing is
 * present again unless it changed since; the history keeps both (D-23). The session is locked.
 */
export async function countLate(
  tx: Tx,
  me: Member,
  session: SessionRow,
  { doneAt, seen, ...count }: Count & { doneAt: string; seen: boolean },
): Promise<{ id: number; timestamp: string }> {
  const [bunch] = await selectBunches(tx)
    .where(eq(keyBunches.id, count.keyBunchId))
    .for('update', { of: keyBunches });
  const [scan] = await tx
    .insert(auditScans)
    .values({ ...count, auditSessionId: session.id, doneAt, scanResult: seen ? 'found' : 'withdrawn' })
    .returning({ id: auditScans.id, timestamp: auditScans.timestamp });
  const isLost = seen && bunch?.status === 'missing' && bunch.locationId === session.locationId;
  if (isLost && !(await happenedSince(tx, session, bunch.id))) {
    await changeStatus(tx, me, [
      { bunch, to: 'active', notes: 'Counted in the location audit, arrived after it was completed' },
    ]);
    await tx.insert(auditLog).values({
      action: 'audit_found',
      keyBunchId: bunch.id,
      locationId: bunch.locationId,
      description: 'Audit: found, counted before and arrived after it was completed',
      details: { auditSessionId: session.id, location: session.locationName, mode: session.mode, doneAt },
      userFirstName: me.firstName,
      userLastName: me.lastName,
      userEmail: me.email,
    });
  }
  return { id: scan?.id ?? 0, timestamp: scan?.timestamp ?? '' };
}

/** Whether a set has changes since the audit began, apart from its completion. */
async function happenedSince(tx: Tx, session: SessionRow, keyBunchId: number): Promise<boolean> {
  const [newest] = await tx
    .select({
      isOwn: sql<boolean>`${movementHistory.actionType} = 'status_change' and ${movementHistory.notes} = ${NOT_FOUND_NOTE}
        and ${movementHistory.timestamp} >= ${session.endTime}`,
    })
    .from(movementHistory)
    .where(and(eq(movementHistory.keyBunchId, keyBunchId), gte(movementHistory.timestamp, session.startTime)))
    .orderBy(desc(movementHistory.seq))
    .limit(1);
  return newest !== undefined && !newest.isOwn;
}

/** Counts that arrived after the completion, newest first. */
export async function readLate(tx: Tx, id: number): Promise<LateCount[]> {
  const rows = await tx
    .select({
      keyBunchId: auditScans.keyBunchId,
      identifier: auditExpected.identifier,
      seen: sql<boolean>`${auditScans.scanResult} = 'found'`,
      doneAt: auditScans.doneAt,
      timestamp: auditScans.timestamp,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(auditScans)
    .innerJoin(
      auditExpected,
      and(
        eq(auditExpected.auditSessionId, auditScans.auditSessionId),
        eq(auditExpected.keyBunchId, auditScans.keyBunchId),
      ),
    )
    .innerJoin(users, eq(users.id, auditScans.performedBy))
    .where(and(eq(auditScans.auditSessionId, id), isNotNull(auditScans.doneAt)))
    .orderBy(desc(auditScans.id));
  return rows.map(({ keyBunchId, doneAt, firstName, lastName, email, ...row }) => ({
    ...row,
    keyBunchId: keyBunchId ?? 0,
    doneAt: doneAt ?? row.timestamp,
    user: actorOf(firstName, lastName, email),
  }));
}
