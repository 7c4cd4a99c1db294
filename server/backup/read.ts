import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  Damaged,
  DIGEST,
  type Entry,
  HEAD,
  type Head,
  MANIFEST,
  type Manifest,
  pieceOf,
  readArchive,
  readHead,
  readManifest,
  sha256,
  type Table,
} from './manifest.ts';

const PIECE_BYTES = 64 * 1024 * 1024;
const unpack = promisify(gunzip);

/** Receives the content of a file. `table` must read all of its text. */
export type Reader = {
  head?(head: Head): Promise<void> | void;
  table?(table: Table, content: AsyncIterable<Buffer>): Promise<void>;
};

/**
 * Reads a backup from its first byte to its last and throws Damaged unless it is complete and unchanged. What was read may be kept only
 * after that: the digests stand at the end.
 */
export async function readBackup(
  path: string,
  reader: Reader = {},
): Promise<{ head: Head; manifest: Manifest }> {
  const file = await openFile(path);
  try {
    const entries = readArchive(file);
    const next = async (name: string): Promise<Buffer> => {
      const { value, done } = await entries.next();
      if (done || value.name !== name) throw new Damaged(`The file is damaged: ${name} is missing.`);
      return value.content;
    };
    const headText = await next(HEAD);
    const head = readHead(headText);
    await reader.head?.(head);
    const { tables, after } = await readTables(entries, head, reader);
    if (after?.name !== MANIFEST) throw new Damaged(`The file is damaged: ${MANIFEST} is missing.`);
    const digest = (await next(DIGEST)).toString();
    if (!(await entries.next()).done) throw new Damaged('The file is damaged: it holds more than a backup.');
    if (digest !== digestLine(after.content))
      throw new Damaged(`The file is damaged: ${MANIFEST} was changed.`);
    const manifest = readManifest(after.content);
    compare(manifest, sha256(headText), tables);
    return { head, manifest };
  } finally {
    await file.close();
  }
}

/** In the format that `sha256sum` writes and checks. */
export const digestLine = (manifest: Buffer): string => `${sha256(manifest)}  ${MANIFEST}\n`;

async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.code}`,
    );
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error(`${path} is not a file.`);
}

type Read = { name: string; bytes: number; sha256: string };

/** Reads every table in the order of the head; returns the first entry after them. */
async function readTables(entries: AsyncGenerator<Entry>, head: Head, reader: Reader) {
  const tables: Read[] = [];
  let { value: current } = await entries.next();
  for (const table of head.tables) {
    const hash = createHash('sha256');
    let bytes = 0;
    const content = async function* () {
      for (let number = 1; current?.name === pieceOf(table.name, number); number += 1) {
        const text = await unpackPiece(current);
        bytes += text.length;
        hash.update(text);
        yield text;
        ({ value: current } = await entries.next());
      }
    };
    if (reader.table) await reader.table(table, content());
    else for await (const _ of content());
    tables.push({ name: table.name, bytes, sha256: hash.digest('hex') });
  }
  return { tables, after: current as Entry | undefined };
}

const unpackPiece = ({ name, content }: Entry): Promise<Buffer> =>
  unpack(content, { maxOutputLength: PIECE_BYTES }).catch(() => {
    throw new Damaged(`The file is damaged: ${name} cannot be unpacked.`);
  });

function compare(manifest: Manifest, head: string, tables: Read[]): void {
  if (manifest.head !== head) throw new Damaged(`The file is damaged: ${HEAD} was changed.`);
  const named = new Map(manifest.tables.map((table) => [table.name, table]));
  for (const { name, bytes, sha256 } of tables) {
    const was = named.get(name);
    if (was?.bytes !== bytes || was.sha256 !== sha256)
      throw new Damaged(`The file is damaged: the rows of ${name} are not those that were backed up.`);
  }
  if (named.size !== tables.length) throw new Damaged('The file is damaged: a table is missing.');
}
