import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { LocationReport } from '../../../shared/location-report.ts';
import { prepared } from '../../database/prepared.ts';
import { auditSessions } from '../../database/schema/audits.ts';
import { users } from '../../database/schema/people.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import type { Feature } from '../feature.ts';
import { type Bunch, bunchColumns, keyBunchOf, selectBunches } from '../key-bunch/key-bunch.ts';
import { findLocation } from '../location/location.ts';
import { actorOf } from '../movement/movement.ts';

/** Missing first, then what is out by how long, then by set ID (screens: Location Report). */
const ORDER = sql`case ${keyBunches.status} when 'missing' then 0 when 'issued' then 1 else 2 end`;

/** What is at a location, in the order of its report. */
export const findInventory = (tx: Tx, locationId: number): Promise<Bunch[]> =>
  inventoryOf(tx, { locationId });

const inventoryOf = prepared(bunchColumns, (tx) =>
  selectBunches(tx)
    .where(eq(keyBunches.locationId, sql.placeholder('locationId')))
    .orderBy(ORDER, sql`${keyBunches.issuedAt} nulls last`, asc(keyBunches.identifier), asc(keyBunches.id)),
);

const countBy = (values: string[]): Record<string, number> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries(counts);
};

/** The latest completed audit, or the latest one of all types. */
async function lastAuditOf(
  tx: Tx,
  locationId: number,
  { whole }: { whole: boolean },
): Promise<LocationReport['lastAudit']> {
  const [last] = await tx
    .select({
      id: auditSessions.id,
      keyType: auditSessions.keyType,
      endTime: auditSessions.endTime,
      totalExpected: auditSessions.totalExpected,
      totalScanned: auditSessions.totalScanned,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(auditSessions)
    .innerJoin(users, eq(users.id, auditSessions.performedBy))
    .where(
      and(
        eq(auditSessions.locationId, locationId),
        eq(auditSessions.status, 'completed'),
        whole ? isNull(auditSessions.keyType) : undefined,
      ),
    )
    .orderBy(desc(auditSessions.endTime))
    .limit(1);
  if (!last?.endTime) return null;
  const { firstName, lastName, email, ...audit } = last;
  return { ...audit, endTime: last.endTime, user: actorOf(firstName, lastName, email) };
}

const getLocationReport: Feature<'getLocationReport'> = async ({ tx, params }) => {
  const location = await findLocation(tx, params.id);
  const bunches = await findInventory(tx, location.id);
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
    lastAudit: await lastAuditOf(tx, location.id, { whole: false }),
    lastWholeAudit: await lastAuditOf(tx, location.id, { whole: true }),
  };
};

export const locationReportFeatures = { getLocationReport };
