import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../server/config.ts';
import { figure, LONG, seconds, spread, times } from '../server/testing/figures.ts';
import { type ServerProcess, startServer } from '../server/testing/server-process.ts';
import { openClient } from './crash/client.ts';
import { compare, expectWhole, newDatabase } from './crash/database.ts';
import { makeRegister, startOfficers } from './crash/officers.ts';

let database: Awaited<ReturnType<typeof newDatabase>>;
let servers: ServerProcess[] = [];
const environment = () => ({
  ...database.environment,
  LOG_LEVEL: 'warn',
  WRITES_PER_MINUTE: '1000000',
});

beforeAll(async () => {
  database = await newDatabase();
  servers = [await startServer(environment())];
  servers.push(await startServer(environment()));
}, 60_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database?.drop();
});

const restart = async (n: number) => {
  servers[n] = await startServer(environment());
};

const KILLS = times(1, 20);
test(`two servers on one database, one of them killed ${KILLS} times under writes: the other goes on, and nothing is lost`, async () => {
  // A browser that gets no answer from one server asks the other, as through a balancer.
  let turn = 0;
  const client = openClient(() => {
    turn += 1;
    return servers[turn % 2]?.url ?? '';
  });
  const register = await makeRegister(client);
  const officers = startOfficers(client, register);
  const still: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await officers.firstAfter(performance.now());
    await sleep(300);
    const from = performance.now();
    await servers[kill % 2]?.kill();
    await sleep(300);
    await officers.firstAfter(performance.now());
    await restart(kill % 2);
    still.push(officers.stillness(from, performance.now()));
  }
  await officers.goHome();
  const { acknowledged, ...wrong } = await compare(database.admin, officers.log);
  expect(wrong).toEqual({ lost: [], half: [], twice: [] });
  expect(client.seen.wrong).toEqual([]);
  await expectWhole(database.environment);
  figure(
    'G8',
    `one of two servers, ${KILLS} kills: ${acknowledged} acknowledged, 0 lost, 0 half done, 0 twice; writes stopped: ${spread(still)}`,
  );
}, 600_000);

const ROWS = LONG ? 2000 : 600;
const IMPORTS = times(1, 5);
test(`an import of ${ROWS} rows killed ${IMPORTS} times half way leaves nothing, and sent again it is whole`, async () => {
  const client = openClient(() => servers[0]?.url ?? '');
  await client.must('POST', '/api/auth/login', { email: 'dana.holt@example.com', password: 'correct horse' });
  const count = async () =>
    (
      await database.sql<{ n: number }>(
        `select count(*)::int as n from key_bunches where identifier like 'HALF-%'`,
      )
    )[0]?.n;
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    row: n + 2,
    identifier: `HALF-${n}`,
    type: 'Static',
    location: 'Office',
    premises: `Unit ${n}`,
    notes: 'Stiff lock',
  }));
  const body = { kind: 'key_sets', rows, fileName: 'Half.csv', sha256: 'ab'.repeat(32) };
  const sending = client.intend<{ created: number }>('POST', '/api/imports', body);
  const inside = `select from pg_stat_activity where datname = current_database() and query ~ '^insert into (key_bunch|premises|audit_log)'`;
  for (let kill = 0; kill < IMPORTS; kill += 1) {
    for (const end = Date.now() + 30_000; (await database.sql(inside)).length === 0; await sleep(5))
      if (Date.now() > end) throw new Error('No import was seen writing');
    await sleep(Math.random() * 150);
    await servers[0]?.kill();
    expect(await count()).toBe(0);
    await restart(0);
  }
  const { status, body: answer } = await sending;
  expect([status, answer.created]).toEqual([201, ROWS]);
  expect(await count()).toBe(ROWS);
  expect(client.seen.wrong).toEqual([]);
  await expectWhole(database.environment);
  figure(
    'G8',
    `an import of ${ROWS} rows, killed ${IMPORTS} times while it wrote: nothing of it, then all of it, once`,
  );
}, 600_000);

test('a migration that is killed half way leaves nothing, and the next start applies it once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-migration-'));
  const program = `
    import pg from 'pg';
    import { migrate } from '${join(ROOT, 'server/database/migrate.ts')}';
    const client = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
    await client.connect();
    console.log(JSON.stringify(await migrate(client, { folder: process.env.FOLDER })));
    await client.end();`;
  const NAME = '9000-slow.sql';
  const text = `alter table locations add column colour text;\nupdate locations set colour = 'red';\nselect pg_sleep(1);\nalter table locations add column shade text;`;
  await writeFile(join(folder, NAME), text);
  const start = () => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...database.environment, FOLDER: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (part) => {
      said += part;
    });
    return { child, ended: once(child, 'close').then(() => said.trim()) };
  };
  const columns = async () =>
    (
      await database.sql(
        `select from information_schema.columns where table_name = 'locations' and column_name in ('colour', 'shade')`,
      )
    ).length;
  const first = start();
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(20))
    if (
      (
        await database.sql(
          `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
        )
      ).length > 0
    )
      break;
  first.child.kill('SIGKILL');
  await first.ended;
  const from = performance.now();
  expect(await columns()).toBe(0);
  // The killed server's transaction may still sleep: the second server waits for its lock.
  const [one, two] = [start(), start()];
  const said = [await one.ended, await two.ended].toSorted();
  const ms = performance.now() - from;
  expect(said).toEqual([JSON.stringify([NAME]), '[]']);
  expect(await columns()).toBe(2);
  const recorded = await database.sql(`select from schema_migrations where name = '${NAME}'`);
  expect(recorded).toHaveLength(1);
  await database.sql(
    `delete from schema_migrations where name = '${NAME}'; alter table locations drop column colour, drop column shade`,
  );
  await rm(folder, { recursive: true, force: true });
  figure(
    'G8',
    `a migration killed half way: nothing of it, and two starts after it apply it once, within ${seconds(ms)}`,
  );
}, 60_000);
