import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Programs } from './embedded-binaries.ts';
import type { Account } from './embedded-data-folder.ts';

/** Spawn options of PostgreSQL's programs: account, English messages, none of our secrets. */
export function programOptions(account: Account | null): SpawnOptions {
  const { PATH, SystemRoot } = process.env;
  const env = { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot && { SystemRoot }) };
  return { env, cwd: process.platform === 'win32' ? undefined : '/', windowsHide: true, ...account };
}

/** Runs a program to its end; throws with its last lines when it fails. */
export function runProgram(program: string, args: string[], account: Account | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...programOptions(account), stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    child.stdout?.on('data', (text) => {
      printed += text;
    });
    child.stderr?.on('data', (text) => {
      printed += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${basename(program)} failed:\n${lastLines(printed)}`));
    });
  });
}

/** The end of a log, for an error message. */
export const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-10).join('\n');

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

/** Stops PostgreSQL: fast shutdown (transactions roll back, checkpoint), then kill. */
export async function stopPostgres(pid: number, cluster: string, programs: Programs): Promise<void> {
  if (process.platform === 'win32') {
    await runProgram(programs.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-t', '10'], null).catch(() => {});
  }
  const steps = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 3_000],
  ] as const;
  for (const [signal, patience] of steps) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    for (const end = Date.now() + patience; Date.now() < end && isAlive(pid); ) await sleep(20);
  }
  if (isAlive(pid)) throw new Error(`PostgreSQL for ${cluster} (process ${pid}) will not stop.`);
}

/** PostgreSQL's postmaster.pid: the process that runs, or last ran, on a cluster. */
type PidFile = { pid: number; port: number; host: string };

/** Reads postmaster.pid; null when missing, as after a clean stop. */
export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, folder, address] = text.split('\n').map((line) => line.trim());
  return Number(pid) > 0 ? { pid: Number(pid), port: Number(port), host: folder || address || '' } : null;
}

/** What process has the pid of postmaster.pid: its PostgreSQL, or another after the pid was reused. */
export type Identity = 'dead' | 'ours' | 'stranger' | 'unclear';

/**
 * Whether a process is the PostgreSQL of this cluster, by command line or working folder. `unclear`: a PostgreSQL whose folder is
 * unreadable.
 */
export async function identify(pid: number, cluster: string): Promise<Identity> {
  if (!isAlive(pid)) return 'dead';
  if (process.platform === 'win32') {
    const line = await ask('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']);
    return line.startsWith('"postgres.exe"') ? 'ours' : 'stranger';
  }
  const { name, command, folder } = process.platform === 'linux' ? await lookInProc(pid) : await askPs(pid);
  if (name !== 'postgres') return 'stranger';
  if (command.includes(cluster) || folder === cluster) return 'ours';
  return folder ? 'stranger' : 'unclear';
}

type Look = { name: string; command: string; folder: string };

/** Root in a container may read every command line, but not the working folder of another user's process. */
async function lookInProc(pid: number): Promise<Look> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  return { name: (await read('comm')).trim(), command: await read('cmdline'), folder };
}

const ask = async (program: string, args: string[]): Promise<string> =>
  (await promisify(execFile)(program, args).catch(() => ({ stdout: '' }))).stdout.trim();

async function askPs(pid: number): Promise<Look> {
  const name = basename(await ask('ps', ['-p', `${pid}`, '-o', 'comm=']));
  const command = await ask('ps', ['-ww', '-p', `${pid}`, '-o', 'command=']);
  const open = await ask('lsof', ['-a', '-p', `${pid}`, '-d', 'cwd', '-Fn']);
  return { name, command, folder: /^n(.*)$/m.exec(open)?.[1] ?? '' };
}

/**
 * Removes what a killed server left: its PostgreSQL, its socket folder, and a lock file whose pid was reused, which would stop PostgreSQL
 * from starting. Only for the holder of the folder's lock, who is about to listen in `host`.
 */
export async function clearRemains(
  cluster: string,
  programs: Programs,
  host: string,
  log: (line: string) => void,
): Promise<void> {
  const left = await readPidFile(cluster);
  if (!left) return;
  const identity = await identify(left.pid, cluster);
  if (identity === 'unclear')
    throw new Error(
      `Process ${left.pid} may be PostgreSQL running on ${cluster}. Stop it before you start Keyhold.`,
    );
  if (identity === 'ours') {
    log(`Stopping PostgreSQL (process ${left.pid}), left running by a Keyhold server that was killed.`);
    await stopPostgres(left.pid, cluster, programs);
  }
  if (identity === 'stranger') await rm(join(cluster, 'postmaster.pid'), { force: true });
  if (left.host !== host && isSocketFolder(left.host)) await rm(left.host, { recursive: true, force: true });
}

const isSocketFolder = (path: string): boolean =>
  [tmpdir(), '/tmp'].includes(dirname(path)) && /^keyhold-\w{6}$/.test(basename(path));
