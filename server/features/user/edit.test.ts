import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { BodyOf } from '../../../shared/api.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { newToken } from '../../identity/token.ts';
import { dumpCompany } from '../../testing/dump.ts';
import { PASSWORD, type Person, useWorld } from '../../testing/world.ts';

const world = useWorld({ LOGIN_FAILURES: '100000' });
const FORBIDDEN = "You don't have permission to do this. Ask an administrator.";
const LAST = 'At least one active Super Administrator is required';
const edit = (me: Person, id: number, body: BodyOf<'updateUser'>, headers = {}) =>
  me.call('updateUser', { params: { id }, body, headers });
const seen = async (me: Person) => (await me.call('getMe')).status;

describe('editing somebody', () => {
  test('API-48 PATCH /api/users/{id} takes the same fields as the POST, and the log names what changed', async () => {
    const company = await world.newCompany();
    const site = await company.location();
    const { id } = await company.as('officer', { firstName: 'Old' });
    const body = {
      email: `moved-${id}@example.com`,
      firstName: 'New',
      lastName: 'Name',
      role: 'viewer' as const,
      allowedLocationIds: [site.id],
      customPermissions: ['key:issue'] as Permission[],
      isActive: false,
    };
    const { status, body: saved } = await edit(company.admin, id, body);
    expect(status).toBe(200);
    expect(saved).toMatchObject({ ...body, id });
    const listed = (await company.admin.call('listUsers')).body.find((one) => one.id === id);
    expect(listed).toEqual(saved);
    const [line] = await world.sql('select action, details from audit_log order by id desc limit 1');
    expect(line?.action).toBe('user_rights');
    expect(line?.details).toMatchObject({
      userId: id,
      changes: {
        firstName: { from: 'Old', to: 'New' },
        role: { from: 'officer', to: 'viewer' },
        allowedLocationIds: { from: [], to: [site.id] },
        customPermissions: { from: [], to: ['key:issue'] },
        isActive: { from: true, to: false },
      },
    });
    expect((await world.chains(company.id)).filter(({ brokenAt }) => brokenAt !== null)).toEqual([]);
    const unchanged = await dumpCompany(world, company.id);
    expect((await edit(company.admin, id, body)).status).toBe(200);
    expect(await dumpCompany(world, company.id)).toBe(unchanged);
  });

  test('needs user:edit; somebody of another company, and nobody, are 404', async () => {
    const company = await world.newCompany();
    const foreign = (await world.newCompany()).admin;
    const other = await company.as('viewer');
    const viewer = await company.as('viewer', { customPermissions: ['user:view', 'user:create'] });
    for (const id of [other.id, foreign.id, 2_000_000_000])
      expect((await edit(viewer, id, { firstName: 'X' })).body.message).toBe(FORBIDDEN);
    for (const id of [foreign.id, 2_000_000_000]) {
      const { status, body } = await edit(company.admin, id, { firstName: 'X' });
      expect([status, body.message]).toEqual([404, 'User not found']);
    }
  });

  test('an edit that began before somebody else’s is refused (If-Match)', async () => {
    const company = await world.newCompany();
    const { id } = await company.as('officer');
    const listed = (await company.admin.call('listUsers')).body.find((one) => one.id === id);
    const headers = { 'if-match': `"${listed?.updatedAt}"` };
    expect((await edit(company.admin, id, { firstName: 'One' }, headers)).status).toBe(200);
    expect((await edit(company.admin, id, { firstName: 'Two' }, headers)).status).toBe(409);
  });

  test('S-25 a stored id of a deleted location may stay, a new unknown one may not come', async () => {
    const company = await world.newCompany();
    const [kept, lost] = [await company.location(), await company.location()];
    const { id } = await company.as('officer', { allowedLocationIds: [kept.id, lost.id] });
    await company.admin.call('deleteLocation', { params: { id: lost.id } });
    const stays = await edit(company.admin, id, { firstName: 'X', allowedLocationIds: [kept.id, lost.id] });
    expect([stays.status, stays.body.allowedLocationIds]).toEqual([200, [kept.id, lost.id]]);
    expect((await edit(company.admin, id, { allowedLocationIds: [kept.id] })).status).toBe(200);
    const back = await edit(company.admin, id, { allowedLocationIds: [kept.id, lost.id] });
    expect([back.status, back.body.message]).toEqual([400, 'Unknown location']);
  });
});

