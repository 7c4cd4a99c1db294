import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activitySentence } from '../../../shared/activity-sentence.ts';
import { api, type Call, isPreCompany } from '../../../shared/api.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { tidy } from '../../database/housekeeping.ts';
import { readConfig } from '../../environment.ts';
import { makeApp } from '../../http/pipeline.ts';
import { dumpAll } from '../../testing/dump.ts';
import {
  codeOf,
  halfSignIn,
  makePasskey,
  SECRETS_KEY,
  setUpApp,
  setUpPasskey,
} from '../../testing/factors.ts';
import { type MailSink, openMailSink } from '../../testing/mail.ts';
import { putClock } from '../../testing/put.ts';
import { CALLS } from '../../testing/samples.ts';
import { PASSWORD, type Person, type TestCompany, useWorld } from '../../testing/world.ts';

// The clock of codes is stopped where a test says so; half sign-ins and sessions follow the real one.
let mail: MailSink;
const environment: Record<string, string> = { LOG_LEVEL: 'info', MAIL_FROM: 'Keyhold <keys@example.com>' };
beforeAll(async () => {
  mail = await openMailSink();
  // A name without dots, so that cookies and passkeys belong to this machine.
  environment.PUBLIC_URL = 'http://localhost';
  environment.SMTP_URL = mail.url;
});
const world = useWorld(environment);
afterAll(() => mail.close());

const NOW = Date.parse('2026-11-22T12:00:15Z');
let company: TestCompany;
beforeAll(async () => {
  company = await world.newCompany();
});

const half = (person: Person) => halfSignIn(world, person.email);
type Answer = { code?: string; recoveryCode?: string; passkey?: object };
/** A signed-in user confirms their identity. */
const confirm = (me: Person, body: Answer, password = PASSWORD) =>
  me.call('confirmIdentity', { body: { password, ...body } as never });
const answer = (cookie: string, body: Answer) =>
  world.visitor.call('answerSecondFactor', { body, headers: { cookie } });
const passkeyFor = async (cookie: string) =>
  (await world.visitor.call('beginPasskeySignIn', { body: {}, headers: { cookie } })).body;
const withCookie = (person: Person, cookie: string): Person => ({
  ...person,
  cookie,
  call: (name, input) => world.visitor.call(name, { ...input, headers: { cookie } } as never),
});
/** The user's last entry; a sign-in is written once the reply has left. */
const lastLog = async () =>
  (
    await world.sql<{ action: string; user_id: number; details: Record<string, unknown> }>(
      "select action, user_id, details from audit_log where not starts_with(action, 'sign_in') order by id desc limit 1",
    )
  )[0];
const WRONG = 'Incorrect code, or it was already used. Codes change every 30 seconds.';
const LATE = 'Your sign-in took too long. Enter your password again.';

