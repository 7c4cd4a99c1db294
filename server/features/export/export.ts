import { sign } from 'node:crypto';
import { REFUSALS } from '../../../shared/messages.ts';
import { proofOf } from '../../anchor/folder.ts';
import type { AnchorKey } from '../../anchor/line.ts';
import type { companies } from '../../database/schema/accounts.ts';
import { photos } from '../../database/schema/register.ts';
import { columns, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Tx } from '../../database/transactions.ts';
import type { Written, ZipEntry } from '../../download.ts';
import { refuse } from '../../refusal.ts';
import type { ZipFeature } from '../anchor/anchor.ts';
import { stampsOf } from '../company/company.ts';
import type { Read } from '../feature.ts';
import { readSettings } from '../setting/setting.ts';
import { auditLines, formerEntriesOf, receiptLines } from './archive.ts';
import { approvalTable, kioskTable, roomHandoverLines, roomHandoverTable } from './key-room.ts';
import { PAGE, photoName, README, registerLines } from './register.ts';
import {
  auditTable,
  holderTable,
  locationTable,
  movementTable,
  premisesTable,
  reservationTable,
  roundTable,
  setTable,
  settingTable,
  type Table,
} from './tables.ts';

/**
 * The whole company as a ZIP: CSV files to read, register.jsonl and photos to import (decision 0072), both chains and what verifies them.
 * Read page by page in separate transactions: concurrent changes appear as before or after, never twice, and no later
 * history. The last file is the signed statement (decision 0045); without the signing key 503.
 */
const exportEverything: ZipFeature<'exportEverything'> = async ({ me, read, anchors }) => {
  if (me.locations) throw refuse(403, REFUSALS.forbidden);
  const settings = await read(readSettings);
  const key = await anchors.key().catch(() => {
    throw refuse(503, "The export can't be signed right now", { code: 'unavailable' });
  });
  // Before the ends are read, so that the files contain everything anchored.
  const anchored = await anchors.linesOf(me.companyId);
  const ends = await read(readEnds);
  const began = new Date();

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
    yield { name: 'README.txt', lines: linesOf(README) };
    yield file('locations.csv', locationTable);
    yield file('people.csv', holderTable);
    yield file('premises.csv', premisesTable);
    yield file('sets.csv', setTable);
    yield file('movements.csv', movementTable(ends.movement.seq));
    yield file('audits.csv', auditTable);
    yield file('settings.csv', settingTable);
    yield file('reservations.csv', reservationTable);
    yield file('rounds.csv', roundTable);
    yield file('room-handovers.csv', roomHandoverTable);
    yield file('kiosks.csv', kioskTable);
    yield file('approvals.csv', approvalTable);
    yield { name: 'register.jsonl', lines: registerLines(read) };
    yield* chainEntries(read, ends);
    yield { name: 'audits.jsonl', lines: auditLines(read) };
    yield { name: 'receipts.jsonl', lines: receiptLines(read) };
    yield { name: 'room-handovers.jsonl', lines: roomHandoverLines(read) };
    yield* formerEntriesOf(read);
    yield* proofOf(anchored, key.pem);
    yield* pictures(read);
  }
  const { day } = await stampsOf(read);
  const own = sql<Pick<RowOf<typeof companies>, 'name'>>`select name from companies`;
  const name = (await read((tx) => row(tx, own)))?.name ?? '';
  const about = { company: me.companyId, name, at: began.toISOString(), ends, key };
  return { fileName: `keyhold-${day(began)}.zip`, entries: stated(entries(), about) };
};

/** A file in the statement; `rows` without the CSV heading, null for a photo. */
type StatedFile = { name: string; rows: number | null } & Written;

/** The entries, then the signed statement about them; the signature covers the text between "statement": and ,"signature". */
async function* stated(
  entries: AsyncIterable<ZipEntry>,
  { company, name, at, ends, key }: { company: number; name: string; at: string; ends: Ends; key: AnchorKey },
): AsyncGenerator<ZipEntry> {
  const files: StatedFile[] = [];
  for await (const entry of entries) {
    const { counted, rows } = counting(entry);
    yield { ...counted, written: (as) => files.push({ name: entry.name, rows: rows(), ...as }) };
  }
  const chain = (file: string, { seq, hash }: Ends['log']) => ({
    file,
    first: Math.min(1, seq),
    last: seq,
    head: hash,
  });
  const chains = {
    movements: chain('movements.jsonl', ends.movement),
    audit_log: chain('log.jsonl', ends.log),
  };
  const text = JSON.stringify({
    format: 'keyhold export 1',
    company,
    name,
    at,
    key: key.fingerprint,
    chains,
    files,
  });
  const signature = sign(null, Buffer.from(text), key.privateKey).toString('base64');
  yield { name: 'statement.json', lines: linesOf([`{"statement":${text},"signature":"${signature}"}`]) };
}

/** The same entry with a row counter. */
function counting(entry: ZipEntry): { counted: ZipEntry; rows: () => number | null } {
  let read = 0;
  async function* each<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const item of items) {
      read += 1;
      yield item;
    }
  }
  const { name } = entry;
  if ('rows' in entry) return { counted: { name, rows: each(entry.rows) }, rows: () => read - 1 };
  if ('lines' in entry) return { counted: { name, lines: each(entry.lines) }, rows: () => read };
  return { counted: entry, rows: () => null };
}

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** The newest entry of a chain at the start of the export: number and hash; 0 and '' when empty. */
type End = { seq: number; hash: string };
type Ends = { movement: End; log: End };

async function readEnds(tx: Tx): Promise<Ends> {
  const found = await rows(
    tx,
    sql<End & { chain: keyof Ends }>`select chain, seq, hash from own_chain_ends()`,
  );
  const endOf = (name: keyof Ends): End => found.find(({ chain }) => chain === name) ?? { seq: 0, hash: '' };
  return { movement: endOf('movement'), log: endOf('log') };
}

/**
 * Both chains, one entry a line: the hash, and the hashed array exactly as PostgreSQL writes it. Verified is the text from "entry": to the
 * end of the line.
 */
async function* chainEntries(read: Read, { movement, log }: Ends): AsyncGenerator<ZipEntry> {
  const movements = sql`movement_text(h) as entry from movement_history h`;
  yield { name: 'movements.jsonl', lines: chainLines(read, movements, movement.seq) };
  yield { name: 'log.jsonl', lines: chainLines(read, sql`log_text(h) as entry from audit_log h`, log.seq) };
}

async function* chainLines(read: Read, entries: Sql, end: number): AsyncGenerator<string> {
  for (let behind = 0; behind < end; behind += PAGE) {
    const page = sql<{ hash: string; entry: string }>`select encode(h.hash, 'hex') as hash, ${entries}
      where h.seq > ${behind} and h.seq <= ${Math.min(behind + PAGE, end)} order by h.seq`;
    for (const { hash, entry } of await read((tx) => rows(tx, page)))
      yield `{"hash":"${hash}","entry":${entry}}`;
  }
}

/** The photos, one at a time. */
async function* pictures(read: Read): AsyncGenerator<ZipEntry> {
  let last = 0;
  for (;;) {
    const next = sql<RowOf<typeof photos>>`select ${columns(photos)} from photos
      where key_bunch_id > ${last} order by key_bunch_id limit 1`;
    const photo = await read((tx) => row(tx, next));
    if (!photo) return;
    yield { name: photoName(photo.keyBunchId, photo.mediaType), bytes: photo.bytes };
    last = photo.keyBunchId;
  }
}

export const exportFeatures = { exportEverything };
