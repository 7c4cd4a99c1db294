import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ROOT } from '../config.ts';
import { OWNER, SYSTEM } from './roles.ts';

const FOLDER = join(ROOT, 'server/database/migrations');
/**
 * Lock key shared by all Keyhold servers: one migrates, the others wait. Held by transactions, as behind a transaction pooler the next
 * statement may run on another connection.
 */
export const MIGRATION_LOCK = 727_166_001;

/**
 * Lock wait of a migration: readers queue behind it meanwhile, so it stays below their own limit (transactions.ts). Then it pauses for
 * `pauseMs`, up to `tries` attempts.
 */
const PATIENCE = { lockMs: 1000, pauseMs: 4000, tries: 12 };
type Patience = typeof PATIENCE;

/** A schema file: name, SQL and its SHA-256. */
export type Migration = { name: string; text: string; checksum: string };

/** The files of a folder in order of application. */
export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * Applies each missing file of `folder` in order of name, as keyhold_owner, each in a separate transaction. Throws when an applied file
 * has changed, or without its locks. Returns the applied names.
 */
export async function migrate(
  client: pg.ClientBase,
  { folder = FOLDER, ...patience }: Partial<Patience> & { folder?: string } = {},
): Promise<string[]> {
  const names: string[] = [];
  const files = await readMigrations(folder);
  const done = await history(client, files);
  for (const migration of files) {
    if (isDone(migration, done.get(migration.name))) continue;
    if (await applyPatiently(client, migration, { ...PATIENCE, ...patience })) names.push(migration.name);
  }
  return names;
}

/** The files that the database lacks, as seen by the server's login. Throws when an applied file has changed. Read-only. */
export async function outstanding(client: pg.ClientBase, folder = FOLDER): Promise<string[]> {
  const done = await applied(client).catch(async (error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || !['42P01', '42501'].includes(error.code ?? '')) throw error;
    // This version's list is readable from its creation on.
    const { rows } = await client.query(
      "select from pg_class where relnamespace = 'public'::regnamespace and relname = 'schema_migrations'",
    );
    if (rows.length > 0) throw incompatible('its list of migrations cannot be read');
    return new Map<string, string>();
  });
  const files = await readMigrations(folder);
  refuseIncompatible(files, done);
  return files.filter((file) => !isDone(file, done.get(file.name))).map(({ name }) => name);
}

async function applied(client: pg.ClientBase): Promise<Map<string, string>> {
  try {
    await client.query(`begin read only; set local role ${SYSTEM}`);
    return await checksums(client);
  } finally {
    await client.query('rollback');
  }
}

async function checksums(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

function isDone({ name, checksum }: Migration, before: string | undefined): boolean {
  if (before === undefined || before === checksum) return before === checksum;
  throw incompatible(`migration ${name} is not the file that was applied`);
}

/** Throws when another version made the schema: it has a migration that is none of these files, or lacks an earlier one. */
function refuseIncompatible(files: Migration[], done: Map<string, string>): void {
  const known = new Set(files.map(({ name }) => name));
  const strange = [...done.keys()].filter((name) => !known.has(name)).sort();
  const missing = files.find(({ name }) => !done.has(name) && name < (strange.at(-1) ?? ''));
  if (missing)
    throw incompatible(`it has ${strange[0]}, which this version lacks, and lacks ${missing.name}`);
}

const incompatible = (why: string) =>
  new Error(
    `This database was made by another, incompatible version of Keyhold: ${why}. Nothing was changed, and no command upgrades it. ` +
      'Keep it with the version that made it, and start this version on a fresh database (docs/releasing.md, Migrations).',
  );

/** As the owner, resolves no name in a schema that others could have created or filled. */
export const AS_OWNER = `begin; set local search_path = public; set local role ${OWNER}`;
const BEGIN = `${AS_OWNER}; select pg_advisory_xact_lock(${MIGRATION_LOCK})`;

/** Creates the list of applied migrations. One that exists is left as it is: another version may have made it. */
export const MIGRATIONS_TABLE = `do $$ begin
  if to_regclass('public.schema_migrations') is null then
    create table schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now());
    grant select on schema_migrations to ${SYSTEM};
  end if;
end $$`;

async function history(client: pg.ClientBase, files: Migration[]): Promise<Map<string, string>> {
  await client.query(`${BEGIN}; set local client_min_messages = warning; ${MIGRATIONS_TABLE}; commit`);
  await client.query(AS_OWNER);
  const done = await checksums(client);
  await client.query('commit');
  refuseIncompatible(files, done);
  return done;
}

/** Lock timeout and deadlock. */
const LOCK_CONFLICTS = ['55P03', '40P01'];

async function applyPatiently(client: pg.ClientBase, migration: Migration, patience: Patience) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(client, migration, patience.lockMs);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && LOCK_CONFLICTS.includes(error.code ?? ''))) throw error;
      if (attempt === patience.tries)
        throw new Error(
          `Migration ${migration.name} did not get its locks in ${attempt} tries: a long transaction uses its tables ` +
            '(pg_stat_activity names it). Nothing of it was applied; the next start tries again.',
          { cause: error },
        );
    }
    await sleep(patience.pauseMs);
  }
}

/** False when another server applied it meanwhile. */
async function apply(client: pg.ClientBase, migration: Migration, lockMs: number): Promise<boolean> {
  await client.query(`${BEGIN}; set local lock_timeout = ${lockMs}`);
  try {
    const { rows } = await client.query<{ checksum: string }>(
      'select checksum from schema_migrations where name = $1',
      [migration.name],
    );
    const isNew = !isDone(migration, rows[0]?.checksum);
    if (isNew) await applyTo(client, migration);
    await client.query('commit');
    return isNew;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Applies and lists a file, in the caller's transaction as keyhold_owner. */
export async function applyTo(client: pg.ClientBase, { name, text, checksum }: Migration): Promise<void> {
  await client.query(text);
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}
