import { beforeAll, describe, expect, test } from 'vitest';
import { KEY_BUNCH_SORTS } from '../../../shared/key-bunch-words.ts';
import { putStatus } from '../../testing/put.ts';
import { labelOf, makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();

describe('the plain list', () => {
  test('API-25 API-26 ENT-12 S-36 every bunch with its location, in order of identifier, without its photo', async () => {
    const site = await makeSite(world);
    for (const identifier of ['C', 'A', 'B']) await site.company.bunch(site.there.id, { identifier });
    await world.sql(
      "update key_bunches set image_url = '/photo' where identifier = 'A' and company_id = $1",
      [site.company.id],
    );
    const plain = await site.admin.call('listKeyBunches');
    expect(plain.status).toBe(200);
    expect(plain.body.map(({ identifier }) => identifier)).toEqual(['A', 'B', 'C']);
    for (const bunch of plain.body) {
      expect(bunch).toMatchObject({ locationId: site.there.id, location: site.there });
      expect(bunch).not.toHaveProperty('imageUrl');
    }
    expect(plain.body.map(({ hasImage }) => hasImage)).toEqual([true, false, false]);
    expect(plain.headers['x-total-count']).toBe('3');
    expect(plain.headers['x-next-cursor']).toBeUndefined();
    expect((await site.admin.call('listAllKeyBunches')).body).toEqual(plain.body);
  });

  test('without a filter everything comes, with one a page of fifty', async () => {
    const site = await makeSite(world);
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, location_id)
       select $1, 'N' || n, 'static', $2 from generate_series(1, 260) n`,
      [site.company.id, site.here.id],
    );
    expect((await site.admin.call('listKeyBunches')).body).toHaveLength(260);
    const page = await site.admin.call('listKeyBunches', { query: { type: 'static' } });
    expect(page.body).toHaveLength(50);
    expect(page.headers['x-total-count']).toBe('260');
    const most = await site.admin.call('listKeyBunches', { query: { limit: 200 } });
    expect(most.body).toHaveLength(200);
    expect((await site.admin.call('listKeyBunches', { query: { limit: 201 } })).status).toBe(400);
  });

  test('S-24 S-36 a long list of three locations is whole, each set once, in order of identifier, equal ones by id', async () => {
    const { company, here, there } = await makeSite(world);
    const places = [here.id, there.id, (await company.location()).id];
    const hidden = (await company.location()).id;
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, location_id)
       select $1, 'N' || n % 300, 'static', ($2::int[])[1 + n * 7 % 11 % 4] from generate_series(1, 1600) n`,
      [company.id, [...places, hidden]],
    );
    const expected = await world.sql<{ id: number }>(
      'select id from key_bunches where location_id = any ($1) order by identifier, id',
      [places],
    );
    const limited = await company.as('officer', { allowedLocationIds: places });
    const { body } = await limited.call('listAllKeyBunches');
    expect(expected.length).toBeGreaterThan(1000);
    expect(body.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });

  test('API-27 one bunch by its id, with its photo’s address; 404 for none', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    const { status, body } = await site.admin.call('getKeyBunch', { params: { id: bunch.id } });
    expect(status).toBe(200);
    expect(body).toEqual(bunch);
    expect(body.imageUrl).toBeNull();
    const none = await site.admin.call('getKeyBunch', { params: { id: bunch.id + 1_000_000 } });
    expect([none.status, none.body]).toEqual([404, { message: 'Key set not found', code: 'not_found' }]);
  });
});

