import { TAG_BROKEN } from '../../../shared/key-bunch-words.ts';
import { reportFileName } from '../../../shared/location-words.ts';
import { doorOf } from '../../../shared/opens-text.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { stampsOf } from '../company/company.ts';
import type { StreamFeature } from '../feature.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { findLocation } from '../location/location.ts';
import { readSettings } from '../setting/setting.ts';
import { placeOf, readInventory } from './location-report.ts';

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

  async function* rows(): AsyncGenerator<readonly string[]> {
    yield HEAD;
    let last: Bunch | undefined;
    do {
      const behind = last && placeOf(last);
      const batch = await read((tx) => readInventory(tx, location.id, { limit: BATCH, last: behind }));
      for (const bunch of batch) yield rowOf(bunch);
      last = batch.length === BATCH ? batch.at(-1) : undefined;
    } while (last);
  }
  return { fileName: reportFileName(location.name, day(new Date())), rows: rows() };
};

export const locationReportExportFeatures = { exportLocationReport };
