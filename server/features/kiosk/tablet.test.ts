import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { KIOSK_UNKNOWN_MOST } from '../../../shared/kiosk-words.ts';
import { kioskAt, kioskOf, type TestKiosk, turnOf } from '../../testing/kiosk.ts';
import { inputOf, send } from '../../testing/samples.ts';
import { holderOf, makeSite, type Site, unique } from '../../testing/site.ts';
import { PASSWORD, type Person, useWorld } from '../../testing/world.ts';

const world = useWorld({ LOGIN_FAILURES: '10' });
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

const seen = () =>
  world.sql<{ userId: number; bunch: number | null; description: string; details: Record<string, unknown> }>(
    `select user_id as "userId", key_bunch_id as bunch, description, details from audit_log
     where company_id = $1 and action = 'kiosk_return_seen' order by seq`,
    [site.company.id],
  );
const kept = (more: object = {}) => ({
  key: randomUUID(),
  locationId: site.here.id,
  code: 'HY-12',
  newTag: unique('T'),
  doneAt: '2026-11-21T22:40:00Z',
  why: 'Keys are not issued. HY-12 is not out.',
  ...more,
});
const acknowledge = (kiosk: TestKiosk, by: { email: string }, body: object, password = PASSWORD) =>
  kiosk.call('acknowledgeReturn', { body: { ...kept(), ...body, email: by.email, password } });

describe('a return that the desk has seen', () => {
  test('KIOSK-41 is written to the log once, with what was kept, why it was refused and who saw it', async () => {
    const kiosk = await kioskOf(site);
    const officer = await site.company.as('officer');
    const set = await site.company.bunch(site.here.id);
    const body = kept({ code: set.identifier, keysCounted: 1, missingNote: 'The small one' });
    for (let n = 0; n < 2; n += 1) {
      const answer = await acknowledge(kiosk, officer, body);
      expect([answer.status, answer.body]).toEqual([200, { state: 'seen' }]);
    }
    const entries = (await seen()).filter(({ details }) => details.returnKey === body.key);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      userId: officer.id,
      bunch: set.id,
      details: {
        ofKiosk: kiosk.id,
        set: set.identifier,
        newTag: body.newTag,
        keysCounted: 1,
        missingNote: 'The small one',
        doneAt: body.doneAt,
        why: body.why,
      },
    });
    const [entry] = (await site.admin.call('listAuditLogs', { query: { keyBunchId: set.id } })).body;
    expect(entry).toMatchObject({ action: 'kiosk_return_seen', user: { email: officer.email } });
  });

  test('KIOSK-42 takes the password of a user who may return keys where it was handed in', async () => {
    const kiosk = await kioskOf(site);
    const [viewer, elsewhere, here] = [
      await site.company.as('viewer'),
      await site.company.as('officer', { allowedLocationIds: [site.there.id] }),
      await site.company.as('officer', { allowedLocationIds: [site.here.id] }),
    ];
    const before = (await seen()).length;
    const wrong = await acknowledge(kiosk, here, {}, 'no such password');
    expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_password']);
    expect((await acknowledge(kiosk, viewer, {})).status).toBe(403);
    expect((await acknowledge(kiosk, elsewhere, {})).status).toBe(403);
    expect((await acknowledge(kiosk, here, { locationId: site.there.id })).status).toBe(403);
    expect((await acknowledge(kiosk, here, { why: ' ' })).body.errors).toHaveProperty('why');
    const other = await makeSite(world);
    expect((await acknowledge(kiosk, other.admin, {})).status).toBe(400);
    expect(await seen()).toHaveLength(before);
    expect((await acknowledge(kiosk, elsewhere, { locationId: site.there.id })).status).toBe(200);
    expect((await acknowledge(kiosk, here, {})).status).toBe(200);
    await site.admin.call('revokeKiosk', { params: { id: kiosk.id }, body: {} });
    const ended = await acknowledge(kiosk, here, {});
    expect([ended.status, ended.body.code]).toEqual([401, 'kiosk_ended']);
  });

  test('KIOSK-43 counts wrong passwords as a sign-in does', async () => {
    const kiosk = await kioskOf(site);
    const officer = await site.company.as('officer');
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const guess = (password: string) =>
      kiosk.call('acknowledgeReturn', { body: { ...kept(), email: officer.email, password }, headers });
    for (let n = 0; n < 10; n += 1) expect((await guess(`guess ${n}`)).status).toBe(400);
    expect((await guess(PASSWORD)).status).toBe(429);
  });

  test('KIOSK-44 is not logged when the history has it by now', async () => {
    const kiosk = await kioskOf(site);
    const set = await site.company.bunch(site.here.id);
    const params = { id: set.id };
    await site.admin.call('issueKeyBunch', { params, body: { officerName: 'Owen Hartley' } });
    const body = kept({ code: set.identifier });
    await site.admin.call('returnKeyBunch', {
      params,
      body: { officerName: 'Owen Hartley', newTag: body.newTag },
    });
    const before = (await seen()).length;
    expect((await acknowledge(kiosk, site.admin, body)).body).toEqual({ state: 'recorded' });
    expect(await seen()).toHaveLength(before);
    const another = await acknowledge(kiosk, site.admin, { ...body, newTag: unique('T') });
    expect(another.body).toEqual({ state: 'seen' });
  });
});

