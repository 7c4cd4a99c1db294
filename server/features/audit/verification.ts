import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { AUDIT_VALID_HOURS, type Verification } from '../../../shared/audit-verification.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { auditSessions } from '../../database/schema/audits.ts';
import { users } from '../../database/schema/people.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { actorOf, actorOrNull, completers } from '../history/actor.ts';
import { findLocation } from '../location/location.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Whether a location has an audit less than 24 hours old, by the database's clock. `keyType` undefined: any audit; null: one of all types;
 * a type: one of it or of all.
 */
export async function verificationOf(
  tx: Tx,
  locationId: number,
  keyType: string | null | undefined,
): Promise<Verification> {
  const [last] = await tx
    .select({
      endTime: auditSessions.endTime,
      keyType: auditSessions.keyType,
      hours: sql<number>`floor(extract(epoch from clock() - ${auditSessions.endTime}) / 3600)::int`,
      isVerified: sql<boolean>`${auditSessions.endTime} > clock() - make_interval(hours => ${AUDIT_VALID_HOURS})`,
      id: auditSessions.id,
      totalExpected: auditSessions.totalExpected,
      totalScanned: auditSessions.totalScanned,
      missing: auditSessions.missingBunches,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      completer: { firstName: completers.firstName, lastName: completers.lastName, email: completers.email },
    })
    .from(auditSessions)
    .innerJoin(users, eq(users.id, auditSessions.performedBy))
    .leftJoin(completers, eq(completers.id, auditSessions.completedBy))
    .where(
      and(
        eq(auditSessions.locationId, locationId),
        eq(auditSessions.status, 'completed'),
        keyType === undefined
          ? undefined
          : keyType === null
            ? isNull(auditSessions.keyType)
            : or(isNull(auditSessions.keyType), eq(auditSessions.keyType, keyType)),
      ),
    )
    .orderBy(desc(auditSessions.endTime))
    .limit(1);
  if (!last) {
    return {
      isVerified: false,
      hoursSinceAudit: null,
      lastAuditDate: null,
      keyType: null,
      message: 'No completed audit for this location',
      audit: null,
    };
  }
  const ago = `${last.hours} ${last.hours === 1 ? 'hour' : 'hours'} ago`;
  return {
    isVerified: last.isVerified,
    hoursSinceAudit: last.hours,
    lastAuditDate: last.endTime,
    keyType: last.keyType,
    message: last.isVerified
      ? `Last audit completed ${ago}`
      : `Last audit was ${ago}. A new audit is required.`,
    audit: {
      id: last.id,
      user: actorOf(last.firstName, last.lastName, last.email),
      completedBy: actorOrNull(last.completer),
      totalExpected: last.totalExpected,
      totalScanned: last.totalScanned,
      missing: last.missing.length,
      validUntil: new Date(Date.parse(last.endTime ?? '') + AUDIT_VALID_HOURS * HOUR_MS).toISOString(),
    },
  };
}

/** The rule of bulk moves, also for a step that moves one set. */
export async function requireAudit(tx: Tx, locationId: number, keyType: string | null): Promise<void> {
  const { isVerified } = await verificationOf(tx, locationId, keyType);
  if (!isVerified) throw refuse(403, REFUSALS.auditRequired, { code: 'audit_required' });
}

const getVerification: Feature<'getVerification'> = async ({ tx, params, query }) => {
  const place = await findLocation(tx, params.id);
  return verificationOf(tx, place.id, query.keyType === 'all' ? null : query.keyType);
};

export const auditVerificationFeatures = { getVerification };
