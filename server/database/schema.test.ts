import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../config.ts';
import { useWorld } from '../testing/world.ts';
import * as schema from './schema.ts';

const world = useWorld();

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
type Column = { name: string; nullable: boolean; type: string; default: string | null };
const columnsOf = (table: string): Promise<Column[]> =>
  world.sql<Column>(
    `select column_name as name, is_nullable = 'YES' as nullable, coalesce(nullif(data_type, 'ARRAY'), udt_name) as type,
       column_default as default
     from information_schema.columns where table_schema = 'public' and table_name = $1 order by 1`,
    [table],
  );

describe('the tables have the fields of the specification', () => {
  const fields: [string, string, string][] = [
    ['ENT-01', 'companies', 'id name slug adminEmail planType isActive settings createdAt updatedAt'],
    [
      'ENT-04',
      'users',
      `id email firstName lastName password profileImageUrl companyId role permissions customPermissions
       allowedLocationIds isActive createdAt updatedAt`,
    ],
    ['ENT-08', 'locations', 'id companyId name type description status'],
    [
      'ENT-10',
      'key_bunches',
      `id companyId identifier type currentTag nfcSerial locationId status keyCount fobCount keyDescription notes
       imageUrl imageUpdatedAt lastUpdated createdAt updatedAt`,
    ],
    [
      'ENT-13',
      'movement_history',
      `id keyBunchId fromLocationId toLocationId fromBunchType toBunchType actionType oldTag newTag performedBy
       timestamp notes companyId`,
    ],
    [
      'ENT-17',
      'audit_sessions',
      `id companyId performedBy locationId keyType startTime endTime totalExpected totalScanned missingBunches status
       notes createdAt`,
    ],
    [
      'ENT-19',
      'audit_scans',
      'id auditSessionId keyBunchId nfcScanned tagScanned scanResult timestamp notes companyId',
    ],
    [
      'ENT-20',
      'archived_key_bunches',
      `id originalId identifier type currentTag nfcSerial locationId locationName status keyCount fobCount
       keyDescription notes createdAt lastUpdated deletedAt deletedBy deletionReason companyId`,
    ],
    ['ENT-21', 'audit_log', 'id action userId keyBunchId details timestamp companyId'],
    ['ENT-23', 'sessions', 'sid sess expire'],
    ['ENT-24', 'settings', 'id name displayName description color isActive companyId'],
  ];
  for (const [id, table, names] of fields) {
    test(`${id} ${table}`, async () => {
      const columns = (await columnsOf(table)).map(({ name }) => name);
      expect(columns).toEqual(expect.arrayContaining(names.split(/\s+/).map(snake)));
    });
  }

  test('ENT-03 ENT-06 ENT-09 ENT-11 ENT-18 defaults', async () => {
    const defaults: [string, string, string | RegExp][] = [
      ['companies', 'plan_type', /^'basic'/],
      ['users', 'role', /^'officer'/],
      ['locations', 'status', /^'active'/],
      ['key_bunches', 'status', /^'active'/],
      ['key_bunches', 'key_count', /^1$/],
      ['key_bunches', 'fob_count', /^0$/],
      ['audit_sessions', 'total_scanned', /^0$/],
      ['audit_sessions', 'status', /^'in_progress'/],
    ];
    for (const [table, name, value] of defaults) {
      const column = (await columnsOf(table)).find((found) => found.name === name);
      expect(column?.default, `${table}.${name}`).toMatch(value);
    }
  });

  test('ENT-07 permissions are text lists, allowed locations an integer list', async () => {
    const types = Object.fromEntries((await columnsOf('users')).map(({ name, type }) => [name, type]));
    expect(types).toMatchObject({
      permissions: '_text',
      custom_permissions: '_text',
      allowed_location_ids: '_int4',
    });
    const sessions = await columnsOf('audit_sessions');
    expect(sessions.find(({ name }) => name === 'missing_bunches')?.type).toBe('_text');
  });

  test('ENT-02 ENT-05 a slug and an email are unique', async () => {
    const insert = 'insert into companies (name, slug, admin_email) values ($1, $2, $3)';
    await world.sql(insert, ['A', 'one-of-a-kind', 'a@example.com']);
    await expect(world.sql(insert, ['B', 'one-of-a-kind', 'b@example.com'])).rejects.toMatchObject({
      code: '23505',
      constraint: 'companies_slug_key',
    });
    await world.sql("insert into users (email) values ('one@example.com')");
    await expect(world.sql("insert into users (email) values ('one@example.com')")).rejects.toMatchObject({
      code: '23505',
      constraint: 'users_email_key',
    });
    await expect(world.sql("insert into users (email) values ('One@example.com')")).rejects.toMatchObject({
      code: '23514',
    });
  });
});

