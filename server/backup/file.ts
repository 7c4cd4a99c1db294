import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The end of the name of a file that is being written. */
export const UNFINISHED = '.unfinished';

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
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}${UNFINISHED}`);
  const file = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${dirname(path)} cannot be written to: ${error.code}`);
  });
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
