import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { type Config, ROOT } from '../config.ts';
import { readConfig } from '../environment.ts';
import { asAdmin, asLogin, databaseOf } from '../testing/database.ts';
import { run } from '../testing/server-process.ts';
import { APPENDED, REWRITINGS } from '../testing/tamper.ts';
import { openEmbedded } from './embedded.ts';
import { checkChains } from './history-chain.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';

// The rights of the server's login after the start: those it lacks, a thief of it lacks too
// (docs/decisions/0044-the-login-owns-nothing.md).
const MIGRATIONS = join(ROOT, 'server/database/migrations');
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-login-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function opened(config: Config): Promise<Database & { said: string[]; owner: pg.ClientConfig }> {
  const said: string[] = [];
  const database = await openDatabase(config, (line) => said.push(line));
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= database.close());
  cleanups.push(close);
  if (!database.owner) throw new Error('Nothing may become the owner');
  return { ...database, owner: database.owner, close, said };
}

const asked = <T extends pg.QueryResultRow>(target: pg.ClientConfig, text: string): Promise<T[]> =>
  asAdmin(target, async (client) => (await client.query<T>(text)).rows);

/** The roles that a login is a member of, directly or indirectly. */
const rolesOf = async (owner: pg.ClientConfig, login: string) =>
  (
    await asked<{ name: string }>(
      owner,
      `select r.rolname as name from pg_roles r
       where pg_has_role('${login}', r.oid, 'MEMBER') and r.rolname <> '${login}' order by 1`,
    )
  ).map(({ name }) => name);

/** A company with two entries in one of its chains, one in the other and a set in the archive, written as the register writes them. */
const FILL = `begin; set local role keyhold_owner;
  insert into companies (name, slug, admin_email) values ('Firm', 'firm', 'dana@example.com');
  insert into users (email, first_name, company_id, role) values ('dana@example.com', 'Dana', 1, 'super_admin');
  set local role keyhold_app; set local app.company_id = '1'; set local app.user_id = '1'; set local app.all_locations = 'on';
  insert into movement_history (key_bunch_identifier, key_bunch_type, action_type, performed_by_email)
    select 'A', 'static', 'issue', 'dana@example.com' from generate_series(1, 2);
  insert into audit_log (action, user_email, description) values ('edit', 'dana@example.com', 'X');
  insert into archived_key_bunches (original_id, identifier, type, location_id, location_name, status, key_count, fob_count, created_at,
    last_updated, deleted_by) values (7, 'A', 'static', 1, 'Office', 'active', 1, 0, now(), now(), 1);
  commit`;

const dumpOf = async (owner: pg.ClientConfig) =>
  Promise.all(APPENDED.map((table) => asked(owner, `select to_jsonb(t) as row from ${table} t order by 1`)));

async function attack(login: pg.ClientConfig, owner: pg.ClientConfig): Promise<void> {
  await asked(owner, FILL);
  const before = await dumpOf(owner);
  await asAdmin(login, async (client) => {
    for (const role of ['', 'set local role keyhold_app;', 'set local role keyhold_system;']) {
      for (const statement of REWRITINGS) {
        await client.query(`begin; ${role} set local app.company_id = '1'; set local app.user_id = '1';
          set local app.all_locations = 'on'`);
        await expect(client.query(statement), `${role} ${statement}`).rejects.toMatchObject({
          code: '42501',
        });
        await client.query('rollback');
      }
    }
  });
  expect(await dumpOf(owner)).toEqual(before);
  const chains = await asAdmin(owner, (client) => checkChains(client, 1));
  expect(chains.map(({ entries, brokenAt }) => [entries, brokenAt])).toEqual([
    [2, null],
    [1, null],
  ]);
}

