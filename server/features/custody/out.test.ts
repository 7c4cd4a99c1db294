import { expect, test } from 'vitest';
import { rowsIn } from '../../testing/csv.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();

type Query = Record<string, string | number>;
const list = async (by: Person, query: Query = {}) => {
  const { status, body, headers } = await by.call('listOut', { query });
  expect(status, JSON.stringify(body)).toBe(200);
  return {
    ...body,
    sets: body.keyBunches.map(({ identifier }) => identifier),
    next: headers['x-next-cursor'],
    total: headers['x-total-count'],
  };
};
/** All pages of a query: people and sets, one page after the other. */
async function walk(by: Person, query: Query): Promise<{ sets: string[]; people: string[] }> {
  const { sets, holders, next } = await list(by, query);
  const people = holders.map(({ holder }) => holder.name);
  const rest = next ? await walk(by, { ...query, cursor: String(next) }) : { sets: [], people: [] };
  return { sets: [...sets, ...rest.sets], people: [...people, ...rest.people] };
}

/** Hours from now until each set is due (null never), by holder; "Eve" is a name without a record. */
const OUT: Record<string, Record<string, number | null>> = {
  Ana: { a1: 500, a2: -2, a3: null },
  Ben: { b1: -30 },
  Cleo: { c1: 400 },
  Dev: { d1: null, d2: null },
  Eve: { e1: -1, e2: 300 },
};

async function furnish(): Promise<Site & { ids: Record<string, number> }> {
  const site = await makeSite(world);
  const ids: Record<string, number> = {};
  await site.company.bunch(site.here.id, { identifier: 'in' });
  for (const [name, sets] of Object.entries(OUT)) {
    const about = name === 'Ana' ? { organisation: 'Ruiz Lifts', phone: '7946', kind: 'contractor' } : {};
    const holder =
      name === 'Eve' ? null : (await site.admin.call('createHolder', { body: { name, ...about } })).body;
    for (const [identifier, hours] of Object.entries(sets)) {
      const place = identifier === 'c1' ? site.there : site.here;
      const type = identifier === 'a1' ? 'static' : 'day_shift';
      const { id } = await site.company.bunch(place.id, { identifier, type });
      ids[identifier] = id;
      const body = { officerName: name, holderId: holder?.id ?? null, dueAt: null };
      expect((await site.admin.call('issueKeyBunch', { params: { id }, body })).status).toBe(200);
      if (hours !== null)
        await world.sql('update key_bunches set due_at = now() + make_interval(hours => $2) where id = $1', [
          id,
          hours,
        ]);
    }
  }
  return { ...site, ids };
}

test('by person: whoever has the longest overdue set first, then soonest due, then no time; all of one person’s sets together', async () => {
  const site = await furnish();
  const { counts, holders, sets, total } = await list(site.admin);
  expect(sets).toEqual(['b1', 'a2', 'a1', 'a3', 'e1', 'e2', 'c1', 'd1', 'd2']);
  expect(counts).toEqual({ all: 9, today: 0, overdue: 3 });
  expect(total).toBe('9');
  expect(holders.map(({ holder, out, overdue }) => [holder.name, holder.id !== null, out, overdue])).toEqual([
    ['Ben', true, 1, 1],
    ['Ana', true, 3, 1],
    ['Eve', false, 2, 1],
    ['Cleo', true, 1, 0],
    ['Dev', true, 2, 0],
  ]);
  expect(holders[1]).toMatchObject({ kind: 'contractor', organisation: 'Ruiz Lifts', phone: '7946' });
  for (const limit of [1, 2, 3])
    expect(await walk(site.admin, { limit }), String(limit)).toEqual({
      sets,
      people: ['Ben', 'Ana', 'Eve', 'Cleo', 'Dev'],
    });
  const viewer = await site.company.as('viewer', { permissions: ['key:view'] });
  expect((await list(viewer)).holders[1]).toMatchObject({
    kind: null,
    organisation: null,
    phone: null,
    out: 3,
  });
});

test('by due time: soonest first, those without one last, page by page', async () => {
  const site = await furnish();
  const order = ['b1', 'a2', 'e1', 'e2', 'c1', 'a1', 'a3', 'd1', 'd2'];
  for (const limit of [1, 2, 50])
    expect((await walk(site.admin, { by: 'due', limit })).sets, String(limit)).toEqual(order);
  const page = await list(site.admin, { by: 'due', limit: 2 });
  expect(page.holders.map(({ holder, out }) => [holder.name, out])).toEqual([
    ['Ben', 1],
    ['Ana', 3],
  ]);
});

