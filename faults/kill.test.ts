import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRunning } from '../server/database/embedded.ts';
import { findDataFolder } from '../server/database/embedded-data-folder.ts';
import { isAlive } from '../server/database/embedded-process.ts';
import { run, type ServerProcess, startServer } from '../server/testing/server-process.ts';
import type { KeyBunch } from '../shared/key-bunch.ts';
import type { Movement } from '../shared/movement.ts';

/** Three in `npm test`, more in `npm run test:faults`. */
const KILLS = Number(process.env.KILLS ?? 3);
const WORKERS = 8;
const BUNCHES = 5;
const PASSWORD = 'correct horse';

/** An answered intention: `mark` is its note, which no other has. */
type Acknowledged = { mark: string; bunchId: number; action: 'issue' | 'return'; status: string };

let folder = '';
let server: ServerProcess;
let cookie = '';
const bunches: KeyBunch[] = [];

const environment = () => ({
  DATA_DIR: folder,
  DEMO_MODE: 'off',
  LOG_LEVEL: 'warn',
  WRITES_PER_MINUTE: '1000000',
});

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(server.url + path, {
    method,
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(5_000),
  });

async function made<T>(path: string, body: unknown): Promise<T> {
  const reply = await call('POST', path, body);
  if (reply.status !== 201) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  cookie ||= reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return (await reply.json()) as T;
}

/** The process number of the folder's PostgreSQL. */
async function postgres(): Promise<number> {
  const found = await findDataFolder(folder);
  return Number(readFileSync(join(found?.path ?? folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-faults-'));
  server = await startServer(environment());
  await made('/api/companies/setup', {
    name: 'Night Watch',
    planType: 'enterprise',
    email: 'dana.holt@example.com',
    firstName: 'Dana',
    password: PASSWORD,
  });
  const site = await made<{ id: number }>('/api/locations', { name: 'North office', type: 'office' });
  for (let n = 1; n <= BUNCHES; n += 1) {
    const body = { identifier: `SET-${n}`, currentTag: `${448000 + n}`, locationId: site.id };
    bunches.push(await made<KeyBunch>('/api/key-bunches', body));
  }
});

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Sends an intention with one key until it is answered, whatever happens to the server meanwhile. */
async function sendWithRetry(path: string, body: unknown): Promise<Response> {
  const headers = { 'idempotency-key': randomUUID() };
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(randomInt(20, 60))) {
    const reply = await call('POST', path, body, headers).catch(() => null);
    const text = await reply?.text().catch(() => null);
    if (reply && text !== null && reply.status !== 503) return new Response(text, reply);
  }
  throw new Error(`${path} was not answered within a minute`);
}

/** An officer at the cabinet: takes and returns keys until told to go home, and writes down what was answered. */
async function work(isOver: () => boolean, log: Acknowledged[], refusals: string[]): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const bunchId = bunches[randomInt(BUNCHES)]?.id ?? 0;
    const action = n % 2 === 0 ? 'issue' : 'return';
    const mark = randomUUID();
    const body = { officerName: 'Callum Reid', newTag: `${randomInt(100_000, 999_999)}`, notes: mark };
    const reply = await sendWithRetry(`/api/key-bunches/${bunchId}/${action}`, body);
    const { status, message } = (await reply.json()) as { status: string; message?: string };
    if (reply.status === 200) log.push({ mark, bunchId, action, status });
    else refusals.push(`${reply.status} ${message}`);
  }
}

async function wholeHistory(): Promise<Movement[]> {
  const all: Movement[] = [];
  for (;;) {
    const before = all.length > 0 ? `&before=${all.at(-1)?.id}` : '';
    const page = (await (await call('GET', `/api/movement-history?limit=500${before}`)).json()) as Movement[];
    all.push(...page);
    if (page.length < 500) return all;
  }
}

test(`${KILLS} times killed during writes, the server loses nothing it acknowledged and does nothing twice`, async () => {
  const log: Acknowledged[] = [];
  const refusals: string[] = [];
  let over = false;
  const workers = Array.from({ length: WORKERS }, () => work(() => over, log, refusals));
  const during = Promise.all(workers);
  during.catch(() => undefined);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = log.length;
    await sleep(randomInt(250, 500));
    for (const end = Date.now() + 10_000; log.length === before && Date.now() < end; ) await sleep(20);
    expect(log.length, 'writes between two kills').toBeGreaterThan(before);
    await server.kill();
    server = await startServer(environment());
  }
  await sleep(300);
  over = true;
  await during;

  const history = await wholeHistory();
  const marks = history.map((entry) => entry.notes);
  expect(new Set(marks).size, 'every entry of another intention').toBe(marks.length);
  expect(marks.toSorted()).toEqual(log.map(({ mark }) => mark).toSorted());
  for (const { mark, bunchId, action } of log)
    expect(history.find((entry) => entry.notes === mark)).toMatchObject({ keyBunchId: bunchId, action });
  for (const refusal of refusals)
    expect(refusal).toMatch(/^409 Keys are (already issued|not currently issued)$/);
  for (const { id } of bunches) {
    const last = history.find((entry) => entry.keyBunchId === id);
    const { status } = (await (await call('GET', `/api/key-bunches/${id}`)).json()) as KeyBunch;
    expect(status).toBe(last?.action === 'issue' ? 'issued' : 'active');
  }
  const verified = await run('verify', { DATA_DIR: folder });
  expect(verified.said).toContain(`"Night Watch": ${log.length} movements, `);
  expect(verified.said).toMatch(/chain intact\n1 companies, 0 broken\n\d+ entries in .+$/);
  expect(verified.code).toBe(0);
}, 600_000);

