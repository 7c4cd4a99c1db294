import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** A file that is being written: the host and process that write it stand before the end of its name. */
const DRAFT = /^\..+\.(?:([\w-]+)~(\d+)|[0-9a-f]{8})\.unfinished$/;
const host = hostname().replace(/[^\w-]/g, '-');
const draftOf = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${host}~${process.pid}.unfinished`);
/** Those that this process is writing. */
const underWay = new Set<string>();

/**
 * Removes what killed backups left in a folder: drafts of processes of this host that are gone, and any that was last written to more
 * than `limitMs` ago, the longest that a backup may take.
 */
export async function clearDrafts(folder: string, limitMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [found, itsHost, pid] = DRAFT.exec(name) ?? [];
    if (!found || underWay.has(join(folder, name))) continue;
    const isOurs = itsHost === host && isGone(Number(pid));
    const mtimeMs = (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? Date.now();
    if (isOurs || mtimeMs < Date.now() - limitMs) await rm(join(folder, name), { force: true });
  }
}

/** A draft under this process's own number is that of another before it: in a container each start has number 1. */
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
 * Writes a file under another name beside `path`, brings it to the disk, lets `check` read it, and gives it its name: under that there is
 * a whole file or none. Only this user may read it. Throws when there is a file already; a failure leaves nothing.
 */
export async function writeWhole(
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

/** A rename outlives a loss of power only when its folder was written too; Windows cannot and need not do it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
