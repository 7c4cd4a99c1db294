import { sign } from 'node:crypto';
import { gt, sql } from 'drizzle-orm';
import { IMPORT_FIELDS, IMPORT_LABELS, type ImportField, NOT_KNOWN } from '../../../shared/import-words.ts';
import { STATUS_LABELS } from '../../../shared/key-bunch-words.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import type { AnchorKey } from '../../anchor/key.ts';
import { proofOf } from '../../anchor/proof.ts';
import { ask } from '../../database/prepared.ts';
import { keyBunches, photos } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import type { Written, ZipEntry } from '../../http/zip.ts';
import { refuse } from '../../refusal.ts';
import { stampsOf } from '../company/company.ts';
import type { ZipFeature } from '../feature.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { selectPage } from '../key-bunch/old.ts';
import { readSettings } from '../setting/setting.ts';
import { chainEntries, type Ends, readEnds } from './chains.ts';
import { type Exported, type Table, text } from './table.ts';
import {
  auditTable,
  holderTable,
  locationTable,
  movementTable,
  premisesTable,
  settingTable,
} from './tables.ts';

/** Rows per transaction. */
const PAGE = 250;

/**
 * The whole company as a ZIP of CSV files and photos, with both chains and what verifies them. Sets, people, locations and premises can be
 * imported elsewhere. Read page by page in separate transactions: concurrent changes appear as before or after, never twice, and no later
 * history. The last file is the signed statement (decision 0045); without the signing key 503.
 */
const exportEverything: ZipFeature<'exportEverything'> = async ({ me, read, anchors }) => {
  if (me.locations) throw refuse(403, REFUSALS.forbidden);
  const settings = await read(readSettings);
  const key = await anchors.key().catch(() => {
    throw refuse(503, 'The export can’t be signed right now');
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
    yield file('locations.csv', locationTable);
    yield file('people.csv', holderTable);
    yield file('premises.csv', premisesTable);
    yield file('sets.csv', setTable);
    yield file('movements.csv', movementTable(ends.movement.seq));
    yield file('audits.csv', auditTable);
    yield file('settings.csv', settingTable);
    yield* chainEntries(read, ends);
    yield* proofOf(anchored, key.pem);
    yield* pictures(read);
  }
  const { day } = await stampsOf(read);
  const about = { company: me.companyId, at: began.toISOString(), ends, key };
  return { fileName: `keyhold-${day(began)}.zip`, entries: stated(entries(), about) };
};

/** A file in the statement; `rows` without the CSV heading, null for a photo. */
type StatedFile = { name: string; rows: number | null } & Written;

/** The entries, then the signed statement about them; the signature covers the text between "statement": and ,"signature". */
async function* stated(
  entries: AsyncIterable<ZipEntry>,
  { company, at, ends, key }: { company: number; at: string; ends: Ends; key: AnchorKey },
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
    at,
    key: key.fingerprint,
    chains,
    files,
  });
  const signature = sign(null, Buffer.from(text), key.privateKey).toString('base64');
  yield { name: 'statement.json', lines: only(`{"statement":${text},"signature":"${signature}"}`) };
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

async function* only(line: string): AsyncGenerator<string> {
  yield line;
}

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

const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/webp': 'webp' };
/** The ZIP path of a set's photo. */
const photoName = (keyBunchId: number, mediaType: string): string =>
  `photos/${keyBunchId}.${EXTENSIONS[mediaType] ?? 'jpg'}`;

const FIELDS = IMPORT_FIELDS.key_sets;

const LABELS = 'select key_bunch_id as id, token as code from labels where key_bunch_id = any ($1::int[])';

type Labelled = Bunch & { labelCode: string | null };

async function readPage(tx: Tx, after: number, limit: number): Promise<Labelled[]> {
  const bunches = await selectPage(tx, gt(keyBunches.id, after), [sql`${keyBunches.id}`], limit);
  const rows = await ask<{ id: number; code: string }>(tx, LABELS, [bunches.map(({ id }) => id)]);
  const codes = new Map(rows.map(({ id, code }) => [id, code]));
  return bunches.map((bunch) => ({ ...bunch, labelCode: codes.get(bunch.id) ?? null }));
}

/** Sets in the form that imports read, then fields only the register has. */
const setTable: Table<Labelled> = {
  head: [
    ...FIELDS.map((field) => IMPORT_LABELS[field]),
    'Keys there',
    'Fobs there',
    'Missing since',
    'Last seen',
    'Has photo',
    'Number',
  ],
  page: readPage,
  row: (bunch, settings) => {
    const lines = (of: 'name' | 'address' | 'client') => {
      const said = bunch.premises.map((one) => one[of]);
      if (said.every((one) => one === null)) return '';
      return said.length === 1 ? text(said[0]) : said.map((one) => one ?? NOT_KNOWN).join('\n');
    };
    const cells: Partial<Record<ImportField, string>> = {
      ...Object.fromEntries(
        (
          [
            'identifier',
            'currentTag',
            'keyDescription',
            'position',
            'nfcSerial',
            'labelCode',
            'notes',
          ] as const
        ).map((field) => [field, text(bunch[field])]),
      ),
      type: labelOf(settings, 'keyTypes', bunch.type),
      location: bunch.location.name,
      keyCount: text(bunch.keyCount),
      fobCount: text(bunch.fobCount),
      premises: lines('name'),
      address: lines('address'),
      client: lines('client'),
      status:
        bunch.status in STATUS_LABELS && bunch.status !== 'active'
          ? bunch.status
          : labelOf(settings, 'statuses', bunch.status),
      holder: text(bunch.holderName),
      issuedAt: text(bunch.issuedAt),
      dueAt: text(bunch.dueAt),
    };
    return [
      ...FIELDS.map((field) => cells[field] ?? ''),
      text(bunch.keysPresent),
      text(bunch.fobsPresent),
      text(bunch.missingSince),
      text(bunch.lastSeenAt),
      bunch.imageUrl ? 'Yes' : '',
      String(bunch.id),
    ];
  },
};

export const exportFeatures = { exportEverything };