test('schema.ts has exactly the tables and columns of the database', async () => {
  const tables = Object.values(schema as Record<string, unknown>).filter((item): item is Table =>
    is(item, Table),
  );
  expect(tables.length).toBeGreaterThan(10);
  for (const table of tables) {
    const declared = Object.values(getTableColumns(table))
      .map(({ name, notNull }) => ({ name, nullable: !notNull }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const real = (await columnsOf(getTableName(table))).map(({ name, nullable }) => ({ name, nullable }));
    expect(declared, getTableName(table)).toEqual(real);
  }
  const real = await world.sql<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  const known = [...tables.map(getTableName), 'attempts', 'schema_migrations'].sort();
  expect(real.map(({ name }) => name)).toEqual(known);
});

describe('the walls', () => {
  test('G1 every table with company_id has row-level security, and a policy for every right the app has', async () => {
    const tables = await world.sql<{ name: string; secured: boolean; policies: number }>(
      `select c.relname as name, c.relrowsecurity as secured,
         (select count(*)::int from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
           and p.roles = '{keyhold_app}' and (p.qual is not null or p.with_check is not null)) as policies
       from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
         and (c.relname = 'companies' or exists (select from pg_attribute a
           where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))`,
    );
    expect(tables.length).toBeGreaterThanOrEqual(14);
    for (const { name, secured, policies } of tables) {
      expect([name, secured]).toEqual([name, true]);
      expect(policies, name).toBeGreaterThan(0);
    }
    const policies = await world.sql<{ name: string; qual: string | null; with_check: string | null }>(
      "select tablename as name, qual, with_check from pg_policies where schemaname = 'public'",
    );
    for (const { name, qual, with_check } of policies) {
      for (const rule of [qual, with_check]) {
        if (rule !== null) expect(rule, name).toMatch(/app\.company_id|^false$/);
      }
    }
  });

  test('R6 the app reads no table that has no policy for it, and owns nothing', async () => {
    const open = await world.sql(
      `select table_name from information_schema.role_table_grants g
       where grantee = 'keyhold_app' and not exists (select from pg_policies p where p.tablename = g.table_name)`,
    );
    expect(open).toEqual([]);
    const owned = await world.sql("select relname from pg_class where relowner = 'keyhold_app'::regrole");
    expect(owned).toEqual([]);
    const [{ owners } = { owners: [] }] = await world.sql<{ owners: string[] }>(
      `select array_agg(distinct pg_get_userbyid(relowner)::text) as owners from pg_class
       where relnamespace = 'public'::regnamespace`,
    );
    expect(owners).toEqual(['keyhold_owner']);
  });

  test('R6 no role can bypass the policies, none is a superuser, and the login has no right outside a door', async () => {
    const { user } = world.pool.options as { user?: string };
    const roles = await world.sql(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit, rolreplication from pg_roles
       where rolname = any ($1)`,
      [['keyhold_app', 'keyhold_owner', user]],
    );
    expect(roles).toHaveLength(3);
    for (const role of roles) {
      expect(role).toEqual({
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolinherit: false,
        rolreplication: false,
      });
    }
    const tables = ['companies', 'users', 'sessions', 'key_bunches', 'movement_history', 'attempts'];
    for (const statement of [
      ...tables.map((table) => `select count(*) from public.${table}`),
      'select public.company_usage()',
      'create table public.mine (id int)',
    ]) {
      await expect(world.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('R6 the app changes no id, no company, no history, and deletes no person', async () => {
    const granted = await world.sql<{ name: string }>(
      `select table_name || '.' || column_name || ' ' || privilege_type as name from information_schema.column_privileges
       where grantee = 'keyhold_app' and privilege_type = 'UPDATE'
         and (column_name in ('id', 'company_id', 'created_by', 'performed_by', 'seq', 'hash', 'prev_hash')
           and (table_name, column_name) <> ('photos', 'hash')
           or table_name in ('companies', 'movement_history', 'audit_log', 'archived_key_bunches', 'audit_scans'))`,
    );
    expect(granted).toEqual([]);
    const rights = await world.sql<{ name: string }>(
      `select table_name || ' ' || privilege_type as name from information_schema.role_table_grants
       where grantee = 'keyhold_app' and (privilege_type = 'TRUNCATE' or privilege_type = 'DELETE'
         and table_name not in ('locations', 'key_bunches', 'photos', 'settings'))`,
    );
    expect(rights).toEqual([]);
    const secret = await world.sql(
      `select column_name from information_schema.column_privileges
       where grantee = 'keyhold_app' and table_name = 'users' and column_name = 'password'`,
    );
    expect(secret).toEqual([]);
  });

  test('functions that run with the owner’s rights pin their search path', async () => {
    const loose = await world.sql(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
         and coalesce(array_to_string(proconfig, ','), '') not like '%search_path=public, pg_temp%'`,
    );
    expect(loose).toEqual([]);
  });

  test('without a company set, the company door shows no row', async () => {
    const company = await world.newCompany();
    await company.location();
    const client = await world.pool.connect();
    try {
      await client.query('begin; set local role keyhold_app');
      for (const table of [
        'companies',
        'locations',
        'key_bunches',
        'movement_history',
        'audit_log',
        'settings',
      ]) {
        const { rows } = await client.query(`select count(*)::int as count from ${table}`);
        expect(rows, table).toEqual([{ count: 0 }]);
      }
      const { rows } = await client.query('select count(id)::int as count from users');
      expect(rows).toEqual([{ count: 0 }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('P9 a reference to another company’s row cannot be stored', async () => {
    const [a, b] = [await world.newCompany(), await world.newCompany()];
    const [mine, theirs] = [await a.location(), await b.location()];
    const insert =
      "insert into key_bunches (company_id, identifier, type, location_id, holder_user_id) values ($1, 'X', 'static', $2, $3)";
    await expect(world.sql(insert, [a.id, theirs.id, null])).rejects.toMatchObject({ code: '23503' });
    await expect(world.sql(insert, [a.id, mine.id, b.admin.id])).rejects.toMatchObject({ code: '23503' });
    const bunch = await a.bunch(mine.id);
    const move = 'update key_bunches set location_id = $2 where id = $1';
    await expect(world.sql(move, [bunch.id, theirs.id])).rejects.toMatchObject({ code: '23503' });
    const loose = await world.sql(
      `select conrelid::regclass::text || '.' || conname as name from pg_constraint c
       where contype = 'f' and connamespace = 'public'::regnamespace
         and confrelid not in ('companies'::regclass)
         and conrelid not in ('sessions'::regclass, 'one_time_tokens'::regclass)
         and cardinality(conkey) < 2`,
    );
    expect(loose).toEqual([]);
  });

  test('I2 the database holds issued and holder together', async () => {
    const company = await world.newCompany();
    const bunch = await company.bunch((await company.location()).id);
    for (const change of [
      "status = 'issued'",
      "holder_name = 'A'",
      'issued_at = now()',
      'key_count = 0',
      'fob_count = -1',
    ]) {
      const update = world.sql(`update key_bunches set ${change} where id = $1`, [bunch.id]);
      await expect(update, change).rejects.toMatchObject({ code: '23514' });
    }
  });
});

describe('companyId in the server’s code', () => {
  test('stands only where a company is made, found or walled off', () => {
    const files = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) => !file.startsWith('testing/') && !file.startsWith('demo'));
    expect(files.length).toBeGreaterThan(30);
    const named = files
      .filter((file) => /companyId/.test(readFileSync(join(ROOT, 'server', file), 'utf8')))
      .sort();
    // app, http and auth write it into the log, user compares the sent one with the stored, key-bunch joins by the whole key,
    // verify and invariants look at one company after the other.
    const allowed = [
      'app.ts',
      'database/invariants.ts',
      'database/schema.ts',
      'features/auth.ts',
      'features/company.ts',
      'features/key-bunch.ts',
      'features/user.ts',
      'http.ts',
      'session.ts',
      'tenant.ts',
      'verify.ts',
    ];
    expect(allowed).toEqual(expect.arrayContaining(named));
    const joined = readFileSync(join(ROOT, 'server/features/key-bunch.ts'), 'utf8').match(/companyId/g);
    expect(joined).toHaveLength(2);
  });
});

describe('G17 the history', () => {
  let company: Awaited<ReturnType<typeof world.newCompany>>;
  let owner: pg.Client;
  beforeAll(async () => {
    company = await world.newCompany();
    const site = await company.location();
    const bunches = await Promise.all(Array.from({ length: 20 }, () => company.bunch(site.id)));
    const answers = await Promise.all(
      bunches.map(({ id }) =>
        company.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Callum Reid' } }),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await company.admin.call('deleteKeyBunch', { params: { id: (await company.bunch(site.id)).id } });
    owner = new pg.Client(world.pool.options);
    await owner.connect();
  });
  afterAll(() => owner.end());

  const tables = ['movement_history', 'audit_log', 'archived_key_bunches'];
  const rewritings = tables.flatMap((table) => [
    `update ${table} set ${table === 'archived_key_bunches' ? 'identifier' : 'details'} = ${table === 'archived_key_bunches' ? "'x'" : "'{}'"}`,
    `delete from ${table}`,
    `truncate ${table}`,
  ]);
  for (const role of ['keyhold_app', 'keyhold_owner']) {
    test(`R11 refuses to be rewritten by ${role}`, async () => {
      for (const statement of [...rewritings, `truncate companies cascade`]) {
        await owner.query(`begin; set local role ${role}; set local app.company_id = '${company.id}';
          set local app.all_locations = 'on'`);
        await expect(owner.query(statement), statement).rejects.toMatchObject({ code: '42501' });
        await owner.query('rollback');
      }
    });
  }

  test('I4 numbers have no gap and the chain verifies after twenty writes at once', async () => {
    const rows = await world.sql<{ seq: string }>(
      'select seq from movement_history where company_id = $1 order by seq',
      [company.id],
    );
    expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 21 }, (_, n) => n + 1));
    const verified = await world.sql('select * from verify_history($1)', [company.id]);
    expect(verified).toEqual([
      { chain: 'movement', entries: '21', broken_at: null, reason: null },
      { chain: 'log', entries: '23', broken_at: null, reason: null },
    ]);
  });

  test('R11 number, time, actor and hash are the database’s, whatever is sent', async () => {
    const other = await company.as('officer');
    await owner.query(`begin; set local role keyhold_app; set local app.company_id = '${company.id}';
      set local app.user_id = '${other.id}'; set local app.all_locations = 'on'`);
    const { rows } = await owner.query(
      `insert into movement_history (key_bunch_identifier, key_bunch_type, action_type, performed_by_email, performed_by,
         timestamp, seq, hash, prev_hash)
       values ('X', 'static', 'issue', 'a@b.c', ${company.admin.id}, '1999-01-01', 5, '\\x00', '\\x00')
       returning performed_by, seq, timestamp > now() - interval '1 hour' as fresh, length(hash) as length`,
    );
    await owner.query('rollback');
    expect(rows).toEqual([{ performed_by: other.id, seq: '22', fresh: true, length: 32 }]);
  });

  test('an entry for another company is not taken', async () => {
    const other = await world.newCompany();
    await owner.query(`begin; set local role keyhold_app; set local app.company_id = '${company.id}';
      set local app.user_id = '${company.admin.id}'; set local app.all_locations = 'on'`);
    const insert = owner.query(
      `insert into movement_history (company_id, key_bunch_identifier, key_bunch_type, action_type, performed_by_email)
       values (${other.id}, 'X', 'static', 'issue', 'a@b.c')`,
    );
    await expect(insert).rejects.toMatchObject({ code: '42501' });
    await owner.query('rollback');
  });

  test('an edit with the triggers off is found at its place, and so is a missing entry', async () => {
    const client = new pg.Client(world.admin);
    await client.connect();
    const verify = async () =>
      (await client.query('select broken_at, reason from verify_history($1)', [company.id])).rows[0];
    try {
      await client.query('begin; set local session_replication_role = replica');
      const where = 'where company_id = $1 and seq = 7';
      await client.query(`update movement_history set notes = 'changed' ${where}`, [company.id]);
      expect(await verify()).toEqual({ broken_at: '7', reason: 'the entry was changed' });
      await client.query(`delete from movement_history ${where}`, [company.id]);
      expect(await verify()).toEqual({ broken_at: '7', reason: 'an entry is missing' });
      await client.query('rollback; begin; set local session_replication_role = replica');
      await client.query('delete from movement_history where company_id = $1 and seq > 18', [company.id]);
      expect((await verify())?.reason).toBe('the newest entries are missing');
    } finally {
      await client.query('rollback');
      await client.end();
    }
  });
});
