import { beforeAll, expect, test } from 'vitest';
import type { RoomSide } from '../../../shared/room-handover-words.ts';
import { transaction, waiting } from '../../testing/held.ts';
import { makeSite, type Site, staffOf } from '../../testing/site.ts';
import { PASSWORD, type Person, useWorld } from '../../testing/world.ts';

// What each of the two people signed is what they read, and stays so (decision 0080).
const world = useWorld();
let site: Site;
let hannah: Person;
let callum: Person;
beforeAll(async () => {
  site = await makeSite(world);
  hannah = await site.company.as('officer', { firstName: 'Hannah', lastName: 'Boyd' });
  callum = await site.company.as('officer', { firstName: 'Callum', lastName: 'Reid' });
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const room = async () => (await site.company.location({ name: `Room ${Math.random()}` })).id;
const begin = async (locationId: number, by = hannah) =>
  (await by.call('beginRoomHandover', { body: { locationId, since: inHours(-8) } })).body;
const read = async (id: number) => (await hannah.call('getRoomHandover', { params: { id } })).body;
const check = (id: number, auditSessionId?: number) =>
  hannah.call('updateRoomHandover', {
    params: { id },
    body: {
      check: auditSessionId ? { kind: 'audit', auditSessionId } : { kind: 'none', reason: 'Too busy' },
    },
  });
type WasRead = Awaited<ReturnType<typeof read>>;
async function sign(id: number, side: RoomSide, by: Person, wasRead?: WasRead, proof?: string) {
  const { figures, read: was } = wasRead ?? (await read(id));
  if (!figures) throw new Error('There are no figures');
  return by.call('signRoomHandover', {
    params: { id },
    body: { side, figures, read: was, ...(proof && { proof }) },
  });
}
/** A handover that both signed without a count. */
async function handedOver(locationId: number, from = hannah, to = callum) {
  const { id } = await begin(locationId, from);
  await check(id);
  expect((await sign(id, 'outgoing', from)).status).toBe(200);
  const { status, body } = await sign(id, 'incoming', to);
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}
const answer = (id: number, keyBunchId: number) =>
  hannah.call('answerRoomHandover', { params: { id }, body: { items: [{ keyBunchId }], word: 'look' } });

/** Hannah's completed audit of three sets, of which the last was not seen, as the check of her handover. */
async function counted(place: number) {
  const sets: number[] = [];
  for (let n = 0; n < 3; n += 1) sets.push((await site.company.bunch(place, { position: `A ${n + 1}` })).id);
  const [, , last = 0] = sets;
  const { id } = await begin(place);
  const params = {
    id: (await hannah.call('startAudit', { body: { locationId: place, kind: 'spot' } })).body.id,
  };
  for (const keyBunchId of sets.slice(0, 2))
    await hannah.call('tickAudit', { params, body: { keyBunchId, seen: true } });
  expect((await hannah.call('completeAudit', { params, body: {} })).status).toBe(200);
  await check(id, params.id);
  expect((await answer(id, last)).status).toBe(200);
  return { id, params, last };
}
const undo = (params: { id: number }) => hannah.call('undoAudit', { params, body: {} });

test('the completion of an audit that a signed handover has as its check is not undone, until it is cancelled', async () => {
  const { id, params } = await counted(await room());
  expect((await sign(id, 'outgoing', hannah)).status).toBe(200);
  expect((await hannah.call('getAudit', { params })).body.undo).toBeNull();
  const refused = await undo(params);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'Hannah Boyd signed a handover with this count.',
  ]);
  await hannah.call('cancelRoomHandover', { params: { id }, body: {} });
  expect((await undo(params)).status).toBe(200);
});

test('another check is chosen once the count of the first is undone', async () => {
  const { id, params } = await counted(await room());
  const counts = { kind: 'audit', auditSessionId: params.id };
  expect((await undo(params)).status).toBe(200);
  expect((await read(id)).check).toBeNull();
  const choose = (checkWas: object | null) =>
    hannah.call('updateRoomHandover', {
      params: { id },
      body: { check: { kind: 'none', reason: 'Too busy' }, checkWas },
    });
  expect((await choose(counts)).status).toBe(409);
  expect((await choose(null)).status).toBe(200);
});

test('a handover that begins while the one before is signed follows it', async () => {
  const place = await room();
  const { id } = await begin(place);
  await check(id);
  expect((await sign(id, 'outgoing', hannah)).status).toBe(200);
  const wasRead = await read(id);
  // The signature waits between its row and its commit.
  const slow = await transaction(world);
  await slow.query('lock table changes in share mode');
  const signed = sign(id, 'incoming', callum, wasRead);
  await waiting(world, 1);
  const next = callum.call('beginRoomHandover', { body: { locationId: place } });
  await waiting(world, 2);
  await slow.commit();
  const { closedAt } = (await signed).body;
  expect(closedAt).toEqual(expect.any(String));
  expect((await next).body).toMatchObject({ shiftStart: closedAt, takenOverBy: { userId: callum.id } });
});

