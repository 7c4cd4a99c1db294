import {
  COLUMNS_MAX,
  FILE_MAX,
  FIRST_ROWS,
  type Heard,
  type ReadFile,
  ROWS_READ,
  type Sheet,
  Unreadable,
} from './refused.ts';
import { decode, sheetOfText } from './text.ts';
import { CELL_MAX, checkSheets, checkWorkbook, LONG_CELL, sheetsOf } from './workbook.ts';

const starts = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, at) => bytes[at] === byte);

/**
 * Reads a file of rows, whatever its name says. Throws Unreadable with a sentence for whoever chose it. The parts done, of 100, are heard; it
 * runs in a worker, so that a large file does not hold up the page.
 */
export async function readFile(
  bytes: Uint8Array<ArrayBuffer>,
  heard: Heard = () => undefined,
): Promise<ReadFile> {
  if (bytes.length === 0) throw new Unreadable('This file is empty.');
  if (bytes.length > FILE_MAX)
    throw new Unreadable('This file is larger than 50 MB. Save only the sheet with your rows and try that.');
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new Unreadable(
      'This is an old Excel file (.xls), or one with a password. Save it as .xlsx and try again.',
    );
  heard(10);
  const sha256 = await hashOf(bytes);
  heard(30);
  const sheets = starts(bytes, 0x50, 0x4b) ? await workbook(bytes, heard) : [sheetOfText(decode(bytes))];
  heard(90);
  const filled = sheets.map(tidy).filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) throw new Unreadable('There are no rows in this file.');
  for (const { rows } of filled.slice(0, 1)) {
    const columns = rows[0]?.length ?? 0;
    if (columns > COLUMNS_MAX)
      throw new Unreadable(
        `This sheet has ${columns} columns, and ${COLUMNS_MAX} can be read. Remove the columns you don't need.`,
      );
  }
  if (filled.some(({ rows }) => rows.some((row) => row.some((cell) => cell.length > CELL_MAX))))
    throw new Unreadable(LONG_CELL);
  heard(100);
  return { sheets: filled, sha256 };
}

async function workbook(bytes: Uint8Array<ArrayBuffer>, heard: Heard): Promise<Sheet[]> {
  checkWorkbook(bytes);
  checkSheets(bytes);
  heard(45);
  return sheetsOf(bytes);
}

/** Rows as wide as the last column that says anything, up to the last that does; those between keep their numbers. */
function tidy({ name, rows, filled }: Sheet): Sheet {
  const shown = filled > ROWS_READ ? FIRST_ROWS : rows.length;
  const kept = rows.slice(0, Math.min(shown, rows.findLastIndex((row) => row.some(Boolean)) + 1));
  const width = kept.reduce((most, row) => Math.max(most, row.findLastIndex(Boolean) + 1), 0);
  return { name, filled, rows: kept.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? '')) };
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
