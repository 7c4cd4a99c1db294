import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { halfSignIn, setUpApp } from '../testing/factors.ts';
import {
  CLIENT,
  type Claims,
  startIdentityProvider,
  type TestProvider,
} from '../testing/identity-provider.ts';
import { kioskOf } from '../testing/kiosk.ts';
import { makeSite } from '../testing/site.ts';
import { PASSWORD, useWorld, type World } from '../testing/world.ts';

const PUBLIC_URL = 'http://127.0.0.1:3999';
const CALLBACK = `${PUBLIC_URL}/api/login/callback`;
const provider = await startIdentityProvider(CALLBACK);
const setUp = (issuer: string) => ({
  PUBLIC_URL,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  LOGIN_FAILURES: '1000',
});
const world = useWorld({ ...setUp(provider.issuer), LOG_LEVEL: 'info' });
afterAll(() => provider.close());

/** A browser that keeps the cookies of both sides and follows redirects. `stop` ends before the callback is requested. */
function makeBrowser(of: World = world, jar: Record<string, string> = {}) {
  const theirs: Record<string, string> = {};
  const header = (cookies: Record<string, string>) =>
    Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  const keep = (cookies: Record<string, string>, lines: string[]) => {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) delete cookies[name];
      else cookies[name] = value;
    }
  };
  async function ours(path: string) {
    const reply = await of.app.inject({ url: path, headers: { cookie: header(jar) } });
    const set = ([] as string[]).concat((reply.headers['set-cookie'] as string[]) ?? []);
    keep(jar, set);
    return {
      status: reply.statusCode,
      location: String(reply.headers.location),
      set,
      headers: reply.headers,
    };
  }
  /** Goes from the provider's sign-in page to the address that it redirects to. */
  async function throughProvider(start: string, sub: string, ago = 0): Promise<string> {
    let url = start;
    for (let step = 0; step < 8; step += 1) {
      const reply = await fetch(url, { redirect: 'manual', headers: { cookie: header(theirs) } });
      keep(theirs, reply.headers.getSetCookie());
      const next = reply.headers.get('location');
      if (next?.startsWith(CALLBACK)) return next.slice(PUBLIC_URL.length);
      if (reply.status >= 400) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
      url = next ? new URL(next, url).href : `${url}?as=${sub}&ago=${ago}`;
    }
    throw new Error(`The provider does not come to an end at ${url}`);
  }
  return {
    jar,
    ours,
    throughProvider,
    /** Goes through the provider as a user: returns the address of the callback, without requesting it. */
    async sentBack(sub: string, ago?: number, from = '/api/login'): Promise<string> {
      const { status, location } = await ours(from);
      expect(status).toBe(302);
      return throughProvider(location, sub, ago);
    },
    async signIn(sub: string, ago?: number): Promise<string> {
      return (await ours(await this.sentBack(sub, ago))).location;
    },
    async confirm(sub: string): Promise<string> {
      return (await ours(await this.sentBack(sub, 0, '/api/login/confirm'))).location;
    },
    confirmation: async () =>
      (await of.request<'getConfirmation'>('GET', '/api/auth/confirm', undefined, { cookie: header(jar) }))
        .body,
    me: () =>
      of.request<'getMe'>('GET', '/api/auth/user', undefined, {
        cookie: header(jar),
      }),
  };
}

/** A user of the provider; returns the subject and the claims. */
function somebody(claims: Claims = {}, at: TestProvider = provider) {
  const sub = `sub-${randomUUID()}`;
  const email = `${sub}@example.com`;
  at.people[sub] = { email, email_verified: true, given_name: 'Dana', family_name: 'Holt', ...claims };
  return { sub, email };
}

const signOns = () => world.log.filter(({ event }) => event === 'sign-on');

const identitiesOf = (userId: number) =>
  world.sql<{ issuer: string; subject: string }>(
    'select issuer, subject from identities where user_id = $1 order by created_at',
    [userId],
  );

