import {
  EMPTY_WORDS,
  HEADINGS,
  PARTS,
  type Part,
  SAME_WORDS,
  SECRET_WORDS,
  type Value,
} from '../../shared/import-headings.ts';
import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportField,
  type ImportKind,
} from '../../shared/import-words.ts';
import { againstOf, fitOf } from './values.ts';

/** How well a column fits a field, from 0 to 1, and as which part of it. */
export type Candidate = { field: ImportField; part: Part | 'whole'; score: number };

/** From here a field is assigned without a question, and from here with one; below, the user chooses. */
export const SURE = 0.8;
export const LIKELY = 0.6;

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
    // C.P. is one word.
    .replace(/(?<=^|[^\p{L}])(\p{L})\.(?=\p{L}(?:\.|$))/gu, '$1')
    .replace(/(\p{Ll}{2})(\p{Lu})/gu, '$1 $2')
    // The dot of an abbreviation stays.
    .match(/[\p{L}\p{N}]+(?:(?<=\p{L}{4})\.)?/gu)
    ?.map(folded) ?? [];

const SAME = new Map<string, string>();
for (const line of SAME_WORDS) {
  const words = split(line.replaceAll('-', ''));
  for (const word of words) if (!SAME.has(word)) SAME.set(word, words[0] ?? word);
}
const EMPTY = new Set(split(EMPTY_WORDS).filter((word) => !SAME.has(word)));

/** What the cells of a field hold. */
export const heldBy = (kind: ImportKind, field: ImportField): Value =>
  (HEADINGS[kind][field]?.split(' = ')[0] as Value | undefined) ?? 'text';

type Phrase = { field: ImportField; part: Part | 'whole'; words: string[]; weight: number };

const phrasesOf = (text: string): { words: string[]; weight: number }[] =>
  text.split(',').flatMap((phrase) => {
    const [said = '', percent] = phrase.split(':');
    const words = split(said)
      .map((word) => SAME.get(word) ?? word)
      .filter((word) => !EMPTY.has(word));
    return words.length > 0 ? [{ words, weight: Number(percent ?? 100) / 100 }] : [];
  });

function phrases(kind: ImportKind): Phrase[] {
  return IMPORT_FIELDS[kind].flatMap((field: ImportField) => {
    const known = phrasesOf(HEADINGS[kind][field]?.split(' = ')[1] ?? '');
    const parts = Object.entries(PARTS[kind][field] ?? {}) as [Part, string][];
    const own = [{ words: words(IMPORT_LABELS[field]), weight: 1 }, ...known];
    return [
      ...own.map((one) => ({ ...one, field, part: 'whole' as const })),
      ...parts.flatMap(([part, said]) => phrasesOf(said).map((one) => ({ ...one, field, part }))),
    ];
  });
}

const VOCABULARY = new Set<string>();
/** The phrases of a kind by their first word: a heading is compared with those that it can mean, not with all. */
const BEGINNING = new Map<string, Phrase[]>();
const phrasesWith = (kind: ImportKind, heading: string[]): Phrase[] =>
  heading.flatMap((word) => BEGINNING.get(`${kind} ${word}`) ?? []);
/** Words that by themselves name a field of some kind. */
const MAIN = new Set<string>();
/** The words that by themselves name each field: "Storage location" has two of one. */
const OWN = new Map<ImportField, Set<string>>();

const UNFOLDED = new Map<string, string[]>();
/** The words in one: a compound of two or three, as in Schlüsselnummer, an abbreviation, or a known word with one wrong letter. */
function unfolded(written: string): string[] {
  const found = UNFOLDED.get(written) ?? unfold(written);
  UNFOLDED.set(written, found);
  return found;
}

function unfold(written: string): string[] {
  const word = written.replace('.', '');
  if (SAME.has(word) || VOCABULARY.has(word) || EMPTY.has(word)) return [word];
  return (word === written ? null : abbreviated(word)) ?? compound(word, 3) ?? [misspelt(word) ?? word];
}

/** The words that begin so, if all of them mean the same. */
function abbreviated(start: string): string[] | null {
  const begun = [...SAME.keys(), ...VOCABULARY].filter((word) => word.startsWith(start));
  const meant = new Set(begun.map((word) => SAME.get(word) ?? word));
  return meant.size === 1 ? [...meant] : null;
}

const SHORT_ENDS = new Set(['no', 'nr', 'id', 'to', 'at', 'on']);
const isKnown = (word: string) => SAME.has(word) || VOCABULARY.has(word);

