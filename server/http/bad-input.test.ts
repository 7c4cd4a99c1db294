import { beforeAll, describe, expect, test } from 'vitest';
import { api, type CallName } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { dumpAll, expectRefused } from '../testing/dump.ts';
import { type AnyInput, bodyShapeOf, CALLS, inputOf, send } from '../testing/samples.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { type Person, useWorld } from '../testing/world.ts';

// Invalid input of every kind for every call that writes: a clear 4xx, never a 500, and no change.
const world = useWorld({ LOGIN_FAILURES: '100000' });
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

const withBody = CALLS.filter((name) => bodyShapeOf(name));
/** Setup and sign-in are for people without a session; a user with all rights tries the rest. */
const callerOf = (name: CallName): Person =>
  name === 'setUpCompany' || name === 'logIn' ? world.visitor : site.admin;
const urlOf = (name: CallName, params: AnyInput['params'] = {}) =>
  api[name].path.replace(/:(\w+)/g, (_, key: string) => String(params[key]));
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Fields of any value that are compared with stored ones: a wrong one is 403. */
const COMPARED = [
  'role',
  'permissions',
  'customPermissions',
  'allowedLocationIds',
  'isActive',
  'approver',
  'companyId',
];

/** Fields that the server sets itself: any value is ignored (D-02, D-08, S-37). */
const NOT_READ = ['performedBy', 'totalExpected', 'totalScanned', 'imageUpdatedAt'];
const isRead = (name: CallName, field: string) =>
  !NOT_READ.includes(field) && !(name === 'checkImport' && OF_IMPORT.includes(field));
/** A check takes the body of the import. */
const OF_IMPORT = ['fileName', 'sha256', 'skipRefused', 'refusedRows', 'mapping'];

/** Values that no field with such a valid value accepts. */
function wrongFor(valid: unknown): unknown[] {
  const structures = [{}, { a: 1 }, [], [valid], [[1]], true];
  if (typeof valid === 'number') {
    return ['twelve', '', -1, 0.5, 1e300, -1e300, 9_007_199_254_740_992, 2_147_483_648, ...structures];
  }
  if (typeof valid === 'boolean') return ['yes', 1, 0, {}, []];
  // An empty list is valid too.
  if (Array.isArray(valid)) return ['text', 5, [{}], [0.5], true];
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
        if (!isRead(name, field)) continue;
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
      expect(tried).toBeGreaterThan(4);
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
    createSetting: { name: 'Name is required', displayName: 'Display name is required' },
    updateSetting: { name: 'Name is required', displayName: 'Display name is required' },
    updateCompany: { name: 'Company name is required', adminEmail: 'Please enter a valid email' },
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
        // A password is taken as typed, including blanks.
        for (const value of field === 'password' ? ['', null] : ['', '   ', '\t\u0000 \u200f', null]) {
          // Beside the id of a person the name is not needed.
          const alone = field === 'officerName' && {
            holderId: null,
            ...(name === 'issueKeyBunch' && { officerUserId: null }),
          };
          const body = { ...input.body, ...alone, [field]: value };
          const answer = await send(me, name, { ...input, body });
          expect(answer.status, `${field} ${JSON.stringify(value)}`).toBe(400);
          expect(answer.body).toEqual({ message, code: 'invalid', errors: { [field]: message } });
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
      const json = { cookie: me.cookie ?? '', 'content-type': 'application/json', ...input.headers };
      for (const text of ['null', '"text"', '5', 'true', '[]', '[{}]', deep(40_000)]) {
        const answer = await world.request(method, url, text, json);
        expectRefused(answer, `${name} ${text.slice(0, 20)}`);
        expect(answer.status).toBe(400);
      }
      for (const text of ['{', '{"a":', "{'a':1}", '{"a":1}}', 'undefined', '\u0000', '{"a":"\\ud8"}']) {
        const answer = await world.request(method, url, text, json);
        expect(answer.status, text).toBe(400);
        expect(answer.body).toEqual({ message: REFUSALS.badJson, code: 'bad_json' });
      }
      for (const text of ['{"__proto__":{"role":"super_admin"}}', '{"constructor":{"prototype":{"a":1}}}']) {
        const answer = await world.request(method, url, text, json);
        expect(answer.status, text).toBe(400);
        expect(answer.body).toEqual({ message: REFUSALS.badJson, code: 'bad_json' });
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
        expect(answer.body).toEqual({ message: REFUSALS.notJson, code: 'not_json' });
      }
      const big = JSON.stringify({ ...input.body, padding: 'x'.repeat(100 * 1024) });
      const tooLarge = await world.request(method, url, big, json);
      expect(tooLarge.status).toBe(413);
      expect(tooLarge.body).toEqual({ message: REFUSALS.tooLarge, code: 'too_large' });
      if (name !== 'deleteKeyBunch') {
        for (const headers of [{ cookie: me.cookie ?? '', ...input.headers }, json]) {
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
