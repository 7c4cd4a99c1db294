import { expect, test } from 'vitest';
import { makeSite, premisesOf } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();

test('the sheet has all sets in the order of their hooks, who has what, and no site', async () => {
  const site = await makeSite(world);
  const set = (identifier: string, position: string | null) =>
    site.company.bunch(site.here.id, { identifier, position });
  const [, tenth] = [await set('S-2', 'A 2'), await set('S-10', 'A 10'), await set('S-9', null)];
  const { body: owen } = await site.admin.call('createHolder', {
    body: { name: 'Owen Hartley', kind: 'contractor', phone: '07700 900412' },
  });
  await site.admin.call('issueKeyBunch', { params: { id: tenth.id }, body: { holderId: owen.id } });
  const place = await premisesOf(site, tenth.id);
  const query = { location: String(site.here.id) };
  const { body } = await site.admin.call('getRegisterSheet', { query });
  expect(body).toMatchObject({ location: { id: site.here.id }, counts: { sets: 3, out: 1, missing: 0 } });
  expect(body.sets.map(({ identifier }) => identifier)).toEqual(['S-2', 'S-10', 'S-9']);
  expect(body.sets[1]).toMatchObject({ holder: { name: 'Owen Hartley' }, phone: '07700 900412' });
  expect(JSON.stringify(body)).not.toMatch(/premises|Pier Estates/);
  const sites = await site.admin.call('getRegisterSheet', { query: { ...query, sites: 'true' } });
  expect(sites.body.sets[1]?.premises).toMatchObject([{ id: place, client: 'Pier Estates' }]);

  const viewer = await site.company.as('viewer');
  expect((await viewer.call('getRegisterSheet', { query })).body.sets[1]?.phone).toBeNull();
  const page = await site.admin.call('getRegisterSheet', { query: { ...query, limit: '2' } });
  const cursor = String(page.headers['x-next-cursor']);
  const rest = await site.admin.call('getRegisterSheet', { query: { ...query, limit: '2', cursor } });
  expect(rest.body.sets.map(({ identifier }) => identifier)).toEqual(['S-9']);
});

test('each printed sheet has a number of its own, in the order of the company, and is in the log', async () => {
  const site = await makeSite(world);
  const print = () => site.admin.call('numberRegisterSheet', { body: { locationId: site.here.id } });
  const names = (await Promise.all(Array.from({ length: 5 }, print))).map(({ body }) => body.name);
  expect(names.toSorted()).toEqual(['P-0001', 'P-0002', 'P-0003', 'P-0004', 'P-0005']);
  const logged = await world.sql<{ sheet: string }>(
    "select details->>'sheet' as sheet from audit_log where company_id = $1 and action = 'register_printed' order by seq",
    [site.company.id],
  );
  expect(logged.map(({ sheet }) => sheet)).toEqual(names.toSorted());
  const other = await makeSite(world);
  expect((await other.admin.call('numberRegisterSheet', { body: { locationId: site.here.id } })).status).toBe(
    404,
  );
  const own = await other.admin.call('numberRegisterSheet', { body: { locationId: other.here.id } });
  expect(own.body.name).toBe('P-0001');
});

test('5,000 sets of a location are one page, read in under 2 s', async () => {
  const site = await makeSite(world);
  await site.company.bunch(site.here.id);
  await world.sql(
    `insert into key_bunches (company_id, identifier, type, location_id, position, current_tag)
     select $1, 'L-' || n, 'static', $2, 'H ' || n, 'T' || n from generate_series(1, 5000) n`,
    [site.company.id, site.here.id],
  );
  const began = performance.now();
  const { body, headers } = await site.admin.call('getRegisterSheet', {
    query: { location: String(site.here.id) },
  });
  expect(performance.now() - began).toBeLessThan(2000);
  expect([body.counts.sets, body.sets.length, typeof headers['x-next-cursor'] === 'string']).toEqual([
    5001,
    5000,
    true,
  ]);
});
