import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openLink } from '../../faults/link/link.ts';
import { type Api, api, type CallName, type ReplyOf } from '../../shared/api.ts';
import { readConfig } from '../config.ts';
import { makeApp } from '../http/pipeline.ts';
import { sidOf } from '../identity/session.ts';
import type { Mark } from '../live/change.ts';
import { readChanges } from '../live/changes.ts';
import { addressOf } from '../testing/database.ts';
import { listen } from '../testing/live.ts';
import { openPair, type Pair } from '../testing/standby.ts';
import { openHeard } from './heard.ts';
import { makePool } from './open.ts';
import { openReplica, REPLICA_TIMEOUTS, type ReadFrom } from './replica.ts';
import { openTransactions, type Transactions } from './transactions.ts';

// Two servers on a primary with a replica, which is held five seconds behind once the companies are there.
const TOKEN = 'd41c8ab2f7e94f0f9b6c1a5de8730c52';
const PASSWORD = 'correct horse';
const BEHIND_S = 5;

let pair: Pair;
let owner: pg.Pool;
let folder: string;
let servers: { app: FastifyInstance; pool: pg.Pool; url: string }[] = [];
const ONE = 0;
const OTHER = 1;

type Person = { id: number; cookie: string };
/** `busy` writes all the time, `quiet` never does, nor does `kim` of its company. */
let busy: Person;
let quiet: Person;
let kim: Person;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-replica-'));
  pair = await openPair();
  owner = new pg.Pool({ ...pair.primary.owner, max: 1 });
  // Its connection may still be closing when the server ends.
  owner.on('connect', (client) => client.on('error', () => undefined));
  servers = await Promise.all([ONE, OTHER].map(startServer));
  busy = await newCompany();
  const site = await ask(ONE, 'createLocation', busy, { body: { name: 'Office', type: 'office' } });
  place = site.body.id;
  quiet = await newCompany();
  kim = await newColleague(quiet);
});

afterAll(async () => {
  for (const { app, pool } of servers) {
    await app.close();
    await pool.end();
  }
  await owner.end();
  await pair.close();
  await rm(folder, { recursive: true, force: true });
});

