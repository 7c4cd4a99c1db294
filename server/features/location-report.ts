import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { auditSessions, keyBunches } from '../database/schema.ts';
import type { Feature } from '../feature.ts';
import { keyBunchOf, selectBunches } from './key-bunch.ts';
import { findLocation } from './location.ts';

/** Missing first, then what is out by how long, then by set ID (screens: Location Report). */
const ORDER = sql`case ${keyBunches.status} when 'missing' then 0 when 'issued' then 1 else 2 end`;

const countBy = (values: string[]): Record<string, number> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries(counts);
};

const getLocationReport: Feature<'getLocationReport'> = async ({ tx, params }) => {
  const location = await findLocation(tx, params.id);
  const bunches = await selectBunches(tx)
    .where(eq(keyBunches.locationId, location.id))
    .orderBy(ORDER, sql`${keyBunches.issuedAt} nulls last`, asc(keyBunches.identifier), asc(keyBunches.id));
  const [lastAudit] = await tx
    .select({ id: auditSessions.id, endTime: auditSessions.endTime })
    .from(auditSessions)
    .where(and(eq(auditSessions.locationId, location.id), eq(auditSessions.status, 'completed')))
    .orderBy(desc(auditSessions.endTime))
    .limit(1);
  const byStatus = countBy(bunches.map((bunch) => bunch.status));
  return {
    location,
    summary: {
      total: bunches.length,
      active: byStatus.active ?? 0,
      issued: byStatus.issued ?? 0,
      missing: byStatus.missing ?? 0,
    },
    byType: countBy(bunches.map((bunch) => bunch.type)),
    byStatus,
    bunches: bunches.map(keyBunchOf),
    lastAudit: lastAudit?.endTime ? { id: lastAudit.id, endTime: lastAudit.endTime } : null,
  };
};

export const locationReportFeatures = { getLocationReport };
