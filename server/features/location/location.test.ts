import { describe, expect, test } from 'vitest';
import { dumpCompany } from '../../testing/dump.ts';
import { makeSite } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();

describe('listing', () => {
  test('API-17 every location in order of its name, with exactly its fields', async () => {
    const company = await world.newCompany();
    await company.location({ name: 'west' });
    await company.location({ name: 'East', type: 'van', description: 'Blue', status: 'limited' });
    await company.location({ name: 'north' });
    const { status, body } = await company.admin.call('listLocations');
    expect(status).toBe(200);
    expect(body.map(({ name }) => name)).toEqual(['East', 'north', 'west']);
    expect(body[0]).toEqual({
      id: expect.any(Number),
      companyId: company.id,
      name: 'East',
      type: 'van',
      description: 'Blue',
      status: 'limited',
      updatedAt: expect.any(String),
    });
    expect(body[1]).toMatchObject({ description: null, status: 'active' });
  });

  test('pages go on behind names with letters whose lower case depends on the collation', async () => {
    const company = await world.newCompany();
    for (const name of ['İstanbul', 'ΟΔΟΣ', 'Éclair', 'Depot']) await company.location({ name });
    const names: string[] = [];
    let cursor = '';
    for (let page = 0; page < 6 && (page === 0 || cursor); page += 1) {
      const { body, headers } = await company.admin.call('listLocations', {
        query: { limit: 1, ...(cursor && { cursor }) },
      });
      names.push(...body.map(({ name }) => name));
      cursor = String(headers['x-next-cursor'] ?? '');
    }
    expect(names).toEqual(['Depot', 'Éclair', 'İstanbul', 'ΟΔΟΣ']);
  });

  test('table a: with any of the four permissions all allowed ones, without any only those of the own list', async () => {
    const { company, here, there } = await makeSite(world);
    for (const permission of ['location:view', 'key:view', 'audit:view', 'audit:create']) {
      const person = await company.as('viewer', { permissions: [permission] });
      expect((await person.call('listLocations')).body, permission).toHaveLength(2);
    }
    const nobody = await company.as('viewer', { permissions: ['system:admin'] });
    expect((await nobody.call('listLocations')).body).toEqual([]);
    const own = await company.as('viewer', { permissions: ['system:admin'], allowedLocationIds: [there.id] });
    expect((await own.call('listLocations')).body.map(({ id }) => id)).toEqual([there.id]);
    const limited = await company.as('viewer', { allowedLocationIds: [here.id] });
    expect((await limited.call('listLocations')).body.map(({ id }) => id)).toEqual([here.id]);
  });
});

