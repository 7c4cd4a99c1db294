import { describe, expect, test } from 'vitest';
import { dumpCompany } from '../../testing/dump.ts';
import { putStatus } from '../../testing/put.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
const create = (site: Site, about: Record<string, unknown> = {}) =>
  site.admin.call('createKeyBunch', {
    body: { identifier: 'SET-1', currentTag: '448', locationId: site.here.id, ...about },
  });
const patch = (site: Site, id: number, body: Record<string, unknown>, headers = {}) =>
  site.admin.call('updateKeyBunch', { params: { id }, body, headers });
const historyOf = async (site: Site, id: number) =>
  (await site.admin.call('getKeyBunchHistory', { params: { id } })).body;
const logOf = async (site: Site, id: number) =>
  (await site.admin.call('listAuditLogs', { query: { keyBunchId: id } })).body;

describe('changing', () => {
  test('API-30 P7 only what is sent changes, and the log tells each change', async () => {
    const site = await makeSite(world);
    const { body: made } = await create(site, { notes: 'Old', keyDescription: 'Gate', nfcSerial: '0411' });
    const { status, body } = await patch(site, made.id, { notes: 'New', keyCount: 5 });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...made,
      notes: 'New',
      keyCount: 5,
      lastUpdated: body.lastUpdated,
      updatedAt: body.updatedAt,
    });
    const [line] = await logOf(site, made.id);
    expect(line).toMatchObject({
      action: 'edit',
      description: 'Key count 1 -> 5; Notes Old -> New',
      details: { changes: { notes: { from: 'Old', to: 'New' }, keyCount: { from: 1, to: 5 } } },
    });
    expect(await historyOf(site, made.id)).toEqual([]);
    const emptied = await patch(site, made.id, { notes: '', nfcSerial: null, currentTag: ' ' });
    expect(emptied.body).toMatchObject({
      notes: null,
      nfcSerial: null,
      currentTag: null,
      keyDescription: 'Gate',
    });
  });

  test('API-30 every field of the form at once', async () => {
    const site = await makeSite(world);
    const { body: made } = await create(site);
    const all = {
      identifier: 'SET-2',
      type: 'lock_ups',
      currentTag: '449',
      locationId: site.there.id,
      status: 'missing',
      keyCount: 2,
      fobCount: 1,
      keyDescription: 'Yard',
      notes: 'N',
      nfcSerial: '0422',
    };
    const { body } = await patch(site, made.id, all);
    expect(body).toMatchObject(all);
    expect((await historyOf(site, made.id)).map(({ action }) => action).sort()).toEqual([
      'location_move',
      'status_change',
    ]);
  });

  test('nothing changes when what is sent is what is stored', async () => {
    const site = await makeSite(world);
    const { body } = await create(site, { notes: 'N', nfcSerial: '0433' });
    const before = await dumpCompany(world, site.company.id);
    const { identifier, currentTag, nfcSerial, locationId, type, status, keyCount, fobCount, notes } = body;
    const same = { identifier, currentTag, nfcSerial, locationId, type, status, keyCount, fobCount, notes };
    expect((await patch(site, body.id, same)).body).toEqual(body);
    expect((await patch(site, body.id, {})).body).toEqual(body);
    expect(await dumpCompany(world, site.company.id)).toBe(before);
  });

  test('STATE-12 a changed status is a status_change that says from and to', async () => {
    const site = await makeSite(world);
    const { body } = await create(site);
    await patch(site, body.id, { status: 'inactive' });
    const [entry] = await historyOf(site, body.id);
    expect(entry).toMatchObject({
      action: 'status_change',
      fromLocation: { id: site.here.id, name: site.here.name },
      details: { from: 'active', to: 'inactive', newStatus: 'inactive' },
    });
  });

  test('table b an issued bunch reported lost loses tag and holder, who stays in the history; found needs a tag', async () => {
    const site = await makeSite(world);
    const { body } = await create(site);
    const params = { id: body.id };
    await site.admin.call('issueKeyBunch', { params, body: { officerName: 'Callum Reid' } });
    const lost = await patch(site, body.id, { status: 'missing' });
    expect(lost.body).toMatchObject({ status: 'missing', currentTag: null, holder: null, issuedAt: null });
    const [entry] = await historyOf(site, body.id);
    expect(entry).toMatchObject({
      action: 'status_change',
      oldTag: '448',
      details: { officer: 'Callum Reid' },
    });
    for (const currentTag of [undefined, null, '  ']) {
      const refused = await patch(site, body.id, { status: 'active', currentTag });
      expect([refused.status, refused.body.message]).toEqual([400, 'Current tag is required']);
    }
    const found = await patch(site, body.id, { status: 'active', currentTag: '777' });
    expect(found.body).toMatchObject({ status: 'active', currentTag: '777' });
  });

  test('a missing bunch is not found by taking its tag away', async () => {
    const site = await makeSite(world);
    const { body } = await create(site, { status: 'missing' });
    expect((await patch(site, body.id, { status: 'active', currentTag: null })).status).toBe(400);
    expect((await patch(site, body.id, { status: 'active' })).body.currentTag).toBe('448');
  });

  test('S-33 P11 a changed place or type needs key:move, both locations, and writes what a move writes', async () => {
    const site = await makeSite(world);
    const { body } = await create(site, { type: 'static' });
    const officer = await site.company.as('officer');
    const limited = await site.company.as('admin', { allowedLocationIds: [site.here.id] });
    const before = await dumpCompany(world, site.company.id);
    for (const change of [{ locationId: site.there.id }, { type: 'lock_ups' }]) {
      const refused = await officer.call('updateKeyBunch', { params: { id: body.id }, body: change });
      expect(refused.status).toBe(403);
    }
    const out = await limited.call('updateKeyBunch', {
      params: { id: body.id },
      body: { locationId: site.there.id },
    });
    expect([out.status, out.body]).toEqual([404, { message: 'Location not found', code: 'not_found' }]);
    expect(await dumpCompany(world, site.company.id)).toBe(before);
    const unchanged = { locationId: site.here.id, type: 'static', notes: 'Mine' };
    const own = await officer.call('updateKeyBunch', { params: { id: body.id }, body: unchanged });
    expect([own.status, own.body.notes]).toEqual([200, 'Mine']);
    await patch(site, body.id, { locationId: site.there.id, type: 'lock_ups' });
    const [entry] = await historyOf(site, body.id);
    expect(entry).toMatchObject({
      action: 'location_move',
      toLocation: { id: site.there.id },
      toBunchType: 'lock_ups',
      details: { from: site.here.name, to: site.there.name },
    });
  });

  test('order of the checks: permission before record, record before state (table a)', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    await putStatus(world, bunch.id, 'issued');
    const officer = await site.company.as('officer');
    const both = { locationId: site.there.id, currentTag: 'other', status: 'active' };
    const params = { id: bunch.id };
    expect((await officer.call('updateKeyBunch', { params, body: both })).status).toBe(403);
    expect((await patch(site, bunch.id, { ...both, locationId: 2_000_000_000 })).status).toBe(404);
    expect((await patch(site, bunch.id, both)).status).toBe(409);
    const unknownHolder = { officerName: 'A', officerUserId: 2_000_000_000 };
    expect((await site.admin.call('issueKeyBunch', { params, body: unknownHolder })).status).toBe(404);
  });

  test('R9 the ETag is updatedAt; a stale If-Match is 409 and changes nothing', async () => {
    const site = await makeSite(world);
    const { body } = await create(site);
    const seen = await site.admin.call('getKeyBunch', { params: { id: body.id } });
    expect(seen.headers.etag).toBe(`"${seen.body.updatedAt}"`);
    const match = { 'if-match': String(seen.headers.etag) };
    const first = await patch(site, body.id, { notes: 'First' }, match);
    expect([first.status, first.headers.etag]).toEqual([200, `"${first.body.updatedAt}"`]);
    const before = await dumpCompany(world, site.company.id);
    for (const stale of [match, { 'if-match': `W/${match['if-match']}` }, { 'if-match': 'x' }]) {
      const refused = await patch(site, body.id, { notes: 'Second' }, stale);
      expect(refused.status).toBe(409);
      expect(refused.body).toEqual({ message: 'Somebody else changed this. Look again.', code: 'stale' });
    }
    expect(await dumpCompany(world, site.company.id)).toBe(before);
    expect((await patch(site, body.id, { notes: 'Any' }, { 'if-match': '*' })).status).toBe(200);
    expect((await patch(site, body.id, { notes: 'No header' })).status).toBe(200);
  });

  test('S-34 lastUpdated follows content, tag, status and place; a photo moves updatedAt only', async () => {
    const site = await makeSite(world);
    let last = (await create(site)).body;
    const { id } = last;
    for (const change of [
      { notes: 'a' },
      { currentTag: 'b' },
      { status: 'inactive' },
      { locationId: site.there.id },
      { nfcSerial: 'c' },
      { secondPerson: true },
    ]) {
      const { body } = await patch(site, id, change);
      expect(body.lastUpdated > last.lastUpdated, JSON.stringify(change)).toBe(true);
      expect(body.updatedAt).toBe(body.lastUpdated);
      expect(body.createdAt).toBe(last.createdAt);
      last = body;
    }
    await world.sql("update key_bunches set image_url = '/photo' where id = $1", [id]);
    const { body } = await site.admin.call('getKeyBunch', { params: { id } });
    expect(body.lastUpdated).toBe(last.lastUpdated);
    expect(body.updatedAt > last.updatedAt).toBe(true);
    expect([body.hasImage, body.imageUrl]).toEqual([true, '/photo']);
  });

  test('two edits at once both land', async () => {
    const site = await makeSite(world);
    const { body } = await create(site);
    await Promise.all([patch(site, body.id, { notes: 'N' }), patch(site, body.id, { keyCount: 9 })]);
    const { body: now } = await site.admin.call('getKeyBunch', { params: { id: body.id } });
    expect(now).toMatchObject({ notes: 'N', keyCount: 9 });
  });
});
