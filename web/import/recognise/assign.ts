import type { ImportField, ImportKind } from '../../../shared/import-words.ts';
import type { Guess } from './guesses.ts';
import { hasWord } from './heading-words.ts';
import { askFirst, type Column, SECTION_COLUMN, SHEET_COLUMN } from './layout.ts';
import { type Candidate, heldBy, LIKELY, SURE } from './meaning.ts';
import { isAlong, isDay, isProved, isSparse, type Seen } from './proof.ts';
import { isAddress, isStreet, most } from './values.ts';

/** Assigns each field to the column that is it, by what the columns' headings and values suggest. */

/** Columns that no heading names: of a section or a sheet. */
export const isExtra = (heading: string) => heading === SECTION_COLUMN || heading === SHEET_COLUMN;

const PROVED = 'By its heading and its values';
/** A column while its field is looked for, the most likely candidate first. */
export type Found = Column & Seen & { candidates: Guess[] };

/** Where no column is called an address, the premises of "12 Mill Road" are one, and beside a town those of "Lange Akker 12". */
export function settleAddress(columns: readonly Found[]): void {
  const isCalled = ({ field, part, score }: Guess) =>
    field === 'address' && score >= SURE && part !== 'town' && part !== 'postcode';
  if (columns.some(({ candidates }) => candidates.some((one) => !one.isGuess && isCalled(one)))) return;
  const isTown = ({ part, score }: Guess) => part === 'town' && score >= SURE;
  const hasTown = columns.some(({ candidates }) => candidates.some(isTown));
  for (const { cells, candidates } of columns) {
    const premises = candidates.find(({ field, score }) => field === 'premises' && score >= LIKELY);
    const isNamed = isStreet(cells) || (hasTown && most(cells, (cell) => /\p{L} \d{1,4}\p{L}?$/u.test(cell)));
    if (!premises || !(isAddress(cells) || isNamed)) continue;
    Object.assign(premises, { field: 'address', part: 'whole', score: isNamed ? SURE : 0.5 });
    candidates.sort((a, b) => b.score - a.score);
  }
}

/** Whether a column may become this beside those that are: each field once, unless they are parts of one, such as street and town. */
function isFree(columns: readonly Found[], { field, part }: Candidate): boolean {
  const others = columns.filter((one) => one.field === field);
  if (others.some((one) => one.part === part && part !== 'line')) return false;
  return others.length === 0 || part !== 'whole' || others.some((one) => one.part !== 'whole');
}

/**
 * Headings that are sure first, the best first; then those that only suggest a field, where the values prove it and nothing else is as
 * likely. All else is asked.
 */
export function assign(kind: ImportKind, columns: Found[]): void {
  const pairs = columns.flatMap((column) =>
    column.candidates.flatMap((one) =>
      kind === 'key_sets' && isOfOthers(columns, column, one) ? [] : { column, one },
    ),
  );
  pairs.sort((a, b) => b.one.score - a.one.score);
  const take = (column: Found, { field, part }: Guess, why: string) =>
    Object.assign(column, { field, part, how: 'sure', why });
  const takeSure = (isIn: (column: Found) => boolean) => {
    for (const { column, one } of pairs)
      if (
        !column.field &&
        isSure(one) &&
        isFree(columns, one) &&
        isIn(column) &&
        !isTied(columns, column, one)
      )
        take(column, one, '');
  };
  takeSure(({ first, rows }) => first.length > 0 || rows.length === 0);
  const likely = () => {
    const open = pairs.filter(
      ({ column, one }) =>
        !column.field &&
        isLikely(kind, column, one) &&
        isFree(columns, one) &&
        hasItsOther(columns, column, one) &&
        isProved(kind, one, column, columns),
    );
    return open.find(isBest(open));
  };
  for (let best = likely(); best; best = likely()) take(best.column, best.one, PROVED);
  // Columns without a value are for the next file: nothing of them comes in.
  takeSure(() => true);
  const given = new Set<ImportField>();
  for (const column of columns) {
    if (column.field) continue;
    // Who has a set and when are in the same rows, also under unknown headings.
    const along = BY_ROWS.filter(
      (field) =>
        !given.has(field) &&
        kind === 'key_sets' &&
        !column.secret &&
        isSparse(column) &&
        isProved(kind, { field, part: 'whole' }, column, columns),
    );
    const fields = [...along, ...column.candidates.map(({ field }) => field)];
    // Where another column is the location, "Site" names what is opened.
    if (fields.includes('location') && !isExtra(column.heading)) fields.push('premises');
    const open = new Set(fields.filter((field) => isOpen(kind, columns, column, field)));
    column.maybe = [...open].slice(0, 2);
    const [first] = column.maybe;
    if (first) given.add(first);
    column.why = column.candidates.find(({ field }) => field === first)?.why ?? '';
  }
}

