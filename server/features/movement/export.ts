import type { Actor } from '../../../shared/actor.ts';
import { type Label, movementDetail, movementSentence, placeOf } from '../../../shared/movement-text.ts';
import { UNDO_LABEL } from '../../../shared/movement-words.ts';
import { opensWithClient } from '../../../shared/opens-text.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { accountOf, actorName } from '../../../shared/user-name.ts';
import { stampsOf } from '../company/company.ts';
import type { StreamFeature } from '../feature.ts';
import { readSettings } from '../setting/setting.ts';
import { lookUp } from './filter.ts';
import { readBatch } from './movement.ts';

const BATCH = 250;
/** HIST-09, then columns that are not specified. */
const HEAD = [
  ...['Date', 'Time', 'Type', 'Key Bunch', 'Description', 'User', 'Notes'],
  ...['Location', 'Holder', 'Opens', 'Due Back', 'Time Zone'],
];

/**
 * All matches as CSV, newest first. Read in batches of short transactions: entries never change and numbers only grow, so the file is
 * consistent.
 */
const exportMovements: StreamFeature<'exportMovements'> = async ({ me, query, read }) => {
  const settings = await read(readSettings);
  const label: Label = (category, value) => labelOf(settings, category, value);
  const { day, time, zone } = await stampsOf(read, query.tz);
  const found = await read((tx) => lookUp(tx, me, query));

  async function* rows(): AsyncGenerator<readonly string[]> {
    yield HEAD;
    let batch: Awaited<ReturnType<typeof readBatch>> | undefined;
    do {
      const last = batch?.last;
      batch = await read((tx) => readBatch(tx, found, { limit: BATCH, last }));
      for (const movement of batch.movements) {
        const at = new Date(movement.timestamp);
        const { dueAt } = movement.details;
        yield [
          day(at),
          time(at),
          movement.details.undoneAction ? UNDO_LABEL : labelOf(settings, 'actions', movement.action),
          movement.keyBunchIdentifier,
          [movementSentence(movement, label), ...movementDetail(movement)].join('; '),
          movement.user ? whoActed(movement.user) : '',
          [movement.notes, movement.details.reason].filter(Boolean).join('; '),
          placeOf(movement) ?? '',
          movement.details.officer ?? '',
          movement.keyBunch?.opens ? opensWithClient(movement.keyBunch.opens) : '',
          dueAt ? `${day(new Date(dueAt))} ${time(new Date(dueAt))}` : '',
          zone,
        ];
      }
    } while (batch.movements.length === BATCH);
  }
  return { fileName: `key-movement-history-${day(new Date())}.csv`, rows: rows() };
};

/** Current and former name if different, as users may change their own, and the unique email. */
const whoActed = (user: Actor) => `${actorName(user)} (${accountOf(user)})`;

export const movementExportFeatures = { exportMovements };
