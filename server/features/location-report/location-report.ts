import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { REPORT_BUNCHES_MAX } from '../../../shared/limits.ts';
import type { LocationReport } from '../../../shared/location-report.ts';
import { literal, prepared, preparedShapes } from '../../database/prepared.ts';
import { auditSessions } from '../../database/schema/audits.ts';
import { users } from '../../database/schema/people.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { type CursorPart, readCursor, writeCursor } from '../cursor.ts';
import type { Feature } from '../feature.ts';
import { actorOf, completers } from '../history/actor.ts';
import { readCounts, sumBy, sumOf } from '../key-bunch/count.ts';
import { type Bunch, keyBunchOf } from '../key-bunch/key-bunch.ts';
import { bunchColumns, issuedOrNever, selectPage } from '../key-bunch/old.ts';
import { findLocation } from '../location/location.ts';

/** Missing first, then issued by time out, then set ID (screens: Location Report): the expressions of an index. */
const RANK = sql`case ${keyBunches.status} when 'missing' then 0 when 'issued' then 1 else 2 end`;
const ORDER = [sql`(${RANK})`, sql`(${issuedOrNever})`, sql`${keyBunches.identifier}`, sql`${keyBunches.id}`];
const sent = (name: string) => sql.placeholder(name);
const BEHIND = sql`((${RANK}), (${issuedOrNever}), ${keyBunches.identifier}, ${keyBunches.id})
  > (${sent('rank')}::int, ${sent('issuedAt')}::timestamptz, ${sent('identifier')}, ${sent('id')})`;

const inventory = preparedShapes<Bunch>(bunchColumns);

/** The sets of a location in report order, after `last`. */
export function readInventory(
  tx: Tx,
  locationId: number,
  { limit, last }: { limit: number; last?: Place | undefined },
): Promise<Bunch[]> {
  const build = (draft: Tx) =>
    selectPage(draft, and(eq(keyBunches.locationId, sent('locationId')), last && BEHIND), ORDER, limit);
  return inventory(
    tx,
    [last ? 'next' : 'first', limit].join('|'),
    build,
    { locationId, ...last },
    { customPlan: true },
  );
}

const RANKS: Partial<Record<string, number>> = { missing: 0, issued: 1 };
/** A bunch's sort values in that order. */
export const placeOf = ({ status, issuedAt, identifier, id }: Bunch) => ({
  rank: RANKS[status] ?? 2,
  issuedAt: issuedAt ?? 'infinity',
  identifier,
  id,
});
type Place = ReturnType<typeof placeOf>;

const CURSOR = [
  { kind: 'id' },
  { kind: 'time', never: 'infinity' },
  { kind: 'text' },
  { kind: 'id' },
] as const satisfies CursorPart[];

/** Ranks in a cursor begin with 1, as ids do. */
const cursorOf = ({ rank, issuedAt, identifier, id }: Place) =>
  writeCursor([rank + 1, issuedAt, identifier, id]);

function placeIn(cursor: string): Place {
  const [rank, issuedAt, identifier, id] = readCursor(cursor, CURSOR);
  return {
    rank: Number(rank) - 1,
    issuedAt: String(issuedAt),
    identifier: String(identifier),
    id: Number(id),
  };
}

const auditColumns = {
  id: auditSessions.id,
  keyType: auditSessions.keyType,
  endTime: auditSessions.endTime,
  totalExpected: auditSessions.totalExpected,
  totalScanned: auditSessions.totalScanned,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  completerFirstName: completers.firstName,
  completerLastName: completers.lastName,
  completerEmail: completers.email,
};

/** The latest completed audit of a location, or the latest one of all types. */
const latestAudit = ({ whole }: { whole: boolean }) =>
  prepared(auditColumns, (tx) =>
    tx
      .select(auditColumns)
      .from(auditSessions)
      .innerJoin(users, eq(users.id, auditSessions.performedBy))
      .leftJoin(completers, eq(completers.id, auditSessions.completedBy))
      .where(
        and(
          eq(auditSessions.locationId, sent('locationId')),
          eq(auditSessions.status, 'completed'),
          whole ? isNull(auditSessions.keyType) : undefined,
        ),
      )
      .orderBy(desc(auditSessions.endTime))
      .limit(literal(1)),
  );
const latestOfAny = latestAudit({ whole: false });
const latestOfAll = latestAudit({ whole: true });

function auditOf([audit]: Awaited<ReturnType<typeof latestOfAny>>): LocationReport['lastAudit'] {
  if (!audit?.endTime) return null;
  const { firstName, lastName, email, endTime, completerFirstName, completerLastName, completerEmail } =
    audit;
  const { id, keyType, totalExpected, totalScanned } = audit;
  return {
    ...{ id, keyType, totalExpected, totalScanned, endTime },
    user: actorOf(firstName, lastName, email),
    completedBy:
      completerEmail === null ? null : actorOf(completerFirstName, completerLastName, completerEmail),
  };
}

const getLocationReport: Feature<'getLocationReport'> = async ({ tx, params, query }) => {
  const limit = query.limit ?? REPORT_BUNCHES_MAX;
  const last = query.cursor ? placeIn(query.cursor) : undefined;
  const locationId = params.id;
  const [location, found, counts, lastAudit, lastWholeAudit] = await Promise.all([
    findLocation(tx, locationId),
    readInventory(tx, locationId, { limit: limit + 1, last }),
    readCounts(tx, { locationId }),
    latestOfAny(tx, { locationId }),
    latestOfAll(tx, { locationId }),
  ]);
  const shown = found.slice(0, limit);
  const end = found.length > shown.length ? shown.at(-1) : undefined;
  const byStatus = sumBy(counts, 'status');
  return {
    location,
    summary: {
      total: sumOf(counts),
      active: byStatus.active ?? 0,
      issued: byStatus.issued ?? 0,
      missing: byStatus.missing ?? 0,
    },
    byType: sumBy(counts, 'type'),
    byStatus,
    next: end ? cursorOf(placeOf(end)) : null,
    bunches: shown.map(keyBunchOf),
    lastAudit: auditOf(lastAudit),
    lastWholeAudit: auditOf(lastWholeAudit),
  };
};

export const locationReportFeatures = { getLocationReport };
