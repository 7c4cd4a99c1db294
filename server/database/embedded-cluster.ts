import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Account,
  clusterOf,
  type DataFolder,
  give,
  mayEnter,
  syncFolder,
} from './embedded-data-folder.ts';
import { runProgram } from './embedded-process.ts';
import type { Programs } from './embedded-programs.ts';

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
