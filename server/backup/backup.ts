import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type pg from 'pg';
import { syncFolder } from '../database/embedded-data-folder.ts';
import { type Head, type Manifest, writeArchive } from './manifest.ts';
import { readBackup } from './read.ts';
import { openSnapshot, writeTables } from './take.ts';

/** A backup that was written and read back. */
export type Backup = { head: Head; manifest: Manifest; bytes: number };

/** The longest time a backup may take: enough for some hundred gigabytes on an ordinary disk. A longer one is considered hung. */
const LIMIT_MS = 4 * 3_600_000;
/** The time an abandoned backup has to remove its draft: on a disk that hangs, it never finishes. */
const CLEARING_MS = 5000;

/**
 * Copies the register in `client`'s database into `path` as of one moment, while others continue to write. `role` can read all tables. The
 * file receives its name only after it was read back completely. Throws after `limitMs` at the latest. A failure leaves no file and closes
 * `client`.
 */
export async function backUp(
  client: pg.Client,
  role: string,
  path: string,
  limitMs: number = LIMIT_MS,
): Promise<Backup> {
  await clearDrafts(dirname(path), LIMIT_MS);
  let overdue: Error | undefined;
  const timers: NodeJS.Timeout[] = [];
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => {
      overdue = new Error(`The backup took longer than ${limitMs / 60_000} minutes and was given up.`);
      void client.end();
      timers.push(setTimeout(reject, CLEARING_MS, overdue));
    };
    timers.push(setTimeout(giveUp, limitMs));
  });
  try {
    return await Promise.race([copyInto(client, role, path), late]);
  } catch (error) {
    // Not a rollback, which would wait behind a COPY that is no longer read.
    await client.end();
    throw overdue ?? withReason(error, path);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

async function copyInto(client: pg.Client, role: string, path: string): Promise<Backup> {
  let written: { head: Head; manifest: Manifest } | undefined;
  const { bytes } = await writeWhole(
    path,
    async (file) => {
      const head = await openSnapshot(client, role);
      const archive = writeArchive(file, new Date(head.takenAt));
      const manifest = await writeTables(client, head, archive.add);
      await archive.end();
      await file.sync();
      await client.query('rollback');
      written = { head, manifest };
    },
    (draft) => readBackup(draft),
  );
  if (!written) throw new Error('Nothing was written.');
  return { ...written, bytes };
}

/** Explains a full disk (ENOSPC), an exhausted quota (EDQUOT) or a file size limit (EFBIG) in a sentence. */
function withReason(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (!['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code ?? '')) return error;
  return new Error(`There is no space left in ${dirname(path)}: ${code}. No backup was made.`);
}

/** The number of rows in a backup. */
export const rowsOf = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);
/** The number of companies in a backup. */
export const companiesOf = ({ tables }: Manifest): number =>
  tables.find(({ name }) => name === 'companies')?.rows ?? 0;

/** The name of a file that is being written; before its extension it contains the host and the process that write it. */
const DRAFT = /^\..+\.(?:([\w-]+)~(\d+)|[0-9a-f]{8})\.unfinished$/;
const host = hostname().replace(/[^\w-]/g, '-');
const draftOf = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${host}~${process.pid}.unfinished`);
/** The drafts that this process is writing. */
const underWay = new Set<string>();

/**
 * Removes what interrupted backups left in a folder: drafts of ended processes on this host, and any draft last written to more than
 * `limitMs` ago, the longest time a backup may take.
 */
async function clearDrafts(folder: string, limitMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [found, itsHost, pid] = DRAFT.exec(name) ?? [];
    if (!found || underWay.has(join(folder, name))) continue;
    const isOurs = itsHost === host && isGone(Number(pid));
    const mtimeMs = (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? Date.now();
    if (isOurs || mtimeMs < Date.now() - limitMs) await rm(join(folder, name), { force: true });
  }
}

/** A draft with this process's own number belongs to an earlier process: in a container every start has number 1. */
function isGone(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * Writes a file under a temporary name beside `path`, flushes it to the disk, lets `check` read it, and renames it: at `path` there is a
 * complete file or none. Only this user may read it. Throws when the file exists already; a failure leaves nothing.
 */
async function writeWhole(
  path: string,
  write: (file: FileHandle) => Promise<void>,
  check: (draft: string) => Promise<unknown>,
): Promise<{ bytes: number }> {
  await refuseExisting(path);
  const draft = draftOf(path);
  const file = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${dirname(path)} cannot be written to: ${error.code}`);
  });
  underWay.add(draft);
  try {
    await write(file).finally(() => file.close());
    await check(draft);
    await refuseExisting(path);
    const { size } = await stat(draft);
    await rename(draft, path);
    await syncFolder(dirname(path));
    return { bytes: size };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    underWay.delete(draft);
  }
}

async function refuseExisting(path: string): Promise<void> {
  if (await stat(path).catch(() => null)) throw new Error(`There is a file ${path} already. Name another.`);
}