test('tabs, search, location and type keep what they name, and the counts follow all but the tab', async () => {
  const site = await furnish();
  const zone = 'Pacific/Kiritimati';
  await world.sql('update companies set timezone = $2 where id = $1', [site.company.id, zone]);
  await world.sql(
    `update key_bunches set due_at = ((date_trunc('day', now() at time zone '${zone}') + interval '1 day') at time zone '${zone}') - interval '1 second' where id = $1`,
    [site.ids.c1],
  );
  const premisesId = (
    await site.admin.call('createPremises', { body: { name: 'Arcade', address: '12 High Street' } })
  ).body.id;
  await site.admin.call('updateKeyBunch', {
    params: { id: site.ids.d2 ?? 0 },
    body: { premisesIds: [premisesId] },
  });
  const viewer = await site.company.as('viewer', { permissions: ['key:view'] });
  for (const by of ['person', 'due']) {
    const ask = async (query: Query, who = site.admin) => (await list(who, { by, ...query })).sets;
    expect((await list(site.admin, { by, tab: 'overdue' })).counts).toEqual({ all: 9, today: 1, overdue: 3 });
    expect(await ask({ tab: 'overdue' })).toEqual(['b1', 'a2', 'e1']);
    expect(await ask({ tab: 'today' })).toEqual(['c1']);
    expect(await ask({ q: 'ruiz lifts' })).toEqual(['a2', 'a1', 'a3']);
    expect(await ask({ q: 'ruiz lifts' }, viewer)).toEqual([]);
    expect(await ask({ q: 'ana' })).toEqual(['a2', 'a1', 'a3']);
    expect(await ask({ q: 'D2' })).toEqual(['d2']);
    expect(await ask({ q: '12 high' })).toEqual(['d2']);
    expect(new Set(await ask({ q: 'e' }))).toEqual(new Set(['b1', 'e1', 'e2', 'c1', 'd1', 'd2']));
    expect(await ask({ locationId: site.there.id })).toEqual(['c1']);
    expect(await ask({ type: 'static' })).toEqual(['a1']);
    expect((await list(site.admin, { by, q: 'ana', tab: 'overdue' })).counts).toEqual({
      all: 3,
      today: 0,
      overdue: 1,
    });
    const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    expect(await list(limited, { by })).toMatchObject({
      sets: ['c1'],
      counts: { all: 1, today: 1, overdue: 0 },
    });
    expect(await ask({}, (await makeSite(world)).admin)).toEqual([]);
  }
});

test('the file has the sets of a tab in the order of the screen, with who has them and times by the company’s clock', async () => {
  const site = await furnish();
  await world.sql("update companies set timezone = 'Pacific/Kiritimati' where id = $1", [site.company.id]);
  const download = async (by: Person, query: Query = {}) => {
    const { status, body, headers } = await by.call('exportOut', { query });
    expect(status).toBe(200);
    return { rows: rowsIn(String(body)), name: headers['content-disposition'] };
  };
  const made = await Promise.all(
    ['Arcade', 'Bank'].map((name) => site.admin.call('createPremises', { body: { name, client: 'Pier' } })),
  );
  const premisesIds = made.map(({ body }) => body.id);
  await site.admin.call('updateKeyBunch', { params: { id: site.ids.a2 ?? 0 }, body: { premisesIds } });
  const { rows, name } = await download(site.admin);
  expect([rows[0]?.slice(12), rows[2]?.slice(12)]).toEqual([
    ['Premises', 'Client'],
    ['Arcade; Bank', 'Pier'],
  ]);
  expect(rows.slice(1).map((row) => row[3])).toEqual((await list(site.admin)).sets);
  expect(rows[2]?.slice(0, 4)).toEqual(['Ana', 'Ruiz Lifts', '7946', 'a2']);
  expect(rows.slice(1).map((row) => row[11])).toEqual(['Yes', 'Yes', '', '', 'Yes', '', '', '', '']);
  const { keyBunches } = await list(site.admin);
  const local = (at: string) => new Date(Date.parse(at) + 14 * 3_600_000).toISOString();
  expect(rows.slice(1).map((row) => row[10])).toEqual(
    keyBunches.map(({ dueAt }) => (dueAt ? local(dueAt).slice(0, 16).replace('T', ' ') : '')),
  );
  expect(String(name)).toMatch(/keys-out-\d{4}-\d\d-\d\d\.csv/);
  expect((await download(site.admin, { tab: 'overdue', by: 'due' })).rows.map((row) => row[3])).toEqual([
    'Set ID',
    'b1',
    'a2',
    'e1',
  ]);
  const viewer = await site.company.as('viewer', { permissions: ['key:view'] });
  expect((await download(viewer)).rows[2]?.slice(0, 3)).toEqual(['Ana', '', '']);
});
