import { TAG_BROKEN } from '../../../shared/key-bunch-words.ts';
import { REPORT_BUNCHES_MAX } from '../../../shared/limits.ts';
import { reportFileName } from '../../../shared/location-words.ts';
import { doorOf } from '../../../shared/opens-text.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { all, raw, replanned, row, rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { accuracyOf } from '../audit/session.ts';
import { latestAudits } from '../audit/verification.ts';
import { stampsOf } from '../company/company.ts';
import { type CursorPart, cutPage, readCursor, writeCursor } from '../cursor.ts';
import type { Feature, StreamFeature } from '../feature.ts';
import { readCounts, sumBy, sumOf } from '../key-bunch/count.ts';
import { type Bunch, ISSUED_OR_NEVER, keyBunchOf, pageOfBunches } from '../key-bunch/key-bunch.ts';
import { findLocation } from '../location/location.ts';
import { readSettings } from '../setting/setting.ts';

/** Missing first, then issued by time out, then set ID (screens: Location Report): the expressions of an index. */
const RANK = raw(`case key_bunches.status when 'missing' then 0 when 'issued' then 1 else 2 end`);
const ORDER = sql`(${RANK}), (${ISSUED_OR_NEVER}), key_bunches.identifier, key_bunches.id`;

/** The sets of a location in report order, after `last`. */
function readInventory(
  tx: Tx,
  locationId: number,
  { limit, last }: { limit: number; last?: SortValues | undefined },
): Promise<Bunch[]> {
  const where = all(
    sql`key_bunches.location_id = ${locationId}`,
    last &&
      sql`(${ORDER}) > (${last.rank}::int, ${last.issuedAt}::timestamptz, ${last.identifier}, ${last.id})`,
  );
  return rows(tx, replanned(pageOfBunches(where, ORDER, limit)));
}

const RANKS: Partial<Record<string, number>> = { missing: 0, issued: 1 };
/** A bunch's sort values in that order. */
const sortValuesOf = ({ status, issuedAt, identifier, id }: Bunch) => ({
  rank: RANKS[status] ?? 2,
  issuedAt: issuedAt ?? 'infinity',
  identifier,
  id,
});
type SortValues = ReturnType<typeof sortValuesOf>;

const CURSOR = [
  { kind: 'id' },
  { kind: 'time', never: 'infinity' },
  { kind: 'text' },
  { kind: 'id' },
] as const satisfies CursorPart[];

/** Ranks in a cursor begin with 1, as ids do. */
const cursorOf = ({ rank, issuedAt, identifier, id }: SortValues) =>
  writeCursor([rank + 1, issuedAt, identifier, id]);

function sortValuesIn(cursor: string): SortValues {
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
  const last = query.cursor ? sortValuesIn(query.cursor) : undefined;
  const locationId = params.id;
  const [location, found, counts, audits, accuracy] = await Promise.all([
    findLocation(tx, locationId),
    readInventory(tx, locationId, { limit: limit + 1, last }),
    readCounts(tx, { locationId }),
    latestAudits(tx, locationId),
    row(tx, accuracyOf(sql`${locationId}::int`, sql`clock()`)),
  ]);
  const { shown, next } = cutPage(found, limit, (end) => cursorOf(sortValuesOf(end)));
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
    next,
    bunches: shown.map(keyBunchOf),
    ...audits,
    accuracy: accuracy?.checked
      ? { checked: accuracy.checked, asRegistered: accuracy.asRegistered ?? 0 }
      : null,
  };
};

const HEAD = [
  'Set ID',
  'Tag',
  'Type',
  'Status',
  'Keys',
  'Fobs',
  'Last Update',
  'Description',
  'Holder',
  'Position',
  'Premises',
  'Client',
  'Due back',
] as const;

const BATCH = 250;

/**
 * A location's inventory as CSV, in words and order of the screen. Read in batches: a set moved meanwhile may be missing or appear twice.
 */
const exportLocationReport: StreamFeature<'exportLocationReport'> = async ({ params, query, read }) => {
  const { location, settings } = await read(async (tx) => ({
    location: await findLocation(tx, params.id),
    settings: await readSettings(tx),
  }));
  const { day, time } = await stampsOf(read, query.tz);

  const moment = (at: string) => `${day(new Date(at))} ${time(new Date(at))}`;
  const rowOf = (bunch: Bunch): readonly string[] => {
    return [
      bunch.identifier,
      bunch.status === 'issued' ? TAG_BROKEN : (bunch.currentTag ?? ''),
      labelOf(settings, 'keyTypes', bunch.type),
      labelOf(settings, 'statuses', bunch.status),
      String(bunch.keyCount),
      String(bunch.fobCount),
      moment(bunch.lastUpdated),
      doorOf(bunch),
      bunch.holderName ?? '',
      bunch.position ?? '',
      bunch.premises.map((one) => one.name).join('; '),
      [...new Set(bunch.premises.flatMap((one) => one.client ?? []))].join('; '),
      bunch.dueAt ? moment(bunch.dueAt) : '',
    ];
  };

  async function* lines(): AsyncGenerator<readonly string[]> {
    yield HEAD;
    let last: Bunch | undefined;
    do {
      const behind = last && sortValuesOf(last);
      const batch = await read((tx) => readInventory(tx, location.id, { limit: BATCH, last: behind }));
      for (const bunch of batch) yield rowOf(bunch);
      last = batch.length === BATCH ? batch.at(-1) : undefined;
    } while (last);
  }
  return { fileName: reportFileName(location.name, day(new Date())), rows: lines() };
};

export const locationReportFeatures = { getLocationReport };
export const locationReportExportFeatures = { exportLocationReport };
