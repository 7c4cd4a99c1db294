import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFaults } from '../server/database/invariants.ts';
import { OWNER } from '../server/database/roles.ts';
import { useWire } from '../server/testing/wire.ts';
import { useWorld } from '../server/testing/world.ts';
import { withClient } from './cluster.ts';
import { drive } from './driver/run.ts';
import { openPool } from './floor/rows.ts';
import { makeFloor } from './floor/server.ts';
import { type Caller, callersOf, type Exchange, OPERATIONS, type Operation } from './operations.ts';
import { seed } from './seed/seed.ts';
import { type Size, tokenOf, userId } from './seed/size.ts';

/** Enough entries of each set that its history has a second page, and enough former tags that a search finds too many to rank. */
const size: Size = { name: 'test', companies: 2, users: 6, bunches: 50, movements: 4500, audits: 1 };
const world = useWorld({});
const wire = useWire(world);
let pool: pg.Pool;
let floor: Server;

beforeAll(async () => {
  await withClient(world.admin, (client) => seed(client, size, () => undefined));
  pool = openPool(world.admin);
  floor = makeFloor(pool).listen(0, '127.0.0.1');
});
afterAll(async () => {
  floor.closeAllConnections();
  floor.close();
  await pool.end();
});

const portOf = {
  keyhold: () => Number(new URL(wire.url).port),
  floor: () => (floor.address() as AddressInfo).port,
};
type Name = keyof typeof portOf;

type Answer = { status: number; total: string | null; body: unknown };

async function ask(
  name: Name,
  { company, user }: Caller,
  { method, path, body }: Exchange,
  visitor = false,
): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${portOf[name]()}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(!visitor && { cookie: `sid=${tokenOf(userId(size, company, user))}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    total: answer.headers.get('x-total-count'),
    body: (await answer.json()) as object,
  };
}

/** Both issue the same set in turn, so that only moments and tags differ. */
const withoutChanges = ({ body, ...answer }: Answer) => ({
  ...answer,
  body: JSON.parse(
    JSON.stringify(body, (name, value) => (CHANGING.includes(name) && value ? 'then' : value)),
  ) as unknown,
});
const CHANGING = ['issuedAt', 'lastSeenAt', 'lastUpdated', 'updatedAt', 'currentTag'];

async function answersOf(name: Name, operation: Operation) {
  const [caller] = callersOf(size, 1, operation.limited === true);
  const answers: Answer[] = [];
  for (const exchange of operation.steps(caller as Caller, 0, () => 3)) {
    const answer = await ask(name, caller as Caller, exchange, operation.visitor);
    answers.push(operation.writes ? withoutChanges(answer) : answer);
  }
  return answers;
}

test('a seeded history is whole, and the register agrees with it', async () => {
  const findings = await withClient(world.admin, (client) => findFaults(client, OWNER));
  const { rows: logged } = await pool.query<{ entries: number }>(
    `select $1 + (select count(*) from users where company_id = c.id)::int - 1
       + (select count(*) from audit_sessions where company_id = c.id and status = 'completed')::int as entries
     from companies c order by id`,
    [size.bunches],
  );
  expect(findings).toMatchObject(
    logged.map(({ entries: log }) => ({
      chains: [size.movements, log].map((entries) => ({ entries, brokenAt: null })),
      faults: [],
    })),
  );
  const { rows } = await pool.query(
    'select status, count(*)::int as n from key_bunches group by 1 order by n desc',
  );
  expect(rows.map(({ status }) => status)).toEqual(['active', 'issued', 'missing', 'inactive']);
});

test.for(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  'the floor answers "%s" as Keyhold does',
  async ([, operation]) => {
    const keyhold = await answersOf('keyhold', operation);
    expect(keyhold.map(({ status }) => status)).toEqual(keyhold.map(() => 200));
    expect(keyhold.filter(({ body }) => Object.keys(body as object).length === 0)).toEqual([]);
    expect(await answersOf('floor', operation)).toEqual(keyhold);
  },
);

test('the floor answers a search that matches nearly everything as Keyhold does', async () => {
  const [caller] = callersOf(size, 1, false);
  const exchange: Exchange = { method: 'GET', path: '/api/key-bunches?limit=20&q=10' };
  const keyhold = await ask('keyhold', caller as Caller, exchange);
  expect(keyhold).toMatchObject({ status: 200, total: '50' });
  expect(await ask('floor', caller as Caller, exchange)).toEqual(keyhold);
});

test('the driver counts what was answered, and shows what was refused', async () => {
  const job = { cookie: 'sid', size, callers: 4, ms: 200, round: 1 };
  for (const name of ['keyhold', 'floor'] as const) {
    const result = await drive({ ...job, port: portOf[name](), operation: 'issue' });
    expect(result).toMatchObject({ errors: {} });
    expect(result.done).toBeGreaterThan(0);
    expect(result.p99).toBeGreaterThanOrEqual(result.p50);
  }
  const refused = await drive({ ...job, cookie: 'none', port: portOf.keyhold(), operation: 'read' });
  expect([refused.done, Object.keys(refused.errors)]).toEqual([0, ['401']]);
  const broken = (await withClient(world.admin, (client) => findFaults(client, OWNER))).flatMap(
    ({ chains }) => chains.map(({ brokenAt }) => brokenAt),
  );
  expect(broken).toEqual([null, null, null, null]);
});
