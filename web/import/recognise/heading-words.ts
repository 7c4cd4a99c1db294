import { EMPTY_WORDS, HEADINGS, PARTS, SAME_WORDS } from './headings.ts';

/** The words of a heading as one language: accents, compounds, abbreviations, endings and slips of the pen are undone. */

/** Letters as compared: without accents, with ä, ae and a as one. */
const folded = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/(?<=\p{L}{2,}|^\p{L}?)(ae|oe|ue)(?=\p{L}{2})/gu, (two) =>
      word.length > 5 ? (two[0] ?? '') : two,
    )
    .normalize('NFD')
    .replace(/\p{M}/gu, '');

const split = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replaceAll('#', ' no ')
    // Propietario/a, Eigentümer:in, Kunde(n).
    .replace(/(\p{L}{4})[/:*(](as?|e?s|in|innen|n|e?r|e)\)?(?!\p{L})/gu, '$1')
    // C.P., Q.tà and L/L are one word.
    .replace(/(?<=^|[^\p{L}])(\p{L})[./](?=\p{L}(?!\p{L})|t\p{L}(?!\p{L}))/gu, '$1')
    .replace(/(\p{Ll}{2})(\p{Lu})/gu, '$1 $2')
    // The dot of an abbreviation stays.
    .match(/[\p{L}\p{N}]+(?:(?<=\p{L}{3})\.)?/gu)
    ?.map(folded) ?? [];

const SAME = new Map<string, string>();
for (const line of SAME_WORDS) {
  const words = split(line.replaceAll('-', ''));
  for (const word of words) if (!SAME.has(word)) SAME.set(word, words[0] ?? word);
}
const EMPTY = new Set(split(EMPTY_WORDS).filter((word) => !SAME.has(word)));

/** The words of all phrases, then all that mean the same. */
const KNOWN = new Set<string>();

/** The phrases of a field, each with how surely one means it, from 0 to 1. */
export const phrasesOf = (text: string): { words: string[]; weight: number }[] =>
  text.split(',').flatMap((phrase) => {
    const [said = '', percent] = phrase.split(':');
    const words = split(said)
      .map((word) => SAME.get(word) ?? word)
      .filter((word) => !EMPTY.has(word));
    return words.length > 0 ? [{ words, weight: Number(percent ?? 100) / 100 }] : [];
  });

const UNFOLDED = new Map<string, string[]>();
/** The words in one: a compound of two or three, as in Schlüsselnummer, an abbreviation, or a known word with one wrong letter. */
function unfolded(written: string): string[] {
  const found = UNFOLDED.get(written) ?? unfold(written);
  UNFOLDED.set(written, found);
  return found;
}

function unfold(written: string): string[] {
  const word = written.replace('.', '');
  if (KNOWN.has(word) || EMPTY.has(word)) return [word];
  const whole = word === written ? null : abbreviated(word);
  const parts = whole ?? compound(word, 3);
  if (parts) return parts;
  const form = inflected(word) ?? misspelt(word);
  return form ? [form] : (ended(word) ?? [word]);
}

/** Endings of inflection and derivation, as in Eigentümerschaft, bruikleenhouders, prêtées. */
const ENDING = /(?<=\p{L}{5})(schaft(en)?|schap|innen|in|ing|ung|ed|e?s|e[enrs]?|n|as?|os?)$/u;
const bare = (word: string): string => word.replace(ENDING, '');
/** Known words without their endings; null where several mean different things. */
const STEMS = new Map<string, string | null>();
function learnStem(word: string): void {
  const meant = SAME.get(word) ?? word;
  const stem = bare(word);
  STEMS.set(stem, STEMS.has(stem) && STEMS.get(stem) !== meant ? null : meant);
}

/** The known word that this is a form of. */
function inflected(word: string): string | null {
  for (let stem = word, next = bare(stem); next !== stem; stem = next, next = bare(stem)) {
    if (KNOWN.has(next)) return next;
    const found = STEMS.get(next);
    if (found) return found;
  }
  return STEMS.get(word) ?? null;
}

/** The words that begin so, also with letters left out as in "Anmerkg.", if all of them mean the same. */
function abbreviated(start: string): string[] | null {
  const letters = new RegExp(`^${start.slice(0, 4)}${[...start.slice(4)].join('.*')}`);
  const begun = [...KNOWN].filter((word) => letters.test(word));
  const meant = new Set(begun.map((word) => SAME.get(word) ?? word));
  return meant.size === 1 ? [...meant] : null;
}

const SHORT_ENDS = new Set(['no', 'nr', 'id', 'to', 'at', 'on']);

/** The known end of a word, which says what it is: Schließgruppe is a group. */
function ended(word: string): string[] | null {
  for (let at = 3; at <= word.length - 5; at++)
    if (KNOWN.has(word.slice(at))) return [word.slice(0, at), word.slice(at)];
  // Vertragsart is a kind.
  return /^\p{L}{5,}(art|typ|soort)$/u.test(word) ? [word, 'type'] : null;
}

function compound(word: string, most: number): string[] | null {
  if (KNOWN.has(word) || SHORT_ENDS.has(word)) return [word];
  if (most <= 1) return null;
  for (let at = word.length - 2; at >= 3; at--) {
    const start = word.slice(0, at);
    if (!KNOWN.has(start)) continue;
    for (const link of ['', 's', 'n', 'en', 'es']) {
      const rest = word.startsWith(link, at) ? compound(word.slice(at + link.length), most - 1) : null;
      if (rest) return [start, ...rest];
    }
  }
  return null;
}

const SPELT_FROM = 6;

function misspelt(word: string): string | undefined {
  if (word.length < SPELT_FROM) return undefined;
  const near = (other: string) => other.length >= SPELT_FROM && isOneApart(word, other);
  return [...KNOWN].find(near);
}

function isOneApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return (
    a.slice(at + 1) === b.slice(at + 1) || a.slice(at) === b.slice(at + 1) || a.slice(at + 1) === b.slice(at)
  );
}

/** What a heading says, each word once: many say the same in two languages. */
export const words = (heading: string): string[] => [
  ...new Set(
    split(heading)
      .flatMap(unfolded)
      .map((word) => SAME.get(word) ?? word)
      .filter((word) => !EMPTY.has(word)),
  ),
];

/** Whether a heading has one of these words, in any language. */
export const hasWord = (heading: string, some: readonly string[]): boolean =>
  words(heading).some((word) => some.includes(word));

const SAID = [
  ...Object.values(HEADINGS).flatMap((fields) => Object.values(fields)),
  ...Object.values(PARTS).flatMap((fields) => Object.values(fields).flatMap((parts) => Object.values(parts))),
];
for (const text of SAID)
  for (const { words: all } of phrasesOf(text.split(' = ').at(-1) ?? ''))
    for (const word of all) KNOWN.add(word);
for (const word of SAME.keys()) KNOWN.add(word);
for (const word of KNOWN) learnStem(word);