describe('adding', () => {
  test('API-18 S-40 takes name, type, description and status; a new one is active', async () => {
    const { admin } = await world.newCompany();
    const made = await admin.call('createLocation', {
      body: { name: ' Harbour\u0007 Office ', type: 'office' },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'Harbour  Office',
      type: 'office',
      description: null,
      status: 'active',
    });
    const all = { name: 'Van 2', type: 'van', description: 'Two\nlines', status: 'limited' };
    const second = await admin.call('createLocation', { body: all });
    expect(second.body).toMatchObject(all);
    expect((await admin.call('listLocations')).body).toEqual([made.body, second.body]);
  });

  test('a type or a status that is not offered is refused', async () => {
    const { admin } = await world.newCompany();
    const unknownType = await admin.call('createLocation', { body: { name: 'A', type: 'boat' } });
    expect([unknownType.status, unknownType.body.message]).toEqual([400, 'Unknown type']);
    const unknownStatus = await admin.call('createLocation', {
      body: { name: 'A', type: 'van', status: 'gone' },
    });
    expect([unknownStatus.status, unknownStatus.body.message]).toEqual([400, 'Unknown status']);
  });

  test('S-43 configured location types replace the fallback; a stored one stays valid on its record', async () => {
    const company = await world.newCompany();
    const site = await company.location({ type: 'office' });
    await world.sql(
      `insert into settings (company_id, category, name, display_name, is_active)
       values ($1, 'locationTypes', 'depot', 'Depot', true), ($1, 'locationTypes', 'boat', 'Boat', false)`,
      [company.id],
    );
    const type = async (name: string) =>
      (await company.admin.call('createLocation', { body: { name: 'A', type: name } })).status;
    expect([await type('depot'), await type('office'), await type('boat')]).toEqual([201, 400, 400]);
    const params = { id: site.id };
    const kept = await company.admin.call('updateLocation', { params, body: { name: 'B', type: 'office' } });
    expect([kept.status, kept.body.type]).toEqual([200, 'office']);
    const changed = await company.admin.call('updateLocation', { params, body: { type: 'van' } });
    expect(changed.status).toBe(400);
  });

  test('S-62 255 and 2000 characters fit, one more does not', async () => {
    const { admin } = await world.newCompany();
    const body = (name: number, description: number) => ({
      body: { name: 'ä'.repeat(name), type: 'van', description: '鍵'.repeat(description) },
    });
    expect((await admin.call('createLocation', body(255, 2000))).status).toBe(201);
    const longName = await admin.call('createLocation', body(256, 1));
    expect(longName.body).toEqual({
      message: 'Must be at most 255 characters',
      code: 'invalid',
      errors: { name: 'Must be at most 255 characters' },
    });
    expect((await admin.call('createLocation', body(1, 2001))).body.errors).toHaveProperty('description');
  });

  test('whoever is limited to some locations may not add one', async () => {
    const { company, here } = await makeSite(world);
    const limited = await company.as('admin', { allowedLocationIds: [here.id] });
    const before = await dumpCompany(world, company.id);
    expect((await limited.call('createLocation', { body: { name: 'A', type: 'van' } })).status).toBe(403);
    expect(await dumpCompany(world, company.id)).toBe(before);
  });
});

describe('changing', () => {
  test('API-19 P7 only what is sent changes; blank text becomes none', async () => {
    const company = await world.newCompany();
    const site = await company.location({ name: 'Old', description: 'Old text', status: 'limited' });
    const params = { id: site.id };
    const named = await company.admin.call('updateLocation', { params, body: { name: 'New' } });
    const updatedAt = expect.any(String);
    expect(named.body).toEqual({ ...site, name: 'New', updatedAt });
    const emptied = await company.admin.call('updateLocation', { params, body: { description: '  ' } });
    expect(emptied.body).toEqual({ ...site, name: 'New', description: null, updatedAt });
    const [line] = await world.sql(
      'select action, details from audit_log where company_id = $1 order by id desc limit 1',
      [company.id],
    );
    expect(line).toEqual({
      action: 'location_edit',
      details: { changes: { description: { from: 'Old text', to: null } } },
    });
    const before = await dumpCompany(world, company.id);
    const nothing = await company.admin.call('updateLocation', { params, body: { name: 'New' } });
    expect(nothing.status).toBe(200);
    expect(await dumpCompany(world, company.id)).toBe(before);
  });

  test('of two who opened the same site the second is refused, and what the first saved stands', async () => {
    const { company, here } = await makeSite(world);
    const second = await company.as('admin');
    const seen = (await second.call('listLocations')).body.find(({ id }) => id === here.id);
    const change = (
      who: typeof second,
      body: Record<string, unknown>,
      headers: Record<string, string> = {},
    ) => who.call('updateLocation', { params: { id: here.id }, body, headers });
    const match = { 'if-match': `"${seen?.updatedAt}"` };
    const first = await change(company.admin, { name: 'Renamed' }, match);
    expect([first.status, first.headers.etag]).toEqual([200, `"${first.body.updatedAt}"`]);
    const before = await dumpCompany(world, company.id);
    const stale = await change(second, { name: seen?.name, description: 'Mine' }, match);
    expect([stale.status, stale.body]).toEqual([
      409,
      { message: 'Somebody else changed this. Look again.', code: 'stale' },
    ]);
    expect(await dumpCompany(world, company.id)).toBe(before);
    const again = await change(second, { description: 'Mine' }, { 'if-match': String(first.headers.etag) });
    expect(again.body).toMatchObject({ name: 'Renamed', description: 'Mine' });
  });

  test('S-40 any other status that is already stored stays valid on its record, and on no other', async () => {
    const { company, here, there } = await makeSite(world);
    await world.sql("update locations set status = 'closed for works' where id = $1", [here.id]);
    const set = (id: number) =>
      company.admin.call('updateLocation', {
        params: { id },
        body: { status: 'closed for works', name: 'X' },
      });
    expect((await set(here.id)).body).toMatchObject({ status: 'closed for works', name: 'X' });
    expect((await set(there.id)).status).toBe(400);
  });
});

