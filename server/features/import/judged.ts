import type * as z from 'zod/mini';
import { cleanLine } from '../../../shared/clean-text.ts';
import type { CheckedRow, ImportCheck, ImportRow } from '../../../shared/import.ts';
import { alsoElsewhere, columnOf, looksLike, whyDoubtful } from '../../../shared/import-words.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import type { RecordField } from '../../../shared/record-fields.ts';
import { slices } from '../../database/sql.ts';
import { refuse } from '../../refusal.ts';
import { cellText, codeOf, dayOfText, keyOf, Misread, wholeOf, yesOf } from './text.ts';

/** The check of a row: `sent` as parsed, `before` the record it changes. */
export type Judged<Sent, Before> = CheckedRow & { sent: Sent; before: Before | null };

/** Why a row is refused, by column. */
export type Errors = CheckedRow['errors'];

/** Parses a cell; failures become an error of its field. */
export function reading<T>(errors: Errors, field: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    errors[field] ??= error.message;
    return undefined;
  }
}

/** Parses a row by a form; failures become errors of their fields. `names` maps fields to columns. */
export function formed<S extends z.ZodMiniType>(
  errors: Errors,
  schema: S,
  value: unknown,
  names: Record<string, string> = {},
): z.output<S> | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? '');
    errors[names[field] ?? field] ??= issue.message;
  }
  return null;
}

const READ: Partial<Record<NonNullable<RecordField['kind']>, (cell: string) => unknown>> = {
  code: codeOf,
  number: wholeOf,
  day: dayOfText,
  switch: yesOf,
};

