import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { api, type Call, type CallName, isPreCompany } from '../../../shared/api.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { dumpAll } from '../../testing/dump.ts';
import { putApp } from '../../testing/factors.ts';
import { type AnyInput, CALLS, inputOf, send } from '../../testing/samples.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { PASSWORD, type Person, useWorld } from '../../testing/world.ts';

// Decision 0048: actions that destroy, grant rights or export everything need a proof of identity within the last quarter of an hour.
const GUESSES = 4;
const world = useWorld({ LOGIN_FAILURES: String(GUESSES) });
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

const confirm = (me: Person, password = PASSWORD) => me.call('confirmIdentity', { body: { password } });
/** Also sends the second factor that a sample may have added. */
async function confirmWithFactor(me: Person) {
  const { factors } = (await me.call('getConfirmation')).body;
  if (factors.length === 0) return confirm(me);
  const { code } = await putApp(world, me.id);
  return me.call('confirmIdentity', { body: { password: PASSWORD, code } });
}
const isConfirmed = async (me: Person) => (await me.call('getConfirmation')).body.confirmed;
const asked = ({ status, body }: { status: number; body: { code?: string; message?: string } }) =>
  [status, body.code, body.message].join(' ');
const ASKED = `403 confirm ${REFUSALS.confirm}`;

/** Repeated here so that a slip in the contract fails: calls that always need a confirmation, and those that sometimes do. */
const ALWAYS: CallName[] = [
  'deleteKeyBunch',
  'deleteLocation',
  'undoImport',
  'exportEverything',
  'exportAnchors',
  'exportActivity',
  'exportOut',
  'exportLocationReport',
  'exportMovements',
  'exportRefusedRows',
  'createUser',
  'inviteUser',
  'endOtherSessions',
  'createToken',
  'revokeToken',
  'confirmToken',
  'createWebhook',
  'deleteWebhook',
  'renewWebhookSecret',
  'resetFactors',
  'requireSecondFactor',
  'beginApp',
  'addApp',
  'removeApp',
  'beginPasskey',
  'addPasskey',
  'removePasskey',
  'renewRecoveryCodes',
  'createKiosk',
  'renewKioskCode',
  'createFirstKioskNumber',
  'setOwnKioskNumber',
];
/** Asked too, with a file as body (server/features/former-register). */
const OF_A_FILE: CallName[] = ['importRegister'];
const SOMETIMES: CallName[] = ['updateUser', 'updateWebhook', 'updateCompany', 'endSession'];

/** Input that needs a confirmation; edits of oneself never do. */
async function asking(name: CallName, me: Person): Promise<AnyInput> {
  if (name === 'endSession') {
    await world.signIn(me.email);
    const { body } = await me.call('listSessions');
    return { params: { id: body.find(({ isCurrent }) => !isCurrent)?.id ?? 0 } };
  }
  if (name !== 'updateUser') return inputOf(name, site, me);
  return { params: { id: (await site.company.as('viewer')).id }, body: { role: 'officer' } };
}

test('D-29 the contract asks of exactly these, and of every export', () => {
  const files = CALLS.filter((name) => ['csv', 'zip'].includes(String(api[name].reply)));
  expect(files.filter((name) => !ALWAYS.includes(name))).toEqual([]);
  const marked = CALLS.filter((name) => (api[name] as Call).confirm !== undefined);
  expect(marked.sort()).toEqual([...ALWAYS, ...OF_A_FILE, ...SOMETIMES].sort());
  expect(CALLS.filter((name) => (api[name] as Call).confirm === true).sort()).toEqual(
    [...ALWAYS, ...OF_A_FILE].sort(),
  );
});

