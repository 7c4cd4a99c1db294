import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { REGISTER_FILES_MAX } from '../../../shared/limits.ts';
import { Refusal, refuse } from '../../refusal.ts';

/** A file of a ZIP: where it begins, and its lengths as stored and in full. */
type Entry = { name: string; start: number; stored: number; bytes: number; isDeflated: boolean };

export type OpenZip = {
  names: readonly string[];
  /** A file's bytes in parts; 400 when their number is not the ZIP's. */
  stream(name: string): AsyncIterable<Buffer>;
  /** A whole file of at most `most` bytes; null when it is missing. */
  bytes(name: string, most: number): Promise<Buffer | null>;
  close(): Promise<void>;
};

const [END, CENTRAL, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];
const [END_BYTES, CENTRAL_BYTES, LOCAL_BYTES] = [22, 46, 30];
const COMMENT_MAX = 65_535;
/** Files of an export: its own, those of former registers, and a photo for each set. */
const ENTRIES_MAX = 30_000;
const DIRECTORY_MAX = 8 * 1024 * 1024;
/** Flags: encrypted, and a directory that is masked. */
const ENCRYPTED = 0x2041;

export const notAnExport = (detail: string) =>
  refuse(400, 'This is no export of Keyhold, or it was damaged.', { detail });

/**
 * Opens a ZIP without unpacking it to disk, so that no name in it is ever a path. Refuses encrypted files, a name twice or with a way out of
 * its folder, files that share bytes, and more in all than REGISTER_FILES_MAX, before anything is unpacked.
 */
export async function openZip(path: string): Promise<OpenZip> {
  const file = await open(path, 'r');
  try {
    const entries = await readEntries(file);
    return {
      names: [...entries.keys()],
      stream: (name) => partsOf(file, known(entries, name)),
      async bytes(name, most) {
        const entry = entries.get(name);
        if (!entry) return null;
        if (entry.bytes > most) throw notAnExport(`${name} is too large.`);
        const parts: Buffer[] = [];
        for await (const part of partsOf(file, entry)) parts.push(part);
        return Buffer.concat(parts);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function known(entries: Map<string, Entry>, name: string): Entry {
  const entry = entries.get(name);
  if (!entry) throw notAnExport(`${name} is missing.`);
  return entry;
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw notAnExport('The ZIP ends too early.');
  return buffer;
}

async function readEntries(file: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await file.stat();
  if (size < END_BYTES) throw notAnExport('It is not a ZIP.');
  const from = Math.max(0, size - END_BYTES - COMMENT_MAX);
  const tail = await readAt(file, from, size - from);
  let end = tail.length - END_BYTES;
  while (end >= 0 && tail.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw notAnExport('It is not a ZIP.');
  const [count, length, start] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ];
  if (count > ENTRIES_MAX || length > DIRECTORY_MAX || start + length > from + end)
    throw notAnExport('It has more files than an export has.');
  const directory = await readAt(file, start, length);
  const entries: Entry[] = [];
  let [at, all] = [0, 0];
  for (let n = 0; n < count; n += 1) {
    const { entry, next } = await readEntry(file, directory, at, start);
    at = next;
    all += entry.bytes;
    if (all > REGISTER_FILES_MAX)
      throw refuse(413, 'The files of this export are too large to be read at once.');
    entries.push(entry);
  }
  checkApart(entries);
  return byName(entries);
}

/** What Finder and Explorer add: entries of folders, resource forks, and how a folder is shown. */
const ADDED = /(?:^__MACOSX\/|\/$|(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$)/;
const NAME = /^(?:[a-z0-9-]+\/)*[A-Za-z0-9][A-Za-z0-9.-]*$/;

/**
 * The files by their names in the export: an unpacked one that was packed again is in a folder, and has files that the system added. 400
 * for a name that no export has, or has twice.
 */
function byName(all: Entry[]): Map<string, Entry> {
  const own = all.filter(({ name }) => !ADDED.test(name));
  const [top = ''] = /^[^/]+\//.exec(own[0]?.name ?? '') ?? [];
  const length = own.every(({ name }) => name.startsWith(top)) ? top.length : 0;
  const entries = new Map<string, Entry>();
  for (const entry of own) {
    const name = entry.name.slice(length);
    if (!NAME.test(name) || entry.name.includes('..'))
      throw notAnExport(`${entry.name} is a name that no file of an export has.`);
    if (entries.has(name)) throw notAnExport(`${name} is in it twice.`);
    entries.set(name, { ...entry, name });
  }
  return entries;
}

/** A record of the directory, with the place of its bytes. */
async function readEntry(file: FileHandle, directory: Buffer, at: number, end: number) {
  if (at + CENTRAL_BYTES > directory.length || directory.readUInt32LE(at) !== CENTRAL)
    throw notAnExport('The list of its files cannot be read.');
  const [flags, method] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10)];
  const [stored, bytes] = [directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 24)];
  const [named, extra, comment] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset)) as [
    number,
    number,
    number,
  ];
  const name = directory.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + named);
  if (flags & ENCRYPTED || ![0, 8].includes(method))
    throw notAnExport(`${name} is stored in a way that cannot be read.`);
  const head = directory.readUInt32LE(at + 42);
  const local = await readAt(file, head, LOCAL_BYTES);
  if (local.readUInt32LE(0) !== LOCAL) throw notAnExport(`${name} is not where the ZIP says.`);
  const start = head + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
  if (start + stored > end) throw notAnExport(`${name} is not where the ZIP says.`);
  const entry: Entry = { name, start, stored, bytes, isDeflated: method === 8 };
  return { entry, next: at + CENTRAL_BYTES + named + extra + comment };
}

/** Files that share bytes are a bomb. */
function checkApart(entries: Entry[]): void {
  let end = 0;
  for (const { name, start, stored } of entries.toSorted((a, b) => a.start - b.start)) {
    if (start < end) throw notAnExport(`${name} shares its bytes with another file.`);
    end = start + stored;
  }
}

const PART = 256 * 1024;

async function* storedParts(file: FileHandle, { start, stored }: Entry): AsyncGenerator<Buffer> {
  for (let at = 0; at < stored; at += PART) yield await readAt(file, start + at, Math.min(PART, stored - at));
}

async function* partsOf(file: FileHandle, entry: Entry): AsyncGenerator<Buffer> {
  const { name, bytes, isDeflated } = entry;
  let length = 0;
  const raw = Readable.from(storedParts(file, entry), { objectMode: false });
  const parts = isDeflated ? inflated(raw) : raw;
  try {
    for await (const part of parts as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > bytes) throw notAnExport(`${name} is longer than the ZIP says.`);
      yield part;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : notAnExport(`${name} cannot be unpacked.`);
  } finally {
    raw.destroy();
  }
  if (length !== bytes) throw notAnExport(`${name} is shorter than the ZIP says.`);
}

/** Unpacks; a failure to read is one of unpacking. */
function inflated(raw: Readable): Readable {
  const inflate = createInflateRaw();
  raw.on('error', (error) => inflate.destroy(error));
  return raw.pipe(inflate);
}