/** The values of a row's filled cells by field, read by the kind of each field, or as `cells` say. */
export function cellsOf(
  fields: Record<string, RecordField>,
  row: ImportRow,
  errors: Errors,
  cells: Record<string, (cell: string) => unknown> = {},
): Record<string, unknown> {
  const of: Record<string, unknown> = row;
  const filled = Object.entries(fields).flatMap(([name, { kind }]) => {
    const column = columnOf(name);
    const cell = cellText(of[column] as string | null | undefined);
    const read = cells[name] ?? READ[kind ?? 'line'];
    const doubt = cell && whyDoubtful(cell);
    if (doubt) errors[column] ??= doubt;
    const value = cell && read ? reading(errors, column, () => read(cell)) : cell;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(filled);
}

/** A row's number in its file. */
export const numberOf = (row: ImportRow, index: number): number => row.row ?? index + 1;

/** Detects values of a field that may occur in one row only. */
export class Once {
  readonly #rows = new Map<string, number>();
  /** Adds an error when an earlier row has the value. */
  check(errors: Errors, field: string, key: string | null | undefined, row: number): void {
    if (!key) return;
    const value = `${field} ${key}`;
    const first = this.#rows.get(value);
    if (first === undefined) this.#rows.set(value, row);
    else errors[field] ??= `Also in row ${first}`;
  }
}

/** Warns of values that look like an earlier row's. */
export class Looks {
  readonly #first = new Map<string, { row: number; word: string; location: string }>();
  readonly #lookOf: ReadonlyMap<string, string>;
  /** Whether nearly all words are of Latin letters: then those of other alphabets are noted. */
  readonly #isLatin: boolean;
  constructor(lookOf: ReadonlyMap<string, string>, isLatin = false) {
    this.#lookOf = lookOf;
    this.#isLatin = isLatin;
  }
  /** The warning for a set ID or tag; `location` is its location. */
  note(word: string, row: number, location: string): string | null {
    const look = this.#lookOf.get(cleanLine(word)) ?? '';
    const first = this.#first.get(look);
    if (!first) this.#first.set(look, { row, word, location });
    if (!first && this.#isLatin && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word))
      return `Looks like ${look.toUpperCase()}, in letters of another alphabet`;
    if (!first || !look) return null;
    if (keyOf(first.word) !== keyOf(word)) return looksLike(first.word, first.row);
    return first.location === location ? null : alsoElsewhere(first.row);
  }
}

export const resultOf = (errors: Errors, isNew: boolean, changes: object): CheckedRow['result'] => {
  if (Object.keys(errors).length > 0) return 'refused';
  if (isNew) return 'new';
  return Object.keys(changes).length > 0 ? 'changed' : 'same';
};

/** A value as cell text. */
export const cellOf = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : typeof value === 'boolean'
      ? value
        ? 'Yes'
        : 'No'
      : String(value);

export const MAY_NOT = {
  edit: "You can't change existing records. Ask an administrator.",
  move: "You can't move keys. Ask an administrator.",
  issue: "You can't issue keys. Ask an administrator.",
} as const;

type Dated = { id: number; updatedAt: string };

/** The checked rows that are written: of new records, and of changed ones. */
export const toWrite = <One extends CheckedRow>(
  judged: readonly One[],
): { fresh: One[]; changed: One[] } => ({
  fresh: judged.filter(({ result }) => result === 'new'),
  changed: judged.filter(({ result }) => result === 'changed'),
});

/** The records of these ids by id, locked in order of id. */
export async function lockInOrder<One extends { id: number }>(
  ids: readonly number[],
  lock: (ids: number[]) => Promise<Iterable<One>>,
): Promise<Map<number, One>> {
  const locked = new Map<number, One>();
  for (const some of slices(ids.toSorted((a, b) => a - b)))
    for (const one of await lock(some)) locked.set(one.id, one);
  return locked;
}

/** The changed rows with their records locked in order of id; refuses all when one changed since it was checked. */
export async function lockUnchanged<Sent, Record extends Dated>(
  changed: readonly Judged<Sent, Record>[],
  nameOf: (one: Record) => string,
  lock: (ids: number[]) => Promise<Iterable<Record>>,
): Promise<{ before: Record; sent: Sent }[]> {
  const seen = changed.flatMap(({ before, sent }) => (before ? [{ before, sent }] : []));
  const ids = seen.map(({ before }) => before.id);
  const locked = await lockInOrder(ids, lock);
  return seen.map(({ before, sent }) => {
    const now = locked.get(before.id);
    if (now?.updatedAt === before.updatedAt) return { before: now, sent };
    throw refuse(409, REFUSALS.stale, { code: 'stale', detail: `${nameOf(before)} changed meanwhile.` });
  });
}

/** A changed record's former values, by schema column. */
type Before = { id: number; before: Record<string, unknown> };

/** What an import created and changed, stored for its undo (migrations/0027-imports.sql reads people and premises). */
export type Effects = Record<'sets' | 'people' | 'locations' | 'premises', number[]> & {
  /** Imported label codes. */
  labels: string[];
  /** Types and statuses made of words of the file. */
  settings: number[];
  /** Changed sets: former fields, premises, location and type; `issued` when the import issued them. */
  changedSets: (Before & { premises?: number[]; locationId?: number; type?: string; issued?: true })[];
} & Record<'changedPeople' | 'changedLocations' | 'changedPremises', Before[]>;

export const NO_EFFECTS: Effects = {
  sets: [],
  people: [],
  locations: [],
  premises: [],
  labels: [],
  settings: [],
  changedSets: [],
  changedPeople: [],
  changedLocations: [],
  changedPremises: [],
};

/** The values of these fields before the record changes. */
export const formerOf = <T extends { id: number }>(record: T, fields: readonly (keyof T)[]): Before => ({
  id: record.id,
  before: Object.fromEntries(fields.map((field) => [field, record[field]])),
});

/** Result of an import. */
export type Written = { effects: Effects; newLocations: number };

/** Receives an import's progress. */
export type Progress = (stage: 'checking' | 'writing' | 'finishing', done: number, total: number) => void;

/** The checked rows of a file, and the function that writes them. */
export type Plan = {
  judged: CheckedRow[];
  unknown: ImportCheck['unknown'];
  newLocations: number;
  write(file: string, progress: Progress): Promise<Written>;
};
