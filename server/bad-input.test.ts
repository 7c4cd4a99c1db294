import { beforeAll, describe, expect, test } from 'vitest';
import { api, type CallName } from '../shared/api.ts';
import { REFUSALS } from '../shared/messages.ts';
import { dumpAll, expectRefused } from './testing/dump.ts';
import { type AnyInput, bodyShapeOf, CALLS, inputOf, makeSite, type Site, send } from './testing/samples.ts';
import { type Answer, type Person, useWorld } from './testing/world.ts';

// Bad input of every kind on every call that writes: a clear 4xx, never a 500, and nothing changes.
const world = useWorld({ LOGIN_FAILURES: '100000' });
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

const writes = CALLS.filter((name) => api[name].method !== 'GET');
const withBody = CALLS.filter((name) => bodyShapeOf(name));
/** Setup and sign-in are for people without a session; the rest is tried by somebody who may do everything. */
const callerOf = (name: CallName): Person =>
  name === 'setUpCompany' || name === 'logIn' ? world.visitor : site.admin;
const urlOf = (name: CallName, params: AnyInput['params'] = {}) =>
  api[name].path.replace(/:(\w+)/g, (_, key: string) => String(params[key]));
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Fields that take anything and are compared with what is stored (DECISIONS S-18): a wrong one is 403. */
const COMPARED = ['role', 'permissions', 'customPermissions', 'allowedLocationIds', 'isActive', 'companyId'];

/** Values that no field like this valid one takes. */
function wrongFor(valid: unknown): unknown[] {
  const structures = [{}, { a: 1 }, [], [valid], [[1]], true];
  if (typeof valid === 'number') {
    return ['twelve', '', -1, 0.5, 1e300, -1e300, 9_007_199_254_740_992, 2_147_483_648, ...structures];
  }
  if (typeof valid === 'boolean') return ['yes', 1, 0, {}, []];
  if (typeof valid === 'object') return ['text', 5, [], true];
  return [5, 0, 1e300, 'x'.repeat(2001), ...structures];
}

describe('a field of the wrong type, too long or out of range', () => {
  for (const name of withBody) {
    test(`${name}`, async () => {
      const me = callerOf(name);
      const input = await inputOf(name, site, name === 'updateUser' ? site.admin : me);
      const before = await dumpAll(world);
      let tried = 0;
      for (const [field, valid] of Object.entries(input.body ?? {})) {
        for (const value of wrongFor(valid)) {
          if (COMPARED.includes(field) && JSON.stringify(value) === JSON.stringify(valid)) continue;
          const answer = await send(me, name, { ...input, body: { ...input.body, [field]: value } });
          expectRefused(answer, `${name} ${field} = ${JSON.stringify(value).slice(0, 60)}`);
          if (!COMPARED.includes(field)) {
            expect(answer.status).toBe(400);
            expect(Object.keys(answer.body.errors ?? {}).join(), `${name} ${field}`).toContain(field);
          }
          tried += 1;
        }
      }
      expect(tried).toBeGreaterThan(5);
      expect(await dumpAll(world)).toBe(before);
    });
  }
});

describe('text that must be there', () => {
  const required: Partial<Record<CallName, Record<string, string>>> = {
    logIn: { email: 'Please enter a valid email', password: 'Password is required' },
    setUpCompany: {
      name: 'Company name is required',
      email: 'Please enter a valid email',
      firstName: 'First name is required',
    },
    createLocation: { name: 'Name is required', type: 'Type is required' },
    updateLocation: { name: 'Name is required', type: 'Type is required' },
    createKeyBunch: { identifier: 'Identifier is required', currentTag: 'Current tag is required' },
    updateKeyBunch: { identifier: 'Identifier is required' },
    issueKeyBunch: { officerName: 'Officer name is required' },
    returnKeyBunch: {
      officerName: 'Officer name is required',
      newTag: 'New tag number is required when returning keys',
    },
    updateUser: {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Please enter a valid email',
    },
  };
  for (const [name, fields] of Object.entries(required) as [CallName, Record<string, string>][]) {
    test(`${name} says which`, async () => {
      const me = callerOf(name);
      const input = await inputOf(name, site, name === 'updateUser' ? site.admin : me);
      for (const [field, message] of Object.entries(fields)) {
        // A password is taken as it is typed: blanks are characters.
        for (const value of field === 'password' ? ['', null] : ['', '   ', '\t\u0000 \u200f', null]) {
          const answer = await send(me, name, { ...input, body: { ...input.body, [field]: value } });
          expect(answer.status, `${field} ${JSON.stringify(value)}`).toBe(400);
          expect(answer.body).toEqual({ message, errors: { [field]: message } });
        }
      }
    });
  }
});

