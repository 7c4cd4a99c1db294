import { dirname } from 'node:path';
import type pg from 'pg';
import { writeArchive } from './archive.ts';
import { clearDrafts, writeWhole } from './file.ts';
import type { Head, Manifest } from './manifest.ts';
import { readBackup } from './read.ts';
import { openSnapshot, writeTables } from './take.ts';

/** A backup that was written and read again. */
export type Backup = { head: Head; manifest: Manifest; bytes: number };

/** How long a backup may take: some hundred gigabytes on an ordinary disk. One that takes longer hangs. */
const LIMIT_MS = 4 * 3_600_000;
/** How long a backup that was given up may take to remove its draft. A disk that hangs never lets it. */
const CLEARING_MS = 5000;

/**
 * Copies the register of `client`'s database into `path`, as it is at one moment, while others go on writing. `role` reads all tables.
 * The file has its name only when it was read back whole. Throws after `limitMs` at the latest. A failure leaves no file and closes `client`.
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
    // Never a rollback: it would wait behind a COPY that is no longer read.
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

/** A full disk (ENOSPC), quota (EDQUOT) or limit of a file's size (EFBIG), in a sentence. */
function withReason(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (!['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code ?? '')) return error;
  return new Error(`There is no space left in ${dirname(path)}: ${code}. No backup was made.`);
}

/** How many rows a backup holds. */
export const rowsOf = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);
/** How many companies a backup holds. */
export const companiesOf = ({ tables }: Manifest): number =>
  tables.find(({ name }) => name === 'companies')?.rows ?? 0;