/** A database whose login is a member of keyhold_owner, and migrated it but for the last file. */
async function oldDatabase() {
  const { admin } = inject('server');
  const serial = randomBytes(4).toString('hex');
  const [database, login, password] = [`keyhold_old_${serial}`, `keyhold_old_login_${serial}`, 'x1'];
  const config = { ...admin, ...databaseOf(admin, database) };
  await asked(admin, `create database ${database}`);
  cleanups.push(() => asked(admin, `drop role if exists ${login}`));
  cleanups.push(() => asked(admin, `drop database ${database} with (force)`));
  const [{ modern } = { modern: true }] = await asked<{ modern: boolean }>(
    admin,
    "select current_setting('server_version_num')::int >= 160000 as modern",
  );
  await asked(
    config,
    `create role ${login} login noinherit password '${password}';
     grant keyhold_owner, keyhold_app to ${login} ${modern ? 'with inherit false, set true' : ''};
     revoke all on schema public from public; grant usage, create on schema public to keyhold_owner;
     grant usage on schema public to keyhold_app`,
  );
  const own = { ...config, ...asLogin(config, login, password) };
  const folder = await freshFolder();
  const files = (await readdir(MIGRATIONS)).sort();
  const last = files.pop() ?? '';
  for (const file of files) await copyFile(join(MIGRATIONS, file), join(folder, file));
  await asAdmin(own, (client) => migrate(client, { folder }));
  return { login, own, last, admin: config, url: urlOf(own), ownerUrl: urlOf(config) };
}

function urlOf({ connectionString, user, password, host, port, database }: pg.ClientConfig): string {
  if (connectionString) return connectionString;
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
}

