import { cleanLine } from '../../../shared/clean-text.ts';
import { type Clock, clockOfText, isoOf } from '../../../shared/date-text.ts';
import { isYes } from '../../../shared/import-words.ts';
import { instantQuery } from '../../../shared/text.ts';
import { momentOf } from '../../../shared/zone.ts';

/** The form in which words of a file are compared: cleaned, lower case. */
export const keyOf = (text: string | null | undefined): string => cleanLine(text ?? '').toLowerCase();

/** A cell's text; undefined when empty, which changes nothing. */
export const cellText = (cell: string | null | undefined): string | undefined => cell?.trim() || undefined;

/** Why a cell is refused. */
export class Misread extends Error {}

/** 4.4E+11: what a spreadsheet leaves of a long number in a text file. */
const SHORTENED = /^\d([.,]\d+)?E\+\d+$/i;

/** A code, which a spreadsheet may have shortened. */
export function codeOf(cell: string): string {
  if (SHORTENED.test(cell)) throw new Misread('A spreadsheet shortened this number. Enter all of it.');
  return cell;
}

/** Words in a column of holders for a set that is in or lost: whole cells, with a date behind. */
const NOBODY =
  /^(?:lost|missing|gone|stolen|returned?|back|in|in (?:the )?(?:safe|office|store|cabinet|box)|here|none|nobody|no one|nil|n\/?a|unknown|tbc|verloren|vermisst|fehlt|gestohlen|zur(?:ü|ue)ck|da|vorhanden|niemand|keiner|unbekannt|im (?:schrank|tresor|büro)|perdue?|volée?|rendue?|néant|aucune?|personne|au (?:tableau|bureau)|perdid[ao]|devuelt[ao]|nadie|ningun[ao]|kwijt|zoek|weg|terug|niemand|geen|[-–—?x./]+)(?:[\s:,(]+(?:on |am |le |el |op )?[\d./-]+\)?)?$/i;

/** A person; refuses a word that names none. */
export function personOf(cell: string): string {
  if (NOBODY.test(cell)) throw new Misread('This is not a person. Enter who has it, or leave it empty.');
  return cell;
}

const PLAIN = /^\d{1,9}$/;
/** 5.0 and 5,00: a whole number with decimals. */
const WITH_DECIMALS = /^(\d{1,9})[.,]0{1,2}$/;
/** 1,000 and 12.345, 1 000 and 1'000: one separator between groups of three digits. */
const GROUPED = /^\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/;
/** 2.000 is two with three decimals, or two thousand. */
const AMBIGUOUS = /^(\d{1,3})\.000$/;

/** A whole number as typed or as spreadsheets show it. */
export function wholeOf(cell: string): number {
  if (PLAIN.test(cell)) return Number(cell);
  const decimals = WITH_DECIMALS.exec(cell);
  if (decimals) return Number(decimals[1]);
  const either = AMBIGUOUS.exec(cell)?.[1];
  if (either) throw new Misread(`Enter ${either} or ${either}000`);
  const digits = cell.replace(/\D/g, '');
  if (!GROUPED.test(cell) || digits.length > 9) throw new Misread('Not a number');
  return Number(digits);
}

export function yesOf(cell: string): boolean | undefined {
  const text = keyOf(cell);
  if (!text) return undefined;
  const yes = isYes(text);
  if (yes === null) throw new Misread('Enter Yes or No');
  return yes;
}

/** The value that a cell names, itself or by its label. */
export function choiceOf<T extends string>(cell: string, labels: Readonly<Record<T, string>>): T | undefined {
  const key = keyOf(cell);
  if (!key) return undefined;
  const values = Object.keys(labels) as T[];
  const value = values.find((one) => one === key || labels[one].toLowerCase() === key);
  if (value) return value;
  const words = values.map((one) => labels[one]);
  throw new Misread(`Enter ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
}

const EXAMPLE = 'Enter a date such as 22/11/2026';

/** Day first, unless a month by name or year says otherwise: a browser sends the order that it proved or asked. */
function clockOf(text: string): Clock {
  const clock = clockOfText(text);
  if (!clock) throw new Misread(EXAMPLE);
  return clock;
}

/** A date as YYYY-MM-DD. */
export function dayOfText(cell: string): string {
  const { year, month, day } = clockOf(cell);
  return isoOf({ year, month, day });
}

/** An ISO 8601 time, with its zone or in `zone`. A date alone is its beginning, or with `end` its end. */
export function momentOfText(
  cell: string | null | undefined,
  zone: string,
  { end = false }: { end?: boolean } = {},
): string | undefined {
  const text = cellText(cell);
  if (text === undefined) return undefined;
  if (instantQuery.safeParse(text).success) return text;
  const clock = clockOf(text);
  const [hour, minute] =
    clock.hour === undefined ? (end ? [23, 59] : [0, 0]) : [clock.hour, clock.minute ?? 0];
  return new Date(momentOf({ ...clock, hour, minute }, zone)).toISOString();
}

type Pairs = ReadonlySet<string>;

/** The letter pairs of a word. */
export function pairsOf(text: string): Pairs {
  const plain = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return new Set(Array.from({ length: Math.max(0, plain.length - 1) }, (_, at) => plain.slice(at, at + 2)));
}

/** Share of common letter pairs, 0 to 1, to guess the intended word. */
function likeness(a: Pairs, b: Pairs): number {
  const total = a.size + b.size;
  // Too few, even if all were common.
  if (total === 0 || (2 * Math.min(a.size, b.size)) / total < NEAR) return 0;
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared += 1;
  return (2 * shared) / total;
}

const NEAR = 0.45;
/** Of names that begin with other letters: "Turístico" is not "Static". */
const NEARER = 0.6;
/** Longer words are no names. */
const WORD_MAX = 255;

/** The choice with the most similar label, if it begins alike and is similar enough, or is nearer still. */
export function nearestOf(word: string, choices: readonly { value: string; pairs: Pairs }[]): string | null {
  if (word.length > WORD_MAX) return null;
  const pairs = pairsOf(word);
  const [start = ''] = pairs;
  let best: { value: string; by: number } | null = null;
  for (const { value, pairs: others } of choices) {
    const [first = ''] = others;
    const by = likeness(pairs, others);
    if (by >= (first[0] === start[0] ? NEAR : NEARER) && by > (best?.by ?? 0)) best = { value, by };
  }
  return best?.value ?? null;
}