describe('an authenticator app', () => {
  test('is set up by its first code, asked for at the next sign-in, and accepted once a step, also between two servers', async () => {
    await putClock(world, new Date(NOW).toISOString());
    const me = await company.as('officer', { firstName: 'Ada', lastName: 'Brook' });
    const begun = (await me.call('beginApp', { body: {} })).body;
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.address).toContain(
      `otpauth://totp/Keyhold:${encodeURIComponent(me.email)}?secret=${begun.secret}`,
    );
    const wrong = await me.call('addApp', { body: { newCode: codeOf(begun.secret, 5, NOW) } });
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([400, ['newCode']]);
    const added = await me.call('addApp', { body: { newCode: codeOf(begun.secret, -1, NOW) } });
    const codes = added.body.recoveryCodes ?? [];
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await lastLog()).toMatchObject({ action: 'factor_add', user_id: me.id });
    expect((await mail.next(me.email, /second factor was added/)).text).toContain('An authenticator app');
    expect((await me.call('getFactors')).body).toMatchObject({
      app: { lastUsedAt: null },
      passkeys: [],
      recoveryCodes: 10,
      required: false,
      canAdd: { app: true, passkey: true },
    });
    // Neither the secret nor a code is stored in plain text.
    const stored = await dumpAll(world);
    for (const secret of [begun.secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(stored.includes(secret)).toBe(false);

    const asked = await half(me);
    expect([asked.status, asked.body]).toEqual([
      401,
      {
        message: 'Your second factor is needed to sign in',
        code: 'second_factor',
        secondFactor: ['app', 'recovery'],
      },
    ]);
    const { secret } = begun;
    // The code of the set-up was used, and codes two steps away are too far.
    for (const step of [-1, -2, 2]) {
      const refused = await answer(asked.cookie, { code: codeOf(secret, step, NOW) });
      expect([refused.status, refused.body.message]).toEqual([400, WRONG]);
    }
    const code = codeOf(secret, 0, NOW);
    const done = await answer(asked.cookie, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect([done.status, done.body.user.id]).toEqual([200, me.id]);
    expect((await withCookie(me, world.cookieFrom(done.headers)).call('getMe')).status).toBe(200);
    // A code that was right a second ago is refused, in this half sign-in and in another.
    expect((await answer(asked.cookie, { code })).body.message).toBe(LATE);
    expect((await answer((await half(me)).cookie, { code })).body.message).toBe(WRONG);

    const other = await makeApp(
      readConfig({ LOG_LEVEL: 'silent', DEMO_MODE: 'off', SECRETS_KEY, PUBLIC_URL: 'http://localhost' }),
      world.pool,
    );
    try {
      const next = codeOf(secret, 1, NOW);
      const cookies = [(await half(me)).cookie, (await half(me)).cookie];
      const statuses = await Promise.all([
        answer(cookies[0] ?? '', { code: next }).then(({ status }) => status),
        other
          .inject({
            method: 'POST',
            url: '/api/auth/second-factor',
            headers: { cookie: cookies[1] },
            payload: { code: next },
          })
          .then(({ statusCode }) => statusCode),
      ]);
      expect(statuses.sort()).toEqual([200, 400]);
    } finally {
      await other.close();
    }
    await putClock(world, null);
  });

  test('is read by the key it was encrypted with alone, and without a key none is set up', async () => {
    const me = await company.as('officer');
    const { secret, recoveryCodes } = await setUpApp(me);
    const environments = [{}, { SECRETS_KEY: Buffer.alloc(32, 9).toString('base64') }];
    for (const keys of environments) {
      const app = await makeApp(readConfig({ LOG_LEVEL: 'silent', DEMO_MODE: 'off', ...keys }), world.pool);
      const post = (url: string, payload: object, cookie: string | undefined) =>
        app.inject({ method: 'POST', url: `/api/auth/${url}`, payload, headers: { cookie } });
      try {
        const { cookie } = await half(me);
        const refused = await post('second-factor', { code: codeOf(secret, 1) }, cookie);
        expect([refused.statusCode, refused.json().code]).toEqual([409, 'unreadable_app']);
        const recovered = await post('second-factor', { recoveryCode: recoveryCodes.pop() }, cookie);
        expect(recovered.statusCode).toBe(200);
        if ('SECRETS_KEY' in keys) continue;
        const begun = await post('factors/app/begin', {}, me.cookie);
        expect([begun.statusCode, begun.json().message]).toEqual([
          409,
          'Authenticator apps cannot be set up: this server has no SECRETS_KEY. Ask its operator to set one.',
        ]);
      } finally {
        await app.close();
      }
    }
  });

  test('another one takes its place, and goes, only once somebody showed with both that it is they', async () => {
    const me = await company.as('officer');
    const { secret } = await setUpApp(me);
    const { secret: newSecret } = (await me.call('beginApp', { body: {} })).body;
    const add = () => me.call('addApp', { body: { newCode: codeOf(newSecret) } });
    await world.lapse(me);
    const notYet = await add();
    expect([notYet.status, notYet.body.code]).toEqual([403, 'confirm']);
    expect((await confirm(me, { code: codeOf(secret, 1) })).status).toBe(200);
    expect((await add()).body).toEqual({ recoveryCodes: null });
    await world.lapse(me);
    // The old app's codes no longer work.
    expect((await confirm(me, { code: codeOf(secret, 1) })).status).toBe(400);
    expect((await me.call('removeApp')).status).toBe(403);
    expect((await confirm(me, { code: codeOf(newSecret, 1) })).status).toBe(200);
    expect((await me.call('removeApp')).status).toBe(200);
    expect(await lastLog()).toMatchObject({ action: 'factor_remove', user_id: me.id });
    expect((await mail.next(me.email, /was removed/)).text).toContain('An authenticator app');
    expect((await me.call('getFactors')).body).toMatchObject({ app: null, recoveryCodes: 0 });
    expect((await world.signIn(me.email)).id).toBe(me.id);
  });
});

describe('somebody signed in who has a second factor', () => {
  const confirmed = async (me: Person) => (await me.call('getConfirmation')).body.confirmed;

  test('confirms that it is they as a sign-in asks: neither the password nor the factor is enough alone', async () => {
    const me = await company.as('officer', { firstName: 'Ada', lastName: 'Brook' });
    const { secret, recoveryCodes } = await setUpApp(me);
    const { device } = await setUpPasskey(me);
    await world.lapse(me);
    expect((await me.call('getConfirmation')).body).toEqual({
      confirmed: false,
      ways: ['password'],
      factors: ['passkey', 'app', 'recovery'],
    });
    const code = codeOf(secret, 1);
    const tried = async (body: object) => (await me.call('confirmIdentity', { body } as never)).body.errors;
    expect(await tried({ password: PASSWORD })).toEqual({ code: 'Enter a code' });
    expect(await tried({ code })).toEqual({ password: 'Password is required' });
    expect(await tried({ password: 'wrong', code })).toEqual({ password: 'The password is incorrect' });
    expect(await tried({ password: PASSWORD, code: '000000' })).toEqual({ code: WRONG });
    expect(await tried({ password: PASSWORD, passkey: { id: 'none' } })).toEqual({
      passkey: 'This passkey was not accepted',
    });
    expect(await confirmed(me)).toBe(false);
    // With the wrong password the code was not checked, so it still works once.
    expect((await confirm(me, { code })).status).toBe(200);
    expect(await confirmed(me)).toBe(true);
    expect((await confirm(me, { code })).status).toBe(400);

    await world.lapse(me);
    const options = (await me.call('beginConfirm', { body: {} })).body;
    const passkey = device.answer(options);
    expect((await confirm(me, { passkey })).status).toBe(200);
    // A passkey's signature confirms only once.
    expect((await confirm(me, { passkey: device.answer(options, { counter: 99 }) })).status).toBe(400);

    const [recoveryCode = ''] = recoveryCodes;
    expect((await confirm(me, { recoveryCode })).status).toBe(200);
    expect((await confirm(me, { recoveryCode })).status).toBe(400);
    expect((await mail.next(me.email, /recovery code/)).text).toContain(me.email);
    await world.app.activity.settled();
    const entries = (await company.admin.call('listActivity', { query: { userId: me.id } })).body;
    const said = entries.map((entry) => activitySentence(entry, 'Ada Brook'));
    expect(said).toContain('Ada Brook confirmed who they are with a recovery code');
    expect(said).toContain('Ada Brook entered their second factor incorrectly');
    expect(said).toContain('Ada Brook entered their password incorrectly');
  });

  test('is not confirmed by a password alone that they change, and is asked before their email moves', async () => {
    const me = await company.as('officer');
    const { secret } = await setUpApp(me);
    const body = { currentPassword: PASSWORD, newPassword: 'another horse' };
    const changed = await me.call('changePassword', { body });
    const again = withCookie(me, world.cookieFrom(changed.headers));
    expect(await confirmed(again)).toBe(false);
    expect((await again.call('removeApp')).status).toBe(403);
    const move = () =>
      again.call('updateUser', {
        params: { id: me.id },
        body: { email: `moved-${me.email}`, currentPassword: 'another horse' },
      });
    const notYet = await move();
    expect([notYet.status, notYet.body]).toEqual([403, expect.objectContaining({ code: 'confirm' })]);
    const answered = { password: 'another horse', code: codeOf(secret, 1) };
    expect((await again.call('confirmIdentity', { body: answered })).status).toBe(200);
    expect((await move()).status).toBe(200);
  });
});

describe('a sign-in that waits for its second factor', () => {
  test('can call nothing, is one browser’s, ends when the password, the person or the factor changes, and after ten minutes', async () => {
    const me = await company.as('officer');
    const { recoveryCodes } = await setUpApp(me);
    const asked = await half(me);
    const token = asked.cookie.split('=')[1];
    expect(asked.cookie).toMatch(/^half=[\w-]{43}$/);
    for (const cookie of [asked.cookie, `sid=${token}`]) {
      const visitor = withCookie(me, cookie);
      expect((await visitor.call('getMe')).status).toBe(401);
      expect((await visitor.call('listKeyBunches')).status).toBe(401);
      expect((await visitor.call('getFactors')).status).toBe(401);
      expect((await visitor.call('beginApp', { body: {} })).status).toBe(401);
    }
    const recoveryCode = recoveryCodes[0];
    const notTheirs = await answer('half=none', { recoveryCode });
    expect([notTheirs.status, notTheirs.body.message]).toEqual([401, LATE]);
    expect((await answer(asked.cookie, {})).status).toBe(400);

    const ends: [string, unknown[]][] = [
      ["update half_sign_ins set expires_at = now() - interval '1 second' where user_id = $1", [me.id]],
      ['update users set password = password || $2 where id = $1', [me.id, ' ']],
      ['update users set is_active = false where id = $1', [me.id]],
      ["update users set role = 'viewer' where id = $1", [me.id]],
    ];
    const [stored] = await world.sql<{ password: string }>('select password from users where id = $1', [
      me.id,
    ]);
    for (const [end, values] of ends) {
      const { cookie } = await half(me);
      await world.sql(end, values);
      const late = await answer(cookie, { recoveryCode });
      expect([late.status, late.body.message]).toEqual([401, LATE]);
      await world.sql('update users set is_active = true, password = $2 where id = $1', [
        me.id,
        stored?.password,
      ]);
    }
    const { cookie } = await half(me);
    await world.sql('update companies set is_active = false where id = $1', [company.id]);
    expect((await answer(cookie, { recoveryCode })).status).toBe(401);
    await world.sql('update companies set is_active = true where id = $1', [company.id]);
    expect((await answer(cookie, { recoveryCode })).status).toBe(200);

    await half(me);
    await world.sql("update half_sign_ins set expires_at = now() - interval '1 second'");
    await tidy(world.transactions);
    expect(await world.sql('select from half_sign_ins')).toEqual([]);
  });

  test('ten wrong codes in fifteen minutes, then each waits for the one before, twice as long; the log names the account', async () => {
    const me = await company.as('officer');
    const { secret } = await setUpApp(me);
    const { device } = await setUpPasskey(me);
    const { cookie } = await half(me);
    const wrong = await Promise.all(Array.from({ length: 16 }, () => answer(cookie, { code: '000000' })));
    expect(wrong.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(6);
    const refused = await answer(cookie, { code: codeOf(secret, 1) });
    expect(refused.status).toBe(429);
    // An open session shares the account's limit on codes.
    expect((await confirm(me, { code: codeOf(secret, 1) })).status).toBe(429);
    const waits = async () => {
      await world.sql("update attempts set expire = 0 where key like 'factor-wait:%'");
      await answer(cookie, { code: '000000' });
      const [row] = await world.sql<{ seconds: number }>(
        `select round((expire - extract(epoch from now()) * 1000) / 10000)::int * 10 as seconds from attempts where key = 'factor-wait:${me.id}'`,
      );
      return row?.seconds;
    };
    expect([await waits(), await waits(), await waits()]).toEqual([20, 40, 80]);
    const lines = world.log.filter((line) => line.userId === me.id);
    for (const due of [
      { event: 'sign-in', outcome: 'half' },
      { event: 'second-factor', outcome: 'refused' },
      { event: 'second-factor', outcome: 'locked' },
      { event: 'confirmation', outcome: 'locked' },
    ])
      expect(lines).toContainEqual(expect.objectContaining(due));
    expect(JSON.stringify(world.log)).not.toContain('000000');
    // A passkey cannot be guessed, so wrong guesses by others do not block it.
    const passkey = device.answer(await passkeyFor(cookie));
    expect((await answer(cookie, { passkey })).status).toBe(200);
  });
});

test('codes are read in the digits of any script', async () => {
  await putClock(world, new Date(NOW).toISOString());
  const typed = (text = '') => text.replace(/\d/g, (digit) => '०१२३४५६७८९'.charAt(Number(digit)));
  const me = await company.as('officer');
  const { secret } = (await me.call('beginApp', { body: {} })).body;
  const added = await me.call('addApp', { body: { newCode: typed(codeOf(secret, -1, NOW)) } });
  const statuses = [added.status];
  for (const proof of [
    { code: typed(codeOf(secret, 0, NOW)) },
    { recoveryCode: typed(added.body.recoveryCodes?.[0]) },
  ])
    statuses.push((await answer((await half(me)).cookie, proof)).status);
  expect(statuses).toEqual([200, 200, 200]);
  await putClock(world, null);
});

test('a recovery code works once, however it is typed; of many at once one is the first; new ones end the old', async () => {
  const me = await company.as('officer');
  const { recoveryCodes } = await setUpApp(me);
  const [first = '', second = '', third = ''] = recoveryCodes;
  const cookies = [];
  for (let n = 0; n < 6; n += 1) cookies.push((await half(me)).cookie);
  const typed = first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  const statuses = await Promise.all(
    cookies.map(async (cookie) => (await answer(cookie, { recoveryCode: typed })).status),
  );
  expect(statuses.sort()).toEqual([200, 400, 400, 400, 400, 400]);
  expect(await lastLog()).toMatchObject({ action: 'recovery_code_used', user_id: me.id });
  expect((await mail.next(me.email, /recovery code/)).text).toContain(me.email);
  const done = await answer((await half(me)).cookie, { recoveryCode: second });
  const again = withCookie(me, world.cookieFrom(done.headers));
  expect((await again.call('getFactors')).body.recoveryCodes).toBe(8);
  const renewed = await again.call('renewRecoveryCodes', { body: {} });
  expect(renewed.body.recoveryCodes).toHaveLength(10);
  expect(await lastLog()).toMatchObject({ action: 'recovery_codes_new', user_id: me.id });
  const { cookie } = await half(me);
  expect((await answer(cookie, { recoveryCode: third })).status).toBe(400);
  expect((await answer(cookie, { recoveryCode: renewed.body.recoveryCodes[0] ?? '' })).status).toBe(200);
  // Another user's code is refused.
  const other = await company.as('officer');
  await setUpApp(other);
  const theirs = { recoveryCode: renewed.body.recoveryCodes[1] ?? '' };
  expect((await answer((await half(other)).cookie, theirs)).status).toBe(400);
});

describe('a passkey', () => {
  test('signs what this sign-in asked, at this site, and counts on', async () => {
    const me = await company.as('officer');
    const { device, recoveryCodes } = await setUpPasskey(me);
    expect(recoveryCodes).toHaveLength(10);
    const asked = await half(me);
    expect(asked.secondFactor).toEqual(['passkey', 'recovery']);
    const options = await passkeyFor(asked.cookie);
    const [otherHalf, elsewhere] = [await half(me), makePasskey()];
    const otherOptions = await passkeyFor(otherHalf.cookie);
    const refused = async (passkey: object) => {
      const { status, body } = await answer(asked.cookie, { passkey });
      expect([status, body.message]).toEqual([400, 'This passkey was not accepted']);
    };
    await refused(device.answer(options, { challenge: 'dGFtcGVyZWQgd2l0aA' }));
    await refused(device.answer(otherOptions));
    await refused(device.answer(options, { origin: 'https://keys.example.com' }));
    await refused(elsewhere.answer(options));
    await refused({ ...elsewhere.answer(options), id: device.answer(options).id });
    await refused({ id: device.answer(options).id, response: 'none' });
    expect((await answer(asked.cookie, { passkey: device.answer(options, { counter: 20 }) })).status).toBe(
      200,
    );
    const next = await half(me);
    const nextOptions = await passkeyFor(next.cookie);
    // A cloned passkey would continue from the counter at the time of the copy.
    for (const counter of [19, 20]) {
      const copy = device.answer(nextOptions, { counter });
      expect((await answer(next.cookie, { passkey: copy })).status).toBe(400);
    }
    expect((await answer(next.cookie, { passkey: device.answer(nextOptions, { counter: 21 }) })).status).toBe(
      200,
    );
    expect((await me.call('getFactors')).body.passkeys).toEqual([
      expect.objectContaining({ name: 'Laptop', lastUsedAt: expect.any(String) }),
    ]);
  });

  test('is added with the ways to it that WebAuthn knows by name, whatever else a browser sends for them', async () => {
    const me = await company.as('officer');
    const add = async (name: string, transports: unknown) => {
      const { response, ...head } = makePasskey().register(
        (await me.call('beginPasskey', { body: {} })).body,
      );
      const registration = { ...head, response: { ...response, transports } };
      expect((await me.call('addPasskey', { body: { name, registration } })).status).toBe(200);
    };
    await add('Laptop', ['internal\u0000 ', 'smart-card', 'x'.repeat(21), 'USB', null, 'hybrid']);
    await add('Phone', 'internal');
    const { allowCredentials } = (await me.call('beginConfirm', { body: {} })).body as {
      allowCredentials?: { transports: string[] }[];
    };
    expect(allowCredentials?.map(({ transports }) => transports)).toEqual([['smart-card', 'hybrid'], []]);
  });

  test('is one’s own: another’s is not found, and its answer proves nothing', async () => {
    const [me, other] = [await company.as('officer'), await company.as('officer')];
    const mine = await setUpPasskey(me);
    const theirs = await setUpPasskey(other);
    const removed = await me.call('removePasskey', { params: { id: theirs.id } });
    expect([removed.status, removed.body.message]).toEqual([404, 'Passkey not found']);
    const { cookie } = await half(me);
    const foreign = theirs.device.answer(await passkeyFor(cookie));
    expect((await answer(cookie, { passkey: foreign })).status).toBe(400);

    const options = (await me.call('beginPasskey', { body: {} })).body;
    const taken = await me.call('addPasskey', {
      body: { name: 'Copy', registration: theirs.device.register(options) },
    });
    expect([taken.status, taken.body.message]).toEqual([409, 'This passkey is in use already']);
    const tampered = makePasskey().register((await me.call('beginPasskey', { body: {} })).body, {
      challenge: 'dGFtcGVyZWQgd2l0aA',
    });
    expect(
      (await me.call('addPasskey', { body: { name: 'X', registration: tampered } })).body.errors,
    ).toEqual({ registration: 'This passkey was not accepted' });

    const asked = (await me.call('beginConfirm', { body: {} })).body;
    expect((await confirm(me, { passkey: theirs.device.answer(asked) })).status).toBe(400);
    expect((await confirm(me, { passkey: mine.device.answer(asked) })).status).toBe(200);
    expect((await me.call('removePasskey', { params: { id: mine.id } })).status).toBe(200);
    expect((await me.call('getFactors')).body).toMatchObject({ passkeys: [], recoveryCodes: 0 });
  });
});

describe('a company that requires a second factor', () => {
  test('people of its roles set one up first at their next sign-in, and can do nothing else until then', async () => {
    const firm = await world.newCompany();
    const require = (roles: string[]) => firm.admin.call('requireSecondFactor', { body: { roles } });
    const officer = await firm.as('officer');
    const viewer = await firm.as('viewer');
    const token = (
      await firm.admin.call('createToken', {
        body: {
          name: 'Patrol',
          permissions: ['key:view'],
          allowedLocationIds: [],
          expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
        },
      })
    ).body.token;
    const alone = await require(['officer']);
    expect([alone.status, alone.body.code]).toEqual([409, 'no_second_factor']);
    await setUpPasskey(firm.admin);
    const required = await require(['super_admin', 'officer']);
    expect([required.status, required.body.secondFactorRoles]).toEqual([200, ['super_admin', 'officer']]);
    expect(await lastLog()).toMatchObject({
      action: 'factor_required',
      details: { from: [], to: ['super_admin', 'officer'] },
    });

    // A list that was read before a colleague changed it takes none of theirs away.
    const headers = { 'if-match': `"${required.body.updatedAt}"` };
    await require(['super_admin', 'officer', 'viewer']);
    const stale = await firm.admin.call('requireSecondFactor', { body: { roles: ['officer'] }, headers });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    await require(['super_admin', 'officer']);

    // Signed-in users keep working; a token does not depend on a sign-in.
    expect((await officer.call('listKeyBunches')).status).toBe(200);
    expect((await world.program(String(token), firm.admin).call('listKeyBunches')).status).toBe(200);
    expect((await (await world.signIn(viewer.email)).call('listKeyBunches')).status).toBe(200);
    const me = await world.signIn(officer.email);
    expect((await me.call('getMe')).body).toMatchObject({ id: officer.id, factorDue: true });
    const closed = CALLS.filter(
      (name) => !(api[name] as Call).first && api[name].needs !== 'nobody' && api[name].needs !== 'kiosk',
    );
    expect(closed.length).toBeGreaterThan(90);
    for (const name of closed) {
      const { status, body } = await me.call(name, { params: { id: 1 } } as never);
      expect([name, status, typeof body === 'string' ? JSON.parse(body) : body]).toEqual([
        name,
        403,
        { message: REFUSALS.factorDue, code: 'factor_due' },
      ]);
    }
    // Calls that are open to anybody get the usual answer.
    expect(CALLS.filter((name) => (api[name] as Call).first).every(isPreCompany)).toBe(true);
    // Changing the factors of the next sign-in needs a confirmation, which this user can give.
    await world.lapse(me);
    expect((await me.call('beginApp', { body: {} })).body).toMatchObject({ code: 'confirm' });
    expect((await confirm(me, {})).status).toBe(200);
    await setUpApp(me);
    expect((await me.call('getMe')).body).not.toHaveProperty('factorDue');
    expect((await me.call('listKeyBunches')).status).toBe(200);
    const last = await me.call('removeApp');
    expect(last.status).toBe(409);
    await setUpPasskey(me);
    expect((await me.call('removeApp')).status).toBe(200);
  });

  test('a week later it holds for those who stayed signed in too; who comes by the provider is asked by it', async () => {
    const firm = await world.newCompany();
    await setUpPasskey(firm.admin);
    const staying = await firm.as('officer');
    const byProvider = await firm.as('officer');
    await firm.admin.call('requireSecondFactor', { body: { roles: ['officer'] } });
    await world.sql(`update sessions set signed_in_by = 'single_sign_on' where user_id = $1`, [
      byProvider.id,
    ]);
    const back = (days: number) =>
      world.sql(
        'update companies set second_factor_since = now() - make_interval(days => $2) where id = $1',
        [firm.id, days],
      );
    await back(6);
    expect((await staying.call('getMe')).body).toHaveProperty('factorDue');
    await world.sql("update sessions set created_at = now() - interval '30 days' where user_id = $1", [
      staying.id,
    ]);
    expect((await staying.call('listKeyBunches')).status).toBe(200);
    await back(8);
    expect((await staying.call('listKeyBunches')).body).toEqual({
      message: REFUSALS.factorDue,
      code: 'factor_due',
    });
    expect((await byProvider.call('listKeyBunches')).status).toBe(200);
    await firm.admin.call('requireSecondFactor', { body: { roles: [] } });
    expect((await staying.call('listKeyBunches')).status).toBe(200);
  });
});

describe('somebody who lost everything', () => {
  test('an administrator resets it: sessions and password end, a letter and a link go out, and the log says so', async () => {
    const firm = await world.newCompany();
    const manager = await firm.as('officer', { customPermissions: ['user:view', 'user:edit'] });
    const person = await firm.as('officer', { firstName: 'Lea', lastName: 'Marsh' });
    const reset = (by: Person, id: number) => by.call('resetFactors', { params: { id }, body: {} });
    expect((await reset(manager, person.id)).body.message).toBe('This user has no second factor');
    await setUpApp(person);
    await setUpPasskey(firm.admin);
    const listed = (await manager.call('listUsers')).body;
    expect(listed.find(({ id }) => id === person.id)?.secondFactor).toBe(true);
    expect((await reset(manager, firm.admin.id)).status).toBe(403);
    expect((await reset(firm.admin, firm.admin.id)).status).toBe(409);
    expect((await reset(company.admin, person.id)).status).toBe(404);
    expect((await reset(await firm.as('officer'), person.id)).status).toBe(403);

    const waiting = await half(person);
    const done = await reset(manager, person.id);
    expect([done.status, done.body.secondFactor, done.body.mailed]).toEqual([200, false, true]);
    expect(await lastLog()).toMatchObject({
      action: 'factor_reset',
      user_id: manager.id,
      details: { userId: person.id },
    });
    expect((await person.call('getMe')).status).toBe(401);
    expect((await answer(waiting.cookie, { code: '000000' })).status).toBe(401);
    // The password by itself is not enough.
    expect((await half(person)).body.message).toBe('Invalid email or password');
    const told = await mail.next(person.email, /second factor was reset/);
    expect(told.text).toContain('removed every second factor');
    const link = await mail.next(person.email, /Choose your Keyhold password/);
    const token = /reset-password\/([\w-]+)/.exec(link.text)?.[1] ?? '';
    await world.visitor.call('resetPassword', { body: { token, password: 'another horse' } });
    expect((await world.signIn(person.email, 'another horse')).id).toBe(person.id);
    expect(await world.sql('select from recovery_codes where user_id = $1', [person.id])).toEqual([]);
  });

  test('an account whose email somebody else changes keeps no factor of the former mailbox', async () => {
    const person = await company.as('officer');
    await setUpApp(person);
    const email = `moved-${person.email}`;
    const moved = await company.admin.call('updateUser', { params: { id: person.id }, body: { email } });
    expect([moved.status, moved.body.secondFactor]).toEqual([200, false]);
    expect(await world.sql('select from recovery_codes where user_id = $1', [person.id])).toEqual([]);
  });

  test('a reset password still asks for the second factor', async () => {
    const me = await company.as('officer');
    await setUpApp(me);
    await world.visitor.call('forgotPassword', { body: { email: me.email } });
    const letter = await mail.next(me.email, /Reset/);
    const token = /reset-password\/([\w-]+)/.exec(letter.text)?.[1] ?? '';
    const { status } = await world.visitor.call('resetPassword', { body: { token, password: 'new horse' } });
    expect(status).toBe(200);
    expect((await halfSignIn(world, me.email, 'new horse')).secondFactor).toEqual(['app', 'recovery']);
  });
});
