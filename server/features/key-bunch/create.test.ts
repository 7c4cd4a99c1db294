import { describe, expect, test } from 'vitest';
import { dumpCompany } from '../../testing/dump.ts';
import { putSettings } from '../../testing/put.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
const create = (site: Site, about: Record<string, unknown> = {}) =>
  site.admin.call('createKeyBunch', {
    body: { identifier: 'SET-1', currentTag: '448', locationId: site.here.id, ...about },
  });
const patch = (site: Site, id: number, body: Record<string, unknown>, headers = {}) =>
  site.admin.call('updateKeyBunch', { params: { id }, body, headers });

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
      secondPerson: false,
      imageUrl: null,
      imageUpdatedAt: null,
      holder: null,
      issuedAt: null,
      dueAt: null,
      position: null,
      premises: [],
      short: null,
      missing: null,
      lastSeenAt: null,
      lastSeenLocation: null,
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

  test('the texts of the form', async () => {
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
