import { IMPORT_ROWS_MAX } from '../../../shared/limits.ts';

/** Why a file is not read, in words for whoever chose it. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

export const FILE_MAX = 50 * 1024 * 1024;
export const COLUMNS_MAX = 100;

/** More rows than come in together, and their heading; of a sheet with more only the first FIRST_ROWS leave the worker. */
export const ROWS_READ = IMPORT_ROWS_MAX + 100;
export const FIRST_ROWS = 100;

/**
 * A sheet as it was read: cells as text, ragged rows filled up. `name` is the sheet's in a workbook. `filled` are the rows that say
 * anything, also those that were left behind.
 */
export type Sheet = { name: string | null; rows: string[][]; filled: number };
/** What was read of a file: its sheets with something in them, and the SHA-256 of its bytes. */
export type ReadFile = { sheets: Sheet[]; sha256: string };

export type Heard = (done: number) => void;
