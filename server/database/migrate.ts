import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { ROOT } from '../config.ts';

const FOLDER = join(ROOT, 'server/database/migrations');
/** Any number, the same in every Keyhold server: one migrates, the others wait. */
const LOCK = 727_166_001;

/**
 * Brings the schema up to date: each file of migrations/ once, in order of its name, as keyhold_owner, in one transaction of its
 * own. Throws when a file that was already applied has changed. Answers the names it applied.
 */
export async function migrate(client: pg.ClientBase): Promise<string[]> {
  const applied: string[] = [];
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  try {
    const done = await history(client);
    for (const name of (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort()) {
      const text = await readFile(join(FOLDER, name), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      const before = done.get(name);
      if (before === checksum) continue;
      if (before)
        throw new Error(
          `Migration ${name} is not the file that was applied. Restore it, or use a fresh database.`,
        );
      await apply(client, name, text, checksum);
      applied.push(name);
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  }
  return applied;
}

async function history(client: pg.ClientBase): Promise<Map<string, string>> {
  await client.query(
    `begin; set local role keyhold_owner; set local client_min_messages = warning;
     create table if not exists schema_migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now()); commit`,
  );
  await client.query('begin; set local role keyhold_owner');
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  await client.query('commit');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function apply(client: pg.ClientBase, name: string, text: string, checksum: string): Promise<void> {
  await client.query('begin; set local role keyhold_owner');
  try {
    await client.query(text);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
