import { sql } from 'drizzle-orm';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../http/refusal.ts';
import { expired } from './session.ts';

/** What `revision` and `state` say of a session: while both stay, it reads the same. */
export type Version = { revision: number; state: string };

/**
 * Which version of a session a read answers, asked before what it stands for, so that a change meanwhile is at worst read twice; 404 when
 * the caller may not see its location. `state` is made of whether it is open, of the refused scans, and of when the sets that it names
 * changed in the register.
 */
export async function readVersion(tx: Tx, id: number): Promise<Version> {
  const { rows } = await tx.execute<Version>(sql`
    with refused as materialized (
      select s.id, s.key_bunch_id, s.serial from audit_scans s
      where s.audit_session_id = ${id} and s.scan_result in ('unexpected', 'unknown')),
    named as (
      select count(*) as sets, sum(extract(epoch from b.updated_at)) as changed from key_bunches b where b.id = any (array(
        select e.key_bunch_id from audit_expected e where e.audit_session_id = ${id}
        union all select key_bunch_id from refused
        union all select linked.id from key_bunches linked where linked.nfc_serial = any (array(select serial from refused)))))
    select audit_sessions.revision, md5(concat_ws(' ', audit_sessions.status, ${expired},
      (select max(id) from refused), named.sets, named.changed)) as state
    from audit_sessions, named where audit_sessions.id = ${id}`);
  const [version] = rows;
  if (!version) throw notFound('Audit session not found');
  return version;
}
