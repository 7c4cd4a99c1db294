import { beforeAll, describe, expect, test } from 'vitest';
import type { RoomSide } from '../../../shared/room-handover-words.ts';
import { WebhookEvent } from '../../../shared/webhook-event.ts';
import { holderOf, makeSite, nameOfHolder, type Site, webhookBody } from '../../testing/site.ts';
import { PASSWORD, type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();
let site: Site;
let hannah: Person;
let callum: Person;
beforeAll(async () => {
  site = await makeSite(world);
  hannah = await site.company.as('officer');
  callum = await site.company.as('officer');
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const room = async () => (await site.company.location({ name: `Room ${Math.random()}` })).id;
async function begin(locationId: number, by = hannah) {
  const { status, body } = await by.call('beginRoomHandover', { body: { locationId, since: inHours(-8) } });
  expect([status, body.message]).toEqual([201, undefined]);
  return body;
}
const read = async (id: number, by = hannah) => (await by.call('getRoomHandover', { params: { id } })).body;
const skipCheck = (id: number, by = hannah) =>
  by.call('updateRoomHandover', { params: { id }, body: { check: { kind: 'none', reason: 'Too busy' } } });
async function sign(id: number, side: RoomSide, by: Person, proof?: string) {
  const { figures, read: was } = await read(id, by);
  if (!figures) throw new Error('There are no figures');
  const body = { side, figures, read: was, ...(proof && { proof }) };
  return by.call('signRoomHandover', { params: { id }, body });
}
const prove = (roomHandoverId: number, email: string, password = PASSWORD, by = hannah) =>
  by.call('proveSigner', { body: { roomHandoverId, email, password } });
const issue = (id: number, dueAt?: string, by = hannah) =>
  by.call('issueKeyBunch', {
    params: { id },
    body: { officerName: 'Owen Hartley', ...(dueAt && { dueAt }) },
  });
async function giveBack(id: number) {
  const body = { officerName: 'Owen Hartley', newTag: `${id}`, keysCounted: 1, fobsCounted: 0 };
  const { status, body: reply } = await hannah.call('returnKeyBunch', { params: { id }, body });
  expect([status, reply.message]).toEqual([200, undefined]);
}
const answer = (id: number, sets: number[], body: object, by = hannah) =>
  by.call('answerRoomHandover', {
    params: { id },
    body: { items: sets.map((keyBunchId) => ({ keyBunchId })), word: 'look', ...body },
  });
const overdue = async (locationId: number) => {
  const { id } = await site.company.bunch(locationId);
  await issue(id, inHours(1));
  await world.sql(`update key_bunches set due_at = now() - interval '1 hour' where id = $1`, [id]);
  return id;
};

describe('a shift', () => {
  test('is handed over by two signatures: the figures add up, are fixed, and the next shift begins with them', async () => {
    const place = await room();
    const [one, two, three] = [
      await site.company.bunch(place),
      await site.company.bunch(place),
      await site.company.bunch(place),
    ];
    for (const { id } of [one, two]) await issue(id);
    await giveBack(one.id);
    const { id, state } = await begin(place);
    expect(state).toBe('open');
    expect((await sign(id, 'outgoing', hannah)).body.message).toBe('Choose how the keys were checked.');
    await skipCheck(id);
    expect((await sign(id, 'incoming', callum)).body.message).toBe('The outgoing person signs first.');
    expect((await sign(id, 'outgoing', hannah)).status).toBe(200);
    expect((await sign(id, 'incoming', hannah)).body.code).toBe('room_signer');
    const { status, body } = await sign(id, 'incoming', callum);
    expect([status, body.state, body.number]).toEqual([200, 'closed', 1]);
    expect(body.figures).toMatchObject({ outAtStart: 0, issued: 2, returned: 1, out: 1, overdue: 0 });
    expect(body.outgoing?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(body.incoming?.sha256).toMatch(/^[0-9a-f]{64}$/);
    await issue(three.id);
    expect((await read(id)).out.map(({ keyBunchId }) => keyBunchId)).toEqual([two.id]);

    const next = await begin(place, callum);
    expect(next).toMatchObject({ previousId: id, shiftStart: body.closedAt });
    expect(next.figures).toMatchObject({ outAtStart: 1, issued: 1, returned: 0, out: 2 });
  });

  test('is signed by the other person at the same screen, with a proof for one signature of one handover', async () => {
    const { id } = await begin(await room());
    const other = await begin(await room());
    for (const one of [id, other.id]) {
      await skipCheck(one);
      await sign(one, 'outgoing', hannah);
    }
    const wrong = [
      await prove(id, callum.email, 'wrong horse'),
      await prove(id, 'no.one@example.com'),
      await prove(id, (await (await makeSite(world)).company.as('officer')).email),
    ];
    for (const { status, body } of wrong)
      expect([status, body.message]).toEqual([400, 'Invalid email or password']);
    const viewer = await site.company.as('viewer');
    expect((await prove(id, viewer.email)).body.code).toBe('room_signer');
    expect((await prove(id, hannah.email, PASSWORD, viewer)).status).toBe(404);
    const { proof, userId } = (await prove(id, callum.email)).body;
    expect(userId).toBe(callum.id);
    expect((await sign(other.id, 'incoming', hannah, proof)).body.code).toBe('room_signer');
    const { body } = await sign(id, 'incoming', hannah, proof);
    expect([body.state, body.incoming?.userId]).toEqual(['closed', callum.id]);
    expect((await sign(other.id, 'incoming', hannah, proof)).body.code).toBe('room_signer');
    // No session began: the screen is still the outgoing person's.
    expect((await hannah.call('getMe')).body.id).toBe(hannah.id);
  });

  test('is refused to a person who lost the rights after the proof', async () => {
    const { id } = await begin(await room());
    await skipCheck(id);
    await sign(id, 'outgoing', hannah);
    const leaves = await site.company.as('officer');
    const { proof } = (await prove(id, leaves.email)).body;
    await site.admin.call('updateUser', { params: { id: leaves.id }, body: { isActive: false } });
    expect((await sign(id, 'incoming', hannah, proof)).body.code).toBe('room_signer');
  });

  test('is taken over alone for a reason, and only by who began it', async () => {
    const locationId = await room();
    const body = { locationId, aloneReason: 'Hannah went home ill' };
    const { id, outgoing, incoming } = (await callum.call('beginRoomHandover', { body })).body;
    expect([outgoing, incoming?.userId]).toEqual([null, callum.id]);
    await skipCheck(id, callum);
    expect((await sign(id, 'incoming', hannah)).body.code).toBe('room_signer');
    const closed = (await sign(id, 'incoming', callum)).body;
    expect([closed.state, closed.aloneReason]).toEqual(['closed', 'Hannah went home ill']);
  });

  test('is open once at a location: of many who begin at once one wins, and the others receive its id', async () => {
    const locationId = await room();
    const people = [hannah, callum, hannah, callum, site.admin];
    const all = await Promise.all(
      people.map((one) => one.call('beginRoomHandover', { body: { locationId } })),
    );
    const won = all.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    for (const { status, body } of all.filter((one) => one !== won[0]))
      expect([status, body]).toMatchObject([409, { code: 'room_open', roomHandoverId: won[0]?.body.id }]);
  });

  test('is cancelled by anyone who may hand over there, and is then over', async () => {
    const locationId = await room();
    const { id } = await begin(locationId);
    const { body } = await callum.call('cancelRoomHandover', { params: { id }, body: {} });
    expect([body.state, body.figures]).toEqual(['cancelled', null]);
    for (const { status, body } of [
      await skipCheck(id),
      await callum.call('cancelRoomHandover', { params: { id }, body: {} }),
    ])
      expect([status, body.code, body.message]).toEqual([
        ...[409, 'room_ended', 'This handover was cancelled. Nothing was signed or changed.'],
      ]);
    expect((await begin(locationId)).previousId).toBe(null);
  });

  test('needs both permissions, and the location', async () => {
    const locationId = await room();
    const { id } = await begin(locationId);
    for (const person of [
      await site.company.as('viewer'),
      await site.company.as('viewer', { customPermissions: ['key:issue'] }),
    ]) {
      expect((await person.call('getRoomHandover', { params: { id } })).status).toBe(403);
      expect((await person.call('beginRoomHandover', { body: { locationId } })).status).toBe(403);
    }
    const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
    expect((await limited.call('getRoomHandover', { params: { id } })).status).toBe(404);
    expect((await limited.call('beginRoomHandover', { body: { locationId } })).status).toBe(404);
    expect((await prove(id, callum.email, PASSWORD, limited)).status).toBe(404);
    expect((await prove(id, limited.email)).body.code).toBe('room_signer');
  });

  test('begins at most seven days back, and not in the future', async () => {
    const locationId = await room();
    for (const since of [inHours(1), inHours(-8 * 24)])
      expect((await hannah.call('beginRoomHandover', { body: { locationId, since } })).status).toBe(400);
  });
});

describe('sets that differ', () => {
  test('each need a word before the signature, which names them', async () => {
    const place = await room();
    const late = [await overdue(place), await overdue(place)];
    const gone = await site.company.bunch(place);
    await hannah.call('updateKeyBunch', { params: { id: gone.id }, body: { status: 'missing' } });
    const { id, settle } = await begin(place);
    expect(settle.map(({ kind }) => kind)).toEqual(['missing', 'overdue', 'overdue']);
    await skipCheck(id);
    const refused = await sign(id, 'outgoing', hannah);
    const named = (refused.body as unknown as { items: { keyBunchId: number }[] }).items;
    expect([refused.status, refused.body.code, named.length]).toEqual([409, 'room_unanswered', 3]);
    expect((await answer(id, [gone.id], { word: 'person' })).status).toBe(400);
    const ana = await holderOf(site);
    await answer(id, [gone.id], { word: 'person', until: inHours(2), holderId: ana, note: 'Called twice' });
    const { body } = await answer(id, late, { word: 'person', until: inHours(1) });
    expect(body.unanswered).toBe(0);
    expect(body.settle[0]?.answer).toMatchObject({
      holder: await nameOfHolder(site, ana),
      note: 'Called twice',
    });
    expect((await sign(id, 'outgoing', hannah)).status).toBe(200);
    // Signed answers stay; what is new is answered by the person who takes over.
    expect((await answer(id, late, {}, callum)).body.code).toBe('room_signed');
    const third = await overdue(place);
    expect((await sign(id, 'incoming', callum)).body.code).toBe('room_unanswered');
    expect((await answer(id, [third], {}, callum)).status).toBe(200);
    const closed = (await sign(id, 'incoming', callum)).body;
    expect([closed.state, closed.differences, closed.figures?.overdue]).toEqual(['closed', 4, 3]);
  });

  test('are reported missing at once, by who may edit sets', async () => {
    const place = await room();
    const late = await overdue(place);
    const { id } = await begin(place);
    const plain = await site.company.as('viewer', { customPermissions: ['key:issue', 'key:return'] });
    expect((await answer(id, [late], { word: 'missing' }, plain)).status).toBe(403);
    const { body } = await answer(id, [late], { word: 'missing' });
    expect(body.settle).toMatchObject([{ kind: 'missing', answer: { word: 'missing' } }]);
    expect(body.figures).toMatchObject({ outAtStart: 0, issued: 1, lost: 1, out: 0, missing: 1 });
    const set = await hannah.call('getKeyBunch', { params: { id: late } });
    expect(set.body.status).toBe('missing');
    expect((await answer(id, [(await site.company.bunch(place)).id], {})).body.code).toBe('room_changed');
  });

  test('get no word when one of them no longer differs, which the refusal names', async () => {
    const place = await room();
    const late = [await overdue(place), await overdue(place)] as const;
    const { id } = await begin(place);
    await giveBack(late[0]);
    const { identifier } = (await hannah.call('getKeyBunch', { params: { id: late[0] } })).body;
    const { status, body } = await answer(id, [...late], { word: 'person', until: inHours(1) });
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'room_changed',
        message: `${identifier} no longer differs.`,
        items: [{ keyBunchId: late[0], detail: identifier }],
      },
    ]);
    const { settle } = await read(id);
    expect(settle.map((one) => [one.keyBunchId, one.answer])).toEqual([[late[1], null]]);
    expect((await answer(id, [late[1]], { word: 'missing' })).body.settle).toMatchObject([
      { kind: 'missing', holder: 'Owen Hartley' },
    ]);
  });

  test('come from a spot check that did not see them, until something happens to them', async () => {
    const place = await room();
    const sets = [];
    for (let n = 0; n < 5; n += 1) sets.push(await site.company.bunch(place, { position: `A ${n + 1}` }));
    const { id } = await begin(place);
    const audit = (await hannah.call('startAudit', { body: { locationId: place, kind: 'spot' } })).body;
    expect((await read(id)).openAuditId).toBe(audit.id);
    for (const { id: keyBunchId } of sets.slice(0, 3))
      await hannah.call('tickAudit', { params: { id: audit.id }, body: { keyBunchId, seen: true } });
    const done = await hannah.call('completeAudit', { params: { id: audit.id }, body: {} });
    expect(done.status).toBe(200);
    const { audits } = await read(id);
    expect(audits).toMatchObject([{ id: audit.id, kind: 'spot', checked: 5, asRegistered: 3 }]);
    const check = { kind: 'audit' as const, auditSessionId: audit.id };
    const set = await hannah.call('updateRoomHandover', { params: { id }, body: { check } });
    expect(set.body.settle.map(({ identifier, kind }) => [identifier, kind])).toEqual(
      sets.slice(3).map(({ identifier }) => [identifier, 'not_seen']),
    );
    await issue(sets[3]?.id ?? 0);
    expect((await read(id)).settle.map(({ identifier }) => identifier)).toEqual([sets[4]?.identifier]);
    const other = await begin(await room());
    const wrong = await hannah.call('updateRoomHandover', { params: { id: other.id }, body: { check } });
    expect(wrong.status).toBe(400);
  });
});

describe('what changed meanwhile', () => {
  test('is named, and nothing is signed', async () => {
    const place = await room();
    const { id, figures, read: was } = await begin(place);
    await skipCheck(id);
    const set = await site.company.bunch(place);
    await issue(set.id);
    if (!figures) throw new Error('There are no figures');
    const body = { side: 'outgoing' as const, figures, read: was };
    const { status, body: refused } = await hannah.call('signRoomHandover', { params: { id }, body });
    expect([status, refused]).toMatchObject([
      409,
      {
        code: 'room_changed',
        detail: `Now: issued 1, was 0; out 1, was 0; ${set.identifier} is out; the check, the notes or an answer.`,
      },
    ]);
  });

  test('in the notes is not overwritten', async () => {
    const { id } = await begin(await room());
    const save = (notes: string, notesWere: string | null) =>
      hannah.call('updateRoomHandover', { params: { id }, body: { notes, notesWere } });
    expect((await save('Locksmith at 06:30', null)).status).toBe(200);
    expect((await save('Another', null)).body.code).toBe('room_changed');
    expect((await save('Locksmith at 07:00', 'Locksmith at 06:30')).body.notes).toBe('Locksmith at 07:00');
  });

  test('in the check is not overwritten', async () => {
    const { id } = await begin(await room());
    const none = (reason: string) => ({ kind: 'none' as const, reason });
    const choose = (reason: string, was: string | null | undefined) =>
      hannah.call('updateRoomHandover', {
        params: { id },
        body: {
          check: none(reason),
          ...(was !== undefined && { checkWas: was === null ? null : none(was) }),
        },
      });
    expect((await choose('Alarm call', null)).status).toBe(200);
    for (const was of [null, 'Too busy']) {
      const { status, body } = await choose('Called away', was);
      expect([status, body.code]).toEqual([409, 'room_changed']);
    }
    expect((await read(id)).check?.reason).toBe('Alarm call');
    expect((await choose('Called away', 'Alarm call')).body.check?.reason).toBe('Called away');
    expect((await choose('Too busy', undefined)).status).toBe(200);
  });

  test('in the word for a set is not overwritten: the refusal says who said what', async () => {
    const place = await room();
    const sets = [];
    for (let n = 0; n < 2; n += 1) {
      const set = await site.company.bunch(place);
      await hannah.call('updateKeyBunch', { params: { id: set.id }, body: { status: 'missing' } });
      sets.push(set);
    }
    const [one = 0, other = 0] = sets.map(({ id: set }) => set);
    const { id } = await begin(place);
    const say = (items: [number, string | null][], by = callum) =>
      by.call('answerRoomHandover', {
        params: { id },
        body: {
          items: items.map(([keyBunchId, saidAt]) => ({ keyBunchId, saidAt })),
          ...{ word: 'person', until: inHours(4) },
        },
      });
    await answer(id, [one], {});
    const { firstName, lastName } = (await hannah.call('getMe')).body;
    const refused = await say([
      [one, null],
      [other, null],
    ]);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'room_changed',
        message: `${firstName} ${lastName} said: Look for it`,
        items: [{ keyBunchId: one }],
      },
    ]);
    const now = await read(id);
    const words = Object.fromEntries(now.settle.map((set) => [set.keyBunchId, set.answer]));
    expect([words[one]?.word, words[other]]).toEqual(['look', null]);
    const [first, second] = await Promise.all(
      [callum, hannah].map((by) => say([[one, words[one]?.at ?? null]], by)),
    );
    expect([first?.status, second?.status].toSorted()).toEqual([200, 409]);
  });

  test('nothing that was signed can be changed in the database', async () => {
    const { id } = await begin(await room());
    await skipCheck(id);
    await sign(id, 'outgoing', hannah);
    await expect(world.sql('update room_handovers set notes = $2 where id = $1', [id, 'x'])).rejects.toThrow(
      /is signed/,
    );
    await sign(id, 'incoming', callum);
    await expect(world.sql('update room_handovers set revision = 0 where id = $1', [id])).rejects.toThrow(
      /has ended/,
    );
  });
});

