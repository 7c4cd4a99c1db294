import { describe, expect, test } from 'vitest';
import { dumpCompany } from '../../testing/dump.ts';
import { putSettings } from '../../testing/put.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
const move = (site: Site, id: number, body: Record<string, unknown>) =>
  site.admin.call('moveKeyBunch', { params: { id }, body });
const historyOf = async (site: Site, id: number) =>
  (await site.admin.call('getKeyBunchHistory', { params: { id } })).body;

describe('move', () => {
  test('STATE-06 STATE-11 to another place is a location_move that names both places', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    const { status, body } = await move(site, bunch.id, { toLocationId: site.there.id, notes: 'New round' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ locationId: site.there.id, location: site.there, status: 'active' });
    const [entry] = await historyOf(site, bunch.id);
    expect(entry).toMatchObject({
      action: 'location_move',
      fromLocation: { id: site.here.id, name: site.here.name },
      toLocation: { id: site.there.id, name: site.there.name },
      notes: 'New round',
      details: { from: site.here.name, to: site.there.name },
    });
  });

  test('STATE-06 STATE-11 C-04 to another type only is a move that names both types', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, { type: 'static' });
    const { body } = await move(site, bunch.id, { toBunchType: 'lock_ups' });
    expect(body).toMatchObject({ locationId: site.here.id, type: 'lock_ups' });
    const [entry] = await historyOf(site, bunch.id);
    expect(entry).toMatchObject({
      action: 'move',
      fromBunchType: 'static',
      toBunchType: 'lock_ups',
      toLocation: null,
      details: { from: 'static', to: 'lock_ups' },
    });
  });

  test('STATE-06 both at once is one entry', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, { type: 'static' });
    const both = { toLocationId: site.there.id, toBunchType: 'lock_ups' };
    expect((await move(site, bunch.id, both)).body).toMatchObject({
      locationId: site.there.id,
      type: 'lock_ups',
    });
    const history = await historyOf(site, bunch.id);
    expect(history).toHaveLength(1);
    expect(history[0]).toMatchObject({
      action: 'location_move',
      fromBunchType: 'static',
      toBunchType: 'lock_ups',
      details: { changes: { type: { from: 'static', to: 'lock_ups' } } },
    });
  });

  test('VALID-13 with neither a place nor a type it is refused', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    for (const body of [
      {},
      { notes: 'x' },
      { toLocationId: null, toBunchType: null },
      { toBunchType: '  ' },
    ]) {
      const answer = await move(site, bunch.id, body);
      expect([answer.status, answer.body.message]).toEqual([
        400,
        'Must specify either a new location or bunch type',
      ]);
    }
  });

  test('table b: to where it is already, it is refused', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, { type: 'static' });
    const before = await dumpCompany(world, site.company.id);
    for (const body of [
      { toLocationId: site.here.id },
      { toBunchType: 'static' },
      { toLocationId: site.here.id, toBunchType: 'static' },
    ]) {
      const answer = await move(site, bunch.id, body);
      expect([answer.status, answer.body.message]).toEqual([400, 'The set is already at this location']);
    }
    const unknown = await move(site, bunch.id, { toBunchType: 'beach_party' });
    expect([unknown.status, unknown.body.message]).toEqual([400, 'Unknown type']);
    expect(await dumpCompany(world, site.company.id)).toBe(before);
  });

  test('API-34 D-02 performedBy is ignored: the session user signs', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, { type: 'static' });
    const mover = await site.company.as('admin', { firstName: 'Ana', lastName: null });
    const body = { toLocationId: site.there.id, toBunchType: 'lock_ups', notes: 'n', performedBy: 1 };
    const answer = await mover.call('moveKeyBunch', { params: { id: bunch.id }, body });
    expect(answer.status).toBe(200);
    const [entry] = await historyOf(site, bunch.id);
    expect(entry).toMatchObject({
      userId: mover.id,
      user: { username: mover.email.split('@')[0], firstName: 'Ana', lastName: null, email: mover.email },
    });
  });

  test('S-43 configured types replace the fallback, a stored type stays valid on its record', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, { type: 'static' });
    await putSettings(world, site.company.id, 'keyTypes', { alarm: 'Alarm', patrol: 'Patrol' });
    expect((await move(site, bunch.id, { toBunchType: 'lock_ups' })).status).toBe(400);
    const moved = await move(site, bunch.id, { toLocationId: site.there.id });
    expect([moved.status, moved.body.type]).toEqual([200, 'static']);
    expect((await move(site, bunch.id, { toBunchType: 'patrol' })).body.type).toBe('patrol');
  });

  test('S-24 needs both ends among the allowed locations', async () => {
    const site = await makeSite(world);
    const limited = await site.company.as('admin', { allowedLocationIds: [site.here.id] });
    const inside = await site.company.bunch(site.here.id);
    const outside = await site.company.bunch(site.there.id);
    const before = await dumpCompany(world, site.company.id);
    const out = await limited.call('moveKeyBunch', {
      params: { id: inside.id },
      body: { toLocationId: site.there.id },
    });
    expect([out.status, out.body]).toEqual([404, { message: 'Location not found', code: 'not_found' }]);
    const into = await limited.call('moveKeyBunch', {
      params: { id: outside.id },
      body: { toLocationId: site.here.id },
    });
    expect([into.status, into.body]).toEqual([404, { message: 'Key set not found', code: 'not_found' }]);
    expect(await dumpCompany(world, site.company.id)).toBe(before);
  });
});
