import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, withClient } from './cluster.ts';
import { Connection, type Listener, listen } from './driver/connection.ts';
import { bytesOf, type Driver } from './driver/run.ts';
import { cpuOf, findPostmaster, median, memoryOf } from './measure.ts';
import { digits, type Section } from './report.ts';
import { bunchId, hundredthOf, LIMITED, SHARES, type Size, tokenOf, userId } from './seed/size.ts';
import { startKeyhold, type Target } from './targets.ts';

/** Active companies: each has one write a second, published to all its listeners. */
const COMPANIES = 200;
const LISTENERS = 5;
const WRITES_PER_SECOND = 200;
/** Sets of a company that are issued and returned in turn. */
const SETS = 10;
/** Time to issue and return a company's sets once. */
const WARM_MS = 2 * SETS * 1000;
/** Listeners not notified by then count with this time. */
const DELIVERY_MS = 5000;
const REST_MS = 20_000;
/** Time between two changes for streams at rest: each is delivered before the next. */
const CHANGE_MS = 600;
const ISSUING_MS = 8000;

type Company = { connection: Connection; ids: number[]; listeners: Listener[]; working: Promise<unknown> };
type Seen = { took: number[]; delays: number[]; errors: Record<string, number>; memory: number[] };

/** The processor time so far of the server and of PostgreSQL, in milliseconds. */
async function processorOf({ pid }: Target, { admin }: Database) {
  const postmaster = await findPostmaster(admin);
  return () => ({ server: cpuOf(pid), postgres: postmaster === null ? 0 : cpuOf(postmaster) });
}

/** For `ms`: 1,000 open browsers of 200 companies; in each company a set is issued or returned every second. */
export async function measureClients(database: Database, size: Size, ms: number): Promise<Section> {
  if (size.companies < COMPANIES) throw new Error(`It takes ${COMPANIES} companies: --size crowd, or cloud.`);
  const target = await startKeyhold(database);
  const cpu = await processorOf(target, database);
  const seen: Seen = { took: [], delays: [], errors: {}, memory: [memoryOf(target.pid)] };
  try {
    const companies: Company[] = [];
    const users = Array.from({ length: LISTENERS + 1 }, (_, at) => at + 1).filter((user) => user !== LIMITED);
    // One company after another: 1,000 connections at once would be refused.
    for (let company = 1; company <= COMPANIES; company += 1)
      companies.push(await open(target, size, company, users));
    await work(companies, target, size, WARM_MS, { took: [], delays: [], errors: {}, memory: [] });
    seen.memory.push(memoryOf(target.pid));
    const before = cpu();
    await work(companies, target, size, ms, seen);
    const after = cpu();
    seen.memory.push(memoryOf(target.pid));
    await sleep(REST_MS);
    seen.memory.push(memoryOf(target.pid));
    for (const { listeners, connection } of companies) {
      for (const listener of listeners) listener.close();
      connection.close();
    }
    const cores = (name: 'server' | 'postgres') => (after[name] - before[name]) / ms;
    return sectionOf(seen, ms, { server: cores('server'), postgres: cores('postgres') });
  } finally {
    await target.stop();
  }
}

const headersOf = ({ cookie }: Target, size: Size, company: number, user: number) => ({
  host: 'keys.example.com',
  'x-forwarded-for': `10.${user}.${Math.floor(company / 250)}.${1 + (company % 250)}`,
  'x-forwarded-proto': 'https',
  cookie: `${cookie}=${tokenOf(userId(size, company, user))}`,
});

async function open(target: Target, size: Size, company: number, users: number[]): Promise<Company> {
  const free = Array.from({ length: size.bunches }, (_, at) => at + 1).filter(
    (bunch) => hundredthOf(bunch) < SHARES.active,
  );
  const listeners: Listener[] = [];
  // More at once would find no place in the queue.
  for (let from = 0; from < users.length; from += USERS)
    listeners.push(
      ...(await Promise.all(
        users
          .slice(from, from + USERS)
          .map((user) => listen(target.port, headersOf(target, size, company, user))),
      )),
    );
  return {
    connection: new Connection(target.port),
    ids: free.slice(0, SETS).map((bunch) => bunchId(size, company, bunch)),
    listeners,
    working: Promise.resolve(),
  };
}

/** A write is due every 5 ms, whether or not earlier ones were answered; its duration counts from then. */
async function work(companies: Company[], target: Target, size: Size, ms: number, seen: Seen): Promise<void> {
  const began = performance.now();
  for (let turn = 0; ; turn += 1) {
    const due = began + (turn * 1000) / WRITES_PER_SECOND;
    if (due - began >= ms) break;
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    const at = turn % companies.length;
    const company = companies[at];
    if (!company) continue;
    const head = headersOf(target, size, at + 1, 3);
    const round = Math.floor(turn / companies.length);
    company.working = company.working.then(() => write(company, head, round, due, seen));
    if (turn % (WRITES_PER_SECOND * 5) === 0) seen.memory.push(memoryOf(target.pid));
  }
  await Promise.all(companies.map(({ working }) => working));
}

