import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

/** A spreadsheet would run a cell that begins with one of these (DECISIONS S-49, reliability R27). */
const FORMULA = /^[\s\ufeff\0]*[=+\-@\t\r\n\0＝＋－＠]/;

/** A cell as it is written: text a spreadsheet cannot take for a formula. */
export const inert = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

/** The header that names a file to save (RFC 6266): letters beyond ASCII in the extended form, underscores for readers of the plain one. */
export function attachment(fileName: string): string {
  const plain = `attachment; filename="${fileName.replace(/[^\x20-\x7e]/g, '_')}"`;
  return /[^\x20-\x7e]/.test(fileName) ? `${plain}; filename*=UTF-8''${encodeURIComponent(fileName)}` : plain;
}

/** RFC 4180, every cell quoted, with a byte-order mark so that spreadsheets read it as UTF-8. */
export function csv(rows: AsyncIterable<readonly string[]>): Readable {
  const source = Readable.from(rows);
  const file = source.pipe(
    stringify({
      quoted: true,
      quoted_empty: true,
      record_delimiter: 'windows',
      bom: true,
      cast: { string: (value) => inert(value) },
    }),
  );
  source.on('error', (error) => file.destroy(error));
  return file;
}
