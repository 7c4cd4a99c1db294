import type { Settings } from '../../../shared/setting.ts';
import type { Tx } from '../../database/transactions.ts';

/** A table as CSV: heading, page reader and row writer. `place` replaces the id where pages follow another number. */
export type Table<T extends { id: number }> = {
  head: readonly string[];
  page(tx: Tx, after: number, limit: number): PromiseLike<T[]>;
  row(one: T, settings: Settings): string[];
  place?(one: T): number;
};

/** Reads in a transaction and a place of its own. */
export type Exported = { read: <T>(run: (tx: Tx) => Promise<T>) => Promise<T> };

export const yes = (is: boolean): string => (is ? 'Yes' : 'No');
export const text = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);
