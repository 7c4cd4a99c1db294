import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figure, LONG, largest, middle, seconds, share } from '../server/testing/figures.ts';
import { memoryOf, type ServerProcess, startServer } from '../server/testing/server-process.ts';
import { openClient } from './crash/client.ts';
import { newDatabase } from './crash/database.ts';
import type { Job, Result } from './overload-driver.ts';

const COMPANIES = LONG ? 20 : 4;
const SETS = 8;
/** Three of ten requests write. */
const KINDS = 10;
/** More than ten times the callers that can be served at once. */
const CROWD = LONG ? 400 : 100;
/** Callers that can be served at once. */
const SERVED = LONG ? [16, 32, 64] : [32];
/** Each number of callers gets this many windows, and its rate is their median. */
const ROUNDS = LONG ? 5 : 1;
/** More than the queues of all companies hold (20 of 200 requests each). */
const FLOOD = 5000;
/** In MB: a server's container has 1 GB (deploy/compose.cluster.yaml). */
const FLOOD_MEMORY_MAX = 800;

let database: Awaited<ReturnType<typeof newDatabase>>;
let server: ServerProcess;
/** The requests of each company's callers. */
const requests: string[][] = [];

beforeAll(async () => {
  database = await newDatabase();
  server = await startServer({
    ...database.environment,
    LOG_LEVEL: 'warn',
    SETUPS_PER_HOUR: '1000',
    WRITES_PER_MINUTE: '1000000',
  });
  for (let n = 0; n < COMPANIES; n += 1) requests.push(await requestsOf(n));
}, 60_000);

afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

async function requestsOf(n: number): Promise<string[]> {
  const client = openClient(() => server.url);
  await client.must('POST', '/api/companies/setup', {
    name: `Company ${n}`,
    planType: 'enterprise',
    email: `admin-${n}@example.com`,
    firstName: 'Dana',
    password: 'correct horse',
  });
  const { id: locationId } = await client.must<{ id: number }>('POST', '/api/locations', {
    name: 'North office',
    type: 'office',
  });
  const ids: number[] = [];
  for (let set = 0; set < SETS; set += 1) {
    const body = { identifier: `SET-${set}`, currentTag: `${n}-${set}`, locationId };
    ids.push((await client.must<{ id: number }>('POST', '/api/key-bunches', body)).id);
  }
  const head = `host: 127.0.0.1\r\ncookie: ${client.cookie}`;
  return Array.from({ length: KINDS * SETS }, (_, turn) => {
    if (turn % KINDS < KINDS - 3) return `GET /api/key-bunches?limit=20 HTTP/1.1\r\n${head}\r\n\r\n`;
    const text = JSON.stringify({ officerName: 'Callum Reid', newTag: `${turn}` });
    const path = `/api/key-bunches/${ids[turn % SETS]}/${turn % 2 === 0 ? 'issue' : 'return'}`;
    return `POST ${path} HTTP/1.1\r\n${head}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  });
}

/** Runs callers in a separate process, so that they do not use the server's. */
function startDriver() {
  const child = fork(new URL('overload-driver.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  return {
    async run(callers: number, ms: number): Promise<Result> {
      const job: Job = { port: Number(new URL(server.url).port), requests, callers, ms };
      child.send(job);
      const [result] = (await once(child, 'message')) as [Result];
      return result;
    },
    stop: () => child.disconnect(),
  };
}

test(`asked by ${CROWD} at once without a pause, the server goes on answering as many as it can, tells the rest to come again, and is itself at once afterwards`, async () => {
  const driver = startDriver();
  const time = LONG ? 8000 : 700;
  const rateOf = ({ inTime }: Result) => Math.round((inTime * 1000) / time);
  await driver.run(32, LONG ? 3000 : 350);
  await sleep(LONG ? 1000 : 0);
  const idle = memoryOf(server.pid);
  let memory = idle;
  const watching = setInterval(() => {
    memory = Math.max(memory, memoryOf(server.pid));
  }, 100);
  /** The crowd takes turns with callers that can be served: a slow moment of the machine meets both. */
  const rounds = [...SERVED, CROWD].map((callers) => ({ callers, results: [] as Result[] }));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { callers, results } of rounds) results.push(await driver.run(callers, time));
  const crowds = rounds.at(-1)?.results ?? [];
  const crowded = memory;
  const flood = LONG ? await driver.run(FLOOD, time) : undefined;
  clearInterval(watching);
  const rates = rounds.map(({ results }) => middle(results.map(rateOf)));
  const rate = rates.pop() ?? 0;
  const peak = largest(rates);
  const busy = crowds.reduce((sum, one) => sum + one.busy, 0);
  const p99 = share(
    crowds.flatMap(({ answered }) => answered),
    0.99,
  );

  const from = performance.now();
  const client = openClient(() => server.url);
  for (let quick = 0; quick < 10; ) {
    const { status, ms } = await client.ask('GET', '/readyz');
    quick = status === 200 && ms < 100 ? quick + 1 : 0;
    if (performance.now() - from > 20_000) throw new Error('It is not itself again');
  }
  const back = performance.now() - from;
  const after = rateOf(await driver.run(32, time));
  driver.stop();

  for (const one of flood ? [...crowds, flood] : crowds) {
    expect(one.wrong).toEqual({});
    expect(one.busyWithoutRetryAfter).toBe(0);
  }
  expect(rate).toBeGreaterThan(0);
  figure(
    'G13',
    `${CROWD} callers without a pause: ${rate} answers a second of ${peak} at best (with ${SERVED.join(', ')}: ${rates.join(', ')}; ${Math.round((100 * rate) / peak)} %), p99 of them ${seconds(p99)}, ` +
      `${busy} x 503, memory ${crowded} MB of ${idle} idle; ${FLOOD} callers: ${flood && rateOf(flood)} answers a second, p99 ${seconds(share(flood?.answered ?? [], 0.99))}, ` +
      `${flood?.busy} x 503, all with Retry-After, memory ${memory} MB; ready again after ${seconds(back)}, then ${after} a second`,
  );
  if (!LONG) return;
  expect(rate).toBeGreaterThan(0.8 * peak);
  expect(p99).toBeLessThan(2000);
  expect(flood?.busy).toBeGreaterThan(0);
  expect(crowded).toBeLessThan(2 * idle);
  expect(memory).toBeLessThan(FLOOD_MEMORY_MAX);
  expect(back).toBeLessThan(5000);
}, 300_000);
