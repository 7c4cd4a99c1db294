import { beforeAll, describe, expect, test } from 'vitest';
import { SETTING_CATEGORIES } from '../../../shared/setting-words.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type TestCompany, useWorld } from '../../testing/world.ts';

const world = useWorld();
let company: TestCompany;
beforeAll(async () => {
  company = await world.newCompany();
});

const FORM = {
  name: 'Strong Room',
  displayName: 'Strong room',
  description: 'Behind two doors',
  color: '#8B5CF6',
  isActive: false,
};
const STORED = {
  ...FORM,
  id: expect.any(Number),
  name: 'strong_room',
  color: '#8b5cf6',
  due: null,
  updatedAt: expect.any(String),
};

const add = (to: TestCompany, category: string, about: Record<string, unknown>) =>
  to.admin.call('createSetting', {
    params: { category },
    body: { name: 'x', displayName: 'X', ...about },
  });
/** Adds a setting and returns its address. */
async function made(to: TestCompany, category: string, about: Record<string, unknown> = {}) {
  const answer = await add(to, category, about);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { category, id: answer.body.id };
}
const change = (
  of: TestCompany,
  params: { category: string; id: number },
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
) => of.admin.call('updateSetting', { params, body, headers });
const remove = (of: TestCompany, params: { category: string; id: number }) =>
  of.admin.call('deleteSetting', { params });
const logOf = (of: TestCompany) =>
  world.sql<{ action: string; description: string; details: Record<string, unknown>; user_id: number }>(
    'select action, description, details, user_id from audit_log where company_id = $1 order by seq',
    [of.id],
  );

