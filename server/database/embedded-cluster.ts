import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Programs } from './embedded-binaries.ts';
import { type Account, clusterOf, type DataFolder, give, mayEnter } from './embedded-data-folder.ts';
import { runProgram } from './embedded-process.ts';

/** Connection settings for `pg.Pool` and `pg.Client`. `host` is a socket folder, or 127.0.0.1 on Windows. */
export type Connection = { host: string; port: number; user: string; password?: string; database: string };

/** A cluster ready to start. */
export type Cluster = {
  dataFolder: DataFolder;
  programs: Programs;
  host: string;
  port: number;
  admin: Connection;
  /** PostgreSQL settings that override the defaults. */
  settings?: Record<string, string | number> | undefined;
};

const SECRET = 'keyhold.secret';

/** The password of a role of the embedded database, derived from the secret beside the data. */
export async function passwordOf(dataFolder: DataFolder, role: string): Promise<string> {
  const secret = await readFile(join(clusterOf(dataFolder.path), SECRET), 'utf8');
  return createHmac('sha256', secret).update(role).digest('base64url');
}

/** Creates the cluster if missing, under another name first so that an interrupted start leaves nothing. Throws on an incomplete one. */
export async function makeCluster(dataFolder: DataFolder, programs: Programs): Promise<void> {
  for (const name of await readdir(dataFolder.path))
    if (name.startsWith('postgres.new-'))
      await rm(join(dataFolder.path, name), { recursive: true, force: true, maxRetries: 5 });
  const cluster = clusterOf(dataFolder.path);
  if (existsSync(join(cluster, 'PG_VERSION'))) return;
  // An incomplete cluster is never replaced: the missing files may still exist.
  if (existsSync(cluster) && (await readdir(cluster)).length > 0)
    throw new Error(
      `${cluster} is not a whole database: PG_VERSION is missing. Copy it again from where it was whole, or move it away to begin with an empty one.`,
    );
  const draft = join(dataFolder.path, `postgres.new-${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { mode: 0o700 });
  await give(draft, dataFolder.account);
  await initialise(draft, dataFolder.account, programs);
  await rename(draft, cluster);
  await syncFolder(dataFolder.path);
}

async function initialise(draft: string, account: Account | null, programs: Programs): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  const password = createHmac('sha256', secret).update('postgres').digest('base64url');
  const passwordFile = `${draft}.password`;
  await writePrivately(passwordFile, password, account);
  // Only Linux has this locale in its C library; the builtin one sorts and folds alike.
  const locale = ['--locale=C.UTF-8', '--encoding=UTF8'];
  const builtin = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const args = ['-D', draft, ...(process.platform === 'linux' ? locale : builtin), ...access];
  await runProgram(programs.initdb, args, account).finally(() => rm(passwordFile));
  await writePrivately(join(draft, SECRET), secret, account);
}

async function writePrivately(path: string, text: string, account: Account | null): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flush: true });
  await give(path, account);
}

/** A rename survives a power loss only once its folder is synced; Windows neither can nor needs to. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** A private folder with a path short enough for a socket; on Windows a free port of the loopback. */
export async function makeSocket(account: Account | null): Promise<{ host: string; port: number }> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  const fits = tmpdir().length < 70 && (!account || (await mayEnter(tmpdir(), account)));
  const host = await mkdtemp(join(fits ? tmpdir() : '/tmp', 'keyhold-'));
  await give(host, account);
  return { host, port: 5432 };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 5432;
}
