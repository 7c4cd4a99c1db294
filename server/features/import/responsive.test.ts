import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMPORT_ROWS_MAX } from '../../../shared/limits.ts';
import { childrenOf, type ServerProcess, startServer } from '../../testing/server-process.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
let server: ServerProcess;
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
  for (let n = 0; n < 30; n += 1) await site.company.location();
  server = await startServer({ DATABASE_URL: world.databaseUrl, DEMO_MODE: 'off', LOG_LEVEL: 'warn' });
});
afterAll(() => server.stop());

const MEBIBYTE = 1024 * 1024;
const STALL_MS = 50;
/** Of a busy machine several in a row may be late by its own doing. */
const TURNS = 10;
const GROWTH_MIB = 300;
/** The peak memory of the server and its import worker. */
const peakMiB = () =>
  [server.pid, ...childrenOf(server.pid)]
    .map((pid) => /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    .reduce((all, peak) => all + Number(peak), 0) / 1024;

/** The milliseconds that the server's main thread has worked, without those of other processes. */
const workedMs = () =>
  Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Sends a body; returns the answer, and how much work delayed the slowest of many other requests meanwhile. */
async function sent(path: string, body: string | Uint8Array<ArrayBuffer>) {
  let stall = 0;
  let going = true;
  const asking = (async () => {
    while (going) {
      const from = workedMs();
      await (await fetch(`${server.url}/healthz`)).text();
      stall = Math.max(stall, workedMs() - from);
      await sleep(2);
    }
  })();
  const headers = { cookie: site.admin.cookie ?? '', 'content-type': 'application/json' };
  const { status, text } = await fetch(server.url + path, { method: 'POST', headers, body })
    .then(async (reply) => ({ status: reply.status, text: await reply.text() }))
    .finally(() => {
      going = false;
    });
  await asking;
  const answer = JSON.parse(text) as { message?: string; counts?: object; created?: number };
  return { stall, status, length: text.length, ...answer };
}

/** A stall that the body causes happens every time; one that the machine causes does not. */
async function calm(path: string, body: string | Uint8Array<ArrayBuffer>) {
  const worst: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { stall, ...answer } = await sent(path, body);
    if (stall < STALL_MS) return answer;
    worst.push(stall);
  }
  throw new Error(`Others waited ${worst.map(Math.round).join(', ')} ms: ${String(body).slice(0, 120)}`);
}

const rowsOf = (row: (n: number) => object, count = IMPORT_ROWS_MAX) =>
  Array.from({ length: count }, (_, n) => row(n));
const check = (rows: object[], kind = 'key_sets') =>
  calm('/api/imports/check', JSON.stringify({ kind, rows }));
const set = (n: number, about: object = {}) => ({
  identifier: `S-${n}`,
  type: 'Static',
  location: site.here.name,
  ...about,
});

test('the largest and the worst that can be sent hold nobody up, take bounded memory and are answered', {
  timeout: 180_000,
}, async () => {
  const widest = rowsOf((n) =>
    set(n, {
      currentTag: String(500_000 + n),
      nfcSerial: `04${n.toString(16).padStart(12, '0')}`,
      keyCount: '3',
      keyDescription: `Door ${n} ${'d'.repeat(180)}`,
      premises: `Unit ${n}`,
      address: `${n} ${'High Street '.repeat(10)}`,
      client: `Client ${n % 80}`,
      notes: 'Ünsichtbar '.repeat(48),
    }),
  );
  expect(Buffer.byteLength(JSON.stringify(widest))).toBeGreaterThan(5 * MEBIBYTE);
  expect(await check(widest)).toMatchObject({ status: 200, counts: { created: IMPORT_ROWS_MAX } });
  const before = peakMiB();

  expect(await check(rowsOf((n) => set(n), IMPORT_ROWS_MAX + 1))).toMatchObject({
    status: 400,
    message: 'At most 5,000 rows at a time. Split the file.',
  });
  // Characters that no column can store are left out.
  const zeros = await check(
    rowsOf((n) => set(n, { currentTag: `${n}\0`, notes: '\0'.repeat(20), location: `\0${site.here.name}` })),
  );
  expect(zeros).toMatchObject({ status: 200, counts: { created: IMPORT_ROWS_MAX } });
  // Many long words without meaning, compared with all locations.
  await check(rowsOf((n) => ({ ...set(n), location: `Place number ${n} somewhere`, type: `Word ${n}` })));
  await check(rowsOf((n) => ({ ...set(n), location: `${n}`.padEnd(9000, `p${n}q`) }), 550));
  // One name for all, and many names in each.
  await check(rowsOf((n) => set(n, { premises: 'Unit', address: `${n} High Street` })));
  await check(
    rowsOf((n) =>
      set(n, {
        premises: rowsOf((m) => ({ m }), 60)
          .map((_, m) => `P${n % 7}${m}`)
          .join('\n'),
      }),
    ),
  );
  const wrong = await check(
    rowsOf(() => ({ identifier: 1, type: 2, location: 3, notes: 4, premises: 5, holder: 6 })),
  );
  expect(wrong).toMatchObject({ status: 400, message: 'Must be text' });
  expect(wrong.length).toBeLessThan(100_000);

  const raw = (rows: string) => calm('/api/imports/check', `{"kind":"key_sets","rows":${rows}}`);
  const TOO_MUCH = { status: 413, message: 'This is more than can be read at once. Split the file.' };
  expect(await raw(`[${'0,'.repeat(2_900_000)}0]`)).toMatchObject(TOO_MUCH);
  expect(await raw('['.repeat(2_900_000) + ']'.repeat(2_900_000))).toMatchObject({
    status: 400,
    message: 'The body is not valid JSON',
  });
  expect(await calm('/api/imports/check', new Uint8Array(50 * MEBIBYTE).fill(32))).toMatchObject(TOO_MUCH);

  // Against a register that already contains all of it.
  const file = { fileName: 'Register.csv', sha256: 'ab'.repeat(32) };
  const people = rowsOf((n) => ({ name: `Person ${n}`, badge: `B${n}`, email: `p${n}@example.com` }));
  const units = rowsOf((n) => ({ name: 'Unit', address: `${n} High Street`, notes: 'n'.repeat(200) }));
  for (const [kind, rows] of Object.entries({ people, premises: units })) {
    const came = await calm('/api/imports', JSON.stringify({ kind, rows, ...file }));
    expect(came.status).toBe(201);
    expect(await check(rows, kind)).toMatchObject({ counts: { same: IMPORT_ROWS_MAX } });
  }
  // One name for every set, each at a different place.
  await world.sql(
    `with places as (insert into locations (company_id, name, type) select $1, 'Box ' || n, 'cabinet' from generate_series(1, $2::int) n returning id)
     insert into key_bunches (company_id, identifier, type, location_id) select $1, 'Main', 'static', id from places`,
    [site.company.id, IMPORT_ROWS_MAX],
  );
  const alike = await check(rowsOf((n) => set(n, { identifier: 'Main', location: `Box ${n + 1}` })));
  expect(alike).toMatchObject({ status: 200, counts: { created: 0, same: IMPORT_ROWS_MAX } });
  expect(peakMiB() - before).toBeLessThan(GROWTH_MIB);
});
