import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRunning } from '../server/database/embedded.ts';
import { asAdmin } from '../server/testing/database.ts';
import { figure, seconds } from '../server/testing/figures.ts';
import { type ServerProcess, startServer } from '../server/testing/server-process.ts';
import { openClient } from './crash/client.ts';
import { expectWhole } from './crash/database.ts';
import { makeRegister, type Register } from './crash/officers.ts';

const MEGABYTES = 400;
/** The limit until the server is ready once there is space: the next attempt to start PostgreSQL, if it had ended, and its recovery. */
const BACK_MS = 5000;

/** A small disk for the test, or null where none may be mounted. */
function mountDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=0755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    console.log(
      'SKIPPED: this machine lets us mount no disk of our own, so none can be filled (it takes root).',
    );
    return null;
  }
}

const disk = mountDisk();
let server: ServerProcess;
let register: Register;
const client = openClient(() => server.url);
const filler = join(disk ?? '', 'filler');

beforeAll(async () => {
  if (!disk) return;
  const folder = join(disk, 'data');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  server = await startServer({
    DATA_DIR: folder,
    DEMO_MODE: 'off',
    LOG_LEVEL: 'warn',
    WRITES_PER_MINUTE: '1000000',
  });
  register = await makeRegister(client);
}, 60_000);

afterAll(async () => {
  await server?.stop();
  if (!disk) return;
  execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

const freeBytes = () => {
  const { bavail, bsize } = statfsSync(disk ?? '/');
  return bavail * bsize;
};

/** Everything that a user sees, in one text. */
async function dump(): Promise<string> {
  const running = await findRunning(join(disk ?? '', 'data'));
  if (!running) throw new Error('No database runs');
  return asAdmin({ ...running.admin, database: 'keyhold' }, async (reader) => {
    const { rows } = await reader.query(
      `select (select json_agg(b order by id) from key_bunches b)::text || (select json_agg(m order by id) from movement_history m)::text
        || (select json_agg(l order by id) from audit_log l)::text || (select count(*) from imports) as all`,
    );
    return String(rows[0]?.all);
  });
}

/** The small writes that are in the history. */
async function entries(): Promise<string[]> {
  const history = await client.must<{ notes: string | null }[]>('GET', '/api/movement-history?limit=500');
  return ['issue', 'receipt'].filter((name) => history.some(({ notes }) => notes?.startsWith(`${name} `)));
}

test.runIf(disk)(
  'the disk is full: no write says that it was done, nothing is done by half, and with space again all works without a restart',
  async () => {
    const photo = await sharp(randomBytes(900 * 900 * 3), { raw: { width: 900, height: 900, channels: 3 } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const rows = Array.from({ length: 3000 }, (_, n) => ({
      row: n + 2,
      identifier: `FULL-${n}`,
      type: 'Static',
      location: 'Office',
      notes: 'Stiff lock, ask for Ray. '.repeat(35),
    }));
    const [single = 0, second = 0] = register.singles;
    const writes: Record<string, [method: string, path: string, body: object]> = {
      import: [
        'POST',
        '/api/imports',
        { kind: 'key_sets', rows, fileName: 'Full.csv', sha256: 'ab'.repeat(32) },
      ],
      photo: [
        'PATCH',
        `/api/key-bunches/${second}`,
        { imageUrl: `data:image/jpeg;base64,${photo.toString('base64')}` },
      ],
      receipt: [
        'POST',
        '/api/custody/issue',
        {
          officerName: 'Callum Reid',
          signature: { signer: 'Ana Ruiz', path: `M0 0${'L10 10'.repeat(6000)}` },
          items: register.batches.map((keyBunchId) => ({ keyBunchId })),
          notes: `receipt ${randomBytes(700).toString('base64')}`,
        },
      ],
      issue: [
        'POST',
        `/api/key-bunches/${single}/issue`,
        { officerName: 'Callum Reid', notes: 'issue in a full house' },
      ],
    };

    const before = await dump();
    // PostgreSQL's write-ahead log reuses its reserved space without asking the disk for more; it is used up until a write fails.
    const size = freeBytes();
    for (let left = size; left > 65_536; left = freeBytes()) {
      try {
        writeFileSync(filler, Buffer.alloc(Math.min(left, 16_777_216), 1), { flag: 'a' });
      } catch {
        break;
      }
    }
    const refused: string[] = [];
    const done: string[] = [];
    for (const [name, [method, path, body]] of Object.entries(writes)) {
      const { status, headers } = await client.ask(method, path, body, randomUUID());
      if (status < 300) done.push(name);
      else refused.push(`${name} ${status}`);
      if (status >= 300) expect(headers.has('retry-after')).toBe(true);
    }
    expect(refused).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^import (503|507)$/),
        expect.stringMatching(/^photo (503|507)$/),
      ]),
    );
    expect(refused.filter((one) => !/ (503|507)$/.test(one))).toEqual([]);

    rmSync(filler);
    const from = performance.now();
    let status = 0;
    for (const end = Date.now() + 20_000; status !== 200 && Date.now() < end; await sleep(20))
      ({ status } = await client.ask('GET', '/readyz'));
    const back = performance.now() - from;
    const steps: string[] = [];
    // Writes that fit into the database's reserved space may succeed, and are then complete.
    if (done.length === 0) expect(await dump()).toBe(before);
    else expect(await entries()).toEqual(done.toSorted());
    for (const [name, [method, path, body]] of Object.entries(writes)) {
      if (done.includes(name)) continue;
      const again = await client.intend(method, path, body);
      expect([name, again.status]).toEqual([name, name === 'import' ? 201 : 200]);
      steps.push(`${name} ${seconds(again.ms)}`);
    }
    await expectWhole({ DATA_DIR: join(disk ?? '', 'data') });
    figure(
      'G15',
      `a disk of ${MEGABYTES} MB, full: ${[...refused, ...done.map((name) => `${name} done`)].join(', ')}; what was refused left nothing; ready ${seconds(back)} after there is space, then all four work (${steps.join(', ')})`,
    );
    expect(back).toBeLessThan(BACK_MS);
  },
  120_000,
);
