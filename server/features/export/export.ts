import { gt } from 'drizzle-orm';
import { REFUSALS } from '../../../shared/messages.ts';
import { proofOf } from '../../anchor/proof.ts';
import { photos } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../http/refusal.ts';
import { dateTimeIn } from '../../http/time-zone.ts';
import type { ZipEntry } from '../../http/zip.ts';
import type { ZipFeature } from '../feature.ts';
import { readSettings } from '../setting/setting.ts';
import { chainEntries, readEnds } from './chains.ts';
import { photoName, setTable } from './sets.ts';
import type { Exported, Table } from './table.ts';
import {
  auditTable,
  holderTable,
  locationTable,
  movementTable,
  premisesTable,
  settingTable,
} from './tables.ts';

/** So many rows are read in one transaction. */
const PAGE = 250;

/**
 * Everything of the company as a ZIP of CSV files and photos, with both chains and what is needed to check them. Sets, people, locations and premises can be imported elsewhere. Read page by page in
 * the order of the ids or of the history, each page in a transaction of its own: what is changed meanwhile is in it as before or as after, never twice.
 */
const exportEverything: ZipFeature<'exportEverything'> = async ({ me, read, anchors }) => {
  if (me.locations) throw refuse(403, REFUSALS.forbidden);
  const settings = await read(readSettings);
  // Before the ends are read: what was anchored by now is in the files.
  const anchored = await anchors.linesOf(me.companyId);
  const { key } = await anchors.stateOf(me.companyId);
  const ends = await read(readEnds);

  async function* rowsOf<T extends { id: number }>({ head, page, row, place }: Table<T>) {
    yield head;
    let last = 0;
    for (;;) {
      const some = await read(async (tx) => page(tx, last, PAGE));
      for (const one of some) yield row(one, settings);
      if (some.length < PAGE) return;
      const behind = some.at(-1);
      if (behind) last = place?.(behind) ?? behind.id;
    }
  }
  const file = <T extends { id: number }>(name: string, table: Table<T>): ZipEntry => ({
    name,
    rows: rowsOf(table),
  });

  async function* entries(): AsyncGenerator<ZipEntry> {
    yield file('locations.csv', locationTable);
    yield file('people.csv', holderTable);
    yield file('premises.csv', premisesTable);
    yield file('sets.csv', setTable);
    yield file('movements.csv', movementTable(ends.movement));
    yield file('audits.csv', auditTable);
    yield file('settings.csv', settingTable);
    yield* chainEntries(read, ends);
    if (key) yield* proofOf(anchored, key.publicKey);
    yield* pictures(read);
  }
  const { date } = dateTimeIn();
  return { fileName: `keyhold-${date(new Date())}.zip`, entries: entries() };
};

/** The photos, one at a time. */
async function* pictures(read: Exported['read']): AsyncGenerator<ZipEntry> {
  let last = 0;
  for (;;) {
    const [photo] = await read((tx: Tx) =>
      tx.select().from(photos).where(gt(photos.keyBunchId, last)).orderBy(photos.keyBunchId).limit(1),
    );
    if (!photo) return;
    yield { name: photoName(photo.keyBunchId, photo.mediaType), bytes: photo.bytes };
    last = photo.keyBunchId;
  }
}

export const exportFeatures = { exportEverything };