async function startServer(n: number) {
  const config = readConfig({
    LOG_LEVEL: 'silent',
    METRICS_TOKEN: TOKEN,
    DATABASE_URL: addressOf(pair.primary.connection),
    DATABASE_READ_URL: addressOf(pair.replica),
    ANCHOR_DIR: join(folder, `anchors-${n}`),
    DATA_DIR: folder,
  });
  const pool = makePool(pair.primary.connection, () => undefined);
  const app = await makeApp(config, pool);
  return { app, pool, url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

type Answer<N extends CallName> = { status: number; body: ReplyOf<N>; cookie: string };
type Sent = { params?: Record<string, string | number>; body?: unknown };

async function ask<N extends CallName>(
  server: number,
  name: N,
  by: Person | null,
  { params = {}, body }: Sent = {},
): Promise<Answer<N>> {
  const { method, path }: { method: Api[CallName]['method']; path: string } = api[name];
  const reply = await servers[server]?.app.inject({
    method,
    url: path.replace(/:(\w+)/g, (_, key: string) => String(params[key])),
    headers: {
      ...(by && { cookie: by.cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const [cookie = ''] = String(reply?.headers['set-cookie'] ?? '').split(';');
  const text = reply?.body ?? '';
  return {
    status: reply?.statusCode ?? 0,
    body: (/^[[{]/.test(text) ? JSON.parse(text) : text) as ReplyOf<N>,
    cookie,
  };
}

async function newCompany(): Promise<Person> {
  const email = `dana-${randomUUID()}@example.com`;
  const body = {
    name: `Firm ${randomUUID().slice(0, 8)}`,
    planType: 'enterprise',
    email,
    firstName: 'Dana',
    lastName: 'Holt',
    password: PASSWORD,
  };
  const made = await ask(ONE, 'setUpCompany', null, { body });
  expect(made.status).toBe(201);
  return { id: made.body.user.id, cookie: made.cookie };
}

/** An administrator who may see what was done in the company of somebody. */
async function newColleague(of: Person): Promise<Person> {
  const email = `kim-${randomUUID()}@example.com`;
  const { rows } = await owner.query<{ id: number }>(
    `insert into users (email, password, company_id, role, first_name, custom_permissions)
     select $1, password, company_id, 'officer', 'Kim', '{system:admin}' from users where id = $2 returning id`,
    [email, of.id],
  );
  const { cookie } = await ask(ONE, 'logIn', null, { body: { email, password: PASSWORD } });
  return { id: rows[0]?.id ?? 0, cookie };
}

/** What became of the reads that a replica may answer, since the server started. */
async function counted(server: number): Promise<Record<ReadFrom, number>> {
  const reply = await servers[server]?.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const found = [...String(reply?.body).matchAll(/^keyhold_replica_reads_total\{from="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(found.map(([, from, count]) => [from, Number(count)])) as Record<
    ReadFrom,
    number
  >;
}

/** Reads a list, and answers what was counted of it. */
async function readFrom(server: number, by: Person): Promise<ReadFrom> {
  const before = await counted(server);
  expect((await ask(server, 'listKeyBunches', by)).status).toBe(200);
  const after = await counted(server);
  const [from] = (Object.keys(after) as ReadFrom[]).filter((one) => after[one] > before[one]);
  expect(from).toBeDefined();
  return from as ReadFrom;
}
const goesThere = async (server: number, by: Person) => (await readFrom(server, by)) === 'replica';

const identifiersOn = async (server: number, by: Person) => {
  const { status, body } = await ask(server, 'listKeyBunches', by);
  expect(status).toBe(200);
  return body.map(({ identifier }) => identifier);
};

let serial = 0;
let place: number;
async function addSet(server: number, by: Person): Promise<string> {
  serial += 1;
  const identifier = `SET-${serial}`;
  const body = { identifier, currentTag: `${448000 + serial}`, locationId: place };
  expect((await ask(server, 'createKeyBunch', by, { body })).status).toBe(201);
  return identifier;
}

test('behind a replica that is five seconds late everybody sees at once what was written and what they were told of, and whoever nothing concerns is answered by it', async () => {
  for (const server of [ONE, OTHER])
    for (const one of [busy, quiet])
      await expect.poll(() => goesThere(server, one), { timeout: 10_000 }).toBe(true);
  await pair.hold(BEHIND_S);
  // Before this nothing is late: the first write is seen though no server has heard of it yet.
  const ear = await listen(servers[OTHER]?.url ?? '', busy);
  const since = Date.now();
  for (let n = 0; n < 5; n += 1) {
    const heard = ear.heard().length;
    const identifier = await addSet(ONE, busy);
    // The writer, by whichever server: without what tells of it, and as soon as it was told.
    expect(await identifiersOn(ONE, busy)).toContain(identifier);
    expect(await identifiersOn(OTHER, busy)).toContain(identifier);
    await ear.until(() =>
      ear
        .heard()
        .slice(heard)
        .some(({ topic }) => topic === 'keyBunches'),
    );
    expect(await identifiersOn(OTHER, busy)).toContain(identifier);
    expect(await goesThere(ONE, quiet)).toBe(true);
    expect(await identifiersOn(ONE, quiet)).toEqual([]);
  }
  ear.close();
  expect((await counted(OTHER)).behind + (await counted(OTHER)).changed).toBeGreaterThanOrEqual(10);

  await expect.poll(() => goesThere(OTHER, busy), { timeout: 15_000 }).toBe(true);
  expect(Date.now() - since).toBeGreaterThan(BEHIND_S * 1000);
  expect(await identifiersOn(OTHER, busy)).toHaveLength(serial);
});

test('a right that is withdrawn is gone at once, and so is a session, though the replica has not heard of either', async () => {
  expect(await goesThere(OTHER, kim)).toBe(true);
  const activity = () => ask(OTHER, 'listActivity', kim);
  expect((await activity()).status).toBe(200);

  const patch = { params: { id: kim.id }, body: { customPermissions: [] } };
  expect((await ask(ONE, 'updateUser', quiet, patch)).body).toMatchObject({ id: kim.id });
  expect((await activity()).status).toBe(403);
  expect((await ask(OTHER, 'listKeyBunches', kim)).status).toBe(200);
  await owner.query('delete from sessions where user_id = $1', [kim.id]);
  expect((await ask(OTHER, 'listKeyBunches', kim)).status).toBe(401);
});

/** The doors of a process that has heard all, with a link to the replica that can be hurt. */
async function openDoors() {
  const link = await openLink({ path: join(pair.replica.host, `.s.PGSQL.${pair.replica.port}`) });
  const target = { ...pair.replica, host: '127.0.0.1', port: link.port };
  const there = makePool(target, () => undefined, true, REPLICA_TIMEOUTS);
  const here = makePool(pair.primary.connection, () => undefined);
  const heard = openHeard();
  const hear = async () => heard.hear(await readNews());
  await hear();
  const reads: ReadFrom[] = [];
  const replica = openReplica(there, heard, (from) => reads.push(from));
  const transactions = openTransactions(here, { replica });
  onTestFinished(async () => {
    await link.turn('refuse');
    await replica.close();
    await here.end();
    await link.close();
  });
  const sid = sidOf(quiet.cookie.split('=')[1]) ?? '';
  /** Reads for so many seconds. */
  const read = (seconds = 0, by: Transactions = transactions) =>
    by.forCompanyAnywhere(sid, async (tx) => {
      await tx.execute(sql`select pg_sleep(${seconds})`);
      return 'read';
    });
  const goes = async () => {
    expect(await read()).toBe('read');
    return reads.at(-1);
  };
  return { link, there, transactions, reads, read, goes };
}

async function readNews() {
  const client = await owner.connect();
  try {
    return await readChanges(client, undefined, { marked: true });
  } finally {
    client.release();
  }
}

test('a link to the replica that falls silent costs whoever was there a moment, those without time nothing, and is well again with its return', async () => {
  await pair.hold(0);
  const { link, there, transactions, reads, read, goes } = await openDoors();
  await expect.poll(goes, { timeout: 15_000 }).toBe('replica');
  await Promise.all([1, 2, 3, 4, 5].map(() => read(0.2)));
  expect(there.idleCount).toBe(5);

  await link.turn('swallow');
  // Who waited long for a place has this much left, less than a silent replica takes.
  const before = reads.length;
  const began = performance.now();
  expect(await read(0, transactions.within(700))).toBe('read');
  expect(performance.now() - began).toBeLessThan(700);
  expect(reads).toHaveLength(before);

  expect(await goes()).toBe('failed');
  expect(await goes()).toBe('away');
  // Every connection of then is lost, and nobody has to find that out of each.
  await expect.poll(() => there.totalCount, { timeout: 4000 }).toBe(0);
  await link.turn('through');
  await expect.poll(goes, { timeout: 4000 }).toBe('replica');
});

test('a replica that is there but too slow is left alone, and one heavy search does not make it so', async () => {
  const { reads, read, goes } = await openDoors();
  await expect.poll(goes, { timeout: 15_000 }).toBe('replica');
  // The primary gives a statement longer than the replica does.
  expect(await read(1.3)).toBe('read');
  expect(reads.at(-1)).toBe('failed');
  expect(await goes()).toBe('replica');
  expect(await Promise.all([1, 2, 3].map(() => read(1.3)))).toEqual(['read', 'read', 'read']);
  expect(reads.slice(-3)).toEqual(['failed', 'failed', 'failed']);
  expect(await goes()).toBe('away');
});

test('what was heard before the connection was lost says nothing of what is heard on the next', async () => {
  const heard = openHeard();
  const hear = async () => {
    const news = await readNews();
    heard.hear(news);
    return news.mark as Mark;
  };
  const before = await hear();
  expect(heard.demandOf(1, before)).toMatchObject({ lsn: before.lsn });
  const later = await hear();
  expect(heard.demandOf(1, before)).toMatchObject({ lsn: later.lsn });
  // A backend that crashes takes all connections with it, and commits nobody waited for: the PostgreSQL is as old as before.
  heard.lost();
  expect(heard.demandOf(1, later)).toBeNull();
  const after = await hear();
  expect(after.started).toBe(before.started);
  expect(heard.demandOf(1, later)).toBeNull();
  expect(heard.demandOf(1, after)).toMatchObject({ lsn: after.lsn });
});

test('a replica that ends connections, stops, comes back and is promoted costs nobody an answer', async () => {
  await expect.poll(() => goesThere(ONE, quiet), { timeout: 15_000 }).toBe(true);
  const statuses = new Set<number>();
  let over = false;
  const reading = (async () => {
    while (!over) statuses.add((await ask(ONE, 'listKeyBunches', quiet)).status);
  })();
  expect(await pair.cut()).toBeGreaterThan(0);
  await expect.poll(() => goesThere(ONE, quiet), { timeout: 5000 }).toBe(true);
  await pair.stop();
  const { away } = await counted(ONE);
  await expect.poll(async () => (await counted(ONE)).away, { timeout: 5000 }).toBeGreaterThan(away);
  expect((await servers[ONE]?.app.inject('/readyz'))?.statusCode).toBe(200);
  await pair.start();
  await expect.poll(() => goesThere(ONE, quiet), { timeout: 10_000 }).toBe(true);

  await pair.ask('select pg_promote()');
  const identifier = await addSet(ONE, busy);
  expect(await identifiersOn(ONE, busy)).toContain(identifier);
  await expect.poll(() => readFrom(ONE, quiet)).toBe('away');
  over = true;
  await reading;
  expect([...statuses]).toEqual([200]);
});
