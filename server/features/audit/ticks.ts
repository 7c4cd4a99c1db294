import { rows, sql } from '../../database/sql.ts';
import type { Feature } from '../feature.ts';
import { readSeen, readVersion } from './detail.ts';

/** Changes since the caller's revision, in few bytes. */
const getAuditTicks: Feature<'getAuditTicks'> = async ({ tx, params: { id }, query: { after } }) => {
  const version = await readVersion(tx, id);
  const withdrawn = await rows(
    tx,
    sql<{ id: number }>`select key_bunch_id as id from audit_expected
      where audit_session_id = ${id} and revision > ${after} and seen_scan_id is null`,
  );
  return { ...version, seen: await readSeen(tx, id, after), withdrawn: withdrawn.map((one) => one.id) };
};

export const auditTicksFeatures = { getAuditTicks };
