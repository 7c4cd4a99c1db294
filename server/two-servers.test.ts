import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { KeyBunch } from '../shared/key-bunch.ts';
import type { Movement } from '../shared/movement.ts';
import { ROOT } from './config.ts';
import { prepareRoles } from './database/roles.ts';
import { addressOf, asAdmin, asLogin, databaseOf } from './testing/database.ts';
import { type MailSink, openMailSink } from './testing/mail.ts';
import { run, type ServerProcess, startServer } from './testing/server-process.ts';

const PASSWORD = 'correct horse';
const FAILURES = 6;

const { admin, login } = inject('server');
const database = `keyhold_${randomBytes(6).toString('hex')}`;
const own: pg.ClientConfig = { ...admin, ...databaseOf(admin, database) };
let mail: MailSink;
/** One folder for both, as on one machine. */
let anchors: string;
let servers: ServerProcess[] = [];
/** Every question below goes to both. */
const [ONE, OTHER] = [0, 1] as const;

/** An empty database, and two servers that start on it simultaneously. */
beforeAll(async () => {
  mail = await openMailSink();
  anchors = await mkdtemp(join(tmpdir(), 'keyhold-anchors-'));
  await asAdmin(admin, (client) => client.query(`create database ${database}`));
  await asAdmin(own, (client) => prepareRoles(client, { name: login.user, password: login.password }));
  const ports = await freePorts(2);
  servers = await Promise.all(
    ports.map((port) =>
      startServer({
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        DATABASE_URL: addressOf(asLoginOf(own)),
        DATABASE_OWNER_URL: addressOf(own),
        LOGIN_FAILURES: String(FAILURES),
        SMTP_URL: mail.url,
        MAIL_FROM: 'Keyhold <keys@example.com>',
        LOG_LEVEL: 'warn',
        ANCHOR_DIR: anchors,
      }),
    ),
  );
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await mail.close();
  await rm(anchors, { recursive: true, force: true });
  await asAdmin(admin, (client) => client.query(`drop database ${database} with (force)`));
});

const asLoginOf = (config: pg.ClientConfig) => ({
  ...config,
  ...asLogin(config, login.user, login.password),
});

async function freePorts(count: number): Promise<number[]> {
  const held = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(held.map((one) => once(one, 'listening')));
  const ports = held.map((one) => (one.address() as AddressInfo).port);
  await Promise.all(held.map((one) => once(one.close(), 'close')));
  return ports;
}

type Answer = { status: number; body: never; cookie: string };
type Sent = { method?: string; body?: unknown; cookie?: string; key?: string };

async function ask(server: 0 | 1, path: string, { method, body, cookie, key }: Sent = {}): Promise<Answer> {
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(cookie && { cookie }),
    ...(key && { 'idempotency-key': key }),
  };
  const reply = await fetch(servers[server]?.url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return {
    status: reply.status,
    body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text) as never,
    cookie: reply.headers.getSetCookie()[0]?.split(';')[0] ?? '',
  };
}

const both = <T>(what: (server: 0 | 1) => Promise<T>): Promise<T[]> => Promise.all([what(ONE), what(OTHER)]);
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

/** A company set up at one server, with a location and some sets. */
async function newCompany(sets = 0) {
  const email = `admin-${randomUUID()}@example.com`;
  const about = { name: `Company ${email.slice(6, 14)}`, planType: 'enterprise', email, firstName: 'Dana' };
  const made = await ask(ONE, '/api/companies/setup', { body: { ...about, password: PASSWORD } });
  expect(made.status).toBe(201);
  const { cookie } = made;
  const { user } = made.body as { user: { id: number; companyId: number } };
  const site = await ask(ONE, '/api/locations', { body: { name: 'North office', type: 'office' }, cookie });
  const ids: number[] = [];
  for (let n = 1; n <= sets; n += 1) {
    const body = {
      identifier: `SET-${n}`,
      currentTag: `${448000 + n}`,
      locationId: (site.body as { id: number }).id,
    };
    ids.push(((await ask(ONE, '/api/key-bunches', { body, cookie })).body as KeyBunch).id);
  }
  return { email, cookie, user, ids };
}

const signIn = (server: 0 | 1, email: string, password = PASSWORD) =>
  ask(server, '/api/auth/login', { body: { email, password } });

test('two servers that start at once on an empty database apply each migration once', () => {
  const applied = servers.map(({ said }) => said.filter((line) => line.startsWith('Applied migration ')));
  const files = readdirSync(join(ROOT, 'server/database/migrations')).filter((name) => name.endsWith('.sql'));
  expect(applied.flat().sort()).toEqual(files.sort().map((name) => `Applied migration ${name}`));
});

