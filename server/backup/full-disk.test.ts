import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SYSTEM } from '../database/roles.ts';
import { run, start } from '../testing/server-process.ts';
import { useWorld } from '../testing/world.ts';
import { type Backup, backUp } from './backup.ts';
import { readArchive } from './manifest.ts';
import { backUpWhenDue, keepBackingUp } from './schedule.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const world = useWorld({});
const HAS_PRLIMIT = spawnSync('prlimit', ['--version']).status === 0;
let folder = '';
let whole: Backup;
const mounted: string[] = [];

/** Four photos whose rows are read in three pieces of 4 MB: rows are still being read when a write fails. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-full-'));
  const company = await world.newCompany();
  const site = await company.location();
  for (let n = 0; n < 4; n += 1) {
    const { id } = await company.bunch(site.id);
    await world.sql(
      `insert into photos (company_id, key_bunch_id, hash, media_type, bytes) values ($1, $2, $3, 'image/jpeg', $4)`,
      [company.id, id, `hash-${n}`, randomBytes(1_500_000)],
    );
  }
  whole = await withClient((client) => backUp(client, SYSTEM, join(folder, 'whole.tar')));
});

afterAll(async () => {
  for (const path of mounted) execFileSync('umount', ['-l', path]);
  await rm(folder, { recursive: true, force: true });
});

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: world.databaseUrl, application_name: 'full-disk' });
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
}

/** A new disk of `kilobytes`, or null where none may be mounted, as that needs root. */
async function diskOf(kilobytes: number): Promise<string | null> {
  const path = await mkdtemp(join(folder, 'disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', path]);
  if (status === 0) mounted.push(path);
  else if (process.env.CI && process.getuid?.() === 0) throw new Error('No disk could be mounted.');
  return status === 0 ? path : null;
}

/** Limits the files of this process to `bytes` while `work` runs: further writes fail as on a full disk, at any byte. */
async function upTo<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  const limit = (soft: string) =>
    execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${soft}:unlimited`]);
  limit(String(bytes));
  return work().finally(() => limit('unlimited'));
}

/** The end of each entry in the complete backup, by name. */
async function endsOf(path: string): Promise<Map<string, number>> {
  const ends = new Map<string, number>();
  const file = await open(path);
  let at = 0;
  for await (const { name, content } of readArchive(file)) {
    at += 512 + Math.ceil(content.length / 512) * 512;
    ends.set(name, at);
  }
  await file.close();
  return ends;
}

/** The number of sessions that read the register for a backup or hold the lock of the schedule. */
const atWork = async (): Promise<number> => {
  const [row] = await world.sql<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity a where a.datname = current_database() and a.pid <> pg_backend_pid()
       and (a.xact_start is not null and a.query like 'copy %'
         or exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.objid = 727166002))`,
  );
  return row?.n ?? 0;
};

const NO_SPACE = /^There is no space left in .*: (ENOSPC|EFBIG)/;

