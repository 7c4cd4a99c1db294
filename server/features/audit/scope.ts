import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { EXPECTED_STATUSES } from '../../../shared/audit.ts';
import { auditSessions } from '../../database/schema/audits.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import { notFound } from '../../http/refusal.ts';
import type { Feature } from '../feature.ts';

/** What an audit that starts now would be about. */
const getAuditScope: Feature<'getAuditScope'> = async ({ tx, params, query }) => {
  const place = and(
    eq(keyBunches.locationId, params.id),
    query.keyType ? eq(keyBunches.type, query.keyType) : undefined,
  );
  if ((await tx.$count(locations, eq(locations.id, params.id))) === 0) throw notFound('Location not found');
  const rows = await tx
    .select({ status: keyBunches.status, withoutNfc: isNull(keyBunches.nfcSerial), bunches: count() })
    .from(keyBunches)
    .where(place)
    .groupBy(keyBunches.status, isNull(keyBunches.nfcSerial));
  const sum = (wanted: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(wanted).reduce((total, { bunches }) => total + bunches, 0);
  const isExpected = (status: string) => EXPECTED_STATUSES.includes(status);
  return {
    expected: sum(({ status }) => isExpected(status)),
    withoutNfc: sum(({ status, withoutNfc }) => isExpected(status) && withoutNfc === true),
    issued: sum(({ status }) => status === 'issued'),
    other: sum(({ status }) => status !== 'issued' && !isExpected(status)),
  };
};

/** Every location by how long it has waited for an audit. */
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
    .select({ locationId: keyBunches.locationId, expected: count().as('expected') })
    .from(keyBunches)
    .where(sql`${keyBunches.status} in ${[...EXPECTED_STATUSES]}`)
    .groupBy(keyBunches.locationId)
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
