import { beforeAll, describe, expect, test } from 'vitest';
import { KIOSKS_MAX } from '../../../shared/kiosk-words.ts';
import { badgedOf, KIOSK_NUMBER, kioskAt, kioskOf, type TestKiosk, turnOf } from '../../testing/kiosk.ts';
import { makeSite, type Site, unique } from '../../testing/site.ts';
import { type Answer, PASSWORD, useWorld } from '../../testing/world.ts';

const world = useWorld();
let site: Site;

beforeAll(async () => {
  site = await makeSite(world);
});

const wrong = '593817';
const reserve = (keyBunchId: number, holderId: number, from: string, until: string) =>
  world.sql(
    `insert into reservations (company_id, group_id, key_bunch_id, holder_id, location_id, from_at, to_at, created_by)
     values ($1, gen_random_uuid(), $2, $3, $4, now() + $5::interval, now() + $6::interval, $7)`,
    [site.company.id, keyBunchId, holderId, site.here.id, from, until, site.admin.id],
  );
const last = async (keyBunchId: number) =>
  (await site.admin.call('getKeyBunchHistory', { params: { id: keyBunchId } })).body[0];
/** Badge and number of a person. */
async function open(kiosk: TestKiosk, badge: string, kioskNumber = KIOSK_NUMBER) {
  await kiosk.call('beginKiosk', { body: { code: badge } });
  return kiosk.call('enterKioskNumber', { body: { kioskNumber } });
}
const cookieOf = ({ headers }: Pick<Answer<'bindKiosk'>, 'headers'>): string =>
  String([headers['set-cookie']].flat().find((one) => String(one).startsWith('kiosk='))).split(';')[0] ?? '';

