import { describe, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
const create = (site: Site, about: Record<string, unknown> = {}) =>
  site.admin.call('createKeyBunch', {
    body: { identifier: 'SET-1', currentTag: '448', locationId: site.here.id, ...about },
  });
const historyOf = async (site: Site, id: number) =>
  (await site.admin.call('getKeyBunchHistory', { params: { id } })).body;

describe('deleting', () => {
  test('ENT-16 STATE-07 STATE-08 API-33 S-39 archives it with who, when and why, and tells the whole of it', async () => {
    const site = await makeSite(world);
    const { body: bunch } = await create(site, {
      keyDescription: 'Gate',
      nfcSerial: '0455',
      keyCount: 4,
      fobCount: 2,
      notes: 'N',
    });
    const before = Date.now();
    const { status, body } = await site.admin.call('deleteKeyBunch', {
      params: { id: bunch.id },
      body: { reason: 'Contract ended' },
    });
    const after = Date.now();
    expect([status, body]).toEqual([200, { message: 'Key bunch deleted' }]);
    expect((await site.admin.call('getKeyBunch', { params: { id: bunch.id } })).status).toBe(404);
    const [archived] = await world.sql<{ deleted_at: Date }>(
      'select * from archived_key_bunches where original_id = $1',
      [bunch.id],
    );
    expect(archived).toMatchObject({
      company_id: site.company.id,
      identifier: 'SET-1',
      current_tag: '448',
      nfc_serial: '0455',
      location_id: site.here.id,
      location_name: site.here.name,
      status: 'active',
      key_count: 4,
      fob_count: 2,
      key_description: 'Gate',
      notes: 'N',
      deleted_by: site.admin.id,
      deletion_reason: 'Contract ended',
    });
    const deletedAt = new Date(archived?.deleted_at ?? '').getTime();
    expect(deletedAt).toBeGreaterThanOrEqual(before);
    expect(deletedAt).toBeLessThanOrEqual(after);
    const [entry] = await historyOf(site, bunch.id);
    expect(new Date(entry?.details.deletedAt ?? '').getTime()).toBe(deletedAt);
    expect(entry).toMatchObject({
      action: 'deleted',
      keyBunchId: bunch.id,
      keyBunchIdentifier: 'SET-1',
      keyBunch: { identifier: 'SET-1', type: 'day_shift', opens: null },
      details: {
        identifier: 'SET-1',
        currentTag: '448',
        keyCount: 4,
        fobCount: 2,
        keyDescription: 'Gate',
        description: 'Gate',
        locationName: site.here.name,
        type: 'day_shift',
        nfcSerial: '0455',
        reason: 'Contract ended',
        deletedBy: 'Dana Holt',
        deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    });
  });

  test('API-33 the reason is optional, and so is the body', async () => {
    const site = await makeSite(world);
    for (const body of [undefined, {}, { reason: null }, { reason: '  ' }]) {
      const { body: bunch } = await create(site);
      const answer = await site.admin.call('deleteKeyBunch', { params: { id: bunch.id }, body });
      expect(answer.status, JSON.stringify(body)).toBe(200);
      expect((await historyOf(site, bunch.id))[0]?.details.reason).toBeNull();
    }
  });

  test('a serial is free again once its bunch is gone', async () => {
    const site = await makeSite(world);
    const { body } = await create(site, { nfcSerial: '0466' });
    await site.admin.call('deleteKeyBunch', { params: { id: body.id } });
    expect((await create(site, { nfcSerial: '0466' })).status).toBe(201);
  });
});
