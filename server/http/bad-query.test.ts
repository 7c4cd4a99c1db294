import { beforeAll, describe, expect, test } from 'vitest';
import { api, type CallName } from '../../shared/api.ts';
import { dumpAll, expectRefused } from '../testing/dump.ts';
import { type AnyInput, CALLS, inputOf, send } from '../testing/samples.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { type Answer, useWorld } from '../testing/world.ts';

// Invalid ids and queries of every kind: a clear 4xx, never a 500, and no change.
const world = useWorld({});
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});
const urlOf = (name: CallName, params: AnyInput['params'] = {}) =>
  api[name].path.replace(/:(\w+)/g, (_, key: string) => String(params[key]));

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

  for (const name of CALLS.filter((call) => !['logOut', 'importRegister'].includes(call))) {
    test(`${name}: a parameter or a field that it does not have is refused by its name`, async () => {
      const input = await inputOf(name, site, site.admin);
      const me = name === 'setUpCompany' ? world.visitor : site.admin;
      const before = await dumpAll(world);
      const asked = await send(me, name, { ...input, query: { ...input.query, limt: '5' } });
      expect([asked.status, asked.body]).toEqual([
        400,
        {
          message: 'Unknown parameter: limt',
          code: 'unknown_field',
          errors: { limt: 'Unknown parameter' },
        },
      ]);
      if (api[name].method !== 'GET') {
        const sent = await send(me, name, { ...input, body: { ...input.body, naem: 1, __proto: 2 } });
        expect([sent.status, sent.body]).toEqual([
          400,
          {
            message: 'Unknown fields: naem, __proto',
            code: 'unknown_field',
            errors: { naem: 'Unknown field', __proto: 'Unknown field' },
          },
        ]);
      }
      expect(await dumpAll(world)).toBe(before);
    });
  }

  test('an unknown field deep inside is named by its path, and of many the first ten', async () => {
    const inside = await send(site.admin, 'issueBatch', {
      body: { officerName: 'Ana', items: [{ keyBunchId: 1, tga: 'x' }] },
    });
    expect(inside.body).toMatchObject({ message: 'Unknown field: items.0.tga', code: 'unknown_field' });
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}${'x'.repeat(100)}`, 1]));
    const { body } = await send(site.admin, 'createLocation', { body: { name: 'A', ...many } });
    expect(body.message).toMatch(/^Unknown fields: (f\dx{57,58}(, )?){10} and 290 more$/);
    expect(Object.keys(body.errors ?? {})).toHaveLength(10);
  });

  const queried = CALLS.filter((name) => 'query' in api[name] && api[name].method === 'GET');
  const long = 'x'.repeat(256);
  const bad: Record<string, string[]> = {
    limit: ['0', '-1', '1.5', 'x', '', '1001', '99999', '1e2', ' 5'],
    outHours: ['0', '-1', '1.5', 'x', '', '100000'],
    notSeenDays: ['0', '-1', '1.5', 'x', '', '10000'],
    offset: ['-1', 'x', '1.5', '10001', '9999999999'],
    locationId: ['0', 'x', '-1', '1.5', '2147483648', '99999999999'],
    location: ['0', 'x', '-1', '1.5', '2147483648', '99999999999'],
    sites: ['false', '1', 'yes'],
    fromLocationId: ['0', 'x', '-1', ''],
    toLocationId: ['0', 'x', '-1', ''],
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
    changedSince: ['yesterday', '2026-01-01', '2026-02-30T00:00:00Z', ''],
    at: ['yesterday', '2026-01-01', '2026-02-30T00:00:00Z', '2026-01-01T00:00:00', '9'.repeat(50)],
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
    after: ['1'.repeat(5000)],
    q: [long],
    search: [long],
    identifier: [long],
    tag: [long],
    nfcSerial: [long],
    type: [long],
    keyType: [long],
    hooks: ['false', '1', ''],
    fromBunchType: [long],
    status: [long],
    sha256: ['x', '', long],
    shape: ['x', '', long],
    kind: ['boss', ''],
    active: ['yes', '', '1'],
    holding: ['none', ''],
    client: [long],
    position: [long],
    holderId: ['0', 'x', '-1', '2147483648'],
    premisesId: ['0', 'x', '-1', '2147483648'],
    userId: ['0', 'x', '-1', '2147483648'],
    due: ['never', ''],
    short: ['false', ''],
    labels: ['false', ''],
    without: ['holder', 'tag,nfc', ''],
    tab: ['none', ''],
    by: ['name', ''],
    late: ['false', '1', ''],
    blocked: ['false', '1', ''],
    state: ['any', ''],
    answer: ['unknown', ''],
    code: ['', long],
    v: ['', 'x', '0'.repeat(31), 'A'.repeat(32), '../../etc/passwd', '0'.repeat(64)],
  };
  for (const name of queried) {
    test(`${name}: a bad value is refused, a text of any kind is only looked for`, async () => {
      const input = await inputOf(name, site, site.admin);
      const fields = Object.keys(input.query ?? {});
      for (const field of fields) {
        // The activity also accepts whole days, in the company's time zone.
        const values = bad[field]?.filter((value) => !(/Activity$/.test(name) && value === '2026-01-01'));
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
      if (fields.includes('cursor') && fields.includes('sort')) {
        for (const value of ['1', 'now', '2026-02-30T00:00:00Z', 'infinity']) {
          const cursor = Buffer.from(JSON.stringify([value, 1])).toString('base64url');
          const answer = await send(site.admin, name, { query: { sort: 'lastUpdated', cursor } });
          expect(answer.status, `cursor ${value}`).toBe(400);
        }
      }
    });
  }
});
