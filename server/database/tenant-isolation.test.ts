import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../config.ts';
import { useWorld } from '../testing/world.ts';

// The database separates companies (docs/architecture.md, Tenant isolation), as its catalogue shows.
const world = useWorld({});

describe('tenant isolation', () => {
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
      "select tablename as name, qual, with_check from pg_policies where schemaname = 'public' and roles <> '{keyhold_system}'",
    );
    for (const { name, qual, with_check } of policies) {
      for (const rule of [qual, with_check]) {
        if (rule !== null) expect(rule, name).toMatch(/own_company\(\)|^false$/);
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

  test('R6 no role can bypass the policies, none is a superuser, and the login has no right outside a role', async () => {
    const login = await world.pool.query<{ user: string }>('select session_user as user');
    const user = login.rows[0]?.user;
    const roles = await world.sql(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit, rolreplication from pg_roles
       where rolname = any ($1)`,
      [['keyhold_app', 'keyhold_system', 'keyhold_owner', user]],
    );
    expect(roles).toHaveLength(4);
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
           or table_name = 'companies' and column_name not in
             ('name', 'admin_email', 'settings', 'timezone', 'receipt_terms', 'finder_line',
              'finder_shows_name', 'audit_share', 'offline_days', 'staff_reserve', 'emergency_issue', 'sheets_printed', 'second_factor_roles', 'second_factor_since', 'first_steps_dismissed_at', 'updated_at')
           or table_name in ('history_checks', 'movement_history', 'audit_log', 'archived_key_bunches', 'audit_scans'))`,
    );
    expect(granted).toEqual([]);
    const rights = await world.sql<{ name: string }>(
      `select table_name || ' ' || privilege_type as name from information_schema.role_table_grants
       where grantee = 'keyhold_app' and (privilege_type = 'TRUNCATE' or privilege_type = 'DELETE'
         and table_name not in ('webhooks', 'locations', 'key_bunches', 'key_bunch_premises', 'labels', 'photos', 'settings',
             'import_refused_rows', 'round_sets', 'push_devices'))`,
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

  test('without a company set, the role of companies shows no row', async () => {
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
         and conrelid not in ('sessions'::regclass, 'one_time_tokens'::regclass, 'identities'::regclass, 'letters'::regclass,
           'authenticator_apps'::regclass, 'passkeys'::regclass, 'recovery_codes'::regclass, 'half_sign_ins'::regclass,
           'factor_challenges'::regclass)
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
      .filter((file) => !file.startsWith('testing/') && !file.startsWith('demo/'));
    expect(files.length).toBeGreaterThan(30);
    const named = files
      .filter((file) => /companyId/.test(readFileSync(join(ROOT, 'server', file), 'utf8')))
      .sort();
    // Why each file may name companies: activity, security-log and log write the log of a user whose reply has left, windows limits a company's
    // part of it, calls, http/log and auth write into it, pre-company names what features receive, requester and queue share out places and
    // letters by company, caller determines a caller's company, user/edit compares the sent company with the stored one, holder and premises
    // leave it out of what they read, identity checks that a company is active, invariants check one company after another, live separates
    // what is sent outside any transaction, attempts count a company's questions about emails, anchor and export find a company's lines in a
    // file outside the database, verify names the companies whose former registers have broken seals,
    // register-sheet writes the sheets of any company for the operator, bind, tablet, acknowledge and kiosk-cookie find a tablet's kiosk before
    // its company is known, begin and turn name the own company to the tablet, which keeps returns for it, push/sender
    // deletes the device of any company that is gone.
    const allowed = [
      'activity/activity.ts',
      'activity/security-log.ts',
      'activity/windows.ts',
      'anchor/anchors.ts',
      'commands/register-sheet.ts',
      'commands/verify.ts',
      'database/caller.ts',
      'database/history-chain.ts',
      'database/invariants.ts',
      'database/schema/delivery.ts',
      'database/schema/history.ts',
      'database/schema/accounts.ts',
      'database/schema/register.ts',
      'features/anchor/anchor.ts',
      'features/history/log.ts',
      'features/auth/auth.ts',
      'features/auth/factor.ts',
      'features/auth/password.ts',
      'features/auth/second-step.ts',
      'features/company/company.ts',
      'features/export/archive.ts',
      'features/export/export.ts',
      'features/export/register.ts',
      'features/former-register/archive.ts',
      'features/former-register/history.ts',
      'features/pre-company.ts',
      'features/holder/holder.ts',
      'features/kiosk/acknowledge.ts',
      'features/kiosk/begin.ts',
      'features/kiosk/bind.ts',
      'features/kiosk/tablet.ts',
      'features/kiosk/turn.ts',
      'features/premises/record.ts',
      'features/room-handover/sign.ts',
      'features/user/edit.ts',
      'http/calls.ts',
      'http/requester.ts',
      'http/log.ts',
      'identity/attempts.ts',
      'identity/identity.ts',
      'identity/kiosk-cookie.ts',
      'identity/single-sign-on.ts',
      'live/changes.ts',
      'live/hub.ts',
      'push/sender.ts',
      'live/live.ts',
      'mail/queue.ts',
      'webhook/sender.ts',
      'webhook/work.ts',
    ];
    expect(allowed).toEqual(expect.arrayContaining(named));
  });
});
