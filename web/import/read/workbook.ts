import { unzipSync } from 'fflate';
import readSheets from 'read-excel-file/universal';
import { type Sheet, Unreadable } from './refused.ts';

/** A workbook unpacks to at most this many bytes; one that claims more is made to exhaust whoever opens it. */
const UNPACKED_MAX = 300 * 1024 * 1024;
/** The same of its sheets and their texts: twice what 5,000 rows of 100 columns take. */
const SHEETS_MAX = 64 * 1024 * 1024;
const ENTRIES_MAX = 5000;
/** The reader fills every row up to the last column. 5,000 rows of 100 columns fit. */
const AREA_MAX = 600_000;
const ROWS_MAX = 50_000;
/** The most that a cell of a spreadsheet holds, in characters, and as XML, where one may take six. */
export const CELL_MAX = 32_767;
const TEXT_MAX = 6 * CELL_MAX;
export const LONG_CELL =
  'A cell of this file holds more than 32,767 characters, the most that a spreadsheet can. Shorten it and try again.';

const isSheet = (name: string) => /^xl\/(worksheets\/[^/]+|sharedStrings)\.xml$/i.test(name);
const TOO_MUCH = 'This workbook unpacks to far too much. Save only the sheet with your rows and try that.';
const DAMAGED = 'This workbook is damaged. Open it, save it again as .xlsx and try that.';

/** Looks at what is in a ZIP by its directory, without unpacking any of it, and refuses what is no workbook that can be read. */
export function checkWorkbook(bytes: Uint8Array): void {
  let unpacked = 0;
  let sheets = 0;
  const names: string[] = [];
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        unpacked += originalSize;
        if (isSheet(name)) sheets += originalSize;
        names.push(name);
        return false;
      },
    });
  } catch {
    throw new Unreadable(DAMAGED);
  }
  if (unpacked > UNPACKED_MAX || sheets > SHEETS_MAX || names.length > ENTRIES_MAX)
    throw new Unreadable(TOO_MUCH);
  if (names.some((name) => /vbaProject/i.test(name)))
    throw new Unreadable(
      'This workbook has macros (.xlsm). Save it as .xlsx, without macros, and try again.',
    );
  if (!names.includes('xl/workbook.xml'))
    throw new Unreadable('This is not an Excel workbook. Save the sheet as .xlsx or .csv and try again.');
}

const TAG = /<(?:\w+:)?(row|c)\b([^<>]*)/g;
const REFERENCE = /(?:^|\s)r\s*=\s*["']([A-Za-z]*)(\d+)["']/;

const columnOf = (letters: string): number =>
  [...letters.slice(0, 4).toUpperCase()].reduce((all, letter) => all * 26 + letter.charCodeAt(0) - 64, 0);

/** Looks at how far the sheets reach before they are read, and refuses what would fill the memory with empty cells, or defines names of its own. */
export function checkSheets(bytes: Uint8Array): void {
  const latin = new TextDecoder('latin1');
  for (const [name, sheet] of Object.entries(unzipped(bytes))) {
    const xml = latin.decode(sheet);
    if (/<!(DOCTYPE|ENTITY)/.test(xml)) throw new Unreadable(DAMAGED);
    if (hasLongText(xml)) throw new Unreadable(LONG_CELL);
    if (!name.startsWith('xl/worksheets/')) continue;
    let [cells, rows, columns] = [0, 0, 0];
    for (const [, tag, attributes = ''] of xml.matchAll(TAG)) {
      const [, letters = '', digits = ''] = REFERENCE.exec(attributes) ?? [];
      if (tag === 'c') cells += 1;
      rows = Math.max(rows, Number(digits));
      columns = Math.max(columns, columnOf(letters));
      if (rows > ROWS_MAX || Math.max(cells, rows * columns) > AREA_MAX) throw tooFar(rows, columns);
    }
  }
}

/** The reader takes a minute for one text of 60 MB. */
function hasLongText(xml: string): boolean {
  for (let at = 0; at < xml.length; ) {
    const next = xml.indexOf('<', at + 1);
    if ((next < 0 ? xml.length : next) - at > TEXT_MAX) return true;
    if (next < 0) return false;
    at = next;
  }
  return false;
}

function unzipped(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter: ({ name }) => isSheet(name) });
  } catch {
    throw new Unreadable(DAMAGED);
  }
}

const tooFar = (rows: number, columns: number) =>
  new Unreadable(
    `A sheet of this workbook reaches down to row ${rows.toLocaleString('en-GB')} and across ${columns.toLocaleString('en-GB')} columns. Copy your rows into a new workbook and try that.`,
  );

const two = (n: number) => String(n).padStart(2, '0');

/** A cell as text. Dates have no zone in a workbook: their clock is written as it stands there. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  if (!(cell instanceof Date)) return String(cell).replaceAll('\0', '').trim();
  if (Number.isNaN(cell.getTime())) return '';
  const day = `${cell.getUTCFullYear()}-${two(cell.getUTCMonth() + 1)}-${two(cell.getUTCDate())}`;
  // Fractions of a day are rounded to the minute that was typed.
  const minutes = Math.round((cell.getTime() % 86_400_000) / 60_000);
  return minutes === 0 ? day : `${day} ${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}

/** The sheets of a workbook. Of a formula the value that was last worked out is read. */
export async function sheetsOf(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  const found = await readSheets(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  ).catch(() => {
    throw new Unreadable(
      'This workbook could not be read. Save it again as .xlsx, or as .csv, and try that.',
    );
  });
  return found.map(({ sheet, data }) => {
    const rows = data.map((row) => row.map(textOf));
    return { name: sheet, rows, filled: rows.filter((row) => row.some(Boolean)).length };
  });
}