test('KIOSK-49 a kept return that no set here has is for the desk, also of the kiosk that rests then, and holds up no other', async () => {
  const kiosk = await kioskOf(site);
  const theirs = await makeSite(world);
  const [foreign, elsewhere, own] = [
    await theirs.company.bunch(theirs.here.id),
    await site.company.bunch(site.there.id),
    await site.company.bunch(site.here.id),
  ];
  for (const [by, { id }] of [
    [theirs.admin, foreign],
    [site.admin, elsewhere],
    [site.admin, own],
  ] as const)
    expect((await by.call('issueKeyBunch', { params: { id }, body: { officerName: 'Owen' } })).status).toBe(
      200,
    );
  await world.sql('update kiosk_turns set unknown = $2, wrong_since = now() where kiosk_id = $1', [
    kiosk.id,
    KIOSK_UNKNOWN_MOST - 1,
  ]);
  const late = (code: string) =>
    kiosk.call('returnAtKiosk', {
      body: { code, newTag: unique('L'), doneAt: new Date().toISOString() },
      headers: { 'idempotency-key': randomUUID() },
    });
  const refused = await late(foreign.identifier);
  expect([refused.status, refused.body.message]).toEqual([404, 'No set of this location has this code.']);
  const { restsUntil } = (await kiosk.call('getKioskState')).body;
  expect(restsUntil).not.toBeNull();
  expect((await late(elsewhere.identifier)).body.code).toBe('unknown_code');
  expect((await late(own.identifier)).status).toBe(200);
});

describe('a return', () => {
  const out = async () => {
    const set = await site.company.bunch(site.here.id);
    const params = { id: set.id };
    const issue = () => site.admin.call('issueKeyBunch', { params, body: { officerName: 'Ana Ruiz' } });
    expect((await issue()).status).toBe(200);
    return { ...set, issue, read: async () => (await site.admin.call('getKeyBunch', { params })).body };
  };
  const sent = (kiosk: TestKiosk, body: { code: string; newTag: string; doneAt?: string }) =>
    kiosk.call('returnAtKiosk', { body, headers: { 'idempotency-key': randomUUID() } });

  test('KIOSK-50 whose answer was lost is recorded once, also when the set was issued again since', async () => {
    const kiosk = await kioskOf(site);
    const { identifier: code, issue, read } = await out();
    const [newTag, doneAt] = [unique('T'), new Date().toISOString()];
    expect((await sent(kiosk, { code, newTag })).status).toBe(200);
    expect((await issue()).status).toBe(200);
    expect((await sent(kiosk, { code, newTag, doneAt })).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'issued', holder: { name: 'Ana Ruiz' } });
    // One that never arrived is of the person before.
    const late = await sent(kiosk, { code, newTag: unique('T'), doneAt });
    expect([late.status, late.body.message]).toEqual([409, "By the tablet's clock it was issued later"]);
    expect((await read()).status).toBe('issued');
  });

  test('KIOSK-51 takes no tag that the set went out with', async () => {
    const kiosk = await kioskOf(site);
    const { identifier: code, read } = await out();
    const { currentTag } = await read();
    for (const newTag of [String(currentTag), ` ${String(currentTag).toLowerCase()} `]) {
      const refused = await sent(kiosk, { code, newTag });
      expect([refused.status, refused.body.code]).toEqual([409, 'not_a_tag']);
    }
    expect((await read()).status).toBe('issued');
  });
});

test('KIOSK-52 a set that is moved, reserved or made sensitive while its hook is shown is refused in words for a tablet', async () => {
  const kiosk = await turnOf(site);
  const offered = async () => {
    const { id, identifier } = await site.company.bunch(site.here.id);
    const offer = await kiosk.call('offerAtKiosk', { body: { keyBunchId: id } });
    expect(offer.body.offer?.keyBunchId).toBe(id);
    const take = async () =>
      (await kiosk.call('takeAtKiosk', { body: { keyBunchId: id, code: identifier } })).body;
    return { params: { id }, take };
  };
  const sensitive = await offered();
  await site.admin.call('updateKeyBunch', { params: sensitive.params, body: { secondPerson: true } });
  expect(await sensitive.take()).toMatchObject({
    code: 'second_person',
    detail: 'Press Cancel, then choose it again.',
  });
  const reserved = await offered();
  const body = {
    holderId: await holderOf(site),
    from: new Date().toISOString(),
    until: new Date(Date.now() + 3_600_000).toISOString(),
    items: [{ keyBunchId: reserved.params.id }],
  };
  expect((await site.admin.call('createReservations', { body })).status).toBe(201);
  expect(await reserved.take()).toMatchObject({ code: 'reserved', detail: 'Ask at the desk.' });
  const moved = await offered();
  await site.admin.call('moveKeyBunch', { params: moved.params, body: { toLocationId: site.there.id } });
  expect(await moved.take()).toMatchObject({
    message: 'This set is not at this location any more',
    detail: 'Ask at the desk.',
  });
});