test('of a signature and an undo of its audit at once one wins', async () => {
  const { id, params } = await counted(await room());
  const wasRead = await read(id);
  const [signed, undone] = await Promise.all([sign(id, 'outgoing', hannah, wasRead), undo(params)]);
  expect([signed.status, undone.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('what a count found stays in the handover as the outgoing person signed it', async () => {
  const { id, params, last } = await counted(await room());
  expect((await sign(id, 'outgoing', hannah)).status).toBe(200);
  const audit = { checked: 3, asRegistered: 2 };
  await callum.call('tickAudit', {
    params,
    body: { keyBunchId: last, seen: true, doneAt: new Date().toISOString() },
  });
  await world.sql('update audit_sessions set checked = 9, as_registered = 9 where id = $1', [params.id]);
  expect((await read(id)).check?.audit).toMatchObject(audit);
  const { body } = await sign(id, 'incoming', callum);
  expect([body.state, body.check?.audit]).toMatchObject(['closed', audit]);
  expect((await undo(params)).body.detail).toBe('Hannah Boyd signed a handover with this count.');
});

test('an undone count before the signature is refused as changed, also when it was completed again', async () => {
  const { id, params, last } = await counted(await room());
  const wasRead = await read(id);
  expect((await undo(params)).status).toBe(200);
  expect((await sign(id, 'outgoing', hannah, wasRead)).status).toBe(409);
  await hannah.call('tickAudit', { params, body: { keyBunchId: last, seen: true } });
  expect((await hannah.call('completeAudit', { params, body: {} })).status).toBe(200);
  const refused = await sign(id, 'outgoing', hannah, wasRead);
  expect([refused.status, refused.body.code]).toEqual([409, 'room_changed']);
  expect(refused.body.detail).toContain('the check, the notes or an answer');
});

test('the figures that the outgoing person signed stay beside those of the end', async () => {
  const place = await room();
  const set = await site.company.bunch(place);
  const { id } = await begin(place);
  expect((await read(id)).signedFigures).toBeNull();
  await check(id);
  await sign(id, 'outgoing', hannah);
  await hannah.call('issueKeyBunch', { params: { id: set.id }, body: { officerName: 'Owen Hartley' } });
  const { body } = await sign(id, 'incoming', callum);
  expect(body.signedFigures).toMatchObject({ issued: 0, out: 0 });
  expect(body.figures).toMatchObject({ issued: 1, out: 1 });
});

test('sets that changed between the two signatures are named, also where the totals are the same', async () => {
  const place = await room();
  const sets = [
    await site.company.bunch(place),
    await site.company.bunch(place),
    await site.company.bunch(place),
  ];
  const [back, out, kept] = sets.map(({ id, identifier }) => ({ keyBunchId: id, identifier }));
  const give = ({ keyBunchId = 0 } = {}) =>
    hannah.call('issueKeyBunch', { params: { id: keyBunchId }, body: { officerName: 'Owen Hartley' } });
  for (const one of [back, kept]) expect((await give(one)).status).toBe(200);
  const { id } = await begin(place);
  await check(id);
  expect((await read(id)).changed).toEqual([]);
  expect((await sign(id, 'outgoing', hannah)).body.changed).toEqual([]);
  const params = { id: back?.keyBunchId ?? 0 };
  await hannah.call('returnKeyBunch', { params, body: { officerName: 'Owen Hartley', newTag: '7001' } });
  expect((await give(out)).status).toBe(200);
  const due = { params: { id: kept?.keyBunchId ?? 0 }, body: { dueAt: inHours(200) } };
  expect((await hannah.call('changeDue', due)).status).toBe(200);
  const expected = [
    { ...back, list: 'out', change: 'gone' },
    { ...out, list: 'out', change: 'added' },
    { ...kept, list: 'out', change: 'other' },
  ].toSorted((a, b) => (a.identifier ?? '').localeCompare(b.identifier ?? ''));
  expect((await read(id)).changed).toEqual(expected);
  const { body } = await sign(id, 'incoming', callum);
  expect([body.figures?.out, body.signedFigures?.out, body.changed]).toEqual([2, 2, expected]);
  expect((await read(id)).changed).toEqual(expected);
});

test('a set that differs and has its word is not named as changed while nothing did', async () => {
  const place = await room();
  const { id: set } = await site.company.bunch(place);
  await hannah.call('issueKeyBunch', { params: { id: set }, body: { officerName: 'Owen Hartley' } });
  const { id } = await begin(place);
  await hannah.call('updateKeyBunch', { params: { id: set }, body: { status: 'missing' } });
  expect((await answer(id, set)).status).toBe(200);
  await check(id);
  expect((await sign(id, 'outgoing', hannah)).body.changed).toEqual([]);
  expect((await read(id)).changed).toEqual([]);
  expect((await answer(id, set)).status).toBe(409);
  expect((await sign(id, 'incoming', callum)).body.changed).toEqual([]);
});

test('a set that differs only since the first signature is named too', async () => {
  const place = await room();
  const { id: set, identifier } = await site.company.bunch(place);
  const { id } = await begin(place);
  await check(id);
  await sign(id, 'outgoing', hannah);
  await hannah.call('updateKeyBunch', { params: { id: set }, body: { status: 'missing' } });
  await answer(id, set);
  const { body } = await sign(id, 'incoming', callum);
  expect(body.changed).toEqual([{ keyBunchId: set, identifier, list: 'settle', change: 'added' }]);
});

test('a set that changed hands, or is due at another time, is refused by its ID though the totals are the same', async () => {
  const place = await room();
  const { id: set, identifier } = await site.company.bunch(place);
  const holders = [await staffOf(site, hannah.id), await staffOf(site, callum.id)];
  const params = { id: set };
  await hannah.call('issueKeyBunch', { params, body: { holderId: holders[0] ?? 0, dueAt: inHours(4) } });
  const { id } = await begin(place);
  await check(id);
  const refusedAfter = async (change: () => Promise<{ status: number }>, side: RoomSide, by: Person) => {
    const wasRead = await read(id);
    expect((await change()).status).toBe(200);
    const { status, body } = await sign(id, side, by, wasRead);
    expect([status, body.code]).toEqual([409, 'room_changed']);
    expect(body.detail).toContain(`${identifier} has another holder or due time`);
  };
  const due = (hours: number) => () => hannah.call('changeDue', { params, body: { dueAt: inHours(hours) } });
  const other = { holderId: holders[1] ?? 0, dueAt: inHours(4) };
  await refusedAfter(() => hannah.call('handOver', { params, body: other }), 'outgoing', hannah);
  await refusedAfter(due(100), 'outgoing', hannah);
  expect((await sign(id, 'outgoing', hannah)).status).toBe(200);
  await refusedAfter(due(200), 'incoming', callum);
  expect((await sign(id, 'incoming', callum)).body.state).toBe('closed');
});

test('says who took over last, and numbers sheets in the company', async () => {
  const [place, other] = [await room(), await room()];
  const first = await handedOver(place);
  expect(first.takenOverBy).toBeNull();
  const next = await handedOver(other);
  expect(next.number).toBe((first.number ?? 0) + 1);
  // Callum took over last, and Hannah begins.
  expect((await begin(place)).takenOverBy).toEqual({ userId: callum.id, name: 'Callum Reid' });
});

test('words of earlier shifts go on until the set is found', async () => {
  const place = await room();
  const { id: set, identifier } = await site.company.bunch(place);
  const status = (to: 'missing' | 'active') =>
    hannah.call('updateKeyBunch', { params: { id: set }, body: { status: to } });
  await status('missing');
  const { id } = await begin(place);
  await check(id);
  await answer(id, set);
  await sign(id, 'outgoing', hannah);
  expect((await sign(id, 'incoming', callum)).body.state).toBe('closed');
  const second = await handedOver(place, callum, hannah);
  expect([second.figures?.missing, second.carried]).toMatchObject([
    0,
    [{ identifier, taker: 'Callum Reid' }],
  ]);
  const third = await begin(place);
  expect(third.carried).toMatchObject([{ keyBunchId: set, kind: 'missing', answer: { word: 'look' } }]);
  await status('active');
  expect((await read(third.id)).carried).toEqual([]);
});

test('a proof is of the person at whose screen it was asked for', async () => {
  const { id } = await begin(await room());
  await check(id);
  await sign(id, 'outgoing', hannah);
  const other = await site.company.as('officer');
  const body = { roomHandoverId: id, email: callum.email, password: PASSWORD };
  const { proof } = (await hannah.call('proveSigner', { body })).body;
  expect((await sign(id, 'incoming', other, undefined, proof)).body.code).toBe('room_signer');
  expect((await sign(id, 'incoming', hannah, undefined, proof)).body.incoming?.userId).toBe(callum.id);
});

test('names the person who alone may sign and no longer can; then it is cancelled and taken over alone', async () => {
  const locationId = await room();
  const leaves = await site.company.as('officer', { firstName: 'Dana', lastName: 'Holt' });
  const { id, cannotSign } = await begin(locationId, leaves);
  expect(cannotSign).toBeNull();
  await site.admin.call('updateUser', { params: { id: leaves.id }, body: { isActive: false } });
  expect((await read(id)).cannotSign).toBe('Dana Holt');
  await callum.call('cancelRoomHandover', { params: { id }, body: {} });
  const body = { locationId, aloneReason: 'Dana has left' };
  expect((await callum.call('beginRoomHandover', { body })).body).toMatchObject({ cannotSign: null });
});