describe('API-22 API-23 API-24 a setting', () => {
  for (const [slug, category] of [
    ['key-types', 'keyTypes'],
    ['statuses', 'statuses'],
    ['location-types', 'locationTypes'],
    ['actions', 'actions'],
  ] as const) {
    test(`API-22 API-23 API-24 of ${slug} is added with all its fields, changed and deleted`, async () => {
      const own = await world.newCompany();
      const added = await add(own, slug, FORM);
      expect([added.status, added.body]).toEqual([201, STORED]);
      expect((await own.admin.call('getSettings')).body[category]).toEqual([added.body]);

      const params = { category: slug, id: added.body.id };
      const body = { name: 'Safe', displayName: 'The safe', description: null, color: '', isActive: true };
      const changed = await change(own, params, body);
      const after = {
        id: params.id,
        ...body,
        name: 'safe',
        color: null,
        due: null,
        updatedAt: expect.any(String),
      };
      expect([changed.status, changed.body]).toEqual([200, after]);
      expect((await change(own, params, { displayName: 'Vault' })).body).toEqual({
        ...after,
        displayName: 'Vault',
      });

      const gone = await remove(own, params);
      expect([gone.status, gone.body]).toEqual([200, { message: 'Setting deleted' }]);
      expect((await own.admin.call('getSettings')).body[category]).toEqual([]);
      for (const again of [await remove(own, params), await change(own, params, { isActive: false })])
        expect([again.status, again.body.message]).toEqual([404, 'Setting not found']);
    });
  }

  test('VALID-29 needs no description and no colour, and is active unless told', async () => {
    const { status, body } = await add(company, 'key-types', { name: 'bare', displayName: 'Bare' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'bare',
        displayName: 'Bare',
        description: null,
        color: null,
        isActive: true,
        due: null,
        updatedAt: expect.any(String),
      },
    ]);
  });

  test('C-15 a category may be written in kebab-case or in camelCase; any other is 404 and nothing is stored', async () => {
    const own = await world.newCompany();
    for (const category of ['keyTypes', 'key-types', 'locationTypes', 'location-types'])
      await made(own, category, { name: category });
    const { body } = await own.admin.call('getSettings');
    expect(body.keyTypes.map(({ name }) => name).sort()).toEqual(['key_types', 'keytypes']);
    expect(body.locationTypes).toHaveLength(2);
    for (const category of [
      'colours',
      'key_types',
      'KEY-TYPES',
      'status',
      '__proto__',
      'toString',
      '1',
      ' ',
    ]) {
      const answer = await add(own, category, {});
      expect([answer.status, typeof answer.body.message], category).toEqual([404, 'string']);
    }
    const id = body.keyTypes[0]?.id ?? 0;
    expect((await remove(own, { category: 'statuses', id })).status).toBe(404);
    expect((await change(own, { category: 'statuses', id }, { displayName: 'No' })).status).toBe(404);
    expect((await own.admin.call('getSettings')).body).toEqual(body);
  });

  test('S-44 the name is lower case, every other character is _, and one of which nothing is left is none', async () => {
    for (const [sent, stored] of [
      ['  Day & Night!  ', 'day_night'],
      ['__X--9__', 'x_9'],
      ['ÄÖÜ Büro', 'b_ro'],
    ]) {
      const { body } = await add(company, 'statuses', { name: sent });
      expect(body.name, sent).toBe(stored);
    }
    for (const name of ['***', '鍵', '_ _', ''])
      expect((await add(company, 'statuses', { name })).body, name).toEqual({
        message: 'Name is required',
        code: 'invalid',
        errors: { name: 'Name is required' },
      });
    // The text in lower case may be longer than the text sent.
    expect((await add(company, 'statuses', { name: 'İ'.repeat(200) })).status).toBe(400);
  });

  test('S-44 the same name in a category is 409, in another category or company it is not', async () => {
    const own = await world.newCompany();
    const first = await made(own, 'key-types', { name: 'Van' });
    const second = await made(own, 'key-types', { name: 'Car' });
    const taken = {
      message: 'A setting with this name already exists',
      code: 'taken',
      errors: { name: 'A setting with this name already exists' },
    };
    for (const answer of [
      await add(own, 'key-types', { name: 'VAN' }),
      await change(own, second, { name: 'van' }),
    ])
      expect([answer.status, answer.body]).toEqual([409, taken]);
    expect((await change(own, first, { name: 'van', displayName: 'Vans' })).status).toBe(200);
    await made(own, 'location-types', { name: 'van' });
    await made(await world.newCompany(), 'key-types', { name: 'van' });
    const many = await Promise.all(
      Array.from({ length: 20 }, () => add(own, 'actions', { name: 'once', displayName: 'Once' })),
    );
    expect(many.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  test('a colour is #rrggbb or none', async () => {
    for (const color of ['blue', '#fff', '#12345g', 'red;background:url(x)', '3b82f6'])
      expect((await add(company, 'actions', { name: `c${color}`, color })).body, color).toEqual({
        message: 'Enter a colour such as #3b82f6',
        code: 'invalid',
        errors: { color: 'Enter a colour such as #3b82f6' },
      });
  });

  test('of two who opened the same setting the second is refused, and what the first saved stands', async () => {
    const own = await world.newCompany();
    const params = await made(own, 'statuses', { name: 'repair', displayName: 'In repair' });
    const [seen] = (await own.admin.call('getSettings')).body.statuses;
    const match = { 'if-match': `"${seen?.updatedAt}"` };
    const first = await change(own, params, { displayName: 'At the locksmith' }, match);
    expect([first.status, first.headers.etag]).toEqual([200, `"${first.body.updatedAt}"`]);
    const stale = await change(own, params, { displayName: 'Being mended' }, match);
    expect([stale.status, stale.body]).toEqual([
      409,
      { message: 'Somebody else changed this. Look again.', code: 'stale' },
    ]);
    expect((await own.admin.call('getSettings')).body.statuses).toEqual([first.body]);
  });

  test('S-50 every change is signed in the audit log, and one that changes nothing leaves no entry', async () => {
    const own = await world.newCompany();
    const params = await made(own, 'statuses', { name: 'repair', displayName: 'In repair' });
    await change(own, params, { displayName: 'At the locksmith', color: '#ff0000' });
    await change(own, params, { displayName: 'At the locksmith', name: 'Repair' });
    await remove(own, params);
    expect(await logOf(own)).toEqual([
      {
        action: 'setting_create',
        description: 'Status In repair added',
        user_id: own.admin.id,
        details: {
          category: 'statuses',
          name: 'repair',
          displayName: 'In repair',
          description: null,
          color: null,
          isActive: true,
        },
      },
      {
        action: 'setting_edit',
        description: 'Status At the locksmith changed',
        user_id: own.admin.id,
        details: {
          category: 'statuses',
          name: 'repair',
          changes: {
            displayName: { from: 'In repair', to: 'At the locksmith' },
            color: { from: null, to: '#ff0000' },
          },
        },
      },
      {
        action: 'setting_delete',
        description: 'Status At the locksmith deleted',
        user_id: own.admin.id,
        details: { category: 'statuses', name: 'repair', displayName: 'At the locksmith' },
      },
    ]);
  });
});

describe('S-44 a setting in use', () => {
  let site: Site;
  beforeAll(async () => {
    site = await makeSite(world);
  });

  const USERS: Record<(typeof SETTING_CATEGORIES)[number], (value: string) => Promise<unknown>> = {
    keyTypes: (type) => site.company.bunch(site.here.id, { type }),
    statuses: (status) => site.company.bunch(site.here.id, { type: 'vault', status }),
    locationTypes: (type) => site.company.location({ type }),
    actions: async () => {
      const { id } = await site.company.bunch(site.here.id, { type: 'vault' });
      await site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Callum Reid' } });
    },
  };

  for (const category of SETTING_CATEGORIES) {
    test(`${category}: keeps its name and is not deleted while a record carries it; the rest may change`, async () => {
      const name = category === 'actions' ? 'issue' : 'vault';
      const params = await made(site.company, category, { name, displayName: 'Vault' });
      await USERS[category](name);
      for (const answer of [
        await remove(site.company, params),
        await change(site.company, params, { name: 'cellar' }),
      ]) {
        expect(answer.status).toBe(409);
        expect(answer.body.message).toMatch(/^This setting is in use by (1 record|[2-9]\d* records)$/);
        expect(answer.body.code).toBe('in_use');
      }
      if (category !== 'keyTypes')
        expect((await remove(site.company, params)).body.message).toBe('This setting is in use by 1 record');
      await USERS[category](name);
      const words = { name, displayName: 'The vault', color: '#00ff00', isActive: category === 'keyTypes' };
      expect(await change(site.company, params, words)).toMatchObject({ status: 200, body: words });
      expect((await remove(site.company, params)).body.message).toMatch(/in use by \d records$/);
    });
  }

  test('counts what the caller may not see too, and nothing of another company', async () => {
    const own = await makeSite(world);
    const hidden = await made(own.company, 'key-types', { name: 'hidden' });
    await own.company.bunch(own.there.id, { type: 'hidden' });
    const limited = await own.company.as('officer', {
      allowedLocationIds: [own.here.id],
      customPermissions: ['system:admin'],
    });
    expect((await limited.call('deleteSetting', { params: hidden })).body.message).toBe(
      'This setting is in use by 1 record',
    );
    const free = await made(await world.newCompany(), 'key-types', { name: 'hidden' });
    expect(free.id).toBeGreaterThan(0);
    const other = await world.newCompany();
    expect((await remove(other, await made(other, 'key-types', { name: 'hidden' }))).status).toBe(200);
  });

  test('a deletion and thirty bunches that take the type at once: never a bunch of a type that is gone', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await makeSite(world);
      await made(own.company, 'key-types', { name: 'kept' });
      const params = await made(own.company, 'key-types', { name: 'fleeting' });
      const take = (n: number) =>
        own.admin.call('createKeyBunch', {
          body: {
            identifier: `F-${n}`,
            currentTag: `${n}`,
            locationId: own.here.id,
            type: 'fleeting',
          },
        });
      const all = await Promise.all([
        ...Array.from({ length: 10 }, (_, n) => take(n)),
        remove(own.company, params),
        ...Array.from({ length: 20 }, (_, n) => take(n + 10)),
      ]);
      const deleted = all[10]?.status === 200;
      const taken = all.filter(({ status }) => status === 201).length;
      const statuses = new Set(all.map(({ status }) => status));
      expect([...statuses].every((status) => [200, 201, 400, 409].includes(status))).toBe(true);
      const [row] = await world.sql<{ n: number }>(
        "select count(*)::int as n from key_bunches where company_id = $1 and type = 'fleeting'",
        [own.company.id],
      );
      expect(row?.n).toBe(taken);
      expect(deleted ? taken : 0).toBe(0);
      expect(deleted || taken > 0).toBe(true);
    }
  });

  test('a new name and a bunch that takes the old one at once: never a bunch of a type that is none', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await makeSite(world);
      const params = await made(own.company, 'key-types', { name: 'before' });
      const { id } = await own.company.bunch(own.here.id, { type: 'before' });
      const move = (toBunchType: string) =>
        own.admin.call('moveKeyBunch', { params: { id }, body: { toBunchType } });
      await made(own.company, 'key-types', { name: 'elsewhere' });
      expect((await move('elsewhere')).status).toBe(200);
      const [moved, renamed] = await Promise.all([
        move('before'),
        change(own.company, params, { name: 'after' }),
      ]);
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual([moved.status, renamed.status]);
    }
  });
});

