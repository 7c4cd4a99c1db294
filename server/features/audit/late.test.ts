import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

// D-23: a count made before the completion is kept when it arrives after it.
const world = useWorld();
let site: Site;
let officer: Person;
beforeAll(async () => {
  site = await makeSite(world);
  officer = await site.company.as('officer');
});

/** An audit of three sets that the officer began and an administrator has completed; the first was ticked in time. */
async function completed() {
  const place = await site.company.location();
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1)
    ids.push((await site.company.bunch(place.id, { nfcSerial: `04:B${place.id}:0${n}` })).id);
  const { body } = await officer.call('startAudit', { body: { locationId: place.id } });
  const params = { id: body.id };
  const [first, second, third] = ids as [number, number, number];
  await officer.call('tickAudit', { params, body: { keyBunchId: first, seen: true } });
  const doneAt = new Date().toISOString();
  await setTimeout(5);
  const done = await site.admin.call('completeAudit', {
    params,
    body: { missingBunches: [second, third], confirmMissing: 2 },
  });
  return { place, params, first, second, third, doneAt, endTime: done.body.endTime ?? '' };
}
const late = (params: { id: number }, keyBunchId: number, doneAt: string, me = officer, seen = true) =>
  me.call('tickAudit', { params, body: { keyBunchId, seen, doneAt } });
const after = (doneAt: string, ms: number) => new Date(Date.parse(doneAt) + ms).toISOString();
const setOf = async (id: number) => (await site.admin.call('getKeyBunch', { params: { id } })).body;

test('D-23 a tick that arrives after the completion is in the report, and its set is present again', async () => {
  const { params, second, third, doneAt } = await completed();
  expect((await setOf(second)).status).toBe('missing');
  const before = (await site.admin.call('getAudit', { params })).body;
  const key = crypto.randomUUID();
  const send = () =>
    officer.call('tickAudit', {
      params,
      body: { keyBunchId: second, seen: true, doneAt },
      headers: { 'idempotency-key': key },
    });
  for (const reply of [await send(), await send()]) {
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ late: true, totalScanned: 1 });
  }
  expect(await setOf(second)).toMatchObject({ status: 'active', missing: null });
  const { body } = await site.admin.call('getAudit', { params });
  expect(body.late).toMatchObject([{ keyBunchId: second, seen: true, user: { email: officer.email } }]);
  expect(Date.parse(body.late?.[0]?.doneAt ?? '')).toBe(Date.parse(doneAt));
  expect(body.missing?.map(({ id }) => id)).toEqual([third]);
  const { endTime, totalScanned, missingBunches } = before;
  expect(body, 'the completion stays as it was').toMatchObject({ endTime, totalScanned, missingBunches });
  const { body: history } = await site.admin.call('getKeyBunchHistory', { params: { id: second } });
  expect(history.slice(0, 2).map(({ details }) => details.to)).toEqual(['active', 'missing']);
});

test('D-23 a scan counts late too; what happened to the set since is not undone', async () => {
  const { params, place, second, third, doneAt } = await completed();
  const scan = (n: number) =>
    officer.call('scanAudit', {
      body: { auditSessionId: params.id, nfcSerial: `04:B${place.id}:0${n}`, doneAt },
    });
  await site.admin.call('issueKeyBunch', { params: { id: third }, body: { officerName: 'Ana Ruiz' } });
  expect((await scan(1)).body).toMatchObject({ late: true, keyBunch: { id: second } });
  expect((await setOf(second)).status).toBe('active');
  expect((await scan(2)).status).toBe(200);
  expect(await setOf(third)).toMatchObject({ status: 'issued', holder: { name: 'Ana Ruiz' } });
  // Reported lost by hand after the completion, which is newer than the count.
  const other = await completed();
  const [params2, lost] = [{ id: other.second }, other.second];
  await site.admin.call('updateKeyBunch', { params: params2, body: { status: 'active' } });
  await site.admin.call('updateKeyBunch', { params: params2, body: { status: 'missing' } });
  expect((await late(other.params, lost, other.doneAt)).status).toBe(200);
  expect((await setOf(lost)).status).toBe('missing');
});