test('KIOSK-52 a set that the desk issued after the list was shown is out when it is pressed, and comes back only when it is read', async () => {
  const kiosk = await turnOf(site);
  const { id, identifier } = await site.company.bunch(site.here.id);
  await site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Owen Hartley' } });
  const pressed = await kiosk.call('offerAtKiosk', { body: { keyBunchId: id } });
  expect([pressed.status, pressed.body]).toMatchObject([
    409,
    { code: 'not_at_kiosk', message: `${identifier} is out` },
  ]);
  const read = await kiosk.call('offerAtKiosk', { body: { code: identifier } });
  expect(read.body.back).toMatchObject({ keyBunchId: id, isOut: true, isYours: false });
});

describe('a user', () => {
  const SIGN_INS = [
    'logIn',
    'resetPassword',
    'setUpCompany',
    'beginPasskeySignIn',
    'answerSecondFactor',
  ] as const;

  test('KIOSK-45 signs in on no bound tablet, by no way, and on one that was revoked again', async () => {
    const { id, headers } = await kioskOf(site);
    const sessions = async () => (await world.sql('select from sessions')).length;
    for (const name of SIGN_INS) {
      const input = await inputOf(name, site, site.admin);
      const begun = await sessions();
      const { status, body } = await send(world.visitor, name, { ...input, headers });
      expect([name, status, body.code]).toEqual([name, 409, 'kiosk_bound']);
      expect(await sessions()).toBe(begun);
    }
    const officer = await site.company.as('officer');
    const logIn = () =>
      world.visitor.call('logIn', { body: { email: officer.email, password: PASSWORD }, headers });
    const refused = await logIn();
    expect(refused.headers['set-cookie']).toBeUndefined();
    await site.admin.call('revokeKiosk', { params: { id }, body: {} });
    expect((await logIn()).status).toBe(200);
  });
});

describe('at once', () => {
  const deadlocks = async () =>
    Number(
      (
        await world.sql<{ n: string }>(
          'select deadlocks as n from pg_stat_database where datname = current_database()',
        )
      )[0]?.n,
    );
  type Tablet = { kiosk: TestKiosk; code: string; set: string; by: Person };

  /** A kiosk with a set to return and a code for another tablet. */
  async function tablet(by: Person, locationId: number): Promise<Tablet> {
    const kiosk = await kioskAt(world, site.admin, locationId);
    const { id, identifier } = await site.company.bunch(site.here.id);
    await by.call('issueKeyBunch', { params: { id }, body: { officerName: 'Owen Hartley' } });
    const { code } = (await by.call('renewKioskCode', { params: { id: kiosk.id }, body: {} })).body;
    return { kiosk, code: String(code), set: identifier, by };
  }
  /** All of it at once. Revoking begins a little later: what it must wait for is under way then. */
  const everything = ({ kiosk, code, set, by }: Tablet) => [
    kiosk.call('leaveKiosk', { body: { email: by.email, password: PASSWORD } }),
    kiosk.call('returnAtKiosk', {
      body: { code: set, newTag: unique('D') },
      headers: { 'idempotency-key': randomUUID() },
    }),
    world.visitor.call('bindKiosk', { body: { code } }),
    kiosk.call('getKioskState').then(() => by.call('revokeKiosk', { params: { id: kiosk.id }, body: {} })),
  ];

  test('KIOSK-46 fifty that bind, leave, revoke, return and delete the location of kiosks never wait for each other', async () => {
    const before = await deadlocks();
    const managers = [site.admin, await site.company.as('admin'), await site.company.as('admin')];
    // PostgreSQL counts a deadlock when its connection is used again, seconds later: the last round counts those of the others.
    for (let round = 0; round < 4; round += 1) {
      const room = await site.company.location({ name: unique('Room') });
      const tablets: Tablet[] = [];
      for (let n = 0; n < 12; n += 1)
        tablets.push(await tablet(managers[n % 3] ?? site.admin, n < 2 ? room.id : site.here.id));
      const answers = await Promise.all([
        ...tablets.flatMap(everything),
        site.admin.call('deleteLocation', { params: { id: room.id } }),
      ]);
      for (const { status, body } of answers)
        expect([200, 400, 401, 404, 409, 429, 503], JSON.stringify(body)).toContain(status);
      const left = tablets.slice(2).map(({ kiosk }) => kiosk.id);
      const revoked = await world.sql('select from kiosks where id = any ($1) and revoked_at is not null', [
        left,
      ]);
      expect(revoked).toHaveLength(left.length);
    }
    expect(await deadlocks()).toBe(before);
  }, 120_000);
});
