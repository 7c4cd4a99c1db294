import { beforeAll, expect, test } from 'vitest';
import { INVARIANTS } from '../../database/invariants.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

// Decision 0075: the completion of an audit is undone for 15 minutes.
const world = useWorld();
let site: Site;
let tom: Person;
beforeAll(async () => {
  site = await makeSite(world);
  tom = await site.company.as('officer', { firstName: 'Tom', lastName: 'Whitaker' });
});

/** Tom's completed audit of four sets: the first was seen, the second was missing and seen, the third and fourth are missing now. */
async function completed() {
  const place = await site.company.location();
  const ids: number[] = [];
  for (let n = 0; n < 4; n += 1) ids.push((await site.company.bunch(place.id)).id);
  const [seen, found, lost, other] = ids as [number, number, number, number];
  await edit(found, { status: 'missing' });
  const before = await setOf(found);
  const { body } = await tom.call('startAudit', { body: { locationId: place.id } });
  const params = { id: body.id };
  const doneAt = new Date().toISOString();
  for (const id of [seen, found])
    await tom.call('tickAudit', { params, body: { keyBunchId: id, seen: true } });
  const done = await complete(params);
  expect(done.status).toBe(200);
  return { place, params, ids, seen, found, lost, other, before, done: done.body, doneAt };
}
const complete = (params: { id: number }, body: Record<string, unknown> = { confirmMissing: 2 }) =>
  tom.call('completeAudit', { params, body });
const undo = (params: { id: number }, me = tom) => me.call('undoAudit', { params, body: {} });
const setOf = async (id: number) => (await site.admin.call('getKeyBunch', { params: { id } })).body;
const statusesOf = (ids: number[]) => Promise.all(ids.map(async (id) => (await setOf(id)).status));
const edit = (id: number, body: Record<string, unknown>) =>
  site.admin.call('updateKeyBunch', { params: { id }, body });
/** The register is as its history says, and the audits are as they were completed. */
const whole = async () => {
  for (const { sql } of [INVARIANTS.I9, INVARIANTS.I12, INVARIANTS.I14])
    expect((await world.sql(sql)).filter((one) => one.company_id === site.company.id)).toEqual([]);
};

test('the sets are what they were, the audit is open again with its counts, and both stay in the history', async () => {
  const { params, ids, found, lost, before, done } = await completed();
  expect(done.undo).toEqual({ until: expect.any(String), stays: [] });
  expect(Date.parse(done.undo?.until ?? '') - Date.parse(done.endTime ?? '')).toBe(15 * 60_000);
  expect(await statusesOf(ids)).toEqual(['active', 'active', 'missing', 'missing']);
  const { lastSeenAt } = await setOf(lost);
  const undone = await undo(params);
  expect(undone.status).toBe(200);
  expect(undone.body).toMatchObject({
    status: 'in_progress',
    endTime: null,
    completedBy: null,
    missingBunches: [],
    totalScanned: 2,
    undo: null,
    stayed: [],
  });
  expect(await statusesOf(ids)).toEqual(['active', 'missing', 'active', 'active']);
  expect((await setOf(found)).missing).toEqual(before.missing);
  expect((await setOf(lost)).lastSeenAt, 'an undo is no sighting').toBe(lastSeenAt);
  const { body: history } = await site.admin.call('getKeyBunchHistory', { params: { id: lost } });
  expect(history.slice(0, 2).map(({ details, notes }) => [details.from, details.to, notes])).toEqual([
    ['missing', 'active', 'The completion of the location audit was undone'],
    ['active', 'missing', 'Not found in the location audit'],
  ]);
  await whole();
  expect((await undo(params)).body.detail).toBe('Only a completed audit can be undone.');
  await tom.call('tickAudit', { params, body: { keyBunchId: lost, seen: true } });
  expect((await complete(params, {})).status).toBe(200);
  expect(await statusesOf(ids)).toEqual(['active', 'active', 'active', 'missing']);
  await whole();
});

test('a set to which something happened since stays, and is named before and after', async () => {
  const { params, ids, lost, other } = await completed();
  await edit(lost, { status: 'active' });
  await site.admin.call('issueKeyBunch', { params: { id: other }, body: { officerName: 'Ana Ruiz' } });
  const stays = [
    { keyBunchId: lost, status: 'active', user: { email: site.admin.email } },
    { keyBunchId: other, status: 'issued' },
  ];
  const { body } = await tom.call('getAudit', { params });
  expect(body.undo?.stays).toMatchObject(stays);
  const undone = await undo(params);
  expect(undone.body.stayed).toMatchObject(stays);
  expect(await statusesOf(ids)).toEqual(['active', 'missing', 'active', 'issued']);
  await whole();
});

