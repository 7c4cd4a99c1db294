import { beforeAll, describe, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

// The reach of an audit: what it reveals of other places, and which edits belong to it.
const world = useWorld();
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

async function audit() {
  const place = await site.company.location();
  const bunch = await site.company.bunch(place.id);
  const { body } = await site.admin.call('startAudit', { body: { locationId: place.id, mode: 'nfc' } });
  return { place, bunch, id: body.id };
}
const edit = (bunchId: number, auditSessionId: number, me: Person = site.admin) =>
  me.call('updateKeyBunch', { params: { id: bunchId }, body: { keyCount: 9, auditSessionId } });
const keysOf = async (id: number) => (await site.admin.call('getKeyBunch', { params: { id } })).body.keyCount;

describe('S-24 a reader who is limited to the audited location', () => {
  test('does not hear of a set that was found there, is registered elsewhere and who has it', async () => {
    const { place, id } = await audit();
    const secret = await site.company.bunch(site.there.id, {
      identifier: 'ELSE-1',
      nfcSerial: `04:E1:${id}`,
    });
    const stray = await site.company.bunch(site.there.id, { identifier: 'ELSE-2', nfcSerial: `04:E2:${id}` });
    const params = { id: secret.id };
    await site.admin.call('issueKeyBunch', { params, body: { officerName: 'Somebody Secret' } });
    for (const nfcSerial of [`04:E1:${id}`, `04:E2:${id}`])
      await site.admin.call('scanAudit', { body: { auditSessionId: id, nfcSerial } });
    const limited = await site.company.as('admin', { allowedLocationIds: [place.id] });
    const told = await limited.call('getAudit', { params: { id } });
    expect([told.status, told.body.unexpected, told.body.unknown]).toEqual([200, [], []]);
    for (const name of ['ELSE-1', 'ELSE-2', 'Somebody Secret', site.there.name])
      expect(JSON.stringify(told.body)).not.toContain(name);
    const done = await limited.call('completeAudit', { params: { id }, body: { allMissing: true } });
    expect([done.status, done.body.unexpected]).toEqual([200, []]);
    const whole = (await site.admin.call('getAudit', { params: { id } })).body;
    expect(whole.unexpected.map(({ keyBunchId }) => keyBunchId)).toEqual([secret.id, stray.id]);
  });
});

describe('STATE-13 S-59 an edit in an audit', () => {
  test('is refused of a set that the audit does not expect', async () => {
    const { id } = await audit();
    const elsewhere = await site.company.bunch(site.there.id);
    const answer = await edit(elsewhere.id, id);
    expect([answer.status, answer.body.message]).toEqual([400, 'This key set is not expected in this audit']);
    expect(await keysOf(elsewhere.id)).toBe(1);
    const history = (await site.admin.call('getKeyBunchHistory', { params: { id: elsewhere.id } })).body;
    expect(history.map(({ action }) => action)).not.toContain('audit_edit');
  });

  test('is refused of a set that has left the location since', async () => {
    const { place, bunch, id } = await audit();
    await site.admin.call('moveKeyBunch', {
      params: { id: bunch.id },
      body: { toLocationId: site.there.id },
    });
    const answer = await edit(bunch.id, id);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      `${bunch.identifier} is no longer at ${place.name}`,
    ]);
    expect(await keysOf(bunch.id)).toBe(1);
  });

  test('is refused once the audit is over, and in one that is out of reach', async () => {
    const { place, bunch, id } = await audit();
    const viewer = await site.company.as('viewer', { customPermissions: ['key:edit'] });
    expect((await edit(bunch.id, id, viewer)).status).toBe(403);
    const elsewhere = await site.company.as('admin', { allowedLocationIds: [site.there.id] });
    const own = await site.company.bunch(site.there.id);
    const unseen = await edit(own.id, id, elsewhere);
    expect([unseen.status, unseen.body.message]).toEqual([404, 'Audit session not found']);
    await site.admin.call('completeAudit', { params: { id }, body: { allMissing: true } });
    const over = await edit(bunch.id, id);
    expect([over.status, over.body.message]).toEqual([409, 'Audit session is not in progress']);
    expect([await keysOf(bunch.id), place.id > 0]).toEqual([1, true]);
  });
});
