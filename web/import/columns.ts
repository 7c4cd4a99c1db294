import { clockOfText, type DateOrder, hasOpenOrder, isoOf, orderProvedBy } from '../../shared/date-text.ts';
import type { ImportRow } from '../../shared/import.ts';
import type { Part } from '../../shared/import-headings.ts';
import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  IMPORT_NEEDED,
  type ImportField,
  type ImportKind,
} from '../../shared/import-words.ts';
import { type Layout, layoutOf, type NamedSheet, SECTION_COLUMN, SHEET_COLUMN } from './layout.ts';
import { type Candidate, candidatesOf, heldBy, isSecret, LIKELY, SURE } from './recognise.ts';
import { uncoded } from './secret-codes.ts';
import { type Split, splitCell, splitsOf } from './split.ts';

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
/**
 * Sheets with their columns assigned. `patterns` join several columns of one field; `order` is what the user said of the dates, and `codes`
 * of the alarm and access codes in texts.
 */
export type Columns = Layout & {
  columns: Column[];
  patterns: Partial<Record<ImportField, string>>;
  order: DateOrder | null;
  codes: 'out' | 'in' | null;
};

/** Names in the register, to guess columns by their cells. */
export type Known = { locations: string[]; types: string[] };

const SAMPLE = 300;

/** Finds the heading, sets aside what is no record, and assigns columns to fields. */
export function recognise(
  kind: ImportKind,
  sheets: readonly NamedSheet[],
  known: Known,
  heading?: number,
): Columns {
  const layout = layoutOf(kind, sheets, heading);
  const sample = layout.data.slice(0, SAMPLE);
  const found = layout.headings.map((said, at): Column & { candidates: (Candidate & { why: string })[] } => {
    const cells = sample.flatMap(({ cells: all }) => all[at] || []);
    const secret = isSecret(said);
    const byHeading = candidatesOf(kind, said, cells).map((one) => ({ ...one, why: whyOf(one) }));
    const candidates = secret ? [] : [...byHeading, ...guesses(kind, said, cells, known)];
    const first = [...new Set(cells)].slice(0, 3);
    const column = { at, heading: nameOf(layout.headings, at), first, secret, candidates };
    return { ...column, field: null, part: 'whole', how: 'ask', why: '', maybe: null, split: null };
  });
  assign(kind, found);
  fillNeeded(kind, found);
  const columns = found.map(({ candidates: _, ...column }) => column);
  return { ...layout, columns, patterns: {}, order: null, codes: null };
}

/** The heading, made unique: patterns name columns by it. */
function nameOf(headings: readonly string[], at: number): string {
  const said = headings[at]?.replace(/[{}]/g, '') || `Column ${at + 1}`;
  const before = headings.slice(0, at).filter((one) => one === headings[at]).length;
  return before > 0 && headings[at] ? `${said} (${before + 1})` : said;
}

const whyOf = ({ field, score }: Candidate) =>
  score >= SURE ? '' : `Its heading and values are close to ${IMPORT_LABELS[field]}`;

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