describe('a first sign-in', () => {
  test('S-02 S-07 an unknown email makes a user without company, who sets one up and is the same person the next time', async () => {
    const { sub, email } = somebody({ email: undefined });
    provider.people[sub] = {
      email: email.toUpperCase(),
      email_verified: true,
      given_name: ' Dana ',
      family_name: '',
    };
    const browser = makeBrowser();
    expect(await browser.signIn(sub)).toBe('/');
    const { status, body } = await browser.me();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email,
      firstName: 'Dana',
      lastName: null,
      companyId: null,
      role: 'officer',
    });
    expect(await identitiesOf(body.id)).toEqual([{ issuer: provider.issuer, subject: sub }]);

    const cookie = Object.entries(browser.jar)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const made = await world.request<'setUpCompany'>(
      'POST',
      '/api/companies/setup',
      { name: `Firm ${sub}`, email: 'ignored@example.com', password: 'ignored' },
      { cookie },
    );
    expect(made.status).toBe(201);
    expect(made.body.user).toMatchObject({ id: body.id, email, role: 'super_admin' });

    // The account stays the same when the provider's claims change, and no other user gets it.
    provider.people[sub] = { email: 'somewhere-else@example.com', email_verified: true, name: 'Other' };
    const again = makeBrowser();
    expect(await again.signIn(sub)).toBe('/');
    expect((await again.me()).body).toMatchObject({ id: body.id, email, firstName: 'Dana' });
    // An account without a password has no sign-in by one.
    const tried = await world.visitor.call('logIn', { body: { email, password: 'ignored' } });
    expect(tried.status).toBe(401);
  });

  test('S-02 a known email joins the account when the provider says it is verified, and with its company and role', async () => {
    const company = await world.newCompany();
    const officer = await company.as('officer');
    const { sub } = somebody({ email: officer.email, email_verified: 'true' });
    const browser = makeBrowser();
    expect(await browser.signIn(sub)).toBe('/');
    expect((await browser.me()).body).toEqual((await officer.call('getMe')).body);
    // The password still works.
    expect((await world.signIn(officer.email)).id).toBe(officer.id);
  });

  test('a second factor of ours is asked besides our password, not after the provider, which meets what a company requires', async () => {
    const company = await world.newCompany();
    const { sub, email } = somebody();
    const officer = await company.as('officer');
    await world.sql('update users set email = $2 where id = $1', [officer.id, email]);
    await setUpApp(officer);
    await setUpApp(company.admin);
    await company.admin.call('requireSecondFactor', { body: { roles: ['officer'] } });
    expect((await halfSignIn(world, email)).secondFactor).toEqual(['app', 'recovery']);
    await world.sql('delete from authenticator_apps where user_id = $1', [officer.id]);
    const browser = makeBrowser();
    expect(await browser.signIn(sub)).toBe('/');
    expect((await browser.me()).body).not.toHaveProperty('factorDue');
    expect((await (await world.signIn(email)).call('getMe')).body).toHaveProperty('factorDue');
  });

  test('S-02 G27 an email the provider does not call verified joins no account', async () => {
    const person = await (await world.newCompany()).as('admin');
    for (const email_verified of [false, undefined, 'false', 'yes', [true], ['true'], 1, { true: true }] as (
      | boolean
      | undefined
    )[]) {
      const { sub } = somebody({ email: person.email });
      provider.people[sub] = { email: person.email, ...(email_verified !== undefined && { email_verified }) };
      const browser = makeBrowser();
      expect(await browser.signIn(sub), String(email_verified)).toBe('/auth/login?notice=unverified');
      expect(browser.jar).toEqual({});
    }
    expect(await identitiesOf(person.id)).toEqual([]);
  });

  test('S-02 without an email there is no account', async () => {
    for (const email of [undefined, 'not an email']) {
      const { sub } = somebody();
      provider.people[sub] = { ...(email && { email }), email_verified: true };
      expect(await makeBrowser().signIn(sub)).toBe('/auth/login?notice=noEmail');
    }
  });

  test('two browsers of the same new person at the same moment make one user', async () => {
    const { sub, email } = somebody({ email_verified: false });
    const browsers = Array.from({ length: 4 }, () => makeBrowser());
    const ways = await Promise.all(browsers.map((browser) => browser.sentBack(sub)));
    const ends = await Promise.all(browsers.map((browser, index) => browser.ours(String(ways[index]))));
    expect(ends.map(({ location }) => location)).toEqual(['/', '/', '/', '/']);
    expect(await world.sql('select id from users where email = $1', [email])).toHaveLength(1);
  });

  test('whoever took an unchecked address before its owner is out once the owner sets a password', async () => {
    const { sub, email } = somebody({ email_verified: false });
    const early = makeBrowser();
    expect(await early.signIn(sub)).toBe('/');
    const { id } = (await early.me()).body;
    await world.sql("update users set first_name = 'Same' where id = $1", [id]);
    expect(await identitiesOf(id)).toHaveLength(1);
    await world.sql("update users set password = 'from the mailbox' where id = $1", [id]);
    expect(await identitiesOf(id)).toEqual([]);
    expect(await makeBrowser().signIn(sub)).toBe('/auth/login?notice=unverified');

    // An identity whose address was verified, at once or later, stays.
    const checked = somebody({ email_verified: false });
    await makeBrowser().signIn(checked.sub);
    provider.people[checked.sub] = { email: checked.email, email_verified: true };
    await makeBrowser().signIn(checked.sub);
    await world.sql("update users set password = 'new' where email = $1", [checked.email]);
    expect(await makeBrowser().signIn(checked.sub)).toBe('/');
    expect(email).not.toBe(checked.email);
  });

  test('whoever took an unchecked address before its owner is out once the owner signs on with it checked', async () => {
    const early = somebody({ email_verified: false });
    const attacker = makeBrowser();
    expect(await attacker.signIn(early.sub)).toBe('/');
    const { id } = (await attacker.me()).body;
    // Already at the callback when the owner comes: the session it is about to get must not survive the join either.
    const meanwhile = makeBrowser();
    const back = await meanwhile.sentBack(early.sub);

    const { sub } = somebody({ email: early.email });
    const owner = makeBrowser();
    expect(await owner.signIn(sub)).toBe('/');
    expect((await owner.me()).body.id).toBe(id);
    expect((await attacker.me()).status).toBe(401);
    expect((await meanwhile.ours(back)).location).toBe('/auth/login?notice=unverified');
    expect(await attacker.signIn(early.sub)).toBe('/auth/login?notice=unverified');
    expect(await identitiesOf(id)).toEqual([{ issuer: provider.issuer, subject: sub }]);
    expect((await owner.me()).status).toBe(200);
  });

  test('a sign-on that confirms the email ends the identities that never did', async () => {
    const person = await (await world.newCompany()).as('officer');
    const [own, other] = [somebody({ email: person.email }), somebody({ email: person.email })];
    for (const { sub } of [own, other]) expect(await makeBrowser().signIn(sub)).toBe('/');
    // As after a change of the person's email: the provider verified the previous one.
    await world.sql('update identities set email_verified = false where user_id = $1', [person.id]);
    const doubtful = makeBrowser();
    provider.people[other.sub] = { email: 'elsewhere@example.com', email_verified: true };
    expect(await doubtful.signIn(other.sub)).toBe('/');
    const browser = makeBrowser();
    expect(await browser.signIn(own.sub)).toBe('/');
    expect((await doubtful.me()).status).toBe(401);
    expect((await browser.me()).status).toBe(200);
    expect(await identitiesOf(person.id)).toEqual([{ issuer: provider.issuer, subject: own.sub }]);
  });
});