/** Parts of an address that another column begins. */
const isPart = ({ field, part }: Candidate) =>
  field === 'address' && (part === 'house' || part === 'suffix' || part === 'town');
const isSure = (one: Guess) => one.score >= SURE && !one.isGuess && !isPart(one);
const BRANCH = ['branch', 'office'];
export const isBranch = ({ heading }: Column) => hasWord(heading, BRANCH);
/** Of two columns that are called places one may name what is opened, unless it is a branch with cabinets. */
const isTied = (columns: readonly Found[], column: Found, one: Candidate) =>
  one.field === 'location' &&
  columns.some(
    (other) =>
      other !== column &&
      isBranch(other) === isBranch(column) &&
      other.candidates.some(({ field, score }) => field === 'location' && score >= one.score - 0.03),
  );
/** A house is beside the rest of the address, a town has one or is not where sets are kept, and a tag is another one than the set's ID. */
function hasItsOther(columns: readonly Found[], { at }: Found, one: Candidate): boolean {
  const has = (field: ImportField) => columns.filter((column) => column.field === field);
  if (one.field === 'currentTag') return has('identifier').length > 0 || columns[0]?.rows.length === 0;
  if (!isPart(one)) return true;
  const beside = has('address').some((column) => Math.abs(column.at - at) === 1);
  return one.part === 'town' ? has('address').length + has('location').length > 0 : beside;
}

const OF_LOAN: readonly ImportField[] = ['holder', 'issuedAt', 'dueAt', 'status', 'notes'];
/** Where some rows have a day, what only these have is of the loan, such as a badge, and what all rows have without one names no holder. */
function isOfOthers(columns: readonly Found[], column: Found, { field, rest }: Candidate): boolean {
  const days = columns.filter((one) => one !== column && most(one.cells, isDay));
  if (!days.some(isSparse)) return false;
  const hasDay = days.some((one) => isAlong(column, one));
  if (isSparse(column)) return hasDay && !OF_LOAN.includes(field);
  // "Tax due" of every set.
  return field === 'holder' ? !hasDay : field === 'dueAt' && rest !== undefined;
}

/** Days and holders are proved by the rows that they fill; of others a word that nothing explains may make something else. */
const BY_ROWS: readonly ImportField[] = ['holder', 'issuedAt', 'dueAt'];
const BY_CELLS: readonly ImportField[] = ['keyCount', 'fobCount', 'position', 'status', 'nfcSerial'];
function isLikely(kind: ImportKind, { at, cells }: Seen, { field, score, rest, isGuess }: Guess): boolean {
  if (isGuess || rest === 'other') return false;
  if (kind === 'key_sets' && BY_ROWS.includes(field)) return score >= 0.5;
  const isStrong =
    BY_CELLS.includes(field) ||
    (field === 'identifier' && at === 0) ||
    (field === 'address' && isStreet(cells));
  return score >= SURE || (score >= LIKELY && (!rest || isStrong || cells.length === 0));
}

type Pair = { column: Found; one: Guess };
/** Neither another field of the column nor another column for the field is about as likely. */
const isBest =
  (open: readonly Pair[]) =>
  (pair: Pair): boolean => {
    const { column, one } = pair;
    return (
      column.cells.length === 0 ||
      open.every((other) => {
        const isSame = other.one.field === one.field && other.one.part === one.part && one.part !== 'line';
        // A tag is the set's ID where no other column is.
        const isLess = one.field === 'identifier' && other.one.field === 'currentTag';
        if (other.column === column) return other === pair || isLess || other.one.score < one.score - 0.1;
        // Of two that number the rows the first is the ID.
        const isBefore = one.field === 'identifier' && other.column.at < column.at;
        return !isSame || (!isBefore && other.one.score < one.score - 0.03);
      })
    );
  };

/** Of fields that another column fills, only texts are joined. */
export const isOpen = (
  kind: ImportKind,
  columns: readonly Column[],
  { heading }: Column,
  wanted: ImportField,
): boolean =>
  (heldBy(kind, wanted) === 'text' && !isExtra(heading)) || columns.every(({ field }) => field !== wanted);

/** The only column that may be the set's ID is it, such as a dealer's "Reg". Without any, the first that numbers the rows is asked about. */
export function findIdentifier(columns: Found[]): void {
  if (columns.some(({ field }) => field === 'identifier')) return;
  const field = 'identifier' as const;
  const [best, another] = columns.filter((column) =>
    column.candidates.some(
      (one) =>
        one.field === field &&
        isLikely('key_sets', column, one) &&
        isProved('key_sets', one, column, columns),
    ),
  );
  if (best && !another) return void Object.assign(best, { field, part: 'whole', how: 'sure', why: PROVED });
  const numbers = ({ field: has, cells, rows, candidates }: Found) =>
    !has && new Set(cells).size === rows.length && candidates.some((one) => one.field === field);
  const only = columns.find(numbers);
  if (only) only.maybe = askFirst(field, only);
}
