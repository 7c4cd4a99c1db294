import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { inert } from '../../shared/inert-cell.ts';

/** The Content-Disposition header of a download (RFC 6266): non-ASCII letters in the extended form, underscores in the plain one. */
export function attachment(fileName: string): string {
  const plain = `attachment; filename="${fileName.replace(/[^\x20-\x7e]/g, '_')}"`;
  return /[^\x20-\x7e]/.test(fileName) ? `${plain}; filename*=UTF-8''${encodeURIComponent(fileName)}` : plain;
}

/** CSV by RFC 4180, every cell quoted, with a byte-order mark so that spreadsheets read it as UTF-8. */
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
