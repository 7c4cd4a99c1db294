import { and, eq, sql } from 'drizzle-orm';
import { EXPECTED_STATUSES } from '../../../shared/audit-words.ts';
import { auditSessions } from '../../database/schema/audits.ts';
import { bunchCounts, locations } from '../../database/schema/register.ts';
import { notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { type BunchCount, readCounts, sumOf } from '../key-bunch/count.ts';

/** What an audit started now would expect. */
const getAuditScope: Feature<'getAuditScope'> = async ({ tx, params, query }) => {
  if ((await tx.$count(locations, eq(locations.id, params.id))) === 0) throw notFound('Location not found');
  const counts = await readCounts(tx, { locationId: params.id, type: query.keyType });
  const sum = (wanted: (row: BunchCount) => boolean) => sumOf(counts.filter(wanted));
  const isExpected = (status: string) => EXPECTED_STATUSES.includes(status);
  return {
    expected: sum(({ status }) => isExpected(status)),
    withoutNfc: sum(({ status, hasNfc }) => isExpected(status) && !hasNfc),
    issued: sum(({ status }) => status === 'issued'),
    other: sum(({ status }) => status !== 'issued' && !isExpected(status)),
  };
};

/** All locations, longest without an audit first. */
const listAuditedLocations: Feature<'listAuditedLocations'> = async ({ tx }) => {
  const last = tx
    .select({
      id: auditSessions.id,
      endTime: auditSessions.endTime,
      keyType: auditSessions.keyType,
      missing: sql<number>`cardinality(${auditSessions.missingBunches})`.as('missing'),
    })
    .from(auditSessions)
    .where(and(eq(auditSessions.locationId, locations.id), eq(auditSessions.status, 'completed')))
    .orderBy(sql`${auditSessions.endTime} desc`)
    .limit(1)
    .as('last');
  const held = tx
    .select({
      locationId: bunchCounts.locationId,
      expected: sql<number>`sum(${bunchCounts.bunches})`.as('expected'),
    })
    .from(bunchCounts)
    .where(sql`${bunchCounts.status} in ${[...EXPECTED_STATUSES]}`)
    .groupBy(bunchCounts.locationId)
    .as('held');
  const expected = sql<number>`coalesce(${held.expected}, 0)::int`;
  const rows = await tx
    .select({
      id: locations.id,
      name: locations.name,
      type: locations.type,
      expected,
      lastId: last.id,
      endTime: last.endTime,
      keyType: last.keyType,
      missing: last.missing,
    })
    .from(locations)
    .leftJoin(held, eq(held.locationId, locations.id))
    .leftJoinLateral(last, sql`true`)
    .orderBy(
      sql`${expected} = 0`,
      sql`${last.endTime} asc nulls first`,
      sql`lower(${locations.name})`,
      locations.id,
    );
  return rows.map(({ lastId, endTime, keyType, missing, ...place }) => ({
    ...place,
    last:
      lastId !== null && endTime !== null ? { id: lastId, endTime, keyType, missing: missing ?? 0 } : null,
  }));
};

export const auditScopeFeatures = { getAuditScope, listAuditedLocations };
