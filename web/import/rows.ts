import {
  type Clock,
  clockOfText,
  type DateOrder,
  hasOpenOrder,
  isoOf,
  orderProvedBy,
  yearNear,
} from '../../shared/date-text.ts';
import type { ImportRow } from '../../shared/import.ts';
import { doubtful, IMPORT_NEEDED, type ImportField, type ImportKind } from '../../shared/import-words.ts';
import { clockAt } from '../../shared/zone.ts';
import { serverNow } from '../api/server-clock.ts';
import { companyZone } from '../format.ts';
import type { Columns } from './columns.ts';
import { type Column, SHEET_COLUMN, type SheetRow } from './recognise/layout.ts';
import { heldBy } from './recognise/meaning.ts';
import { most } from './recognise/values.ts';
import { uncoded } from './secret-codes.ts';
import { named, splitCell, withoutFormer } from './split.ts';

const isDate = (kind: ImportKind, field: ImportField | null) =>
  field !== null && heldBy(kind, field) === 'date';

function datesIn(kind: ImportKind, { columns, data }: Columns): string[] {
  const dates = columns.filter(({ field }) => isDate(kind, field));
  return data.flatMap(({ cells }) => dates.flatMap(({ at }) => cells[at] || []));
}

/** The order of day and month that the file's own dates prove, else the chosen one. Null: they leave it open, so the user is asked. */
export function orderOf(kind: ImportKind, all: Columns): { proved: boolean; order: DateOrder | null } {
  const cells = datesIn(kind, all);
  const proofs = new Set(cells.map(orderProvedBy));
  const both = proofs.has('day') && proofs.has('month');
  if (proofs.has('month') && !both) return { proved: true, order: 'month' };
  if (!both && (proofs.has('day') || !cells.some(hasOpenOrder))) return { proved: true, order: 'day' };
  return { proved: false, order: all.answers.order ?? null };
}

/** The dates of a file that leave something open, to ask about. */
export function openDatesOf(kind: ImportKind, all: Columns): { order: string[]; year: string[] } {
  const cells = datesIn(kind, all);
  const order = orderOf(kind, all).order ?? 'day';
  const hasNoYear = (cell: string) =>
    !clockOfText(cell, order) && clockOfText(cell, order, () => LEAP_YEAR) !== null;
  return { order: cells.filter(hasOpenOrder), year: cells.filter(hasNoYear) };
}

const LEAP_YEAR = 2024;
/** Dates of what is to come. */
const AHEAD: ImportField[] = ['dueAt', 'validUntil'];

