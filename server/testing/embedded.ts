import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, vi } from 'vitest';
import { ROOT } from '../config.ts';
import { type Connection, type Embedded, openEmbedded } from '../database/embedded.ts';
import { isAlive } from '../database/embedded-process.ts';

/** Data folders and embedded databases of one test file, each removed after the test that opened it; `lines` is their log. */
export function useEmbedded() {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
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

  function startWriter(dataDir: string, cwd?: string, account?: Account): Writer {
    const writer = runWriter(dataDir, cwd, account);
    cleanups.push(() => writer.child.kill('SIGKILL'));
    return writer;
  }

  return { cleanups, lines, log, freshFolder, opened, startWriter };
}

/** The rows of one statement, on a new connection. */
export async function ask(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows ?? [];
  } finally {
    await client.end();
  }
}

/** The process id of the PostgreSQL on a data folder, from its pid file. */
export const pidIn = (folder: string): number =>
  Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/** Ids of the PostgreSQL processes on this folder, found without the pid file. */
export async function postgresesOn(folder: string): Promise<number[]> {
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

/** Opens a data folder in its own process, writes rows until it is killed, and prints each acknowledged one. */
const WRITER = `
  import pg from 'pg';
  import { openEmbedded } from './server/database/embedded.ts';
  const database = await openEmbedded(process.env.DATA, (line) => console.log('log ' + line));
  const client = new pg.Client({ ...database.admin, database: 'keyhold' });
  await client.connect();
  await client.query('create table if not exists kept (n int)');
  console.log('open ' + JSON.stringify({ folder: database.folder, uid: process.getuid() }));
  let stopping = false;
  process.on('SIGTERM', () => { stopping = true; });
  for (let n = 1; !stopping; n++) {
    await client.query('insert into kept values ($1)', [n]);
    console.log('row ' + n);
    await new Promise((done) => setTimeout(done, 5));
  }
  await client.end();
  await database.close();`;

type Account = { uid?: number; gid?: number };
type Writer = { child: ChildProcess; said: string[]; until(start: string): Promise<string> };

function runWriter(dataDir: string, cwd = ROOT, account: Account = {}): Writer {
  const env = { PATH: process.env.PATH, DATA: dataDir, HOME: '/nonexistent' };
  const args = ['--import', 'tsx', '--input-type=module', '-e', WRITER];
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], ...account });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface(stream).on('line', (line) => said.push(line));
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

/** Resolves once a process is gone. */
export const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? null
    : new Promise((done) => child.once('exit', done));
