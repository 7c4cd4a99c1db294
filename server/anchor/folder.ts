import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from '../config.ts';
import { type Lock, syncFolder, takeLock } from '../database/embedded-data-folder.ts';
import type { ZipEntry } from '../download.ts';
import {
  type AnchorKey,
  type Head,
  type HeadLine,
  hashOfLine,
  type Line,
  makeKey,
  parseLine,
  readKey,
  signHead,
  signKey,
} from './line.ts';

/** Where a server keeps its anchors, and the file of its private key. */
export type AnchorFolder = { dir: string; keyFile: string };

/** A line of a file; `line` is null when it cannot be parsed. `at` counts from 1. */
export type ReadLine = { path: string; at: number; raw: string; line: Line | null };

/** More than the longest line. */
const TAIL_BYTES = 16_384;
const LOCK_MS = 3000;

/** The files of a folder, one a month, oldest first; a path to a file gives that file. */
export async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => /^anchors-\d{4}-\d\d\.jsonl$/.test(name)).sort();
  return names.map((name) => join(path, name));
}

/** A file as far as it was written at a moment. */
export type Extent = { path: string; bytes: number };

/** The files of a folder, or a file, with their present sizes; none when the folder is missing. */
export async function extentsOf(path: string): Promise<Extent[]> {
  const files = await filesOf(path).catch(noneIfMissing);
  return Promise.all(files.map(async (file) => ({ path: file, bytes: (await stat(file)).size })));
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Every line of a file, one at a time, up to `bytes`. */
export async function* linesOf(path: string, bytes?: number): AsyncGenerator<ReadLine> {
  if (bytes === 0) return;
  const input = createReadStream(path, { encoding: 'utf8', ...(bytes !== undefined && { end: bytes - 1 }) });
  let at = 0;
  try {
    // An error of `input` without a listener would crash the process; readline passes it on.
    for await (const raw of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      at += 1;
      if (raw !== '') yield { path, at, raw, line: parseLine(raw) };
    }
  } finally {
    input.destroy();
  }
}

/** The folder's last valid line, and whether its newest file ends within a line. Null without a valid line. */
async function lastOf(dir: string): Promise<{ raw: string; line: Line; torn: boolean } | null> {
  const files = await filesOf(dir).catch(noneIfMissing);
  let torn = false;
  for (const [back, path] of files.reverse().entries()) {
    const tail = await tailOf(path);
    if (back === 0) torn = tail !== '' && !tail.endsWith('\n');
    for (const raw of tail.split('\n').reverse()) {
      const line = parseLine(raw);
      if (line) return { raw, line, torn };
    }
  }
  return null;
}

async function tailOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The folder's own key, made if missing. To be called in the folder's lock. */
export const ownKey = async ({ keyFile }: AnchorFolder): Promise<AnchorKey> =>
  (await readKey(keyFile)) ?? makeKey(keyFile);

/** Work that one process at a time does in a folder; the lock is the kernel's and ends with its holder. */
export async function inFolder<T>({ dir }: AnchorFolder, work: () => Promise<T>): Promise<T> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const lock = await lockOf(dir);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

async function lockOf(dir: string): Promise<Lock> {
  const until = Date.now() + LOCK_MS;
  for (;;) {
    try {
      return await takeLock(dir);
    } catch (error) {
      if (Date.now() > until) throw error;
      await wait(10);
    }
  }
}

/**
 * Writes the heads behind the last line and waits until the disk has them. Each month's file begins with the key, and so does what a new key
 * signs: the one before it announces it if it is beside it as `.old`. To be called in the folder's lock.
 */
export async function appendHeads(folder: AnchorFolder, heads: readonly Head[]): Promise<HeadLine[]> {
  const own = await ownKey(folder);
  const last = await lastOf(folder.dir);
  const old = await readKey(`${folder.keyFile}.old`);
  const by = old && old.fingerprint === last?.line.key ? old : own;
  const at = new Date().toISOString();
  const month = join(folder.dir, `anchors-${at.slice(0, 7)}.jsonl`);
  const files = await filesOf(folder.dir);
  // After a clock was put back, the newest file continues.
  const path = [...files, month].sort().at(-1) ?? month;
  const isNew = !files.includes(path);
  let before = { n: last?.line.n ?? 0, raw: last?.raw };
  const raws: string[] = [];
  function add(sign: (position: { n: number; prev: string; at: string }) => string): HeadLine {
    const prev = before.raw === undefined ? '' : hashOfLine(before.raw);
    const raw = sign({ n: before.n + 1, prev, at });
    before = { n: before.n + 1, raw };
    raws.push(raw);
    return JSON.parse(raw);
  }
  if (isNew && by !== own) add((position) => signKey(position, by, by));
  if (isNew || last?.line.key !== own.fingerprint) add((position) => signKey(position, own, by));
  const written = heads.map((head) => add((position) => signHead({ ...position, ...head }, own)));
  const file = await open(path, 'a', 0o600);
  try {
    // A line cut off by a crash stays, as a separate invalid line.
    await file.appendFile(`${last?.torn ? '\n' : ''}${raws.join('\n')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  if (isNew) await syncFolder(folder.dir);
  return written;
}

const SCRIPT = 'verify-export.mjs';

/** The files that check an export: the signed heads of earlier times, the public key, and the program. */
export async function* proofOf(lines: AsyncIterable<string>, publicKey: string): AsyncGenerator<ZipEntry> {
  yield { name: 'anchors.jsonl', lines };
  yield { name: 'public-key.pem', bytes: Buffer.from(publicKey) };
  yield { name: SCRIPT, bytes: await readFile(join(ROOT, 'scripts', SCRIPT)) };
}
