import { clockOfText } from '../../../shared/date-text.ts';
import { type ImportField, type ImportKind, isYes } from '../../../shared/import-words.ts';
import type { Part } from './headings.ts';
import { heldBy } from './meaning.ts';
import { fitOf, IN_OR_OUT, most, share } from './values.ts';

/** A column as its rows have it: `cells` without the empty ones, `rows` with them. */
export type Seen = { at: number; heading: string; cells: string[]; rows: string[] };

const clockOf = (cell: string) => clockOfText(cell) ?? clockOfText(cell, 'month');
export const isDay = (cell: string): boolean => clockOf(cell) !== null;
export const momentOf = (cell: string): number => {
  const clock = clockOf(cell);
  return clock
    ? Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour ?? 0, clock.minute ?? 0)
    : Number.NaN;
};
/** Filled in some rows, not in all. */
export const isSparse = ({ cells, rows }: Seen): boolean =>
  cells.length > 0 && cells.length < rows.length * 0.9;
/** Whether two columns are filled in the same rows, but for a few. */
export function isAlong(one: Seen, other: Seen): boolean {
  const either = one.rows.filter((cell, n) => cell || other.rows[n]).length;
  const both = one.rows.filter((cell, n) => cell && other.rows[n]).length;
  return both > 0 && both >= either * 0.8;
}
/** Words of a count of some keys, or of something else. */
const NOT_ALL =
  /spare|lost|missing|broken|ersatz|verl|fehl|defe[ck]t|perd|reserv|repuesto|kwijt|stuk|double|duplic|copi|floor|[ée]tage|stockw|verdiep|piso|planta|ebene|level|nivel|niveau|room|zimmer|kamer|chambre/iu;
/** A heading that says no more than a number. */
export const NUMBER = /^(n|no|nr|nº|n°|num|numer|#)\.?$/iu;

const letters = (cells: readonly string[]) => share(cells, (cell) => /\p{L}/u.test(cell) && !isDay(cell));
const PROOFS: Partial<
  Record<ImportField, (column: Seen, all: readonly Seen[], different: number) => boolean>
> = {
  // A bare number is the set's at the front of the table.
  identifier: ({ at, heading, cells, rows }, _all, different) =>
    different === cells.length && cells.length === rows.length && (at < 2 || !NUMBER.test(heading)),
  currentTag: ({ cells }, _all, different) => different === cells.length,
  type: ({ cells, rows }, _all, different) => isChoice(cells, rows, different),
  // Named in the first row of each block only, it has fewer cells.
  location: ({ cells, rows }, _all, different) => isChoice(cells, rows[0] ? cells : rows, different),
  position: ({ cells }, _all, different) =>
    share(cells, (cell) => /^(?=.*\d).{1,7}$|^\p{L}{1,2}$/u.test(cell)) >= 0.9 &&
    different > cells.length * 0.4,
  keyCount: ({ heading, cells }, _all, different) => !NOT_ALL.test(heading) && isCount(cells, different),
  fobCount: ({ heading, cells }, _all, different) => !NOT_ALL.test(heading) && isCount(cells, different),
  status: ({ cells }) => share(cells, (cell) => IN_OR_OUT.test(cell)) > 0.6,
  secondPerson: ({ cells }) => share(cells, (cell) => isYes(cell) !== null) > 0.9,
  // A vendor beside "Checked out" has the keys, not the premises.
  client: (column, all) =>
    letters(column.cells) > 0.8 &&
    !(isSparse(column) && all.some((one) => isSparse(one) && most(one.cells, isDay) && isAlong(column, one))),
  // Who has a set and since when are in the same rows.
  holder: (column, all) =>
    letters(column.cells) > 0.9 &&
    all.some((one) => one !== column && most(one.cells, isDay) && isAlong(column, one)),
  issuedAt: (column, all) => isDayOf(column, all),
  dueAt: (column, all) => isDayOf(column, all) && !isEarly(column, all),
};

const isChoice = (cells: string[], rows: string[], different: number) =>
  letters(cells) > 0.9 &&
  cells.length > rows.length * 0.7 &&
  different <= Math.max(3, Math.min(25, cells.length / 4));
const isCount = (cells: string[], different: number) =>
  cells.every((cell) => /^\d{1,2}([.,]0+)?$|^\p{Pd}$/u.test(cell)) &&
  different <= Math.max(3, cells.length / 3);
const isDayOf = (column: Seen, all: readonly Seen[]) =>
  most(column.cells, isDay) &&
  all.some((one) => one !== column && letters(one.cells) > 0.9 && isAlong(column, one));

/** A day before that of the issue. */
const isEarly = (column: Seen, all: readonly Seen[]) => {
  const issued = all.find((one) => 'field' in one && one.field === 'issuedAt');
  return column.rows.some((cell, n) => momentOf(cell) < momentOf(issued?.rows[n] ?? ''));
};

/** Whether the values of a column, and those of the others, bear out what its heading only suggests. */
export function isProved(
  kind: ImportKind,
  { field, part }: { field: ImportField; part: Part | 'whole' },
  column: Seen,
  all: readonly Seen[],
): boolean {
  const { cells } = column;
  if (cells.length === 0) return column.rows.length === 0;
  // A value or two prove little.
  if (column.rows.length < 4) return true;
  const proof = kind === 'key_sets' && part === 'whole' ? PROOFS[field] : undefined;
  if (proof) return proof(column, all, new Set(cells.map((cell) => cell.toLowerCase())).size);
  const value = part === 'whole' ? heldBy(kind, field) : 'text';
  return fitOf(value, cells) === 1 && (value !== 'text' || part !== 'whole' || letters(cells) > 0.8);
}