const CLOSE = new Set(['house street', 'house suffix', 'street suffix', 'postcode town']);
/** Separators in a field of several columns: a name's and a house's parts by a blank, an address by commas, text by semicolons. */
function between(one: Column, next: Column): string {
  const pair = [one.part, next.part].sort().join(' ');
  const isModel = one.field === 'keyDescription' && pair === 'line line';
  if (one.field === 'name' || isModel || CLOSE.has(pair)) return ' ';
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
    .toSorted((a, b) => Number(a.part === 'family') - Number(b.part === 'family'))
    .map((column, index, all) => {
      const before = all[index - 1];
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
    .replace(/ (?=[,;])/g, '')
    .replace(/ ?([,;/])(?: ?[,;/])+/g, '$1')
    .replace(/^[\s,;/-]+|[\s,;/-]+$/g, '')
    .replace(/\0(\d+)\0/g, (_, at: string) => cells[Number(at)] ?? '');
}

/** Rows for the call, without empty cells. */
export function rowsOf(kind: ImportKind, all: Columns): ImportRow[] {
  const { columns, patterns, fixed, answers } = all;
  const { order } = orderOf(kind, all);
  const sources = [...sourcesOf(columns)].map(([field, some]) => ({
    field,
    first: some[0]?.at ?? -1,
    split: some.length === 1 ? (some[0]?.split ?? null) : null,
    pattern: some.length > 1 ? (patterns[field] ?? patternOf(some)) : null,
    at: new Map(some.map(({ heading, at }) => [heading, at])),
  }));
  const doubts = doubtsIn(kind, all);
  const now: Clock = clockAt(serverNow(), companyZone());
  const issuedAt = columns.find(({ field }) => field === 'issuedAt')?.at ?? -1;
  const mayBeBack = columns.some(({ split }) => split === 'back');
  const fieldAt = new Map(columns.map(({ at, field }) => [at, field]));
  const made = filledDown(all).flatMap(({ row, cells: given }) => {
    const cells = given.map((cell, at) =>
      cell && doubts.get(at)?.test(cell) ? doubtful(cell) : withoutDash(kind, fieldAt.get(at), cell),
    );
    const dateOf = (field: ImportField, cell: string): Clock | null => {
      if (answers.years !== 'near') return clockOfText(cell, order ?? 'day');
      const isAhead = AHEAD.includes(field);
      const issued = isAhead && dateOf('issuedAt', cells[issuedAt] ?? '');
      return clockOfText(cell, order ?? 'day', yearNear(issued || now, isAhead));
    };
    const said = sources.flatMap(({ field, first, split, pattern, at }): [string, string][] => {
      const cell = pattern ? fill(pattern, (heading) => cells[at.get(heading) ?? -1]) : cells[first];
      if (!cell) return [];
      return split
        ? Object.entries(splitCell(split, cell))
        : [[field, read(cell, isDate(kind, field) && dateOf(field, cell))]];
    });
    if (said.length === 0) return [];
    let one: ImportRow = { row, ...fixed, ...Object.fromEntries(said) };
    if (mayBeBack) one = withoutFormer(one);
    if (answers.fobs === 'keys' && isFobsAlone(one)) one = { ...one, keyCount: one.fobCount, fobCount: '0' };
    return answers.left === 'inactive' && hasLeft(kind, one) ? gone(one) : one;
  });
  const rows = answers.codes === 'out' ? made.map(uncoded) : made;
  // A file without a word of fobs leaves theirs as they are.
  const saysFobs =
    sources.some(({ field }) => field === 'fobCount') || rows.some(({ fobCount }) => Number(fobCount) > 0);
  return saysFobs ? rows : rows.map(({ fobCount: _, ...row }) => row);
}

const DASHES = /^\p{Pd}+$/u;
const NOTHING = /^([\p{Pd}/]+|n\.?\/?[ad]\.?|n\.?v\.?t\.?|none|nil)$/iu;
const NO_DATE = /^(\?+|tb[acd]|open|offen)$/i;
/** A dash is written for nothing: no fobs, and an empty cell of other fields. A set has an ID and a number of keys, so there it is refused. */
function withoutDash(kind: ImportKind, field: ImportField | null | undefined, cell: string): string {
  if (field === 'fobCount' && NOTHING.test(cell)) return '0';
  if (isDate(kind, field ?? null) && (NOTHING.test(cell) || NO_DATE.test(cell))) return '';
  return field && field !== 'identifier' && field !== 'keyCount' && DASHES.test(cell) ? '' : cell;
}

/** Fobs and no key. */
export const isFobsAlone = ({ keyCount, fobCount }: ImportRow): boolean =>
  /^0([.,]0+)?$/.test(keyCount ?? '') && Number(fobCount) > 0;

/** A person whose name says that they left. */
export const hasLeft = (kind: ImportKind, { name, active }: ImportRow): boolean =>
  kind === 'people' && !active && named(name ?? '').notes !== undefined;
function gone(one: ImportRow): ImportRow {
  const { name, notes } = named(one.name ?? '');
  return { ...one, name, active: 'No', notes: [one.notes, notes].filter(Boolean).join('; ') };
}

/** Needed fields whose column is filled at the top of blocks only, as people write lists, with the number of rows without it. */
export function gapsOf(kind: ImportKind, { columns, data }: Columns): { field: ImportField; rows: number }[] {
  return IMPORT_NEEDED[kind].slice(1).flatMap((field) => {
    const [column, another] = columns.filter((one) => one.field === field);
    if (!column || another) return [];
    const rows = data.filter(({ cells }) => !cells[column.at]).length;
    return data[0]?.cells[column.at] && rows > 1 && rows >= data.length / 10 ? [{ field, rows }] : [];
  });
}

/** The rows with what is above in the empty cells of the columns for which the user chose that, within a sheet. */
function filledDown({ columns, data, answers }: Columns): SheetRow[] {
  const down = columns.filter(({ field }) => answers[`above ${field}`] === 'above').map(({ at }) => at);
  if (down.length === 0) return data;
  const sheet = columns.find(({ heading }) => heading === SHEET_COLUMN)?.at ?? -1;
  let before: string[] = [];
  return data.map((row) => {
    const over = before[sheet] === row.cells[sheet] ? before : [];
    before = row.cells.map((cell, at) => cell || (down.includes(at) ? over[at] : '') || '');
    return { ...row, cells: before };
  });
}

const AS_DATE = /^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/;
const FREE_TEXTS: ImportField[] = ['notes', 'keyDescription', 'description'];

/**
 * The cells of a column that a spreadsheet changed, by its index: the few dates among set IDs, house numbers or names (1-2 became 1 February),
 * and the few postcodes of four digits among those of five.
 */
function doubtsIn(kind: ImportKind, { columns, data }: Columns): Map<number, RegExp> {
  const doubts = new Map<number, RegExp>();
  for (const { at, field, part } of columns) {
    if (!field || isDate(kind, field) || FREE_TEXTS.includes(field)) continue;
    const cells = data.flatMap((row) => row.cells[at] || []);
    const few = (test: RegExp) => cells.filter((cell) => test.test(cell)).length < cells.length / 2;
    if (few(AS_DATE)) doubts.set(at, AS_DATE);
    const isPostcode = part === 'postcode' || field === 'postcode';
    if (isPostcode && most(cells, (cell) => /^\d{5}$/.test(cell))) doubts.set(at, /^\d{4}$/);
  }
  return doubts;
}

/** A date as the calls take it; every other cell as it is. */
const read = (cell: string, clock: Clock | null | false): string => (clock ? isoOf(clock) : cell);
