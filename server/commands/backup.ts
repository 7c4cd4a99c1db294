import { resolve } from 'node:path';
import pg from 'pg';
import { count } from '../../shared/count.ts';
import { type Backup, backUp, companiesOf, rowsOf } from '../backup/backup.ts';
import { LEFT_OUT } from '../backup/manifest.ts';
import { backedUp } from '../backup/schedule.ts';
import { reachDatabase } from '../database/open.ts';
import { OWNER, SYSTEM } from '../database/roles.ts';
import { written } from '../database/sql.ts';
import { runCommand } from './run-command.ts';

const USAGE = 'Usage: keyhold backup FILE';

/**
 * `keyhold backup FILE`: copies the register into a new file, whether a server runs or not; writes continue meanwhile. Prints a summary of
 * the content. Exits with 1 and leaves no file when the backup is incomplete.
 */
async function main(): Promise<void> {
  const [name, ...more] = process.argv.slice(2);
  if (!name || name.startsWith('-') || more.length > 0) throw new Error(USAGE);
  const path = resolve(name);
  const { target, owner, close } = await reachDatabase();
  const client = new pg.Client(owner ?? target);
  client.on('error', () => undefined);
  // An interrupt cuts the connection and removes the partial file.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void client.end());
  try {
    await client.connect();
    const role = await roleOf(client);
    const began = performance.now();
    const backup = await backUp(client, role, path);
    await note(client, role, backup);
    for (const line of linesOf(path, backup, (performance.now() - began) / 1000)) console.log(line);
  } finally {
    await client.end();
    await close();
  }
}

/** The owner if the login may become it, which older backups need; otherwise a role that can read all tables. */
async function roleOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ may: boolean }>(
    `select pg_has_role(oid, 'MEMBER') as may from pg_roles where rolname = '${OWNER}'`,
  );
  return rows[0]?.may ? OWNER : SYSTEM;
}

/** Records the backup for Settings; a database of an older version has no table for it. */
async function note(client: pg.ClientBase, role: string, { head, bytes }: Backup): Promise<void> {
  await client.query(`begin; set local role ${role}`);
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.backup_state') is not null as there`,
  );
  if (rows[0]?.there) await client.query(written(backedUp(head.takenAt, bytes)));
  await client.query('commit');
}

function linesOf(path: string, { head, manifest, bytes }: Backup, seconds: number): string[] {
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    `${count(companiesOf(manifest), 'company', 'companies')}, ${rowsOf(manifest)} rows of ${head.tables.length} tables, as they were at ${head.takenAt}`,
    `${path}: ${size} in ${seconds.toFixed(1)} seconds, read back whole`,
    `Left out: ${Object.keys(LEFT_OUT).join(', ')}`,
    'Not in it, keep them apart from it: SECRETS_KEY or DATA_DIR/secrets.key, the folder of anchors with key.pem, and the variables',
    '(docs/operating.md, What is not in the file)',
  ];
}

runCommand(main);
