import { cleanLine } from './clean-text.ts';
import type { CheckedRow, ImportRow } from './import.ts';
import { IMPORT_FIELDS, IMPORT_LABELS, IMPORT_NEEDED, type ImportKind } from './import-words.ts';

/**
 * The refused rows as lines of a file, heading first, with row number and reason, to be corrected and imported. A name that another row of the
 * file has is in the reason instead of its cell: imported again, the row would change that row's record.
 */
export function refusedLines(
  kind: ImportKind,
  rows: readonly ImportRow[],
  checked: readonly Pick<CheckedRow, 'row' | 'result' | 'errors'>[],
): string[][] {
  // The first names the record: a later import finds it by this.
  const [key = 'name'] = IMPORT_NEEDED[kind];
  const nameOf = (row: ImportRow) => cleanLine(row[key] ?? '').toLowerCase();
  const first = { refused: new Map<string, number>(), other: new Map<string, number>() };
  for (const [index, { row, result }] of checked.entries()) {
    const seen = result === 'refused' ? first.refused : first.other;
    const name = nameOf(rows[index] ?? {});
    if (name && !seen.has(name)) seen.set(name, row);
  }
  const fields = IMPORT_FIELDS[kind].filter((field) => rows.some((row) => row[field]));
  const lines = checked.flatMap(({ row, result, errors }, index) => {
    const cells = rows[index];
    if (result !== 'refused' || !cells) return [];
    const name = nameOf(cells);
    const other = first.other.get(name) ?? first.refused.get(name);
    const isAgain = other !== undefined && other !== row;
    const { [key]: why, ...more } = errors;
    const whyNamed = isAgain ? `${IMPORT_LABELS[key]} ${cells[key]}: ${why ?? `Also in row ${other}`}` : why;
    const reasons = [...(whyNamed ? [whyNamed] : []), ...Object.values(more)];
    const kept = fields.map((field) => (isAgain && field === key ? '' : (cells[field] ?? '')));
    return [[...kept, String(row), reasons.join('; ')]];
  });
  return [
    [...fields.map((field) => IMPORT_LABELS[field]), 'Row in the file', 'Why it was refused'],
    ...lines,
  ];
}
