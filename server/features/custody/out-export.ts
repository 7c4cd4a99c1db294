import { clockText, dayIn } from '../../../shared/clock-text.ts';
import type { OutHolder } from '../../../shared/custody.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { doorOf } from '../../../shared/opens-text.ts';
import type { Settings } from '../../../shared/setting.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { row, sql } from '../../database/sql.ts';
import type { StreamFeature } from '../feature.ts';
import { readSettings } from '../setting/setting.ts';
import { readOut } from './out.ts';

const BATCH = 200;
const HEAD = [
  'Holder',
  'Organisation',
  'Phone',
  'Set ID',
  'Description',
  'Location',
  'Type',
  'Keys',
  'Fobs',
  'Out Since',
  'Due Back',
  'Overdue',
  'Premises',
  'Client',
] as const;

type Moment = (at: string | null) => string;
const CLOCK = sql<{ zone: string; now: number }>`select timezone as zone,
  floor(extract(epoch from clock()) * 1000)::float8 as now from companies`;

/** All issued sets as CSV, in screen order, times in the company's zone. Read in batches, each set once. */
const exportOut: StreamFeature<'exportOut'> = async ({ me, query, read }) => {
  const settings = await read(readSettings);
  const company = await read((tx) => row(tx, CLOCK));
  if (!company) throw new Error('The database returned no company');
  const { now, zone } = company;
  const moment: Moment = (at) => (at ? clockText(Date.parse(at), zone).replace('T', ' ') : '');

  async function* rows(): AsyncGenerator<readonly string[]> {
    yield HEAD;
    const written = new Set<number>();
    let cursor: string | undefined;
    do {
      const page = await read((tx) => readOut(tx, me, { ...query, cursor, limit: BATCH }));
      for (const bunch of page.keyBunches) {
        // A set extended meanwhile appears again later.
        if (written.has(bunch.id)) continue;
        written.add(bunch.id);
        yield rowOf(bunch, page.holders, settings, moment, now);
      }
      cursor = page.next ?? undefined;
    } while (cursor);
  }
  return { fileName: `keys-out-${dayIn(now, zone)}.csv`, rows: rows() };
};

function rowOf(
  bunch: KeyBunch,
  holders: readonly OutHolder[],
  settings: Settings,
  moment: Moment,
  now: number,
): string[] {
  const who = holders.find(
    ({ holder }) =>
      holder.id === (bunch.holder?.id ?? null) && (holder.id !== null || holder.name === bunch.holder?.name),
  );
  return [
    bunch.holder?.name ?? '',
    who?.organisation ?? '',
    who?.phone ?? '',
    bunch.identifier,
    doorOf(bunch),
    bunch.location.name,
    labelOf(settings, 'keyTypes', bunch.type),
    String(bunch.keyCount),
    String(bunch.fobCount),
    moment(bunch.issuedAt),
    moment(bunch.dueAt),
    bunch.dueAt && Date.parse(bunch.dueAt) < now ? 'Yes' : '',
    bunch.premises.map(({ name }) => name).join('; '),
    [...new Set(bunch.premises.flatMap(({ client }) => client ?? []))].join('; '),
  ];
}

export const outExportFeatures = { exportOut };
