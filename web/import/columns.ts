import type { DateOrder } from '../../shared/date-text.ts';
import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  IMPORT_NEEDED,
  type ImportField,
  type ImportKind,
  isField,
} from '../../shared/import-words.ts';
import { lookAlong, lookBeside, lookInside } from './beside.ts';
import { DIFFERENT, type Guess, guesses, type KnownNames, key } from './guesses.ts';
import { hasWord } from './heading-words.ts';
import {
  type Column,
  type Layout,
  layoutOf,
  type NamedSheet,
  SECTION_COLUMN,
  SHEET_COLUMN,
  type SheetRow,
} from './layout.ts';
import { type Candidate, candidatesOf, heldBy, isSecret, LIKELY, SURE, sureness } from './recognise.ts';
import { isSplit, SPLITS, splitsOf } from './split.ts';

/** Sheets with their columns assigned. `patterns` join several columns of one field; `answers` are those to the questions about the rows. */
export type Columns = Layout & {
  columns: Column[];
  patterns: Partial<Record<ImportField, string>>;
  answers: Answers;
};
/** What the user said of dates that can be read both ways, of codes in texts, of fobs without a key, of people who left, and of empty cells. */
export type Answers = Partial<{
  order: DateOrder;
  codes: 'out' | 'in';
  fobs: 'keys' | 'refuse';
  left: 'inactive' | 'active';
  [above: `above ${string}`]: 'above' | 'empty';
}>;

const SAMPLE = 300;

/** Columns of “Export everything” that rows of a file do not bring. */
export const isOfExport = (heading: string): boolean =>
  /^(keys there|fobs there|missing since|last seen)$/i.test(heading);
/** Columns that Keyhold writes and does not read: those, and what a file of refused rows says of each. */
const isOwn = (heading: string): boolean =>
  isOfExport(heading) || /^(row in the file|why it was refused)$/i.test(heading);

/** Finds the heading, sets aside what is no record, and assigns columns to fields. */
export function recognise(
  kind: ImportKind,
  sheets: readonly NamedSheet[],
  known: KnownNames,
  heading?: number,
): Columns {
  const layout = layoutOf(kind, sheets, heading);
  const sample = layout.data.slice(0, SAMPLE);
  const found = layout.headings.map((said, at): Column & { candidates: Guess[] } => {
    const cells = sample.flatMap(({ cells: all }) => all[at] || []);
    const secret = isSecret(said);
    const isLeft = secret || isOwn(said);
    const byHeading = candidatesOf(kind, said, cells).map((one) => ({ ...one, why: whyOf(one) }));
    const about = { isExtra: isExtra(said), isKnown: sureness(kind, said) >= LIKELY };
    const candidates = isLeft ? [] : [...byHeading, ...guesses(kind, about, cells, known)];
    candidates.sort((a, b) => b.score - a.score);
    // A column may have its first value far below.
    const values = cells.length > 0 ? cells : layout.data.flatMap(({ cells: all }) => all[at] || []);
    const first = [...new Set(values)].slice(0, 3);
    const column = { at, heading: nameOf(layout.headings, at), first, secret, candidates };
    return {
      ...column,
      field: null,
      part: 'whole',
      how: 'ask',
      why: '',
      maybe: null,
      also: null,
      split: null,
    };
  });
  if (kind === 'key_sets') doubtHolders(found, sample);
  assign(kind, found);
  fillNeeded(kind, found, sample);
  const cellsAt = (at: number) => sample.flatMap(({ cells: all }) => all[at] || []);
  for (const column of found) lookInside(kind, column, found, cellsAt(column.at));
  if (kind === 'key_sets') {
    joinPlaces(found, known, cellsAt);
    lookBeside(found, cellsAt);
    lookAlong(found, sample);
  }
  const columns = found.map(({ candidates: _, ...column }) => column);
  return { ...layout, columns, patterns: {}, answers: {} };
}

