import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, succeeds } from './node.mjs';

/** Installs the packages of the lock file when one is missing or another version. Answers whether all is there. */
export function install() {
  if (isComplete()) return true;
  console.log('Installing the packages of package-lock.json. The first time takes a minute or two.');
  const done = succeeds(...npmCi());
  if (!done) console.error('The packages could not be installed.');
  return done;
}

/** The program and the words that install what a lock file names. */
export function npmCi() {
  // No package of ours needs a script of its own to work, so none may run one.
  const words = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath;
  return npm
    ? [process.execPath, [npm, ...words]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', words];
}

/** Compares the lock file with the one that npm leaves in node_modules when it has installed everything. */
function isComplete() {
  const wanted = packagesIn('package-lock.json');
  const found = packagesIn('node_modules/.package-lock.json');
  if (!wanted || !found) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    return found[path] ? found[path].version === entry.version : !isNeeded(entry);
  });
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
  } catch {
    return null;
  }
}

/** An optional package belongs to one platform; which C library it wants, npm alone knows. */
function isNeeded({ optional, devOptional, os, cpu, libc }) {
  if (!optional && !devOptional) return true;
  return Boolean(os && cpu) && !libc && os.includes(process.platform) && cpu.includes(process.arch);
}
