import { clockOfText } from '../../shared/date-text.ts';
import type { Part } from '../../shared/import-headings.ts';
import { type ImportField, type ImportKind, isYes } from '../../shared/import-words.ts';
import { serverNow } from '../api/server-clock.ts';
import type { Column, SheetRow } from './layout.ts';
import { fieldOfHeading } from './recognise.ts';
import { named, SPLITS, type Split, splitCell } from './split.ts';
import { most } from './values.ts';

/** What columns say by their cells and by the columns beside them, where their headings leave it open. */

const HOUSE = /^\d{1,4}\s?\p{L}?(\s?[-/]\s?\d{1,4}\p{L}?)?$/u;
/** Headings of a column that says whether a set is in, and of the day on which it came back. */
const IS_BACK =
  /^(returned|back( in)?|is back|devuelt[ao]s?|zurück(gegeben)?|rendue?s?|rentrée?s?|restituée?s?|terug(gebracht)?|ingeleverd|present|aanwezig|vorhanden|(en|in|im|au)( the| el)? (kast|schrank|tresor|safe|cabinet|office|box|armoire|tableau|tablero|armario))(?!\p{L})/iu;
const CAME_BACK =
  /^((date|time) returned|returned( (on|at|date))?|zurück(gegeben)? am|(rendue?|rentrée?|restituée?) le|devuelt[ao] el|(teruggebracht|ingeleverd) op)$/iu;

/** What the cells of a column say that one field cannot hold: then a rule reads them, to be checked. */
export function lookInside(
  kind: ImportKind,
  column: Column,
  columns: readonly Column[],
  cells: readonly string[],
): void {
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
    (CAME_BACK.test(heading) &&
      most(cells, (cell) => clockOfText(cell) !== null) &&
      // Of days to come it says when the set is due.
      !cells.some((cell) => momentOf(cell) > serverNow()));
  if (kind === 'key_sets' && isBack && !has('status')) isRead('back', 'A set that is back has no holder');
  if (field === 'name' && part === 'whole' && !has('phone') && cells.some((cell) => named(cell).phone))
    isRead('phone', 'Some names end with a telephone number');
}