describe('whoever did not confirm lately', () => {
  test.each([...ALWAYS, ...SOMETIMES])(
    '%s is refused before anything happens, and done once with the same key after the question was answered',
    async (name) => {
      const me = await site.company.as('super_admin');
      const input = { ...(await asking(name, me)), headers: { 'idempotency-key': randomUUID() } };
      await world.lapse(me);
      const before = await dumpAll(world);
      // Twice: this process first knows the session as confirmed, then as not.
      for (let n = 0; n < 2; n += 1) expect(asked(await send(me, name, input))).toBe(ASKED);
      expect(await dumpAll(world)).toBe(before);
      expect((await confirmWithFactor(me)).status).toBe(200);
      const done = await send(me, name, input);
      expect([done.status, done.headers['idempotent-replayed']], JSON.stringify(done.body)).toEqual([
        (api[name] as Call).status ?? 200,
        undefined,
      ]);
      // Where the feature decides, a stored answer is replayed without a new decision, as nothing happens.
      if (api[name].method === 'GET' || SOMETIMES.includes(name) || isPreCompany(name)) return;
      await world.lapse(me);
      expect(asked(await send(me, name, input))).toBe(ASKED);
      await confirmWithFactor(me);
      expect((await send(me, name, input)).headers['idempotent-replayed']).toBe('true');
    },
  );

  test('does everyday work without being asked', async () => {
    const me = await site.company.as('super_admin');
    const colleague = await site.company.as('viewer');
    const webhook = await inputOf('updateWebhook', site, me);
    const everyday: [CallName, AnyInput][] = [
      ['issueKeyBunch', await inputOf('issueKeyBunch', site, me)],
      ['updateUser', { params: { id: colleague.id }, body: { firstName: 'Ana', lastName: 'Ruiz' } }],
      ['updateUser', await inputOf('updateUser', site, me)],
      ['updateWebhook', { ...webhook, body: { description: 'Patrols' } }],
      ['updateCompany', { body: { finderLine: 'Call 555 0100' } }],
    ];
    await world.lapse(me);
    for (const [name, input] of everyday)
      expect((await send(me, name, input)).status, name).toBe((api[name] as Call).status ?? 200);
  });

  test.each([
    ['role', { role: 'officer' }],
    ['permissions', { customPermissions: ['key:move'] }],
    ['locations', () => ({ allowedLocationIds: [site.here.id] })],
    ['activity', { isActive: false }],
    ['email', { email: `${randomUUID()}@example.com` }],
  ])('is asked before the %s of somebody changes', async (_what, body) => {
    const me = await site.company.as('super_admin');
    const params = { id: (await site.company.as('viewer')).id };
    await world.lapse(me);
    const sent = { params, body: typeof body === 'function' ? body() : body };
    expect(asked(await me.call('updateUser', sent))).toBe(ASKED);
  });

  test.each(['officer', 'viewer'] as const)('D-29 is asked before adding any %s', async (role) => {
    const me = await site.company.as('super_admin');
    await world.lapse(me);
    const body = { email: `${randomUUID()}@example.com`, firstName: 'Ines', lastName: 'Moreau', role };
    expect(asked(await me.call('createUser', { body }))).toBe(ASKED);
  });

  test('D-29 is asked before a webhook is switched off, another session is ended, letters go to another address, and emergencies are allowed', async () => {
    const me = await site.company.as('super_admin');
    const elsewhere = await world.signIn(me.email);
    const { params } = await inputOf('updateWebhook', site, me);
    const sessions = (await me.call('listSessions')).body;
    const other = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? 0;
    const { emergencyIssue } = (await me.call('getCompany')).body;
    await world.lapse(me);
    const calls: [CallName, AnyInput][] = [
      ['updateWebhook', { ...(params && { params }), body: { isActive: false } }],
      ['updateCompany', { body: { adminEmail: 'elsewhere@example.com' } }],
      ['updateCompany', { body: { emergencyIssue: !emergencyIssue } }],
      ['endSession', { params: { id: other } }],
    ];
    for (const [name, input] of calls) expect(asked(await send(me, name, input)), name).toBe(ASKED);
    expect((await elsewhere.call('listSessions')).body).toHaveLength(sessions.length);
    // Ending one's own session needs no confirmation: signing out never requires a password.
    const own = sessions.find(({ isCurrent }) => isCurrent)?.id ?? 0;
    expect((await me.call('endSession', { params: { id: own } })).status).toBe(200);
  });

  test('is told first that they may not, and asked only when they may', async () => {
    const me = await site.company.as('officer');
    await world.lapse(me);
    const refused = await send(me, 'deleteKeyBunch', await inputOf('deleteKeyBunch', site, site.admin));
    expect([refused.status, refused.body.message]).toEqual([403, REFUSALS.forbidden]);
  });
});

