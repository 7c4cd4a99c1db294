import { type UnzipFileFilter, unzipSync, zipSync } from 'fflate';
import Papa from 'papaparse';
import readSheets from 'read-excel-file/universal';
import { unguarded } from '../../../shared/csv-cell.ts';
import { isoOf } from '../../../shared/date-text.ts';
import { EXPORTED_AS } from '../../../shared/import-words.ts';
import { IMPORT_ROWS_MAX } from '../../../shared/limits.ts';
import { decode, foreignBytes, foreignParts, foreignText } from './decode.ts';

/** A file that cannot be read; the message is shown to the user. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

export const FILE_MAX = 50 * 1024 * 1024;
export const COLUMNS_MAX = 100;

/** Maximum rows read: those of one import, plus headings. Of a larger sheet only FIRST_ROWS leave the worker. */
const ROWS_READ = IMPORT_ROWS_MAX + 100;
const FIRST_ROWS = 100;

/**
 * A sheet: cells as text, all rows of equal length. `name` is the sheet's name in a workbook. `filled` is the number of rows with content,
 * including those not returned; `merged` the number of cells that have the value of a merged one above.
 */
export type Sheet = { name: string | null; rows: string[][]; filled: number; merged?: number };
/** The sheets of a file that have rows, and the SHA-256 of its bytes. */
export type ReadFile = { sheets: Sheet[]; sha256: string };

type OnProgress = (done: number) => void;

/**
 * Reads a spreadsheet or delimited text, by content rather than file name. Throws Unreadable. `onProgress` gets percent. Runs in a worker,
 * because a large file would block the page.
 */
export async function readFile(
  bytes: Uint8Array<ArrayBuffer>,
  onProgress: OnProgress = () => undefined,
): Promise<ReadFile> {
  if (bytes.length === 0) throw new Unreadable('This file is empty.');
  if (bytes.length > FILE_MAX)
    throw new Unreadable('This file is larger than 50 MB. Save only the sheet with your rows and try that.');
  const foreign = foreignBytes(bytes);
  if (foreign) throw new Unreadable(foreign);
  onProgress(10);
  const sha256 = await hashOf(bytes);
  onProgress(30);
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const sheets = isZip ? await packed(bytes, onProgress) : [sheetOfText(textIn(bytes))];
  onProgress(90);
  const filled = sheets.map(tidy).filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) throw new Unreadable('There are no rows in this file.');
  const columns = filled[0]?.rows[0]?.length ?? 0;
  if (columns > COLUMNS_MAX)
    throw new Unreadable(
      `This sheet has ${columns} columns, and ${COLUMNS_MAX} can be read. Remove the columns you don't need.`,
    );
  if (filled.some(({ rows }) => rows.some((row) => row.some((cell) => cell.length > CELL_MAX))))
    throw new Unreadable(LONG_CELL);
  onProgress(100);
  return { sheets: filled, sha256 };
}

const EXPORTED = new Set(Object.values(EXPORTED_AS));
/** A file of “Export everything”, also in a folder that was packed again. */
const exportedName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** A workbook, or the ZIP of “Export everything”, whose files become sheets. */
async function packed(bytes: Uint8Array<ArrayBuffer>, onProgress: OnProgress): Promise<Sheet[]> {
  const names = checkZip(bytes);
  const tables = names.filter((name) => EXPORTED.has(exportedName(name)));
  if (!names.includes('xl/workbook.xml')) {
    if (tables.length === 0) throw new Unreadable(foreignParts(names));
    const files = Object.entries(unzipped(bytes, ({ name }) => tables.includes(name)));
    return files.map(([name, file]) => ({ ...sheetOfText(textIn(file)), name: exportedName(name) }));
  }
  // Without pictures.
  const files = unzipped(bytes, ({ name }) => /\.(xml|rels)$/i.test(name));
  checkSheets(files);
  onProgress(45);
  return sheetsOf(files);
}