describe('the login of the server', () => {
  test('R11 R6 rewrites nothing in an embedded database, and one that still owned it no longer does', async () => {
    const folder = await freshFolder();
    const before = await openEmbedded(folder, () => undefined);
    await asked(before.owner, 'grant keyhold_owner to keyhold with inherit false, set true');
    await before.close();
    const { pool, owner, said } = await opened(readConfig({ DATA_DIR: folder }));
    expect(said.filter((line) => line.startsWith('Warning'))).toEqual([]);
    expect(await rolesOf(owner, 'keyhold')).toEqual(['keyhold_app', 'keyhold_system']);
    await attack(pool.options, owner);
  });

  test('R6 makes no large objects, and what it sets of itself to lock the server out ends with the next start', async () => {
    const folder = await freshFolder();
    const first = await opened(readConfig({ DATA_DIR: folder }));
    const login = first.pool.options;
    for (const making of ['lo_create(0)', "lo_from_bytea(0, 'x')", 'lo_creat(-1)'])
      await expect(asked(login, `select ${making}`)).rejects.toMatchObject({ code: '42501' });
    await asked(
      login,
      `alter role keyhold set default_transaction_read_only = on; alter role keyhold in database ${first.pool.options.database} set statement_timeout = 1;
       alter role keyhold password 'another'`,
    );
    await first.close();
    const { pool } = await opened(readConfig({ DATA_DIR: folder }));
    expect((await pool.query('show default_transaction_read_only')).rows).toEqual([
      { default_transaction_read_only: 'off' },
    ]);
    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
  });

  test('R11 R6 rewrites nothing in another PostgreSQL, where it loses what it had by DATABASE_OWNER_URL', async () => {
    const { login, url, ownerUrl, admin, last } = await oldDatabase();
    const database = await opened(readConfig({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }));
    expect(database.said).toEqual(expect.arrayContaining([`Applied migration ${last}`]));
    expect(database.said.filter((line) => line.startsWith('Warning'))).toEqual([]);
    expect(await rolesOf(admin, login)).toEqual(['keyhold_app', 'keyhold_system']);
    await attack(database.pool.options, admin);
    await database.close();
    // From here on the login is enough for a start, until there is a new migration.
    const later = await openDatabase(readConfig({ DATABASE_URL: url }), () => undefined);
    expect(later.owner).toBeNull();
    await later.close();
    await asked(admin, `delete from schema_migrations where name = '${last}'`);
    const refused = openDatabase(readConfig({ DATABASE_URL: url }), () => undefined);
    await expect(refused).rejects.toThrow(
      new RegExp(`misses a migration \\(${last.replace('.', '\\.')}\\)[\\s\\S]*keyhold migrate`),
    );
  });

  test('goes on where nobody else is known, and the start says what that costs and what to set', async () => {
    const { login, url, ownerUrl, admin } = await oldDatabase();
    const none = openDatabase(readConfig({ DATABASE_URL: url }), () => undefined);
    await expect(none).rejects.toThrow(/create role|grant keyhold_system/);
    const sql = await none.catch((error: Error) => /^(-- as[\s\S]*;)\n/m.exec(error.message)?.[1] ?? '');
    expect(sql).toContain(`revoke keyhold_owner from "${login}"`);
    await asked(admin, String(sql).replace(/^revoke keyhold_owner.*$/m, ''));
    const database = await opened(readConfig({ DATABASE_URL: url }));
    expect(database.said.at(-1)).toMatch(
      /^Warning: the login of DATABASE_URL could rewrite the history: it is a member of keyhold_owner\..*set DATABASE_OWNER_URL/,
    );
    expect(await rolesOf(admin, login)).toEqual(['keyhold_app', 'keyhold_owner', 'keyhold_system']);
    const command = await run('migrate', { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl });
    expect(command).toEqual({ code: 0, said: 'The database is up to date.' });
    expect(await rolesOf(admin, login)).toEqual(['keyhold_app', 'keyhold_system']);
    const without = await run('migrate', { DATABASE_URL: url });
    expect(without).toEqual({ code: 0, said: 'The database is up to date.' });
  });

  test('R6 is a member of nothing that owns anything, and its roles may neither change what is appended to nor run a trigger’s function', async () => {
    const { admin, template, login } = inject('server');
    const own = { ...admin, ...databaseOf(admin, template) };
    const roles = await rolesOf(own, login.user);
    expect(roles).toEqual(['keyhold_app', 'keyhold_system']);
    for (const role of roles) expect(await rolesOf(own, role), role).toEqual([]);
    const names = [login.user, ...roles].map((name) => `'${name}'`).join(', ');
    const owned = `select r.rolname, c.relname as name from pg_class c join pg_roles r on pg_has_role(r.oid, c.relowner, 'MEMBER')
        where r.rolname in (${names}) and not r.rolsuper
      union all select r.rolname, p.proname from pg_proc p join pg_roles r on pg_has_role(r.oid, p.proowner, 'MEMBER') where r.rolname in (${names})
      union all select r.rolname, n.nspname from pg_namespace n join pg_roles r on pg_has_role(r.oid, n.nspowner, 'MEMBER') where r.rolname in (${names})`;
    expect(await asked(own, owned)).toEqual([]);
    const appended = await asked<{ name: string }>(
      own,
      "select tgrelid::regclass::text as name from pg_trigger where tgname = 'append_only' union select 'chain_heads'",
    );
    expect(appended.map(({ name }) => name).sort()).toEqual([...APPENDED].sort());
    const rights = await asked(
      own,
      `select r.rolname, t.name, p.name as may from pg_roles r, unnest(array['${APPENDED.join("','")}']) t(name),
         unnest(array['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES']) p(name)
       where r.rolname in (${names}) and case when p.name in ('UPDATE', 'REFERENCES') then has_any_column_privilege(r.oid, t.name, p.name)
         else has_table_privilege(r.oid, t.name, p.name) end`,
    );
    expect(rights).toEqual([]);
    const written = await asked(
      own,
      `select t.name from unnest(array['${APPENDED.join("','")}']) t(name)
       where has_any_column_privilege('keyhold_system', t.name, 'INSERT') and t.name <> 'audit_log'`,
    );
    expect(written).toEqual([]);
    // Functions that run with the owner's rights write none of these tables. What a closed account's device hands in has no caller:
    // hand_in_entry adds a question of such an account, which records nothing (decision 0077).
    const functions = await asked(
      own,
      `select r.rolname, p.oid::regprocedure::text as name from pg_proc p, pg_roles r
       where p.pronamespace = 'public'::regnamespace and r.rolname in (${names}) and has_function_privilege(r.oid, p.oid, 'EXECUTE')
         and p.proname <> 'hand_in_entry'
         and (p.prorettype = 'trigger'::regtype or p.prosecdef
           and p.prosrc ~* '(update|delete from|insert into|truncate|execute)\\s+(only\\s+)?(${APPENDED.join('|')}|''|format)')`,
    );
    expect(functions).toEqual([]);
  });
});