describe('a body that is no object', () => {
  for (const name of withBody) {
    test(`${name}`, async () => {
      const me = callerOf(name);
      const input = await inputOf(name, site, name === 'updateUser' ? site.admin : me);
      const before = await dumpAll(world);
      const url = urlOf(name, input.params);
      const { method } = api[name];
      const json = { cookie: me.cookie ?? '', 'content-type': 'application/json' };
      for (const text of ['null', '"text"', '5', 'true', '[]', '[{}]', deep(40_000)]) {
        const answer = await world.request(method, url, text, json);
        expectRefused(answer, `${name} ${text.slice(0, 20)}`);
        expect(answer.status).toBe(400);
      }
      for (const text of ['{', '{"a":', "{'a':1}", '{"a":1}}', 'undefined', '\u0000', '{"a":"\\ud8"}']) {
        const answer = await world.request(method, url, text, json);
        expect(answer.status, text).toBe(400);
        expect(answer.body).toEqual({ message: REFUSALS.badJson });
      }
      for (const text of ['{"__proto__":{"role":"super_admin"}}', '{"constructor":{"prototype":{"a":1}}}']) {
        const answer = await world.request(method, url, text, json);
        expect(answer.status, text).toBe(400);
        expect(answer.body).toEqual({ message: REFUSALS.badJson });
      }
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'text/json',
      ]) {
        const answer = await world.request(method, url, JSON.stringify(input.body), {
          ...json,
          'content-type': type,
        });
        expect(answer.status, type).toBe(415);
        expect(answer.body).toEqual({ message: REFUSALS.notJson });
      }
      const big = JSON.stringify({ ...input.body, padding: 'x'.repeat(100 * 1024) });
      const tooLarge = await world.request(method, url, big, json);
      expect(tooLarge.status).toBe(413);
      expect(tooLarge.body).toEqual({ message: REFUSALS.tooLarge });
      if (name !== 'deleteKeyBunch') {
        for (const headers of [{ cookie: me.cookie ?? '' }, json]) {
          const answer = await world.request(method, url, undefined, headers);
          expectRefused(answer, `${name} without a body`);
          expect(answer.status).toBe(400);
        }
      }
      expect(await dumpAll(world)).toBe(before);
    });
  }

  test('deep nesting in a field that is not declared does no harm', async () => {
    for (const name of withBody) {
      const me = callerOf(name);
      const input = await inputOf(name, site, name === 'updateUser' ? site.admin : me);
      const body = `${JSON.stringify(input.body).slice(0, -1)},"padding":${deep(45_000)}}`;
      const answer = await world.request(api[name].method, urlOf(name, input.params), body, {
        cookie: me.cookie ?? '',
        'content-type': 'application/json',
      });
      expect(answer.status, `${name} ${JSON.stringify(answer.body)}`).toBeLessThan(500);
      const nested = Object.keys(input.body ?? {}).find((field) => COMPARED.includes(field));
      if (!nested) continue;
      const compared = await world.request(
        api[name].method,
        urlOf(name, input.params),
        `{"${nested}":${deep(45_000)}}`,
        { cookie: me.cookie ?? '', 'content-type': 'application/json' },
      );
      expectRefused(compared, `${name} ${nested}`);
    }
  });
});

describe('text that PostgreSQL cannot hold', () => {
  const odd = [
    'A\u0000B',
    'A\ud800B',
    '\udc00',
    'A\u202eB',
    'a\u0301',
    '\u{1f511}'.repeat(100),
    "'; drop table users; --",
  ];
  for (const name of withBody) {
    test(`${name} is stored cleaned, or refused`, async () => {
      const me = callerOf(name);
      for (const field of Object.keys((await inputOf(name, site, site.admin)).body ?? {})) {
        for (const text of odd) {
          const input = await inputOf(name, site, site.admin);
          if (typeof input.body?.[field] !== 'string') continue;
          const body = JSON.stringify({ ...input.body, [field]: text });
          const answer = await world.request(api[name].method, urlOf(name, input.params), body, {
            cookie: me.cookie ?? '',
            'content-type': 'application/json',
          });
          expect(answer.status, `${name} ${field} ${JSON.stringify(text)}`).toBeLessThan(500);
          expect(JSON.stringify(answer.body)).not.toMatch(/\\u0000|\\ud800|\\udc00|\u202e|a\u0301/);
        }
      }
    });
  }
});