test('a late count counts in the audit that is open again', async () => {
  const { params, lost, other, doneAt } = await completed();
  const hannah = await site.company.as('officer', { firstName: 'Hannah' });
  await hannah.call('tickAudit', { params, body: { keyBunchId: lost, seen: true, doneAt } });
  const undone = await undo(params);
  expect(undone.body).toMatchObject({ totalScanned: 3, stayed: [{ keyBunchId: lost, status: 'active' }] });
  expect(undone.body.seen.find(({ keyBunchId }) => keyBunchId === lost)).toMatchObject({ userId: hannah.id });
  expect(undone.body.members.map(({ counted }) => counted)).toEqual([2, 1]);
  const again = await complete(params, { missingBunches: [other] });
  expect([again.body.late, again.body.missing?.map(({ id }) => id)]).toEqual([[], [other]]);
  await whole();
});

test('is for who completed it and users with audit:edit, for a quarter of an hour', async () => {
  const { params, lost } = await completed();
  const other = await site.company.as('officer');
  expect((await other.call('getAudit', { params })).body.undo).toBeNull();
  expect((await undo(params, other)).status).toBe(403);
  const elsewhere = await site.company.as('admin', { allowedLocationIds: [site.there.id] });
  expect((await undo(params, elsewhere)).status).toBe(404);
  const age = (minutes: number) =>
    world.sql(
      'update audit_sessions set end_time = clock_timestamp() - make_interval(mins => $2) where id = $1',
      [params.id, minutes],
    );
  await age(15);
  const late = await undo(params);
  expect([late.status, late.body.message, late.body.detail]).toEqual([
    409,
    'This can no longer be undone',
    'More than 15 minutes have passed.',
  ]);
  expect((await tom.call('getAudit', { params })).body.undo).toBeNull();
  expect((await setOf(lost)).status).toBe('missing');
  await age(14);
  expect((await undo(params, site.admin)).status).toBe(200);
});

test('is refused once another audit of these sets was begun, also one that begins at once', async () => {
  const { params, place, ids } = await completed();
  const [undone, started] = await Promise.all([
    undo(params),
    site.admin.call('startAudit', { body: { locationId: place.id } }),
  ]);
  expect([undone.status, started.status].toSorted((a, b) => a - b)).toEqual(
    undone.status === 200 ? [200, 409] : [201, 409],
  );
  if (undone.status === 409)
    expect(undone.body.detail).toBe('Another audit of these keys has been started since.');
  const open = await site.admin.call('listAudits', {
    query: { locationId: place.id, status: 'in_progress' },
  });
  expect(open.body).toHaveLength(1);
  expect(ids).toHaveLength(4);
});

test('is refused once a bulk move relied on it, also one that comes at once', async () => {
  const owner = await site.company.as('super_admin');
  await owner.call('updateCompany', { body: { auditShare: 50 } });
  const to = await site.company.location();
  for (const single of [false, true]) {
    const { params, place, seen } = await completed();
    const form = { fromLocationId: place.id, toLocationId: to.id };
    const move = single
      ? site.admin.call('moveKeyBunch', { params: { id: seen }, body: form })
      : site.admin.call('bulkMove', { body: form });
    const [moved, undone] = await Promise.all([move, undo(params)]);
    expect([moved.status, undone.status]).toEqual(undone.status === 200 ? [403, 200] : [200, 409]);
    if (undone.status === 409)
      expect(undone.body.detail).toBe('Keys were moved on the strength of this audit.');
  }
  await owner.call('updateCompany', { body: { auditShare: 90 } });
});

test('of two undos and a late count at once, one undoes and the count counts', async () => {
  const { params, ids, lost, doneAt } = await completed();
  const [one, two, late] = await Promise.all([
    undo(params),
    undo(params),
    site.admin.call('tickAudit', { params, body: { keyBunchId: lost, seen: true, doneAt } }),
  ]);
  expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(late.status).toBe(200);
  expect((await tom.call('getAudit', { params })).body.totalScanned).toBe(3);
  expect(await statusesOf(ids)).toEqual(['active', 'missing', 'active', 'active']);
  await whole();
});