test('a session begun at one is good at the other, and ended at one is ended at the other', async () => {
  const { email } = await newCompany();
  for (const [begun, ended] of [
    [ONE, OTHER],
    [OTHER, ONE],
  ] as const) {
    const { cookie } = await signIn(begun, email);
    // Both have seen it by now; neither may remember it for longer than it exists.
    expect(statuses(await both((server) => ask(server, '/api/locations', { cookie })))).toEqual([200, 200]);
    expect((await ask(ended, '/api/auth/logout', { body: {}, cookie })).status).toBeLessThan(300);
    expect(statuses(await both((server) => ask(server, '/api/locations', { cookie })))).toEqual([401, 401]);
  }
});

test('a session ended by its owner elsewhere, and a confirmation, count at the other at once', async () => {
  const { email, cookie, ids } = await newCompany(2);
  const other = (await signIn(OTHER, email)).cookie;
  expect(statuses(await both((server) => ask(server, '/api/locations', { cookie: other })))).toEqual([
    200, 200,
  ]);
  await asAdmin(own, (client) =>
    client.query(
      "update sessions set confirmed_at = now() - interval '1 hour' where user_id in (select id from users where email = $1)",
      [email],
    ),
  );
  const remove = (server: 0 | 1, id?: number) =>
    ask(server, `/api/key-bunches/${id}`, { method: 'DELETE', cookie });
  expect(statuses(await both((server) => remove(server, ids[server])))).toEqual([403, 403]);
  expect((await ask(ONE, '/api/auth/confirm', { body: { password: PASSWORD }, cookie })).status).toBe(200);
  expect(statuses(await both((server) => remove(server, ids[server])))).toEqual([200, 200]);
  expect((await ask(ONE, '/api/auth/sessions', { method: 'DELETE', cookie })).status).toBe(200);
  expect(statuses(await both((server) => ask(server, '/api/locations', { cookie: other })))).toEqual([
    401, 401,
  ]);
  expect(statuses(await both((server) => ask(server, '/api/locations', { cookie })))).toEqual([200, 200]);
});

test('somebody deactivated at one is out at the other', async () => {
  const company = await newCompany();
  const person = { email: `officer-${randomUUID()}@example.com`, firstName: 'Ines', lastName: 'Moreau' };
  const made = await ask(ONE, '/api/users', { body: person, cookie: company.cookie });
  const { id } = made.body as { id: number };
  const letter = await mail.next(person.email);
  const token = /https?:\/\/\S+/.exec(letter.text)?.[0].split('/').at(-1);
  await ask(OTHER, '/api/auth/reset-password', { body: { token, password: PASSWORD } });
  const { cookie } = await signIn(OTHER, person.email);
  expect(statuses(await both((server) => ask(server, '/api/auth/user', { cookie })))).toEqual([200, 200]);
  const off = { method: 'PATCH', body: { isActive: false }, cookie: company.cookie };
  expect((await ask(ONE, `/api/users/${id}`, off)).status).toBe(200);
  expect(statuses(await both((server) => ask(server, '/api/auth/user', { cookie })))).toEqual([401, 401]);
});

test('one key sent to both at once has one effect, and both tell it', async () => {
  const { cookie, ids } = await newCompany(8);
  await Promise.all(
    ids.map(async (id) => {
      const body = { officerName: 'Callum Reid' };
      const key = randomUUID();
      const issue = (server: 0 | 1) => ask(server, `/api/key-bunches/${id}/issue`, { body, cookie, key });
      const answers = await both(issue);
      expect(statuses(answers)).toEqual([200, 200]);
      expect(answers[0]?.body).toEqual(answers[1]?.body);
    }),
  );
  const history = (await ask(OTHER, '/api/movement-history?limit=100&action=issue', { cookie }))
    .body as Movement[];
  expect(history.map(({ keyBunchId }) => keyBunchId).sort()).toEqual(ids.toSorted());
});

test('of callers at both servers one takes the keys, and the rest are told who has them', async () => {
  const { cookie, ids } = await newCompany(1);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      ask(n % 2 === 0 ? ONE : OTHER, `/api/key-bunches/${ids[0]}/issue`, {
        body: { officerName: `Officer ${n}` },
        cookie,
        key: randomUUID(),
      }),
    ),
  );
  expect(statuses(answers).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
});

