import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, type ServerProcess, startServer } from '../server/testing/server-process.ts';
import type { KeyBunch } from '../shared/key-bunch.ts';
import type { Movement } from '../shared/movement.ts';

/** Three in `npm test`, more in `npm run test:faults`. */
const KILLS = Number(process.env.KILLS ?? 3);
/** Enough that a move takes long enough to die in. */
const BUNCHES = 60;

let folder = '';
let server: ServerProcess;
let cookie = '';
const places: number[] = [];

type Audit = { id: number; expected: { id: number }[] };

const environment = () => ({
  DATA_DIR: folder,
  DEMO_MODE: 'off',
  LOG_LEVEL: 'warn',
  WRITES_PER_MINUTE: '1000000',
});

const call = (method: string, path: string, body?: unknown, key = randomUUID()) =>
  fetch(server.url + path, {
    method,
    headers: {
      cookie,
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(5_000),
  });

async function must<T>(method: string, path: string, body?: unknown): Promise<T> {
  const reply = await call(method, path, body);
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  cookie ||= reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return (await reply.json()) as T;
}

/** Sends an intention with one key until it is answered, whatever happens to the server meanwhile. */
async function sendWithRetry(
  path: string,
  body: unknown,
): Promise<{ status: number; body: { moved: number } }> {
  const key = randomUUID();
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(randomInt(10, 40))) {
    const reply = await call('POST', path, body, key).catch(() => null);
    const text = await reply?.text().catch(() => null);
    if (reply && text && reply.status !== 503) return { status: reply.status, body: JSON.parse(text) };
  }
  throw new Error(`${path} was not answered within a minute`);
}

/** How many sets each place holds, fewest first, in one look. */
async function held(): Promise<number[]> {
  const bunches = await must<KeyBunch[]>('GET', '/api/key-bunches');
  return places
    .map((place) => bunches.filter(({ locationId }) => locationId === place).length)
    .toSorted((a, b) => a - b);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-bulk-move-'));
  server = await startServer(environment());
  await must('POST', '/api/companies/setup', {
    name: 'Night Watch',
    planType: 'enterprise',
    email: 'dana.holt@example.com',
    firstName: 'Dana',
    password: 'correct horse',
  });
  for (const name of ['North office', 'Van 07'])
    places.push((await must<{ id: number }>('POST', '/api/locations', { name, type: 'office' })).id);
  const [office = 0, van = 0] = places;
  for (let n = 1; n <= BUNCHES; n += 1)
    await must('POST', '/api/key-bunches', {
      identifier: `SET-${n}`,
      currentTag: `${n}`,
      locationId: n === 1 ? van : office,
    });
  for (const locationId of places) {
    const { id, expected } = await must<Audit>('POST', '/api/audit/start', { locationId });
    for (const bunch of expected)
      await must('POST', `/api/audit/${id}/ticks`, { keyBunchId: bunch.id, seen: true });
    await must('POST', `/api/audit/${id}/complete`, {});
  }
  // From here on all of them are at one place, and go to and fro together.
  await must('POST', '/api/key-bunches/bulk-move', { fromLocationId: van, toLocationId: office });
}, 120_000);

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test(`D-06 ${KILLS} times killed in the middle of bulk moves: all sets have moved or none, each once, with its history`, async () => {
  let moves = 0;
  let over = false;
  const carry = async () => {
    for (let n = 0; !over; n += 1) {
      const [fromLocationId, toLocationId] = n % 2 === 0 ? places : places.toReversed();
      const { status, body } = await sendWithRetry('/api/key-bunches/bulk-move', {
        fromLocationId,
        toLocationId,
      });
      expect([status, body.moved]).toEqual([200, BUNCHES]);
      moves += 1;
    }
  };
  const carrier = carry();
  carrier.catch(() => undefined);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = moves;
    for (const end = Date.now() + 20_000; moves === before && Date.now() < end; ) await sleep(10);
    expect(moves, 'moves between two kills').toBeGreaterThan(before);
    await sleep(randomInt(1, 40));
    await server.kill();
    server = await startServer(environment());
    expect(await held()).toEqual([0, BUNCHES]);
  }
  over = true;
  await carrier;

  const entries: Movement[] = [];
  for (;;) {
    const before = entries.length > 0 ? `&before=${entries.at(-1)?.id}` : '';
    const path = `/api/movement-history?limit=500&action=location_move${before}`;
    const page = await must<Movement[]>('GET', path);
    entries.push(...page);
    if (page.length < 500) break;
  }
  // The one set that began in the van has one entry more.
  expect(entries).toHaveLength(moves * BUNCHES + 1);
  const verified = await run('verify', { DATA_DIR: folder });
  expect(verified.said).toMatch(/chain intact\n1 companies, 0 broken\n\d+ entries in .+$/);
}, 600_000);
