import { describe, expect, test } from 'vitest';
import { PASSWORD, useWorld } from '../../testing/world.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';

const world = useWorld({ LOGIN_FAILURES: '1000', DEMO_MODE: 'on', DEMO_PASSWORD: 'shown to all' });
/** The session's cookie, as the answer also sets the browser's. */
const cookieOf = (headers: Record<string, unknown>) =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((set) => /^(?:__Host-)?sid=/.test(set)) ?? '';
const me = (cookie: string) => world.request<'getMe'>('GET', '/api/auth/user', undefined, { cookie });
const HOUR = 3_600_000;

/** The hours until each session of a user ends. */
const hoursLeft = async (userId: number): Promise<number[]> =>
  (
    await world.sql<{ ms: string }>(
      'select extract(epoch from expire - now()) * 1000 as ms from sessions where user_id = $1 order by expire',
      [userId],
    )
  ).map(({ ms }) => Number(ms) / HOUR);

describe('signing in', () => {
  test('API-11 email and password start a session, whatever the case of the email', async () => {
    const company = await world.newCompany();
    const { status, body, headers } = await world.visitor.call('logIn', {
      body: { email: ` ${company.admin.email.toUpperCase()} `, password: PASSWORD },
    });
    expect(status).toBe(200);
    const { offlineDays: _days, isApprover: _may, ...user } = (await company.admin.call('getMe')).body;
    expect(body).toEqual({ user });
    expect((await me(world.cookieFrom(headers))).body.id).toBe(company.admin.id);
  });

  test('S-04 the cookie is HttpOnly and Lax and ends with the browser; remembered it lasts 30 days', async () => {
    const person = await (await world.newCompany()).as('officer');
    const brief = await world.visitor.call('logIn', { body: { email: person.email, password: PASSWORD } });
    expect(cookieOf(brief.headers)).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const long = await world.visitor.call('logIn', {
      body: { email: person.email, password: PASSWORD, remember: true },
    });
    expect(cookieOf(long.headers)).toMatch(
      /^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const [first, second, third] = await hoursLeft(person.id);
    expect([first, second]).toEqual([expect.closeTo(12, 1), expect.closeTo(12, 1)]);
    expect(third).toBeCloseTo(720, 1);
  });

  test('S-04 a sign-in makes a new session and ends the one it was sent with', async () => {
    const person = await (await world.newCompany()).as('officer');
    const again = await person.call('logIn', { body: { email: person.email, password: PASSWORD } });
    expect(world.cookieFrom(again.headers)).not.toBe(person.cookie);
    expect((await person.call('getMe')).status).toBe(401);
    expect((await me(world.cookieFrom(again.headers))).status).toBe(200);
  });

  test('the table of sessions opens none: it holds a hash of the cookie', async () => {
    const person = await world.person();
    const token = String(person.cookie).replace('sid=', '');
    const [row] = await world.sql<{ sid: string }>('select sid from sessions where user_id = $1', [
      person.id,
    ]);
    expect(row?.sid).toMatch(/^[0-9a-f]{64}$/);
    expect(row?.sid).not.toContain(token);
    expect((await me(`sid=${row?.sid}`)).status).toBe(401);
  });

  test('S-06 S-13 one refusal for an unknown email, a wrong password, an inactive user and an inactive company', async () => {
    const company = await world.newCompany();
    const gone = await company.as('officer');
    await world.sql('update users set is_active = false where id = $1', [gone.id]);
    const closed = await world.newCompany();
    await world.sql('update companies set is_active = false where id = $1', [closed.id]);
    const noPassword = await world.person();
    await world.sql('update users set password = null where id = $1', [noPassword.id]);
    const tries = [
      { email: 'nobody@example.com', password: PASSWORD },
      { email: company.admin.email, password: 'wrong' },
      { email: gone.email, password: PASSWORD },
      { email: closed.admin.email, password: PASSWORD },
      { email: noPassword.email, password: PASSWORD },
    ];
    const answers = await Promise.all(tries.map((body) => world.visitor.call('logIn', { body })));
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401);
      expect(body).toEqual({ message: 'Invalid email or password', code: 'wrong_credentials' });
      expect(headers['set-cookie']).toBeUndefined();
    }
  });
});

