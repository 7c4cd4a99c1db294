import { describe, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
const logOf = (site: Site, keyBunchId: number, me = site.admin) =>
  me.call('listAuditLogs', { query: { keyBunchId } });

describe('S-50 the audit log of a bunch', () => {
  test('API-41 ENT-22 tells what was added, changed and deleted, newest first, and by whom', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, {
      identifier: 'SET-1',
      currentTag: '1',
      type: 'static',
    });
    const other = await site.company.bunch(site.here.id);
    const editor = await site.company.as('admin', { firstName: 'Ed', lastName: 'Itor' });
    const params = { id: bunch.id };
    await editor.call('updateKeyBunch', { params, body: { notes: 'N', fobCount: 2, nfcSerial: '04aa' } });
    await site.admin.call('updateKeyBunch', { params: { id: other.id }, body: { notes: 'other' } });
    await site.admin.call('deleteKeyBunch', { params, body: { reason: 'Over' } });
    const { status, body } = await logOf(site, bunch.id);
    expect(status).toBe(200);
    expect(body.map(({ action, description }) => [action, description])).toEqual([
      ['delete', 'Deleted: Over'],
      ['edit', 'NFC serial none -> 04AA; Fob count 0 -> 2; Notes none -> N'],
      ['create', `Added at ${site.here.name}`],
    ]);
    expect(body[1]).toEqual({
      id: expect.any(Number),
      action: 'edit',
      keyBunchId: bunch.id,
      description: expect.any(String),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      user: { username: editor.email.split('@')[0], firstName: 'Ed', lastName: 'Itor', email: editor.email },
      details: {
        changes: {
          nfcSerial: { from: null, to: '04AA' },
          fobCount: { from: 0, to: 2 },
          notes: { from: null, to: 'N' },
        },
      },
    });
    expect(body[2]?.details).toEqual({
      identifier: 'SET-1',
      type: 'static',
      tag: '1',
      location: site.here.name,
    });
  });

  test('a bunch that never was is 404, and so is one the caller may see nothing of', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.there.id);
    const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
    const never = await logOf(site, 2_000_000_000);
    expect([never.status, never.body]).toEqual([404, { message: 'Key set not found', code: 'not_found' }]);
    const hidden = await logOf(site, bunch.id, limited);
    expect([hidden.status, hidden.body]).toEqual([404, { message: 'Key set not found', code: 'not_found' }]);
    expect((await site.admin.call('listAuditLogs', { query: {} })).status).toBe(400);
  });

  test('S-24 a bunch that has come to an allowed location is there, with what was done to it here', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.there.id);
    const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
    const params = { id: bunch.id };
    await site.admin.call('moveKeyBunch', { params, body: { toLocationId: site.here.id } });
    const empty = await logOf(site, bunch.id, limited);
    expect([empty.status, empty.body]).toEqual([200, []]);
    await site.admin.call('updateKeyBunch', { params, body: { notes: 'Here' } });
    expect((await logOf(site, bunch.id, limited)).body.map(({ action }) => action)).toEqual(['edit']);
    expect((await logOf(site, bunch.id)).body.map(({ action }) => action)).toEqual(['edit', 'create']);
  });

  test('both key:view and history:view are needed', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    for (const permission of ['key:view', 'history:view']) {
      const half = await site.company.as('viewer', { permissions: [permission] });
      expect((await logOf(site, bunch.id, half)).status, permission).toBe(403);
      const history = await half.call('getKeyBunchHistory', { params: { id: bunch.id } });
      expect(history.status, permission).toBe(403);
    }
  });
});

test('S-50 changes of locations and people are in it too, and no call about a bunch shows them', async () => {
  const site = await makeSite(world);
  const params = { id: site.there.id };
  await site.admin.call('updateLocation', { params, body: { name: 'Renamed' } });
  await site.admin.call('updateUser', { params: { id: site.admin.id }, body: { firstName: 'New' } });
  await site.admin.call('deleteLocation', { params });
  const rows = await world.sql<{ action: string; key_bunch_id: number | null }>(
    'select action, key_bunch_id from audit_log where company_id = $1 order by seq',
    [site.company.id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'location_create',
    'location_create',
    'location_edit',
    'user_edit',
    'location_delete',
  ]);
  expect(rows.every((row) => row.key_bunch_id === null)).toBe(true);
});