test('programs learn of a closed handover by an event, and screens by the live channel', async () => {
  await site.admin.call('createWebhook', { body: { ...webhookBody(), events: ['room_handover.closed'] } });
  const { id } = await begin(await room());
  await skipCheck(id);
  await sign(id, 'outgoing', hannah);
  const { body } = await sign(id, 'incoming', callum);
  const [event, ...more] = await world.sql<{ id: string; type: string; at: string; data: object }>(
    'select id::text, type, at::text, data from webhook_events where company_id = $1',
    [site.company.id],
  );
  expect(more).toEqual([]);
  const { data } = WebhookEvent.parse(event);
  const { number, figures, incoming } = body;
  expect(data.roomHandover).toMatchObject({ id, number, figures, differences: 0, sha256: incoming?.sha256 });
  const changes = await world.sql<{ ids: number[] | null }>(
    `select ids from changes where company_id = $1 and topic = 'roomHandovers'`,
    [site.company.id],
  );
  expect(changes.filter(({ ids }) => ids?.includes(id)).length).toBeGreaterThanOrEqual(4);
});

test('a late entry, a move, a loss and an undo are lines of their own', async () => {
  const [place, other] = [await room(), await room()];
  const set = async () => (await site.company.bunch(place)).id;
  const [early, moved, undone, lost] = [await set(), await set(), await set(), await set()];
  await issue(moved);
  const first = await begin(place);
  await skipCheck(first.id);
  await sign(first.id, 'outgoing', hannah);
  await sign(first.id, 'incoming', callum);
  await issue(undone);
  await hannah.call('undoCustody', { params: { id: undone }, body: {} });
  await issue(lost);
  await hannah.call('updateKeyBunch', { params: { id: lost }, body: { status: 'missing' } });
  const move = { params: { id: moved }, body: { toLocationId: other } };
  expect((await site.admin.call('moveKeyBunch', move)).status).toBe(200);
  const device = crypto.randomUUID();
  await hannah.call('registerDevice', { body: { id: device, name: 'Phone' } });
  const entry = {
    ...{ n: 1, key: crypto.randomUUID(), kind: 'issue' as const, keyBunchId: early, doneAt: inHours(-1) },
    seen: { status: 'active', holderId: null, currentTag: null, locationId: place },
    body: { officerName: 'Owen Hartley' },
  };
  const sent = await hannah.call('sendOutbox', { body: { device, entries: [entry] } });
  expect(sent.status).toBe(200);
  const { figures } = await begin(place, callum);
  const sum = { outAtStart: 1, issued: 2, returned: 0, lost: 1, moved: -1, undone: -1, late: 1, out: 1 };
  expect(figures).toMatchObject(sum);
});
