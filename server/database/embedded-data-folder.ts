import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  chown,
  lchown,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  stat,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

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
    throw new Error(`The data folder ${real} belongs to user ${uid}, and you cannot write to it.`, {
      cause,
    });
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
  return (await findDataFolder(real)) ?? newDataFolder(real, await nobody());
}

/** The data folder of an existing database; null without one. */
export async function findDataFolder(real: string): Promise<DataFolder | null> {
  const isRoot = process.getuid?.() === 0;
  for (const folder of isRoot ? [real, substituteFor(real)] : [real]) {
    const owner = await ownerOf(clusterOf(folder));
    if (owner) return isRoot ? existingDataFolder(folder, owner) : { path: folder, account: null };
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

async function existingDataFolder(folder: string, owner: Account): Promise<DataFolder> {
  const account = owner.uid === 0 ? await nobody() : owner;
  if (!(await mayEnter(folder, account)))
    throw new Error(
      `PostgreSQL refuses to run as root, and user ${account.uid}, who owns the database, cannot open ${folder}. ` +
        'Start Keyhold as that user, or make the folders above it accessible (chmod o+x).',
    );
  if (owner.uid === 0) await giveTree(clusterOf(folder), account);
  return { path: folder, account };
}

async function newDataFolder(real: string, account: Account): Promise<DataFolder> {
  const reachable = await mayEnter(dirname(real), account);
  if (reachable && (await readdir(real)).length === 0) await give(real, account);
  if (reachable && (await mayEnter(real, account))) return { path: real, account };
  const folder = substituteFor(real);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(STATE_FOLDER, 0o755);
  await give(folder, account);
  return { path: folder, account };
}

async function ownerOf(path: string): Promise<Account | null> {
  const found = await stat(path).catch(() => null);
  return found && { uid: found.uid, gid: found.gid };
}

async function nobody(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const [, , uid, gid] = lines.find((line) => line.startsWith('nobody:'))?.split(':') ?? [];
  const known = Number(uid) > 0 && Number(gid) > 0;
  return known ? { uid: Number(uid), gid: Number(gid) } : { uid: 65534, gid: 65534 };
}

async function giveTree(folder: string, account: Account): Promise<void> {
  await lchown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTree(path, account);
    else await lchown(path, account.uid, account.gid);
  }
}

/** A lock held by at most one process; the kernel releases it when that process dies. */
export type Lock = { release(): Promise<void> };

/**
 * Takes the lock of a data folder (a real path), or throws when another server uses it: an abstract socket on Linux, a named pipe on
 * Windows, else a lock file. Named by path and by inode, because a bind mount, a rename or an overlay changes only one of them.
 */
export async function takeLock(folder: string): Promise<Lock> {
  const inUse = new Error(`The data folder ${folder} is in use by another Keyhold server.`);
  if (process.platform !== 'linux' && process.platform !== 'win32') return lockFile(folder, inUse);
  const { dev, ino } = await stat(folder, { bigint: true });
  const byPath = await lockName(folder, inUse);
  try {
    const byInode = await lockName(`${dev}:${ino}`, inUse);
    return { release: async () => void (await Promise.all([byPath.release(), byInode.release()])) };
  } catch (error) {
    await byPath.release();
    throw error;
  }
}

function lockName(key: string, inUse: Error): Promise<Lock> {
  const name = `keyhold-${createHash('sha256').update(key).digest('hex').slice(0, 40)}`;
  const server = createServer((socket) => socket.destroy()).unref();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? inUse : error),
    );
    const path = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`;
    server.listen({ path, exclusive: true }, () =>
      resolve({ release: () => new Promise((done) => server.close(() => done())) }),
    );
  });
}

/** open(2) of BSD and macOS takes an exclusive lock with this flag; Node has no constant for it. */
const O_EXLOCK = 0x20;

async function lockFile(folder: string, inUse: Error): Promise<Lock> {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK;
  const file = await open(join(folder, 'keyhold.lock'), flags, 0o600).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'EAGAIN' ? inUse : error;
    },
  );
  const started = new Date(Date.now() - process.uptime() * 1000).toISOString();
  await file.truncate();
  await file.writeFile(`${process.pid}\n${started}\n`);
  return { release: () => file.close() };
}
