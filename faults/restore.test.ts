import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../bench/seed/seed.ts';
import { SIZES } from '../bench/seed/size.ts';
import { findRunning } from '../server/database/embedded.ts';
import { asAdmin } from '../server/testing/database.ts';
import { figure, LONG, seconds } from '../server/testing/figures.ts';
import { run, startServer } from '../server/testing/server-process.ts';
import { useWorld } from '../server/testing/world.ts';
import { expectWhole } from './crash/database.ts';

const size = SIZES[LONG ? 'small' : 'tiny'];
const world = useWorld({});
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-drill-'));
  await chmod(folder, 0o755);
  if (size) await asAdmin(world.admin, (client) => seed(client, size, () => undefined));
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The result of `work` and its duration in milliseconds. */
async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  return [await work(), performance.now() - began];
}

const HEADS = 'select company_id, movement_seq, movement_hash, log_seq, log_hash from chain_heads order by 1';
const COUNTS =
  'select (select count(*) from key_bunches)::int as sets, (select count(*) from movement_history)::int as movements';

test('G30 the drill: a register is backed up while it serves, restored on an empty machine, whole, and serves again', {
  timeout: 600_000,
}, async () => {
  const file = join(folder, 'keyhold.tar');
  const [backup, backupMs] = await timed(() => run('backup', { DATABASE_URL: world.databaseUrl }, [file]));
  expect(backup.code, backup.said).toBe(0);

  const environment = { DATA_DIR: join(folder, 'empty'), DEMO_MODE: 'off' };
  const [restore, restoreMs] = await timed(() => run('restore', environment, [file]));
  expect(restore.code, restore.said).toBe(0);
  const [server, startMs] = await timed(() => startServer(environment));
  try {
    const restored = await findRunning(environment.DATA_DIR);
    if (!restored) throw new Error('No database runs on the restored folder.');
    const there = { ...restored.admin, database: 'keyhold' };
    for (const text of [HEADS, COUNTS]) {
      const rows = await asAdmin(there, async (client) => (await client.query(text)).rows);
      expect(rows).toEqual(await world.sql(text));
    }
    await expectWhole(environment);
    const [{ sets, movements } = { sets: 0, movements: 0 }] = await world.sql<{
      sets: number;
      movements: number;
    }>(COUNTS);
    const number = (count: number) => count.toLocaleString('en-GB');
    const megabytes = Math.ceil((await stat(file)).size / 1e6);
    figure(
      'G30',
      `${number(sets)} sets and ${number(movements)} movements: backed up in ${seconds(backupMs)} (${megabytes} MB), restored into an empty folder in ${seconds(restoreMs)}, serving ${seconds(startMs)} later; counts and chain heads equal, verify whole. Lost is what was written since the last backup: at most BACKUP_EVERY`,
    );
  } finally {
    await server.stop();
  }
});
