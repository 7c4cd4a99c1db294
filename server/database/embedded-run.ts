import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster, Connection } from './embedded-cluster.ts';
import { clusterOf } from './embedded-data-folder.ts';
import { clearRemains, lastLines, programOptions, stopPostgres } from './embedded-process.ts';

/** A PostgreSQL that restarts when it ends unexpectedly. */
export type Running = { stop(): Promise<void> };

/** Starts PostgreSQL, resolves when it accepts connections, and restarts it until `stop()`. */
export async function keepRunning(cluster: Cluster, log: (line: string) => void): Promise<Running> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const aborted = once(signal, 'abort');
  let current = await startPatiently(cluster, signal, true, log);
  const onExit = () => {
    current?.child.kill('SIGINT');
    if (process.platform !== 'win32') rmSync(cluster.host, { recursive: true, force: true });
  };
  process.on('exit', onExit);
  const guard = async () => {
    while (current) {
      await Promise.race([current.ended, aborted]);
      if (signal.aborted)
        return stopPostgres(current.pid, clusterOf(cluster.dataFolder.path), cluster.programs);
      log(`PostgreSQL stopped unexpectedly (${await current.ended}). Restarting it.`);
      current = await startPatiently(cluster, signal, false, log);
    }
  };
  const guarding = guard().finally(() => process.off('exit', onExit));
  const stop = () => {
    stopping.abort();
    return guarding;
  };
  return { stop };
}

type Started = { child: ChildProcess; pid: number; ended: Promise<string> };

/** The children of a killed PostgreSQL take a moment to exit. */
const LINGERING = /pre-existing shared memory block/;

/** Longest pause between attempts, and so the longest delay once the cause, such as a full disk, is gone. */
const PAUSE_MS = 1000;
/** After the first four failures, one in LOG_EVERY is logged. */
const LOG_EVERY = 10;

/** Retries with a growing pause; the first start retries only while a killed PostgreSQL lingers. Null once stopped. */
async function startPatiently(
  cluster: Cluster,
  signal: AbortSignal,
  first: boolean,
  log: (line: string) => void,
): Promise<Started | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      await clearRemains(clusterOf(cluster.dataFolder.path), cluster.programs, cluster.host, log);
      return await start(cluster, signal);
    } catch (error) {
      if (signal.aborted) return null;
      if (first && (attempt >= 10 || !LINGERING.test(String(error)))) throw error;
      if (attempt < 5 || attempt % LOG_EVERY === 0) log(String(error));
      await sleep(Math.min(PAUSE_MS, 100 * 2 ** attempt), null, { signal }).catch(() => {});
      if (signal.aborted) return null;
    }
  }
}

async function start(cluster: Cluster, signal: AbortSignal): Promise<Started> {
  const logFile = join(cluster.dataFolder.path, 'postgres.log');
  await shorten(logFile);
  const output = openSync(logFile, 'a', 0o600);
  const { size } = await stat(logFile);
  const options = { ...programOptions(cluster.dataFolder.account), detached: true };
  const child = spawn(cluster.programs.postgres, settings(cluster), {
    ...options,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  await once(child, 'spawn');
  child.on('error', () => {});
  child.unref();
  const started = { child, pid: child.pid ?? 0, ended: endOf(child) };
  try {
    await answers(cluster, started.ended, signal);
    return started;
  } catch (error) {
    await stopPostgres(started.pid, clusterOf(cluster.dataFolder.path), cluster.programs);
    const printed = (await readFile(logFile)).subarray(size).toString();
    throw new Error(`PostgreSQL did not start: ${(error as Error).message}\n${lastLines(printed)}`);
  }
}

const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`)));

async function shorten(logFile: string): Promise<void> {
  const size = await stat(logFile)
    .then((found) => found.size)
    .catch(() => 0);
  if (size > 10_000_000) await rename(logFile, `${logFile}.1`);
}

function settings({ dataFolder, host, port, settings: others }: Cluster): string[] {
  const onSocket = process.platform !== 'win32';
  const values = {
    listen_addresses: onSocket ? '' : host,
    unix_socket_directories: onSocket ? host : '',
    unix_socket_permissions: '0700',
    port,
    max_connections: 60,
    shared_buffers: '128MB',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // Keyhold logs refused statements without values; PostgreSQL's own log would contain them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...others,
  };
  return [
    '-D',
    clusterOf(dataFolder.path),
    ...Object.entries(values).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
}

/** Errors while PostgreSQL starts or recovers: no socket, nothing listens, cannot connect now. */
const NOT_YET = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03'];

async function answers(cluster: Cluster, ended: Promise<string>, signal: AbortSignal): Promise<void> {
  let end: string | undefined;
  void ended.then((how) => {
    end = how;
  });
  for (const limit = Date.now() + 300_000; Date.now() < limit; await sleep(20)) {
    signal.throwIfAborted();
    if (end) throw new Error(end);
    const problem = await attempt(cluster.admin);
    if (!problem) return;
    if (!NOT_YET.includes(problem.code ?? '')) throw problem;
  }
  throw new Error('no answer within 5 minutes');
}

async function attempt(connection: Connection): Promise<(Error & { code?: string }) | null> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => {});
  }
}
