import { type KeyBunchMatch, MATCH_FIELDS } from '../../../shared/key-bunch-query.ts';
import { labelCodeOf, spokenCode } from '../../../shared/label-code.ts';
import { COUNTED_MATCHES, RANKED_MATCHES } from '../../../shared/limits.ts';
import { isoOf, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { asWritten, meaningsOf } from './guess.ts';

type Hit = { id: number; rank: number; match: KeyBunchMatch };

/**
 * Result of a search. `condition` selects the matching bunches. `ranked` are matches with a known rank: all of them, or with `rest` those
 * with exactly that code or with premises of that name or address, followed by every other match by identifier.
 */
export type Search = {
  condition: Sql;
  ranked: { ids: number[]; ranks: number[] };
  rest: boolean;
  /** More bunches match than are counted, before filters. */
  many: boolean;
  /** The corrected text by bunch; null when the typed text matched. */
  meant: Map<number, string> | null;
  /** Why each of these bunches matched. */
  matchesOf(ids: number[]): Promise<Map<number, KeyBunchMatch>>;
};

/** `found`: ids, or a PostgreSQL array literal. */
const among = (found: number[] | string): Sql => sql`key_bunches.id = any(${found}::int[])`;

/** The rank of an unranked match. */
export const UNRANKED = 9;
/** Up to this many matching texts, their bunches are listed. */
const BUNCHES_MAX = 10_000;
/** At most this many bunches with exactly that code, or with premises of that name or address, come first when the rest is unranked. */
const EXACT = 200;

/**
 * Searches all present and former texts of the visible bunches. The list draws a line where full matches end, by the same ranks
 * (web/key-bunch/list/KeyBunchesPage.tsx).
 */
export async function search(tx: Tx, q: string): Promise<Search> {
  const [found, labelled] = await Promise.all([isTooShort(q) ? null : lookUp(tx, q), ofLabel(tx, q)]);
  if (found?.hits && found.hits.length + labelled.length === 0) return guess(tx, q);
  if (found?.hits) return rankedSearch(best([...labelled, ...found.hits]));
  const exact = await Promise.all([
    hits(tx, sql`exact_terms(${q}, ${EXACT})`),
    hits(tx, sql`exact_premises(${q}, ${EXACT})`),
  ]);
  return {
    condition: found?.bunches
      ? among(found.bunches)
      : sql`bunch_matches(key_bunches.id, (select query_forms_of(${q})))`,
    ranked: rankedOf(best(exact.flat())),
    rest: true,
    many: (found?.total ?? 0) > COUNTED_MATCHES,
    meant: null,
    matchesOf: async (ids) => matchesIn(best(await hits(tx, sql`terms_of(${ids}::int[], ${q})`))),
  };
}

/** All hits when few, else ids as a PostgreSQL array literal; neither when nearly all match, and checking bunches one by one is cheaper. */
type Found = { hits: Row[] | null; bunches: string | null; total: number };

async function lookUp(tx: Tx, q: string): Promise<Found | undefined> {
  const found = await row(
    tx,
    sql<Found>`select hits, bunches::text as bunches, total from search_bunches(${q}, ${RANKED_MATCHES}, ${BUNCHES_MAX})`,
  );
  // Hits are JSON, in which PostgreSQL writes moments its own way.
  for (const hit of found?.hits ?? []) hit.at &&= isoOf(hit.at);
  return found;
}

const rankedSearch = (found: Map<number, Hit>): Search => ({
  condition: among([...found.keys()]),
  ranked: rankedOf(found),
  rest: false,
  many: false,
  meant: null,
  matchesOf: async () => matchesIn(found),
});

/** Rank of a correction with one typing error; more errors rank lower. */
const GUESSED = 6;
/** Limit of texts read for corrections. */
const GUESSES_MAX = 200;

type Guess = Omit<Row, 'rank'> & { phrase: number };

/** Corrections of a search without results, in names and descriptions only: codes are never guessed. */
async function guess(tx: Tx, q: string): Promise<Search> {
  const meanings = await meaningsOf(tx, q);
  const phrases = meanings.map(({ phrase }) => phrase);
  const guesses =
    phrases.length > 0
      ? await rows(
          tx,
          sql<Guess>`select phrase, key_bunch_id, field, text, at from guessed_terms(${phrases}, ${GUESSES_MAX + 1}) order by phrase`,
        )
      : [];
  const meant = new Map<number, string>();
  const found = new Map<number, Hit>();
  for (const [n, { phrase, slips }] of meanings.entries()) {
    const rank = Math.min(GUESSED + slips - 1, UNRANKED - 1);
    const own = guesses
      .slice(0, GUESSES_MAX)
      .filter((row) => row.phrase === n + 1 && !found.has(row.key_bunch_id));
    for (const [id, hit] of best(own.map((row) => ({ ...row, rank })))) {
      found.set(id, hit);
      meant.set(id, asWritten(hit.match.text, phrase));
    }
  }
  return { ...rankedSearch(found), many: guesses.length > GUESSES_MAX, meant };
}

/** A single character does not use the index, as nearly every text contains it. */
const isTooShort = (q: string) => {
  const typed = q.replace(/[\s:._-]/g, '') || q.trim();
  return typed.length === 1 && typed <= '\x7f';
};

/** The set whose label has exactly this code, in any notation. */
async function ofLabel(tx: Tx, q: string): Promise<Row[]> {
  const code = labelCodeOf(q);
  if (!code) return [];
  const labelled = sql<
    Pick<Row, 'key_bunch_id'>
  >`select key_bunch_id from labels where token = ${code} and key_bunch_id is not null`;
  const field = { rank: 1, field: 'label', text: spokenCode(code), at: null };
  return (await rows(tx, labelled)).map((found) => ({ ...found, ...field }));
}

type Row = { key_bunch_id: number; rank: number; field: string; text: string; at: string | null };

const hits = (tx: Tx, source: Sql): Promise<Row[]> =>
  rows(tx, sql<Row>`select key_bunch_id, rank, field, text, at from ${source}`);

/** The best hit of each bunch. */
function best(hits: Row[]): Map<number, Hit> {
  const found = new Map<number, Hit>();
  for (const { key_bunch_id: id, rank, field, text, at } of hits) {
    const known = MATCH_FIELDS.find((name) => name === field);
    const before = found.get(id);
    if (!known || (before && !isBetter({ rank, field: known, at }, before))) continue;
    found.set(id, { id, rank, match: { field: known, text, at } });
  }
  return found;
}

/** By rank, then current before former texts, then latest. */
function isBetter(
  hit: { rank: number; field: KeyBunchMatch['field']; at: string | null },
  { rank, match }: Hit,
) {
  if (hit.rank !== rank) return hit.rank < rank;
  const order = MATCH_FIELDS.indexOf(hit.field) - MATCH_FIELDS.indexOf(match.field);
  return order !== 0 ? order < 0 : (hit.at ?? '') > (match.at ?? '');
}

const rankedOf = (found: Map<number, Hit>) => ({
  ids: [...found.keys()],
  ranks: [...found.values()].map(({ rank }) => rank),
});

const matchesIn = (found: Map<number, Hit>) => new Map([...found].map(([id, hit]) => [id, hit.match]));
