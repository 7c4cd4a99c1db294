import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportField,
  type ImportKind,
} from '../../../shared/import-words.ts';
import { phrasesOf, words } from './heading-words.ts';
import { HEADINGS, PARTS, type Part, SECRET_WORDS, type Value } from './headings.ts';
import { againstOf, fitOf, IN_OR_OUT, share } from './values.ts';

/** How well a column fits a field, from 0 to 1, and as which part of it. `rest`: whether its heading has another word, unknown or of another field. */
export type Candidate = { field: ImportField; part: Part | 'whole'; score: number; rest?: Rest };
type Rest = 'unknown' | 'other' | undefined;

/** From here a field is assigned, and from here if the values prove it; otherwise the user is asked. */
export const SURE = 0.8;
export const LIKELY = 0.6;

/** What the cells of a field hold. */
export const heldBy = (kind: ImportKind, field: ImportField): Value =>
  (HEADINGS[kind][field]?.split(' = ')[0] as Value | undefined) ?? 'text';

type Phrase = { field: ImportField; part: Part | 'whole'; words: string[]; weight: number };

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

/** The phrases of a kind by their first word: a heading is compared with those that it can mean, not with all. */
const BEGINNING = new Map<string, Phrase[]>();
const phrasesWith = (kind: ImportKind, heading: string[]): Phrase[] =>
  heading.flatMap((word) => BEGINNING.get(`${kind} ${word}`) ?? []);
/** Words that by themselves name a field of some kind. */
const MAIN = new Set<string>();
/** The words that by themselves name each field: "Storage location" has two of one. */
const OWN = new Map<ImportField, Set<string>>();