test('a sign-in and a new password count; a confirmation is of one session and of a quarter of an hour', async () => {
  const person = await site.company.as('admin');
  expect(await isConfirmed(person)).toBe(true);
  const elsewhere = await world.signIn(person.email);
  await world.lapse(person);
  expect([await isConfirmed(person), await isConfirmed(elsewhere)]).toEqual([false, false]);
  await confirm(elsewhere);
  expect([await isConfirmed(person), await isConfirmed(elsewhere)]).toEqual([false, true]);
  const [row] = await world.sql<{ ago: number }>(
    `update sessions set confirmed_at = confirmed_at - interval '14 minutes 50 seconds' where user_id = $1
     returning extract(epoch from now() - confirmed_at)::int as ago`,
    [person.id],
  );
  expect(row?.ago).toBeGreaterThan(14 * 60);
  expect(await isConfirmed(elsewhere)).toBe(true);

  await world.lapse(person);
  const body = { currentPassword: PASSWORD, newPassword: 'another horse' };
  const cookie = world.cookieFrom((await person.call('changePassword', { body })).headers);
  const me = await world.request<'getConfirmation'>('GET', '/api/auth/confirm', undefined, { cookie });
  expect(me.body).toEqual({ confirmed: true, ways: ['password'], factors: [] });
});

test('a wrong password confirms nothing and counts with the guesses of the other calls that ask for it', async () => {
  const person = await site.company.as('admin');
  await world.lapse(person);
  const nothing = await person.call('confirmIdentity', { body: {} });
  expect([nothing.status, nothing.body.errors]).toEqual([400, { password: 'Password is required' }]);
  for (let n = 0; n < GUESSES - 1; n += 1) {
    const wrong = await confirm(person, 'a wrong horse');
    expect([wrong.status, wrong.body.errors]).toEqual([400, { password: 'The password is incorrect' }]);
  }
  const other = { currentPassword: 'a wrong horse', newPassword: 'another horse' };
  expect((await person.call('changePassword', { body: other })).status).toBe(400);
  expect((await confirm(person)).status).toBe(429);
  expect(await isConfirmed(person)).toBe(false);
});

test('many guesses at once are no way past the limit, and an ended session confirms nothing', async () => {
  const person = await site.company.as('admin');
  await world.lapse(person);
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(person, 'a wrong horse')));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(GUESSES);
  const ended = await site.company.as('admin');
  await ended.call('logOut', { body: {} });
  expect((await confirm(ended)).status).toBe(401);
});

test('a token does what it was given, whenever its maker confirmed last', async () => {
  const maker = await site.company.as('super_admin');
  const body = {
    name: 'Patrol system',
    permissions: ['key:view', 'key:delete'],
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const { token } = (await maker.call('createToken', { body })).body;
  await world.lapse(maker);
  const program = world.program(String(token), maker);
  const { id } = await site.company.bunch(site.here.id);
  expect(asked(await maker.call('deleteKeyBunch', { params: { id } }))).toBe(ASKED);
  expect((await program.call('deleteKeyBunch', { params: { id } })).status).toBe(200);
  // A token cannot confirm an identity.
  expect((await program.call('confirmIdentity', { body: { password: PASSWORD } })).status).toBe(403);
});
