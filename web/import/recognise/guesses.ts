import type { ImportField, ImportKind } from '../../../shared/import-words.ts';
import { type Candidate, fieldOfHeading } from './meaning.ts';
import { IN_OR_OUT, isAddress, share } from './values.ts';

/** Names in the register, to guess columns by their cells. */
export type KnownNames = { locations: string[]; types: string[] };
/** A field that a column may be, and why; by its values alone if it is a guess. */
export type Guess = Candidate & { why?: string; isGuess: boolean };

/** A word as compared: its letters and digits. */
export const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const like = (word: string, other: string) =>
  word === other || (word.length > 3 && (other.startsWith(word) || word.startsWith(other)));

const ROOM =
  /(?<!\p{L})(doors?|gates?|shutters?|entrance|\p{L}*room|store|lobby|foyer|vestry|cellar|basement|roof|garage|türe?|tor|\p{L}*(raum|keller|garage|halle|küche)|dach|portes?|local|locaux|toiture|cave|chaufferie|puertas?|cuarto|azotea|trastero|garaje|portal|deur|\p{L}*(kamer|ruimte|kelder|berging|hal))(?!\p{L})/iu;
/** As a reader shows it: pairs of hexadecimal digits, some of them letters or set apart. */
const SERIAL = /^(?=.*[a-f:])([0-9a-f]{2}[:. -]?){4,10}$/i;

const guess = (field: ImportField, score: number, why = ''): Guess => ({
  ...{ field, part: 'whole', score, why },
  isGuess: true,
});

/** "Anna Smith", "Stiftung Pro". */
const NAME = /^\p{Lu}[\p{L}.'’-]*( (\p{Lu}[\p{L}.'’-]*|&|und|and|et|y|en|von|van|de))*$/u;
/** Fields to ask about where no heading is clear: what repeats as a small number counts, what is short and different is a place or a tag. */
function doubts(cells: string[], different: number): Guess[] {
  if (cells.length < 3) return [];
  const all = (test: RegExp) => share(cells, (cell) => test.test(cell)) >= 0.9;
  if (all(/^\d{1,2}([.,]0+)?$/) && different <= Math.max(3, cells.length / 3)) {
    const hasNone = cells.some((cell) => /^0/.test(cell));
    return [guess(hasNone ? 'fobCount' : 'keyCount', 0.5), guess(hasNone ? 'keyCount' : 'fobCount', 0.45)];
  }
  if (different >= cells.length * 0.9 && all(/^(?=.*\d)[\p{L}\d./ -]{1,8}$/u))
    return [guess('position', 0.5), guess('currentTag', 0.45), guess('identifier', 0.4)];
  if (cells.length > 8 && different <= 8 && all(/^[\p{L}\s./-]{3,24}$/u))
    return [guess('type', 0.5), guess('client', 0.45)];
  const repeats = different < cells.length * 0.8;
  return repeats && all(/\p{L}{3}/u) && all(NAME) ? [guess('client', 0.5), guess('holder', 0.45)] : [];
}

/** Fields of sets that the cells suggest, with any heading. */
export function guesses(
  kind: ImportKind,
  { isExtra, isKnown }: { isExtra: boolean; isKnown: boolean },
  cells: string[],
  known: KnownNames,
): Guess[] {
  if (kind !== 'key_sets' || cells.length === 0) return [];
  const words = [...new Set(cells.map(key))];
  const near = (all: string[]) => words.filter((word) => all.some((one) => like(word, key(one)))).length;
  const of = (count: number) => `${count} of ${words.length} ${words.length === 1 ? 'word is' : 'words are'}`;
  if (isExtra) return [guess('location', 0.5)];
  const made: Guess[] = [];
  const [places, types] = [near(known.locations), near(known.types)];
  if (words.length <= 40 && types > 0 && types >= words.length / 2)
    made.push(guess('type', 0.7, `${of(types)} close to your key types`));
  if (words.length <= 60 && places > 0 && places >= words.length / 2)
    made.push(guess('location', 0.7, `${of(places)} close to your locations`));
  const reads = (test: (cell: string) => boolean) => cells.length > 4 && share(cells, test) > 0.6;
  if (words.length > 5 && reads((cell) => /\p{L}{3,}, +\p{Ll}{2,}/u.test(cell)))
    made.push(guess('keyDescription', 0.7, 'Most cells read like a site and a door'));
  else if (reads((cell) => ROOM.test(cell)))
    made.push(guess('keyDescription', 0.65, 'Most cells name a door or a room'));
  if (
    words.length <= 20 &&
    reads((cell) => fieldOfHeading('key_sets', cell.replace(/\s+(\p{L}|\d+)$/u, '')) === 'location whole')
  )
    made.push(guess('location', 0.65, 'Most cells name a cabinet, a safe or an office'));
  if (words.length <= 6 && reads((cell) => IN_OR_OUT.test(cell)))
    made.push(guess('status', 0.7, 'Most cells say in or out'));
  if (!isKnown && reads((cell) => /^\p{Ll}[\p{L}\p{N}.,/'’-]*(\s+\S+){1,9}$/u.test(cell)))
    made.push(guess('notes', 0.6, 'Most cells read like remarks'));
  if (isAddress(cells)) made.push(guess('address', 0.7, 'Most cells read like an address'));
  if (reads((cell) => SERIAL.test(cell)))
    made.push(guess('nfcSerial', 0.7, 'Most cells read like the serial number of a tag'));
  return [...made, ...doubts(cells, words.length)];
}
