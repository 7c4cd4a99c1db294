import { beforeAll, describe, expect, test } from 'vitest';
import { api, type Call, type CallName } from '../shared/api.ts';
import { REFUSALS } from '../shared/messages.ts';
import { effectivePermissions, meets, PERMISSIONS, ROLES, type Role } from '../shared/permissions.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { expectRefused } from './testing/dump.ts';
import {
  bodyShapeOf,
  CALLS,
  inputOf,
  makeSite,
  queryShapeOf,
  type Site,
  samples,
  send,
} from './testing/samples.ts';
import { type Person, useWorld } from './testing/world.ts';

// Every call of the contract by every kind of caller (reliability G1 to G4).
const world = useWorld({ DEMO_MODE: 'on' });
const PRINCIPALS = [...ROLES, 'limited officer'] as const;
let site: Site;
const people = {} as Record<(typeof PRINCIPALS)[number], Person>;
let companyless: Person;

beforeAll(async () => {
  site = await makeSite(world);
  for (const role of ROLES) people[role] = await site.company.as(role);
  people['limited officer'] = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
  companyless = await world.person();
  // The hint of the sign-in card shows once the demo company is there.
  await world.sql('insert into users (email) values ($1)', [DEMO_ACCOUNTS[0].email]);
});

/** These end the session they are sent with, so they get one of their own. */
const ENDS_SESSION: CallName[] = ['logIn', 'logOut', 'setUpCompany'];
const statusOf = (name: CallName): number => (api[name] as Call).status ?? 200;
const roleOf = (principal: (typeof PRINCIPALS)[number]): Role =>
  principal === 'limited officer' ? 'officer' : principal;

/** What the sample says a member in this role gets. */
function expected(name: CallName, role: Role): number {
  const { access } = samples[name];
  if (name === 'setUpCompany') return 409;
  return typeof access === 'string' || access.includes(role) ? statusOf(name) : 403;
}

test('every call of the contract has a sample, and every sample names every declared field', async () => {
  expect(Object.keys(samples).sort()).toEqual([...CALLS].sort());
  for (const name of CALLS) {
    const input = await inputOf(name, site, people.super_admin);
    const fields = (shape: object | null) => Object.keys(shape ?? {}).sort();
    expect(Object.keys(input.body ?? {}).sort(), `${name} body`).toEqual(fields(bodyShapeOf(name)));
    expect(Object.keys(input.query ?? {}).sort(), `${name} query`).toEqual(fields(queryShapeOf(name)));
    const ids = api[name].path.match(/:\w+/g) ?? [];
    expect(Object.keys(input.params ?? {}), `${name} path`).toHaveLength(ids.length);
    expect(Boolean(samples[name].id), `${name} says what its id names`).toBe(ids.length > 0);
  }
});

test('every path of the contract is served and nothing else is served under /api', () => {
  const served = world.app
    .printRoutes({ commonPrefix: false, includeHooks: false })
    .split('\n')
    .filter((line) => line.includes('(') && !/\.\w+ \(/.test(line));
  expect(served.length).toBeGreaterThan(10);
  for (const name of CALLS) {
    const { method, path } = api[name];
    expect(world.app.hasRoute({ method, url: path }), `${method} ${path}`).toBe(true);
  }
  const pairs = CALLS.map((name) => `${api[name].method} ${api[name].path}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  const count = served.flatMap((line) => line.match(/GET|POST|PATCH|DELETE|PUT/g) ?? []).length;
  // The contract's, and /healthz and /readyz; the built files, which have an ending, are left out.
  expect(count).toBe(CALLS.length + 2);
});

test('the needs of the contract agree with DECISIONS table a, and name permissions that exist', () => {
  for (const name of CALLS) {
    const { needs } = api[name];
    for (const permission of typeof needs === 'object' ? Object.values(needs).flat() : []) {
      expect(PERMISSIONS, `${name} needs ${permission}`).toContain(permission);
    }
    for (const role of ROLES) {
      const permissions = effectivePermissions({ role, permissions: [], customPermissions: [] });
      const { access } = samples[name];
      const may = typeof access === 'string' || access.includes(role);
      expect(meets(needs, { permissions }), `${name} as ${role}`).toBe(may);
    }
  }
});

describe('each call by each role', () => {
  for (const name of CALLS) {
    test(`${name}: who may succeeds, who may not is refused`, async () => {
      for (const principal of PRINCIPALS) {
        const known = people[principal];
        const me = ENDS_SESSION.includes(name) ? await world.signIn(known.email) : known;
        const answer = await send(me, name, await inputOf(name, site, me));
        const told = `${name} as ${principal}: ${JSON.stringify(answer.body).slice(0, 300)}`;
        expect(answer.status, told).toBe(expected(name, roleOf(principal)));
        if (answer.status === 403) expect(answer.body.message, told).toBe(REFUSALS.forbidden);
        if (name === 'updateUser') known.email = (answer.body as unknown as { email: string }).email;
      }
    });
  }
});

describe('without a session', () => {
  for (const name of CALLS) {
    test(`${name}`, async () => {
      const input = await inputOf(name, site, people.super_admin);
      const answer = await send(world.visitor, name, input);
      if (samples[name].access === 'anyone') {
        expect(answer.status, JSON.stringify(answer.body)).toBe(statusOf(name));
        return;
      }
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ message: 'Unauthorized' });
      const forged = await send(world.visitor, name, {
        ...input,
        headers: { cookie: `sid=${'A'.repeat(43)}` },
      });
      expect(forged.status).toBe(401);
      // Neither a wrong body nor an unknown record is told to somebody who is not signed in.
      const wrong = await send(world.visitor, name, { params: { id: 'x' }, body: { keyCount: [] } });
      expect(wrong.status).toBe(401);
    });
  }
});

describe('with a session but without a company', () => {
  for (const name of CALLS) {
    test(`${name}`, async () => {
      const me = ENDS_SESSION.includes(name) ? await world.person() : companyless;
      const answer = await send(me, name, await inputOf(name, site, me));
      if (name === 'getCompany') {
        expect(answer.status).toBe(404);
        expectRefused(answer, name);
      } else if (samples[name].access === 'anyone' || samples[name].access === 'session') {
        expect(answer.status, JSON.stringify(answer.body)).toBe(statusOf(name));
      } else {
        expect(answer.status).toBe(403);
        expect(answer.body).toEqual({ message: 'Company setup required' });
      }
    });
  }
});

test('the permission is decided before the body is looked at or the record looked up', async () => {
  const viewer = people.viewer;
  for (const name of CALLS) {
    const { access } = samples[name];
    if (typeof access === 'string' || access.includes('viewer')) continue;
    const answer = await send(viewer, name, {
      params: { id: 2_000_000_000 },
      body: { name: [], keyCount: {} },
    });
    expect(answer.status, name).toBe(403);
    expect(answer.body, name).toEqual({ message: REFUSALS.forbidden });
  }
});