describe('binding', () => {
  test('KIOSK-01 a code makes a tablet the kiosk once, and revoking ends it at its next call', async () => {
    const body = {
      locationId: site.here.id,
      name: 'Key room',
      keyTypes: [],
      opensAt: '06:00',
      closesAt: '22:00',
    };
    const made = await site.admin.call('createKiosk', { body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body).toMatchObject({ name: 'Key room', state: 'waiting', createdBy: expect.any(String) });
    const code = String(made.body.code);
    const bound = await world.visitor.call('bindKiosk', { body: { code: ` ${code.toLowerCase()} ` } });
    expect(bound.body).toMatchObject({ name: 'Key room', company: site.company.name, turn: null });
    expect(String(bound.headers['set-cookie'])).toMatch(/Path=\/api; HttpOnly; SameSite=Strict/);
    expect((await world.visitor.call('bindKiosk', { body: { code } })).body.code).toBe('kiosk_code');
    const headers = { cookie: cookieOf(bound) };
    expect((await world.visitor.call('getKioskState', { headers })).status).toBe(200);
    const [listed] = (await site.admin.call('listKiosks', { query: { locationId: site.here.id } })).body;
    expect(listed).toMatchObject({ state: 'bound', codeUntil: null });
    expect(JSON.stringify(listed)).not.toContain('secret');
    await site.admin.call('revokeKiosk', { params: { id: made.body.id }, body: {} });
    const after = await world.visitor.call('getKioskState', { headers });
    expect([after.status, after.body.code]).toEqual([401, 'kiosk_ended']);
    const again = await site.admin.call('renewKioskCode', { params: { id: made.body.id }, body: {} });
    expect([again.status, again.body.code]).toEqual([409, 'kiosk_revoked']);
  });

  test('an edit of a kiosk that began before another edit is refused (If-Match)', async () => {
    const { body } = await site.admin.call('createKiosk', {
      body: { locationId: site.here.id, name: 'Gate', keyTypes: [] },
    });
    const params = { id: body.id };
    const headers = { 'if-match': `"${body.updatedAt}"` };
    const first = await site.admin.call('updateKiosk', { params, headers, body: { name: 'North gate' } });
    expect([first.status, first.body.name]).toEqual([200, 'North gate']);
    const stale = await site.admin.call('updateKiosk', { params, headers, body: { name: 'South gate' } });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    const next = { 'if-match': `"${first.body.updatedAt}"` };
    const again = await site.admin.call('updateKiosk', {
      params,
      headers: next,
      body: { name: 'South gate' },
    });
    expect([again.status, again.body.name]).toEqual([200, 'South gate']);
  });

  test('of several kiosks added at once where one more is allowed, one is added', async () => {
    const full = await makeSite(world);
    await world.sql(
      `insert into kiosks (company_id, location_id, name, created_by, code_by)
       select $1, $2, 'Door ' || n, $3, $3 from generate_series(2, ${KIOSKS_MAX}) n`,
      [full.company.id, full.here.id, full.admin.id],
    );
    const body = { locationId: full.here.id, name: 'The last', keyTypes: [] };
    const made = await Promise.all(Array.from({ length: 8 }, () => full.admin.call('createKiosk', { body })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  test('a code that replaces one made meanwhile is refused (If-Match)', async () => {
    const kiosk = await kioskOf(site);
    const params = { id: kiosk.id };
    const [read] = (await site.admin.call('listKiosks', {})).body.filter(({ id }) => id === kiosk.id);
    const headers = { 'if-match': `"${read?.updatedAt}"` };
    const renew = () => site.admin.call('renewKioskCode', { params, body: {}, headers });
    const first = await renew();
    const stale = await renew();
    expect([first.status, stale.status, stale.body.code]).toEqual([200, 409, 'stale']);
    const { code } = first.body;
    expect((await world.visitor.call('bindKiosk', { body: { code } })).status).toBe(200);
  });

  test('KIOSK-02 another tablet with a new code ends the former one', async () => {
    const kiosk = await kioskOf(site);
    const { code } = (await site.admin.call('renewKioskCode', { params: { id: kiosk.id }, body: {} })).body;
    expect((await kiosk.call('getKioskState')).status).toBe(200);
    expect((await world.visitor.call('bindKiosk', { body: { code } })).status).toBe(200);
    expect((await kiosk.call('getKioskState')).status).toBe(401);
  });

  test('KIOSK-03 leaving takes the password of a user who may edit the location', async () => {
    const kiosk = await kioskOf(site);
    const officer = await site.company.as('officer');
    const leave = (email: string, password: string) =>
      kiosk.call('leaveKiosk', { body: { email, password } });
    expect((await leave(site.admin.email, 'no such password')).status).toBe(400);
    expect((await leave(officer.email, PASSWORD)).status).toBe(403);
    expect((await kiosk.call('getKioskState')).status).toBe(200);
    expect((await leave(site.admin.email, PASSWORD)).status).toBe(200);
    expect((await kiosk.call('getKioskState')).status).toBe(401);
  });

  test('KIOSK-04 a kiosk of unknown types, of one time or of equal times is refused', async () => {
    const post = (more: object) =>
      site.admin.call('createKiosk', { body: { locationId: site.here.id, name: 'X', ...more } });
    expect((await post({ keyTypes: ['no such type'] })).body.errors).toHaveProperty('keyTypes');
    expect((await post({ opensAt: '06:00' })).status).toBe(400);
    expect((await post({ opensAt: '06:00', closesAt: '06:00' })).status).toBe(400);
    expect((await post({ opensAt: '6 am', closesAt: '22:00' })).status).toBe(400);
  });
});

describe('a person', () => {
  test('KIOSK-05 is shown as their first name before the number, and by it only', async () => {
    const kiosk = await kioskOf(site);
    const { id, badge } = await badgedOf(site);
    await world.sql("update holders set name = 'Callum Reid' where id = $1", [id]);
    const begun = await kiosk.call('beginKiosk', { body: { code: badge } });
    expect(begun.body).toEqual({
      turn: { id: expect.any(String), firstName: 'Callum', hasNumber: true, isOpen: false, leftMs: 20_000 },
      set: null,
    });
    expect((await kiosk.call('offerAtKiosk', { body: {} })).body.code).toBe('kiosk_locked');
    const opened = await kiosk.call('enterKioskNumber', { body: { kioskNumber: KIOSK_NUMBER } });
    expect(opened.body).toMatchObject({
      mustReplace: false,
      mine: { name: 'Callum Reid', held: 0, toTake: [], has: [] },
    });
    await kiosk.call('lockKiosk', { body: {} });
    expect((await kiosk.call('getKioskState')).body.turn).toBeNull();
    expect((await kiosk.call('touchKiosk', { body: {} })).body.code).toBe('kiosk_locked');
  });

  test('types their badge and number, and the code of the kiosk, in the digits of any script', async () => {
    const typed = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
    const kiosk = await kioskOf(site);
    const { badge } = await badgedOf(site);
    expect((await kiosk.call('beginKiosk', { body: { code: typed(badge) } })).body.turn).toBeTruthy();
    const opened = await kiosk.call('enterKioskNumber', { body: { kioskNumber: typed(KIOSK_NUMBER) } });
    expect(opened.status).toBe(200);
    const body = { locationId: site.here.id, name: 'Back door' };
    const { code } = (await site.admin.call('createKiosk', { body })).body;
    expect((await world.visitor.call('bindKiosk', { body: { code: typed(code ?? '') } })).status).toBe(200);
  });

  test('KIOSK-06 is forgotten by the server when their time is over', async () => {
    const kiosk = await turnOf(site);
    await world.sql("update kiosk_turns set until = now() - interval '1 second' where kiosk_id = $1", [
      kiosk.id,
    ]);
    for (const answer of [
      await kiosk.call('offerAtKiosk', { body: {} }),
      await kiosk.call('touchKiosk', { body: {} }),
      await kiosk.call('enterKioskNumber', { body: { kioskNumber: KIOSK_NUMBER } }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'kiosk_locked']);
  });

  test('KIOSK-07 five wrong numbers rest them at every kiosk, also with the right one', async () => {
    const [one, other] = [await kioskOf(site), await kioskOf(site)];
    const { badge } = await badgedOf(site);
    for (const kiosk of [one, other, one, other]) {
      const answer = await open(kiosk, badge, wrong);
      expect([answer.status, answer.body.code]).toEqual([403, 'wrong_number']);
    }
    expect((await open(one, badge, wrong)).body.code).toBe('person_rests');
    const rests = await open(other, badge);
    expect([rests.status, rests.body.code]).toEqual([429, 'person_rests']);
    expect(Number(rests.headers['retry-after'])).toBeGreaterThan(800);
    expect(rests.body.detail).toBe('Try again in 15 min, or go to the desk.');
  });

  test('KIOSK-08 without a number is refused like one with another number', async () => {
    const kiosk = await kioskOf(site);
    const { id, badge } = await badgedOf(site);
    await site.admin.call('deleteKioskNumber', { params: { id } });
    const begun = await kiosk.call('beginKiosk', { body: { code: badge } });
    expect(begun.body.turn).toMatchObject({ hasNumber: false });
    expect((await kiosk.call('enterKioskNumber', { body: { kioskNumber: KIOSK_NUMBER } })).body.code).toBe(
      'wrong_number',
    );
  });

  test('KIOSK-09 replaces a first number of the desk, which is then worth nothing', async () => {
    const kiosk = await kioskOf(site);
    const { id, badge } = await badgedOf(site);
    const first = await site.admin.call('createFirstKioskNumber', { params: { id }, body: {} });
    expect(first.body).toMatchObject({ state: 'first', kioskNumber: expect.stringMatching(/^\d{6}$/) });
    const kioskNumber = String(first.body.kioskNumber);
    expect((await open(kiosk, badge, kioskNumber)).body).toMatchObject({ mustReplace: true, mine: null });
    expect((await kiosk.call('offerAtKiosk', { body: {} })).body.code).toBe('kiosk_locked');
    for (const newKioskNumber of [kioskNumber, '111111', '123456', '112233', '121212', '123123', '111222'])
      expect(
        (await kiosk.call('enterKioskNumber', { body: { kioskNumber, newKioskNumber } })).body.errors,
      ).toHaveProperty('newKioskNumber');
    expect(
      (await kiosk.call('enterKioskNumber', { body: { kioskNumber, newKioskNumber: '604712' } })).body.mine,
    ).not.toBeNull();
    await kiosk.call('lockKiosk', { body: {} });
    expect((await open(kiosk, badge, kioskNumber)).status).toBe(403);
    expect((await open(kiosk, badge, '604712')).status).toBe(200);
    expect((await site.admin.call('getKioskNumber', { params: { id } })).body.state).toBe('own');
  });

  test('keeps a number that they got or set meanwhile (If-Match)', async () => {
    const { id } = await badgedOf(site);
    const params = { id };
    const before = (await site.admin.call('getKioskNumber', { params })).body;
    const headers = { 'if-match': `"${before.setAt}"` };
    const give = (seen: Record<string, string>) =>
      site.admin.call('createFirstKioskNumber', { params, body: {}, headers: seen });
    const both = await Promise.all([give(headers), give(headers)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('stale');
    const removed = await site.admin.call('deleteKioskNumber', { params, headers });
    expect([removed.status, removed.body]).toMatchObject([409, { code: 'stale' }]);
    const { setAt } = (await site.admin.call('getKioskNumber', { params })).body;
    const now = { 'if-match': `"${setAt}"` };
    expect((await site.admin.call('deleteKioskNumber', { params, headers: now })).body.state).toBe('none');
    const none = { 'if-match': '"none"' };
    const first = await Promise.all([give(none), give(none)]);
    expect(first.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('KIOSK-10 sets their own number in their profile', async () => {
    const officer = await site.company.as('officer');
    expect((await officer.call('getOwnKioskNumber')).body).toEqual({ state: 'none', setAt: null });
    expect((await officer.call('setOwnKioskNumber', { body: { kioskNumber: '000000' } })).status).toBe(400);
    expect((await officer.call('setOwnKioskNumber', { body: { kioskNumber: '728190' } })).body.state).toBe(
      'own',
    );
    const [holder] = await world.sql<{ id: number }>(
      'update holders set badge = $2 where user_id = $1 returning id',
      [officer.id, `B-${officer.id}`],
    );
    expect((await open(await kioskOf(site), `B-${officer.id}`, '728190')).status).toBe(200);
    const own = await officer.call('createFirstKioskNumber', { params: { id: holder?.id ?? 0 }, body: {} });
    expect([own.status, own.body.code]).toEqual([409, 'oneself']);
  });

  test('KIOSK-11 an unknown badge is a 404 that is counted, and at the limit the kiosk takes keys back only', async () => {
    const kiosk = await kioskOf(site);
    const nothing = await kiosk.call('beginKiosk', { body: { code: 'no such badge' } });
    expect([nothing.status, nothing.body.code]).toEqual([404, 'unknown_code']);
    await world.sql('update kiosk_turns set wrong = 19, wrong_since = now() where kiosk_id = $1', [kiosk.id]);
    const { badge } = await badgedOf(site);
    const rests = await open(kiosk, badge, wrong);
    expect([rests.status, rests.body.code]).toEqual([429, 'kiosk_rests']);
    expect((await kiosk.call('beginKiosk', { body: { code: badge } })).body.code).toBe('kiosk_rests');
    const [listed] = (await site.admin.call('listKiosks', {})).body.filter(({ id }) => id === kiosk.id);
    expect(listed?.restsUntil).not.toBeNull();
    const entries = (await site.admin.call('listActivity', {})).body;
    expect(JSON.stringify(entries)).toContain('"kiosk_rest"');
    const set = await site.company.bunch(site.here.id);
    await site.admin.call('issueKeyBunch', { params: { id: set.id }, body: { officerName: 'Owen' } });
    const back = await kiosk.call('returnAtKiosk', { body: { code: set.identifier, newTag: `R-${set.id}` } });
    expect(back.status).toBe(200);
  });
});

describe('taking', () => {
  test('KIOSK-12 offers what is reserved for the person from half an hour before, and records it when it is read', async () => {
    const kiosk = await turnOf(site);
    const [soon, later] = [await site.company.bunch(site.here.id), await site.company.bunch(site.here.id)];
    await reserve(soon.id, kiosk.person.id, '20 minutes', '5 hours');
    await reserve(later.id, kiosk.person.id, '50 minutes', '5 hours');
    const { mine } = (await kiosk.call('offerAtKiosk', { body: {} })).body;
    expect(mine.toTake.map(({ keyBunchId }) => keyBunchId)).toEqual([soon.id]);
    const offered = await kiosk.call('offerAtKiosk', { body: { keyBunchId: soon.id } });
    expect(offered.body.offer).toMatchObject({
      identifier: soon.identifier,
      leftMs: 60_000,
      dueAt: expect.any(String),
    });
    expect((await last(soon.id))?.action).not.toBe('issue');
    const taken = await kiosk.call('takeAtKiosk', { body: { keyBunchId: soon.id, code: soon.identifier } });
    expect(taken.body).toMatchObject({
      identifier: soon.identifier,
      mine: { held: 1, leftMs: 5000, toTake: [] },
    });
    const entry = await last(soon.id);
    expect(entry).toMatchObject({
      action: 'issue',
      user: { firstName: `${kiosk.person.name} at the kiosk`, lastName: null },
      details: {
        byHolder: kiosk.person.name,
        byHolderId: kiosk.person.id,
        kioskId: kiosk.id,
        officer: kiosk.person.name,
      },
    });
    expect(entry?.undoable).not.toBe(true);
    const [row] = await world.sql('select taken_at from reservations where key_bunch_id = $1', [soon.id]);
    expect(row?.taken_at).not.toBeNull();
  });

  test('KIOSK-13 another set than the one of the hook is not recorded, nor another number of a tag', async () => {
    const set = await site.company.bunch(site.here.id);
    const other = await site.company.bunch(site.here.id);
    const kiosk = await turnOf(site, { offered: set.id });
    const take = (body: object) => kiosk.call('takeAtKiosk', { body: { keyBunchId: set.id, ...body } });
    expect((await take({ code: other.identifier })).body.code).toBe('other_set');
    expect((await take({ tag: 'another' })).body.code).toBe('other_set');
    expect((await take({ code: 'nothing' })).body.code).toBe('unknown_code');
    expect((await take({ tag: String(set.currentTag) })).status).toBe(200);
  });

  test('KIOSK-13 the number of a tag is compared as codes are, however it is written', async () => {
    const currentTag = `AB-${unique('t')} 7`;
    const set = await site.company.bunch(site.here.id, { currentTag });
    const kiosk = await turnOf(site, { offered: set.id });
    const tag = currentTag.toLowerCase().replaceAll(/[ -]/g, '');
    const taken = await kiosk.call('takeAtKiosk', { body: { keyBunchId: set.id, tag } });
    expect(taken.status).toBe(200);
  });

  test('KIOSK-14 a set reserved for another person is refused with when, and without whose', async () => {
    const kiosk = await turnOf(site);
    const { id: anotherId, name } = await badgedOf(site);
    const set = await site.company.bunch(site.here.id);
    await reserve(set.id, anotherId, '-1 minutes', '5 hours');
    const offered = await kiosk.call('offerAtKiosk', { body: { keyBunchId: set.id } });
    expect(offered.body).toMatchObject({
      code: 'reserved',
      message: expect.stringMatching(/^Reserved for another person from /),
    });
    await world.sql('update kiosk_turns set offered_id = $2 where kiosk_id = $1', [kiosk.id, set.id]);
    const taken = await kiosk.call('takeAtKiosk', { body: { keyBunchId: set.id, code: set.identifier } });
    expect([taken.status, taken.body.code]).toEqual([409, 'reserved']);
    expect(JSON.stringify([offered.body, taken.body])).not.toContain(name);
  });

  test('KIOSK-53 outside its hours the list has what is reserved, which is not given out', async () => {
    const closed = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(11, 13);
    const kiosk = await kioskAt(world, site.admin, site.here.id, {
      ...{ opensAt: `${closed}:00`, closesAt: `${closed}:30` },
    });
    const person = await badgedOf(site);
    const set = await site.company.bunch(site.here.id);
    await reserve(set.id, person.id, '-1 minutes', '5 hours');
    expect((await open(kiosk, person.badge)).body.mine?.toTake).toMatchObject([{ keyBunchId: set.id }]);
    expect((await kiosk.call('offerAtKiosk', { body: { keyBunchId: set.id } })).body.code).toBe(
      'kiosk_closed',
    );
  });

  test('KIOSK-15 types, hours, status and the limit of the person are rules of the kiosk', async () => {
    const person = await badgedOf(site);
    const at = (about: object) => kioskAt(world, site.admin, site.here.id, about);
    const set = await site.company.bunch(site.here.id, { type: 'day_shift' });
    const ask = async (kiosk: TestKiosk) => {
      await open(kiosk, person.badge);
      return (await kiosk.call('offerAtKiosk', { body: { keyBunchId: set.id } })).body;
    };
    expect((await ask(await at({ keyTypes: ['night_shift'] }))).code).toBe('not_at_kiosk');
    const { hour } = { hour: new Date().getUTCHours() };
    const clock = (later: number) => `${String((hour + later) % 24).padStart(2, '0')}:00`;
    expect((await ask(await at({ opensAt: clock(3), closesAt: clock(5) }))).code).toBe('kiosk_closed');
    await world.sql('update holders set max_sets = 1 where id = $1', [person.id]);
    const kiosk = await at({});
    expect((await ask(kiosk)).offer?.identifier).toBe(set.identifier);
    const held = await site.company.bunch(site.here.id);
    await site.admin.call('issueKeyBunch', { params: { id: held.id }, body: { holderId: person.id } });
    expect((await ask(kiosk)).code).toBe('holder');
    await world.sql('update holders set max_sets = null where id = $1', [person.id]);
    await site.admin.call('updateKeyBunch', { params: { id: set.id }, body: { status: 'missing' } });
    expect((await ask(kiosk)).code).toBe('not_at_kiosk');
    const away = await site.company.bunch(site.there.id);
    const missing = await kiosk.call('offerAtKiosk', { body: { keyBunchId: away.id } });
    expect(missing.status).toBe(404);
  });

  test('KIOSK-16 a set that is not on its hook is a line of the log', async () => {
    const set = await site.company.bunch(site.here.id);
    const kiosk = await turnOf(site, { offered: set.id });
    expect((await kiosk.call('reportAbsent', { body: { keyBunchId: set.id } })).status).toBe(200);
    const [entry] = (await site.admin.call('listAuditLogs', { query: { keyBunchId: set.id } })).body;
    expect(entry).toMatchObject({
      action: 'kiosk_absent',
      user: { firstName: `${kiosk.person.name} at the kiosk` },
    });
    expect(
      (await kiosk.call('takeAtKiosk', { body: { keyBunchId: set.id, code: set.identifier } })).status,
    ).toBe(409);
  });
});

describe('returning', () => {
  const issued = async (body: object = { officerName: 'Owen Hartley' }) => {
    const set = await site.company.bunch(site.here.id, { keyCount: 3 });
    await site.admin.call('issueKeyBunch', { params: { id: set.id }, body });
    return set;
  };

  test('KIOSK-17 any person returns a set alone, and no name is shown', async () => {
    const kiosk = await kioskOf(site);
    const set = await issued();
    const begun = await kiosk.call('beginKiosk', { body: { code: set.identifier } });
    expect(begun.body).toMatchObject({
      turn: null,
      set: { keyBunchId: set.id, isOut: true, isYours: false, opens: null },
    });
    expect(JSON.stringify(begun.body)).not.toContain('Owen');
    const body = {
      code: set.identifier,
      newTag: `K-${set.id}`,
      keysCounted: 2,
      missingNote: 'The small one',
    };
    const back = await kiosk.call('returnAtKiosk', { body });
    expect(back.body).toMatchObject({ identifier: set.identifier, mine: null });
    expect(await last(set.id)).toMatchObject({
      action: 'return',
      user: { firstName: expect.stringMatching(/ \(kiosk\)$/) },
      details: { byHolder: null, kioskId: kiosk.id, keysCounted: 2 },
    });
    const again = await kiosk.call('returnAtKiosk', { body });
    expect([again.status, again.body.code]).toEqual([409, 'not_issued']);
    expect(JSON.stringify(again.body)).not.toContain('Owen');
    const in_ = await kiosk.call('beginKiosk', { body: { code: set.identifier } });
    expect(in_.body.set).toMatchObject({ isOut: false, hook: null, opens: null });
  });

  test('KIOSK-17 also a set whose ID is the badge of a person who may have no keys any more', async () => {
    const kiosk = await kioskOf(site);
    const set = await issued();
    await world.sql('update holders set badge = $2, is_active = false where id = $1', [
      (await badgedOf(site)).id,
      set.identifier,
    ]);
    const begun = await kiosk.call('beginKiosk', { body: { code: set.identifier } });
    expect(begun.body.set).toMatchObject({ keyBunchId: set.id, isOut: true });
  });

  test('KIOSK-18 the open person returns their own by a press, and another’s as an unknown person', async () => {
    const kiosk = await turnOf(site);
    const own = await issued({ holderId: kiosk.person.id });
    const others = await issued();
    const back = await kiosk.call('returnAtKiosk', { body: { keyBunchId: own.id, newTag: `K-${own.id}` } });
    expect(back.body.mine).toMatchObject({ held: 0, has: [] });
    expect((await kiosk.call('returnAtKiosk', { body: { keyBunchId: others.id, newTag: 'X' } })).status).toBe(
      409,
    );
    await kiosk.call('returnAtKiosk', { body: { code: others.identifier, newTag: `K-${others.id}` } });
    expect((await last(own.id))?.details).toMatchObject({ byHolderId: kiosk.person.id });
    expect((await last(others.id))?.details).toMatchObject({ byHolderId: null });
  });

  test('KIOSK-19 a return that was kept is recorded at its time, once, and without a person', async () => {
    const kiosk = await turnOf(site);
    const set = await issued();
    await world.sql("update key_bunches set issued_at = now() - interval '2 hours' where id = $1", [set.id]);
    const [moment] = await world.sql<{ at: string }>(
      'select max(done_at)::text as at from movement_history where key_bunch_id = $1',
      [set.id],
    );
    const doneAt = new Date(Date.parse(String(moment?.at)) + 5).toISOString();
    const send = () =>
      kiosk.call('returnAtKiosk', {
        body: { code: set.identifier, newTag: `L-${set.id}`, keysCounted: 1, doneAt },
      });
    const first = await send();
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect((await send()).status).toBe(200);
    const entries = (await site.admin.call('getKeyBunchHistory', { params: { id: set.id } })).body;
    expect(entries.filter(({ action }) => action === 'return')).toHaveLength(1);
    expect(entries[0]).toMatchObject({ details: { byHolder: null } });
    const { short, lastSeenAt } = (await site.admin.call('getKeyBunch', { params: { id: set.id } })).body;
    expect([short?.since, lastSeenAt].map((at) => Date.parse(at ?? ''))).toEqual(
      Array(2).fill(Date.parse(doneAt)),
    );
    const another = await kiosk.call('returnAtKiosk', {
      body: { code: set.identifier, newTag: 'Z', doneAt },
    });
    expect(another.body.code).toBe('not_issued');
  });
});

test('KIOSK-20 the history of a company with a kiosk verifies', async () => {
  const chains = await world.chains(site.company.id);
  expect(chains.map(({ brokenAt }) => brokenAt)).toEqual([null, null]);
});
