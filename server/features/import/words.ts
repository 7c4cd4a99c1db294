import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { cleanLine } from '../../../shared/clean-text.ts';
import type { ImportCheck, ImportForm, ImportRow } from '../../../shared/import.ts';
import { STATUSES } from '../../../shared/key-bunch-words.ts';
import { FALLBACK_LOCATION_TYPES } from '../../../shared/location-words.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import type { Settings } from '../../../shared/setting.ts';
import { choicesOf } from '../../../shared/setting-labels.ts';
import { type SettingCategory, settingNameOf } from '../../../shared/setting-words.ts';
import type { Member } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import type { LocationRow } from '../location/location.ts';
import { keyOf, Misread, nearestOf, pairsOf } from './text.ts';

/** The rows of a file and what the user chose for its words. */
export type ImportRequest = Pick<
  z.output<typeof ImportForm>,
  'kind' | 'rows' | 'locations' | 'types' | 'statuses' | 'clients'
>;
export type Unknown = ImportCheck['unknown']['types'];

/** A location named by a word: existing, or new (`id` null), one object for all its rows. */
export type TargetLocation = { id: number | null; name: string; type: string };

const GUESSES = 500;
/** Time limit of guessing, in milliseconds: guesses are optional. */
const GUESSING_MS = 1000;

type Choice = { value: string; label: string };

/** Words of a file and what each names; unknown words are counted, and the most similar of `choices` is guessed. */
export class Words<T> {
  readonly #named: ReadonlyMap<string, T>;
  readonly #choices: readonly Choice[];
  readonly #unknown = new Map<string, { word: string; rows: number }>();
  /** Whether an unknown word is refused. */
  readonly strict: boolean;

  constructor(named: ReadonlyMap<string, T>, choices: readonly Choice[], strict = false) {
    this.#named = named;
    this.#choices = choices;
    this.strict = strict;
  }

  of(word: string): T | undefined {
    const key = keyOf(word);
    const found = this.#named.get(key);
    if (found !== undefined) return found;
    const known = this.#unknown.get(key) ?? { word: cleanLine(word), rows: 0 };
    known.rows += 1;
    this.#unknown.set(key, known);
    return undefined;
  }

  /** What a cell names; throws Misread with `unknown`, such as "Unknown type". */
  read(cell: string, unknown: string): T | undefined {
    const found = this.of(cell);
    if (found === undefined && this.strict) throw new Misread(unknown);
    return found;
  }

  /** Guesses for the first GUESSES words, within the time limit. */
  unknown(): Promise<Unknown> {
    const choices = this.#choices.map(({ value, label }) => ({ value, pairs: pairsOf(label) }));
    let spent = 0;
    const guess = (word: string) => {
      const from = performance.now();
      const near = nearestOf(word, choices);
      spent += performance.now() - from;
      return near;
    };
    return mapInTurns([...this.#unknown.values()], (one, index) => ({
      ...one,
      nearest: index < GUESSES && spent < GUESSING_MS ? guess(one.word) : null,
    }));
  }
}

/** A type or status that comes in with the rows that name it. */
export type NewEntry = { category: SettingCategory; name: string; displayName: string };

/**
 * Types or statuses: a stored name, its label on screen, or the user's choice (null: none). Choices that are new are put into `fresh`; 403
 * without the right to make them, 409 for the name of one that is switched off.
 */
export function typeWords(
  settings: Settings,
  category: SettingCategory,
  chosen: ImportRequest['statuses'],
  { me, strict, fresh }: { me: Member; strict: boolean; fresh: NewEntry[] },
): Words<string | null> {
  const choices = choicesOf(settings, category, category === 'statuses' ? STATUSES : []);
  const isChoice = (name: string) => choices.some(({ value }) => value === name);
  const names = new Map<string, string | null>();
  for (const { value, label } of choices) names.set(keyOf(label), value).set(keyOf(value), value);
  for (const [word, answer] of Object.entries(chosen ?? {})) {
    if (names.has(keyOf(word))) continue;
    const isNew = typeof answer === 'object' && answer !== null;
    const name = isNew ? settingNameOf(answer.label) : answer;
    if (isNew && name !== null && !isChoice(name)) {
      if (!hasPermission(me, 'system:admin')) throw refuse(403, REFUSALS.forbidden);
      if (settings[category].some((one) => one.name === name))
        throw refuse(409, 'A setting with this name already exists', {
          code: 'taken',
          detail: `“${answer.label}” is switched off in the settings.`,
        });
      fresh.push({ category, name, displayName: answer.label });
      choices.push({ value: name, label: answer.label });
    }
    if (name === null || isChoice(name)) names.set(keyOf(word), name);
  }
  return new Words(names, choices, strict);
}

/** Locations by name, null for a name of two, or the user's choice. */
export function locationWords(
  locations: LocationRow[],
  chosen: ImportRequest['locations'],
  settings: Settings,
  strict: boolean,
): Words<TargetLocation | null> {
  const targets = new Map<string, TargetLocation | null>();
  for (const location of locations) {
    const key = keyOf(location.name);
    targets.set(key, targets.has(key) ? null : location);
  }
  const types = choicesOf(settings, 'locationTypes', FALLBACK_LOCATION_TYPES).map(({ value }) => value);
  for (const [word, answer] of Object.entries(chosen ?? {})) {
    const key = keyOf(word);
    if (targets.get(key) || !key) continue;
    const target = typeof answer === 'number' ? locations.find(({ id }) => id === answer) : null;
    if (target) targets.set(key, target);
    else if (typeof answer !== 'number' && types.includes(answer.type))
      targets.set(key, { id: null, name: cleanLine(word), type: answer.type });
  }
  return new Words(
    targets,
    locations.map(({ id, name }) => ({ value: String(id), label: name })),
    strict,
  );
}

/** The distinct words of a column. */
export const wordsOf = (rows: readonly ImportRow[], field: keyof ImportRow): string[] => [
  ...new Set(rows.map((row) => keyOf(row[field] as string | null | undefined)).filter(Boolean)),
];

/** The list of a key, which is made when it is first asked for. */
export function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Groups by key, in order. */
export function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) listIn(groups, keyOf(one)).push(one);
  return groups;
}

/** Yield to other requests after this many ms. */
const TURN_MS = 10;

/** Maps in order, yielding in between. */
export async function mapInTurns<T, R>(all: readonly T[], work: (one: T, index: number) => R): Promise<R[]> {
  const made: R[] = [];
  let since = performance.now();
  for (const [index, one] of all.entries()) {
    made.push(work(one, index));
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
  return made;
}
