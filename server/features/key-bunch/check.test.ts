import { describe, expect, test } from 'vitest';
import { makeSite } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
const NOTHING = { identifier: null, tag: null, position: null, formerTag: null };

describe('S-31 the check of a form', () => {
  test('tells which visible set carries the identifier or the tag, and where, and leaves one out', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, { identifier: 'Gate 7', currentTag: '448001' });
    const found = { identifier: 'Gate 7', locationName: site.here.name };
    const check = async (query: Record<string, string | number>, me = site.admin) =>
      (await me.call('checkKeyBunch', { query })).body;
    expect(await check({ identifier: ' gate 7 ', tag: '448001' })).toEqual({
      identifier: found,
      tag: found,
      position: null,
      formerTag: null,
    });
    expect(await check({ identifier: 'Gate', tag: '44800' })).toEqual(NOTHING);
    expect(await check({ identifier: 'Gate 7', tag: '448001', except: bunch.id })).toEqual(NOTHING);
    expect(await check({})).toEqual(NOTHING);
    const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    expect(await check({ identifier: 'Gate 7', tag: '448001' }, limited)).toEqual(NOTHING);
    const stranger = (await world.newCompany()).admin;
    expect(await check({ identifier: 'Gate 7', tag: '448001' }, stranger)).toEqual(NOTHING);
  });

  test('D-21 a tag that was worn before is told with its last wearer, the place and the time', async () => {
    const site = await makeSite(world);
    const wore = await site.company.bunch(site.here.id, { identifier: 'Gate 8', currentTag: '500' });
    const params = { id: wore.id };
    const check = async (query: Record<string, string | number>, me = site.admin) =>
      (await me.call('checkKeyBunch', { query })).body.formerTag;
    expect(await check({ tag: '500', except: wore.id })).toBeNull();
    await site.admin.call('issueKeyBunch', { params, body: { officerName: 'Callum Reid' } });
    const lastWornAt = (await site.admin.call('listMovements')).body[0]?.timestamp;
    const former = { identifier: 'Gate 8', locationName: site.here.name, lastWornAt };
    expect(await check({ tag: '500', except: wore.id })).toEqual({ ...former, isExcept: true });
    await site.admin.call('returnKeyBunch', { params, body: { officerName: 'Callum Reid', newTag: '501' } });
    expect(await check({ tag: '500' })).toEqual({
      ...former,
      lastWornAt: expect.any(String),
      isExcept: false,
    });
    expect(await check({ tag: '501', except: wore.id })).toBeNull();
    await site.admin.call('deleteKeyBunch', { params });
    expect(await check({ tag: '500' })).toMatchObject({ identifier: 'Gate 8', isExcept: false });
    expect(await check({ tag: '501' })).toMatchObject({ identifier: 'Gate 8', isExcept: false });
    const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    expect(await check({ tag: '500' }, limited)).toBeNull();
    expect(await check({ tag: '500' }, (await world.newCompany()).admin)).toBeNull();
  });
});
