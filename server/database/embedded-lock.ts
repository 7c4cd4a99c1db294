import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

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
