import { clockOfText, type DateOrder } from '../../shared/date-text.ts';
import type { Part } from '../../shared/import-headings.ts';
import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  IMPORT_NEEDED,
  type ImportField,
  type ImportKind,
  isYes,
} from '../../shared/import-words.ts';
import { type Layout, layoutOf, type NamedSheet, SECTION_COLUMN, SHEET_COLUMN } from './layout.ts';
import { type Candidate, candidatesOf, heldBy, isSecret, LIKELY, SURE } from './recognise.ts';
import { named, SPLITS, type Split, splitCell, splitsOf } from './split.ts';

/**
 * How a column's field was found: surely, to be checked, not (then `maybe` is the best guess, which the user is asked about), by the user,
 * or at the last import of such a file.
 */
export type How = 'sure' | 'check' | 'ask' | 'chosen' | 'kept';
export type Column = {
  /** Index in the file, from 0. */
  at: number;
  heading: string;
  first: string[];
  field: ImportField | null;
  part: Part | 'whole';
  how: How;
  /** The reason of a guess. */
  why: string;
  maybe: ImportField | null;
  secret: boolean;
  /** The rule that makes several fields of it, `field` being the first. */
  split: Split | null;
};
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

/** Names in the register, to guess columns by their cells. */
export type KnownNames = { locations: string[]; types: string[] };

const SAMPLE = 300;

/** Columns of “Export everything” that rows of a file do not bring. */
export const isOwn = (heading: string): boolean =>
  /^(keys there|fobs there|missing since|last seen)$/i.test(heading);

/** Finds the heading, sets aside what is no record, and assigns columns to fields. */
export function recognise(
  kind: ImportKind,
  sheets: readonly NamedSheet[],
  known: KnownNames,
  heading?: number,
): Columns {
  const layout = layoutOf(kind, sheets, heading);
  const sample = layout.data.slice(0, SAMPLE);
  const found = layout.headings.map((said, at): Column & { candidates: (Candidate & { why: string })[] } => {
    const cells = sample.flatMap(({ cells: all }) => all[at] || []);
    const secret = isSecret(said);
    const isLeft = secret || isOwn(said);
    const byHeading = candidatesOf(kind, said, cells).map((one) => ({ ...one, why: whyOf(one) }));
    const candidates = isLeft ? [] : [...byHeading, ...guesses(kind, said, cells, known)];
    const first = [...new Set(cells)].slice(0, 3);
    const column = { at, heading: nameOf(layout.headings, at), first, secret, candidates };
    return { ...column, field: null, part: 'whole', how: 'ask', why: '', maybe: null, split: null };
  });
  assign(kind, found);
  fillNeeded(kind, found);
  const cellsAt = (at: number) => sample.flatMap(({ cells: all }) => all[at] || []);
  for (const column of found) lookInside(kind, column, found, cellsAt(column.at));
  if (kind === 'key_sets') lookBeside(found, cellsAt);
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

type Found = Column & { candidates: (Candidate & { why: string })[] };

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
  for (const column of columns)
    if (!column.field)
      column.maybe =
        column.candidates.find(({ field }) => isOpen(kind, columns, column, field))?.field ?? null;
}

/** Of fields that another column fills, only texts are joined. */
const isOpen = (
  kind: ImportKind,
  columns: readonly Column[],
  { heading }: Column,
  wanted: ImportField,
): boolean =>
  (heldBy(kind, wanted) === 'text' && !isExtra(heading)) || columns.every(({ field }) => field !== wanted);

/** Whether the user is asked if a column is its best guess. */
export const isAsked = (kind: ImportKind, columns: readonly Column[], column: Column): boolean =>
  !column.field &&
  column.maybe !== null &&
  column.how === 'ask' &&
  isOpen(kind, columns, column, column.maybe);

const HOUSE = /^\d{1,4}\s?\p{L}?(\s?[-/]\s?\d{1,4}\p{L}?)?$/u;
export const most = (cells: readonly string[], test: (cell: string) => boolean): boolean =>
  cells.length > 1 && cells.filter(test).length >= cells.length * 0.8;

/** Headings of a column that says whether a set is in, and of the day on which it came back. */
const IS_BACK =
  /^(returned|back( in)?|is back|devuelt[ao]s?|zurück(gegeben)?|rendue?s?|rentrée?s?|restituée?s?|terug(gebracht)?|ingeleverd|present|aanwezig|vorhanden|(en|in|im|au)( the| el)? (kast|schrank|tresor|safe|cabinet|office|box|armoire|tableau|tablero|armario))(?!\p{L})/iu;
const CAME_BACK =
  /^((date|time) returned|returned( (on|at|date))?|zurück(gegeben)? am|(rendue?|rentrée?|restituée?) le|devuelt[ao] el|(teruggebracht|ingeleverd) op)$/iu;

