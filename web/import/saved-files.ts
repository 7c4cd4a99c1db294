import Papa from 'papaparse';
import { inert } from '../../shared/csv-cell.ts';
import type { CheckedRow, ImportRow } from '../../shared/import.ts';
import { refusedLines } from '../../shared/import-refused.ts';
import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportField,
  type ImportKind,
} from '../../shared/import-words.ts';
import { saveFile } from '../device/download.tsx';
import type { Known } from './choices.ts';

const EXAMPLES: Record<ImportKind, Partial<Record<ImportField, string>>> = {
  key_sets: {
    identifier: 'EXAMPLE-1',
    currentTag: '448121',
    keyCount: '5',
    fobCount: '1',
    keyDescription: 'Roller shutters',
    premises: 'Ancoats Works',
    address: '12 High Street, Manchester',
    client: 'Pier Estates',
    position: 'A 12',
    notes: 'Stiff lock',
  },
  people: {
    name: 'Owen Hartley',
    kind: 'Contractor',
    organisation: 'Hartley Lifts',
    phone: '020 7946 0000',
    active: 'Yes',
  },
  locations: { name: 'Salford Hub', description: 'Behind the reception', status: 'Active' },
  premises: {
    name: 'Ancoats Works',
    address: '12 High Street, Manchester',
    client: 'Pier Estates',
    active: 'Yes',
  },
};

/** A CSV file for spreadsheets: with a byte-order mark, and formulas made inert. */
export const csvOf = (rows: string[][]): Blob =>
  new Blob(['\ufeff', Papa.unparse(rows.map((cells) => cells.map(inert)))], {
    type: 'text/csv;charset=utf-8',
  });

/** Saves a template: headings, an example row, and beside them the company's types and locations. */
export function saveTemplate(kind: ImportKind, known: Known): void {
  const fields = IMPORT_FIELDS[kind];
  const { types, locations } = known.words;
  const example: Partial<Record<ImportField, string>> = {
    ...EXAMPLES[kind],
    ...((kind === 'key_sets' || kind === 'locations') && { type: types[0] ?? '' }),
    ...(kind === 'key_sets' && { location: locations[0] ?? '' }),
  };
  const lists = kind === 'key_sets' ? [types, locations] : kind === 'locations' ? [types] : [];
  const heads = ['Your types', 'Your locations'].slice(0, lists.length);
  const length = Math.max(1, ...lists.map((list) => list.length));
  const rows = Array.from({ length }, (_, at) => [
    ...fields.map((field) => (at === 0 ? (example[field] ?? '') : '')),
    ...(lists.length > 0 ? ['', ...lists.map((list) => list[at] ?? '')] : []),
  ]);
  const head = [...fields.map((field) => IMPORT_LABELS[field]), ...(heads.length > 0 ? ['', ...heads] : [])];
  saveFile(csvOf([head, ...rows]), `keyhold-${kind.replace('_', '-')}-template.csv`);
}

/** Saves the refused rows, to be corrected and imported. */
export const saveRefusedRows = (kind: ImportKind, rows: ImportRow[], checked: CheckedRow[]): void =>
  saveFile(csvOf(refusedLines(kind, rows, checked)), 'refused-rows.csv');
