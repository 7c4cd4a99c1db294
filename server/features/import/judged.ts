import type * as z from 'zod/mini';
import type { CheckedRow, ImportRow } from '../../../shared/import.ts';
import { Misread } from './text.ts';

/** What a row of a file would do: `sent` is what was read of it, `before` the record it changes. */
export type Judged<Sent, Before> = CheckedRow & { sent: Sent; before: Before | null };

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
  edit: 'You may not change what is there. Ask an administrator.',
  move: 'You may not move keys. Ask an administrator.',
  issue: 'You may not issue keys. Ask an administrator.',
} as const;