/** The heading, made unique: patterns name columns by it. */
function nameOf(headings: readonly string[], at: number): string {
  const said = headings[at]?.replace(/[{}]/g, '') || `Column ${at + 1}`;
  const before = headings.slice(0, at).filter((one) => one === headings[at]).length;
  return before > 0 && headings[at] ? `${said} (${before + 1})` : said;
}

const whyOf = ({ field, score }: Candidate) =>
  score >= SURE ? '' : `Its heading and values are close to ${IMPORT_LABELS[field]}`;

/** A column as the field, or with the rule, that was chosen or kept: as the part that its heading says, such as the town of an address. */
export function columnAs(
  kind: ImportKind,
  column: Column,
  { field, split, how }: Pick<Column, 'field' | 'split' | 'how'>,
): Column {
  const said = candidatesOf(kind, column.heading, []).find((one) => one.field === field)?.part;
  return { ...column, field, split, how, why: '', part: said && said !== 'whole' ? said : column.part };
}

const isExtra = (heading: string) => heading === SECTION_COLUMN || heading === SHEET_COLUMN;

type Found = Column & { candidates: Guess[] };

/**
 * Where only some rows have a date of issue, a column that every row fills names no holder, unless its heading says so surely: "Service user"
 * beside "Collected".
 */
function doubtHolders(columns: readonly Found[], rows: readonly SheetRow[]): void {
  const filled = ({ at }: Found) => rows.filter(({ cells }) => cells[at]).length;
  const isSome = (column: Found) => filled(column) > 0 && filled(column) < rows.length * 0.8;
  const dated = columns.some((column) => column.candidates[0]?.field === 'issuedAt' && isSome(column));
  for (const column of columns) {
    const holder = column.candidates.find(({ field }) => field === 'holder');
    if (!dated || !holder || holder.score >= SURE || rows.length < 5) continue;
    if (filled(column) === rows.length) holder.score *= 0.5;
    column.candidates.sort((a, b) => b.score - a.score);
  }
}

/** The best pairs first; each field once, unless the columns are parts of one, such as street and town. */
function assign(kind: ImportKind, columns: Found[]): void {
  const pairs = columns.flatMap((column) => column.candidates.map((one) => ({ column, one })));
  pairs.sort((a, b) => b.one.score - a.one.score);
  for (const { column, one } of pairs) {
    if (column.field || one.score < LIKELY) continue;
    const others = columns.filter(({ field }) => field === one.field);
    if (others.some(({ part }) => part === one.part && part !== 'line')) continue;
    if (others.length > 0 && one.part === 'whole' && others.every(({ part }) => part === 'whole')) continue;
    Object.assign(column, {
      field: one.field,
      part: one.part,
      how: one.score >= SURE ? 'sure' : 'check',
      why: one.why,
    });
  }
  // A unit's number is a house's only beside the rest of an address.
  const parts = columns.filter(({ field }) => field === 'address');
  if (parts.every(({ part }) => part === 'house' || part === 'suffix'))
    for (const column of parts) Object.assign(column, { field: null, part: 'whole', how: 'ask', why: '' });
  for (const column of columns) {
    const open = column.candidates.filter(({ field, score }) => {
      const isNew = field !== column.field && isOpen(kind, columns, column, field);
      return isNew && (!column.field || (column.how === 'check' && score >= LIKELY));
    });
    const [first = null, second = null] = new Set(open.map(({ field }) => field));
    Object.assign(column, column.field ? { also: first } : { maybe: first, also: second });
  }
}

/** Of fields that another column fills, only texts are joined. */
const isOpen = (
  kind: ImportKind,
  columns: readonly Column[],
  { heading }: Column,
  wanted: ImportField,
): boolean =>
  (heldBy(kind, wanted) === 'text' && !isExtra(heading)) || columns.every(({ field }) => field !== wanted);

/** A column with values and no field that the user did not leave out. Codes and the register's own columns say why they stay. */
export const staysBehind = ({ heading, first, field, how, secret }: Column): boolean =>
  !field && first.length > 0 && how !== 'chosen' && !secret && !isOwn(heading);

