import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { ask, useEmbedded } from '../testing/embedded.ts';
import { checkRoles, prepareRoles } from './roles.ts';

const { cleanups, freshFolder, opened } = useEmbedded();

describe('the roles', () => {
  test('give the login nothing outside a role', async () => {
    const { connection, admin } = await opened(await freshFolder());
    const client = new pg.Client(connection);
    await client.connect();
    cleanups.push(() => client.end());
    await ask({ ...admin, database: 'keyhold' }, 'set role keyhold_owner; create table secret (n int)');
    await expect(client.query('select * from public.secret')).rejects.toMatchObject({ code: '42501' });
    // Without rights on the schema an unqualified name is found nowhere.
    await expect(client.query('select * from secret')).rejects.toMatchObject({ code: '42P01' });
    await expect(client.query('create table public.mine (n int)')).rejects.toMatchObject({ code: '42501' });
    await expect(client.query('create temporary table mine (n int)')).rejects.toMatchObject({
      code: '42501',
    });
    await expect(client.query('create role other')).rejects.toMatchObject({ code: '42501' });
    for (const role of ['keyhold_app', 'keyhold_system']) {
      await client.query(`begin; set local role ${role}`);
      await expect(client.query('select * from secret')).rejects.toMatchObject({ code: '42501' });
      await client.query('rollback');
    }
    expect(await checkRoles(client)).toEqual({ ready: true, owns: false, rewrites: [], sql: '' });
    const attributes = await client.query(
      `select rolname, rolsuper or rolbypassrls or rolinherit or rolcreatedb or rolcreaterole as strong, rolcanlogin
       from pg_roles where rolname like 'keyhold%' order by rolname`,
    );
    expect(attributes.rows).toEqual([
      { rolname: 'keyhold', strong: false, rolcanlogin: true },
      { rolname: 'keyhold_app', strong: false, rolcanlogin: false },
      { rolname: 'keyhold_owner', strong: false, rolcanlogin: false },
      { rolname: 'keyhold_system', strong: false, rolcanlogin: false },
    ]);
  });

  test('are prepared by many at once, in many databases', async () => {
    const { admin } = await opened(await freshFolder());
    await ask(
      { ...admin, database: 'keyhold' },
      'drop owned by keyhold_owner, keyhold_system, keyhold_app, keyhold',
    );
    await ask(admin, 'drop role keyhold_owner, keyhold_system, keyhold_app');
    const databases = ['keyhold', 'one', 'two', 'three'];
    for (const name of databases.slice(1)) await ask(admin, `create database ${name}`);
    const prepare = async (database: string) => {
      const client = new pg.Client({ ...admin, database });
      await client.connect();
      await prepareRoles(client, { name: 'keyhold' }).finally(() => client.end());
    };
    await Promise.all([...databases, ...databases].map(prepare));
    for (const database of databases) {
      const client = new pg.Client({ ...admin, database });
      await client.connect();
      expect(await checkRoles(client).finally(() => client.end())).toMatchObject({
        ready: true,
        rewrites: ['it is a superuser'],
      });
    }
  });

  test('are named in the SQL that an administrator must run, after which nothing is missing', async () => {
    const { admin, connection } = await opened(await freshFolder());
    await ask(admin, 'create database "O\'Neil"');
    await ask(admin, 'create role "clerk 1" login password \'x\'');
    const target = { ...connection, database: "O'Neil" };
    const clerk = new pg.Client({ ...target, user: 'clerk 1', password: 'x' });
    await clerk.connect();
    cleanups.push(() => clerk.end());
    const before = await checkRoles(clerk);
    expect(before).toMatchObject({ ready: false, owns: false, rewrites: [] });
    expect(before.sql).toContain('grant keyhold_app to "clerk 1" with inherit false, set true;');
    expect(before.sql).toContain('grant keyhold_system to "clerk 1" with inherit false, set true;');
    await expect(prepareRoles(clerk, null)).rejects.toMatchObject({ code: '42501' });
    await ask({ ...admin, database: "O'Neil" }, before.sql);
    expect(await checkRoles(clerk)).toEqual({ ready: true, owns: false, rewrites: [], sql: '' });
    await expect(prepareRoles(clerk, null)).rejects.toMatchObject({ code: '42501' });
    await expect(clerk.query('set role keyhold_owner')).rejects.toMatchObject({ code: '42501' });
    await clerk.query('begin; set local role keyhold_system; set local role keyhold_app; commit');
  });
});
