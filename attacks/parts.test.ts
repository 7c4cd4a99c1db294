import { expect, test } from 'vitest';
import { dumpCompany } from '../server/testing/dump.ts';
import { makeSite } from '../server/testing/site.ts';
import { PASSWORD, useWorld } from '../server/testing/world.ts';

const world = useWorld();

test('P10 a setting is reached under its own category alone, and a scan under its own audit', async () => {
  const { company, admin, here, there } = await makeSite(world);
  const body = { name: 'night_shift', displayName: 'Night shift' };
  const made = await admin.call('createSetting', { params: { category: 'keyTypes' }, body });
  expect(made.status).toBe(201);
  const set = await company.bunch(there.id, { nfcSerial: '04A1B2C3' });
  await company.bunch(here.id);
  const audit = await admin.call('startAudit', { body: { locationId: here.id, mode: 'manual' } });
  expect(audit.status).toBe(201);

  const before = await dumpCompany(world, company.id);
  for (const category of ['actions', 'statuses', 'location-types']) {
    const params = { category, id: made.body.id };
    const changed = await admin.call('updateSetting', { params, body: { ...body, displayName: 'Taken' } });
    const removed = await admin.call('deleteSetting', { params });
    expect([changed.status, removed.status], category).toEqual([404, 404]);
  }
  const ticks = { ticks: [{ keyBunchId: set.id, present: true }] };
  const ticked = await admin.call('tickAudit', { params: { id: audit.body.id }, body: ticks });
  expect(ticked.status).toBeGreaterThanOrEqual(400);
  expect(ticked.status).toBeLessThan(500);
  expect(await dumpCompany(world, company.id)).toBe(before);
});

test('P17 somebody invited who has not chosen a password has no way in', async () => {
  const { admin } = await makeSite(world);
  const email = 'ines@example.com';
  const made = await admin.call('createUser', {
    body: { email, firstName: 'Ines', lastName: 'Moreau', role: 'officer' },
  });
  expect(made.status).toBe(201);
  for (const password of [PASSWORD, '', 'null', 'undefined', String(made.body.inviteUrl)])
    expect(
      (await world.visitor.call('logIn', { body: { email, password } })).status,
      password,
    ).toBeGreaterThanOrEqual(400);
  const token = String(made.body.inviteUrl).split('/').at(-1) ?? '';
  for (const headers of [{ cookie: `sid=${token}` }, { authorization: `Bearer ${token}` }] as Record<
    string,
    string
  >[])
    expect((await world.visitor.call('getMe', { headers })).status).toBe(401);
});
