import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { type Lock, takeLock } from '../database/embedded-data-folder.ts';
import { type AnchorKey, makeKey, readKey } from './key.ts';
import {
  type Head,
  type HeadLine,
  hashOfLine,
  type KeyLine,
  type Line,
  parseLine,
  signHead,
  signKey,
} from './line.ts';

/** Where a server keeps its anchors, and the file of its private key. */
export type AnchorFolder = { dir: string; keyFile: string };

/** A line of a file; `line` is null when it cannot be parsed. `at` counts from 1. */
export type Read = { path: string; at: number; raw: string; line: Line | null };

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
export async function* linesOf(path: string, bytes?: number): AsyncGenerator<Read> {
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

/** The folder's own key, made at the first start. To be called in the folder's lock. */
export async function ownKey({ dir, keyFile }: AnchorFolder): Promise<AnchorKey> {
  const next = await readKey(nextKeyFile(keyFile));
  // A new key that was announced, but not moved into place before the process ended.
  if (next && (await lastOf(dir))?.line.key === next.fingerprint) await rename(nextKeyFile(keyFile), keyFile);
  return (await readKey(keyFile)) ?? makeKey(keyFile);
}

/** Where a new key is stored until the old one has announced it. */
export const nextKeyFile = (keyFile: string): string => `${keyFile}.next`;

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
 * Writes the heads behind the last line and waits until the disk has them. Each month's file begins with the key, so does a new key. To be
 * called in the folder's lock.
 */
export async function appendHeads(folder: AnchorFolder, heads: readonly Head[]): Promise<HeadLine[]> {
  const key = await ownKey(folder);
  const last = await lastOf(folder.dir);
  const page = pageBehind(last);
  const file = await fileFor(folder.dir, page.at);
  // A key that `changeKey` did not announce vouches for itself.
  if (file.isNew || last?.line.key !== key.fingerprint) page.addKey(key, key);
  const written = heads.map((head) => page.addHead(head, key));
  await append(file, page.raws, last?.torn ?? false);
  return written;
}

/** Has the old key announce the one that waits in `nextKeyFile`, which then takes its place. To be called in the folder's lock. */
export async function changeKey(folder: AnchorFolder, next: AnchorKey): Promise<void> {
  const key = await ownKey(folder);
  const last = await lastOf(folder.dir);
  const page = pageBehind(last);
  const file = await fileFor(folder.dir, page.at);
  if (file.isNew || last?.line.key !== key.fingerprint) page.addKey(key, key);
  page.addKey(next, key);
  await append(file, page.raws, last?.torn ?? false);
  await rename(nextKeyFile(folder.keyFile), folder.keyFile);
}

/** Lines of this moment that follow each other behind the last one. */
function pageBehind(last: { raw: string; line: Line } | null) {
  const at = new Date().toISOString();
  let n = last?.line.n ?? 0;
  let prev = last ? hashOfLine(last.raw) : '';
  const raws: string[] = [];
  function place<T extends Line>(raw: string): T {
    n += 1;
    prev = hashOfLine(raw);
    raws.push(raw);
    return JSON.parse(raw) as T;
  }
  return {
    at,
    raws,
    addHead: (head: Head, key: AnchorKey) =>
      place<HeadLine>(signHead({ n: n + 1, prev, ...head, at, key: key.fingerprint }, key.privateKey)),
    addKey({ publicKey, fingerprint, privateKey }: AnchorKey, by: AnchorKey) {
      const line = { n: n + 1, prev, publicKey, at, key: fingerprint, by: by.fingerprint };
      place<KeyLine>(signKey(line, by.privateKey, privateKey));
    },
  };
}

/** The month's file. A clock that was put back goes on in the newest. */
async function fileFor(dir: string, at: string): Promise<TargetFile> {
  const path = join(dir, `anchors-${at.slice(0, 7)}.jsonl`);
  const newest = (await filesOf(dir)).at(-1);
  return newest && newest >= path ? { path: newest, isNew: false } : { path, isNew: true };
}

type TargetFile = { path: string; isNew: boolean };

async function append({ path, isNew }: TargetFile, raws: readonly string[], torn: boolean): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    // A line cut off by a crash stays, as an invalid line of its own.
    await file.appendFile(`${torn ? '\n' : ''}${raws.join('\n')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  if (isNew && process.platform !== 'win32') await syncFolder(dirname(path));
}

/** Without this a new file may be lost in a power failure although its content was written. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r');
  await folder.sync().finally(() => folder.close());
}
