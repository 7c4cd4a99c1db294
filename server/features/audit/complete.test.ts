import { beforeAll, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

// D-14: an audit ends with its saved ticks, and only while they are what the person confirmed.
const world = useWorld();
let site: Site;
let colleague: Person;
beforeAll(async () => {
  site = await makeSite(world);
  colleague = await site.company.as('admin');
});

/** An open audit of three sets. */
async function audit(mode: 'manual' | 'nfc' = 'manual') {
  const place = await site.company.location();
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await site.company.bunch(place.id)).id);
  const { body } = await site.admin.call('startAudit', { body: { locationId: place.id, mode } });
  const [first, second, third] = ids as [number, number, number];
  return { id: body.id, ids, first, second, third };
}
const tick = async (id: number, keyBunchId: number, seen = true, me = colleague) =>
  (await me.call('tickAudit', { params: { id }, body: { keyBunchId, seen } })).body.revision;
/** Completes with the number of sets that become missing, as the screen sends it. */
const complete = (id: number, body: { missingBunches?: unknown[] } & Record<string, unknown>) =>
  site.admin.call('completeAudit', {
    params: { id },
    body: { ...(body.missingBunches && { confirmMissing: body.missingBunches.length }), ...body },
  });
const statusesOf = (ids: number[]) =>
  Promise.all(ids.map(async (id) => (await site.admin.call('getKeyBunch', { params: { id } })).body.status));
const stateOf = async (id: number) => (await site.admin.call('getAudit', { params: { id } })).body.status;

const CHANGED = 'Somebody else changed this audit. Look again.';
const UNCHANGED = ['active', 'active', 'active'];

test('D-14 a list that is no longer the server’s is refused with the fresh one, and nothing changes', async () => {
  const { id, ids, first, second, third } = await audit();
  const revision = await tick(id, first, true, site.admin);
  // The list that a stale screen confirms after a colleague has ticked.
  const now = await tick(id, second);
  const refused = await complete(id, { missingBunches: [second, third], revision });
  expect([refused.status, refused.body]).toEqual([
    409,
    { message: CHANGED, code: 'audit_changed', missingBunches: [String(third)], revision: now },
  ]);
  // Without a revision only the list is compared.
  expect((await complete(id, { missingBunches: [second, third] })).status).toBe(409);
  expect(await statusesOf(ids)).toEqual(UNCHANGED);
  expect(await stateOf(id)).toBe('in_progress');
  const done = await complete(id, { missingBunches: [String(third)], revision: now });
  expect([done.status, done.body.missingBunches]).toEqual([200, [String(third)]]);
  expect(await statusesOf(ids)).toEqual(['active', 'active', 'missing']);
});

test('D-14 ticks are never overridden: the list of a client that saw none cannot mark ticked sets missing', async () => {
  const { id, ids, first, second } = await audit();
  await tick(id, first);
  await tick(id, second);
  expect((await complete(id, { missingBunches: ids })).status).toBe(409);
  expect((await complete(id, { missingBunches: ids, allMissing: true })).status).toBe(409);
  const all = await complete(id, { allMissing: true });
  expect([all.status, all.body.code]).toEqual([409, 'audit_changed']);
  expect(await statusesOf(ids)).toEqual(UNCHANGED);
});

test('D-14 an old revision is refused even where the list happens to be the same', async () => {
  const { id, first, second, third } = await audit();
  const revision = await tick(id, first, true, site.admin);
  await tick(id, second);
  const now = await tick(id, second, false);
  const list = { missingBunches: [second, third] };
  expect((await complete(id, { ...list, revision })).body.message).toBe(CHANGED);
  expect((await complete(id, { ...list, revision: now })).status).toBe(200);
});

test('D-14 a set that is issued after the list was confirmed is not confirmed as missing', async () => {
  const { id, ids, first, second, third } = await audit();
  const revision = await tick(id, first);
  await site.admin.call('issueKeyBunch', { params: { id: second }, body: { officerName: 'Callum Reid' } });
  const refused = await complete(id, { missingBunches: [second, third], revision });
  expect([refused.status, refused.body]).toMatchObject([409, { missingBunches: [String(third)] }]);
  expect(await statusesOf(ids)).toEqual(['active', 'issued', 'active']);
});

test('D-14 without a list the server’s own stands', async () => {
  const { id, ids, first } = await audit();
  await tick(id, first);
  expect((await complete(id, { notes: 'Night count', totalScanned: 3, confirmMissing: 2 })).status).toBe(200);
  expect(await statusesOf(ids)).toEqual(['active', 'missing', 'missing']);
});

for (const mode of ['manual', 'nfc'] as const) {
  test(`D-14 with nothing seen every set is marked missing only when that is said (${mode})`, async () => {
    const { id, ids } = await audit(mode);
    const refused = await complete(id, { missingBunches: ids, revision: 0 });
    expect([refused.status, refused.body.code]).toEqual([409, 'nothing_checked']);
    // An audit without a single check cannot be completed either.
    const silent = await complete(id, {});
    expect([silent.status, silent.body.message]).toEqual([
      409,
      'Nothing has been checked yet. Say that every set is missing, or check them first.',
    ]);
    expect([await stateOf(id), await statusesOf(ids)]).toEqual(['in_progress', UNCHANGED]);
    const done = await complete(id, { missingBunches: ids, revision: 0, allMissing: true });
    expect([done.status, done.body.missing?.length]).toEqual([200, 3]);
    expect(await statusesOf(ids)).toEqual(['missing', 'missing', 'missing']);
  });
}

test('D-14 of a completion and a tick at once either the tick counts or the completion is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, ids, first, second, third } = await audit();
    const revision = await tick(id, first);
    const [done, ticked] = await Promise.all([
      complete(id, { missingBunches: [second, third], revision }),
      colleague.call('tickAudit', { params: { id }, body: { keyBunchId: second, seen: true } }),
    ]);
    expect([done.status, ticked.status].toSorted()).toEqual([200, 409]);
    const expected = done.status === 200 ? ['active', 'missing', 'missing'] : UNCHANGED;
    expect(await statusesOf(ids)).toEqual(expected);
  }
});

test('who began, who completed and who saw each set is kept apart, in the report, the location report and the verification', async () => {
  const { id, first, second, third } = await audit();
  const began = { email: site.admin.email };
  const completed = { email: colleague.email };
  await tick(id, first, true, site.admin);
  await tick(id, second);
  expect((await site.admin.call('getAudit', { params: { id } })).body).toMatchObject({
    user: began,
    completedBy: null,
  });
  const done = await colleague.call('completeAudit', { params: { id }, body: { missingBunches: [third] } });
  expect(done.body).toMatchObject({ user: began, completedBy: completed });
  expect(done.body.seen.map(({ keyBunchId, user }) => [keyBunchId, user?.email])).toEqual([
    [second, colleague.email],
    [first, site.admin.email],
  ]);
  const locationId = done.body.locationId;
  const report = await site.admin.call('getLocationReport', { params: { id: locationId } });
  expect(report.body.lastAudit).toMatchObject({ id, user: began, completedBy: completed });
  const verified = await site.admin.call('getVerification', { params: { id: locationId } });
  expect(verified.body.audit).toMatchObject({ id, user: began, completedBy: completed });
  const [recent] = (await site.admin.call('listAudits', { query: { locationId: String(locationId) } })).body;
  expect(recent).toMatchObject({ id, user: began, completedBy: completed });
});
