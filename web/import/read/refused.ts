/** Why a file is not read, in words for whoever chose it. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

export const FILE_MAX = 50 * 1024 * 1024;
export const COLUMNS_MAX = 100;

/** A sheet as it was read: cells as text, ragged rows filled up. `name` is the sheet's in a workbook. */
export type Sheet = { name: string | null; rows: string[][] };
/** What was read of a file: its sheets with something in them, and the SHA-256 of its bytes. */
export type ReadFile = { sheets: Sheet[]; sha256: string };

export type Heard = (done: number) => void;
