import { and, desc, lt } from 'drizzle-orm';
import type { Actor } from '../../../shared/actor.ts';
import { type Label, movementDetail, movementSentence } from '../../../shared/movement.ts';
import { labelOf } from '../../../shared/setting.ts';
import { fullName } from '../../../shared/user.ts';
import { movementHistory } from '../../database/schema/history.ts';
import type { Tx } from '../../database/transactions.ts';
import { dateTimeIn } from '../../http/time-zone.ts';
import type { StreamFeature } from '../feature.ts';
import { readSettings } from '../setting/setting.ts';
import { movementOf } from './movement.ts';
import { endOf, type Found, findMatching, walk } from './search.ts';

const BATCH = 1000;
const HEAD = ['Date', 'Time', 'Type', 'Key Bunch', 'Description', 'User', 'Notes'] as const;

/**
 * Every match as CSV rows, newest first. Read in batches, each a short transaction of its own:
 * entries never change and their numbers only grow, so the file is one consistent state.
 */
const exportMovements: StreamFeature<'exportMovements'> = async ({ query, read }) => {
  const settings = await read(readSettings);
  const label: Label = (category, value) => labelOf(settings, category, value);
  const { date, time } = dateTimeIn(query.tz);
  const found = await read((tx) => findMatching(tx, query));

  async function* rows(): AsyncGenerator<readonly string[]> {
    yield HEAD;
    let batch: (typeof movementHistory.$inferSelect)[] = [];
    do {
      const last = batch.at(-1)?.seq;
      batch = await read((tx) => readBatch(tx, found, last));
      for (const row of batch) {
        const movement = movementOf(row);
        const at = new Date(movement.timestamp);
        yield [
          date(at),
          time(at),
          labelOf(settings, 'actions', movement.action),
          movement.keyBunchIdentifier,
          [movementSentence(movement, label), ...movementDetail(movement)].join('; '),
          movement.user ? whoActed(movement.user) : '',
          [movement.notes, movement.details.reason].filter(Boolean).join('; '),
        ];
      }
    } while (batch.length === BATCH);
  }
  return { fileName: `key-movement-history-${date(new Date())}.csv`, rows: rows() };
};

/** The next entries, below the number `last`. */
async function readBatch(tx: Tx, { where, walk: far }: Found, last: number | undefined) {
  if (far) return walk(tx, where, last ?? (await endOf(tx)), BATCH);
  return tx
    .select()
    .from(movementHistory)
    .where(and(where, last === undefined ? undefined : lt(movementHistory.seq, last)))
    .orderBy(desc(movementHistory.seq))
    .limit(BATCH);
}

/** The name of that moment, which somebody may have changed, and the account's email, which nobody shares. */
const whoActed = (user: Actor) => `${fullName(user)} (${user.email})`;

export const movementExportFeatures = { exportMovements };
