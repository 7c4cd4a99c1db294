import { resolve } from 'node:path';
import pg from 'pg';
import { type Backup, backUp, companiesOf, rowsOf } from '../backup/backup.ts';
import { LEFT_OUT } from '../backup/manifest.ts';
import { reachDatabase } from '../database/reach.ts';
import { OWNER } from '../database/roles.ts';

const USAGE = 'Usage: npm run backup -- FILE';

/**
 * `npm run backup -- FILE`: copies the register into a new file, whether a server runs or not; writing goes on meanwhile. Prints what is in
 * it. Exits with 1, and leaves no file, when it is not whole.
 */
async function main(): Promise<void> {
  const [name, ...more] = process.argv.slice(2);
  if (!name || name.startsWith('-') || more.length > 0) throw new Error(USAGE);
  const path = resolve(name);
  const { target, close } = await reachDatabase();
  const client = new pg.Client(target);
  try {
    await client.connect();
    const began = performance.now();
    const backup = await backUp(client, OWNER, path);
    for (const line of linesOf(path, backup, (performance.now() - began) / 1000)) console.log(line);
  } finally {
    await client.end();
    await close();
  }
}

function linesOf(path: string, { head, manifest, bytes }: Backup, seconds: number): string[] {
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    `${companiesOf(manifest)} companies, ${rowsOf(manifest)} rows of ${head.tables.length} tables, as they were at ${head.takenAt}`,
    `${path}: ${size} in ${seconds.toFixed(1)} seconds, read back whole`,
    `Left out: ${Object.keys(LEFT_OUT).join(', ')}`,
  ];
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