describe('S-36 filters', () => {
  let site: Site;
  beforeAll(async () => {
    site = await makeSite(world);
    const { here, there, company } = site;
    const bunches: Record<string, Record<string, unknown>> = {
      identifier: { identifier: 'Harbour-7' },
      currentTag: { currentTag: 'HARBOUR55' },
      notes: { notes: 'next to the harbour' },
      keyDescription: { keyDescription: 'Harbour gate' },
      nfcSerial: { nfcSerial: 'ha:rb:ou:r1' },
      holder: {},
      other: { notes: '100% of_them \\ all' },
    };
    for (const [identifier, about] of Object.entries(bunches)) {
      const bunch = await company.bunch(here.id, { identifier, type: 'static', ...about });
      if (identifier === 'holder') {
        await site.admin.call('issueKeyBunch', {
          params: { id: bunch.id },
          body: { officerName: 'Jo Harbour' },
        });
      }
    }
    const away = await company.bunch(there.id, { identifier: 'away', type: 'lock_ups' });
    await putStatus(world, away.id, 'in_use');
  });
  const find = async (query: Record<string, string | number>) => {
    const { body, headers } = await site.admin.call('listKeyBunches', { query });
    expect(headers['x-total-count']).toBe(String(body.length));
    return body.map(({ identifier }) => identifier);
  };

  test('the search looks at identifier, tag, notes, description, holder and serial, whatever the case', async () => {
    const all = ['keyDescription', 'currentTag', 'Harbour-7', 'nfcSerial', 'holder', 'notes'];
    expect(await find({ q: 'harbour' })).toEqual(all);
    expect(await find({ q: '  HARBOUR ' })).toEqual(all);
    expect(await find({ q: 'ha-rb:ou' })).toEqual(['nfcSerial']);
    expect(await find({ q: 'nothing like it' })).toEqual([]);
  });

  test('what means something in a pattern is only a character', async () => {
    for (const q of ['100%', '% of_', 'of_them', '\\ all']) expect(await find({ q }), q).toEqual(['other']);
    for (const q of ['0%1', 'o_t', '\\\\']) expect(await find({ q }), q).toEqual([]);
  });

  test('type, place, status and serial, also together', async () => {
    expect(await find({ type: 'lock_ups' })).toEqual(['away']);
    expect(await find({ locationId: site.there.id })).toEqual(['away']);
    expect(await find({ status: 'issued' })).toEqual(['holder']);
    expect(await find({ status: 'in_use' })).toEqual(['away']);
    expect(await find({ nfcSerial: 'HA-RB-OU-R1' })).toEqual(['nfcSerial']);
    expect(await find({ q: 'harbour', status: 'issued', type: 'static', locationId: site.here.id })).toEqual([
      'holder',
    ]);
    expect(await find({ q: 'harbour', locationId: site.there.id })).toEqual([]);
    expect(await find({ status: 'nothing' })).toEqual([]);
  });
});

