import type { CheckedRow, ImportRow } from '../../../shared/import.ts';
import { IMPORT_FIELDS, IMPORT_LABELS, type ImportKind } from '../../../shared/import-words.ts';
import { saveFile } from '../../device/download.ts';
import { csvOf } from '../file/template.ts';

/** Saves the rows that are left out, with their number in the file and why; corrected, the file can be imported. */
export function saveRefusedRows(kind: ImportKind, rows: ImportRow[], checked: CheckedRow[]): void {
  const fields = IMPORT_FIELDS[kind].filter((field) => rows.some((row) => row[field]));
  const refused = checked.flatMap(({ row, result, errors }, index) => {
    const cells = rows[index];
    if (result !== 'refused' || !cells) return [];
    const why = Object.values(errors).join('; ');
    return [[...fields.map((field) => cells[field] ?? ''), String(row), why]];
  });
  const head = [...fields.map((field) => IMPORT_LABELS[field]), 'Row in the file', 'Why it was refused'];
  saveFile(csvOf([head, ...refused]), 'refused-rows.csv');
}
