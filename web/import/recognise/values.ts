import { clockOfText } from '../../../shared/date-text.ts';
import { type ImportField, isYes } from '../../../shared/import-words.ts';
import { labelCodeOf } from '../../../shared/label-code.ts';
import type { Part, Value } from './headings.ts';

/** Dates that are written as dates: a bare number of five digits may be anything. */
const isDated = (cell: string): boolean => !/^[\d.,]+$/.test(cell) && clockOfText(cell) !== null;

/** The share of cells that pass; 1 of none. */
export const share = (cells: readonly string[], test: (cell: string) => boolean) =>
  cells.length === 0 ? 1 : cells.filter(test).length / cells.length;

/** Whether four in five of at least two cells pass. */
export const most = (cells: readonly string[], test: (cell: string) => boolean): boolean =>
  cells.length > 1 && cells.filter(test).length >= cells.length * 0.8;

const PERSON = /^[\p{L}][\p{L}'’.-]+([ ,]+[\p{L}(&][\p{L}'’.&()-]*){0,5}$/u;
const COUNT = /^(\d{1,3}([.,]0+)?|\d{1,2}\s*([x×+&]|keys?\b|st|pcs).*|\?+|-|n\/a|none)$/i;
const CODE = /^[\p{L}\p{N}][\p{L}\p{N} ._/#:+-]{0,24}$/u;
const SERIAL = /^([0-9a-f]{2}[:. -]?){4,10}$/i;
/** Any year for a date without one, as long as it is no number. */
const yearless = (cell: string) => (/^\d+[.,]?\d*$/.test(cell) ? undefined : () => 2024);
const TESTS: Partial<Record<Value, (cell: string) => boolean>> = {
  count: (cell) => COUNT.test(cell),
  date: (cell) =>
    ['day' as const, 'month' as const].some((order) => clockOfText(cell, order, yearless(cell)) !== null) ||
    /^\d{4}-\d\d-\d\dT/.test(cell),
  code: (cell) => CODE.test(cell),
  serial: (cell) => SERIAL.test(cell) || /^\d{6,20}$/.test(cell),
  label: (cell) => labelCodeOf(cell) !== null,
  email: (cell) => /^\S+@\S+$/.test(cell),
  phone: (cell) => /^[+(\d][\d\s()/.+-]{4,}/.test(cell),
  yes: (cell) => cell.length <= 12 && !/\d{2}/.test(cell),
  name: (cell) => PERSON.test(cell) || (/\p{L}/u.test(cell) && !isDated(cell)),
  word: (cell) => cell.length <= 40,
  // Postcodes may have a blank or a hyphen.
  text: (cell) => /\p{L}|^\d{1,5}$|^\d{2,5}[ -]\d{2,4}$/u.test(cell),
};

/** How far the values of a column look like those of a field, from 0 to 1. */
export function fitOf(value: Value, cells: readonly string[]): number {
  if (cells.length === 0) return 1;
  const different = new Set(cells.map((cell) => cell.toLowerCase())).size;
  if (value === 'id') {
    const unique = different / cells.length;
    const short = share(cells, (cell) => cell.length <= 30 && !isDated(cell));
    return short < 0.8 ? 0.3 : unique >= 0.9 || cells.length < 4 ? 1 : unique >= 0.6 ? 0.85 : 0.3;
  }
  const part = share(cells, TESTS[value] ?? (() => true));
  const fit = part >= 0.85 ? 1 : part >= 0.6 ? 0.85 : part >= 0.3 ? 0.6 : 0.2;
  // A field of choice has few words.
  return value === 'word' && different > Math.max(12, cells.length * 0.3) ? fit * 0.5 : fit;
}

/** "12 Mill Road", "Hauptstr. 3, 20095 Hamburg". */
const NUMBERED = /(^|[\s,])\d{1,4}\p{L}?\s+\p{Lu}\p{L}{2,}|\p{L}{4,}\D*\s\d{1,4}\p{L}?,\s*\P{Ll}/u;
/** Whether most cells read like an address. */
export const isAddress = (cells: readonly string[]): boolean =>
  cells.length > 4 && share(cells, (cell) => NUMBERED.test(cell) && clockOfText(cell) === null) > 0.6;

const STREET =
  /^\d{1,4}\p{L}?,? +\p{Lu}|(?<!\p{L})(rue|via|viale|corso|piazza|ul|calle|avda|avenida|plaza|c\/|quai|chemin|avenue|place)(?!\p{L})|(str|straße|strasse|straat|weg|gasse|allee|laan|gade|vej|gatan|vägen|street|road|lane|drive|close)\.?(?!\p{L})/iu;
/** Whether most cells name a street with a house. */
export const isStreet = (cells: readonly string[]): boolean =>
  share(cells, (cell) => /\d/.test(cell) && STREET.test(cell)) > 0.6;

/** Words of a status. */
export const IN_OR_OUT =
  /^(in|in .+|out|back|on loan|aus|zurück|terug|present|missing|lost|issued|da|weg|unterwegs|ausgegeben|vorhanden|fehlt|verloren|dentro|fuera|entregad[ao]|perdid[ao]|aanwezig|uit|binnen|kwijt|présente?|sortie?|absente?|perdue?|(not )?available|(checked|signed) out|in use|here|hier|ici|aquí|disponi[bv]el?e?|disponibile|verfügbar|beschikbaar|fuori|assente|perso|inde|ude|hjemme|ud(lånt|leveret)|inne|ute|ut(lånad|lämnad)|tilgængelig|tillgänglig|borta|jest|wydan[yeo]|dostępn[yea]|brak)$/iu;

const PLURAL = /\b(keys|schlüssel|cl[eé]s|clefs|llaves|sleutels)\b/iu;
const NUMBER_OF = /\b(nos?|nums?|numbers?)\b\.?\s+of\s/i;

/** What values say against a field beyond their kind, as a factor. */
export function againstOf(
  { field, part }: { field: ImportField; part: Part | 'whole' },
  heading: string,
  cells: readonly string[],
): number {
  // "No. of keys" counts, also where two rows have different numbers.
  if (field === 'identifier' && NUMBER_OF.test(heading) && PLURAL.test(heading)) return 0.3;
  if (cells.length === 0) {
    // "Keys" counts them, "Key" names one.
    const plural = PLURAL.test(heading);
    return (field === 'identifier' && plural) || (field === 'keyCount' && !plural) ? 0.9 : 1;
  }
  const most = (test: RegExp) => share(cells, (cell) => test.test(cell)) > 0.6;
  // A running number is the set's only where nothing else is.
  const isRunning = cells.length > 4 && cells.every((cell, n) => cell === String(n + 1));
  const isCount = field === 'keyCount' || field === 'fobCount';
  if (isRunning && (field === 'identifier' || isCount)) return isCount ? 0.3 : 0.78;
  // A set has fewer: these number something.
  if (isCount && most(/^\d{3,}$/)) return 0.3;
  // Counts repeat; what differs in every row is a number of its own.
  if (isCount && cells.length > 9 && new Set(cells).size > cells.length * 0.8) return 0.4;
  // Yes and no name no holder.
  if (field === 'holder' && cells.length > 4 && share(cells, (cell) => isYes(cell) !== null) > 0.6)
    return 0.3;
  // The house of an address has a number, or a name before it.
  if (part === 'house' && cells.length > 4 && !most(/\d/)) return 0.6;
  // Numbers are no kind of key.
  if (field === 'type' && most(/^\d+$/)) return 0.5;
  // The state of a car is none of its keys.
  if (field === 'status' && cells.length > 4 && !cells.some((cell) => IN_OR_OUT.test(cell))) return 0.75;
  // A deposit is no depot.
  if (field === 'location' && most(/\d[.,](-|–|\d\d$)/)) return 0.3;
  // A tag is on one set.
  if (field === 'currentTag' && cells.length > 4 && new Set(cells).size < cells.length / 2) return 0.5;
  // The posts of people are no places on a board.
  if (field === 'position' && cells.length > 4 && !cells.some((cell) => /\d|^.{1,2}$/.test(cell))) return 0.5;
  // A site and its door is what a set opens, not where.
  if (field === 'premises' && most(/\p{L}{3,}, +\p{Ll}{2,}/u)) return 0.5;
  // The codes of an inventory describe nothing.
  const isCoded =
    cells.length > 4 && new Set(cells).size === cells.length && most(/^(?=.*\d)[\p{L}\d-]{2,8}$/u);
  if (field === 'keyDescription' && part === 'whole' && isCoded) return 0.5;
  // A few small numbers count something.
  const few = cells.length > 4 && new Set(cells).size < cells.length / 3;
  if ((field === 'keyDescription' || field === 'premises') && few && most(/^\d{1,2}$/)) return 0.5;
  // "State" is TX or lost.
  if (/^state$/i.test(heading) && (field === 'status' || part === 'line'))
    return most(/^(?!OUT|IN)[A-Z]{2,3}$/) === (field === 'status') ? 0.5 : 1.2;
  return 1;
}