/** A field that every record needs goes before one that it may have: a dealer's "Key tag" is the set's ID if no other column is. */
function fillNeeded(kind: ImportKind, columns: Found[]): void {
  const needed = IMPORT_NEEDED[kind];
  for (const field of needed) {
    if (columns.some((column) => column.field === field)) continue;
    const [best] = columns
      .filter((column) => !column.field || !needed.includes(column.field))
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
  known: Known,
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

const isDate = (kind: ImportKind, field: ImportField | null) =>
  field !== null && heldBy(kind, field) === 'date';

/** The order of day and month that the file's own dates prove, else the chosen one. Null: they leave it open, so the user is asked. */
export function orderOf(
  kind: ImportKind,
  { columns, data, order }: Columns,
): { proved: boolean; order: DateOrder | null } {
  const cells = columns
    .filter(({ field }) => isDate(kind, field))
    .flatMap(({ at }) => data.flatMap((row) => row.cells[at] || []));
  const proofs = new Set(cells.map(orderProvedBy));
  const both = proofs.has('day') && proofs.has('month');
  if (proofs.has('month') && !both) return { proved: true, order: 'month' };
  if (!both && (proofs.has('day') || !cells.some(hasOpenOrder))) return { proved: true, order: 'day' };
  return { proved: false, order };
}

/** A date of the file with an open order, to ask about. */
export function openDateOf(kind: ImportKind, { columns, data }: Columns): string | undefined {
  const dates = columns.filter(({ field }) => isDate(kind, field));
  return data.flatMap(({ cells }) => dates.flatMap(({ at }) => cells[at] || [])).find(hasOpenOrder);
}

/** Separators in a field of several columns: a name's and a house's parts by a blank, an address by commas, text by semicolons. */
function between(one: Column, next: Column): string {
  const pair = [one.part, next.part].sort().join(' ');
  if (one.field === 'name' || pair === 'house street' || pair === 'postcode town') return ' ';
  return one.field === 'notes' || one.field === 'keyDescription' ? '; ' : ', ';
}

/** The columns of each field, in the order of the file. */
export function sourcesOf(columns: readonly Column[]): Map<ImportField, Column[]> {
  const sources = new Map<ImportField, Column[]>();
  for (const column of columns)
    if (column.field) sources.set(column.field, [...(sources.get(column.field) ?? []), column]);
  return sources;
}

/** How several columns become one field, unless the user writes it otherwise: "{House} {Street}, {Town} {Postcode}". */
export const patternOf = (columns: readonly Column[]): string =>
  columns
    .map((column, index) => {
      const before = columns[index - 1];
      return `${before ? between(before, column) : ''}{${column.heading}}`;
    })
    .join('');

/** Fills a pattern. Separators and brackets beside empty cells are dropped. */
export function fill(pattern: string, cellOf: (heading: string) => string | undefined): string {
  const cells: string[] = [];
  const marked = pattern.replace(/\{([^{}]*)\}/g, (_, heading: string) => {
    const cell = cellOf(heading)?.trim();
    // A mark in the place of the cell, so that its own signs stay.
    return cell ? `\0${cells.push(cell) - 1}\0` : '';
  });
  if (cells.length === 0) return '';
  return marked
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([,;/])(?: ?[,;/])+/g, '$1')
    .replace(/^[\s,;/-]+|[\s,;/-]+$/g, '')
    .replace(/\0(\d+)\0/g, (_, at: string) => cells[Number(at)] ?? '');
}

/** Rows for the call, without empty cells. `fixed` is added to every row. */
export function rowsOf(
  kind: ImportKind,
  all: Columns,
  fixed: Partial<Record<ImportField, string>>,
): ImportRow[] {
  const { columns, data, patterns, codes } = all;
  const { order } = orderOf(kind, all);
  const sources = [...sourcesOf(columns)].map(([field, some]) => ({
    field,
    first: some[0]?.at ?? -1,
    split: some.length === 1 ? (some[0]?.split ?? null) : null,
    pattern: some.length > 1 ? (patterns[field] ?? patternOf(some)) : null,
    at: new Map(some.map(({ heading, at }) => [heading, at])),
  }));
  const made = data.flatMap(({ row, cells }) => {
    const said = sources.flatMap(({ field, first, split, pattern, at }): [string, string][] => {
      const cell = pattern ? fill(pattern, (heading) => cells[at.get(heading) ?? -1]) : cells[first];
      if (!cell) return [];
      return split ? Object.entries(splitCell(split, cell)) : [[field, read(kind, field, cell, order)]];
    });
    return said.length > 0 ? [{ row, ...fixed, ...Object.fromEntries(said) }] : [];
  });
  return codes === 'out' ? made.map(uncoded) : made;
}

const ALL_FIELDS = Object.keys(IMPORT_LABELS) as ImportField[];

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

/** A date in the order of the file; every other cell as it is. */
function read(kind: ImportKind, field: ImportField, cell: string, order: DateOrder | null): string {
  const clock = isDate(kind, field) ? clockOfText(cell, order ?? 'day') : null;
  return clock ? isoOf(clock) : cell;
}

/** What a column can become: the fields of a kind, in the template's order, and the rules that make several of one. */
export const choices = (kind: ImportKind) => [
  ...IMPORT_FIELDS[kind].map((field) => ({ value: field as string, label: IMPORT_LABELS[field] })),
  ...splitsOf(kind),
];
