import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../server/config.ts';
import { type Database, FOLDER } from './cluster.ts';

/** A server that is measured, in its own process. `startedMs` is the time from its start until it was ready. */
export type Target = {
  name: string;
  port: number;
  pid: number;
  cookie: string;
  startedMs: number;
  stop(): Promise<void>;
};

/** The built server as an operator starts it behind a proxy, on its own database; the limit on writes is too high to matter. */
export const startKeyhold = (database: Database): Promise<Target> =>
  start('keyhold', '__Host-sid', '/readyz', [join(ROOT, 'dist/server/main.js')], {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    PUBLIC_URL: 'https://keys.example.com',
    TRUST_PROXY: '1',
    WRITES_PER_MINUTE: '1000000',
  });

/** The same server at an address that a browser on this machine can open without TLS. */
export async function startForBrowser(database: Database): Promise<Target> {
  const port = await freePort();
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: 'warn',
  };
  return start('keyhold', 'sid', '/readyz', [join(ROOT, 'dist/server/main.js')], environment, port);
}

/** The least that the same answers cost: floor/. */
export const startFloor = (database: Database): Promise<Target> =>
  start(
    'floor',
    '__Host-sid',
    '/readyz',
    ['--import', 'tsx', fileURLToPath(new URL('floor/main.ts', import.meta.url))],
    {
      NODE_ENV: 'production',
      FLOOR_DATABASE: JSON.stringify(database.admin),
    },
  );

async function start(
  name: string,
  cookie: string,
  ready: string,
  words: string[],
  environment: Record<string, string>,
  given?: number,
): Promise<Target> {
  const port = given ?? (await freePort());
  mkdirSync(FOLDER, { recursive: true });
  const log = openSync(join(FOLDER, `${name}.log`), 'w');
  const { PATH, HOME } = process.env;
  // Anchors are specific to a database: the next one reuses the companies' numbers.
  const DATA_DIR = mkdtempSync(join(FOLDER, 'data-'));
  const began = performance.now();
  // As in deploy/keyhold.service.
  const child = spawn(process.execPath, ['--max-semi-space-size=64', ...words], {
    cwd: ROOT,
    env: { PATH, HOME, PORT: String(port), DATA_DIR, ...environment },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const kill = () => child.kill();
  process.once('exit', kill);
  child.once('exit', () => {
    process.off('exit', kill);
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
  while (!(await answers(port, ready))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start: see ${join(FOLDER, `${name}.log`)}`);
    await sleep(5);
  }
  const startedMs = performance.now() - began;
  return { name, port, pid: child.pid ?? 0, cookie, startedMs, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

const answers = (port: number, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = request({ port, path, host: '127.0.0.1', agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode === 200);
    });
    asked.on('error', () => resolve(false));
    asked.end();
  });

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
