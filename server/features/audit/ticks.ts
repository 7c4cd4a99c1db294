import { and, eq, gt, isNull } from 'drizzle-orm';
import { auditExpected, auditSessions } from '../../database/schema/audits.ts';
import type { Feature } from '../feature.ts';
import { readSeen, readVersion } from './detail.ts';

/** Changes since the caller's revision, in few bytes. */
const getAuditTicks: Feature<'getAuditTicks'> = async ({ tx, params: { id }, query: { after } }) => {
  const { revision, state } = await readVersion(tx, id);
  const [totals] = await tx
    .select({ totalScanned: auditSessions.totalScanned, totalExpected: auditSessions.totalExpected })
    .from(auditSessions)
    .where(eq(auditSessions.id, id));
  const withdrawn = await tx
    .select({ id: auditExpected.keyBunchId })
    .from(auditExpected)
    .where(
      and(
        eq(auditExpected.auditSessionId, id),
        gt(auditExpected.revision, after),
        isNull(auditExpected.seenScanId),
      ),
    );
  return {
    revision,
    state,
    totalScanned: totals?.totalScanned ?? 0,
    totalExpected: totals?.totalExpected ?? 0,
    seen: await readSeen(tx, id, after),
    withdrawn: withdrawn.map((row) => row.id),
  };
};

export const auditTicksFeatures = { getAuditTicks };