async function write(
  { connection, ids, listeners }: Company,
  head: Record<string, string>,
  round: number,
  due: number,
  seen: Seen,
): Promise<void> {
  const id = ids[Math.floor(round / 2) % ids.length] ?? 0;
  const issues = round % 2 === 0;
  const path = `/api/key-bunches/${id}/${issues ? 'issue' : 'return'}`;
  const body = { officerName: 'Wren Tiller', ...(!issues && { newTag: String(5_000_000 + round) }) };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  const began = performance.now();
  const answer = await connection
    .send(bytesOf({ method: 'POST', path, body }, lines.join('\r\n')))
    .catch((error: Error) => error);
  const answered = performance.now();
  const good = !(answer instanceof Error) && answer.status < 400;
  if (!good) {
    const name = answer instanceof Error ? answer.message : String(answer.status);
    seen.errors[name] = (seen.errors[name] ?? 0) + 1;
    return;
  }
  seen.took.push(answered - due);
  void awaitDelivery(listeners, id, began, answered, seen);
}

/** Waits until every listener of the company was notified. */
async function awaitDelivery(listeners: Listener[], id: number, began: number, answered: number, seen: Seen) {
  for (const { receivedAt } of listeners) {
    while ((receivedAt.get(id) ?? 0) < began && performance.now() < answered + DELIVERY_MS) await sleep(20);
    const received = receivedAt.get(id) ?? 0;
    seen.delays.push(received < began ? DELIVERY_MS : Math.max(0, received - answered));
  }
}

/** The time below which this share of all is; 1 for the longest. */
const at = (times: number[], share: number) =>
  digits(
    [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
      Number.NaN,
  );

function sectionOf(
  { took, delays, errors, memory }: Seen,
  ms: number,
  cores: { server: number; postgres: number },
): Section {
  const spread = (times: number[]) => `${at(times, 0.5)} / ${at(times, 0.99)}`;
  const [idle = 0, opened = 0, ...rest] = memory;
  const [ended = 0, rested = 0] = rest.slice(-2);
  const among = rest.slice(0, -2);
  const refused = Object.entries(errors).map(([name, times]) => `${times} x ${name}`);
  return {
    title: `${COMPANIES * LISTENERS} open clients of ${COMPANIES} companies, ${WRITES_PER_SECOND} writes a second for ${digits(ms / 60_000)} minutes`,
    head: ['what', 'measured'],
    rows: [
      ['writes answered', String(took.length)],
      ['errors', refused.join(', ') || 'none'],
      ['write, from when it was due: p50 / p99, ms', spread(took)],
      ['heard by each after the answer: p50 / p99, ms', spread(delays)],
      ['cores of server / PostgreSQL', `${digits(cores.server)} / ${digits(cores.postgres)}`],
      ['RSS idle / with all streams open and warm, MB', `${digits(idle)} / ${digits(opened)}`],
      [
        'RSS in the first / last minute (medians), MB',
        `${digits(median(among.slice(0, 12)))} / ${digits(median(among.slice(-12)))}`,
      ],
      ['RSS at the end / after 20 s of rest, MB', `${digits(ended)} / ${digits(rested)}`],
    ],
  };
}

/** Users of one company with ten streams each, and the changes they receive. */
const USERS = 50;
const STREAMS = 10;
const CHANGES = 20;
const ISSUERS = 8;

/**
 * 500 streams of 50 users: how soon each receives a change, what the servers need for `idleMs` while nothing happens, and what a pair of issue
 * and return takes with and without the triggers that write changes for the channel.
 */
export async function measureLive(
  database: Database,
  size: Size,
  driver: Driver,
  idleMs: number,
): Promise<Section> {
  if (size.users < USERS + LIMITED) throw new Error(`It takes ${USERS + LIMITED} users: --size small.`);
  const target = await startKeyhold(database);
  const { port, cookie, stop } = target;
  const cpu = await processorOf(target, database);
  try {
    const { listeners, ids, connection } = await open(
      target,
      size,
      1,
      Array.from({ length: USERS * STREAMS }, (_, at) => LIMITED + 1 + (at % USERS)),
    );
    const seen: Seen = { took: [], delays: [], errors: {}, memory: [] };
    for (let turn = 0; turn < CHANGES; turn += 1) {
      const head = headersOf(target, size, 1, 1);
      await write(
        { connection, ids, listeners, working: Promise.resolve() },
        head,
        turn,
        performance.now(),
        seen,
      );
      await sleep(CHANGE_MS);
    }
    const before = cpu();
    await sleep(idleMs);
    const after = cpu();
    const idle = (name: 'server' | 'postgres') => digits(((after[name] - before[name]) / idleMs) * 100);
    for (const listener of listeners) listener.close();
    connection.close();
    const pair = async (round: number) => {
      const from = cpu();
      const job = { port, cookie, size, operation: 'issue', callers: ISSUERS, ms: ISSUING_MS, round };
      const { done } = await driver.run(job);
      return digits((cpu().postgres - from.postgres) / Math.max(1, done));
    };
    await pair(1);
    const told = await pair(2);
    await withClient(database.admin, (client) =>
      client.query(
        'alter table key_bunches disable trigger notify_update; alter table movement_history disable trigger notify',
      ),
    );
    return {
      title: `${USERS * STREAMS} streams of ${USERS} users`,
      head: ['what', 'measured'],
      rows: [
        [
          'received by each after the answer: p50 / longest, ms',
          `${at(seen.delays, 0.5)} / ${at(seen.delays, 1)}`,
        ],
        ['idle, server / PostgreSQL, % of a core', `${idle('server')} / ${idle('postgres')}`],
        ['issue and return, CPU PostgreSQL ms, with / without triggers', `${told} / ${await pair(3)}`],
      ],
    };
  } finally {
    await stop();
  }
}