/** Cuts empty rows at the end and empty columns on the right; empty rows in between stay, so that row numbers match the file. */
function tidy({ rows, ...sheet }: Sheet): Sheet {
  const shown = sheet.filled > ROWS_READ ? FIRST_ROWS : rows.length;
  const kept = rows.slice(0, Math.min(shown, rows.findLastIndex((row) => row.some(Boolean)) + 1));
  const width = kept.reduce((most, row) => Math.max(most, row.findLastIndex(Boolean) + 1), 0);
  return { ...sheet, rows: kept.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? '')) };
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const BINARY = 'This is not a text file. Save the sheet as .xlsx or .csv and try again.';

function textIn(bytes: Uint8Array): string {
  const text = decode(bytes);
  const foreign = text === null ? BINARY : foreignText(text);
  if (text === null || foreign) throw new Unreadable(foreign ?? BINARY);
  return text;
}

const OPEN_QUOTE =
  'A quotation mark of this file is never closed, so the rows after it would be read as one cell. Close it and try again.';

/** Parses delimited text; guesses comma, semicolon, tab or bar. Rows beyond ROWS_READ are counted but not kept. */
function sheetOfText(text: string): Sheet {
  const rows: string[][] = [];
  let filled = 0;
  Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    delimitersToGuess: ['\t', ';', ',', '|'],
    step: ({ data, errors }) => {
      if (errors.some(({ code }) => code === 'MissingQuotes')) throw new Unreadable(OPEN_QUOTE);
      if (data.some((cell) => cell.trim() !== '')) filled += 1;
      if (filled <= ROWS_READ) rows.push(data.map((cell) => unguarded(cell.replaceAll('\0', '').trim())));
    },
  });
  return { name: null, rows, filled };
}

/** Maximum unpacked size of a workbook in bytes, against ZIP bombs. */
const UNPACKED_MAX = 300 * 1024 * 1024;
/** The same for its sheets and strings: twice the size of 5,000 rows of 100 columns. */
const SHEETS_MAX = 64 * 1024 * 1024;
const ENTRIES_MAX = 5000;
/** Maximum cells: the reader fills every row up to the last column. 5,000 rows of 100 columns fit. */
const AREA_MAX = 600_000;
const ROWS_MAX = 50_000;
/** Maximum length of a spreadsheet cell in characters, and in XML, where one character takes up to six. */
const CELL_MAX = 32_767;
const TEXT_MAX = 6 * CELL_MAX;
const LONG_CELL =
  'A cell of this file holds more than 32,767 characters, the most that a spreadsheet can. Shorten it and try again.';

const isSheet = (name: string) => /^xl\/(worksheets\/[^/]+|sharedStrings)\.xml$/i.test(name);
const TOO_MUCH = 'This workbook unpacks to far too much. Save only the sheet with your rows and try that.';
const DAMAGED = 'This workbook is damaged. Open it, save it again as .xlsx and try that.';

/** The names in a ZIP. Checks its directory before anything is unpacked. */
function checkZip(bytes: Uint8Array): string[] {
  let unpacked = 0;
  let sheets = 0;
  const names: string[] = [];
  unzipped(bytes, ({ name, originalSize }) => {
    unpacked += originalSize;
    if (isSheet(name) || EXPORTED.has(exportedName(name))) sheets += originalSize;
    names.push(name);
    return false;
  });
  if (unpacked > UNPACKED_MAX || sheets > SHEETS_MAX || names.length > ENTRIES_MAX)
    throw new Unreadable(TOO_MUCH);
  if (names.some((name) => /vbaProject/i.test(name)))
    throw new Unreadable(
      'This workbook has macros (.xlsm). Save it as .xlsx, without macros, and try again.',
    );
  return names;
}