describe('who is not let in', () => {
  test('S-06 S-13 an inactive user and a user of an inactive company, known or new to the provider', async () => {
    const company = await world.newCompany();
    const linked = await company.as('officer');
    const { sub } = somebody({ email: linked.email });
    expect(await makeBrowser().signIn(sub)).toBe('/');
    await world.sql('update users set is_active = false where id = $1', [linked.id]);
    const closed = await world.newCompany();
    await world.sql('update companies set is_active = false where id = $1', [closed.id]);
    const ofClosed = somebody({ email: closed.admin.email });
    const gone = await company.as('viewer');
    await world.sql('update users set is_active = false where id = $1', [gone.id]);
    const ofGone = somebody({ email: gone.email });
    for (const subject of [sub, ofClosed.sub, ofGone.sub]) {
      const browser = makeBrowser();
      expect(await browser.signIn(subject)).toBe('/auth/login?notice=noEntry');
      expect(browser.jar).toEqual({});
    }
    expect(await identitiesOf(gone.id)).toEqual([]);
  });

  test('who cancels at the provider is told so', async () => {
    const browser = makeBrowser();
    world.log.length = 0;
    expect(await browser.signIn('')).toBe('/auth/login?notice=refused');
    expect(signOns()).toMatchObject([{ why: 'refused', said: 'access_denied' }]);
  });

  test('R28 of an error that comes back the log has a known code, and nothing that was written into the address', async () => {
    const browser = makeBrowser();
    const begun = new URL((await browser.ours('/api/login')).location);
    const typed = 'somebody@example.com has key 4711';
    const back = new URLSearchParams({ error: typed, error_description: typed });
    back.set('state', String(begun.searchParams.get('state')));
    back.set('iss', provider.issuer);
    world.log.length = 0;
    expect((await browser.ours(`/api/login/callback?${back}`)).location).toBe('/auth/login?notice=failed');
    expect(signOns()).toMatchObject([{ why: 'failed', error: 'AuthorizationResponseError' }]);
    expect(JSON.stringify(world.log)).not.toMatch(/somebody|4711/);
  });
});