describe('a session', () => {
  test('API-10 a sign-out takes an empty object and ends the session, with and without one', async () => {
    const person = await world.person();
    const out = await person.call('logOut', { body: {} });
    expect(out.status).toBe(200);
    expect(out.body).toEqual({ message: 'Logged out' });
    expect(cookieOf(out.headers)).toMatch(/^sid=; .*Expires=Thu, 01 Jan 1970/);
    expect((await person.call('getMe')).status).toBe(401);
    expect((await person.call('logOut', { body: {} })).status).toBe(200);
    expect((await world.visitor.call('logOut')).status).toBe(200);
  });

  test('a sign-out works whatever its body is', async () => {
    for (const [type, text] of [
      ['application/json', '{"broken":'],
      ['text/plain', 'hello'],
      ['application/json', JSON.stringify({ padding: 'x'.repeat(200_000) })],
    ] as const) {
      const person = await world.person();
      const headers = { cookie: String(person.cookie), 'content-type': type };
      expect((await world.request('POST', '/api/auth/logout', text, headers)).status, type).toBe(200);
      expect((await person.call('getMe')).status, type).toBe(401);
    }
  });

  test('S-05 the current user without a session is 401 Unauthorized', async () => {
    const { status, body } = await world.visitor.call('getMe');
    expect(status).toBe(401);
    expect(body).toEqual({ message: 'Unauthorized', code: 'unauthorized' });
  });

  test('S-13 a deactivated user is out at the next call, and in again once active', async () => {
    const company = await world.newCompany();
    const person = await company.as('officer');
    expect((await person.call('listLocations')).status).toBe(200);
    await world.sql('update users set is_active = false where id = $1', [person.id]);
    for (const name of ['getMe', 'listLocations', 'getSettings'] as const) {
      expect((await person.call(name)).status, name).toBe(401);
    }
    expect((await person.call('updateUser', { params: { id: person.id }, body: {} })).status).toBe(401);
  });

  test('S-13 everybody of a deactivated company is out at the next call', async () => {
    const company = await world.newCompany();
    const person = await company.as('viewer');
    await world.sql('update companies set is_active = false where id = $1', [company.id]);
    expect((await person.call('listLocations')).status).toBe(401);
    expect((await company.admin.call('getMe')).status).toBe(401);
  });

  test('a right that was taken away is gone at the next call', async () => {
    const company = await world.newCompany();
    const person = await company.as('admin');
    expect((await person.call('createLocation', { body: { name: 'A', type: 'van' } })).status).toBe(201);
    await world.sql("update users set role = 'viewer' where id = $1", [person.id]);
    expect((await person.call('createLocation', { body: { name: 'B', type: 'van' } })).status).toBe(403);
  });

  test('S-04 it ends when its time has come, and lives on while it is used', async () => {
    const person = await world.person();
    await world.sql("update sessions set expire = now() + interval '1 hour' where user_id = $1", [person.id]);
    expect((await person.call('getMe')).status).toBe(200);
    expect(await hoursLeft(person.id)).toEqual([expect.closeTo(12, 1)]);
    await world.sql("update sessions set expire = now() - interval '1 second' where user_id = $1", [
      person.id,
    ]);
    expect((await person.call('getMe')).status).toBe(401);
    expect((await hoursLeft(person.id))[0]).toBeLessThan(0);
  });

  test('a cookie that is no session is none', async () => {
    for (const cookie of [
      'sid=',
      'sid=x',
      `sid=${'x'.repeat(5000)}`,
      "sid=' or 1=1 --",
      'sid=%00',
      'other=1',
    ]) {
      expect((await me(cookie)).status, cookie.slice(0, 40)).toBe(401);
    }
  });
});

describe('the demo hint', () => {
  test('D-05 C-22 names the four accounts in demo mode, once they are there', async () => {
    expect((await world.visitor.call('getDemoHint')).status).toBe(404);
    await world.sql('insert into users (email) values ($1)', [DEMO_ACCOUNTS[0].email]);
    const { status, body } = await world.visitor.call('getDemoHint');
    expect(status).toBe(200);
    expect(body.password).toBe('shown to all');
    expect(body.accounts.map(({ role }) => role)).toEqual([
      'Super Admin',
      'Site Manager',
      'Security Officer',
      'Site Supervisor',
    ]);
    expect(DEMO_ACCOUNTS.map(({ role }) => role)).toEqual(['super_admin', 'admin', 'officer', 'viewer']);
  });
});
