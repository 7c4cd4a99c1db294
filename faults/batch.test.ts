import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, type ServerProcess, startServer } from '../server/testing/server-process.ts';
import type { Batch } from '../shared/custody.ts';
import type { KeyBunch } from '../shared/key-bunch.ts';
import type { Movement } from '../shared/movement.ts';

/** Three in `npm test`, more in `npm run test:faults`. */
const KILLS = Number(process.env.KILLS ?? 3);
const SETS = 50;

let folder = '';
let server: ServerProcess;
let cookie = '';
const ids: number[] = [];

const environment = () => ({
  DATA_DIR: folder,
  DEMO_MODE: 'off',
  LOG_LEVEL: 'warn',
  WRITES_PER_MINUTE: '1000000',
});

const call = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(5_000),
  });

async function made<T>(path: string, body: unknown): Promise<T> {
  const reply = await call(path, body);
  if (reply.status !== 201) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  cookie ||= reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return (await reply.json()) as T;
}

const read = async <T>(path: string): Promise<T> => (await (await call(path)).json()) as T;

/** Sends a batch with one key until it is answered; `missed` is called each time no answer came. */
async function sendWithRetry(path: string, body: unknown, missed: () => void): Promise<Batch> {
  const headers = { 'idempotency-key': randomUUID() };
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20)) {
    const reply = await call(path, body, headers).catch(() => null);
    const text = await reply?.text().catch(() => null);
    if (!reply || text === null || text === undefined) missed();
    else if (reply.status === 200) return JSON.parse(text) as Batch;
    else if (reply.status !== 503) throw new Error(`${path} answered ${reply.status}: ${text}`);
  }
  throw new Error(`${path} was not answered within a minute`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-batch-'));
  server = await startServer(environment());
  await made('/api/companies/setup', {
    name: 'Night Watch',
    planType: 'enterprise',
    email: 'dana.holt@example.com',
    firstName: 'Dana',
    password: 'correct horse',
  });
  const site = await made<{ id: number }>('/api/locations', { name: 'North office', type: 'office' });
  for (let n = 1; n <= SETS; n += 1) {
    const body = { identifier: `SET-${n}`, currentTag: `${448000 + n}`, locationId: site.id };
    ids.push((await made<KeyBunch>('/api/key-bunches', body)).id);
  }
});

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test(`${KILLS} times killed during a batch of ${SETS}, the server did all of it or nothing, and sent again it is done once`, async () => {
  const signature = { signer: 'Ana Ruiz', path: 'M0 0L10 10' };
  const batches: string[] = [];
  let cut = 0;
  let took = 40;
  for (let n = 0; cut < KILLS && n < 4 * KILLS + 2; n += 1) {
    const out = n % 2 === 0;
    const body = out
      ? { officerName: 'Ana Ruiz', signature, items: ids.map((keyBunchId) => ({ keyBunchId })) }
      : { signature, items: ids.map((keyBunchId, k) => ({ keyBunchId, newTag: `${n}-${k}` })) };
    let unanswered = 0;
    const began = performance.now();
    const sending = sendWithRetry(`/api/custody/${out ? 'issue' : 'return'}`, body, () => {
      unanswered += 1;
    });
    sending.catch(() => undefined);
    // The first two run through, so that it is known how long one takes.
    if (n >= 2) {
      await sleep(randomInt(1, Math.ceil(took)));
      await server.kill();
      server = await startServer(environment());
      const issued = await read<KeyBunch[]>(`/api/key-bunches?status=issued&limit=${SETS}`);
      expect([0, SETS]).toContain(issued.length);
    }
    batches.push((await sending).batchId);
    if (n < 2) took = performance.now() - began;
    if (unanswered > 0) cut += 1;
    const issued = await read<KeyBunch[]>(`/api/key-bunches?status=issued&limit=${SETS}`);
    expect(issued).toHaveLength(out ? SETS : 0);
  }
  expect(cut, 'batches that were cut off').toBe(KILLS);

  const history = await read<Movement[]>(`/api/movement-history?limit=500&keyBunchId=${ids[0]}`);
  expect(history.map(({ details }) => details.batchId)).toEqual(batches.toReversed());
  const verified = await run('verify', { DATA_DIR: folder });
  expect(verified.said).toContain(`"Night Watch": ${batches.length * SETS} movements, `);
  expect(verified.said).toMatch(/chain intact\n1 companies, 0 broken\n/);
  expect(verified.code).toBe(0);
}, 300_000);
