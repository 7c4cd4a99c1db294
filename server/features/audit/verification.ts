import { AUDIT_VALID_HOURS, type Verification } from '../../../shared/audit-verification.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { all, raw, row, rows, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { findLocation } from '../location/location.ts';
import { COUNTED_BY, countedByOf } from './members.ts';
import { auditorsOf, selectSessions } from './session.ts';

const HOUR_MS = 60 * 60 * 1000;

type Completed = {
  id: number;
  keyType: string | null;
  endTime: string;
  totalExpected: number;
  totalScanned: number;
  counters: (typeof COUNTED_BY)['row'];
};
const COMPLETED = sql<Completed>`audit_sessions.id, key_type as "keyType", end_time as "endTime", total_expected as "totalExpected",
    total_scanned as "totalScanned", ${COUNTED_BY} as counters`;
const AUDITS = selectSessions(COMPLETED);

type Found = Completed & {
  missing: number;
  /** Missing sets that a late count found. */
  late: number;
  /** Whole hours since its end. */
  hours: number;
  isFresh: boolean;
};
const FOUND = selectSessions(
  sql<Found>`${COMPLETED}, cardinality(missing_bunches) as missing, late_found(audit_sessions) as late,
    floor(extract(epoch from clock() - end_time) / 3600)::int as hours,
    end_time > clock() - make_interval(hours => ${raw(AUDIT_VALID_HOURS)}) as "isFresh"`,
);

/** `keyType` of an audit that counts. Undefined: any; null: all types together; a type: it alone, or all. */
type OfType = string | null | undefined;
/** The id of the latest completed audit of every set of a location: a spot check or a part verifies nothing. */
const latestOf = (locationId: number, keyType: OfType) =>
  sql`(select one.id from audit_sessions one where ${all(
    sql`one.location_id = ${locationId} and one.status = 'completed' and one.kind = 'full' and one.end_time is not null`,
    keyType !== undefined &&
      sql`one.key_type is null ${keyType === null ? sql`` : sql`or one.key_type = ${keyType}`}`,
  )} order by one.end_time desc, one.id desc limit 1)`;

const auditOf = <Row extends (typeof AUDITS)['row']>({ counters, ...audit }: Row) => ({
  ...audit,
  ...auditorsOf(audit),
  countedBy: countedByOf(counters),
});

/** How many in a hundred of its sets an audit found. */
const shareOf = ({ totalScanned, missing, late }: Found): number =>
  missing === 0 ? 100 : Math.floor(((totalScanned + late) * 100) / (totalScanned + missing));

/** The latest audit of a location, and the latest of all types together: often the same. */
export async function latestAudits(tx: Tx, locationId: number) {
  const [any, whole] = [latestOf(locationId, undefined), latestOf(locationId, null)];
  const found = await rows(
    tx,
    sql<(typeof AUDITS)['row']>`${AUDITS} where audit_sessions.id in (${any}, ${whole})
      order by audit_sessions.end_time desc, audit_sessions.id desc`,
  );
  const audits = found.map(auditOf);
  return {
    lastAudit: audits[0] ?? null,
    lastWholeAudit: audits.find(({ keyType }) => keyType === null) ?? null,
  };
}

/**
 * Whether a location has an audit less than 24 hours old, by the database's clock, that found the company's share of its sets (D-27).
 */
async function verificationOf(tx: Tx, locationId: number, keyType: OfType): Promise<Verification> {
  const found = await row(
    tx,
    sql<(typeof FOUND)['row']>`${FOUND} where audit_sessions.id = ${latestOf(locationId, keyType)}`,
  );
  const last = found && { ...auditOf(found), share: shareOf(found) };
  const company = await row(
    tx,
    sql<{ auditShare: number }>`select audit_share as "auditShare" from companies`,
  );
  const neededShare = company?.auditShare ?? 100;
  if (!last) {
    return {
      isVerified: false,
      neededShare,
      hoursSinceAudit: null,
      lastAuditDate: null,
      keyType: null,
      message: 'No completed audit for this location',
      audit: null,
    };
  }
  const ago = `${last.hours} ${last.hours === 1 ? 'hour' : 'hours'} ago`;
  const isEnough = last.share >= neededShare;
  const completed = isEnough
    ? `Last audit completed ${ago}`
    : `Last audit found ${last.share}% of its sets. A bulk move needs ${neededShare}%.`;
  return {
    isVerified: last.isFresh && isEnough,
    neededShare,
    hoursSinceAudit: last.hours,
    lastAuditDate: last.endTime,
    keyType: last.keyType,
    message: last.isFresh ? completed : `Last audit was ${ago}. A new audit is required.`,
    audit: {
      ...last,
      validUntil: new Date(Date.parse(last.endTime) + AUDIT_VALID_HOURS * HOUR_MS).toISOString(),
    },
  };
}

/**
 * The rule of bulk moves, also for a step that moves one set. The audit is locked: its completion can't be undone after this. The location is
 * locked, and no bunch.
 */
export async function requireAudit(tx: Tx, locationId: number, keyType: string | null): Promise<void> {
  const { isVerified, audit, message } = await verificationOf(tx, locationId, keyType);
  const found = audit && audit.share < 100 ? { detail: message } : {};
  if (!isVerified || !audit) throw refuse(403, REFUSALS.auditRequired, { code: 'audit_required', ...found });
  const isCompleted = await run(
    tx,
    sql`select from audit_sessions where id = ${audit.id} and status = 'completed' for no key update`,
  );
  if (!isCompleted) throw refuse(403, REFUSALS.auditRequired, { code: 'audit_required' });
  await run(
    tx,
    sql`update audit_sessions set relied_at = clock() where id = ${audit.id} and relied_at is null`,
  );
}

const getVerification: Feature<'getVerification'> = async ({ tx, params, query }) => {
  const location = await findLocation(tx, params.id);
  return verificationOf(tx, location.id, query.keyType === 'all' ? null : query.keyType);
};

export const auditVerificationFeatures = { getVerification };
