import { AUDIT_VALID_HOURS, type Verification } from '../../../shared/audit-verification.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { all, raw, row, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { findLocation } from '../location/location.ts';
import { auditorsOf, selectSessions } from './session.ts';

const HOUR_MS = 60 * 60 * 1000;

type Completed = {
  id: number;
  keyType: string | null;
  endTime: string;
  totalExpected: number;
  totalScanned: number;
  missing: number;
  /** Whole hours since its end. */
  hours: number;
  isVerified: boolean;
};
const COMPLETED = selectSessions(
  sql<Completed>`audit_sessions.id, key_type as "keyType", end_time as "endTime", total_expected as "totalExpected",
    total_scanned as "totalScanned", cardinality(missing_bunches) as missing,
    floor(extract(epoch from clock() - end_time) / 3600)::int as hours,
    end_time > clock() - make_interval(hours => ${raw(AUDIT_VALID_HOURS)}) as "isVerified"`,
);

/** The latest completed audit of a location. `keyType` undefined: of any types; null: of all types; a type: of it or of all. */
export async function latestAudit(tx: Tx, locationId: number, keyType: string | null | undefined) {
  const where = all(
    sql`audit_sessions.location_id = ${locationId}`,
    sql`audit_sessions.status = 'completed' and end_time is not null`,
    keyType !== undefined &&
      sql`key_type is null ${keyType === null ? sql`` : sql`or key_type = ${keyType}`}`,
  );
  const last = await row(
    tx,
    sql<(typeof COMPLETED)['row']>`${COMPLETED} where ${where} order by end_time desc limit 1`,
  );
  return last && { ...last, ...auditorsOf(last) };
}

/** Whether a location has an audit less than 24 hours old, by the database's clock. `keyType` as in `latestAudit`. */
async function verificationOf(
  tx: Tx,
  locationId: number,
  keyType: string | null | undefined,
): Promise<Verification> {
  const last = await latestAudit(tx, locationId, keyType);
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
      ...last,
      validUntil: new Date(Date.parse(last.endTime) + AUDIT_VALID_HOURS * HOUR_MS).toISOString(),
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
