import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { cleanLine } from '../../../shared/clean-text.ts';
import type { ImportCheck, ImportForm, ImportRow } from '../../../shared/import.ts';
import { FALLBACK_LOCATION_TYPES } from '../../../shared/location-words.ts';
import type { Settings } from '../../../shared/setting.ts';
import { choicesOf } from '../../../shared/setting-labels.ts';
import type { SettingCategory } from '../../../shared/setting-words.ts';
import type { LocationRow } from '../location/location.ts';
import { keyOf, namedBy, nearestOf } from './text.ts';

type Answers = Pick<z.output<typeof ImportForm>, 'locations' | 'types' | 'statuses'>;
export type Unknown = ImportCheck['unknown']['types'];

/** A location named by a word: existing, or new (`id` null), one object for all its rows. */
export type TargetLocation = { id: number | null; name: string; type: string };

const GUESSES = 500;
/** Time limit of guessing, in milliseconds: guesses are optional. */
const GUESSING_MS = 1000;

/** Unknown words with their frequencies. */
export class Unknowns {
  readonly #rows = new Map<string, { word: string; rows: number }>();
  count(word: string): void {
    const key = keyOf(word);
    const known = this.#rows.get(key) ?? { word: cleanLine(word), rows: 0 };
    known.rows += 1;
    this.#rows.set(key, known);
  }
  /** Guesses for the first GUESSES words, within the time limit. */
  list(nearest: (word: string) => string | null): Promise<Unknown> {
    let spent = 0;
    const guess = (word: string) => {
      const from = performance.now();
      const near = nearest(word);
      spent += performance.now() - from;
      return near;
    };
    return mapInTurns([...this.#rows.values()], (one, index) => ({
      ...one,
      nearest: index < GUESSES && spent < GUESSING_MS ? guess(one.word) : null,
    }));
  }
}

/** Types or statuses of a file's words: a stored name, its label on screen, or the user's choice (null: none). */
export class TypeWords {
  readonly #names = new Map<string, string | null>();
  readonly #choices: { value: string; label: string }[];
  readonly #unknown = new Unknowns();

  constructor(
    settings: Settings,
    category: SettingCategory,
    chosen: Answers['statuses'],
    builtIn: readonly string[] = [],
  ) {
    this.#choices = choicesOf(settings, category, builtIn);
    for (const { value, label } of this.#choices) {
      this.#names.set(keyOf(label), value);
      this.#names.set(keyOf(value), value);
    }
    for (const [word, name] of Object.entries(chosen ?? {})) {
      const key = keyOf(word);
      if (!this.#names.has(key) && (name === null || this.#choices.some(({ value }) => value === name)))
        this.#names.set(key, name);
    }
  }

  /** The type or status; null for none, undefined for an unknown word. */
  of(word: string): string | null | undefined {
    const name = this.#names.get(keyOf(word));
    if (name === undefined) this.#unknown.count(word);
    return name;
  }

  unknown(): Promise<Unknown> {
    const choices = namedBy(this.#choices, ({ label }) => label);
    return this.#unknown.list((word) => nearestOf(word, choices)?.value ?? null);
  }
}

/** Locations of a file's words. A name of two locations is ambiguous. */
export class PlaceWords {
  readonly #places = new Map<string, TargetLocation | null>();
  readonly #known: LocationRow[];
  readonly #unknown = new Unknowns();
  readonly added: TargetLocation[] = [];

  constructor(locations: LocationRow[], chosen: Answers['locations'], settings: Settings) {
    this.#known = locations;
    for (const location of locations) {
      const key = keyOf(location.name);
      this.#places.set(key, this.#places.has(key) ? null : location);
    }
    const types = choicesOf(settings, 'locationTypes', FALLBACK_LOCATION_TYPES).map(({ value }) => value);
    for (const [word, answer] of Object.entries(chosen ?? {})) {
      const key = keyOf(word);
      if (this.#places.get(key) || !key) continue;
      const place = typeof answer === 'number' ? locations.find(({ id }) => id === answer) : null;
      if (place) this.#places.set(key, place);
      else if (typeof answer !== 'number' && types.includes(answer.type))
        this.#places.set(key, { id: null, name: cleanLine(word), type: answer.type });
    }
  }

  /** The location; null when ambiguous, undefined when unknown. A new one is added on first use. */
  of(word: string): TargetLocation | null | undefined {
    const place = this.#places.get(keyOf(word));
    if (place === undefined) this.#unknown.count(word);
    if (place?.id === null && !this.added.includes(place)) this.added.push(place);
    return place;
  }

  unknown(): Promise<Unknown> {
    const known = namedBy(this.#known, ({ name }) => name);
    return this.#unknown.list((word) => {
      const near = nearestOf(word, known);
      return near && String(near.id);
    });
  }
}

/** The distinct words of a column. */
export const wordsOf = (rows: readonly ImportRow[], field: keyof ImportRow): string[] => [
  ...new Set(rows.map((row) => keyOf(row[field] as string | null | undefined)).filter(Boolean)),
];

/** Groups by key, in order. */
export function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** Yield to other requests after this many ms. */
const TURN_MS = 10;

/** Await after each small piece of work: yields when the time is over. */
export function openTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await setImmediate();
    since = performance.now();
  };
}

/** Maps in order, yielding in between. */
export async function mapInTurns<T, R>(all: readonly T[], work: (one: T, index: number) => R): Promise<R[]> {
  const next = openTurns();
  const made: R[] = [];
  for (const [index, one] of all.entries()) {
    made.push(work(one, index));
    await next();
  }
  return made;
}