describe('what is taken away is gone at the next request', () => {
  test('S-13 G24 deactivation ends every session and every link; they do not come back with the account', async () => {
    const company = await world.newCompany();
    const person = await company.as('officer');
    const second = await world.signIn(person.email);
    const link = await company.admin.call('inviteUser', { params: { id: person.id }, body: {} });
    expect((await edit(company.admin, person.id, { isActive: false })).status).toBe(200);
    expect([await seen(person), await seen(second)]).toEqual([401, 401]);
    const logIn = () => world.visitor.call('logIn', { body: { email: person.email, password: PASSWORD } });
    expect((await logIn()).body.message).toBe('Invalid email or password');
    expect((await edit(company.admin, person.id, { isActive: true })).status).toBe(200);
    expect([await seen(person), await seen(second)]).toEqual([401, 401]);
    const token = link.body.inviteUrl?.split('/').at(-1) ?? '';
    expect((await world.visitor.call('resetPassword', { body: { token, password: PASSWORD } })).status).toBe(
      400,
    );
    expect((await logIn()).status).toBe(200);
  });

  test('a demotion ends the sessions; narrower permissions and locations hold at once in those that stay', async () => {
    const company = await world.newCompany();
    const [a, b] = [await company.location(), await company.location()];
    const person = await company.as('admin', { customPermissions: ['location:delete'] });
    expect(
      (await edit(company.admin, person.id, { customPermissions: [], allowedLocationIds: [a.id] })).status,
    ).toBe(200);
    expect((await person.call('deleteLocation', { params: { id: b.id } })).status).toBe(403);
    expect((await person.call('listLocations')).body.map(({ id }) => id)).toEqual([a.id]);
    expect((await edit(company.admin, person.id, { role: 'viewer' })).status).toBe(200);
    expect(await seen(person)).toBe(401);
  });
});

