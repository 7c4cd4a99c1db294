import type * as z from 'zod/mini';
import type { CheckedRow, ImportRow } from '../../../shared/import.ts';
import { lookOf } from '../../../shared/look-alike.ts';
import { keyOf, Misread } from './text.ts';

/** What a row of a file would do: `sent` is what was read of it, `before` the record it changes. */
export type JudgedRow = Omit<CheckedRow, 'warnings'> & Partial<Pick<CheckedRow, 'warnings'>>;
export type Judged<Sent, Before> = JudgedRow & { sent: Sent; before: Before | null };

type Errors = CheckedRow['errors'];

/** Reads one cell; what cannot be read is an error of its field. */
export function reading<T>(errors: Errors, field: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    errors[field] ??= error.message;
    return undefined;
  }
}

/** What a form makes of a row; what does not fit is an error of its field. `names` says which column of the file a field comes from. */
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

/** The number of a row in its file. */
export const numberOf = (row: ImportRow, index: number): number => row.row ?? index + 1;

/** The first row that says something which may be said only once. */
export class Once {
  readonly #rows = new Map<string, number>();
  /** An error when another row said it before. */
  check(errors: Errors, field: string, key: string | null | undefined, row: number): void {
    if (!key) return;
    const first = this.#rows.get(key);
    if (first === undefined) this.#rows.set(key, row);
    else errors[field] ??= `Also in row ${first}`;
  }
}

/** Rows that may say the same without being refused for it: a warning names the first row of a look. */
export class Looks {
  readonly #first = new Map<string, { row: number; said: string; place: string }>();
  /** What to look at of `said`, a set ID or tag; `place` is the location beside it. */
  note(said: string, row: number, place: string): string | null {
    const look = lookOf(said);
    const first = this.#first.get(look);
    if (!first) this.#first.set(look, { row, said, place });
    if (!first || !look) return null;
    if (keyOf(first.said) !== keyOf(said)) return `Looks like ${first.said} in row ${first.row}`;
    return first.place === place ? null : `Also in row ${first.row}, at another location`;
  }
}

export const resultOf = (errors: Errors, isNew: boolean, changes: object): CheckedRow['result'] => {
  if (Object.keys(errors).length > 0) return 'refused';
  if (isNew) return 'new';
  return Object.keys(changes).length > 0 ? 'changed' : 'same';
};

/** A value as a cell shows it. */
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
