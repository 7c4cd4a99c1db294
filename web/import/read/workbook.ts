import { unzipSync } from 'fflate';
import readSheets from 'read-excel-file/universal';
import { type Sheet, Unreadable } from './refused.ts';

/** A workbook unpacks to no more than so many bytes; one that claims more is made to exhaust whoever opens it. */
const UNPACKED_MAX = 300 * 1024 * 1024;
const ENTRIES_MAX = 5000;

/** Looks at what is in a ZIP by its directory, without unpacking any of it, and refuses what is no workbook that can be read. */
export function checkWorkbook(bytes: Uint8Array): void {
  let unpacked = 0;
  const names: string[] = [];
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        unpacked += originalSize;
        names.push(name);
        return false;
      },
    });
  } catch {
    throw new Unreadable('This workbook is damaged. Open it, save it again as .xlsx and try that.');
  }
  if (unpacked > UNPACKED_MAX || names.length > ENTRIES_MAX)
    throw new Unreadable(
      'This workbook unpacks to far too much. Save only the sheet with your rows and try that.',
    );
  if (names.some((name) => /vbaProject/i.test(name)))
    throw new Unreadable(
      'This workbook has macros (.xlsm). Save it as .xlsx, without macros, and try again.',
    );
  if (!names.includes('xl/workbook.xml'))
    throw new Unreadable('This is not an Excel workbook. Save the sheet as .xlsx or .csv and try again.');
}

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