describe('S-16 the last active super_admin', () => {
  test('is neither demoted nor deactivated, whoever asks', async () => {
    const company = await world.newCompany();
    const second = await company.as('super_admin');
    const idle = await company.as('super_admin');
    expect((await edit(company.admin, idle.id, { isActive: false })).status).toBe(200);
    expect((await edit(company.admin, second.id, { role: 'admin' })).status).toBe(200);
    // The last one is the caller, and no one can change their own role.
    expect((await edit(company.admin, company.admin.id, { role: 'admin' })).status).toBe(403);
    // Without the feature, the database refuses it too.
    for (const change of ["role = 'admin'", 'is_active = false'])
      await expect(
        world.sql(`update users set ${change} where id = $1`, [company.admin.id]),
      ).rejects.toMatchObject({
        constraint: 'users_last_super_admin',
      });
  });

  test('stays when two demote or deactivate each other at the same time', async () => {
    for (const change of [{ role: 'admin' }, { isActive: false }] as const) {
      const company = await world.newCompany();
      const [one, two] = [company.admin, await company.as('super_admin')];
      const answers = await Promise.all([edit(one, two.id, change), edit(two, one.id, change)]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      // The second one is refused, or was already signed out.
      const [loser] = answers.filter(({ status }) => status !== 200);
      expect([
        [409, LAST],
        [401, 'Unauthorized'],
      ]).toContainEqual([loser?.status, loser?.body.message]);
      const [{ left } = { left: 0 }] = await world.sql<{ left: number }>(
        "select count(*)::int as left from users where company_id = $1 and role = 'super_admin' and is_active",
        [company.id],
      );
      expect(left).toBe(1);
    }
  });
});

test('P16 of two who take each other’s rights at the same time only one does, whoever else is left', async () => {
  const company = await world.newCompany();
  for (const change of [{ role: 'viewer' }, { isActive: false }] as const) {
    const [one, two] = [await company.as('super_admin'), await company.as('super_admin')];
    const answers = await Promise.all([edit(one, two.id, change), edit(two, one.id, change)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  }
});

describe('an email that somebody else changed', () => {
  const tokenOf = (url: string | undefined) => url?.split('/').at(-1) ?? '';
  const logIn = async (email: string, password = PASSWORD) =>
    (await world.visitor.call('logIn', { body: { email, password } })).status;

  test('hands the account to the new mailbox: sessions and password end, and a link is told once', async () => {
    const company = await world.newCompany();
    const person = await company.as('officer');
    expect((await edit(company.admin, person.id, { email: company.admin.email })).status).toBe(409);
    expect(await seen(person)).toBe(200);

    const email = `moved-${person.id}@example.com`;
    const headers = { 'idempotency-key': randomUUID() };
    const moved = await edit(company.admin, person.id, { email }, headers);
    expect([moved.status, moved.body.mailed]).toEqual([200, false]);
    expect(await seen(person)).toBe(401);
    expect([await logIn(person.email), await logIn(email)]).toEqual([401, 401]);
    const replayed = await edit(company.admin, person.id, { email }, headers);
    expect([replayed.status, replayed.body.inviteUrl]).toEqual([200, undefined]);
    const token = tokenOf(moved.body.inviteUrl);
    const chosen = await world.visitor.call('resetPassword', { body: { token, password: 'a new horse' } });
    expect(chosen.status).toBe(200);
    expect([await logIn(email), await logIn(email, 'a new horse')]).toEqual([401, 200]);
  });

  test('gives somebody inactive no link, and a name alone ends nothing', async () => {
    const company = await world.newCompany();
    const [idle, named] = [await company.as('officer'), await company.as('officer')];
    await edit(company.admin, idle.id, { isActive: false });
    const moved = await edit(company.admin, idle.id, { email: `idle-${idle.id}@example.com` });
    expect([moved.status, moved.body.inviteUrl, moved.body.mailed]).toEqual([200, undefined, undefined]);
    const renamed = await edit(company.admin, named.id, { firstName: 'New', email: named.email });
    expect([renamed.status, renamed.body.inviteUrl]).toEqual([200, undefined]);
    expect(await seen(named)).toBe(200);
  });
});

test('S-02 S-18 a changed email ends open links, and what the provider confirmed was the former one', async () => {
  const company = await world.newCompany();
  const [own, handed] = [await company.as('officer'), await company.as('officer')];
  const tokens = new Map<number, string>();
  for (const { id } of [own, handed]) {
    const token = newToken();
    tokens.set(id, token);
    await world.sql(
      `insert into one_time_tokens (token_hash, user_id, purpose, expires_at)
       values (encode(sha256($1::bytea), 'hex'), $2, 'reset', clock_timestamp() + interval '10 minutes')`,
      [token, id],
    );
    await world.sql(
      `insert into identities (issuer, subject, user_id, email_verified) values ('https://id.example', $1, $2, true)`,
      [`subject-${id}`, id],
    );
  }
  const check = (id: number) => world.visitor.call('checkLink', { body: { token: tokens.get(id) ?? '' } });
  expect((await check(own.id)).status).toBe(200);
  const email = `new-${own.id}@example.com`;
  expect((await edit(own, own.id, { email, currentPassword: PASSWORD })).status).toBe(200);
  expect((await edit(company.admin, handed.id, { email: `new-${handed.id}@example.com` })).status).toBe(200);
  for (const { id } of [own, handed]) expect((await check(id)).status).toBe(400);
  const identities = await world.sql(
    'select user_id, email_verified from identities where user_id = any ($1::int[])',
    [[own.id, handed.id]],
  );
  expect(identities).toEqual([{ user_id: own.id, email_verified: false }]);
});