describe('S-36 pages', () => {
  test('many sets in the order of their locations, two of which share a name, and of their identifiers, each once, for everybody in reach', async () => {
    const site = await makeSite(world);
    const places = await Promise.all(['B', 'A', 'A', 'C'].map((name) => site.company.location({ name })));
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, location_id, status)
       select $1, 'N' || n % 9, 'static', ($2::int[])[1 + n % 4], (array['active', 'inactive'])[1 + n % 2] from generate_series(1, 1400) n`,
      [site.company.id, places.map(({ id }) => id)],
    );
    const reach = places.slice(0, 3);
    // A repeated location counts once.
    const named = [...reach, ...reach].map(({ id }) => id);
    const limited = await site.company.as('officer', { allowedLocationIds: named });
    const inOrder = async (locations: typeof places, order: string) =>
      world.sql<{ id: number }>(
        `select b.id from key_bunches b join locations l on l.id = b.location_id where l.id = any ($1::int[]) order by ${order}, b.id`,
        [locations.map(({ id }) => id)],
      );
    const byLocation = { sort: 'location', limit: 190, order: 'l.name, l.id, b.identifier' };
    for (const [who, locations, { sort, limit, order }] of [
      [site.admin, places, byLocation],
      [limited, reach, byLocation],
      [limited, reach, { sort: 'identifier', limit: 50, order: 'b.identifier' }],
    ] as const)
      for (const direction of ['', '-']) {
        const seen: number[] = [];
        for (let cursor: string | undefined; ; ) {
          const query = { sort: direction + sort, limit, ...(cursor && { cursor }) };
          const { body, headers } = await who.call('listKeyBunches', { query });
          seen.push(...body.map(({ id }) => id));
          cursor = headers['x-next-cursor'] as string | undefined;
          if (!cursor) break;
        }
        const wanted = (await inOrder([...locations], order)).map(({ id }) => id);
        expect(seen, direction + sort).toEqual(direction ? wanted.toReversed() : wanted);
      }
  });

  test('the total of a filter that needs rows is counted to 1,000, that of a status is exact', async () => {
    const site = await makeSite(world);
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, location_id) select $1, 'N' || n, 'static', $2 from generate_series(1, 1200) n`,
      [site.company.id, site.here.id],
    );
    const total = async (query: Record<string, string | number>) => {
      const { headers } = await site.admin.call('listKeyBunches', { query: { ...query, limit: 1 } });
      return [headers['x-total-count'], headers['x-total-more']];
    };
    expect(await total({ status: 'active' })).toEqual(['1200', undefined]);
    expect(await total({ notSeenDays: 1 })).toEqual(['1000', 'true']);
    expect(await total({ outHours: 1 })).toEqual(['0', undefined]);
  });

  test('D-25 set IDs, positions and location names sort naturally in every list, both ways and page by page', async () => {
    const own = await world.newCompany();
    const names = ['SET-1', 'SET-2', 'set-3', 'SET-10', 'SET-10a', 'SET-100', 'Unit 2', 'Unit 11'];
    const shuffled = [5, 2, 7, 0, 3, 6, 1, 4].map((at) => names[at] ?? '');
    const vault = await own.location({ name: 'Zone' });
    for (const name of shuffled) {
      await own.location({ name });
      await own.bunch(vault.id, { identifier: name, position: name });
      await own.admin.call('createHolder', { body: { name } });
      await own.admin.call('createPremises', { body: { name, client: name } });
    }
    const paged = async (sort: string) => {
      const seen: string[] = [];
      let cursor = '';
      do {
        const query = { sort, limit: '3', ...(cursor && { cursor }) };
        const { body, headers } = await own.admin.call('listKeyBunches', { query });
        seen.push(...body.map(({ identifier }) => identifier));
        cursor = String(headers['x-next-cursor'] ?? '');
      } while (cursor);
      return seen;
    };
    for (const sort of ['identifier', 'type', 'location', 'status', 'position']) {
      expect(await paged(sort), sort).toEqual(names);
      expect(await paged(`-${sort}`), `-${sort}`).toEqual(names.toReversed());
    }
    expect((await own.admin.call('listAllKeyBunches')).body.map(({ identifier }) => identifier)).toEqual(
      names,
    );
    expect((await own.admin.call('listLocations')).body.map(({ name }) => name)).toEqual([...names, 'Zone']);
    const dashboard = (await own.admin.call('getDashboard')).body.locations.map(({ name }) => name);
    expect(dashboard).toEqual([...names, 'Zone']);
    const report = (await own.admin.call('getLocationReport', { params: { id: vault.id } })).body;
    expect(report.bunches.map(({ identifier }) => identifier)).toEqual(names);
    for (const sort of ['name', 'client']) {
      const { body } = await own.admin.call('listPremises', { query: { sort } });
      expect(
        body.map(({ name }) => name),
        sort,
      ).toEqual(names);
    }
    const people = (await own.admin.call('listHolders', { query: { kind: 'other' } })).body;
    expect(people.map(({ name }) => name)).toEqual(names);
    const started = await own.admin.call('startAudit', {
      body: { locationId: vault.id, mode: 'manual' },
    });
    const audit = (await own.admin.call('getAudit', { params: { id: started.body.id } })).body;
    expect(audit.expected.map(({ identifier }) => identifier)).toEqual(names);
  });

  test('a cursor leads past names of 255 characters of any length in bytes', async () => {
    const site = await makeSite(world);
    const name = (end: string) => `${'\u{1f511}'.repeat(124)}${end}`;
    const location = await site.company.location({ name: '\u9375'.repeat(255) });
    for (const identifier of [name('A'), name('B'), '\u9375'.repeat(255)])
      await site.company.bunch(location.id, { identifier, position: '\u9375'.repeat(40) });
    await world.sql(
      'update key_bunches set identifier = repeat(identifier, 2) where location_id = $1 and char_length(identifier) < 126',
      [location.id],
    );
    for (const sort of KEY_BUNCH_SORTS) {
      const seen = new Set<number>();
      for (let cursor: string | undefined, page = 0; page < 3; page += 1) {
        const { status, body, headers } = await site.admin.call('listKeyBunches', {
          query: { sort, limit: '1', ...(cursor && { cursor }) },
        });
        expect(status, sort).toBe(200);
        for (const { id } of body) seen.add(id);
        cursor = String(headers['x-next-cursor'] ?? '') || undefined;
      }
      expect(seen.size, sort).toBe(3);
    }
  });

  test('a cursor leads through everything, once each, in every order', async () => {
    const site = await makeSite(world);
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, location_id, status)
       select $1, 'N' || (n % 7), (array['static', 'lock_ups'])[1 + n % 2], (array[$2::int, $3::int])[1 + n % 2],
         (array['active', 'inactive'])[1 + n % 2]
       from generate_series(1, 43) n`,
      [site.company.id, site.here.id, site.there.id],
    );
    const every = (await site.admin.call('listKeyBunches')).body.map(({ id }) => id).sort((a, b) => a - b);
    expect(every).toHaveLength(43);
    for (const sort of KEY_BUNCH_SORTS.flatMap((name) => [name, `-${name}`])) {
      const seen: { id: number; value: string }[] = [];
      let cursor: string | undefined;
      do {
        const page: Awaited<ReturnType<typeof ask>> = await ask(sort, cursor);
        expect(page.headers['x-total-count']).toBe('43');
        const name = sort.replace('-', '');
        seen.push(
          ...page.body.map((bunch) => ({
            id: bunch.id,
            value: String(name === 'location' ? bunch.location.name : bunch[name as 'type']),
          })),
        );
        cursor = page.headers['x-next-cursor'] as string | undefined;
      } while (cursor);
      expect(
        seen.map(({ id }) => id).sort((a, b) => a - b),
        sort,
      ).toEqual(every);
      const values = seen.map(({ value }) => value);
      const ordered = [...values].sort();
      expect(values, sort).toEqual(sort.startsWith('-') ? ordered.reverse() : ordered);
    }
    async function ask(sort: string, cursor: string | undefined) {
      return site.admin.call('listKeyBunches', { query: { sort, limit: 5, ...(cursor && { cursor }) } });
    }
  });

  test('what is added or deleted between two pages brings no repeat and no gap', async () => {
    const site = await makeSite(world);
    for (const identifier of ['B', 'D', 'F', 'H']) await site.company.bunch(site.here.id, { identifier });
    const first = await site.admin.call('listKeyBunches', { query: { limit: 2 } });
    await site.company.bunch(site.here.id, { identifier: 'A' });
    await site.company.bunch(site.here.id, { identifier: 'E' });
    const [b] = first.body;
    await site.admin.call('deleteKeyBunch', { params: { id: b?.id ?? 0 } });
    const cursor = String(first.headers['x-next-cursor']);
    const second = await site.admin.call('listKeyBunches', { query: { limit: 2, cursor } });
    expect([first.body, second.body].map((page) => page.map(({ identifier }) => identifier).join())).toEqual([
      'B,D',
      'E,F',
    ]);
  });
});

test('S-24 a limited officer lists, searches, counts and reads the allowed locations only', async () => {
  const site = await makeSite(world);
  const mine = await site.company.bunch(site.here.id, { identifier: 'mine', notes: 'x', nfcSerial: '0401' });
  const other = await site.company.bunch(site.there.id, {
    identifier: 'other',
    notes: 'x',
    nfcSerial: '0402',
  });
  const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
  for (const query of [{}, { q: 'x' }, { limit: 10 }, { status: 'active' }]) {
    const { body, headers } = await limited.call('listKeyBunches', { query });
    expect(body.map(({ id }) => id)).toEqual([mine.id]);
    expect(headers['x-total-count']).toBe('1');
  }
  for (const query of [{ nfcSerial: '0402' }, { q: 'other' }, { locationId: site.there.id }]) {
    const { body, headers } = await limited.call('listKeyBunches', { query });
    expect([body, headers['x-total-count']]).toEqual([[], '0']);
  }
  expect((await limited.call('getKeyBunch', { params: { id: mine.id } })).status).toBe(200);
  expect((await limited.call('getKeyBunch', { params: { id: other.id } })).status).toBe(404);
});

test('with `labels` each set has the code of its label, as far as the caller sees the set', async () => {
  const site = await makeSite(world);
  const [here, there, bare] = [
    await site.company.bunch(site.here.id, { identifier: 'A' }),
    await site.company.bunch(site.there.id, { identifier: 'B' }),
    await site.company.bunch(site.here.id, { identifier: 'C' }),
  ];
  const codes = [await labelOf(site, here.id), await labelOf(site, there.id)];
  const labels = async (caller: Pick<typeof site.admin, 'call'>, query: Record<string, string>) =>
    (await caller.call('listKeyBunches', { query })).body.map(({ id, label }) => [id, label]);
  const all = { labels: 'true', sort: 'identifier' };
  expect(await labels(site.admin, all)).toEqual([
    [here.id, codes[0]],
    [there.id, codes[1]],
    [bare.id, undefined],
  ]);
  const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
  expect(await labels(limited, all)).toEqual([
    [here.id, codes[0]],
    [bare.id, undefined],
  ]);
  expect((await labels(site.admin, { sort: 'identifier' })).map(([, label]) => label)).toEqual([
    ...[undefined, undefined, undefined],
  ]);
  expect((await site.admin.call('listKeyBunches', { query: { labels: 'yes' } as never })).status).toBe(400);
});

test('D-07 officers are the former holders, last used first, then the people; of the own company only', async () => {
  const site = await makeSite(world);
  await makeSite(world);
  const officer = await site.company.as('officer', { firstName: 'Uma', lastName: 'Stone' });
  const gone = await site.company.as('officer', { firstName: 'Left', lastName: 'Us' });
  await world.sql('update users set is_active = false where id = $1', [gone.id]);
  for (const officerName of ['Callum Reid', 'Uma Stone', 'Zed', 'Callum Reid']) {
    const bunch = await site.company.bunch(site.here.id);
    await site.admin.call('issueKeyBunch', { params: { id: bunch.id }, body: { officerName } });
  }
  expect((await site.admin.call('listOfficers')).body).toEqual([
    { name: 'Callum Reid', userId: null, email: null },
    { name: 'Zed', userId: null, email: null },
    { name: 'Uma Stone', userId: officer.id, email: null },
    { name: 'Dana Holt', userId: site.admin.id, email: null },
  ]);
});

test('two people of the same name are told apart by their email', async () => {
  const { admin, company } = await makeSite(world);
  const smiths = [];
  for (let n = 0; n < 2; n += 1)
    smiths.push(await company.as('officer', { firstName: 'John', lastName: 'Smith' }));
  const { body } = await admin.call('listOfficers');
  expect(body.filter(({ name }) => name === 'John Smith')).toEqual(
    expect.arrayContaining(smiths.map(({ id, email }) => ({ name: 'John Smith', userId: id, email }))),
  );
  expect(body.find(({ userId }) => userId === admin.id)?.email).toBe(null);
});