describe('deleting', () => {
  test('API-20 C-03 a location without bunches goes; location:edit and location:delete are both needed', async () => {
    const { company, here, there } = await makeSite(world);
    const deleter = await company.as('viewer', { customPermissions: ['location:delete'] });
    expect((await deleter.call('deleteLocation', { params: { id: here.id } })).status).toBe(403);
    const both = await company.as('viewer', { customPermissions: ['location:delete', 'location:edit'] });
    const { status, body } = await both.call('deleteLocation', { params: { id: here.id } });
    expect([status, body]).toEqual([200, { message: 'Location deleted' }]);
    expect((await company.admin.call('listLocations')).body.map(({ id }) => id)).toEqual([there.id]);
    expect((await both.call('deleteLocation', { params: { id: here.id } })).status).toBe(404);
  });

  test('LOC-07 S-41 one that holds bunches is refused and says how many', async () => {
    const { company, here, there } = await makeSite(world);
    const first = await company.bunch(here.id);
    const refused = await company.admin.call('deleteLocation', { params: { id: here.id } });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This location has 1 key bunch. Move or remove them first.',
    ]);
    await company.bunch(here.id);
    const again = await company.admin.call('deleteLocation', { params: { id: here.id } });
    expect(again.body.message).toBe('This location has 2 key bunches. Move or remove them first.');
    const [second] = (await company.admin.call('listKeyBunches')).body.filter(({ id }) => id !== first.id);
    for (const id of [first.id, second?.id ?? 0]) {
      const moved = await company.admin.call('moveKeyBunch', {
        params: { id },
        body: { toLocationId: there.id },
      });
      expect(moved.status).toBe(200);
    }
    expect((await company.admin.call('deleteLocation', { params: { id: here.id } })).status).toBe(200);
  });

  test('S-41 history keeps the name of a deleted location', async () => {
    const { company, here, there } = await makeSite(world);
    const bunch = await company.bunch(here.id);
    await company.admin.call('moveKeyBunch', { params: { id: bunch.id }, body: { toLocationId: there.id } });
    await company.admin.call('deleteLocation', { params: { id: here.id } });
    const [entry] = (await company.admin.call('listMovements')).body;
    expect(entry).toMatchObject({
      fromLocationId: here.id,
      fromLocation: { id: here.id, name: here.name },
      details: { from: here.name, to: there.name },
    });
  });

  test('P12 a bunch that moves in while its new location is deleted is never left without one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { company, here, there } = await makeSite(world);
      const bunch = await company.bunch(here.id);
      const [moved, deleted] = await Promise.all([
        company.admin.call('moveKeyBunch', { params: { id: bunch.id }, body: { toLocationId: there.id } }),
        company.admin.call('deleteLocation', { params: { id: there.id } }),
      ]);
      expect([[200, 409].join(), [404, 200].join()]).toContain([moved.status, deleted.status].join());
      const { body } = await company.admin.call('getKeyBunch', { params: { id: bunch.id } });
      expect(body.locationId).toBe(moved.status === 200 ? there.id : here.id);
    }
  });
});