/** What the cells of a column say that one field cannot hold: then a rule reads them, to be checked. */
function lookInside(kind: ImportKind, column: Found, columns: Found[], cells: string[]): void {
  const { heading, field, part } = column;
  const has = (wanted: ImportField) => columns.some((one) => one !== column && one.field === wanted);
  const isRead = (by: Split, why: string) =>
    Object.assign(column, {
      field: SPLITS[by].fields[0],
      part: 'whole',
      split: by,
      how: 'check',
      why,
      maybe: null,
    });
  const isBack =
    (IS_BACK.test(heading) && most(cells, (cell) => isYes(cell) !== null)) ||
    (CAME_BACK.test(heading) && most(cells, (cell) => clockOfText(cell) !== null));
  if (kind === 'key_sets' && isBack && !has('status')) isRead('back', 'A set that is back has no holder');
  if (field === 'name' && part === 'whole' && !has('phone') && cells.some((cell) => named(cell).phone))
    isRead('phone', 'Some names end with a telephone number');
}

/** Headings that say no more than a number, or a day. */
const NUMBER = /^(n|no|nr|nº|n°|num|#)\.?$/iu;
const WHEN = /^(am|on|le|el|op|when|wann|date|datum|fecha)$/iu;

/** Assigns what its place says of a column whose heading agrees; otherwise the user is asked. */
function place(
  column: Found,
  found: Pick<Column, 'maybe'> & Partial<Pick<Column, 'part'>>,
  agrees: RegExp,
): void {
  Object.assign(column, found);
  if (agrees.test(column.heading.split(/\s/).at(-1) ?? ''))
    Object.assign(column, { field: found.maybe, how: 'check', why: 'By what is beside it', maybe: null });
}

/**
 * What a column's place says where its heading does not: numbers beside a street without any are asked about as houses, dates behind the
 * holder as those of the issue. A count that says more than a number is to be checked.
 */
function lookBeside(columns: Found[], cellsAt: (at: number) => string[]): void {
  const has = (field: ImportField, part?: Part) =>
    columns.some((one) => one.field === field && (!part || one.part === part));
  for (const [index, column] of columns.entries()) {
    const [before, after] = [columns[index - 1], columns[index + 1]];
    const cells = cellsAt(column.at);
    const street = [before, after].find((one) => one?.field === 'address' && one.part === 'street');
    if (column.field === 'keyCount' && column.how === 'sure' && !has('fobCount')) {
      if (cells.some((cell) => /\p{L}/u.test(cell) && splitCell('counts', cell).fobCount !== undefined))
        Object.assign(column, {
          how: 'check',
          why: `Some cells say more than a number: “${SPLITS.counts.label}” reads them`,
        });
    } else if (column.field || column.secret) continue;
    else if (
      street &&
      !has('address', 'house') &&
      most(cells, (cell) => HOUSE.test(cell)) &&
      !most(cellsAt(street.at), (cell) => /\d/.test(cell))
    )
      place(column, { maybe: 'address', part: 'house' }, NUMBER);
    else if (
      before?.field === 'holder' &&
      !has('issuedAt') &&
      most(cells, (cell) => clockOfText(cell) !== null)
    )
      place(column, { maybe: 'issuedAt' }, WHEN);
  }
}

const COUNTS: ImportField[] = ['keyCount', 'fobCount'];
/** A field that every record needs goes before one that it may have: a dealer's "Key tag" is the set's ID if no other column is. */
function fillNeeded(kind: ImportKind, columns: Found[]): void {
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
  }
}

const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const like = (word: string, other: string) =>
  word === other || (word.length > 3 && (other.startsWith(word) || word.startsWith(other)));

/** Fields of sets that the cells suggest, with any heading. */
function guesses(
  kind: ImportKind,
  heading: string,
  cells: string[],
  known: KnownNames,
): (Candidate & { why: string })[] {
  if (kind !== 'key_sets' || cells.length === 0) return [];
  const words = [...new Set(cells.map(key))];
  const near = (all: string[]) => words.filter((word) => all.some((one) => like(word, key(one)))).length;
  const of = (count: number) => `${count} of ${words.length} ${words.length === 1 ? 'word is' : 'words are'}`;
  const guess = (field: ImportField, score: number, why: string) => ({
    field,
    part: 'whole' as const,
    score,
    why,
  });
  if (isExtra(heading)) return [guess('location', 0.5, '')];
  const made: (Candidate & { why: string })[] = [];
  const [places, types] = [near(known.locations), near(known.types)];
  if (words.length <= 40 && types > 0 && types >= words.length / 2)
    made.push(guess('type', 0.7, `${of(types)} close to your key types`));
  if (words.length <= 60 && places > 0 && places >= words.length / 2)
    made.push(guess('location', 0.7, `${of(places)} close to your locations`));
  const sites = cells.filter((cell) => /\p{L}{3,}, +\p{Ll}{2,}/u.test(cell)).length;
  if (words.length > 5 && sites > cells.length * 0.6)
    made.push(guess('keyDescription', 0.7, 'Most cells read like a site and a door'));
  return made;
}

/** What a column can become: the fields of a kind, in the template's order, and the rules that make several of one. */
export const columnChoices = (kind: ImportKind) => [
  ...IMPORT_FIELDS[kind].map((field) => ({ value: field as string, label: IMPORT_LABELS[field] })),
  ...splitsOf(kind),
];
