import { TAG_BROKEN } from '../../../shared/key-bunch.ts';
import { reportFileName } from '../../../shared/location-report.ts';
import { labelOf } from '../../../shared/setting.ts';
import { dateTimeIn } from '../../http/time-zone.ts';
import type { StreamFeature } from '../feature.ts';
import { findLocation } from '../location/location.ts';
import { readSettings } from '../setting/setting.ts';
import { findInventory } from './location-report.ts';

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
] as const;

/** The inventory of a location's report as CSV rows, in the words and the order of the screen. */
const exportLocationReport: StreamFeature<'exportLocationReport'> = async ({ params, query, read }) => {
  const { location, bunches, settings } = await read(async (tx) => {
    const place = await findLocation(tx, params.id);
    return {
      location: place,
      bunches: await findInventory(tx, place.id),
      settings: await readSettings(tx),
    };
  });
  const { date, time } = dateTimeIn(query.tz);

  async function* rows(): AsyncGenerator<readonly string[]> {
    yield HEAD;
    for (const bunch of bunches) {
      const updated = new Date(bunch.lastUpdated);
      yield [
        bunch.identifier,
        bunch.status === 'issued' ? TAG_BROKEN : (bunch.currentTag ?? ''),
        labelOf(settings, 'keyTypes', bunch.type),
        labelOf(settings, 'statuses', bunch.status),
        String(bunch.keyCount),
        String(bunch.fobCount),
        `${date(updated)} ${time(updated)}`,
        bunch.keyDescription ?? '',
        bunch.holderName ?? '',
      ];
    }
  }
  return { fileName: reportFileName(location.name, date(new Date())), rows: rows() };
};

export const locationReportExportFeatures = { exportLocationReport };