test('D-23 a set that was ticked and unticked, both late, is missing as before', async () => {
  const { params, second, third, doneAt } = await completed();
  const before = await setOf(second);
  await late(params, second, doneAt);
  expect((await setOf(second)).status).toBe('active');
  await late(params, second, after(doneAt, 1), officer, false);
  expect(await setOf(second)).toMatchObject({ status: 'missing', missing: before.missing });
  const { body } = await site.admin.call('getAudit', { params });
  expect(body.late?.map(({ seen }) => seen)).toEqual([false, true]);
  expect(body.missing?.map(({ id }) => id)).toEqual([second, third]);
  const { body: history } = await site.admin.call('getKeyBunchHistory', { params: { id: second } });
  expect(history.slice(0, 3).map(({ details }) => details.to)).toEqual(['missing', 'active', 'missing']);
  // Another user counted it after that.
  await late(params, second, after(doneAt, 2), site.admin);
  expect((await setOf(second)).status).toBe('active');
  expect((await site.admin.call('undoAudit', { params, body: {} })).status).toBe(200);
  expect(await Promise.all([second, third].map(async (id) => (await setOf(id)).status))).toEqual([
    'active',
    'active',
  ]);
});

test('D-23 a late untick takes nothing back but its own late tick', async () => {
  const { params, first, second, third, doneAt } = await completed();
  await late(params, third, doneAt);
  await site.admin.call('issueKeyBunch', { params: { id: third }, body: { officerName: 'Ana Ruiz' } });
  await late(params, third, after(doneAt, 1), officer, false);
  expect(await setOf(third), 'issued since').toMatchObject({ status: 'issued' });
  await late(params, first, after(doneAt, 1), officer, false);
  expect((await setOf(first)).status, 'present by the completion, as it was confirmed').toBe('active');
  // An undo after both: the completion is what it takes back.
  await late(params, second, doneAt);
  await late(params, second, after(doneAt, 1), officer, false);
  const undone = await site.admin.call('undoAudit', { params, body: {} });
  expect(undone.body.stayed).toMatchObject([{ keyBunchId: third, status: 'issued' }]);
  expect((await setOf(second)).status).toBe('active');
});

test('D-23 a set that was missing before the audit stays so when its late tick is taken back, also after an undo', async () => {
  const place = await site.company.location();
  const [there, lost] = [await site.company.bunch(place.id), await site.company.bunch(place.id)];
  await site.admin.call('updateKeyBunch', { params: { id: lost.id }, body: { status: 'missing' } });
  const { missing } = await setOf(lost.id);
  const { body } = await officer.call('startAudit', { body: { locationId: place.id } });
  const params = { id: body.id };
  await officer.call('tickAudit', { params, body: { keyBunchId: there.id, seen: true } });
  const doneAt = new Date().toISOString();
  await setTimeout(5);
  await site.admin.call('completeAudit', { params, body: { confirmMissing: 1 } });
  await late(params, lost.id, doneAt);
  expect((await setOf(lost.id)).status).toBe('active');
  await late(params, lost.id, after(doneAt, 1), officer, false);
  expect(await setOf(lost.id)).toMatchObject({ status: 'missing', missing });
  expect((await site.admin.call('undoAudit', { params, body: {} })).status).toBe(200);
  expect(await setOf(lost.id)).toMatchObject({ status: 'missing', missing });
});

test('D-23 what is no late count is refused as before, and changes nothing', async () => {
  const { params, second, doneAt, endTime } = await completed();
  const refused = async (at: string | undefined, me = officer) =>
    (
      await me.call('tickAudit', {
        params,
        body: { keyBunchId: second, seen: true, ...(at && { doneAt: at }) },
      })
    ).status;
  expect(await refused(undefined), 'it does not say when it was made').toBe(409);
  expect(
    await refused(new Date(Date.parse(endTime) + 1).toISOString()),
    'made in an audit that is over',
  ).toBe(409);
  expect(await refused('2020-01-01T00:00:00Z'), 'made before the audit began').toBe(409);
  expect(await refused('tonight')).toBe(400);
  expect(await refused(doneAt, await site.company.as('viewer')), 'who may not audit').toBe(403);
  const elsewhere = await site.company.as('admin', { allowedLocationIds: [site.there.id] });
  expect(await refused(doneAt, elsewhere)).toBe(404);
  expect((await setOf(second)).status).toBe('missing');
  expect((await site.admin.call('getAudit', { params })).body.late).toEqual([]);
});
