import { gt, sql } from 'drizzle-orm';
import { IMPORT_FIELDS, IMPORT_LABELS, type ImportField, NOT_KNOWN } from '../../../shared/import-words.ts';
import { STATUS_LABELS } from '../../../shared/key-bunch-words.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { ask } from '../../database/prepared.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { type Bunch, selectPage } from '../key-bunch/key-bunch.ts';
import { type Table, text } from './table.ts';

const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/webp': 'webp' };
/** Where the photo of a set is in the ZIP. */
export const photoName = (keyBunchId: number, mediaType: string): string =>
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

/** The sets, as the import of sets reads them; what only the register knows follows. */
export const setTable: Table<Labelled> = {
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
