import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { ZipFile } from 'yazl';
import { inert } from '../shared/csv-cell.ts';

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

/** A written file: length and SHA-256 in hexadecimal. */
export type Written = { bytes: number; sha256: string };

/**
 * A file of a ZIP: CSV rows, lines of text, or compressed bytes. `written` is called after its last byte, before the next entry is
 * requested.
 */
export type ZipEntry = { name: string; written?: (as: Written) => void } & (
  | { rows: AsyncIterable<readonly string[]> }
  | { lines: AsyncIterable<string> }
  | { bytes: Buffer }
);

/**
 * Streams a ZIP file by file at the client's speed, in constant memory. Entries are dated by day (UTC), so that unchanged content gives the
 * same file on the same day.
 */
export function zip(entries: AsyncIterable<ZipEntry>): Readable {
  const file = new ZipFile();
  const out = new PassThrough();
  file.outputStream.pipe(out);
  const day = new Date(new Date().toISOString().slice(0, 10));
  file.on('error', (error: Error) => out.destroy(error));
  void fill(file, entries, day, out).catch((error: Error) => out.destroy(error));
  return out;
}

async function fill(
  file: ZipFile,
  entries: AsyncIterable<ZipEntry>,
  mtime: Date,
  out: PassThrough,
): Promise<void> {
  for await (const entry of entries) {
    if (out.destroyed) return;
    const stream = entry.written ? measured(streamOf(entry), entry.written) : streamOf(entry);
    // The client disconnected.
    const gone = () => stream.destroy();
    out.once('close', gone);
    file.addReadStream(stream, entry.name, { compress: !('bytes' in entry), mtime });
    await finished(stream, { writable: false });
    out.off('close', gone);
  }
  file.end();
}

function streamOf(entry: ZipEntry): Readable {
  if ('rows' in entry) return csv(entry.rows);
  if ('bytes' in entry) return Readable.from([entry.bytes]);
  const { lines } = entry;
  return Readable.from(
    (async function* () {
      for await (const line of lines) yield Buffer.from(`${line}\n`);
    })(),
  );
}

/** The same bytes, hashed in passing. */
function measured(source: Readable, written: (as: Written) => void): Readable {
  const hash = createHash('sha256');
  let bytes = 0;
  return Readable.from(
    (async function* () {
      for await (const part of source) {
        hash.update(part);
        bytes += part.length;
        yield part;
      }
      written({ bytes, sha256: hash.digest('hex') });
    })(),
    { objectMode: false },
  );
}
