import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../shared/api.ts';
import { dumpAll } from '../testing/dump.ts';
import { CALLS, inputOf, samples, send } from '../testing/samples.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { useWorld } from '../testing/world.ts';

// guarantees.md R19, G21: requests that another site makes a browser send have no effect.
const world = useWorld({ PUBLIC_URL: 'http://keys.example.com' });
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});
const writes = CALLS.filter((name) => api[name].method !== 'GET');
const REFUSED = { message: 'This request came from another site and was refused', code: 'foreign_origin' };

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:81' },
  { origin: 'https://evil.test', host: 'evil.test' },
  { origin: 'http://keys.example.com.evil.example' },
  { origin: 'https://keys.example.com' },
  { origin: 'nonsense' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'http://keys.example.com' },
];
const OWN: Record<string, string>[] = [
  {},
  { origin: 'http://keys.example.com', host: 'cabinet:3000' },
  { origin: 'http://keys.example.com' },
  { 'sec-fetch-site': 'same-origin', origin: 'http://cabinet:3000' },
  { 'sec-fetch-site': 'none' },
];

describe('G21 every call that writes', () => {
  for (const name of writes) {
    test(`${name}: refused from elsewhere, taken from here`, async () => {
      const input = await inputOf(name, site, site.admin);
      const before = await dumpAll(world);
      for (const headers of FOREIGN) {
        const answer = await send(site.admin, name, { ...input, headers });
        expect([answer.status, answer.body], JSON.stringify(headers)).toEqual([403, REFUSED]);
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
      expect(await dumpAll(world)).toBe(before);
      // Another site's form cannot send JSON, and no address of ours writes on GET.
      const url = api[name].path.replace(':id', String(input.params?.id));
      const cookie = input.headers?.cookie ?? site.admin.cookie ?? '';
      if (name !== 'logOut') {
        const form = await world.request(api[name].method, url, 'name=x', {
          cookie,
          'content-type': 'application/x-www-form-urlencoded',
        });
        expect(form.status).toBe(415);
      }
      const byGet = await world.request('GET', url, undefined, { cookie });
      expect([200, 400, 404]).toContain(byGet.status);
      expect(await dumpAll(world)).toBe(before);
    });
  }

  test('one’s own page and a client that is no browser get through', async () => {
    for (const headers of OWN) {
      const made = await site.admin.call('createLocation', { body: { name: 'A', type: 'van' }, headers });
      expect(made.status, JSON.stringify(headers)).toBe(201);
    }
  });
});

test('reads are answered wherever they come from, and no other site may read the answer', async () => {
  for (const headers of FOREIGN) {
    const answer = await site.admin.call('listLocations', { headers });
    expect(answer.status).toBe(200);
    for (const name of Object.keys(answer.headers)) expect(name).not.toMatch(/^access-control-/);
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
  }
  const preflight = await world.app.inject({
    method: 'OPTIONS',
    url: '/api/locations',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.statusCode).toBe(404);
  expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
});

describe('without PUBLIC_URL', () => {
  const unnamed = useWorld({});

  test('the page that a browser reached by the same host gets through, and no other', async () => {
    const { admin } = await unnamed.newCompany();
    const statuses: number[] = [];
    for (const origin of ['http://cabinet:3000', 'http://cabinet:81', 'https://evil.test']) {
      const headers = { origin, host: 'cabinet:3000' };
      const made = await admin.call('createLocation', { body: { name: 'A', type: 'van' }, headers });
      statuses.push(made.status);
    }
    expect(statuses).toEqual([201, 403, 403]);
  });
});

test('every call that writes is in this matrix', () => {
  expect(writes.length).toBeGreaterThanOrEqual(13);
  expect(writes.every((name) => samples[name])).toBe(true);
});
