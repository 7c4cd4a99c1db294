import type { AlreadySeen } from '../../../shared/audit-actions.ts';
import { row, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { actorOf } from '../history/log.ts';
import { ACCOUNT, type Account, COUNTS, type SessionRow } from './session.ts';

/** The count that saw a bunch; null when none did. */
export const findSeen = (tx: Tx, session: SessionRow, keyBunchId: number): Promise<AlreadySeen | null> =>
  findCount(
    tx,
    sql`audit_expected e join audit_scans s on s.id = e.seen_scan_id join users on users.id = s.performed_by
      where e.audit_session_id = ${session.id} and e.key_bunch_id = ${keyBunchId}`,
  );

/** The last withdrawal of a bunch; null without one. */
export const findUnticked = (tx: Tx, session: SessionRow, keyBunchId: number): Promise<AlreadySeen | null> =>
  findCount(
    tx,
    sql`audit_scans s join users on users.id = s.performed_by
      where s.audit_session_id = ${session.id} and s.key_bunch_id = ${keyBunchId} and s.scan_result = 'withdrawn'
      order by s.done_at desc, s.id desc limit 1`,
  );

async function findCount(tx: Tx, from: Sql): Promise<AlreadySeen | null> {
  const found = await row(
    tx,
    sql<Omit<AlreadySeen, 'user'> & Account>`
      select s.performed_by as "userId", s.done_at as "doneAt", ${ACCOUNT} from ${from}`,
  );
  return found
    ? {
        userId: found.userId,
        doneAt: found.doneAt,
        user: actorOf(found.firstName, found.lastName, found.email),
      }
    : null;
}

type Totals = Pick<SessionRow, 'totalScanned' | 'revision'>;

/**
 * Applies recorded counts of bunches. They apply in the order in which they were made, whenever they arrive: a bunch is seen by the first count
 * after its last withdrawal. The session is locked and its members were heard. Undefined when nothing changed.
 */
export const settle = (
  tx: Tx,
  session: SessionRow,
  ids: number[],
  newlyExpected = 0,
): Promise<Totals | undefined> =>
  row(
    tx,
    sql<Totals>`
      with counts as (
        select e.key_bunch_id, e.seen_scan_id as before, (
          select s.id from audit_scans s
          where s.audit_session_id = ${session.id} and s.key_bunch_id = e.key_bunch_id and s.scan_result = 'found'
            and ${COUNTS} order by s.done_at, s.id limit 1) as after
        from audit_expected e where e.audit_session_id = ${session.id} and e.key_bunch_id = any (${ids})
      ), changed as (
        update audit_expected e set seen_scan_id = counts.after, revision = ${session.revision + 1} from counts
        where e.audit_session_id = ${session.id} and e.key_bunch_id = counts.key_bunch_id and counts.after is distinct from counts.before
        returning counts.before, counts.after
      ), people as (
        select s.performed_by as user_id, sum(scans.by) as by
        from (select before as id, -1 as by from changed union all select after, 1 from changed) scans join audit_scans s on s.id = scans.id
        group by s.performed_by
      ), counted as (
        update audit_members m set counted = m.counted + people.by from people
        where m.audit_session_id = ${session.id} and m.user_id = people.user_id)
      update audit_sessions set revision = revision + 1, total_expected = total_expected + ${newlyExpected},
        total_scanned = total_scanned + (select count(after) - count(before) from changed)
      where id = ${session.id} and exists (select from changed) returning total_scanned as "totalScanned", revision`,
  );
