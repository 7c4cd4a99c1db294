import { REPORT_BUNCHES_MAX } from '../../../shared/limits.ts';
import { afresh, all, raw, rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { latestAudit } from '../audit/verification.ts';
import { type CursorPart, readCursor, writeCursor } from '../cursor.ts';
import type { Feature } from '../feature.ts';
import { readCounts, sumBy, sumOf } from '../key-bunch/count.ts';
import { type Bunch, ISSUED_OR_NEVER, keyBunchOf, pageOfBunches } from '../key-bunch/key-bunch.ts';
import { findLocation } from '../location/location.ts';

/** Missing first, then issued by time out, then set ID (screens: Location Report): the expressions of an index. */
const RANK = raw(`case key_bunches.status when 'missing' then 0 when 'issued' then 1 else 2 end`);
const ORDER = sql`(${RANK}), (${ISSUED_OR_NEVER}), key_bunches.identifier, key_bunches.id`;

/** The sets of a location in report order, after `last`. */
export function readInventory(
  tx: Tx,
  locationId: number,
  { limit, last }: { limit: number; last?: Place | undefined },
): Promise<Bunch[]> {
  const where = all(
    sql`key_bunches.location_id = ${locationId}`,
    last &&
      sql`(${ORDER}) > (${last.rank}::int, ${last.issuedAt}::timestamptz, ${last.identifier}, ${last.id})`,
  );
  return rows(tx, afresh(pageOfBunches(where, ORDER, limit)));
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

const getLocationReport: Feature<'getLocationReport'> = async ({ tx, params, query }) => {
  const limit = query.limit ?? REPORT_BUNCHES_MAX;
  const last = query.cursor ? placeIn(query.cursor) : undefined;
  const locationId = params.id;
  const [location, found, counts, lastAudit = null, lastWholeAudit = null] = await Promise.all([
    findLocation(tx, locationId),
    readInventory(tx, locationId, { limit: limit + 1, last }),
    readCounts(tx, { locationId }),
    latestAudit(tx, locationId, undefined),
    latestAudit(tx, locationId, null),
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
    lastAudit,
    lastWholeAudit,
  };
};

export const locationReportFeatures = { getLocationReport };
