import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { badgedOf, KIOSK_NUMBER, kioskAt, kioskOf, type TestKiosk, turnOf } from '../../testing/kiosk.ts';
import { makeSite, type Site, unique } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
let site: Site;

beforeAll(async () => {
  site = await makeSite(world);
});

const last = async (keyBunchId: number) =>
  (await site.admin.call('getKeyBunchHistory', { params: { id: keyBunchId } })).body[0];
const log = async (action: string) =>
  world.sql<{ description: string; first: string; email: string }>(
    `select description, user_first_name as first, user_email as email from audit_log where company_id = $1 and action = $2 order by seq`,
    [site.company.id, action],
  );
async function issued(body: object = { officerName: 'Owen Hartley' }) {
  const set = await site.company.bunch(site.here.id);
  await site.admin.call('issueKeyBunch', { params: { id: set.id }, body });
  return set;
}
const giveBack = (kiosk: TestKiosk, code: string, more: object = {}) =>
  kiosk.call('returnAtKiosk', { body: { code, newTag: unique('K'), ...more } });

describe('a turn', () => {
  test('KIOSK-29 names the person only in calls of that turn, and only for sets that are theirs', async () => {
    const kiosk = await turnOf(site);
    const [own, others, late] = [await issued({ holderId: kiosk.person.id }), await issued(), await issued()];
    expect((await giveBack(kiosk, others.identifier)).status).toBe(200);
    expect(await last(others.id)).toMatchObject({
      user: { firstName: expect.stringMatching(/ \(kiosk\)$/) },
      details: { byHolder: null },
    });
    expect((await last(others.id))?.details).not.toHaveProperty('returnedBy');
    expect((await giveBack(kiosk, late.identifier, { turn: undefined })).body.mine).toBeNull();
    expect((await last(late.id))?.details).toMatchObject({ byHolder: null });
    expect((await giveBack(kiosk, own.identifier, { turn: randomUUID() })).body.mine).toBeNull();
    expect((await last(own.id))?.details).toMatchObject({ byHolder: null });
  });

  test('KIOSK-30 that is over does nothing in the turn of the next person', async () => {
    const set = await site.company.bunch(site.here.id);
    const kiosk = await turnOf(site, { offered: set.id });
    const [{ turn: former }, next] = [kiosk, await badgedOf(site)];
    const begun = await kiosk.call('beginKiosk', { body: { code: next.badge } });
    expect(begun.body.turn?.id).not.toBe(former);
    expect(
      (await kiosk.call('enterKioskNumber', { body: { kioskNumber: KIOSK_NUMBER, turn: former } })).body.code,
    ).toBe('kiosk_locked');
    expect((await kiosk.call('enterKioskNumber', { body: { kioskNumber: KIOSK_NUMBER } })).status).toBe(200);
    for (const turn of [former, undefined])
      for (const answer of [
        await kiosk.call('offerAtKiosk', { body: { turn } }),
        await kiosk.call('reportAbsent', { body: { keyBunchId: set.id, turn } }),
        await kiosk.call('takeAtKiosk', { body: { keyBunchId: set.id, code: set.identifier, turn } }),
        await kiosk.call('touchKiosk', { body: { turn } }),
        await kiosk.call('returnAtKiosk', { body: { keyBunchId: set.id, newTag: 'X', turn } }),
      ])
        expect([answer.status, answer.body.code]).toEqual([409, 'kiosk_locked']);
    await kiosk.call('lockKiosk', { body: { turn: former } });
    expect((await kiosk.call('touchKiosk', { body: {} })).status).toBe(200);
  });

  test('KIOSK-31 gives the first answer to a take that is repeated after it is over', async () => {
    const set = await site.company.bunch(site.here.id);
    const kiosk = await turnOf(site, { offered: set.id });
    const take = {
      body: { keyBunchId: set.id, code: set.identifier },
      headers: { 'idempotency-key': randomUUID() },
    };
    const first = await kiosk.call('takeAtKiosk', take);
    await kiosk.call('lockKiosk', { body: {} });
    const again = await kiosk.call('takeAtKiosk', take);
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test('KIOSK-32 ends when the person loses their number, badge or leave to have keys, or has another badge', async () => {
    const end: ((id: number) => Promise<unknown>)[] = [
      (id) => site.admin.call('deleteKioskNumber', { params: { id } }),
      (id) => site.admin.call('createFirstKioskNumber', { params: { id }, body: {} }),
      (id) => site.admin.call('updateHolder', { params: { id }, body: { badge: null } }),
      (id) => site.admin.call('updateHolder', { params: { id }, body: { badge: unique('NEW') } }),
      (id) => world.sql('update holders set is_active = false where id = $1', [id]),
      (id) => world.sql('update holders set valid_until = current_date - 2 where id = $1', [id]),
    ];
    for (const act of end) {
      const kiosk = await turnOf(site);
      expect((await kiosk.call('touchKiosk', { body: {} })).status).toBe(200);
      await act(kiosk.person.id);
      expect((await kiosk.call('getKioskState')).body.turn).toBeNull();
      expect((await kiosk.call('offerAtKiosk', { body: {} })).body.code).toBe('kiosk_locked');
    }
  });

  test('KIOSK-33 lasts a minute while a return is counted, also after a touch', async () => {
    const kiosk = await turnOf(site);
    const set = await issued();
    const shown = await kiosk.call('offerAtKiosk', { body: { code: set.identifier } });
    expect([shown.body.back?.isOut, shown.body.mine.leftMs]).toEqual([true, 60_000]);
    expect((await kiosk.call('touchKiosk', { body: {} })).body.leftMs).toBe(60_000);
    await kiosk.call('offerAtKiosk', { body: {} });
    expect((await kiosk.call('touchKiosk', { body: {} })).body.leftMs).toBe(20_000);
  });
});

describe('what is read', () => {
  test('KIOSK-34 a missing set that is brought goes to the desk, and the log says so once', async () => {
    const kiosk = await turnOf(site);
    const set = await site.company.bunch(site.here.id);
    await site.admin.call('updateKeyBunch', { params: { id: set.id }, body: { status: 'missing' } });
    for (const answer of [
      await kiosk.call('beginKiosk', { body: { code: set.identifier } }),
      await kiosk.call('offerAtKiosk', { body: { code: set.identifier } }),
      await giveBack(kiosk, set.identifier),
    ])
      expect(answer.body).toMatchObject({ code: 'take_to_desk', detail: 'Take it to the desk.' });
    const shown = (await log('kiosk_shown')).map(({ description }) => description);
    expect(shown).toEqual([`${set.identifier}, Missing, was shown at the kiosk`]);
  });

  test('KIOSK-35 a new tag that is a badge, an ID, a chip, a label or the tag of another set is refused', async () => {
    const kiosk = await kioskOf(site);
    const set = await issued();
    const away = await site.company.bunch(site.there.id, { nfcSerial: '04:A1:B2:C3:D4:E5:F6' });
    const { badge } = await badgedOf(site);
    const wrong = [
      badge,
      set.identifier,
      away.identifier,
      String(away.currentTag),
      '04A1B2C3D4E5F6',
      '04:11:22:33:44:55:66',
    ];
    for (const newTag of [...wrong, 'https://keys.example.com/k/7F3KQ2M9XA']) {
      const { body } = await giveBack(kiosk, set.identifier, { newTag });
      expect([newTag, body.code]).toEqual([newTag, 'not_a_tag']);
      expect(body.errors).toHaveProperty('newTag');
    }
    expect((await last(set.id))?.action).toBe('issue');
    expect((await giveBack(kiosk, set.identifier)).status).toBe(200);
  });

  test('KIOSK-36 a badge is no unknown code, and a wrong number of a tag is one', async () => {
    const set = await site.company.bunch(site.here.id);
    const kiosk = await turnOf(site, { offered: set.id });
    const { badge } = await badgedOf(site);
    const unknown = async () =>
      (
        await world.sql<{ n: number }>('select unknown as n from kiosk_turns where kiosk_id = $1', [kiosk.id])
      )[0]?.n;
    expect((await kiosk.call('offerAtKiosk', { body: { code: badge } })).body.code).toBe('kiosk_badge');
    const take = (more: object) => kiosk.call('takeAtKiosk', { body: { keyBunchId: set.id, ...more } });
    expect((await take({ code: badge })).body.code).toBe('kiosk_badge');
    expect(await unknown()).toBe(0);
    expect((await take({ tag: 'another' })).body.code).toBe('other_set');
    expect(await unknown()).toBe(1);
  });

  test('KIOSK-37 thirty badges without a number, or sets that are not returned, rest the kiosk', async () => {
    for (const [column, code] of [
      ['begun', (await badgedOf(site)).badge],
      ['found', (await issued()).identifier],
    ] as const) {
      const kiosk = await kioskOf(site);
      const rests = async () => (await kiosk.call('getKioskState')).body.restsUntil;
      const put = (most: number) =>
        world.sql(
          `update kiosk_turns set ${column} = array(select -generate_series(1, $2::int)), wrong_since = now() where kiosk_id = $1`,
          [kiosk.id, most],
        );
      await put(28);
      for (let n = 0; n < 2; n += 1) await kiosk.call('beginKiosk', { body: { code } });
      expect(await rests()).toBeNull();
      await put(29);
      await kiosk.call('beginKiosk', { body: { code } });
      expect(await rests()).not.toBeNull();
    }
  });
});

describe('who did it', () => {
  test('KIOSK-38 a kiosk’s entries have no email of the user who made it, also once that user is switched off', async () => {
    const maker = await site.company.as('admin');
    const kiosk = await kioskAt(world, { ...maker, companyId: site.company.id }, site.here.id);
    const set = await issued();
    await world.sql('update users set is_active = false where id = $1', [maker.id]);
    expect((await giveBack(kiosk, set.identifier)).status).toBe(200);
    expect(JSON.stringify(await last(set.id))).not.toContain(maker.email);
    const csv = await site.admin.call('exportMovements', { query: {} });
    expect(String(csv.body)).toContain('(kiosk)');
    expect(String(csv.body)).not.toContain(maker.email);
  });

  test('KIOSK-39 a binding is written as the kiosk’s with who made the code, and a location’s end as its kiosk’s', async () => {
    const other = await site.company.as('admin');
    const room = await site.admin.call('createLocation', { body: { name: unique('Room'), type: 'office' } });
    const locationId = room.body.id;
    const made = await site.admin.call('createKiosk', {
      body: { locationId, name: 'Back door', keyTypes: [] },
    });
    const { code } = (await other.call('renewKioskCode', { params: { id: made.body.id }, body: {} })).body;
    await world.visitor.call('bindKiosk', { body: { code: String(code) } });
    const [bound] = await log('kiosk_bind');
    const [coder] = await world.sql<{ name: string }>(
      "select concat_ws(' ', first_name, last_name) as name from users where id = $1",
      [other.id],
    );
    expect(bound).toMatchObject({ first: 'Back door (kiosk)', email: '' });
    expect(bound?.description).toBe(
      `A tablet became the kiosk Back door with the code of ${coder?.name || other.email}`,
    );
    expect((await site.admin.call('deleteLocation', { params: { id: locationId } })).status).toBe(200);
    expect((await log('kiosk_delete')).map(({ description }) => description)).toEqual([
      'Kiosk Back door deleted with its location',
    ]);
  });

  test('KIOSK-40 no desk gives a number to a person with an account, and replacing an own one is written', async () => {
    const officer = await site.company.as('officer');
    await officer.call('setOwnKioskNumber', { body: { kioskNumber: '728190' } });
    const [own] = await world.sql<{ id: number }>('select id from holders where user_id = $1', [officer.id]);
    const refused = await site.admin.call('createFirstKioskNumber', {
      params: { id: own?.id ?? 0 },
      body: {},
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'own_number']);
    const person = await badgedOf(site);
    expect(
      (await site.admin.call('createFirstKioskNumber', { params: { id: person.id }, body: {} })).status,
    ).toBe(200);
    expect((await log('kiosk_number_replaced')).at(-1)?.description).toContain(person.name);
  });
});

test('KIOSK-20 the history of a company whose kiosk did all this verifies', async () => {
  expect((await world.chains(site.company.id)).map(({ brokenAt }) => brokenAt)).toEqual([null, null]);
});