const TAG = /<(?:\w+:)?(row|c)\b([^<>]*)/g;
const REFERENCE = /(?:^|\s)r\s*=\s*["']([A-Za-z]*)(\d+)["']/;

const columnOf = (letters: string): number =>
  [...letters.slice(0, 4).toUpperCase()].reduce((all, letter) => all * 26 + letter.charCodeAt(0) - 64, 0);

/** Checks the extent of the sheets before reading them: empty cells could fill the memory. Also refuses XML entities. */
function checkSheets(files: Record<string, Uint8Array>): void {
  for (const [name, sheet] of Object.entries(files)) {
    if (!isSheet(name)) continue;
    const xml = latin1(sheet);
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

/** The reader takes a minute for a text of 60 MB. */
function hasLongText(xml: string): boolean {
  for (let at = 0; at < xml.length; ) {
    const next = xml.indexOf('<', at + 1);
    if ((next < 0 ? xml.length : next) - at > TEXT_MAX) return true;
    if (next < 0) return false;
    at = next;
  }
  return false;
}

function unzipped(bytes: Uint8Array, filter: UnzipFileFilter): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch {
    throw new Unreadable(DAMAGED);
  }
}

const tooFar = (rows: number, columns: number) =>
  new Unreadable(
    `A sheet of this workbook reaches down to row ${rows.toLocaleString('en-GB')} and across ${columns.toLocaleString('en-GB')} columns. Copy your rows into a new workbook and try that.`,
  );

/** A cell as text. Workbook dates have no time zone: they are kept as shown. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  if (!(cell instanceof Date)) return String(cell).replaceAll('\0', '').trim();
  if (Number.isNaN(cell.getTime())) return '';
  const day = { year: cell.getUTCFullYear(), month: cell.getUTCMonth() + 1, day: cell.getUTCDate() };
  // Rounds to the minute, as times are fractions of a day.
  const minutes = Math.round((cell.getTime() % 86_400_000) / 60_000);
  return isoOf(minutes ? { ...day, hour: Math.floor(minutes / 60) % 24, minute: minutes % 60 } : day);
}

/**
 * The sheets of a workbook. Formulas give their last computed value. The reader unpacks a part above 512 KB in a worker of a blob: address,
 * which the page's policy refuses without an error; of parts that are only stored it does so itself.
 */
async function sheetsOf(files: Record<string, Uint8Array>): Promise<Sheet[]> {
  const stored = zipSync(files, { level: 0 });
  const found = await readSheets(stored.buffer as ArrayBuffer).catch(() => {
    throw new Unreadable(
      'This workbook could not be read. Save it again as .xlsx, or as .csv, and try that.',
    );
  });
  const paths = pathsOf(files);
  return found.map(({ sheet, data }, at) => {
    const rows = data.map((row) => row.map(textOf));
    const merged = fillMerged(rows, latin1(files[paths[at] ?? '']));
    return { name: sheet, rows, filled: rows.filter((row) => row.some(Boolean)).length, merged };
  });
}

const latin1 = (part: Uint8Array | undefined) => new TextDecoder('latin1').decode(part);

/** The parts of the sheets, in the order of the workbook. */
function pathsOf(files: Record<string, Uint8Array>): string[] {
  const related = latin1(files['xl/_rels/workbook.xml.rels']).match(/<(?:\w+:)?Relationship\b[^>]*>/g) ?? [];
  const said = (tag: string, name: string) =>
    new RegExp(`\\s(?:\\w+:)?${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  const targets = new Map(related.map((tag) => [said(tag, 'Id'), said(tag, 'Target')]));
  const sheets = latin1(files['xl/workbook.xml']).match(/<(?:\w+:)?sheet\s[^>]*>/g) ?? [];
  return sheets.map((tag) => {
    const target = targets.get(said(tag, 'id')) ?? '';
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  });
}

const MERGED = /<(?:\w+:)?mergeCell\b[^>]*?\bref="([A-Z]+)(\d+):[A-Z]+(\d+)"/g;

/** Gives the value of a cell that is merged over several rows to each of them that says something; returns the number of cells. */
function fillMerged(rows: string[][], xml: string): number {
  let merged = 0;
  let looked = 0;
  for (const [, letters = '', first, last] of xml.matchAll(MERGED)) {
    const column = columnOf(letters) - 1;
    const value = rows[Number(first) - 1]?.[column];
    if (!value) continue;
    for (let at = Number(first); at < Math.min(Number(last), rows.length); at += 1) {
      looked += 1;
      if (looked > AREA_MAX) return merged;
      const row = rows[at];
      if (!row?.some(Boolean) || row[column]) continue;
      row[column] = value;
      merged += 1;
    }
  }
  return merged;
}
