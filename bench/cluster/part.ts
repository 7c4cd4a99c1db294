import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** PostgreSQL and its neighbours refuse to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** A process of the cluster, which can die and be started again. */
export type Part = {
  name: string;
  pid(): number;
  start(): void;
  /** As a loss of power would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

/** A process that is started at once; what it prints goes to a file of its name in `folder`. */
export function makePart(
  folder: string,
  name: string,
  [program, ...words]: [string, ...string[]],
  environment: Record<string, string> = {},
): Part {
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const part: Part = {
    name,
    pid: () => child?.pid ?? 0,
    start() {
      const log = openSync(join(folder, `${name}.log`), 'a', 0o600);
      const env = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', ...environment };
      child = spawn(program, words, { cwd: folder, env, stdio: ['ignore', log, log], ...NOBODY });
      closeSync(log);
      child.on('error', (error) => console.error(`${name}: ${error.message}`));
    },
    kill: () => end('SIGKILL'),
    async stop() {
      const patience = setTimeout(() => child?.kill('SIGKILL'), 20_000);
      await end('SIGTERM');
      clearTimeout(patience);
    },
  };
  part.start();
  return part;
}

/** So many ports of the loopback address that nobody listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const held = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(held.map((one) => once(one, 'listening')));
  const ports = held.map((one) => (one.address() as AddressInfo).port);
  await Promise.all(held.map((one) => once(one.close(), 'close')));
  return ports;
}

/** Waits until something is so; throws with its name when it is not within that time. */
export async function until(what: string, isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await isSo().catch(() => false)); await sleep(200))
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} seconds`);
}
