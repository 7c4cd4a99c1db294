import { rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';

/** A corrected search text in lower case, and its number of typing errors. */
type Meaning = { phrase: string; slips: number };

/** Limit of corrected texts that are searched, fewest errors first. */
const MEANINGS = 24;
/** Limit of register words compared with each typed word. */
const COMPARED = 200;
const ONE_SLIP_FROM = 5;
const TWO_SLIPS_FROM = 9;

/** Only words of letters are corrected, never codes. */
const isForgiven = (word: string) => word.length >= ONE_SLIP_FROM && /^\p{L}+$/u.test(word);
const mostSlips = (word: string) => (word.length < TWO_SLIPS_FROM ? 1 : 2);

type Near = { typed: string; word: string };

/**
 * Corrections of a search without results: one typing error in words of five letters or more, two in nine or more, none in words with a
 * digit. Fewest errors first.
 */
export async function meaningsOf(tx: Tx, q: string): Promise<Meaning[]> {
  const typed = q.trim().toLowerCase().replace(/\s+/g, ' ');
  const parts = typed.split(/([\p{L}\p{N}]+)/u);
  const words = [...new Set(parts.filter(isForgiven))];
  if (words.length === 0) return [];
  const near = await rows(
    tx,
    sql<Near>`select typed_word as typed, word from near_words(${words}, ${COMPARED})`,
  );
  return phrasesOf(parts, near).filter(({ phrase }) => phrase !== typed);
}

/** The text with each near word in place of a part. */
function phrasesOf(parts: readonly string[], near: readonly Near[]): Meaning[] {
  let phrases: Meaning[] = [{ phrase: '', slips: 0 }];
  for (const part of parts) {
    const others = near
      .filter(({ typed }) => typed === part)
      .map(({ word }) => ({ word, slips: slipsBetween(part, word) }))
      .filter(({ slips }) => slips <= mostSlips(part));
    phrases = [{ word: part, slips: 0 }, ...others]
      .flatMap(({ word, slips }) =>
        phrases.map((begun) => ({ phrase: begun.phrase + word, slips: begun.slips + slips })),
      )
      .sort((a, b) => a.slips - b.slips)
      .slice(0, MEANINGS + 1);
  }
  return phrases;
}

/** The phrase as the matching text writes it. */
export function asWritten(text: string, phrase: string): string {
  const plain = text.replace(/\s+/g, ' ');
  const at = plain.toLowerCase().indexOf(phrase);
  const written = plain.slice(at, at + phrase.length);
  return at >= 0 && written.toLowerCase() === phrase ? written : phrase;
}

type Guess = { phrase: number; id: number; text: string };

/** Corrections for people, where a search found none; at most `most` of each. */
export const guessedHolders = (tx: Tx, q: string, most: number) =>
  guesses(tx, q, (phrases) =>
    rows(tx, sql<Guess>`select phrase, id, text from guessed_holders(${phrases}, ${most})`),
  );

/** The same for premises; `among` are all that the caller sees, if few. */
export const guessedPremises = (tx: Tx, q: string, most: number, among: number[] | null) =>
  guesses(tx, q, (phrases) =>
    rows(tx, sql<Guess>`select phrase, id, text from guessed_premises(${phrases}, ${most}, ${among})`),
  );

async function guesses(
  tx: Tx,
  q: string,
  find: (phrases: string[]) => Promise<Guess[]>,
): Promise<Map<number, string>> {
  const meanings = (await meaningsOf(tx, q)).map(({ phrase }) => phrase);
  const found = new Map<number, string>();
  if (meanings.length === 0) return found;
  for (const { phrase, id, text } of await find(meanings))
    if (!found.has(id)) found.set(id, asWritten(text, meanings[phrase - 1] ?? ''));
  return found;
}

/** Edit distance of two words with adjacent transpositions (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const wrong = a[i - 1] === b[j - 1] ? 0 : 1;
      const least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + wrong);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(swapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
