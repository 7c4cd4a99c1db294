import type { DateOrder } from '../../shared/date-text.ts';
import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportField,
  type ImportKind,
  isField,
} from '../../shared/import-words.ts';
import {
  assign,
  type Found,
  findIdentifier,
  isBranch,
  isExtra,
  isOpen,
  settleAddress,
} from './recognise/assign.ts';
import { lookBeside, lookInside } from './recognise/beside.ts';
import { type Guess, guesses, type KnownNames, key } from './recognise/guesses.ts';
import { type Column, type Layout, layoutOf, type NamedSheet } from './recognise/layout.ts';
import { type Candidate, candidatesOf, isSecret, LIKELY, SURE, sureness } from './recognise/meaning.ts';
import { isSplit, SPLITS, splitsOf } from './split.ts';

/**
 * Sheets with their columns assigned. `patterns` join several columns of one field, `fixed` has values of all rows for fields without a column;
 * `answers` are those to the questions about the rows.
 */
export type Columns = Layout & {
  columns: Column[];
  patterns: Partial<Record<ImportField, string>>;
  fixed: Partial<Record<ImportField, string>>;
  answers: Answers;
};
/** What the user said of dates that can be read both ways or have no year, of codes in texts, of fobs without a key, of people who left, and of empty cells. */
export type Answers = Partial<{
  order: DateOrder;
  years: 'near' | 'refuse';
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
  const found = layout.headings.map((said, at): Found => {
    const rows = sample.map(({ cells }) => cells[at] ?? '');
    const cells = rows.filter(Boolean);
    const secret = isSecret(said);
    // A column may have its first value far below.
    const values = cells.length > 0 ? cells : layout.data.flatMap(({ cells: all }) => all[at] || []);
    return {
      ...{ at, heading: nameOf(layout.headings, at), first: [...new Set(values)].slice(0, 3), secret },
      ...{ field: null, part: 'whole', how: 'ask', why: '', maybe: [], split: null },
      ...{ rows, cells, candidates: secret || isOwn(said) ? [] : suggested(kind, said, cells, known) },
    };
  });
  if (kind === 'key_sets') settleAddress(found);
  assign(kind, found);
  if (kind === 'key_sets') findIdentifier(found);
  for (const column of found) lookInside(kind, column, found, column.cells);
  if (kind === 'key_sets') {
    joinPlaces(found, known);
    lookBeside(found);
  }
  const columns = found.map(({ candidates: _, rows: _rows, cells: _cells, ...column }) => column);
  return { ...layout, columns, patterns: {}, fixed: {}, answers: {} };
}

/** What a column may be by its heading, and by its values alone, which only ask. Both together say more than one. */
function suggested(kind: ImportKind, said: string, cells: string[], known: KnownNames): Guess[] {
  const about = { isExtra: isExtra(said), isKnown: sureness(kind, said) >= LIKELY };
  const guessed = guesses(kind, about, cells, known);
  const both = ({ field, score }: Candidate) =>
    guessed.some((one) => one.field === field && one.score >= LIKELY)
      ? Math.max(score, Math.min(1, score + 0.1))
      : score;
  const byHeading = candidatesOf(kind, said, cells).map((one) => ({
    ...one,
    score: both(one),
    isGuess: false,
  }));
  const others = guessed.filter(({ field }) => byHeading.every((one) => one.field !== field));
  return [...byHeading, ...others].sort((a, b) => b.score - a.score);
}

/** The heading, made unique: patterns name columns by it. */
function nameOf(headings: readonly string[], at: number): string {
  const said = headings[at]?.replace(/[{}]/g, '') || `Column ${at + 1}`;
  const before = headings.slice(0, at).filter((one) => one === headings[at]).length;
  return before > 0 && headings[at] ? `${said} (${before + 1})` : said;
}

/** A column as the field, or with the rule, that was chosen or kept: as the part that its heading says, such as the town of an address. */
export function columnAs(
  kind: ImportKind,
  column: Column,
  { field, split, how }: Pick<Column, 'field' | 'split' | 'how'>,
): Column {
  const said = candidatesOf(kind, column.heading, []).find((one) => one.field === field)?.part;
  return { ...column, field, split, how, why: '', part: said && said !== 'whole' ? said : column.part };
}

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

/** The fields that the user is asked about: what a column without one may be. */
export const askedOf = (kind: ImportKind, columns: readonly Column[], column: Column): ImportField[] => {
  const { field, how, maybe } = column;
  const asked = how === 'ask' && !field ? maybe : [];
  return [...new Set(asked)].filter((one) => isOpen(kind, columns, column, one));
};

/**
 * Cabinets of several branches may have the same name: where a file has both, the location is both, as in "Leeds, Key safe 1". Not where the
 * first is a location of the register.
 */
function joinPlaces(columns: readonly Found[], known: KnownNames): void {
  const [place, another] = columns.filter(({ field }) => field === 'location');
  if (!place || another) return;
  const names = new Set(known.locations.map(key));
  if (place.cells.some((cell) => names.has(key(cell)))) return;
  const other = columns.find(
    (column) =>
      !column.field &&
      isBranch(column) !== isBranch(place) &&
      column.candidates.some(({ field, score }) => field === 'location' && score >= SURE),
  );
  const why = `Joined with “${place.heading}”`;
  if (other) Object.assign(other, { field: 'location', part: 'whole', how: 'check', why });
}

/** What a column can become: the fields of a kind, in the template's order, and the rules that make several of one. */
export const columnChoices = (kind: ImportKind) => [
  ...IMPORT_FIELDS[kind].map((field) => ({ value: field as string, label: IMPORT_LABELS[field] })),
  ...splitsOf(kind),
];
