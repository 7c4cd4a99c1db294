import type { CheckedRow, ImportRow } from '../../shared/import.ts';
import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportField,
  type ImportKind,
  isField,
} from '../../shared/import-words.ts';
import { saveFile } from '../device/download.ts';
import { csvOf } from './template.ts';

const AGAIN = /^Also in row/;
/** Fields that identify a record. */
const KEYS: readonly string[] = ['identifier', 'name'] satisfies ImportField[];

/**
 * Saves the refused rows with row number and reason, to be corrected and imported. The identifier of a duplicate row is in its reason
 * instead of its cell, because importing it would change the other row's record.
 */
export function saveRefusedRows(kind: ImportKind, rows: ImportRow[], checked: CheckedRow[]): void {
  const fields = IMPORT_FIELDS[kind].filter((field) => rows.some((row) => row[field]));
  const refused = checked.flatMap(({ row, result, errors }, index) => {
    const cells = rows[index];
    if (result !== 'refused' || !cells) return [];
    const why = Object.entries(errors).map(([field, error]) =>
      KEYS.includes(field) && AGAIN.test(error) && isField(field)
        ? `${IMPORT_LABELS[field]} ${cells[field]}: ${error}`
        : error,
    );
    const kept = fields.map((field) =>
      KEYS.includes(field) && AGAIN.test(errors[field] ?? '') ? '' : (cells[field] ?? ''),
    );
    return [[...kept, String(row), why.join('; ')]];
  });
  const head = [...fields.map((field) => IMPORT_LABELS[field]), 'Row in the file', 'Why it was refused'];
  saveFile(csvOf([head, ...refused]), 'refused-rows.csv');
}
