import { and, desc, eq, or, sql } from 'drizzle-orm';
import { auditSessions } from '../../database/schema/audits.ts';
import type { Feature } from '../feature.ts';
import { readSession } from './detail.ts';
import { expired, lockSession, selectSessions, sessionOf } from './session.ts';

const cancelAudit: Feature<'cancelAudit'> = async ({ tx, me, params }) => {
  const session = await lockSession(tx, me, params.id);
  await tx.update(auditSessions).set({ status: 'abandoned' }).where(eq(auditSessions.id, session.id));
  return readSession(tx, session.id);
};

const getAudit: Feature<'getAudit'> = ({ tx, params }) => readSession(tx, params.id);

const RECENT = 50;

const listAudits: Feature<'listAudits'> = async ({ tx, query }) => {
  const found = await selectSessions(tx)
    .where(
      and(
        query.locationId ? eq(auditSessions.locationId, query.locationId) : undefined,
        query.status === 'in_progress'
          ? and(eq(auditSessions.status, 'in_progress'), sql`not (${expired})`)
          : query.status
            ? or(
                and(eq(auditSessions.status, query.status), sql`not (${expired})`),
                query.status === 'abandoned' ? expired : undefined,
              )
            : undefined,
      ),
    )
    .orderBy(desc(auditSessions.id))
    .limit(RECENT);
  return found.map(sessionOf);
};

export const auditFeatures = { cancelAudit, getAudit, listAudits };
