import { all, raw, rows, run, sql } from '../../database/sql.ts';
import type { Feature } from '../feature.ts';
import { readSeen, readSession, readVersion } from './detail.ts';
import { EXPIRED, lockSession, SESSIONS, type Session, sessionOf } from './session.ts';

const cancelAudit: Feature<'cancelAudit'> = async ({ tx, me, params }) => {
  const { id } = await lockSession(tx, me, params.id);
  await run(tx, sql`update audit_sessions set status = 'abandoned' where id = ${id}`);
  return readSession(tx, id);
};

const getAudit: Feature<'getAudit'> = ({ tx, params }) => readSession(tx, params.id);

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

const RECENT = 50;

const listAudits: Feature<'listAudits'> = async ({ tx, query: { locationId, status } }) => {
  const where = all(
    locationId !== undefined && sql`audit_sessions.location_id = ${locationId}`,
    status &&
      sql`audit_sessions.status = ${status} and not (${EXPIRED}) ${status === 'abandoned' ? sql`or ${EXPIRED}` : sql``}`,
  );
  const found = await rows(
    tx,
    sql<Session>`${SESSIONS} where ${where} order by audit_sessions.id desc limit ${raw(RECENT)}`,
  );
  return found.map(sessionOf);
};

export const auditFeatures = { cancelAudit, getAudit, getAuditTicks, listAudits };
