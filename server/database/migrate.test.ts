import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../environment.ts';
import { makeApp } from '../http/pipeline.ts';
import { databaseOf } from '../testing/database.ts';
import { useWorld } from '../testing/world.ts';
import { migrate, outstanding } from './migrate.ts';
import { openDatabase } from './open.ts';

const world = useWorld({});
const NEXT = '9000-next.sql';
let folder = '';
let clients: pg.Client[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-migrate-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Connections that may become the owner: two that migrate, and one of another user with a long transaction. */
beforeEach(async () => {
  await writeFile(join(folder, NEXT), 'alter table locations add column colour text');
  clients = Array.from({ length: 3 }, () => new pg.Client(world.admin));
  await Promise.all(clients.map((client) => client.connect()));
  return async () => {
    await Promise.all(clients.map((client) => client.end()));
    await world.sql(`alter table locations drop column if exists colour`);
    await world.sql('delete from schema_migrations where name = $1', [NEXT]);
  };
});

const one = (n: number): pg.Client => {
  const client = clients[n];
  if (!client) throw new Error('not connected');
  return client;
};
const BEGIN = 'begin; set local role keyhold_owner';

const hasColumn = async () =>
  (
    await world.sql(
      "select from information_schema.columns where table_name = 'locations' and column_name = 'colour'",
    )
  ).length === 1;

async function until(what: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; !(await what()); await sleep(20))
    if (Date.now() > end) throw new Error('It did not come to that within ten seconds');
}

const isWaiting = async () =>
  (
    await world.sql(
      "select from pg_locks where not granted and mode = 'AccessExclusiveLock' and relation = 'locations'::regclass",
    )
  ).length > 0;

test('a migration behind a long transaction steps back and gives up, and nobody who reads is refused meanwhile', async () => {
  const company = await world.newCompany();
  await company.location();
  await one(2).query(`${BEGIN}; select from locations`);

  const asked: { status: number; ms: number }[] = [];
  let over = false;
  const reader = (async () => {
    for (; !over; await sleep(10)) {
      const since = Date.now();
      const { status } = await company.admin.call('listLocations', {});
      asked.push({ status, ms: Date.now() - since });
    }
  })();
  const given = migrate(one(0), { folder, lockMs: 400, pauseMs: 200, tries: 3 });
  await expect(given).rejects.toThrow(/9000-next\.sql did not get its locks in 3 tries/);
  over = true;
  await reader;

  expect(await hasColumn()).toBe(false);
  expect(asked.filter(({ status }) => status !== 200)).toEqual([]);
  // Some waited for the migration, none for longer than it took.
  const longest = Math.max(...asked.map(({ ms }) => ms));
  expect(longest).toBeGreaterThan(200);
  expect(longest).toBeLessThan(1500);

  await one(2).query('commit');
  expect(await migrate(one(0), { folder })).toEqual([NEXT]);
  expect(await hasColumn()).toBe(true);
  expect(await migrate(one(0), { folder })).toEqual([]);
});

test('a migration goes on as soon as the transaction before it has ended', async () => {
  await one(2).query(`${BEGIN}; select from locations`);
  const migrating = migrate(one(0), { folder, lockMs: 10_000, tries: 1 });
  await until(isWaiting);
  await one(2).query('commit');
  expect(await migrating).toEqual([NEXT]);
});

test('of two servers that migrate at once, one applies each file and the other waits', async () => {
  const both = await Promise.all([migrate(one(0), { folder }), migrate(one(1), { folder })]);
  expect(both.flat()).toEqual([NEXT]);
  expect(await hasColumn()).toBe(true);
});

test('a server that is older than the schema starts on it and serves, as the one that runs meanwhile goes on', async () => {
  const company = await world.newCompany();
  await company.location();
  expect(await migrate(one(0), { folder })).toEqual([NEXT]);
  expect((await company.admin.call('listLocations', {})).status).toBe(200);

  const config = readConfig({ DATABASE_URL: world.databaseUrl, DEMO_MODE: 'off', LOG_LEVEL: 'silent' });
  const older = await openDatabase(config, () => undefined);
  const app = await makeApp({ ...config, anchors: { ...config.anchors, dir: folder } }, older.pool);
  const headers = { cookie: company.admin.cookie ?? '' };
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  const listed = await app.inject({ url: '/api/locations', headers });
  expect(listed.json()).toHaveLength(1);
  expect(listed.json()[0]).not.toHaveProperty('colour');
  await app.close();
  await older.close();
});

test('a file that was changed after it was applied stops the start', async () => {
  await migrate(one(0), { folder });
  await writeFile(join(folder, NEXT), 'alter table locations add column colour integer');
  await expect(migrate(one(0), { folder })).rejects.toThrow('is not the file that was applied');
});

test('migrations need no connection of their own: each transaction may have another, as behind a transaction pooler', async () => {
  let turn = 0;
  let inTransaction = false;
  const pooled = {
    async query(text: string, values?: unknown[]) {
      if (!inTransaction) turn += 1;
      if (/^begin/i.test(text)) inTransaction = true;
      const answer = await one(turn % 2).query(text, values);
      if (/(commit|rollback)\s*$/i.test(text)) inTransaction = false;
      return answer;
    },
  };
  expect(await migrate(pooled as unknown as pg.ClientBase, { folder })).toEqual([NEXT]);
  expect(
    await world.sql(
      "select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    ),
  ).toEqual([]);
});

test('a database of an incompatible older version is said to be one, by the start and by migrate, and is left as it was', async () => {
  const name = `keyhold_older_${process.pid}`;
  await world.sql(`create database ${name}`);
  const target = { ...world.admin, ...databaseOf(world.admin, name) };
  const older = new pg.Client(target);
  await older.connect();
  try {
    await older.query('set search_path = public; grant create on schema public to keyhold_owner');
    await older.query(
      `set role keyhold_owner; create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz default now());
       insert into schema_migrations values ('0001-companies-and-people.sql', 'ab'), ('0008-audits-and-logs.sql', 'cd');
       create table companies (id integer); reset role`,
    );
    const refused =
      /made by another, incompatible version of Keyhold.*Nothing was changed, and no command upgrades it/;
    await expect(migrate(older)).rejects.toThrow(refused);
    await older.query('reset role');
    // The server's login may not read the list of such a version, and of some it may.
    for (const grant of ['select 1', 'grant select on schema_migrations to keyhold_system']) {
      await older.query(grant);
      const said = await outstanding(older).catch((error: Error) => error.message);
      expect(said).toMatch(refused);
      expect(said).not.toMatch(/keyhold migrate|DATABASE_OWNER_URL/);
    }
    const { rows } = await older.query('select name from schema_migrations');
    expect(rows).toHaveLength(2);
  } finally {
    await older.end();
    await world.sql(`drop database ${name} with (force)`);
  }
});