type Audit = {
  id: number;
  status: string;
  totalScanned: number;
  missingBunches: string[];
  expected: { id: number }[];
};

test('killed while sets are ticked and while the audit is completed, the server keeps each tick and completes whole or not at all', async () => {
  const place = await made<{ id: number }>('/api/locations', { name: 'Audited office', type: 'office' });
  const sets: KeyBunch[] = [];
  for (let n = 1; n <= 12; n += 1) {
    const body = { identifier: `AUD-${n}`, currentTag: `${449000 + n}`, locationId: place.id };
    sets.push(await made<KeyBunch>('/api/key-bunches', body));
  }
  const read = async (id: number) => (await (await call('GET', `/api/audit/${id}`)).json()) as Audit;
  const statuses = async () =>
    Promise.all(
      sets.map(
        async ({ id }) => ((await (await call('GET', `/api/key-bunches/${id}`)).json()) as KeyBunch).status,
      ),
    );
  const { id } = await made<Audit>('/api/audit/start', { locationId: place.id });

  // Two people tick, each in order, while the server dies.
  const ticked = sets.slice(0, 8);
  const tick = async (part: KeyBunch[]) => {
    for (const set of part)
      expect((await sendWithRetry(`/api/audit/${id}/ticks`, { keyBunchId: set.id, seen: true })).status).toBe(
        200,
      );
  };
  const ticking = Promise.all([tick(ticked.slice(0, 5)), tick(ticked.slice(3))]);
  ticking.catch(() => undefined);
  await sleep(randomInt(5, 40));
  await server.kill();
  server = await startServer(environment());
  await ticking;
  expect((await read(id)).totalScanned).toBe(ticked.length);

  // Two people complete at once, while it dies again: one completion, whole.
  const completing = Promise.all(
    [1, 2].map(() => sendWithRetry(`/api/audit/${id}/complete`, { notes: 'Night count' })),
  );
  completing.catch(() => undefined);
  await sleep(randomInt(1, 20));
  await server.kill();
  server = await startServer(environment());
  const answers = await completing;
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  const done = await read(id);
  const lost = sets.slice(8);
  expect(done).toMatchObject({
    status: 'completed',
    totalScanned: ticked.length,
    missingBunches: lost.map((set) => String(set.id)),
  });
  expect(await statuses()).toEqual(sets.map((set) => (lost.includes(set) ? 'missing' : 'active')));
  const changes = (await wholeHistory()).filter((entry) => entry.action === 'status_change');
  expect(changes.map((entry) => entry.keyBunchId).toSorted()).toEqual(lost.map((set) => set.id).toSorted());
  expect((await run('verify', { DATA_DIR: folder })).code).toBe(0);
}, 120_000);

test('a second server on the same folder is refused in under a second, and the first goes on', async () => {
  const timed = async (program: 'main' | 'verify', dataDir: string) => {
    const began = performance.now();
    const { code, said } = await run(program, { ...environment(), DATA_DIR: dataDir, PORT: '0' });
    return { code, said, took: performance.now() - began };
  };
  // A machine that others load takes longer to start any program; what counts is that the refusal waits for nothing.
  const start = await timed('verify', join(folder, 'nowhere'));
  const times: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { code, said, took } = await timed('main', folder);
    times.push(took);
    expect(said).toContain('in use by another Keyhold server');
    expect(code).toBe(1);
  }
  expect(Math.min(...times)).toBeLessThan(Math.max(1000, 3 * start.took));
  expect((await call('GET', '/readyz')).status).toBe(200);
}, 60_000);

/** A request whose body is only half sent; it is in flight from the moment the server asks for the rest. */
async function half(bunchId: number): Promise<{ finish(): Promise<number>; sent: ClientRequest }> {
  const body = JSON.stringify({ officerName: 'Callum Reid', newTag: '700700' });
  const action = `${server.url}/api/key-bunches/${bunchId}`;
  const { status } = (await (await call('GET', `/api/key-bunches/${bunchId}`)).json()) as KeyBunch;
  const sent = request(`${action}/${status === 'issued' ? 'return' : 'issue'}`, {
    method: 'POST',
    agent: false,
    headers: {
      cookie,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write(body.slice(0, 10));
  return {
    sent,
    finish: async () => {
      sent.end(body.slice(10));
      const [reply] = await answered;
      await once(reply.resume(), 'end');
      return reply.statusCode ?? 0;
    },
  };
}

test('told to stop, the server finishes what is in flight, takes nothing new, stops its database and ends with 0', async () => {
  const pid = await postgres();
  expect(isAlive(pid)).toBe(true);
  const inFlight = await Promise.all(bunches.map(({ id }) => half(id)));
  const before = (await wholeHistory()).length;

  const stopped = server.stop();
  const isOpen = () =>
    call('GET', '/healthz').then(
      (reply) => reply.status === 200,
      () => false,
    );
  for (const end = Date.now() + 3_000; Date.now() < end && (await isOpen()); ) await sleep(20);
  expect(await isOpen()).toBe(false);
  expect(isAlive(pid)).toBe(true);

  const statuses = await Promise.all(inFlight.map((one) => one.finish()));
  expect(statuses).toEqual(bunches.map(() => 200));
  expect(await stopped).toBe(0);
  expect(isAlive(pid)).toBe(false);
  expect(await findRunning(folder)).toBeNull();

  server = await startServer(environment());
  expect(await wholeHistory()).toHaveLength(before + bunches.length);
}, 60_000);
