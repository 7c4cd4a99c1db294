import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../config.ts';

/** A Keyhold server in its own process, as `npm start` runs it. `said` contains its output, line by line. */
export type ServerProcess = {
  url: string;
  pid: number;
  said: string[];
  /** Asks it to stop; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Kills it like a power loss; PostgreSQL, a separate process, keeps running. */
  kill(): Promise<void>;
};

/** The built server once `npm test` has built it, otherwise the sources: never a build that may be older than they are. */
const BUILT = process.env.KEYHOLD_BUILT === '1';

const SOURCES = {
  main: 'main.ts',
  verify: 'commands/verify.ts',
  migrate: 'commands/migrate.ts',
  company: 'commands/company.ts',
  backup: 'commands/backup.ts',
  restore: 'commands/restore.ts',
  'password-link': 'commands/password-link.ts',
  'register-sheet': 'commands/register-sheet.ts',
};
type Program = keyof typeof SOURCES;

/** As in the script `start` of package.json and in deploy/. */
const SERVER_FLAGS = ['--max-semi-space-size=64'];

/** The arguments of node that run a program of server/: its build, or its source. */
export const programOf = (name: Program): string[] =>
  BUILT ? [join(ROOT, `dist/server/${name}.js`)] : ['--import', 'tsx', join(ROOT, 'server', SOURCES[name])];

/** Runs a program of server/ to its end. */
export async function run(name: Program, environment: Record<string, string>, words: string[] = []) {
  const { child, said } = start(name, environment, words);
  const [code] = await once(child, 'close');
  return { code: code as number | null, said: said.join('\n') };
}

/** Starts a server on a free port and waits until it is ready; otherwise throws with its output. */
export async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const { child, said } = start('main', { PORT: '0', ...environment });
  const gone = new Promise<never>((_, reject) =>
    child.once('close', (code) =>
      reject(new Error(`The server ended with code ${code} before it was ready:\n${said.join('\n')}`)),
    ),
  );
  gone.catch(() => undefined);
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', () => setImmediate(() => addressIn(said, resolve)));
  });
  const url = await Promise.race([ready, gone]);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill(signal);
    const [code] = await once(child, 'exit');
    return code as number | null;
  };
  const pid = child.pid ?? 0;
  return { url, pid, said, stop: () => end('SIGTERM'), kill: () => end('SIGKILL').then(() => undefined) };
}

function addressIn(said: string[], found: (url: string) => void): void {
  for (const line of said) {
    const url = /^Keyhold is ready at (\S+)/.exec(line)?.[1];
    if (url) found(url);
  }
}

let started = 0;
let folder: string | undefined;

/** A temporary folder, removed with this process. */
function scratch(): string {
  if (folder) return folder;
  const made = mkdtempSync(join(tmpdir(), 'keyhold-servers-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}

/** Starts a program of server/; its output is added to `said`. */
export function start(name: Program, environment: Record<string, string>, words: string[] = []) {
  const { PATH, HOME, TMPDIR } = process.env;
  // Not the folder of the working tree, where the anchors of many databases would mix.
  const anchors = environment.DATA_DIR ? {} : { ANCHOR_DIR: join(scratch(), String(started++)) };
  const env = { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...anchors, ...environment };
  const flags = name === 'main' ? SERVER_FLAGS : [];
  const child: ChildProcess = spawn(process.execPath, [...flags, ...programOf(name), ...words], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface(stream).on('line', (line) => said.push(line));
  return { child, said };
}

/** The resident memory of a process, in MB. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

/** The child processes of a process. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}
