import { describe, expect, test } from 'vitest';
import { dumpCompany } from '../testing/dump.ts';
import { putSettings, putStatus } from '../testing/put.ts';
import { makeSite, type Site } from '../testing/samples.ts';
import { useWorld } from '../testing/world.ts';

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

describe('adding', () => {
  test('API-29 S-35 takes every field and answers the bunch as it is stored', async () => {
    const site = await makeSite(world);
    const sent = {
      identifier: 'SET-1',
      type: 'lock_ups',
      currentTag: '448001',
      locationId: site.here.id,
      status: 'inactive',
      keyCount: 12,
      fobCount: 3,
      keyDescription: 'Front and back',
      notes: 'Two\nlines',
      nfcSerial: '04:a2-24.b9 c1',
    };
    const { status, body } = await create(site, sent);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...sent,
      id: expect.any(Number),
      companyId: site.company.id,
      nfcSerial: '04A224B9C1',
      location: site.here,
      description: 'Front and back',
      hasImage: false,
      imageUrl: null,
      imageUpdatedAt: null,
      holder: null,
      issuedAt: null,
      lastUpdated: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await site.admin.call('getKeyBunch', { params: { id: body.id } })).body).toEqual(body);
  });

  test('STATE-01 CONST-04 what is not sent is active, one key, no fob, and of the first offered type', async () => {
    const site = await makeSite(world);
    expect((await create(site)).body).toMatchObject({
      status: 'active',
      type: 'day_shift',
      keyCount: 1,
      fobCount: 0,
      notes: null,
      nfcSerial: null,
      keyDescription: null,
    });
    await putSettings(world, site.company.id, 'keyTypes', {
      zoo: 'Night zoo',
      aviary: { displayName: 'Aviary', isActive: false },
      barn: 'Old barn',
    });
    expect((await create(site)).body.type).toBe('zoo');
    expect((await create(site, { type: 'aviary' })).status).toBe(400);
    expect((await create(site, { type: 'day_shift' })).body.message).toBe('Unknown type');
  });

  test('S-35 description is another name of keyDescription', async () => {
    const site = await makeSite(world);
    const { body } = await create(site, { description: 'Gate' });
    expect(body).toMatchObject({ keyDescription: 'Gate', description: 'Gate' });
    const edited = await patch(site, body.id, { description: 'Yard' });
    expect(edited.body).toMatchObject({ keyDescription: 'Yard', description: 'Yard' });
    expect((await patch(site, body.id, { description: null })).body.keyDescription).toBeNull();
  });

  test('the texts of the form (SPEC 5)', async () => {
    const site = await makeSite(world);
    const wrong: [Record<string, unknown>, string][] = [
      [{ identifier: ' ' }, 'Identifier is required'],
      [{ currentTag: undefined }, 'Current tag is required'],
      [{ locationId: undefined }, 'Location is required'],
      [{ locationId: 0 }, 'Location is required'],
      [{ keyCount: 0 }, 'Key count must be at least 1'],
      [{ fobCount: -1 }, 'Fob count cannot be negative'],
      [{ keyCount: 10_000 }, 'Must be at most 9999'],
    ];
    for (const [about, message] of wrong) {
      const { status, body } = await create(site, about);
      expect([status, body.message], JSON.stringify(about)).toEqual([400, message]);
    }
    expect((await site.admin.call('listKeyBunches')).body).toEqual([]);
  });

  test('S-62 lengths, trimming and control characters', async () => {
    const site = await makeSite(world);
    const line = 'x'.repeat(255);
    const text = 'y'.repeat(2000);
    const long = { identifier: line, currentTag: line, nfcSerial: line, notes: text, keyDescription: text };
    expect((await create(site, long)).status).toBe(201);
    for (const field of Object.keys(long)) {
      const { status, body } = await create(site, { [field]: `${long[field as 'notes']}z` });
      expect(status, field).toBe(400);
      expect(body.errors?.[field], field).toMatch(/^Must be at most (255|2000) characters$/);
    }
    const { body } = await create(site, {
      identifier: ' \u0000 A\tB\u202e ',
      notes: '\r\n one\r\ntwo\u0007 \u2066three \n',
    });
    expect(body.identifier).toBe('A B');
    expect(body.notes).toBe('one\ntwo three');
  });

  test('S-31 identifiers and tags may repeat', async () => {
    const site = await makeSite(world);
    expect([(await create(site)).status, (await create(site)).status]).toEqual([201, 201]);
  });

  test('S-32 I8 an NFC serial is one bunch’s of a company, whatever its separators; the refusal names a visible one', async () => {
    const site = await makeSite(world);
    await create(site, { identifier: 'HOLDER', nfcSerial: '04:AA:BB' });
    const limited = await site.company.as('admin', { allowedLocationIds: [site.there.id] });
    const before = await dumpCompany(world, site.company.id);
    const refused = await create(site, { nfcSerial: '04aa-bb' });
    expect(refused.status).toBe(409);
    expect(refused.body).toEqual({
      message: 'This NFC tag is already linked to key bunch HOLDER',
      code: 'nfc_in_use',
      identifier: 'HOLDER',
    });
    const hidden = await limited.call('createKeyBunch', {
      body: { identifier: 'B', currentTag: '1', locationId: site.there.id, nfcSerial: '04AABB' },
    });
    expect([hidden.status, hidden.body]).toEqual([
      409,
      { message: 'This NFC tag is already linked', code: 'nfc_in_use' },
    ]);
    expect(await dumpCompany(world, site.company.id)).toBe(before);
    const elsewhere = await makeSite(world);
    expect((await create(elsewhere, { nfcSerial: '04AABB' })).status).toBe(201);
  });

  test('G6 of twenty bunches added at once with one serial one gets it', async () => {
    const site = await makeSite(world);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => create(site, { identifier: `N${n}`, nfcSerial: '0499' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });
});

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
    expect([out.status, out.body]).toEqual([404, { message: 'Location not found' }]);
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

describe('deleting', () => {
  test('STATE-07 STATE-08 API-33 S-39 archives it with who, when and why, and tells the whole of it', async () => {
    const site = await makeSite(world);
    const { body: bunch } = await create(site, {
      keyDescription: 'Gate',
      nfcSerial: '0455',
      keyCount: 4,
      fobCount: 2,
      notes: 'N',
    });
    const { status, body } = await site.admin.call('deleteKeyBunch', {
      params: { id: bunch.id },
      body: { reason: 'Contract ended' },
    });
    expect([status, body]).toEqual([200, { message: 'Key bunch deleted' }]);
    expect((await site.admin.call('getKeyBunch', { params: { id: bunch.id } })).status).toBe(404);
    const [archived] = await world.sql('select * from archived_key_bunches where original_id = $1', [
      bunch.id,
    ]);
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
    const [entry] = await historyOf(site, bunch.id);
    expect(entry).toMatchObject({
      action: 'deleted',
      keyBunchId: bunch.id,
      keyBunchIdentifier: 'SET-1',
      keyBunch: { identifier: 'SET-1', type: 'day_shift' },
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