describe('ids and queries', () => {
  const ids = [
    '0',
    '-1',
    '1.5',
    '1e3',
    '01',
    'abc',
    '%00',
    '2147483648',
    '99999999999999999999',
    '1;drop',
    '%F0%9F%94%91',
    '%ED%A0%80',
  ];
  for (const name of CALLS.filter((call) => api[call].path.includes(':id'))) {
    test(`${name}: an id that is none names no record`, async () => {
      const input = await inputOf(name, site, site.admin);
      const before = await dumpAll(world);
      for (const id of ids) {
        const { cookie = '' } = site.admin;
        const answer = await world.request(api[name].method, urlOf(name, { id }), input.body, { cookie });
        expectRefused(answer, `${name} ${id}`);
        expect([404, 400]).toContain(answer.status);
      }
      expect(await dumpAll(world)).toBe(before);
    });
  }

  const queried = CALLS.filter((name) => 'query' in api[name]);
  const long = 'x'.repeat(256);
  const bad: Record<string, string[]> = {
    limit: ['0', '-1', '1.5', 'x', '', '501', '99999', '1e2', ' 5'],
    offset: ['-1', 'x', '1.5', '9999999999'],
    locationId: ['0', 'x', '-1', '1.5', '2147483648', '99999999999'],
    keyBunchId: ['0', 'x', '-1', '2147483648'],
    except: ['0', 'x', '2147483648'],
    before: ['0', 'x', '2147483648'],
    action: ['nothing', 'drop table', ''],
    from: [
      'yesterday',
      '2026-01-01',
      '2026-02-30T00:00:00Z',
      '2026-01-01T25:00:00Z',
      '0000-01-01T00:00:00Z',
      '2026-01-01T00:00:00+23:00',
      '2026-01-01T00:00:00',
      '2026-13-01T00:00:00Z',
      '9'.repeat(50),
    ],
    to: ['tomorrow', '2026-06-31T00:00:00Z', '2026-01-01T00:60:00Z', '2026-01-01T00:00:00.Z'],
    sort: ['id', 'identifier;drop', '--identifier', 'companyId', ''],
    cursor: [
      'x',
      '%%%',
      Buffer.from('[1,2]').toString('base64url'),
      Buffer.from('["a",9007199254740991]').toString('base64url'),
      Buffer.from('["a",0.5]').toString('base64url'),
      Buffer.from('["a\\u0000",1]').toString('base64url'),
      'x'.repeat(1001),
    ],
    tz: ['Nowhere/Land', '', "'; drop", long],
    q: [long],
    search: [long],
    identifier: [long],
    tag: [long],
    nfcSerial: [long],
    type: [long],
    status: [long],
  };
  for (const name of queried) {
    test(`${name}: a bad value is refused, a text of any kind is only looked for`, async () => {
      const input = await inputOf(name, site, site.admin);
      const fields = Object.keys(input.query ?? {});
      for (const field of fields) {
        const values = bad[field];
        expect(values, `bad values for ${field}`).toBeDefined();
        for (const value of values ?? []) {
          const answer = await send(site.admin, name, {
            ...input,
            query: { ...input.query, [field]: value },
          });
          expectRefused(answer, `${name} ${field}=${value.slice(0, 60)}`);
          expect(answer.status).toBe(400);
        }
        const { cookie = '' } = site.admin;
        const url = urlOf(name, input.params);
        const twice = await world.request('GET', `${url}?${field}=1&${field}=2`, undefined, { cookie });
        expect(twice.status, `${field} twice`).toBe(400);
        for (const text of ['%00', 'a%00b', '%ED%A0%80', '%', '%zz', '%27%22%5C', '%25_', '%E2%80%AE']) {
          const answer: Answer<CallName> = await world.request('GET', `${url}?${field}=${text}`, undefined, {
            cookie,
          });
          expect(answer.status, `${name} ${field}=${text} ${JSON.stringify(answer.body)}`).toBeLessThan(500);
        }
      }
      // A sort value that a date column cannot hold.
      if (fields.includes('cursor')) {
        for (const value of ['1', 'now', '2026-02-30T00:00:00Z', 'infinity']) {
          const cursor = Buffer.from(JSON.stringify([value, 1])).toString('base64url');
          const answer = await send(site.admin, name, { query: { sort: 'lastUpdated', cursor } });
          expect(answer.status, `cursor ${value}`).toBe(400);
        }
      }
    });
  }
});

test('500 random bodies bring no 500', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  console.log(`bad-input fuzz: SEED=${seed}`);
  const random = randomFrom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const anything = (depth: number): unknown => {
    const kinds = [
      () => null,
      () => random() < 0.5,
      () => Math.floor(random() * 100),
      () => (random() - 0.5) * 1e21,
      () => '',
      () => 'x'.repeat(Math.floor(random() * 3000)),
      () => String.fromCharCode(...Array.from({ length: 8 }, () => Math.floor(random() * 0x10000))),
      () => pick(['issued', 'missing', 'active', 'static', '__proto__', 'office', '../..', '<script>']),
      () => [anything(depth + 1), anything(depth + 1)],
      () => ({ [pick(['name', 'id', 'description', 'length', 'toString'])]: anything(depth + 1) }),
    ];
    return pick(depth > 3 ? kinds.slice(0, 8) : kinds)();
  };
  const targets = await Promise.all(
    writes.map(async (name) => ({ name, input: await inputOf(name, site, site.admin) })),
  );
  const faults: string[] = [];
  for (let n = 0; n < 500; n += 1) {
    const { name, input } = pick(targets);
    const fields = [...Object.keys(input.body ?? {}), 'extra'];
    const body: Record<string, unknown> = random() < 0.5 ? { ...input.body } : {};
    for (let times = Math.ceil(random() * 3); times > 0; times -= 1) body[pick(fields)] = anything(0);
    const me = name === 'logOut' ? world.visitor : callerOf(name);
    const answer = await send(me, name, { ...input, body });
    const refused = answer.status >= 400 && typeof answer.body.message !== 'string';
    if (answer.status >= 500 || refused) faults.push(`${name} ${JSON.stringify(body)}: ${answer.status}`);
  }
  expect(faults).toEqual([]);
}, 40_000);

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
