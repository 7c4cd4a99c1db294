import { describe, expect, test } from 'vitest';
import { linkIn, tokenIn, useMailWorld } from '../../testing/mail.ts';
import { PASSWORD, type Person } from '../../testing/world.ts';

// A real SMTP server replaces the firm's; the address of the links comes from the configuration.
const { world, mail } = useMailWorld();

const forgot = (email: string, headers = {}) =>
  world.visitor.call('forgotPassword', { body: { email }, headers });
const reset = (token: string, password: string) =>
  world.visitor.call('resetPassword', { body: { token, password } });
const change = (me: Person, currentPassword: string, newPassword: string) =>
  me.call('changePassword', { body: { currentPassword, newPassword } });
const logIn = async (email: string, password: string) =>
  (await world.visitor.call('logIn', { body: { email, password } })).status;
const seen = async (me: Person) => (await me.call('getMe')).status;
const INVALID = 'This link is invalid or has expired';
const SENT = { message: 'If the address is known, a link has been sent' };

describe('D-03 forgotten password', () => {
  test('AUTH-16 AUTH-17 G26 a link comes by mail, works once, ends every session, and says so by mail', async () => {
    const person = await (await world.newCompany()).as('officer', { firstName: 'Zoë <b>' });
    const asked = await forgot(person.email.toUpperCase(), {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    });
    expect([asked.status, asked.body]).toEqual([200, SENT]);
    const letter = await mail.next(person.email, /Reset/);
    expect(letter.from).toBe('keys@example.com');
    expect(letter.to).toEqual([person.email]);
    expect(linkIn(letter)).toMatch(/^https:\/\/keys\.example\.com\/auth\/reset-password\/[\w-]{43}$/);
    expect(letter.raw).not.toContain('evil.example');
    expect(letter.text).toContain('15 minutes');
    expect(letter.text).toContain('Hello Zoë <b>,');
    expect(letter.html).toContain('Hello Zoë &lt;b&gt;,');
    expect(letter.html).toContain(`href="${linkIn(letter)}"`);
    expect(letter.raw).toMatch(/multipart\/alternative/);

    const token = tokenIn(letter);
    expect((await world.visitor.call('checkLink', { body: { token } })).body.purpose).toBe('reset');
    const done = await reset(token, 'a new horse');
    expect(done.status).toBe(200);
    expect(await seen(person)).toBe(401);
    expect([await logIn(person.email, PASSWORD), await logIn(person.email, 'a new horse')]).toEqual([
      401, 200,
    ]);
    const again = await reset(token, 'a third horse');
    expect([again.status, again.body.message]).toEqual([400, INVALID]);
    const notice = await mail.next(person.email, /was changed/);
    expect(linkIn(notice)).toBe('');
    const rows = await world.sql(
      'select row_to_json(t)::text as row from one_time_tokens t union all select row_to_json(o)::text from letters o',
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    const [line] = await world.sql(
      'select action, user_id, description from audit_log order by id desc limit 1',
    );
    expect(line).toMatchObject({ action: 'user_password', user_id: person.id });
  });

  test('the link lives 15 minutes; unknown, used and mangled ones are told alike', async () => {
    const person = await (await world.newCompany()).as('officer');
    await forgot(person.email);
    const token = tokenIn(await mail.next(person.email, /Reset/));
    const [{ minutes } = { minutes: 0 }] = await world.sql<{ minutes: number }>(
      `select extract(epoch from expires_at - clock_timestamp())::float / 60 as minutes from one_time_tokens where user_id = $1`,
      [person.id],
    );
    expect(minutes).toBeGreaterThan(14.5);
    expect(minutes).toBeLessThanOrEqual(15);
    await world.sql(
      "update one_time_tokens set expires_at = clock_timestamp() - interval '1 ms' where user_id = $1",
      [person.id],
    );
    for (const bad of [token, `${token.slice(0, -1)}!`, token.slice(1), 'x', '', 'A'.repeat(43)]) {
      const { status, body } = await reset(bad, 'a new horse');
      expect([status, body.message], bad).toEqual([400, INVALID]);
    }
    const many = await world.visitor.call('resetPassword', {
      body: { token: [token, token], password: 'a new horse' },
    });
    expect(many.status).toBe(400);
    expect(await logIn(person.email, PASSWORD)).toBe(200);
  });

  test('G26 a list of addresses, a second address and a line break are no email', async () => {
    const person = await (await world.newCompany()).as('officer');
    for (const email of [
      [person.email, 'thief@example.com'],
      `${person.email},thief@example.com`,
      `${person.email}\r\nBcc: thief@example.com`,
      `${person.email} thief@example.com`,
      { email: person.email },
    ]) {
      expect((await world.visitor.call('forgotPassword', { body: { email } as never })).status).toBe(400);
    }
    expect(await world.sql('select id from letters where email like $1', ['%thief%'])).toEqual([]);
  });

  test('S-06 a known and an unknown address get the same answer, after the same work', async () => {
    const person = await (await world.newCompany()).as('officer');
    const inactive = await (await world.newCompany()).as('officer');
    await world.sql('update users set is_active = false where id = $1', [inactive.id]);
    const took = async (email: string) => {
      const begun = performance.now();
      const answer = await forgot(email);
      return {
        ms: performance.now() - begun,
        status: answer.status,
        body: answer.body,
        length: answer.headers['content-length'],
      };
    };
    // Alternately, each pair under the same load, so that only the work makes a difference.
    const pairs: { known: number; unknown: number }[] = [];
    await took('warm@example.com');
    for (let n = 0; n < 40; n += 1) {
      const pair = { known: 0, unknown: 0 };
      const asked = [['known', person.email] as const, ['unknown', `nobody${n}@example.com`] as const];
      for (const [kind, email] of n % 2 === 0 ? asked : asked.reverse()) {
        const { ms, status, body, length } = await took(email);
        expect([status, body, length]).toEqual([200, SENT, '59']);
        pair[kind] = ms;
      }
      pairs.push(pair);
    }
    const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
    const known = median(pairs.map((pair) => pair.known));
    const unknown = median(pairs.map((pair) => pair.unknown));
    const apart = median(pairs.map((pair) => pair.known - pair.unknown));
    expect(Math.abs(apart)).toBeLessThan(Math.max(5, 0.5 * Math.min(known, unknown)));
    const before = mail.letters.length;
    await forgot(inactive.email);
    await mail.next(person.email, /Reset/);
    expect(mail.letters.slice(before).filter(({ to }) => to.includes(inactive.email))).toEqual([]);
    expect(mail.letters.filter(({ to }) => to.some((one) => one.startsWith('nobody')))).toEqual([]);
  });

  test('somebody made inactive, or whose company was, uses no link', async () => {
    const company = await world.newCompany();
    const person = await company.as('officer');
    await forgot(person.email);
    const token = tokenIn(await mail.next(person.email, /Reset/));
    await world.sql('update companies set is_active = false where id = $1', [company.id]);
    expect((await reset(token, 'a new horse')).status).toBe(400);
    await world.sql('update companies set is_active = true where id = $1', [company.id]);
    await world.sql('update users set is_active = false where id = $1', [person.id]);
    expect((await reset(token, 'a new horse')).status).toBe(400);
    await world.sql('update users set is_active = true where id = $1', [person.id]);
    expect((await reset(token, 'short')).body.message).toBe('Password must be at least 6 characters long.');
    expect((await reset(token, 'a new horse')).status).toBe(200);
  });

  test('S-12 somebody signed in keeps their session, under a new id; somebody else’s is left alone', async () => {
    const company = await world.newCompany();
    const person = await company.as('officer');
    await forgot(person.email);
    const first = tokenIn(await mail.next(person.email, /Reset/));
    const mine = await person.call('resetPassword', { body: { token: first, password: 'a new horse' } });
    const cookie = world.cookieFrom(mine.headers);
    expect(cookie).not.toBe(person.cookie);
    expect(await seen(person)).toBe(401);
    expect((await world.request('GET', '/api/auth/user', undefined, { cookie })).status).toBe(200);
    await forgot(person.email);
    const second = tokenIn(await mail.next(person.email, /Reset/));
    const other = await company.admin.call('resetPassword', {
      body: { token: second, password: 'a third horse' },
    });
    expect(other.status).toBe(200);
    expect(String(other.headers['set-cookie'])).not.toContain('sid=');
    expect(await seen(company.admin)).toBe(200);
  });
});

describe('S-10 invitations by mail', () => {
  test('the letter names who invited and the company, and its link sets the first password; the creator gets no link', async () => {
    const company = await world.newCompany();
    const email = `ines-${company.id}@example.com`;
    const body = { email, firstName: 'Ines', lastName: 'Moreau', role: 'viewer' as const };
    const made = await company.admin.call('createUser', { body });
    expect([made.status, made.body.inviteUrl]).toEqual([201, undefined]);
    expect(Date.parse(String(made.body.invitedUntil))).toBeGreaterThan(Date.now() + 71 * 3_600_000);
    const letter = await mail.next(email);
    expect(letter.text).toContain(
      `Dana Holt has given you access to the key register of “${company.name}”. Choose a password`,
    );
    expect(letter.text).toContain('72 hours');
    expect(letter.text).not.toContain(PASSWORD);

    const renewed = await company.admin.call('inviteUser', { params: { id: made.body.id }, body: {} });
    expect([renewed.status, renewed.body.inviteUrl]).toEqual([200, undefined]);
    const second = await mail.next(email);
    expect((await reset(tokenIn(letter), 'a new horse')).status).toBe(400);
    expect((await reset(tokenIn(second), 'a new horse')).status).toBe(200);
    expect(await logIn(email, 'a new horse')).toBe(200);
  });

  test('S-18 a changed email is told to the old address and to the new one', async () => {
    const person = await (await world.newCompany()).as('officer');
    const email = `moved-${person.id}@example.com`;
    const moved = await person.call('updateUser', {
      params: { id: person.id },
      body: { email, currentPassword: PASSWORD },
    });
    expect(moved.status).toBe(200);
    expect(await seen(person)).toBe(200);
    const letter = await mail.next(person.email);
    expect(letter.subject).toBe('The email address of your Keyhold account was changed');
    expect(letter.text).toContain(`You now sign in as ${email}`);
    const confirmed = await mail.next(email);
    expect([confirmed.subject, linkIn(confirmed)]).toEqual([
      'Your Keyhold account now uses this email address',
      '',
    ]);
  });

  test('an email that an administrator changed: the old address is told who did it, the new one gets the link', async () => {
    const company = await world.newCompany();
    const person = await company.as('officer');
    const email = `handed-${person.id}@example.com`;
    const moved = await company.admin.call('updateUser', { params: { id: person.id }, body: { email } });
    expect([moved.status, moved.body.mailed, moved.body.inviteUrl]).toEqual([200, true, undefined]);
    const told = await mail.next(person.email);
    expect(told.text).toContain(`Dana Holt changed the email address of your account to ${email}`);
    expect(linkIn(told)).toBe('');
    const link = await mail.next(email, /Choose/);
    expect((await reset(tokenIn(link), 'a new horse')).status).toBe(200);
    expect([await logIn(email, PASSWORD), await logIn(email, 'a new horse')]).toEqual([401, 200]);
  });
});

describe('S-11 changing the own password', () => {
  test('needs the current one; ends all other sessions and gives this one a new id', async () => {
    const person = await (await world.newCompany()).as('viewer');
    const other = await world.signIn(person.email);
    const wrong = await change(person, 'wrong', 'a new horse');
    expect([wrong.status, wrong.body]).toEqual([
      400,
      {
        message: 'The current password is incorrect',
        code: 'wrong_password',
        errors: { currentPassword: 'The current password is incorrect' },
      },
    ]);
    expect((await change(person, '', 'a new horse')).body.message).toBe('Current password is required');
    expect((await change(person, PASSWORD, 'short')).body.message).toBe(
      'Password must be at least 6 characters long.',
    );
    expect([await seen(person), await seen(other)]).toEqual([200, 200]);

    const changed = await change(person, PASSWORD, 'a new horse');
    expect(changed.status).toBe(200);
    expect([await seen(person), await seen(other)]).toEqual([401, 401]);
    const cookie = world.cookieFrom(changed.headers);
    expect((await world.request('GET', '/api/auth/user', undefined, { cookie })).status).toBe(200);
    expect([await logIn(person.email, PASSWORD), await logIn(person.email, 'a new horse')]).toEqual([
      401, 200,
    ]);
    const [line] = await world.sql('select action, user_id from audit_log order by id desc limit 1');
    expect(line).toEqual({ action: 'user_password', user_id: person.id });
    expect((await mail.next(person.email)).subject).toBe('Your Keyhold password was changed');
  });

  test('an account without a password has no right answer; somebody without a company may change theirs', async () => {
    const person = await (await world.newCompany()).as('viewer');
    await world.sql('update users set password = null where id = $1', [person.id]);
    expect((await change(person, PASSWORD, 'a new horse')).status).toBe(400);
    expect((await change(await world.person(), PASSWORD, 'a new horse')).status).toBe(200);
  });
});
