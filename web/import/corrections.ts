import type { ImportRow } from '../../shared/import.ts';
import { ALL_FIELDS, type ImportField } from '../../shared/import-words.ts';

/** Rows read again from the columns, with the corrections made before to cells that are still the same. */
export function corrected(fresh: ImportRow[], before: ImportRow[], after: ImportRow[]): ImportRow[] {
  const [old, now] = [before, after].map((rows) => new Map(rows.map((one) => [one.row, one])));
  return fresh.flatMap((one) => {
    const [was, is] = [old?.get(one.row), now?.get(one.row)];
    if (!was) return one;
    // It was left out.
    if (!is) return [];
    const cells = ALL_FIELDS.filter((field) => is[field] !== was[field] && one[field] === was[field]);
    return { ...one, ...Object.fromEntries(cells.map((field) => [field, is[field]])) };
  });
}

/** A value of a field that was replaced wherever the file has it: what it became, and in how many rows. */
export type Replaced = { field: ImportField; cell: string; by: string; rows: number };

const wordOf = (row: ImportRow, field: ImportField) => row[field]?.trim() ?? '';

/** What the corrections of rows replaced. A value that became several, such as a set ID that two rows had, is none. */
export function replacedIn(before: ImportRow[], after: ImportRow[]): Replaced[] {
  const now = new Map(after.map((one) => [one.row, one]));
  const found = new Map<string, Replaced & { isOne: boolean }>();
  for (const was of before) {
    const is = now.get(was.row);
    for (const field of is ? ALL_FIELDS : []) {
      const cell = wordOf(was, field);
      if (!cell || !is) continue;
      const by = wordOf(is, field);
      const key = `${field} ${cell.toLowerCase()}`;
      const one = found.get(key) ?? { field, cell, by, rows: 0, isOne: true };
      found.set(key, { ...one, rows: one.rows + 1, isOne: one.isOne && one.by === by });
    }
  }
  return [...found.values()].flatMap(({ isOne, ...one }) => (isOne && one.by !== one.cell ? [one] : []));
}

/** Values by field and lower-case cell, as they are kept for the next file; `former` are those of earlier files. */
type KeptValues = Record<string, Record<string, string>>;

export function keptValues(replaced: readonly Replaced[], former: KeptValues = {}): KeptValues {
  const kept = { ...former };
  for (const { field, cell, by } of replaced) kept[field] = { ...kept[field], [cell.toLowerCase()]: by };
  return kept;
}

/** The rows with the values of the last file's corrections; the same array where none has one. */
export function withValues(rows: ImportRow[], kept: KeptValues = {}): ImportRow[] {
  const fields = ALL_FIELDS.filter((field) => kept[field]);
  const keptOf = (row: ImportRow, field: ImportField) => {
    const [values = {}, word] = [kept[field], wordOf(row, field).toLowerCase()];
    // A cell may be called as something that every object has, such as "constructor".
    return Object.hasOwn(values, word) ? values[word] : undefined;
  };
  const isOne = (row: ImportRow) => fields.some((field) => keptOf(row, field) !== undefined);
  if (!rows.some(isOne)) return rows;
  return rows.map((row) => {
    const cells = fields.map((field) => [field, keptOf(row, field) ?? row[field]] as const);
    return { ...row, ...Object.fromEntries(cells.filter(([, cell]) => cell !== undefined)) };
  });
}