function compound(word: string, most: number): string[] | null {
  if (isKnown(word) || SHORT_ENDS.has(word)) return [word];
  if (most <= 1) return null;
  for (let at = word.length - 2; at >= 3; at--) {
    const start = word.slice(0, at);
    if (!isKnown(start)) continue;
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
  return [...VOCABULARY, ...SAME.keys()].find(near);
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
const words = (heading: string): string[] => [
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
    for (const word of all) VOCABULARY.add(word);
for (const kind of Object.keys(HEADINGS) as ImportKind[]) {
  for (const phrase of phrases(kind)) {
    const { field, words: all, weight } = phrase;
    const begins = `${kind} ${all[0]}`;
    BEGINNING.set(begins, [...(BEGINNING.get(begins) ?? []), phrase]);
    if (all.length !== 1 || weight < 0.7) continue;
    if (weight >= 0.8) MAIN.add(all[0] ?? '');
    OWN.set(field, (OWN.get(field) ?? new Set()).add(all[0] ?? ''));
  }
}

/** Words that a heading of these values may have beside the field's own, and that change nothing. */
const ALONG: Partial<Record<Value, string>> = {
  id: 'number id',
  code: 'number id',
  serial: 'number id',
  label: 'number id',
  count: 'number',
  date: 'date time',
  name: 'name',
  text: 'name',
  word: 'name',
};
const ALWAYS = new Set(['key', 'set']);
/** Words that turn a heading into another: issued, issued by, issued to; tag, tag colour. */
const APART = new Set(['by', 'to', 'from', 'last', 'colour', 'color', 'farbe', 'couleur', 'kleur']);

const isNumberOf = (field: ImportField, phrase: string[]) =>
  field === 'identifier' && phrase.every((word) => word === 'number' || word === 'id');

/** How well a heading means a phrase: all words of the phrase, in any order, and few others. `exact` when there is no other. */
function likeness(
  heading: string[],
  { field, words: phrase, weight, part }: Phrase,
  value: Value,
): { score: number; exact: boolean } {
  const rest = [...heading];
  for (const word of phrase) {
    const at = rest.indexOf(word);
    if (at < 0) return { score: 0, exact: false };
    rest.splice(at, 1);
  }
  const along = ALONG[value]?.split(' ') ?? [];
  const score = rest.reduce((all, word) => {
    const ofPart = part !== 'whole' && (word === 'property' || word === 'address');
    if (OWN.get(field)?.has(word)) return all * 0.97;
    // "Unit key" is no part of an address.
    const isAlong = part === 'whole' && ALWAYS.has(word);
    if (isAlong || along.includes(word) || ofPart) return all * 0.94;
    // "Padlock no" numbers something else.
    const other = MAIN.has(word) || APART.has(word) || ALWAYS.has(word) || isNumberOf(field, phrase);
    // Whose notes they are changes nothing.
    return all * (other && field !== 'notes' ? 0.55 : 0.75);
  }, weight);
  return { score, exact: rest.length === 0 };
}

/** A number in French is a name in Spanish, and "by" in Dutch a door in English. */
const TWO_MEANINGS: [RegExp, string, string][] = [
  [/\bnombre\b/i, 'count', 'name'],
  [/\p{L}\s+door$/iu, 'door', 'by'],
  [/\bheld (at|in)\b/i, 'held', 'stored'],
  [/^keys?\s+(for|to)\b/i, 'key', 'opens'],
  [/\bstk\.?\s*(#|no)/i, 'count', 'stock'],
];

/** The fields that a heading may mean, best first. A phrase of the same words counts before the parts of others. */
function meaningsOf(kind: ImportKind, heading: string): Candidate[] {
  const said = words(heading);
  const readings = [said];
  for (const [written, word, other] of TWO_MEANINGS)
    if (written.test(heading)) readings.push(said.map((one) => (one === word ? other : one)));
  // "Level (GM/M/C)" explains itself.
  const short = heading.replace(/\([^)]*\)/g, ' ').trim();
  if (short && short !== heading) readings.push(words(short));
  const best = new Map<string, Candidate & { exact: boolean }>();
  for (const reading of readings)
    for (const phrase of phrasesWith(kind, reading)) {
      const { field, part } = phrase;
      const { score, exact } = likeness(reading, phrase, heldBy(kind, field));
      const so = best.get(field);
      if (score > 0 && (!so || (exact && !so.exact) || (exact === so.exact && score > so.score)))
        best.set(field, { field, part, score, exact });
    }
  return [...best.values()].map(({ exact: _, ...one }) => one).sort((a, b) => b.score - a.score);
}

/** The field of a heading by its words alone; null if unknown. */
export const fieldOfHeading = (kind: ImportKind, heading: string): string | null => {
  const [first] = heading ? meaningsOf(kind, heading) : [];
  return first && first.score >= LIKELY
    ? `${first.field} ${first.part === 'line' ? heading : first.part}`
    : null;
};

const SECRETS = phrasesOf(SECRET_WORDS).map(({ words: all }) => all);
/** Headings of alarm and access codes. */
export const isSecret = (heading: string): boolean => {
  const said = words(heading);
  return SECRETS.some((all) => all.every((word) => said.includes(word)));
};

/** Candidates of a column by heading and values, best first. */
export function candidatesOf(kind: ImportKind, heading: string, cells: readonly string[]): Candidate[] {
  return meaningsOf(kind, heading)
    .map((one) => {
      const value = one.part === 'whole' ? heldBy(kind, one.field) : 'text';
      // A value or two prove little.
      const fit = Math.max(fitOf(value, cells), 1 - cells.length / 4);
      return { ...one, score: one.score * fit * againstOf(one, heading, cells) };
    })
    .filter(({ score }) => score >= 0.3)
    .sort((a, b) => b.score - a.score);
}
