import { beforeAll, expect, test } from 'vitest';
import { listen } from '../../testing/live.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWire } from '../../testing/wire.ts';
import { PASSWORD, type Person, useWorld } from '../../testing/world.ts';

const world = useWorld({ TRUST_PROXY: '1' });
const wire = useWire(world);
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

/** Signs a user in again, on a device at an address. */
async function signInOn({ email, companyId, id }: Person, device: string, address: string): Promise<Person> {
  const headers = { 'user-agent': device, 'x-forwarded-for': address };
  const made = await world.visitor.call('logIn', { body: { email, password: PASSWORD }, headers });
  const cookie = world.cookieFrom(made.headers);
  const call: Person['call'] = (name, input) =>
    world.visitor.call(name, { ...input, headers: { cookie, ...headers, ...input?.headers } } as never);
  return { id, email, companyId, cookie, call };
}
const sessionsOf = async (person: Person) => (await person.call('listSessions')).body;
const idOf = async (person: Person, device: string | null) =>
  (await sessionsOf(person)).find((one) => one.device === device)?.id ?? 0;
const logged = async (person: Person) =>
  world.sql<{ description: string; details: unknown }>(
    "select description, details from audit_log where user_id = $1 and action = 'user_sessions_end' order by seq",
    [person.id],
  );

test('one’s own sessions: on what, where, since when and how, this one first; no secret and nobody else’s among them', async () => {
  const first = await site.company.as('officer');
  const desk = await signInOn(first, FIREFOX, '192.0.2.7');
  const phone = await signInOn(first, SAFARI, '2001:db8::9');
  const reply = await phone.call('listSessions');
  const known = { signedInBy: 'password', isCurrent: false };
  expect(reply.body).toMatchObject([
    { ...known, device: 'Safari on iPhone', address: '2001:db8::9', isCurrent: true },
    { ...known, device: 'Firefox on Linux', address: '192.0.2.7' },
    { ...known, device: null },
  ]);
  for (const { signedInAt, lastUsedAt } of reply.body)
    for (const at of [signedInAt, lastUsedAt])
      expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
  const text = JSON.stringify(reply.body);
  const secrets = await world.sql<{ sid: string }>('select sid from sessions where user_id = $1', [first.id]);
  expect(secrets).toHaveLength(3);
  for (const { sid } of secrets) expect(text).not.toContain(sid);
  expect((await sessionsOf(desk)).map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
    ['Firefox on Linux', true],
    ['Safari on iPhone', false],
    [null, false],
  ]);
  expect(await sessionsOf(await site.company.as('officer'))).toHaveLength(1);
});

test('when and where it was last used is written at most every five minutes', async () => {
  const person = await signInOn(await site.company.as('officer'), FIREFOX, '192.0.2.7');
  const moved = { headers: { 'x-forwarded-for': '192.0.2.8' } };
  const own = async () => {
    const [{ address, ago } = { address: '', ago: 0 }] = await world.sql<{ address: string; ago: number }>(
      "select address, extract(epoch from now() - used_at)::int as ago from sessions where user_id = $1 and device = 'Firefox on Linux'",
      [person.id],
    );
    return [address, ago >= 240];
  };
  const age = (minutes: number) =>
    world.sql(
      `update sessions set used_at = now() - make_interval(mins => $2), expire = now() + interval '12 hours' - make_interval(mins => $2)
       where user_id = $1`,
      [person.id, minutes],
    );
  await age(4);
  await person.call('listLocations', moved);
  expect(await own()).toEqual(['192.0.2.7', true]);
  await age(6);
  await person.call('listLocations', moved);
  expect(await own()).toEqual(['192.0.2.8', false]);
});

test('one that is ended is out at its next call, and its live channel ends; the rest go on, and the log has it', async () => {
  const here = await site.company.as('officer', { firstName: 'Ines', lastName: 'Moreau' });
  const desk = await signInOn(here, FIREFOX, '192.0.2.7');
  const phone = await signInOn(here, SAFARI, '192.0.2.9');
  const [lost, kept] = [await listen(wire.url, phone), await listen(wire.url, desk)];
  const ended = await here.call('endSession', { params: { id: await idOf(here, 'Safari on iPhone') } });
  expect(ended.status).toBe(200);
  expect((await phone.call('listLocations')).status).toBe(401);
  await lost.until((subscriber) => subscriber.ended());
  expect((await desk.call('listLocations')).status).toBe(200);
  expect(kept.ended()).toBe(false);
  kept.close();
  expect(await sessionsOf(here)).toHaveLength(2);
  const details = { userId: here.id, sessions: 1 };
  expect(await logged(here)).toEqual([
    {
      description: 'Ines Moreau signed out Safari on iPhone',
      details: { ...details, devices: ['Safari on iPhone'] },
    },
  ]);
  // Their own session too: they get the reply and are then signed out.
  const own = await idOf(desk, 'Firefox on Linux');
  expect((await desk.call('endSession', { params: { id: own } })).status).toBe(200);
  expect((await desk.call('listSessions')).status).toBe(401);
  expect((await here.call('endSession', { params: { id: own } })).status).toBe(404);
});

test('everywhere else at once, nobody else, and without a line in the log when there was nothing to end', async () => {
  const here = await site.company.as('officer', { firstName: 'Ines', lastName: 'Moreau' });
  const colleague = await site.company.as('officer');
  const others = await Promise.all(
    [FIREFOX, SAFARI, SAFARI].map((device) => signInOn(here, device, '192.0.2.7')),
  );
  for (let n = 0; n < 2; n += 1) expect((await here.call('endOtherSessions')).status).toBe(200);
  for (const other of others) expect((await other.call('getMe')).status).toBe(401);
  for (const one of [here, colleague]) expect((await one.call('getMe')).status).toBe(200);
  const lines = await logged(here);
  expect(lines.map(({ description }) => description)).toEqual(['Ines Moreau signed out everywhere else']);
  expect(lines[0]?.details).toMatchObject({ userId: here.id, sessions: 3 });
});

test('nobody ends a session of somebody else, of the same company or of another, whatever they may', async () => {
  const officer = await site.company.as('officer');
  const id = await idOf(officer, null);
  for (const me of [site.admin, await site.company.as('viewer'), (await world.newCompany()).admin]) {
    const refused = await me.call('endSession', { params: { id } });
    expect([refused.status, refused.body.message]).toEqual([404, 'Session not found']);
  }
  expect((await officer.call('getMe')).status).toBe(200);
});