describe('G30 a backup that finds no space', () => {
  test.runIf(HAS_PRLIMIT)(
    'fails at every table and at twenty sizes, and leaves neither file nor session',
    async () => {
      const disk = join(folder, 'limited');
      await mkdir(disk);
      const ends = await endsOf(join(folder, 'whole.tar'));
      const filled = whole.manifest.tables
        .filter(({ rows }) => rows > 0)
        .map(({ name }) => `tables/${name}/000001.gz`);
      expect([...ends.keys()]).toEqual(expect.arrayContaining(filled));
      const atTables = filled.map((name) => (ends.get(name) ?? 0) - 1);
      const anywhere = Array.from({ length: 20 }, (_, n) => Math.floor((whole.bytes * (n + 0.37)) / 20));
      for (const bytes of [...atTables, ...anywhere]) {
        const made = upTo(bytes, () => withClient((client) => backUp(client, SYSTEM, join(disk, 'x.tar'))));
        await expect(made, `${bytes} bytes`).rejects.toThrow(NO_SPACE);
        expect([bytes, await readdir(disk)]).toEqual([bytes, []]);
      }
      await vi.waitFor(async () => expect(await atWork()).toBe(0));
    },
  );

  test('ends the command with 1 and a reason, on a disk of its own that is free again after it', async (context) => {
    const sizes = [512, 2048, 3072, 5120];
    for (const kilobytes of sizes) {
      const disk = await diskOf(kilobytes);
      if (!disk) return context.skip('No disk may be mounted here: it takes root.');
      const { code, said } = await run('backup', { DATABASE_URL: world.databaseUrl }, [join(disk, 'x.tar')]);
      expect([kilobytes, code, said]).toEqual([kilobytes, 1, expect.stringMatching(NO_SPACE)]);
      expect(await readdir(disk)).toEqual([]);
    }
  });

  test('is logged, noted and counted by the schedule, which lets go and makes one when there is space', async (context) => {
    const disk = await diskOf(2048);
    if (!disk) return context.skip('No disk may be mounted here: it takes root.');
    await world.sql('delete from backup_state');
    const lines: unknown[] = [];
    const outcomes: boolean[] = [];
    const log = {
      info: (...line: unknown[]) => lines.push(line),
      error: (...line: unknown[]) => lines.push(line),
    };
    const schedule = {
      target: { connectionString: world.databaseUrl },
      transactions: world.transactions,
      backups: { folder: disk, everyMinutes: 60, keep: 2 },
    };
    const stop = keepBackingUp(schedule, log as never, (isGood) => outcomes.push(isGood));
    await vi.waitFor(() => expect(lines).toHaveLength(1), 30_000);
    await stop();
    expect(lines[0]).toEqual([
      { event: 'backup', err: expect.objectContaining({ message: expect.stringMatching(NO_SPACE) }) },
      'backup',
    ]);
    expect(outcomes).toEqual([false]);
    const [row] = await world.sql<{ failed: boolean }>(
      'select failed_at is not null as failed from backup_state',
    );
    expect(row?.failed).toBe(true);
    expect(await readdir(disk)).toEqual([]);
    await vi.waitFor(async () => expect(await atWork()).toBe(0));
    execFileSync('mount', ['-o', 'remount,size=50m', disk]);
    await world.sql(`update backup_state set failed_at = clock_timestamp() - interval '16 minutes'`);
    expect(await backUpWhenDue(schedule, new AbortController().signal)).not.toBeNull();
  });
});

describe('G30 a backup that hangs or is killed', () => {
  test('ends at its time limit, with nothing left', async () => {
    const disk = join(folder, 'slow');
    await mkdir(disk);
    await world.sql('select 1');
    const locker = new pg.Client(world.admin);
    await locker.connect();
    await locker.query('begin; lock table photos in access exclusive mode');
    const made = withClient((client) => backUp(client, SYSTEM, join(disk, 'x.tar'), 300));
    await expect(made).rejects.toThrow(/^The backup took longer than .* and was given up\.$/);
    await locker.end();
    expect(await readdir(disk)).toEqual([]);
    await vi.waitFor(async () => expect(await atWork()).toBe(0));
  });

  test('and whose draft was left is cleared by the next one, never a draft that is being written', async () => {
    const disk = join(folder, 'killed');
    await mkdir(disk);
    const drafts = async () => (await readdir(disk)).filter((name) => name.endsWith('.unfinished')).sort();
    const locker = new pg.Client(world.admin);
    await locker.connect();
    await locker.query('begin; lock table photos in access exclusive mode');
    const begun = ['killed', 'alive'].map(
      (name) => start('backup', { DATABASE_URL: world.databaseUrl }, [join(disk, `${name}.tar`)]).child,
    );
    await vi.waitFor(async () => expect(await drafts()).toHaveLength(2), { timeout: 30_000 });
    const [alive, killed] = await drafts();
    begun[0]?.kill('SIGKILL');
    await once(begun[0] as never, 'close');
    const old = '.keyhold-old.tar.0badc0de.unfinished';
    await writeFile(join(disk, old), '');
    await utimes(join(disk, old), new Date('2026-01-01'), new Date('2026-01-01'));
    const theirs = '.somebody.elses.unfinished';
    await writeFile(join(disk, theirs), '');
    const next = start('backup', { DATABASE_URL: world.databaseUrl }, [join(disk, 'next.tar')]);
    await vi.waitFor(
      async () => expect(await drafts()).toEqual([alive, expect.stringContaining('.next.tar.'), theirs]),
      { timeout: 30_000 },
    );
    expect(killed).toContain('.killed.tar.');
    await locker.end();
    const codes = await Promise.all([begun[1], next.child].map((child) => once(child as never, 'close')));
    expect(codes.map(([code]) => code)).toEqual([0, 0]);
    expect((await readdir(disk)).sort()).toEqual([theirs, 'alive.tar', 'next.tar']);
  });
});