test('how far an import is that runs at one is told by the other, to the company', async () => {
  const [{ cookie }, stranger] = [await newCompany(), await newCompany()];
  const rows = Array.from({ length: 2000 }, (_, n) => ({
    identifier: `SET-${n}`,
    type: 'Static',
    location: 'North office',
  }));
  const file = { kind: 'key_sets', fileName: 'Register.csv', sha256: 'ab'.repeat(32) };
  let done = false;
  const importing = ask(ONE, '/api/imports', { body: { ...file, rows }, cookie }).finally(() => {
    done = true;
  });
  const look = async (by: string) =>
    ((await ask(OTHER, '/api/imports/progress', { cookie: by })).body as Looked).progress;
  const seen: NonNullable<Looked['progress']>[] = [];
  while (!done) {
    const [own, theirs] = await Promise.all([look(cookie), look(stranger.cookie)]);
    if (own) seen.push(own);
    expect(theirs).toBeNull();
  }
  expect((await importing).status).toBe(201);
  expect(new Set(seen.map(({ stage }) => stage))).toContain('writing');
  expect(seen.filter(({ stage }) => stage !== 'checking').every(({ total }) => total === 2000)).toBe(true);
  expect(seen.map((one) => one.done).filter((one) => one > 0 && one < 2000)).not.toEqual([]);
  expect(seen.map(({ done }) => done)).toEqual(seen.map((one) => one.done).sort((a, b) => a - b));
  // The import's progress is gone.
  expect(await look(cookie)).toBeNull();
});

type Looked = { progress: { stage: string; done: number; total: number } | null };

test('failed sign-ins are counted across both', async () => {
  const { email } = await newCompany();
  for (let n = 0; n < FAILURES; n += 1)
    expect((await signIn(n % 2 === 0 ? ONE : OTHER, email, 'a wrong horse')).status).toBe(401);
  expect(statuses(await both((server) => signIn(server, email)))).toEqual([429, 429]);
});

test('two senders on one queue send each letter once', async () => {
  const { user, email } = await newCompany();
  const LETTERS = 24;
  const queued = () =>
    asAdmin(own, async (client) => (await client.query('select from letters')).rows.length);
  await asAdmin(own, (client) =>
    client.query(
      `insert into letters (kind, email, user_id, lane, invited_by, good_until)
       select 'email_changed', $1, $2, $3, n::text, clock_timestamp() + interval '1 hour' from generate_series(1, $4) n`,
      [email, user.id, user.companyId, LETTERS],
    ),
  );
  // A call that queues a letter wakes the sender of its server.
  await both((server) =>
    ask(server, '/api/auth/forgot-password', { body: { email: `nobody-${randomUUID()}@example.com` } }),
  );
  await expect.poll(queued, { timeout: 8000 }).toBe(0);
  expect(mail.letters.filter(({ to }) => to.includes(email))).toHaveLength(LETTERS);
});

test('both write anchors at once into one file that is a chain, and a server that starts writes what moved meanwhile', async () => {
  const companies = [await newCompany(2), await newCompany(2)];
  const environment = { DATABASE_URL: addressOf(asLoginOf(own)), ANCHOR_DIR: anchors };
  const anchor = (server: 0 | 1, cookie: string) =>
    ask(server, '/api/companies/anchor', { body: {}, cookie, key: randomUUID() });
  for (let round = 0; round < 4; round += 1)
    await Promise.all(
      companies.map(async ({ cookie, ids }) => {
        const body = { officerName: 'Callum Reid', newTag: `${round}` };
        const act = round % 2 === 0 ? 'issue' : 'return';
        const done = await ask(ONE, `/api/key-bunches/${ids[0]}/${act}`, { body, cookie, key: randomUUID() });
        expect(done.status).toBe(200);
        const told = (await both((server) => anchor(server, cookie))).map(({ body }) => body as Told);
        for (const one of told) expect(one.anchor.movements.seq).toBe(round + 1);
      }),
    );
  const verify = () => run('verify', environment, ['--anchors', anchors]);
  const before = await verify();
  expect(before.said).toContain('Every head is in the history as it was anchored');

  const { cookie, ids } = await newCompany(1);
  const body = { officerName: 'Callum Reid' };
  await ask(ONE, `/api/key-bunches/${ids[0]}/issue`, { body, cookie, key: randomUUID() });
  const heads = (said: string) => Number(/(\d+) heads/.exec(said)?.[1]);
  const third = await startServer({ ...environment, DEMO_MODE: 'off', LOG_LEVEL: 'warn' });
  // At least both chains of the new company; unchanged heads are not written again.
  await expect
    .poll(async () => heads((await verify()).said), { timeout: 15_000 })
    .toBeGreaterThan(heads(before.said) + 1);
  await third.stop();
  expect((await verify()).code).toBe(0);
}, 60_000);

type Told = { anchor: { movements: { seq: number } } };