describe('what is offered changes with the settings', () => {
  test('S-43 key types and location types: the built-in ones, then the active configured ones alone', async () => {
    const own = await makeSite(world);
    const bunch = (type: string) =>
      own.admin.call('createKeyBunch', {
        body: { identifier: type, currentTag: '1', locationId: own.here.id, type },
      });
    const place = (type: string) => own.admin.call('createLocation', { body: { name: type, type } });
    expect((await bunch('static')).status).toBe(201);
    expect((await place('van')).status).toBe(201);
    const vault = await made(own.company, 'key-types', { name: 'vault' });
    const depot = await made(own.company, 'location-types', { name: 'depot' });
    expect([(await bunch('static')).body.message, (await place('van')).body.message]).toEqual([
      'Unknown type',
      'Unknown type',
    ]);
    expect([(await bunch('vault')).status, (await place('depot')).status]).toEqual([201, 201]);
    const body = { identifier: 'D', currentTag: '1', locationId: own.here.id };
    expect((await own.admin.call('createKeyBunch', { body })).body.type).toBe('vault');
    // Inactive settings are no longer offered, but stored values stay.
    await change(own.company, vault, { isActive: false });
    await change(own.company, depot, { isActive: false });
    expect([(await bunch('vault')).status, (await place('depot')).status]).toEqual([400, 400]);
    expect([(await bunch('static')).status, (await place('van')).status]).toEqual([201, 201]);
    const stored = (await own.admin.call('listKeyBunches', { query: { type: 'vault' } })).body;
    expect(stored).toHaveLength(2);
  });

  test('S-43 a configured status can be set, the five built in always', async () => {
    const own = await makeSite(world);
    const { id } = await own.company.bunch(own.here.id);
    const set = (status: string) => own.admin.call('updateKeyBunch', { params: { id }, body: { status } });
    expect((await set('with_contractor')).body.message).toBe('Unknown status');
    await made(own.company, 'statuses', { name: 'With contractor' });
    for (const status of ['with_contractor', 'missing', 'inactive', 'with_contractor', 'active'])
      expect((await set(status)).status, status).toBe(200);
  });
});
