import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../server/config.ts';
import { figure } from '../server/testing/figures.ts';
import { type ServerProcess, startServer } from '../server/testing/server-process.ts';
import type { Movement } from '../shared/movement.ts';
import { type Client, openClient } from './crash/client.ts';
import { expectWhole, newDatabase } from './crash/database.ts';

const HOUR = 3_600_000;
const PASSWORD = 'correct horse';
/** A server whose clock is right, one that is two days behind, and one four years ahead, on one database. */
const SHIFTS = { right: 0, behind: -48 * HOUR, ahead: 4 * 365.25 * 24 * HOUR };
type Name = keyof typeof SHIFTS;
const NAMES = Object.keys(SHIFTS) as Name[];

let database: Awaited<ReturnType<typeof newDatabase>>;
const servers = {} as Record<Name, ServerProcess>;
/** The same administrator at each server, with a session begun at the right one. */
const at = {} as Record<Name, Client>;
let place = 0;
let other = 0;

beforeAll(async () => {
  database = await newDatabase();
  for (const name of NAMES)
    servers[name] = await startServer({
      ...database.environment,
      LOGIN_FAILURES: '3',
      WRITES_PER_MINUTE: '1000000',
      NODE_OPTIONS: `--import ${pathToFileURL(join(ROOT, 'faults/clock.mjs'))}`,
      CLOCK_SHIFT_MS: String(SHIFTS[name]),
    });
  at.right = openClient(() => servers.right.url);
  await at.right.must('POST', '/api/companies/setup', {
    name: 'Night Watch',
    planType: 'enterprise',
    email: 'dana.holt@example.com',
    firstName: 'Dana',
    password: PASSWORD,
  });
  for (const name of NAMES) at[name] = openClient(() => servers[name].url, at.right.cookie);
  for (const name of NAMES) await at[name].must('GET', '/api/auth/user');
  const made = (name: string) =>
    at.right.must<{ id: number }>('POST', '/api/locations', { name, type: 'office' });
  place = (await made('North office')).id;
  other = (await made('South office')).id;
}, 60_000);

afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  await database?.drop();
});

const newSet = async (locationId = place) => {
  const body = {
    identifier: `SET-${randomUUID().slice(0, 8)}`,
    currentTag: randomUUID().slice(0, 8),
    locationId,
  };
  return (await at.right.must<{ id: number }>('POST', '/api/key-bunches', body)).id;
};
const statuses = (what: (client: Client) => Promise<{ status: number }>) =>
  Promise.all(NAMES.map(async (name) => (await what(at[name])).status));

