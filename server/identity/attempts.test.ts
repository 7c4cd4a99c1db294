import { describe, expect, test } from 'vitest';
import { PASSWORD, useWorld } from '../testing/world.ts';

// With the default limits.
const world = useWorld({
  LOGIN_FAILURES: '10',
  TRUST_PROXY: '1',
  SETUPS_PER_HOUR: '3',
  WRITES_PER_MINUTE: '5',
  EXPORTS_PER_MINUTE: '2',
});
const TOO_MANY = { message: 'Too many attempts. Please try again later.', code: 'too_many' };
const logIn = (email: string, password: string, address: string) =>
  world.visitor.call('logIn', { body: { email, password }, headers: { 'x-forwarded-for': address } });

describe('S-06 sign-in', () => {
  test('after ten failures of one pair 429, while the right password works from another address', async () => {
    const { email } = await world.person();
    for (let n = 0; n < 10; n += 1) expect((await logIn(email, 'wrong', '10.0.0.1')).status).toBe(401);
    const refused = await logIn(email, PASSWORD, '10.0.0.1');
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual(TOO_MANY);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect((await logIn(email.toUpperCase(), 'wrong', '10.0.0.1')).status).toBe(429);
    expect((await logIn(email, PASSWORD, '10.0.0.2')).status).toBe(200);
    const { email: other } = await world.person();
    expect((await logIn(other, PASSWORD, '10.0.0.1')).status).toBe(200);
  });

  test('forty guesses at once are no way past the limit', async () => {
    const { email } = await world.person();
    const answers = await Promise.all(Array.from({ length: 40 }, () => logIn(email, 'wrong', '10.0.1.1')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test('an email that fills its field counts per address like any other', async () => {
    const [one, two] = ['a', 'b'].map(
      (end) => `${'x'.repeat(60)}@${`${'y'.repeat(60)}.`.repeat(3)}${end}.example`,
    );
    for (let n = 0; n < 10; n += 1) expect((await logIn(String(one), 'wrong', '10.0.4.1')).status).toBe(401);
    expect((await logIn(String(one), 'wrong', '10.0.4.1')).status).toBe(429);
    expect((await logIn(String(one), 'wrong', '10.0.4.2')).status).toBe(401);
    expect((await logIn(String(two), 'wrong', '10.0.4.1')).status).toBe(401);
  });

  test('an address of IPv6 is its whole /64, where everybody has as many as they like', async () => {
    const { email } = await world.person();
    for (let n = 0; n < 10; n += 1)
      expect((await logIn(email, 'wrong', `2001:db8:1:2::${n.toString(16)}`)).status).toBe(401);
    expect((await logIn(email, PASSWORD, '2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await logIn(email, PASSWORD, '2001:db8:1:3::1')).status).toBe(200);
  });

  test('an unknown email is counted and refused in the same way', async () => {
    for (let n = 0; n < 10; n += 1) {
      expect((await logIn('nobody@example.com', 'wrong', '10.0.2.1')).status).toBe(401);
    }
    const refused = await logIn('nobody@example.com', 'wrong', '10.0.2.1');
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual(TOO_MANY);
  });

  test('a success starts the count anew', async () => {
    const { email } = await world.person();
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 9; n += 1) expect((await logIn(email, 'wrong', '10.0.3.1')).status).toBe(401);
      expect((await logIn(email, PASSWORD, '10.0.3.1')).status).toBe(200);
    }
  });

  test('one email from everywhere is stopped after a hundred failures, but not where that person signed in before', async () => {
    const { email } = await world.person();
    expect((await logIn(email, PASSWORD, '10.3.0.1')).status).toBe(200);
    const statuses: number[] = [];
    for (let n = 0; n < 13; n += 1) {
      const tries = Array.from({ length: 8 }, () => logIn(email, 'wrong', `10.1.0.${n}`));
      statuses.push(...(await Promise.all(tries)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect((await logIn(email, PASSWORD, '10.1.1.1')).status).toBe(429);
    expect((await logIn(email, PASSWORD, '10.3.0.1')).status).toBe(200);

    // From another address each attempt must wait twice as long as the previous one, and after each wait one is allowed.
    const pass = () => world.sql('update attempts set expire = 0 where key = $1', [`wait:${email}`]);
    const waits: number[] = [];
    for (let n = 2; n < 6; n += 1) {
      await pass();
      expect((await logIn(email, 'wrong', `10.1.${n}.1`)).status).toBe(401);
      const told = await logIn(email, PASSWORD, `10.1.${n}.2`);
      expect([told.status, told.body]).toEqual([429, TOO_MANY]);
      waits.push(Number(told.headers['retry-after']));
    }
    for (const [index, wait] of waits.slice(1).entries()) {
      expect(wait / (waits[index] ?? 0)).toBeGreaterThan(1.6);
      expect(wait / (waits[index] ?? 0)).toBeLessThan(2.4);
    }
    await pass();
    expect((await logIn(email, PASSWORD, '10.1.9.1')).status).toBe(200);
  }, 30_000);
});

describe('S-11 S-18 the own password, asked for again', () => {
  test('ten wrong ones of an open session, in whatever form, and no further guess is looked at', async () => {
    const me = await (await world.newCompany()).as('officer');
    const change = (currentPassword: string) =>
      me.call('changePassword', { body: { currentPassword, newPassword: 'a new horse' } });
    const move = (currentPassword: string) => {
      const body = { email: `moved-${me.id}@example.com`, currentPassword };
      return me.call('updateUser', { params: { id: me.id }, body });
    };
    // The limit of writes is separate: it counts only the profile's form.
    for (let n = 0; n < 3; n += 1) expect((await move(`wrong ${n}`)).status).toBe(400);
    for (let n = 0; n < 7; n += 1) expect((await change(`wrong ${n}`)).status).toBe(400);
    for (const refused of [await change(PASSWORD), await move(PASSWORD)]) {
      expect([refused.status, refused.body]).toEqual([429, TOO_MANY]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
    }
    // Parallel attempts do not get around it: each counts before it is checked.
    const third = await world.person();
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        third.call('changePassword', { body: { currentPassword: `wrong ${n}`, newPassword: 'a new horse' } }),
      ),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const other = await (await world.newCompany()).as('officer');
    const own = { currentPassword: PASSWORD, newPassword: 'a new horse' };
    expect((await other.call('changePassword', { body: own })).status).toBe(200);
  });
});

describe('one password tried on everybody', () => {
  const strict = useWorld({ LOGIN_FAILURES: '1', TRUST_PROXY: '1' });
  const tryOn = (email: string, address: string, password = 'Summer 2026') =>
    strict.visitor.call('logIn', { body: { email, password }, headers: { 'x-forwarded-for': address } });

  test('is stopped for the address after twenty times what one pair may fail, and offices sign in as they like', async () => {
    const { email } = await strict.person();
    // Successful sign-ins do not count against the office's address.
    for (let n = 0; n < 25; n += 1) expect((await tryOn(email, '10.7.0.1', PASSWORD)).status).toBe(200);
    for (let n = 0; n < 20; n += 1)
      expect((await tryOn(`somebody${n}@example.com`, '10.7.0.1')).status, String(n)).toBe(401);
    const refused = await tryOn('somebody20@example.com', '10.7.0.1');
    expect([refused.status, refused.body]).toEqual([429, TOO_MANY]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect((await tryOn(email, '10.7.0.2', PASSWORD)).status).toBe(200);
  });

  test('from as many addresses of one IPv6 network as there are', async () => {
    for (let n = 0; n < 20; n += 1)
      expect((await tryOn(`anybody${n}@example.com`, `2001:db8:7:7::${n.toString(16)}`)).status).toBe(401);
    expect((await tryOn('anybody20@example.com', '2001:db8:7:7:1::1')).status).toBe(429);
    expect((await tryOn('anybody21@example.com', '2001:db8:7:8::1')).status).toBe(401);
    // An IPv4-mapped address counts as the IPv4 address.
    for (let n = 0; n < 20; n += 1) await tryOn(`whoever${n}@example.com`, `::ffff:10.8.0.${n}`);
    expect((await tryOn('whoever20@example.com', '::ffff:10.8.0.99')).status).toBe(401);
  });
});

describe('D-03 forgotten password', () => {
  const forgot = (email: string, address: string) =>
    world.visitor.call('forgotPassword', { body: { email }, headers: { 'x-forwarded-for': address } });
  const queued = async (email: string) =>
    (
      await world.sql<{ key: string; points: number }>('select points from attempts where key = $1', [
        `letter:${email}`,
      ])
    )[0]?.points;

  test('one email gets three letters an hour, from wherever they are asked for, and nobody is told', async () => {
    const { email } = await world.person();
    for (let n = 0; n < 5; n += 1) {
      const { status, body } = await forgot(email, `10.4.0.${n}`);
      expect([status, body]).toEqual([
        200,
        { message: 'No mail is set up on this server. Ask an administrator for a link.' },
      ]);
    }
    expect(await queued(email)).toBe(5);
    const waiting = () => world.sql('select 1 from letters where email = $1', [email]);
    await expect.poll(waiting, { timeout: 5000 }).toEqual([]);
    const links = await world.sql(
      'select 1 from one_time_tokens t join users u on u.id = t.user_id where u.email = $1',
      [email],
    );
    expect(links).toHaveLength(3);
  });

  test('one address asks twenty times in a quarter of an hour', async () => {
    for (let n = 0; n < 20; n += 1)
      expect((await forgot(`nobody${n}@example.com`, '10.5.0.1')).status).toBe(200);
    const refused = await forgot('nobody99@example.com', '10.5.0.1');
    expect([refused.status, refused.body]).toEqual([429, TOO_MANY]);
    expect((await forgot('nobody99@example.com', '10.5.0.2')).status).toBe(200);
  });

  test('one address tries thirty links in a quarter of an hour', async () => {
    const tryLink = () =>
      world.visitor.call('resetPassword', {
        body: { token: 'A'.repeat(43), password: 'a new horse' },
        headers: { 'x-forwarded-for': '10.6.0.1' },
      });
    for (let n = 0; n < 30; n += 1) expect((await tryLink()).status).toBe(400);
    expect((await tryLink()).status).toBe(429);
  });
});

test('R23 setups of one address, writes and exports of one user are limited', async () => {
  const body = (n: number) => ({
    name: `Firm ${n}`,
    email: `limit${n}@example.com`,
    firstName: 'Ines',
    password: PASSWORD,
  });
  const setUp = (n: number) =>
    world.visitor.call('setUpCompany', { body: body(n), headers: { 'x-forwarded-for': '10.2.0.1' } });
  for (let n = 0; n < 3; n += 1) expect((await setUp(n)).status).toBe(201);
  const fourth = await setUp(3);
  expect([fourth.status, fourth.body]).toEqual([429, TOO_MANY]);

  const company = await world.newCompany();
  const write = () => company.admin.call('createLocation', { body: { name: 'A', type: 'van' } });
  for (let n = 0; n < 5; n += 1) expect((await write()).status).toBe(201);
  expect((await write()).status).toBe(429);
  for (let n = 0; n < 2; n += 1) expect((await company.admin.call('exportMovements')).status).toBe(200);
  expect((await company.admin.call('exportMovements')).status).toBe(429);
  expect((await company.admin.call('listLocations')).body).toHaveLength(5);
});
