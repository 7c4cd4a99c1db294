import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { dumpCompany } from '../../testing/dump.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();
const add = (by: Person, name: string, about: Record<string, unknown> = {}) =>
  by.call('createPremises', { body: { name, ...about } });
const edit = (by: Person, id: number, body: Record<string, unknown>, headers = {}) =>
  by.call('updatePremises', { params: { id }, body, headers });
const list = async (by: Person, query: Record<string, string | number> = {}) =>
  (await by.call('listPremises', { query })).body.map(({ name }) => name);
/** The names of all pages, in order. */
async function walk(by: Person, query: Record<string, string | number>): Promise<string[]> {
  const { body, headers } = await by.call('listPremises', { query });
  const cursor = headers['x-next-cursor'];
  const rest = cursor ? await walk(by, { ...query, cursor: String(cursor) }) : [];
  return [...body.map(({ name }) => name), ...rest];
}
const setOf = (site: Site, premisesIds: number[], locationId = site.here.id) =>
  site.company.bunch(locationId, { premisesIds });
const oneFor = (site: Site) => site.company.as('admin', { allowedLocationIds: [site.here.id] });

test('premises have what was sent and stand in the log; what is changed, from what to what', async () => {
  const { company, admin } = await makeSite(world);
  const about = {
    address: '12 High Street',
    postcode: 'N1 1AA',
    client: 'Pier Estates',
    reference: 'PE-4',
    notes: 'Ring first',
  };
  const { status, body } = await add(admin, 'Unit 4', about);
  expect(status).toBe(201);
  expect(body).toEqual({
    ...about,
    id: expect.any(Number),
    name: 'Unit 4',
    isActive: true,
    sets: 0,
    out: 0,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const changed = await edit(admin, body.id, { name: 'Unit 5', client: '', isActive: false });
  expect(changed.body).toMatchObject({ name: 'Unit 5', client: null, isActive: false, postcode: 'N1 1AA' });
  expect((await edit(admin, body.id, { name: 'Unit 5' })).body).toEqual(changed.body);
  const logged = await world.sql(
    "select description, details->'changes' as changes from audit_log where company_id = $1 and action like 'premises%' order by seq",
    [company.id],
  );
  expect(logged).toEqual([
    { description: 'Premises Unit 4 added', changes: null },
    {
      description: 'Premises Unit 5 changed',
      changes: {
        name: { from: 'Unit 4', to: 'Unit 5' },
        client: { from: 'Pier Estates', to: null },
        isActive: { from: true, to: false },
      },
    },
  ]);
  const before = await dumpCompany(world, company.id);
  expect((await add(admin, ' ')).body.errors).toEqual({ name: 'Name is required' });
  expect(await dumpCompany(world, company.id)).toBe(before);
});

test('of two who change premises at once, the second is told to look again', async () => {
  const { admin } = await makeSite(world);
  const { body } = await add(admin, 'Unit 4');
  const headers = { 'if-match': `"${body.updatedAt}"` };
  const answers = await Promise.all(['A', 'B'].map((client) => edit(admin, body.id, { client }, headers)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

describe('the list', () => {
  test('goes by name, or by client and name with those of no client last, page by page', async () => {
    const site = await makeSite(world);
    const made = { b: 'zed', a: 'Zed', D: 'abbey', c: null, E: null };
    for (const [name, client] of Object.entries(made)) await add(site.admin, name, { client });
    for (const [sort, order] of [
      ['name', ['a', 'b', 'c', 'D', 'E']],
      ['client', ['D', 'a', 'b', 'c', 'E']],
    ] as const) {
      expect(await walk(site.admin, { sort, limit: 2 }), sort).toEqual(order);
      const { headers } = await site.admin.call('listPremises', { query: { sort, limit: 2 } });
      expect(headers['x-total-count']).toBe('5');
    }
    expect(await list(site.admin, { client: 'ZED' })).toEqual(['a', 'b']);
    expect((await site.admin.call('listClients')).body).toEqual([
      { name: 'abbey', premises: 1 },
      { name: expect.stringMatching(/^zed$/i), premises: 2 },
    ]);
    expect((await site.admin.call('listClients', { query: { q: 'ED' } })).body).toHaveLength(1);
  });

  test('of a search the name or address itself comes first', async () => {
    const { admin } = await makeSite(world);
    await add(admin, 'A', { address: '112 High Street' });
    await add(admin, 'B', { reference: '12 high street' });
    await add(admin, 'C', { address: '12  High Street' });
    await add(admin, 'D', { client: 'Nobody' });
    expect(await walk(admin, { q: '12 high street', limit: 1 })).toEqual(['C', 'A', 'B']);
  });

  test('whoever is limited to locations sees those of sets they see and those they added, and no other', async () => {
    const site = await makeSite(world);
    const [seen, hidden] = [
      (await add(site.admin, 'Seen')).body.id,
      (await add(site.admin, 'Hidden')).body.id,
    ];
    await add(site.admin, 'Bare', { client: 'Secret' });
    const set = await setOf(site, [seen]);
    await setOf(site, [seen, hidden], site.there.id);
    await site.admin.call('issueKeyBunch', { params: { id: set.id }, body: { officerName: 'Ana' } });
    const limited = await oneFor(site);
    const own = (await add(limited, 'Own', { client: 'Mine' })).body;
    expect(await list(limited)).toEqual(['Own', 'Seen']);
    expect(await list(limited, { q: 'see' })).toEqual(['Seen']);
    expect((await limited.call('listClients')).body).toEqual([{ name: 'Mine', premises: 1 }]);
    const detail = (await limited.call('getPremises', { params: { id: seen } })).body;
    expect([detail.sets, detail.out, detail.keyBunches.map(({ id }) => id)]).toEqual([1, 1, [set.id]]);
    expect(detail.keyBunches[0]?.holder?.name).toBe('Ana');
    for (const name of ['getPremises', 'updatePremises'] as const) {
      const answer = await limited.call(name, {
        params: { id: hidden },
        body: name === 'getPremises' ? undefined : { name: 'x' },
      });
      expect([answer.status, answer.body.message]).toEqual([404, 'Premises not found']);
    }
    expect((await edit(limited, own.id, { name: 'Still own' })).status).toBe(200);
    const whole = (await site.admin.call('getPremises', { params: { id: seen } })).body;
    expect([whole.sets, whole.out]).toEqual([2, 1]);
  });
});

describe('what a set opens', () => {
  test('is kept in the order sent, said by the set and found by its search; a renaming reaches both', async () => {
    const site = await makeSite(world);
    const a = (await add(site.admin, 'Arcade', { address: '12 High Street', client: 'Pier' })).body.id;
    const b = (await add(site.admin, 'Bank', { reference: 'REF-9' })).body.id;
    const bunch = await setOf(site, [b, a, b]);
    expect(bunch.premises.map(({ name }) => name)).toEqual(['Bank', 'Arcade']);
    await site.company.bunch(site.here.id, { keyDescription: 'near 12 high street' });
    const find = async (q: string) => {
      const { body } = await site.admin.call('listKeyBunches', { query: { q } });
      return body.map(({ id, match }) => [id === bunch.id, match?.field, match?.text]);
    };
    expect((await find('12 high STREET'))[0]).toEqual([true, 'address', '12 High Street']);
    expect(await find('bank')).toEqual([[true, 'premises', 'Bank']]);
    expect(await find('ref-9')).toEqual([[true, 'reference', 'REF-9']]);
    expect(await find('pier')).toEqual([[true, 'client', 'Pier']]);
    await edit(site.admin, b, { name: 'Bank and vault' });
    const after = (await site.admin.call('getKeyBunch', { params: { id: bunch.id } })).body;
    expect(after.premises[0]?.name).toBe('Bank and vault');
    expect([after.updatedAt, after.lastUpdated]).toEqual([bunch.updatedAt, bunch.lastUpdated]);
    expect(await find('vault')).toEqual([[true, 'premises', 'Bank and vault']]);
  });

  test('changes with the set; the log names it, the same list again writes nothing', async () => {
    const site = await makeSite(world);
    const a = (await add(site.admin, 'Arcade')).body.id;
    const b = (await add(site.admin, 'Bank')).body.id;
    const bunch = await setOf(site, [a]);
    const params = { id: bunch.id };
    const change = (premisesIds: number[], headers = {}) =>
      site.admin.call('updateKeyBunch', { params, body: { premisesIds, position: 'A 12' }, headers });
    const changed = (await change([b, a])).body;
    expect(changed.premises.map(({ id }) => id)).toEqual([b, a]);
    expect(changed.position).toBe('A 12');
    expect(changed.updatedAt > bunch.updatedAt).toBe(true);
    const before = await dumpCompany(world, site.company.id);
    expect((await change([b, a])).body).toEqual(changed);
    expect(await dumpCompany(world, site.company.id)).toBe(before);
    const { body: log } = await site.admin.call('listAuditLogs', { query: { keyBunchId: bunch.id } });
    expect(log[0]?.description).toBe('Position none -> A 12; Premises Arcade -> Bank, Arcade');
    expect(log[0]?.details.changes).toEqual({
      position: { from: null, to: 'A 12' },
      premises: { from: ['Arcade'], to: ['Bank', 'Arcade'] },
    });
    expect((await change([a], { 'if-match': `"${bunch.updatedAt}"` })).body.code).toBe('stale');
    expect((await change([])).body.premises).toEqual([]);
  });

  test('premises that are unknown, foreign or out of sight are not found, and nothing is kept', async () => {
    const site = await makeSite(world);
    const foreign = (await add((await makeSite(world)).admin, 'Theirs')).body.id;
    const hidden = (await add(site.admin, 'Hidden')).body.id;
    const bunch = await setOf(site, []);
    const limited = await oneFor(site);
    const before = await dumpCompany(world, site.company.id);
    for (const id of [foreign, hidden, 2_000_000_000]) {
      const sent = [
        await limited.call('updateKeyBunch', { params: { id: bunch.id }, body: { premisesIds: [id] } }),
        await limited.call('createKeyBunch', {
          body: { identifier: 'X', currentTag: '1', locationId: site.here.id, premisesIds: [id] },
        }),
      ];
      for (const { status, body } of sent)
        expect([status, body.message]).toEqual([404, 'Premises not found']);
    }
    expect(await dumpCompany(world, site.company.id)).toBe(before);
  });

  test('linking and renaming at the same moment leave every set with the name that holds', async () => {
    const site = await makeSite(world);
    const { id } = (await add(site.admin, 'Old')).body;
    const bunches = await Promise.all(Array.from({ length: 6 }, () => setOf(site, [])));
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all([
        ...bunches.map((bunch) =>
          site.admin.call('updateKeyBunch', {
            params: { id: bunch.id },
            body: { premisesIds: round % 2 === 0 ? [id] : [] },
          }),
        ),
        edit(site.admin, id, { name: `New ${round}` }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const linked = (await site.admin.call('getPremises', { params: { id } })).body;
      const names = linked.keyBunches.map(({ premises }) => premises[0]?.name);
      expect(names).toEqual(round % 2 === 0 ? bunches.map(() => `New ${round}`) : []);
    }
  });
});

test('many sets that get their premises in one transaction read each of both about once, whatever the planner expects', async () => {
  const { company, here } = await makeSite(world);
  await company.bunch(here.id);
  await world.sql('analyze key_bunches, premises, key_bunch_premises');
  const client = new pg.Client(world.admin);
  await client.connect();
  try {
    await client.query('begin');
    const added = async (text: string, ...values: number[]) =>
      (await client.query<{ id: number }>(text, [company.id, ...values])).rows.map(({ id }) => id);
    const units = await added(
      "insert into premises (company_id, name) select $1, 'Unit ' || n from generate_series(1, 600) n returning id",
    );
    const sets = await added(
      `insert into key_bunches (company_id, identifier, type, current_tag, location_id, status, key_count, fob_count)
       select $1, 'UNIT-' || n, 'static', n, $2, 'active', 1, 0 from generate_series(1, 600) n returning id`,
      here.id,
    );
    const read = async () => {
      const { rows } = await client.query(
        `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as n from pg_stat_xact_user_tables
         where relname in ('premises', 'key_bunch_premises')`,
      );
      return Number(rows[0]?.n);
    };
    const before = await read();
    await client.query(
      `insert into key_bunch_premises (company_id, key_bunch_id, premises_id, place)
       select $1, bunch, unit, 1 from unnest($2::int[], $3::int[]) as link (bunch, unit)`,
      [company.id, sets, units],
    );
    expect((await read()) - before).toBeLessThan(20 * 600);
  } finally {
    await client.end();
  }
});
