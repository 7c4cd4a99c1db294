import type pg from 'pg';
import { writeArchive } from './archive.ts';
import { writeWhole } from './file.ts';
import type { Head, Manifest } from './manifest.ts';
import { readBackup } from './read.ts';
import { openSnapshot, writeTables } from './take.ts';

/** A backup that was written and read again. */
export type Backup = { head: Head; manifest: Manifest; bytes: number };

/**
 * Copies the register of `client`'s database into `path`, as it is at one moment, while others go on writing. `role` reads all tables.
 * The file has its name only when it was read back whole.
 */
export async function backUp(client: pg.ClientBase, role: string, path: string): Promise<Backup> {
  let written: { head: Head; manifest: Manifest } | undefined;
  const { bytes } = await writeWhole(
    path,
    async (file) => {
      const head = await openSnapshot(client, role);
      try {
        const archive = writeArchive(file, new Date(head.takenAt));
        const manifest = await writeTables(client, head, archive.add);
        await archive.end();
        await file.sync();
        written = { head, manifest };
      } finally {
        await client.query('rollback').catch(() => undefined);
      }
    },
    (draft) => readBackup(draft),
  );
  if (!written) throw new Error('Nothing was written.');
  return { ...written, bytes };
}

/** How many rows a backup holds. */
export const rowsOf = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);
/** How many companies a backup holds. */
export const companiesOf = ({ tables }: Manifest): number =>
  tables.find(({ name }) => name === 'companies')?.rows ?? 0;
