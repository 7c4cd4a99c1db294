import { beforeAll, expect, test } from 'vitest';
import { api } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { effectivePermissions, meets, PERMISSIONS, ROLES } from '../../shared/permissions.ts';
import { bodyShapeOf, CALLS, inputOf, queryShapeOf, samples, send } from '../testing/samples.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { useWorld } from '../testing/world.ts';

// The contract as a whole: everything it declares is served, sampled and guarded, and nothing else is served.
const world = useWorld();
let site: Site;

beforeAll(async () => {
  site = await makeSite(world);
});

test('every call of the contract has a sample, and every sample names every declared field', async () => {
  expect(Object.keys(samples).sort()).toEqual([...CALLS].sort());
  for (const name of CALLS) {
    const input = await inputOf(name, site, site.admin);
    const fields = (shape: object | null) => Object.keys(shape ?? {}).sort();
    expect(Object.keys(input.body ?? {}).sort(), `${name} body`).toEqual(fields(bodyShapeOf(name)));
    expect(Object.keys(input.query ?? {}).sort(), `${name} query`).toEqual(fields(queryShapeOf(name)));
    const named = (api[name].path.match(/:\w+/g) ?? []).map((part) => part.slice(1));
    expect(Object.keys(input.params ?? {}).sort(), `${name} path`).toEqual(named.sort());
    expect(Boolean(samples[name].id), `${name} says what its id names`).toBe(named.includes('id'));
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
  // The contract's addresses and those without JSON; the built files, which have extensions, are left out.
  const others = [
    '/healthz',
    '/readyz',
    '/version',
    '/metrics',
    '/api/login',
    '/api/login/callback',
    '/api/login/confirm',
    '/api/docs',
  ];
  for (const url of others) expect(world.app.hasRoute({ method: 'GET', url }), url).toBe(true);
  expect(count).toBe(CALLS.length + others.length);
});

test('the needs of the contract agree with specification.md, table a, and name permissions that exist', () => {
  for (const name of CALLS) {
    const { needs } = api[name];
    for (const permission of typeof needs === 'object' ? Object.values(needs).flat() : []) {
      expect(PERMISSIONS, `${name} needs ${permission}`).toContain(permission);
    }
    for (const role of ROLES) {
      const permissions = effectivePermissions({ role, permissions: [], customPermissions: [] });
      const { access } = samples[name];
      const may = access !== 'kiosk' && (typeof access === 'string' || access.includes(role));
      expect(meets(needs, { permissions }), `${name} as ${role}`).toBe(may);
    }
  }
});

test('a forged cookie, a wrong body and an unknown record get the answer of no session at all', async () => {
  const guarded = CALLS.filter((name) => samples[name].access !== 'anyone');
  for (const name of guarded) {
    const input = await inputOf(name, site, site.admin);
    const forged = await send(world.visitor, name, {
      ...input,
      headers: { cookie: `sid=${'A'.repeat(43)}` },
    });
    const wrong = await send(world.visitor, name, { params: { id: 'x' }, body: { keyCount: [] } });
    for (const answer of [forged, wrong]) {
      expect(answer.status, name).toBe(401);
      expect(answer.body, name).toEqual(
        samples[name].access === 'kiosk'
          ? { message: REFUSALS.kioskEnded, code: 'kiosk_ended' }
          : { message: REFUSALS.unauthorized, code: 'unauthorized' },
      );
    }
  }
});

test('the permission is decided before the body is looked at or the record looked up', async () => {
  const viewer = await site.company.as('viewer');
  for (const name of CALLS) {
    const { access } = samples[name];
    if (typeof access === 'string' || access.includes('viewer')) continue;
    const answer = await send(viewer, name, {
      params: { id: 2_000_000_000 },
      body: { name: [], keyCount: {} },
    });
    expect(answer.status, name).toBe(403);
    expect(answer.body, name).toEqual({ message: REFUSALS.forbidden, code: 'forbidden' });
  }
});
