import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ask, ended, pidIn, postgresesOn, useEmbedded } from '../testing/embedded.ts';
import { findRunning, openEmbedded } from './embedded.ts';
import { isAlive } from './embedded-process.ts';

const isRoot = process.getuid?.() === 0;
const { cleanups, lines, log, freshFolder, opened, startWriter } = useEmbedded();

describe('the embedded database', () => {
  test('starts in a fresh folder, writes to disk for real, and stops with close', async () => {
    const dataDir = join(await freshFolder(), 'data');
    if (isRoot) await chmod(dirname(dataDir), 0o755);
    const database = await opened(dataDir);
    expect(await ask(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    const shown = await ask(
      database.connection,
      `select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses,
         current_setting('TimeZone') as zone, current_user as login,
         (select datcollate from pg_database where datname = current_database()) as collation`,
    );
    expect(shown).toEqual([
      { fsync: 'on', addresses: '', zone: 'UTC', login: 'keyhold', collation: 'C.UTF-8' },
    ]);
    expect(database.folder).toBe(dataDir);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await stat(database.connection.host)).mode & 0o777).toBe(0o700);
    // PostgreSQL's message about a refused statement contains its values: only the sender may see it, no log.
    const refused = ask(database.connection, `select 'a password'::int`);
    await expect(refused).rejects.toMatchObject({ code: '22P02' });
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('a password');
    const pid = pidIn(dataDir);
    expect(isAlive(pid)).toBe(true);
    await Promise.all([database.close(), database.close()]);
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(database.connection.host)).toBe(false);
    expect(await postgresesOn(dataDir)).toEqual([]);
  });

  test('asks every connection for its password', async () => {
    const database = await opened(await freshFolder());
    const wrong = ask({ ...database.admin, password: 'guess' }, 'select 1');
    await expect(wrong).rejects.toMatchObject({ code: '28P01' });
  });

  test('is refused to a second server within a second, by the same and by another path', async () => {
    const dataDir = await freshFolder();
    const database = await opened(dataDir);
    const link = join(await freshFolder(), 'link');
    await symlink(dataDir, link);
    for (const path of [dataDir, link]) {
      const start = performance.now();
      await expect(openEmbedded(path, log)).rejects.toThrow(
        `The data folder ${dataDir} is in use by another Keyhold server.`,
      );
      expect(performance.now() - start).toBeLessThan(1000);
    }
    expect(await ask(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('is found by another program while it runs', async () => {
    const dataDir = await freshFolder();
    const database = await opened(dataDir);
    const { connection, owner, admin } = database;
    expect(await findRunning(dataDir)).toEqual({ connection, owner, admin });
    await database.close();
    expect(await findRunning(dataDir)).toBeNull();
    expect(await findRunning(join(dataDir, 'none'))).toBeNull();
  });

  test('keeps every acknowledged row when the server is killed, and leaves one PostgreSQL', async () => {
    const dataDir = await freshFolder();
    const writer = startWriter(dataDir);
    await writer.until('row 40');
    const orphan = pidIn(dataDir);
    writer.child.kill('SIGKILL');
    await ended(writer.child);
    expect(isAlive(orphan)).toBe(true);
    const acknowledged = writer.said.filter((line) => line.startsWith('row ')).length;
    const database = await opened(dataDir);
    expect(lines.join()).toContain(`process ${orphan}`);
    const rows = await ask({ ...database.admin, database: 'keyhold' }, 'select n from kept order by n');
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged);
    expect(rows.slice(0, acknowledged).map(({ n }) => n)).toEqual(
      Array.from({ length: acknowledged }, (_, index) => index + 1),
    );
    expect(isAlive(orphan)).toBe(false);
    expect(await postgresesOn(dataDir)).toEqual([pidIn(dataDir)]);
  });

  test('refuses a second server in another process', async () => {
    const dataDir = await freshFolder();
    const first = startWriter(dataDir);
    await first.until('row 1');
    await expect(openEmbedded(dataDir, log)).rejects.toThrow('is in use by another Keyhold server.');
    expect(isAlive(pidIn(dataDir))).toBe(true);
    first.child.kill('SIGTERM');
    await ended(first.child);
    expect(first.child.exitCode).toBe(0);
    expect(await postgresesOn(dataDir)).toEqual([]);
  });

  test('comes back by itself when PostgreSQL is killed', async () => {
    const dataDir = await freshFolder();
    const database = await opened(dataDir);
    const killed = pidIn(dataDir);
    process.kill(killed, 'SIGKILL');
    const answer = await vi.waitFor(() => ask(database.connection, 'select 1 as one'), 20_000);
    expect(answer).toEqual([{ one: 1 }]);
    expect(pidIn(dataDir)).not.toBe(killed);
    expect(lines.join()).toContain('PostgreSQL stopped unexpectedly (SIGKILL)');
    await database.close();
    expect(await postgresesOn(dataDir)).toEqual([]);
  });

  test('does not mistake a stranger for its PostgreSQL', async () => {
    const dataDir = await freshFolder();
    const database = await opened(dataDir);
    const pidFile = join(dataDir, 'postgres/postmaster.pid');
    const text = readFileSync(pidFile, 'utf8');
    await database.close();
    const stranger = spawn('sleep', ['60']);
    cleanups.push(() => stranger.kill());
    await writeFile(pidFile, text.replace(/^\d+/, `${stranger.pid}`));
    const again = await opened(dataDir);
    expect(await ask(again.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(isAlive(stranger.pid ?? 0)).toBe(true);
  });

  test('says why it does not start, and can be opened afterwards', async () => {
    const dataDir = await freshFolder();
    await (await opened(dataDir)).close();
    const control = join(dataDir, 'postgres/global/pg_control');
    await cp(control, join(dataDir, 'kept'));
    await rm(control);
    await expect(openEmbedded(dataDir, log)).rejects.toThrow(/PostgreSQL did not start.*pg_control/s);
    await cp(join(dataDir, 'kept'), control);
    if (isRoot) {
      const { uid, gid } = await stat(join(dataDir, 'postgres'));
      await chown(control, uid, gid);
    }
    await opened(dataDir);
  });

  test('forgets a start that was cut short', async () => {
    const dataDir = await freshFolder();
    await mkdir(join(dataDir, 'postgres.new-half/base'), { recursive: true });
    await chmod(dataDir, 0o755);
    await opened(dataDir);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
  });

  test('makes none in place of a copy that is not whole, and says what it lacks', async () => {
    const dataDir = await freshFolder();
    await mkdir(join(dataDir, 'postgres/base'), { recursive: true });
    await chmod(dataDir, 0o755);
    await expect(openEmbedded(dataDir, log)).rejects.toThrow(/PG_VERSION is missing/);
    expect(await readdir(dataDir)).toEqual(['postgres']);
    await rm(join(dataDir, 'postgres/base'), { recursive: true });
    await opened(dataDir);
  });
});