for (const kind of Object.keys(HEADINGS) as ImportKind[]) {
  for (const phrase of phrases(kind)) {
    const { field, words: all, weight } = phrase;
    const begins = `${kind} ${all[0]}`;
    BEGINNING.set(begins, [...(BEGINNING.get(begins) ?? []), phrase]);
    if (all.length !== 1 || weight < 0.55) continue;
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
  count: 'number count',
  date: 'date time',
  name: 'name',
  text: 'name',
  word: 'name',
};
const ALWAYS = new Set(['key', 'set']);
/** Words that only join others. */
const LIGHT = new Set(['in', 'im', 'dans']);
/** Words that turn a heading into another: issued, issued by, issued to; tag, tag colour. */
const APART = new Set(['by', 'to', 'from', 'last', 'colour', 'color', 'farbe', 'couleur', 'kleur']);

const isNumberOf = (field: ImportField, phrase: string[]) =>
  field === 'identifier' && phrase.every((word) => word === 'number' || word === 'id');

/** How well a heading means a phrase: all words of the phrase, in any order, and few others. `exact` when there is no other. */
function likeness(
  heading: string[],
  { field, words: phrase, weight, part }: Phrase,
  value: Value,
): { score: number; exact: boolean; left?: Rest } {
  let left: Rest;
  const rest = [...heading];
  for (const word of phrase) {
    const at = rest.indexOf(word);
    if (at < 0) return { score: 0, exact: false };
    rest.splice(at, 1);
  }
  const along = ALONG[value]?.split(' ') ?? [];
  const score = rest.reduce((all, word) => {
    const ofPart = part !== 'whole' && (word === 'property' || word === 'address');
    // "Reg no" is as little sure as "Reg".
    const isOwn = OWN.get(field)?.has(word) && (MAIN.has(word) || !isNumberOf(field, phrase));
    if (isOwn || LIGHT.has(word)) return all * 0.97;
    // "Unit key" is no part of an address.
    const isAlong = part === 'whole' && ALWAYS.has(word);
    if (isAlong || along.includes(word) || ofPart) return all * 0.94;
    // "Padlock no" numbers something else.
    const other = MAIN.has(word) || APART.has(word) || ALWAYS.has(word) || isNumberOf(field, phrase);
    // Whose notes they are changes nothing.
    // "Number of doors" counts no keys.
    const isCountOf = field === 'keyCount' && phrase.join() === 'count';
    if (field === 'notes') return all * 0.75;
    left = other || isCountOf ? 'other' : (left ?? 'unknown');
    return all * (other || isCountOf ? 0.55 : 0.75);
  }, weight);
  return { score, exact: rest.length === 0, left };
}

/** "By" in Dutch is a door in English. */
const DUTCH_BY = /^((?:aan|af|door|ge|in|mee|ont|op|uit|ver)\p{L}*(?:d|t|en))\s+door$/iu;
/** A number in French is a name in Spanish. */
const TWO_MEANINGS: [RegExp, string, string][] = [
  [/\bnombre\b/i, 'count', 'name'],
  [/^by$/i, 'by', 'town'],
  [/^(keys?|sleutels?|schlüssel|clés?|llaves?)\s+(for|to|van|voor|für|zu|para|pour)\b/iu, 'key', 'opens'],
  [/\bstk\.?\s*(#|no)/i, 'count', 'stock'],
];

/** The fields that a heading may mean, best first. A phrase of the same words counts before the parts of others. */
function meaningsOf(kind: ImportKind, heading: string): Candidate[] {
  const said = words(
    heading
      .trim()
      .replace(DUTCH_BY, '$1 by')
      .replace(/\bheld(?= (at|in)\b)/i, 'stored'),
  );
  const readings = [said];
  for (const [written, word, other] of TWO_MEANINGS)
    if (written.test(heading)) readings.unshift(said.map((one) => (one === word ? other : one)));
  // "Level (GM/M/C)" explains itself.
  const short = heading.replace(/\([^)]*\)/g, ' ').trim();
  if (short && short !== heading) readings.push(words(short));
  const best = new Map<string, Candidate & { exact: boolean }>();
  const take = (reading: string[], by = 1) => {
    for (const phrase of phrasesWith(kind, reading)) {
      const { field, part } = phrase;
      const like = likeness(reading, phrase, heldBy(kind, field));
      const [score, exact] = [like.score * by, like.exact && by === 1];
      const so = best.get(field);
      if (score > 0 && (!so || (exact && !so.exact) || (exact === so.exact && score > so.score)))
        best.set(field, { field, part, score, exact, rest: like.left });
    }
  };
  for (const reading of readings) take(reading);
  // "House / property" says it twice.
  const both = heading.split('/').map((one) => one.trim());
  if (both.length === 2 && both.every((one) => /^[\p{L}\s.-]{3,}$/u.test(one)))
    for (const one of both) take(words(one), 0.85);
  // "Aula/Locale" says it in two words, and one may be unknown.
  const [half, other] =
    both.length === 2 && !both.includes('') ? both.map((one) => meaningsOf(kind, one)[0]) : [];
  const [least, most] = [half ?? other, other ?? half];
  const twice = least && least.field === most?.field && best.get(least.field);
  if (twice && !least.rest)
    Object.assign(twice, {
      score: Math.max(twice.score, Math.min(least.score, most.score)),
      rest: undefined,
    });
  return [...best.values()].map(({ exact: _, ...one }) => one).sort((a, b) => b.score - a.score);
}

/** How surely a heading means some field, from 0 to 1. */
export const sureness = (kind: ImportKind, heading: string): number =>
  meaningsOf(kind, heading)[0]?.score ?? 0;

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

/** "New/Used/Demo" lists the words of its cells: a choice. */
function choiceOf(heading: string, cells: readonly string[]): Candidate[] {
  const listed = heading.toLowerCase().split(/\s*[/|]\s*|\s+(?:or|of|oder|ou|o|eller)\s+/);
  const isListed = (cell: string) => listed.includes(cell.toLowerCase());
  if (listed.length < 2 || cells.length < 5 || share(cells, isListed) < 0.6) return [];
  const field = cells.every((cell) => IN_OR_OUT.test(cell)) ? 'status' : 'type';
  return [{ field, part: 'whole', score: 0.85 }];
}

/** Candidates of a column by heading and values, best first. */
export function candidatesOf(kind: ImportKind, heading: string, cells: readonly string[]): Candidate[] {
  const choice = kind === 'key_sets' ? choiceOf(heading, cells) : [];
  const isOther = ({ field }: Candidate) => choice.every((one) => one.field !== field);
  return [...choice, ...meaningsOf(kind, heading).filter(isOther)]
    .map((one) => {
      const value = one.part === 'whole' ? heldBy(kind, one.field) : 'text';
      // A value or two prove little.
      const fit = Math.max(fitOf(value, cells), 1 - cells.length / 4);
      return { ...one, score: one.score * fit * againstOf(one, heading, cells) };
    })
    .filter(({ score }) => score >= 0.3)
    .sort((a, b) => b.score - a.score);
}
