import { clockOfText } from '../../../shared/date-text.ts';
import { type ImportField, type ImportKind, isYes } from '../../../shared/import-words.ts';
import { serverNow } from '../../api/server-clock.ts';
import { FOB, named, SPLITS, type Split, splitCell, TWO_COUNTS } from '../split.ts';
import type { Part } from './headings.ts';
import { askFirst, type Column } from './layout.ts';
import { isAlong, isDay, momentOf, NUMBER, type Seen } from './proof.ts';
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
    Object.assign(column, { field: SPLITS[by].fields[0], part: 'whole', split: by, how: 'check', why });
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

/** Headings that say no more than a day. */
const WHEN =
  /^(am|on|le|el|il|op|d|den|dnia|dzień|when|wann|når|när|date|datum|dato|data|fecha|dal|fra|från|od)\.?$/iu;

/** Gives a column the field that its place and its heading say; otherwise the user is asked. */
function place(column: Column, field: ImportField, isSure: boolean, part: Column['part'] = 'whole'): void {
  if (isSure) Object.assign(column, { field, part, how: 'sure', why: 'By what is beside it' });
  else if (column.maybe[0] !== field) Object.assign(column, { maybe: askFirst(field, column), part });
}

type Shown = Column & Seen;
/** Where words say more than a number, a rule reads the count, to be checked. */
function lookAtCount(column: Shown): void {
  const saysFobs = FOB.test(column.heading);
  const worded = column.cells.filter((cell) => /\p{L}/u.test(cell) || (saysFobs && TWO_COUNTS.test(cell)));
  const read = worded.filter((cell) => splitCell('counts', cell).fobCount !== undefined);
  if (read.length === 0) return;
  Object.assign(column, {
    how: 'check',
    // Where a word stays unread, the user decides.
    split: read.length === worded.length ? 'counts' : null,
    why: `Some cells say more than a number: “${SPLITS.counts.label}” reads them`,
  });
}

/**
 * What a column's place says where its heading says a number or a day at most: houses beside a street without any, hooks behind the location,
 * days behind the holder. Without such a heading the user is asked.
 */
export function lookBeside(columns: readonly Shown[]): void {
  const has = (field: ImportField, part?: Part) =>
    columns.some((one) => one.field === field && (!part || one.part === part));
  for (const [index, column] of columns.entries()) {
    const before = columns[index - 1];
    const { cells, heading } = column;
    const street = [before, columns[index + 1]].find(
      (one) => one?.field === 'address' && one.part === 'street',
    );
    const isNumber = NUMBER.test(heading.split(/\s/).at(-1) ?? '');
    if (column.field === 'keyCount' && column.how === 'sure' && !has('fobCount')) lookAtCount(column);
    if (column.field || column.secret) continue;
    if (
      street &&
      !has('address', 'house') &&
      most(cells, (cell) => HOUSE.test(cell)) &&
      !most(street.cells, (cell) => /\d/.test(cell))
    )
      place(column, 'address', isNumber, 'house');
    else if (before?.field === 'location' && !has('position') && NUMBER.test(heading))
      place(column, 'position', cells.length > 0 && most(cells, (cell) => /^(?=.*\d).{1,4}$/.test(cell)));
    else if (before?.field === 'holder' && !has('issuedAt') && most(cells, isDay))
      place(column, 'issuedAt', WHEN.test(heading.split(/\s/).at(-1) ?? '') && isAlong(column, before));
  }
}
