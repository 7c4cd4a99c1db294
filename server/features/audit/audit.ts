import { all, raw, rows, run, sql } from '../../database/sql.ts';
import type { Feature } from '../feature.ts';
import { readSession } from './detail.ts';
import { EXPIRED, lockSession, SESSIONS, type Session, sessionOf } from './session.ts';

const cancelAudit: Feature<'cancelAudit'> = async ({ tx, me, params }) => {
  const { id } = await lockSession(tx, me, params.id);
  await run(tx, sql`update audit_sessions set status = 'abandoned' where id = ${id}`);
  return readSession(tx, id);
};

const getAudit: Feature<'getAudit'> = ({ tx, params }) => readSession(tx, params.id);

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

export const auditFeatures = { cancelAudit, getAudit, listAudits };