/** The columns with some of them given a field or a rule; '' leaves them out. */
export function placed(kind: ImportKind, all: Columns, some: readonly Column[], choice: string): Columns {
  const split = isSplit(choice) ? choice : null;
  const field = split ? SPLITS[split].fields[0] : isField(choice) ? choice : null;
  const at = new Set(some.map((one) => one.at));
  return {
    ...all,
    // The texts of another column may have other codes.
    answers: field ? { ...all.answers, codes: undefined } : all.answers,
    columns: all.columns.map((column) =>
      at.has(column.at) ? columnAs(kind, column, { field, split, how: 'chosen' }) : column,
    ),
  };
}

/** The fields that the user is asked about: what a column without one may be, and what a doubtful one may be instead. */
export const askedOf = (kind: ImportKind, columns: readonly Column[], column: Column): ImportField[] => {
  const { field, how, maybe, also } = column;
  const asked = how === 'check' ? [also] : how === 'ask' && !field ? [maybe, also] : [];
  return [...new Set(asked)].filter(
    (one) => one !== null && isOpen(kind, columns, column, one),
  ) as ImportField[];
};
/** Whether the user is asked if a column without a field is its best guess. */
export const isAsked = (kind: ImportKind, columns: readonly Column[], column: Column): boolean =>
  !column.field && askedOf(kind, columns, column).length > 0;

const COUNTS: ImportField[] = ['keyCount', 'fobCount'];
/**
 * A field that every record needs goes before one that it may have: a dealer's "Key tag" is the set's ID if no other column is. Without any,
 * the first column that numbers the rows is.
 */
function fillNeeded(kind: ImportKind, columns: Found[], rows: readonly SheetRow[]): void {
  const needed = IMPORT_NEEDED[kind];
  for (const field of needed) {
    if (columns.some((column) => column.field === field)) continue;
    const [best] = columns
      .filter(({ field: has }) => !has || !(needed.includes(has) || COUNTS.includes(has)))
      // A town may have the name of a location.
      .filter(({ part, how }) => part === 'whole' || how !== 'sure')
      .flatMap((column) => column.candidates.map((one) => ({ column, one })))
      .filter(({ one }) => one.field === field && one.score >= LIKELY)
      .sort((a, b) => b.one.score - a.one.score);
    if (best)
      Object.assign(best.column, { field, part: 'whole', how: 'check', why: whyOf(best.one), maybe: null });
    else if (field === 'identifier') {
      const isWhole = ({ at }: Found) => rows.every(({ cells }) => cells[at]);
      const only = columns.find(
        (one) => !one.field && one.candidates.some(({ why }) => why === DIFFERENT) && isWhole(one),
      );
      if (only) Object.assign(only, { field, part: 'whole', how: 'check', why: DIFFERENT, maybe: null });
    }
  }
}

const BRANCH = ['branch', 'office', 'depot'];
/**
 * Cabinets of several branches may have the same name: where a file has both, the location is both, as in "Leeds, Key safe 1". Not where the
 * first is a location of the register.
 */
function joinPlaces(columns: readonly Found[], known: KnownNames, cellsAt: (at: number) => string[]): void {
  const [place, another] = columns.filter(({ field }) => field === 'location');
  if (!place || another) return;
  const names = new Set(known.locations.map(key));
  if (cellsAt(place.at).some((cell) => names.has(key(cell)))) return;
  const isBranch = ({ heading }: Found) => hasWord(heading, BRANCH);
  const other = columns.find(
    (column) =>
      !column.field &&
      isBranch(column) !== isBranch(place) &&
      column.candidates.some(({ field, score }) => field === 'location' && score >= SURE),
  );
  const why = `Joined with “${place.heading}”`;
  if (other) Object.assign(other, { field: 'location', part: 'whole', how: 'check', why, maybe: null });
}

/** What a column can become: the fields of a kind, in the template's order, and the rules that make several of one. */
export const columnChoices = (kind: ImportKind) => [
  ...IMPORT_FIELDS[kind].map((field) => ({ value: field as string, label: IMPORT_LABELS[field] })),
  ...splitsOf(kind),
];