test('the clock of a server is wrong by two days or four years, and the database rules: history, sessions, links, tokens, due times, audits', async () => {
  // Proves that the servers' clocks do differ.
  const thought = NAMES.map((name) => Number(/"time":(\d+)/.exec(servers[name].said.join('\n'))?.[1]));
  for (const [n, name] of NAMES.entries())
    expect(Math.abs((thought[n] ?? 0) - Date.now() - SHIFTS[name])).toBeLessThan(HOUR);

  // History: one order, one clock.
  const id = await newSet();
  const begun = Date.now();
  for (const [name, action] of [
    ['ahead', 'issue'],
    ['behind', 'return'],
    ['right', 'issue'],
    ['behind', 'return'],
  ] as const) {
    const body = { officerName: 'Callum Reid', newTag: randomUUID().slice(0, 8) };
    await at[name].must('POST', `/api/key-bunches/${id}/${action}`, body);
  }
  const history = await at.ahead.must<Movement[]>('GET', `/api/movement-history?keyBunchId=${id}`);
  expect(history.map(({ action }) => action)).toEqual(['return', 'issue', 'return', 'issue']);
  const moments = history.map(({ timestamp }) => Date.parse(timestamp));
  expect(moments).toEqual(moments.toSorted((a, b) => b - a));
  for (const moment of moments) expect(Math.abs(moment - begun)).toBeLessThan(60_000);

  // Sessions: good everywhere, and over when the database says so.
  const signedIn = await Promise.all(
    NAMES.map(async (name) => {
      const client = openClient(() => servers[name].url);
      await client.must('POST', '/api/auth/login', { email: 'dana.holt@example.com', password: PASSWORD });
      return client.cookie;
    }),
  );
  for (const cookie of signedIn)
    for (const name of NAMES) {
      const elsewhere = openClient(() => servers[name].url, cookie);
      expect((await elsewhere.ask('GET', '/api/auth/user')).status).toBe(200);
    }
  const left = await database.sql<{ hours: number }>(
    'select extract(epoch from expire - clock_timestamp())::float8 / 3600 as hours from sessions',
  );
  for (const { hours } of left) expect(Math.abs(hours - 12)).toBeLessThan(0.1);

  // One-time links: made at one server, good at another for as long as the database says.
  const invited = async (name: Name) => {
    const email = `person-${randomUUID()}@example.com`;
    const made = await at[name].must<{ inviteUrl?: string }>('POST', '/api/users', {
      email,
      firstName: 'Ines',
      lastName: 'Moreau',
    });
    return { email, token: /[^/]+$/.exec(made.inviteUrl ?? '')?.[0] ?? '' };
  };
  const choose = (name: Name, token: string) =>
    openClient(() => servers[name].url).ask('POST', '/api/auth/reset-password', {
      token,
      password: PASSWORD,
    });
  for (const [one, another] of [
    ['behind', 'ahead'],
    ['ahead', 'behind'],
  ] as const)
    expect((await choose(another, (await invited(one)).token)).status).toBe(200);
  const late = await Promise.all([invited('ahead'), invited('right')]);
  await database.sql(
    `update one_time_tokens set expires_at = clock_timestamp() - interval '1 second' where used_at is null`,
  );
  for (const { token } of late) expect((await choose('behind', token)).status).toBe(400);

  // API tokens.
  const expiresAt = new Date(Date.now() + HOUR).toISOString();
  for (const name of NAMES) {
    const body = { name: `Program ${name}`, permissions: ['key:view'], allowedLocationIds: [], expiresAt };
    const made = await at[name].ask<{ id: number; token: string }>('POST', '/api/tokens', body, randomUUID());
    expect(made.status, `a token made where the clock is ${name}`).toBe(201);
    const use = (where: Name) =>
      fetch(`${servers[where].url}/api/key-bunches`, {
        headers: { authorization: `Bearer ${made.body.token}` },
      });
    for (const where of NAMES) expect((await use(where)).status).toBe(200);
    await database.sql(
      `update api_tokens set expires_at = clock_timestamp() - interval '1 second' where id = $1`,
      [made.body.id],
    );
    for (const where of NAMES) expect((await use(where)).status).toBe(401);
  }

  // Due times: refused, taken and overdue alike.
  const due = async (name: Name, hours: number) => {
    const dueAt = new Date(Date.now() + hours * HOUR).toISOString();
    const body = { officerName: 'Callum Reid', items: [{ keyBunchId: await newSet() }], dueAt };
    return (await at[name].ask('POST', '/api/custody/issue', body, randomUUID())).status;
  };
  for (const name of NAMES) expect([await due(name, 1), await due(name, -1)]).toEqual([200, 400]);
  const lists = await Promise.all(
    NAMES.map((name) => at[name].must<string>('GET', '/api/custody/out/export')),
  );
  expect(lists.map((text) => text.includes('"Yes"'))).toEqual([false, false, false]);

  // An audit is valid for 24 hours by the database's clock.
  const [here] = [await newSet(other)];
  const audit = await at.behind.must<{ id: number }>('POST', '/api/audit/start', { locationId: other });
  await at.ahead.must('POST', `/api/audit/${audit.id}/ticks`, { keyBunchId: here, seen: true });
  await at.ahead.must('POST', `/api/audit/${audit.id}/complete`, {});
  const verified = async (name: Name) =>
    (await at[name].must<{ isVerified: boolean }>('GET', `/api/audit/verification/${other}`)).isVerified;
  expect(await Promise.all(NAMES.map(verified))).toEqual([true, true, true]);
  // The following ages records but not their history, which verify would notice.
  await expectWhole(database.environment);
  await database.sql(
    `update key_bunches set due_at = clock_timestamp() - interval '1 hour', issued_at = clock_timestamp() - interval '2 hours' where due_at is not null`,
  );
  const overdue = await Promise.all(
    NAMES.map((name) => at[name].must<string>('GET', '/api/custody/out/export')),
  );
  expect(overdue.map((text) => text.split('"Yes"').length - 1)).toEqual([3, 3, 3]);
  await database.sql(
    `update audit_sessions set start_time = start_time - interval '25 hours', end_time = end_time - interval '25 hours'`,
  );
  expect(await Promise.all(NAMES.map(verified))).toEqual([false, false, false]);
  expect(
    await statuses((client) =>
      client.ask(
        'POST',
        '/api/key-bunches/bulk-move',
        { fromLocationId: other, toLocationId: place },
        randomUUID(),
      ),
    ),
  ).toEqual([403, 403, 403]);

  figure(
    'G16',
    `clocks ${NAMES.map((name) => `${Math.round(SHIFTS[name] / HOUR)} h`).join(', ')}: order of history, sessions, links, tokens, due times and audits are the database's`,
  );
}, 60_000);

test('R23 failed sign-ins are counted by the clock of the database: a server four years ahead locks nobody out for years, nor forgets', async () => {
  const email = `nobody-${randomUUID()}@example.com`;
  const guess = (name: Name) =>
    openClient(() => servers[name].url).ask('POST', '/api/auth/login', { email, password: 'a wrong horse' });
  expect([
    (await guess('ahead')).status,
    (await guess('right')).status,
    (await guess('behind')).status,
  ]).toEqual([401, 401, 401]);
  for (const name of NAMES) {
    const { status, headers } = await guess(name);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(10 * 60);
  }
});