describe('the way there and back', () => {
  test('G27 S-04 it asks with PKCE, state and nonce, and keeps them in a short cookie no script can read', async () => {
    const browser = makeBrowser();
    const { location, set, headers } = await browser.ours(
      '/api/login?redirect=https://evil.example/&returnTo=//evil.example',
    );
    const url = new URL(location);
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: CLIENT.id,
      max_age: '2592000',
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(set).toHaveLength(1);
    expect(set[0]).toMatch(/^sign-on=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(headers['cache-control']).toBe('no-store');
    expect(url.searchParams.get('code_challenge')).not.toBe(browser.jar['sign-on']?.split('.')[2]);
  });

  test('S-04 the session is a new one, and the one the browser came with ends', async () => {
    const person = await (await world.newCompany()).as('viewer');
    const { sub } = somebody({ email: person.email });
    const browser = makeBrowser();
    const back = await browser.sentBack(sub);
    // Planted meanwhile, as by an attacker who wants to know the session in advance.
    const planted = String(person.cookie).replace('sid=', '');
    browser.jar.sid = planted;
    const { location, set } = await browser.ours(back);
    expect(location).toBe('/');
    expect(set.find((line) => line.startsWith('sid='))).toMatch(
      /^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(browser.jar.sid).not.toBe(planted);
    expect(browser.jar['sign-on']).toBeUndefined();
    expect((await person.call('getMe')).status).toBe(401);
    expect((await browser.me()).status).toBe(200);
    // A signed-in user is not sent through it again.
    expect((await browser.ours('/api/login')).location).toBe('/');
    expect((await browser.me()).status).toBe(200);
  });

  test('G27 what does not belong to this browser’s own flow signs nobody in', async () => {
    const { sub } = somebody();
    const attempt = async (change: (browser: ReturnType<typeof makeBrowser>, back: URL) => void) => {
      const browser = makeBrowser();
      const back = new URL(await browser.sentBack(sub), PUBLIC_URL);
      change(browser, back);
      const { location } = await browser.ours(back.pathname + back.search);
      expect(browser.jar).toEqual({});
      return location;
    };
    const part = (place: number) => (browser: ReturnType<typeof makeBrowser>) => {
      const parts = (browser.jar['sign-on'] ?? '').split('.');
      parts[place] = 'x'.repeat(43);
      browser.jar['sign-on'] = parts.join('.');
    };
    const stranger = await makeBrowser().sentBack(somebody().sub);
    const cases = {
      'no cookie, as when a link to the callback is sent to somebody': (browser) => {
        delete browser.jar['sign-on'];
      },
      'a broken cookie': (browser) => {
        browser.jar['sign-on'] = 'x.y';
      },
      'another state in the cookie': part(0),
      'another nonce in the cookie': part(1),
      'another verifier in the cookie': part(2),
      'another state in the address': (_, back) => back.searchParams.set('state', 'y'.repeat(43)),
      'no state in the address': (_, back) => back.searchParams.delete('state'),
      'the code of another browser': (_, back) =>
        back.searchParams.set('code', String(new URL(stranger, PUBLIC_URL).searchParams.get('code'))),
      'an invented code': (_, back) => back.searchParams.set('code', 'invented'),
      'no code': (_, back) => back.searchParams.delete('code'),
      'the answer of another issuer': (_, back) => back.searchParams.set('iss', 'https://evil.example'),
    } satisfies Record<string, Parameters<typeof attempt>[0]>;
    for (const [what, change] of Object.entries(cases)) {
      expect(await attempt(change), what).toBe('/auth/login?notice=failed');
    }
    expect(await makeBrowser().signIn(sub), 'untouched').toBe('/');
  });

  test('a code works once', async () => {
    const { sub } = somebody();
    const browser = makeBrowser();
    const back = await browser.sentBack(sub);
    const flow = String(browser.jar['sign-on']);
    expect((await browser.ours(back)).location).toBe('/');
    const thief = makeBrowser(world, { 'sign-on': flow });
    expect((await thief.ours(back)).location).toBe('/auth/login?notice=failed');
    expect(thief.jar.sid).toBeUndefined();
  });

  test('neither answers anything but GET, and a HEAD costs no code', async () => {
    for (const url of ['/api/login', '/api/login/callback']) {
      for (const method of ['HEAD', 'POST', 'DELETE'] as const) {
        expect((await world.app.inject({ method, url })).statusCode, `${method} ${url}`).toBe(404);
      }
    }
  });
});

const other = await startIdentityProvider(CALLBACK, { inIdToken: true });

describe('a provider that puts the email into its ID token', () => {
  const there = useWorld(setUp(other.issuer));
  afterAll(() => other.close());

  test('is believed without a further question; its subjects are not those of another issuer', async () => {
    const { sub, email } = somebody({}, other);
    const browser = makeBrowser(there);
    expect(await browser.signIn(sub)).toBe('/');
    expect((await browser.me()).body).toMatchObject({ email, firstName: 'Dana', lastName: 'Holt' });
    expect(await there.sql('select issuer from identities')).toEqual([{ issuer: other.issuer }]);
  });
});

const port = await freePort();

describe('a provider that is down', () => {
  const there = useWorld(setUp(`http://127.0.0.1:${port}`));

  test('stops neither the start nor passwords, says so honestly, and is found once it is back', async () => {
    const company = await there.newCompany();
    expect((await there.signIn(company.admin.email, PASSWORD)).id).toBe(company.admin.id);
    expect((await makeBrowser(there).ours('/api/login')).location).toBe('/auth/login?notice=unavailable');

    const late = await startIdentityProvider(CALLBACK, { port });
    const { sub, email } = somebody({}, late);
    const browser = makeBrowser(there);
    expect(await browser.signIn(sub)).toBe('/');
    expect((await browser.me()).body.email).toBe(email);

    // The provider is down between the two steps; its configuration is still known.
    const second = makeBrowser(there);
    const back = await second.sentBack(sub);
    await late.close();
    expect((await second.ours(back)).location).toBe('/auth/login?notice=unavailable');
    expect((await makeBrowser(there).ours('/api/login')).location).toContain(late.issuer);
  });
});

describe('a server of https, with few tries', () => {
  const there = useWorld({
    ...setUp(provider.issuer),
    PUBLIC_URL: 'https://keys.example.com',
    LOGIN_FAILURES: '1',
  });

  test('R20 the cookie of the flow is bound to the host, and an address may not come back without end', async () => {
    const browser = makeBrowser(there);
    const { set, location } = await browser.ours('/api/login');
    expect(set[0]).toMatch(/^__Host-sign-on=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(new URL(location).searchParams.get('redirect_uri')).toBe(
      'https://keys.example.com/api/login/callback',
    );
    const flow = `${'a'.repeat(43)}.${'b'.repeat(43)}.${'c'.repeat(43)}`;
    const ends = [];
    for (let index = 0; index < 13; index += 1) {
      const again = makeBrowser(there, { '__Host-sign-on': flow });
      ends.push((await again.ours('/api/login/callback?state=x&code=y')).location);
    }
    expect(ends.slice(0, 12)).toEqual(Array(12).fill('/auth/login?notice=failed'));
    expect(ends[12]).toBe('/auth/login?notice=tooMany');
  });
});

describe('without a provider', () => {
  const there = useWorld({});

  test('S-02 the way there and the way back lead to the sign-in card', async () => {
    for (const path of ['/api/login', '/api/login/callback?code=x&state=y']) {
      const { status, location, set } = await makeBrowser(there).ours(path);
      expect([status, location, set]).toEqual([302, '/login?notice=sso', []]);
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

describe('whoever confirms that it is they', () => {
  /** A company user without a password, signed in by the provider. */
  async function signedIn(ago = 0) {
    const company = await world.newCompany();
    const { email, sub } = somebody();
    const browser = makeBrowser();
    expect(await browser.signIn(sub, ago)).toBe('/');
    const { id } = (await browser.me()).body;
    await world.sql("update users set company_id = $2, role = 'super_admin' where id = $1", [id, company.id]);
    return { browser, sub, id, email };
  }

  test('signs in there anew, comes back to where it is said, and goes on in the same session', async () => {
    const { browser, sub, id } = await signedIn();
    expect(await browser.confirmation()).toEqual({ confirmed: true, ways: ['single_sign_on'], factors: [] });
    await world.lapse({ id });
    const jar = { ...browser.jar };
    const { location } = await browser.ours('/api/login/confirm');
    const { prompt, max_age } = Object.fromEntries(new URL(location).searchParams);
    expect({ prompt, max_age }).toEqual({ prompt: 'login', max_age: '120' });
    expect(await browser.confirm(sub)).toBe('/confirmed');
    expect(browser.jar).toEqual(jar);
    expect((await browser.confirmation()).confirmed).toBe(true);
    const sessions = await world.sql('select signed_in_by from sessions where user_id = $1', [id]);
    expect(sessions).toEqual([{ signed_in_by: 'single_sign_on' }]);
  });

  test('as somebody else confirms nothing, and neither signs that one in nor adds them', async () => {
    const { browser, id } = await signedIn();
    await world.lapse({ id });
    const stranger = somebody();
    // Each with a separate session at the provider.
    const again = () => makeBrowser(world, browser.jar);
    for (const { sub } of [stranger, await signedIn()])
      expect(await again().confirm(sub)).toBe('/confirmed?why=other');
    expect((await browser.me()).body.id).toBe(id);
    expect((await browser.confirmation()).confirmed).toBe(false);
    expect(await world.sql('select from users where email = $1', [stranger.email])).toEqual([]);
    const denied = await browser.ours(await again().sentBack('', 0, '/api/login/confirm'));
    expect(denied.location).toBe('/confirmed?why=refused');
    expect((await makeBrowser().ours('/api/login/confirm')).location).toBe('/login');
  });

  test('is not believed by a sign-in there of an hour ago, neither when they sign in here nor when they confirm', async () => {
    const { browser, sub, id } = await signedIn(3600);
    expect((await browser.confirmation()).confirmed).toBe(false);
    // Without a request for a new sign-in, as with a provider that ignores it.
    const { sid, ...rest } = browser.jar;
    const other = makeBrowser(world, rest);
    const back = await other.sentBack(sub, 3600);
    const flow = `${other.jar['sign-on']}.confirm`;
    Object.assign(other.jar, { sid, 'sign-on': flow });
    expect((await other.ours(back)).location).toBe('/confirmed?why=failed');
    expect((await other.confirmation()).confirmed).toBe(false);
    expect((await other.me()).body.id).toBe(id);
  });
});

test('KIOSK-45 a tablet that is a kiosk is sent to no provider, and no way back signs a user in there', async () => {
  const site = await makeSite(world);
  const { headers } = await kioskOf(site);
  const kiosk = headers.cookie.replace('kiosk=', '');
  const tablet = makeBrowser(world, { kiosk });
  const { status, location } = await tablet.ours('/api/login');
  expect([status, location]).toEqual([302, '/kiosk']);
  const { sub } = somebody();
  const other = makeBrowser();
  const back = await other.sentBack(sub);
  other.jar.kiosk = kiosk;
  const answered = await other.ours(back);
  expect(answered.location).toBe('/kiosk');
  expect(other.jar.sid).toBeUndefined();
});