/** Headings that say no more than a number, or a day. */
const NUMBER = /^(n|no|nr|nº|n°|num|#)\.?$/iu;
const WHEN = /^(am|on|le|el|op|when|wann|date|datum|fecha)$/iu;

/** Assigns what its place says of a column whose heading agrees; otherwise the user is asked. */
function place(
  column: Column,
  found: Pick<Column, 'maybe'> & Partial<Pick<Column, 'part'>>,
  agrees: RegExp,
): void {
  Object.assign(column, found);
  if (agrees.test(column.heading.split(/\s/).at(-1) ?? ''))
    Object.assign(column, { field: found.maybe, how: 'check', why: 'By what is beside it', maybe: null });
}

/** A hook of each row: short, with a digit, and all different. */
const isNumbering = (cells: readonly string[]) =>
  cells.length > 4 &&
  most(cells, (cell) => /^(?=.*\d).{1,4}$/.test(cell)) &&
  new Set(cells).size > cells.length * 0.9;
/** A few small numbers with none among them, as of fobs beside keys. */
const isCounting = (cells: readonly string[]) =>
  cells.length > 4 &&
  cells.every((cell) => /^\d$|^\p{Pd}$/u.test(cell)) &&
  cells.includes('0') &&
  new Set(cells).size < 6;
const NOT_FOBS =
  /spare|lost|missing|broken|ersatz|verl|fehl|defe[ck]t|perd|reserv|repuesto|kwijt|stuk|double|duplic|copi|floor|[ée]tage|stockw|verdiep|piso|planta|ebene|level|nivel|niveau|room|zimmer|kamer|chambre/iu;
const isVaried = (cells: readonly string[]) => cells.length > 4 && new Set(cells).size > cells.length / 2;

const isPlace = ({ heading }: Column) => fieldOfHeading('key_sets', heading) === 'location whole';
/** Of two columns called places the one with few values says where sets are kept: "Cabinet" beside "Location". */
function settlePlaces(columns: readonly Column[], cellsAt: (at: number) => string[]): void {
  const [place, joined] = columns.filter(({ field }) => field === 'location');
  const other = columns.find((one) => !one.field && isPlace(one) && !isVaried(cellsAt(one.at)));
  if (!place || joined || !other || !isVaried(cellsAt(place.at))) return;
  Object.assign(place, { field: null, how: 'ask', maybe: null, also: null });
  Object.assign(other, {
    field: 'location',
    how: 'check',
    why: 'It has fewer values than the other',
    maybe: null,
  });
}

/**
 * What a column's place says where its heading does not: numbers beside a street without any are asked about as houses, dates behind the
 * holder as those of the issue. A count that says more than a number is to be checked.
 */
export function lookBeside(columns: readonly Column[], cellsAt: (at: number) => string[]): void {
  const has = (field: ImportField, part?: Part) =>
    columns.some((one) => one.field === field && (!part || one.part === part));
  settlePlaces(columns, cellsAt);
  for (const [index, column] of columns.entries()) {
    const [before, after] = [columns[index - 1], columns[index + 1]];
    const cells = cellsAt(column.at);
    const street = [before, after].find((one) => one?.field === 'address' && one.part === 'street');
    if (column.field === 'keyCount' && column.how === 'sure' && !has('fobCount')) {
      const worded = cells.filter((cell) => /\p{L}/u.test(cell));
      const read = worded.filter((cell) => splitCell('counts', cell).fobCount !== undefined);
      if (read.length > 0)
        Object.assign(column, {
          how: 'check',
          // Where a word stays unread, the user decides.
          split: read.length === worded.length ? 'counts' : null,
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
    else if (before?.field === 'location' && !has('position') && NUMBER.test(column.heading))
      place(column, { maybe: 'position' }, NUMBER);
    else if (before?.field === 'location' && !has('position') && isNumbering(cells))
      place(column, { maybe: 'position' }, /./);
    else if (
      before?.field === 'keyCount' &&
      !has('fobCount') &&
      isCounting(cells) &&
      !NOT_FOBS.test(column.heading)
    )
      place(column, { maybe: 'fobCount' }, /./);
    else if (after?.field === 'fobCount' && !has('keyCount') && column.maybe === 'keyCount')
      place(column, { maybe: 'keyCount' }, /./);
    else if (column.maybe === null && !has('premises') && isPlace(column) && isVaried(cells))
      Object.assign(column, { field: 'premises', how: 'check', why: 'Another column is the location' });
    else if (
      before?.field === 'holder' &&
      !has('issuedAt') &&
      most(cells, (cell) => clockOfText(cell) !== null)
    )
      place(column, { maybe: 'issuedAt' }, WHEN);
  }
}

const PERSON = /^(?:\p{Ll}{1,5}\. ?)?\p{Lu}[\p{L}.'’-]*( \p{Lu}[\p{L}.'’-]*)+$/u;
const momentOf = (cell: string): number => {
  const clock = clockOfText(cell) ?? clockOfText(cell, 'month');
  return clock
    ? Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour ?? 0, clock.minute ?? 0)
    : Number.NaN;
};

/**
 * Who has a set, since when and until when stand in the same rows, and in no others: such columns are the holder, the day of issue and the
 * later day of return even where a heading says nothing. Each is to be checked.
 */
export function lookAlong(columns: readonly Column[], rows: readonly SheetRow[]): void {
  const cellsOf = ({ at }: Column) => rows.map(({ cells }) => cells[at] ?? '');
  const rowsOf = (column: Column) => cellsOf(column).map(Boolean).join();
  const isSparse = (column: Column) => {
    const filled = cellsOf(column).filter(Boolean).length;
    return filled > 1 && filled < rows.length * 0.9;
  };
  const holdsMost = (column: Column, test: (cell: string) => boolean) =>
    most(cellsOf(column).filter(Boolean), test);
  const isDayOf = (cell: string) => clockOfText(cell) !== null;
  const isDay = (column: Column) => holdsMost(column, isDayOf);
  const of = (field: ImportField) => columns.find((column) => column.field === field);
  const open = columns.filter((column) => !column.field && !column.secret && isSparse(column));
  const assign = (column: Column | undefined, field: ImportField, beside: string) =>
    column &&
    Object.assign(column, {
      field,
      how: 'check',
      why: `Filled in the rows that have ${beside}`,
      maybe: null,
    });

  if (!of('holder')) {
    const days = columns.filter((column) => isSparse(column) && isDay(column)).map(rowsOf);
    const along = open.filter((column) => days.includes(rowsOf(column)));
    const named = along.filter((column) => holdsMost(column, (cell) => PERSON.test(cell)));
    // Beside a known day there may be callsigns, firms and first names.
    const worded = along.filter((column) =>
      holdsMost(column, (cell) => /\p{L}/u.test(cell) && !isDayOf(cell)),
    );
    const [one, another] = named.length > 0 || !(of('issuedAt') || of('dueAt')) ? named : worded;
    if (!another) assign(one, 'holder', 'a date');
  }
  const holder = of('holder');
  if (!holder || !isSparse(holder)) return;
  const days = open.filter((column) => !column.field && isDay(column) && rowsOf(column) === rowsOf(holder));
  if (!of('issuedAt')) assign(days.shift(), 'issuedAt', 'a holder');
  const issued = of('issuedAt');
  if (of('dueAt') || !issued) return;
  const since = cellsOf(issued).map(momentOf);
  const later = days.filter((column) =>
    cellsOf(column).every((cell, n) => !(momentOf(cell) < (since[n] ?? 0))),
  );
  assign(later[0], 'dueAt', 'a holder');
}
