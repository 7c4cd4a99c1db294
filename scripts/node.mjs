import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Colours only for a person who watches: some tools print them whenever CI is set. */
export const PLAIN = Boolean(process.env.CI) || !process.stdout.isTTY;

function environment(extra) {
  const env = { ...process.env, ...extra };
  if (PLAIN) {
    delete env.FORCE_COLOR;
    env.NO_COLOR = '1';
  }
  return env;
}

/** The installed programs, as files for node: no shell, no .cmd, no search along PATH. */
export const PROGRAMS = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  tsx: 'node_modules/tsx/dist/cli.mjs',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
};

/** Runs a program to its end, its output shown as it comes, and tells whether it succeeded. */
export function succeeds(command, args, extra = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment(extra),
  });
  if (error) console.error(error.message);
  return status === 0;
}

/** The same for an installed program. */
export const runs = (program, args, extra) => succeeds(process.execPath, [PROGRAMS[program], ...args], extra);

/**
 * Starts an installed program that goes on until it is stopped. It has a process group of its own, so that Ctrl-C reaches it once,
 * through us: tsx kills its server when it is told twice.
 */
export const starts = (program, args, extra = {}) =>
  spawn(process.execPath, [PROGRAMS[program], ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment(extra),
    detached: process.platform !== 'win32',
  });

/** npm hands SIGTERM to the shell between it and this process, which dies without passing it on: then we stop as well. */
export function stopWithShell() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}
