import type { Activity } from '../../../shared/activity.ts';
import { activitySentence, changesOf, KIND_LABELS, kindOf } from '../../../shared/activity-words.ts';
import { accountOf, actorName } from '../../../shared/user-name.ts';
import { stampsOf } from '../company/company.ts';
import type { StreamFeature } from '../feature.ts';
import { checkSeesAll, readActivity } from './activity.ts';

const BATCH = 250;
const HEAD = [
  'Date',
  'Time',
  'Kind',
  'What',
  'User',
  'Account',
  'Before and after',
  'Address',
  'Entry',
] as const;

/**
 * All matches as CSV, newest first, in batches: entries never change and numbers only grow, so the file is consistent. The last column is
 * the number in the chain.
 */
const exportActivity: StreamFeature<'exportActivity'> = async ({ me, query: { tz, ...filters }, read }) => {
  checkSeesAll(me);
  const { day, time } = await stampsOf(read, tz);

  const rowOf = (entry: Activity): readonly string[] => {
    const at = new Date(entry.timestamp);
    const kind = kindOf(entry.action);
    const who = actorName(entry.user);
    return [
      day(at),
      time(at),
      kind ? KIND_LABELS[kind] : '',
      activitySentence(entry, who),
      who,
      accountOf(entry.user),
      Object.entries(changesOf(entry))
        .map(([field, { from, to }]) => `${field}: ${inCell(from)} -> ${inCell(to)}`)
        .join('; '),
      inCell(entry.details.address, ''),
      String(entry.number),
    ];
  };

  async function* rows(): AsyncGenerator<readonly string[]> {
    yield HEAD;
    let batch: Activity[];
    let last: number | undefined;
    do {
      batch = await read((tx) => readActivity(tx, filters, { limit: BATCH, last }));
      for (const entry of batch) yield rowOf(entry);
      last = batch.at(-1)?.number;
    } while (batch.length === BATCH);
  }
  return { fileName: `activity-${day(new Date())}.csv`, rows: rows() };
};

/** A detail as a cell; `none` when missing. */
function inCell(value: unknown, none = 'none'): string {
  if (value === null || value === undefined || value === '') return none;
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : none;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export const activityExportFeatures = { exportActivity };
