import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdmin } from '../testing/database.ts';
import { useWorld } from '../testing/world.ts';
import { checkChains } from './history-chain.ts';

const world = useWorld({});

describe('G17 the history', () => {
  let company: Awaited<ReturnType<typeof world.newCompany>>;
  let login: pg.Client;
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
    login = new pg.Client(world.pool.options);
    await login.connect();
  });
  afterAll(() => login.end());

  const tables = ['movement_history', 'audit_log', 'archived_key_bunches'];
  const rewritings = tables.flatMap((table) => [
    `update ${table} set ${table === 'archived_key_bunches' ? 'identifier' : 'details'} = ${table === 'archived_key_bunches' ? "'x'" : "'{}'"}`,
    `delete from ${table}`,
    `truncate ${table}`,
  ]);
  for (const role of ['keyhold_app', 'keyhold_owner']) {
    test(`R11 refuses to be rewritten by ${role}`, async () => {
      await asAdmin(world.admin, async (client) => {
        for (const statement of [...rewritings, `truncate companies cascade`]) {
          await client.query(`begin; set local role ${role}; set local app.company_id = '${company.id}';
            set local app.all_locations = 'on'`);
          await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' });
          await client.query('rollback');
        }
      });
    });
  }

  test('I4 numbers have no gap and the chain verifies after twenty writes at once', async () => {
    const rows = await world.sql<{ seq: string }>(
      'select seq from movement_history where company_id = $1 order by seq',
      [company.id],
    );
    expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 21 }, (_, n) => n + 1));
    expect(await world.chains(company.id)).toEqual([
      { chain: 'movement', entries: 21, brokenAt: null, reason: null },
      { chain: 'log', entries: 23, brokenAt: null, reason: null },
    ]);
  });

  test('R11 number, time, actor and hash are the database’s, whatever is sent', async () => {
    const other = await company.as('officer');
    await login.query(`begin; set local role keyhold_app; set local app.company_id = '${company.id}';
      set local app.user_id = '${other.id}'; set local app.all_locations = 'on'`);
    const { rows } = await login.query(
      `insert into movement_history (key_bunch_identifier, key_bunch_type, action_type, performed_by_email, performed_by,
         timestamp, seq, hash, prev_hash)
       values ('X', 'static', 'issue', 'a@b.c', ${company.admin.id}, '1999-01-01', 5, '\\x00', '\\x00')
       returning performed_by, seq, timestamp > now() - interval '1 hour' as fresh, length(hash) as length`,
    );
    await login.query('rollback');
    expect(rows).toEqual([{ performed_by: other.id, seq: '22', fresh: true, length: 32 }]);
  });

  test('R11 who acts for a company can choose no time: the clock is the owner’s, and heeds no setting', async () => {
    const clock = `function clock() returns timestamptz language sql as $$ select timestamptz '1999-01-01' $$`;
    for (const statement of [
      `create or replace ${clock}`,
      'drop function clock()',
      'alter function clock() rename to other',
      `alter function clock() set timezone = 'UTC'`,
      'create schema keyhold_app',
      'set local session_replication_role = replica',
      'alter table movement_history disable trigger stamp',
    ]) {
      await login.query('begin; set local role keyhold_app');
      await expect(login.query(statement), statement).rejects.toMatchObject({ code: '42501' });
      await login.query('rollback');
    }
    await login.query(`begin; set local role keyhold_app; set local app.company_id = '${company.id}';
      set local app.user_id = '${company.admin.id}'; set local app.all_locations = 'on'; set local demo.clock = '1999-01-01'`);
    await login.query(`create ${clock.replace('clock()', 'pg_temp.clock()')}`);
    const { rows } = await login.query(
      `insert into audit_log (action, user_email, description, timestamp) values ('edit', 'a@b.c', 'X', '1999-01-01')
       returning timestamp between now() and clock_timestamp() as own`,
    );
    await login.query('rollback');
    expect(rows).toEqual([{ own: true }]);
  });

  const asApp = () =>
    login.query(`begin; set local role keyhold_app; set local app.company_id = '${company.id}';
      set local app.user_id = '${company.admin.id}'; set local app.all_locations = 'on'`);
  const insertMany = (count: number) =>
    login.query(
      `insert into movement_history (key_bunch_identifier, key_bunch_type, action_type, performed_by_email)
       select 'X', 'static', 'issue', 'a@b.c' from generate_series(1, ${count})`,
    );

  test('I4 a long transaction numbers its entries without a gap, whatever it takes back, and moves the head once', async () => {
    await asApp();
    try {
      await insertMany(30);
      await login.query('savepoint half');
      await insertMany(5);
      await login.query('rollback to half');
      for (let n = 0; n < 10; n += 1) await insertMany(1);
      await login.query('set constraints all immediate');
      const { rows } = await login.query(
        `select count(*)::int, min(seq)::int, max(seq)::int,
           (select seq::int from own_chain_ends() where chain = 'movement') as head,
           (select broken_at from verify_own_slice('movement', 0, 1000)) as broken,
           (select n_tup_upd::int from pg_stat_xact_user_tables where relname = 'chain_heads') as moves
         from movement_history`,
      );
      expect(rows).toEqual([{ count: 61, min: 1, max: 61, head: 61, broken: null, moves: 1 }]);
    } finally {
      await login.query('rollback');
    }
  });

  test('G17 what was put behind the head with the triggers off is never taken into the chain', async () => {
    const superuser = new pg.Client(world.admin);
    await superuser.connect();
    try {
      await superuser.query('begin; set local session_replication_role = replica');
      await superuser.query(
        `insert into movement_history (company_id, key_bunch_identifier, key_bunch_type, action_type, performed_by, performed_by_email, done_at, seq)
         values ($1, 'Forged', 'static', 'issue', $2, 'a@b.c', now(), 22)`,
        [company.id, company.admin.id],
      );
      await superuser.query(`set local session_replication_role = origin; set local role keyhold_app;
        set local app.company_id = '${company.id}'; set local app.user_id = '${company.admin.id}'`);
      await superuser.query(
        `insert into movement_history (key_bunch_identifier, key_bunch_type, action_type, performed_by_email)
         values ('X', 'static', 'issue', 'a@b.c')`,
      );
      await expect(superuser.query('set constraints all immediate')).rejects.toMatchObject({ code: '23514' });
    } finally {
      await superuser.query('rollback');
      await superuser.end();
    }
  });

  test('R11 the functions that stamp entries and move heads serve no table of anybody else', async () => {
    for (const name of ['stamp_movement', 'stamp_log', 'move_movement_head', 'move_log_head']) {
      await asApp();
      await login.query('create temporary table own (company_id integer, seq bigint)');
      const hang = login.query(
        `create trigger t before insert on own for each row execute function ${name}()`,
      );
      await expect(hang, name).rejects.toMatchObject({ code: '42501' });
      await login.query('rollback');
    }
  });

  test('an entry for another company is not taken', async () => {
    const other = await world.newCompany();
    await login.query(`begin; set local role keyhold_app; set local app.company_id = '${company.id}';
      set local app.user_id = '${company.admin.id}'; set local app.all_locations = 'on'`);
    const insert = login.query(
      `insert into movement_history (company_id, key_bunch_identifier, key_bunch_type, action_type, performed_by_email)
       values (${other.id}, 'X', 'static', 'issue', 'a@b.c')`,
    );
    await expect(insert).rejects.toMatchObject({ code: '42501' });
    await login.query('rollback');
  });

  test('an edit with the triggers off is found at its place, and so is a missing entry', async () => {
    const client = new pg.Client(world.admin);
    await client.connect();
    const verify = async () => {
      const [{ brokenAt, reason } = {}] = await checkChains(client, company.id);
      return { brokenAt, reason };
    };
    try {
      await client.query('begin; set local session_replication_role = replica');
      const where = 'where company_id = $1 and seq = 7';
      await client.query(`update movement_history set notes = 'changed' ${where}`, [company.id]);
      expect(await verify()).toEqual({ brokenAt: 7, reason: 'the entry was changed' });
      await client.query(`delete from movement_history ${where}`, [company.id]);
      expect(await verify()).toEqual({ brokenAt: 7, reason: 'an entry is missing' });
      await client.query('rollback; begin; set local session_replication_role = replica');
      await client.query('delete from movement_history where company_id = $1 and seq > 18', [company.id]);
      expect((await verify()).reason).toBe('the newest entries are missing');
    } finally {
      await client.query('rollback');
      await client.end();
    }
  });
});
