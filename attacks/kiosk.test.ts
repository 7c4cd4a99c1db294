import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { dumpCompany } from '../server/testing/dump.ts';
import { badgedOf, KIOSK_NUMBER, kioskOf, type TestKiosk, turnOf } from '../server/testing/kiosk.ts';
import { CALLS, inputOf, samples, send } from '../server/testing/samples.ts';
import { makeSite, type Site } from '../server/testing/site.ts';
import { useWorld } from '../server/testing/world.ts';
import { api, type CallName, isOfKiosk } from '../shared/api.ts';

// A tablet hangs on a wall where anyone passes it: what is in it opens nothing but the kiosk, and no number can be guessed.
const world = useWorld({ LOGIN_FAILURES: '100000' });
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

const WRONG = '593817';
const begin = (kiosk: TestKiosk, code: string) => kiosk.call('beginKiosk', { body: { code } });
const guess = (kiosk: TestKiosk, kioskNumber: string) =>
  kiosk.call('enterKioskNumber', { body: { kioskNumber } });
const issues = async (keyBunchId: number) =>
  (
    await world.sql("select from movement_history where key_bunch_id = $1 and action_type = 'issue'", [
      keyBunchId,
    ])
  ).length;

test('KIOSK-21 the session of a kiosk makes no other call, in no place where a secret is expected', async () => {
  const kiosk = await turnOf(site);
  const secret = kiosk.headers.cookie.replace('kiosk=', '');
  const places: Record<string, string>[] = [
    { cookie: `kiosk=${secret}` },
    { cookie: `sid=${secret}` },
    { cookie: `sid=${secret}; kiosk=${secret}` },
    { authorization: `Bearer ${secret}` },
  ];
  const others = CALLS.filter((name) => !isOfKiosk(name) && api[name].needs !== 'nobody');
  expect(others.length).toBeGreaterThan(150);
  const inputs = new Map<CallName, Awaited<ReturnType<typeof inputOf>>>();
  for (const name of others) inputs.set(name, await inputOf(name, site, site.admin));
  const before = await dumpCompany(world, site.company.id);
  for (const name of others)
    for (const headers of places) {
      const { status } = await send(world.visitor, name, { ...inputs.get(name), headers });
      expect(status, `${name} with ${Object.keys(headers)}`).toBe(401);
    }
  expect(await dumpCompany(world, site.company.id)).toBe(before);
}, 120_000);

test('KIOSK-22 no user and no token makes the calls of a kiosk', async () => {
  for (const name of CALLS.filter(isOfKiosk)) {
    const { headers: _tablet, ...input } = await inputOf(name, site, site.admin);
    const { status, body } = await send(site.admin, name, input);
    expect([status, body.code], name).toEqual([401, 'kiosk_ended']);
    expect(samples[name].access).toBe('kiosk');
  }
});

test('KIOSK-23 a number cannot be guessed: two tablets share the count of parallel guesses', async () => {
  const kiosks = [await kioskOf(site), await kioskOf(site)];
  const { badge } = await badgedOf(site);
  for (const kiosk of kiosks) await begin(kiosk, badge);
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, n) => guess(kiosks[n % 2] as TestKiosk, n === 29 ? KIOSK_NUMBER : WRONG)),
  );
  const codes = guesses.map(({ status, body }) => (status === 200 ? 'open' : body.code));
  expect(codes.filter((code) => code === 'wrong_number').length).toBeLessThanOrEqual(4);
  for (const kiosk of kiosks) await begin(kiosk, badge);
  for (const kiosk of kiosks) expect((await guess(kiosk, KIOSK_NUMBER)).body.code).toBe('person_rests');
});

test('KIOSK-24 twenty wrong numbers of many people rest the kiosk, and who made it gets a letter', async () => {
  const kiosk = await kioskOf(site);
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 7; n += 1) {
    const { badge } = await badgedOf(site);
    await begin(kiosk, badge);
    for (let more = 0; more < 3; more += 1) codes.push((await guess(kiosk, WRONG)).body.code);
  }
  expect(codes.filter((code) => code === 'wrong_number')).toHaveLength(19);
  expect(codes[19]).toBe('kiosk_rests');
  expect((await begin(kiosk, (await badgedOf(site)).badge)).body.code).toBe('kiosk_rests');
  const [log] = await world.sql<{ n: number }>(
    "select count(*)::int as n from audit_log where action = 'kiosk_rest' and (details->>'kioskId')::int = $1",
    [kiosk.id],
  );
  expect(log?.n).toBe(1);
});

test('KIOSK-25 a stolen tablet does nothing once it was revoked, whatever was under way', async () => {
  const sets = await Promise.all(Array.from({ length: 12 }, () => site.company.bunch(site.here.id)));
  for (const { id } of sets)
    await site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Owen Hartley' } });
  const kiosk = await turnOf(site);
  const calls = sets.map(({ identifier, id }) =>
    kiosk.call('returnAtKiosk', { body: { code: identifier, newTag: `S-${id}` } }),
  );
  expect((await site.admin.call('revokeKiosk', { params: { id: kiosk.id }, body: {} })).status).toBe(200);
  const count = () =>
    world.sql("select from movement_history where (details->>'kioskId')::int = $1", [kiosk.id]);
  const then = (await count()).length;
  const answers = await Promise.all(calls);
  expect((await count()).length).toBe(then);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(then);
  expect((await kiosk.call('getKioskState')).body.code).toBe('kiosk_ended');
});

test('KIOSK-26 fifty tablets take one set at once: one has it', async () => {
  const { id, identifier } = await site.company.bunch(site.here.id);
  const kiosks = await Promise.all(Array.from({ length: 50 }, () => turnOf(site, { offered: id })));
  const take = (kiosk: TestKiosk) =>
    kiosk.call('takeAtKiosk', { body: { keyBunchId: id, code: identifier } });
  const answers = await Promise.all(kiosks.map(take));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status } of answers) expect([200, 409, 503]).toContain(status);
  expect(await issues(id)).toBe(1);
}, 60_000);

test('KIOSK-27 a kiosk and a desk issue one set at once: one of them does', async () => {
  for (let n = 0; n < 5; n += 1) {
    const { id, identifier } = await site.company.bunch(site.here.id);
    const kiosk = await turnOf(site, { offered: id });
    const both = await Promise.all([
      kiosk.call('takeAtKiosk', { body: { keyBunchId: id, code: identifier } }),
      site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Owen Hartley' } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await issues(id)).toBe(1);
  }
});

test('KIOSK-28 a take that is sent again is recorded once, and its answer is not for the user who made the kiosk', async () => {
  const { id, identifier } = await site.company.bunch(site.here.id);
  const kiosk = await turnOf(site, { offered: id });
  const headers = { 'idempotency-key': randomUUID() };
  const body = { keyBunchId: id, code: identifier };
  const first = await kiosk.call('takeAtKiosk', { body, headers });
  const again = await kiosk.call('takeAtKiosk', { body, headers });
  expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([200, 200, 'true']);
  expect(await issues(id)).toBe(1);
  const other = await kioskOf(site);
  expect((await other.call('takeAtKiosk', { body, headers })).status).toBe(422);
  const [stored] = await world.sql<{ body: string }>(
    'select body::text as body from idempotency_keys where key = $1',
    [headers['idempotency-key']],
  );
  expect(stored?.body).not.toContain(KIOSK_NUMBER);
});
