import { describe, expect, test } from 'vitest';
import type { BodyOf } from '../../../shared/api.ts';
import { PERMISSIONS, type Permission } from '../../../shared/permissions.ts';
import { dumpCompany } from '../../testing/dump.ts';
import { PASSWORD, type Person, useWorld } from '../../testing/world.ts';

const world = useWorld({ LOGIN_FAILURES: '100000', PUBLIC_URL: 'http://keys.example.com' });
const FORBIDDEN = "You don't have permission to do this. Ask an administrator.";
let serial = 0;
const form = (about: Record<string, unknown> = {}) => {
  serial += 1;
  return { email: `new${serial}@example.com`, firstName: 'Ines', lastName: 'Moreau', ...about };
};
const create = (me: Person, about: Record<string, unknown> = {}) =>
  me.call('createUser', { body: form(about) as BodyOf<'createUser'> });
const tokenOf = (url: string | undefined) => url?.split('/').at(-1) ?? '';
const setPassword = (token: string, password = PASSWORD) =>
  world.visitor.call('resetPassword', { body: { token, password } });

describe('the list', () => {
  test('API-46 GET /api/users returns everybody of the company and nobody else, inactive ones last, with no secret', async () => {
    const company = await world.newCompany();
    await world.newCompany();
    const site = await company.location();
    const officer = await company.as('officer', {
      firstName: 'Zoe',
      allowedLocationIds: [site.id],
      customPermissions: ['key:move'],
    });
    const gone = await company.as('viewer', { firstName: 'Adam' });
    await world.sql('update users set is_active = false where id = $1', [gone.id]);
    const { status, body } = await company.admin.call('listUsers');
    expect(status).toBe(200);
    expect(body.map(({ id }) => id)).toEqual([company.admin.id, officer.id, gone.id]);
    expect(body[1]).toEqual({
      id: officer.id,
      email: officer.email,
      firstName: 'Zoe',
      lastName: expect.any(String),
      profileImageUrl: null,
      companyId: company.id,
      role: 'officer',
      permissions: expect.arrayContaining(['key:issue', 'key:move']),
      customPermissions: ['key:move'],
      allowedLocationIds: [site.id],
      isActive: true,
      invitedUntil: null,
      secondFactor: false,
      approver: false,
      holding: [],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(body[2]?.isActive).toBe(false);
  });

  test('says which keys somebody holds, as far as the caller may see keys and places', async () => {
    const company = await world.newCompany();
    const [here, there] = [await company.location(), await company.location()];
    const holder = await company.as('officer');
    for (const [place, identifier] of [
      [here, 'B-2'],
      [there, 'A-1'],
    ] as const) {
      const { id } = await company.bunch(place.id, { identifier });
      const body = { officerName: 'Pat', officerUserId: holder.id };
      expect((await company.admin.call('issueKeyBunch', { params: { id }, body })).status).toBe(200);
    }
    const heldAsSeenBy = async (me: Person) =>
      (await me.call('listUsers')).body
        .find(({ id }) => id === holder.id)
        ?.holding.map(({ identifier }) => identifier);
    expect(await heldAsSeenBy(company.admin)).toEqual(['A-1', 'B-2']);
    const limited = await company.as('viewer', {
      allowedLocationIds: [here.id],
      customPermissions: ['user:view'],
    });
    expect(await heldAsSeenBy(limited)).toEqual(['B-2']);
    expect(await heldAsSeenBy(await company.as('viewer', { permissions: ['user:view'] }))).toEqual([]);
  });
});

describe('creating', () => {
  test('API-47 POST /api/users takes every field of the form, and the log says so', async () => {
    const company = await world.newCompany();
    const site = await company.location();
    const about = {
      email: 'Nadia.Cole@Example.com ',
      firstName: ' Nadia ',
      lastName: 'Cole',
      role: 'viewer' as const,
      allowedLocationIds: [site.id, site.id],
      customPermissions: ['key:issue', 'key:create', 'key:issue'] as Permission[],
      isActive: true,
    };
    const { status, body } = await company.admin.call('createUser', { body: about });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      email: 'nadia.cole@example.com',
      firstName: 'Nadia',
      lastName: 'Cole',
      role: 'viewer',
      allowedLocationIds: [site.id],
      customPermissions: ['key:create', 'key:issue'],
      isActive: true,
      companyId: company.id,
    });
    expect(body.permissions).toEqual(expect.arrayContaining(['reports:view', 'key:create', 'key:issue']));
    const [line] = await world.sql(
      'select action, user_id, description, details from audit_log order by id desc limit 1',
    );
    expect(line).toMatchObject({
      action: 'user_create',
      user_id: company.admin.id,
      description: 'User Nadia Cole added',
    });
    expect(line?.details).toMatchObject({
      userId: body.id,
      role: 'viewer',
      customPermissions: ['key:create', 'key:issue'],
    });
    expect((await world.chains(company.id)).filter(({ brokenAt }) => brokenAt !== null)).toEqual([]);
  });

  test('the role is officer and the account active when nothing else is said', async () => {
    const { admin } = await world.newCompany();
    const { body } = await create(admin);
    expect(body).toMatchObject({
      role: 'officer',
      isActive: true,
      allowedLocationIds: [],
      customPermissions: [],
    });
  });

  test('VALID-33 first name, last name and an email of the shape of one are required', async () => {
    const { admin } = await world.newCompany();
    for (const [field, value, message] of [
      ['firstName', ' ', 'First name is required'],
      ['lastName', '', 'Last name is required'],
      ['email', '', 'Please enter a valid email'],
      ['email', 'nobody', 'Please enter a valid email'],
      ['role', 'boss', 'Unknown role'],
      ['customPermissions', ['key:conjure'], 'Unknown permission'],
      ['allowedLocationIds', [2_000_000_000], 'Unknown location'],
    ] as const) {
      const { status, body } = await create(admin, { [field]: value });
      expect([status, body.message], field).toEqual([400, message]);
    }
  });

  test('an email that anybody has, of whatever company, is 409', async () => {
    const { admin } = await world.newCompany();
    const other = await world.newCompany();
    const { status, body } = await create(admin, { email: other.admin.email.toUpperCase() });
    const message = 'A user with this email already exists';
    expect([status, body]).toEqual([409, { message, code: 'taken', errors: { email: message } }]);
  });

  test('S-10 without mail the link is told once, sets the password once, and is nowhere but as a hash', async () => {
    const { admin } = await world.newCompany();
    const headers = { 'idempotency-key': '5b0a6c1e-91f7-4d1b-9c07-3f1e2b6a7d10', host: 'evil.example' };
    const body = form();
    const made = await admin.call('createUser', { body, headers });
    expect(made.body.inviteUrl).toMatch(/^http:\/\/keys\.example\.com\/auth\/reset-password\/[\w-]{43}$/);
    const hours = (Date.parse(String(made.body.invitedUntil)) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
    const again = await admin.call('createUser', { body, headers });
    expect([again.status, again.body.id, again.body.inviteUrl]).toEqual([201, made.body.id, undefined]);

    const token = tokenOf(made.body.inviteUrl);
    for (const table of ['one_time_tokens', 'idempotency_keys', 'audit_log', 'letters', 'users']) {
      const rows = await world.sql(`select t::text as row from ${table} t where t::text like $1`, [
        `%${token}%`,
      ]);
      expect(rows, table).toEqual([]);
    }
    const check = await world.visitor.call('checkLink', { body: { token } });
    expect(check.body).toEqual({
      purpose: 'invite',
      email: body.email,
      firstName: 'Ines',
      companyName: expect.stringContaining('Company'),
    });
    expect(
      (await world.visitor.call('logIn', { body: { email: body.email, password: PASSWORD } })).status,
    ).toBe(401);
    expect((await setPassword(token)).status).toBe(200);
    const ines = await world.signIn(body.email);
    expect((await ines.call('getMe')).body.email).toBe(body.email);
    const used = await setPassword(token, 'another one');
    expect([used.status, used.body.message]).toEqual([400, 'This link is invalid or has expired']);
    const [listed] = (await admin.call('listUsers')).body.filter(({ id }) => id === ines.id);
    expect(listed?.invitedUntil).toBeNull();
  });

  test('S-10 after 72 hours the link is dead; a new one of the Edit dialog ends the one before', async () => {
    const { admin, id: companyId } = await world.newCompany();
    const first = await create(admin);
    const expire = `update one_time_tokens set expires_at = clock_timestamp() where user_id = $1`;
    await world.sql(expire, [first.body.id]);
    expect((await setPassword(tokenOf(first.body.inviteUrl))).status).toBe(400);
    const params = { id: first.body.id };
    const second = await admin.call('inviteUser', { params, body: {} });
    const third = await admin.call('inviteUser', { params, body: {} });
    expect([second.status, third.status]).toEqual([200, 200]);
    expect(tokenOf(third.body.inviteUrl)).not.toBe(tokenOf(second.body.inviteUrl));
    expect((await setPassword(tokenOf(second.body.inviteUrl))).status).toBe(400);
    expect((await setPassword(tokenOf(third.body.inviteUrl))).status).toBe(200);
    const logged = await world.sql(
      "select user_id from audit_log where action = 'user_invite' and company_id = $1",
      [companyId],
    );
    expect(logged).toHaveLength(2);
  });

  test('a link that a colleague made meanwhile is not ended unseen (If-Match)', async () => {
    const { admin } = await world.newCompany();
    const { id } = (await create(admin)).body;
    const [read] = (await admin.call('listUsers', {})).body.filter((one) => one.id === id);
    const headers = { 'if-match': `"${read?.updatedAt}"` };
    const invite = (seen: Record<string, string>) =>
      admin.call('inviteUser', { params: { id }, body: {}, headers: seen });
    const first = await invite(headers);
    const stale = await invite(headers);
    expect([first.status, stale.status, stale.body.code]).toEqual([200, 409, 'stale']);
    expect((await invite({ 'if-match': `"${first.body.updatedAt}"` })).status).toBe(200);
  });

  test('nobody makes a link for themselves, nor for somebody inactive', async () => {
    const { admin } = await world.newCompany();
    const self = await admin.call('inviteUser', { params: { id: admin.id }, body: {} });
    expect([self.status, self.body.message]).toEqual([409, 'Change your own password on your profile']);
    const idle = await create(admin, { isActive: false });
    expect([idle.body.isActive, idle.body.inviteUrl]).toEqual([false, undefined]);
    const refused = await admin.call('inviteUser', { params: { id: idle.body.id }, body: {} });
    expect(refused.status).toBe(409);
  });
});

describe('S-15 S-16 S-17 nobody gives a new person what they lack', () => {
  const creator = async (permissions: Permission[], rights: { here?: boolean } = {}) => {
    const company = await world.newCompany();
    const [here, there] = [await company.location(), await company.location()];
    const me = await company.as('officer', {
      permissions,
      allowedLocationIds: rights.here ? [here.id] : [],
    });
    return { company, me, here, there };
  };
  const refused = async (me: Person, companyId: number, about: Record<string, unknown>) => {
    const before = await dumpCompany(world, companyId);
    const { status, body } = await create(me, about);
    expect([status, body.message], JSON.stringify(about)).toEqual([403, FORBIDDEN]);
    expect(await dumpCompany(world, companyId)).toBe(before);
  };

  test('without user:assign_permissions only officer or viewer, and no permissions', async () => {
    const all = PERMISSIONS.filter((one) => one !== 'user:assign_permissions');
    const { company, me } = await creator(all);
    for (const role of ['super_admin', 'admin'] as const) await refused(me, company.id, { role });
    await refused(me, company.id, { role: 'viewer', customPermissions: ['key:issue'] });
    expect((await create(me, { role: 'officer' })).status).toBe(201);
    expect((await create(me, { role: 'viewer' })).status).toBe(201);
  });

  test('with it, still no role whose defaults include what they lack, and no such permission', async () => {
    const { company, me } = await creator([
      'user:create',
      'user:assign_permissions',
      'key:view',
      'location:view',
      'audit:view',
      'history:view',
      'reports:view',
    ]);
    for (const role of ['super_admin', 'admin', 'officer'] as const) await refused(me, company.id, { role });
    await refused(me, company.id, { role: 'viewer', customPermissions: ['key:issue'] });
    // A missing role means officer, which has more rights than the caller.
    await refused(me, company.id, {});
    const made = await create(me, { role: 'viewer', customPermissions: ['user:create'] });
    expect(made.status).toBe(201);
  });

  test('S-15 a super_admin is made by a super_admin only, even by somebody with every permission', async () => {
    const { company, me } = await creator([...PERMISSIONS]);
    await refused(me, company.id, { role: 'super_admin' });
    expect((await create(me, { role: 'admin' })).status).toBe(201);
    expect((await create(company.admin, { role: 'super_admin' })).status).toBe(201);
  });

  test('an invisible or foreign location is 400, all locations only from who sees all', async () => {
    const { company, me, here, there } = await creator([...PERMISSIONS], { here: true });
    const foreign = await (await world.newCompany()).location();
    for (const id of [there.id, foreign.id, 2_000_000_000]) {
      const { status, body } = await create(me, { allowedLocationIds: [here.id, id] });
      expect([status, body.message, body.errors]).toEqual([
        400,
        'Unknown location',
        { allowedLocationIds: 'Unknown location' },
      ]);
    }
    await refused(me, company.id, { allowedLocationIds: [] });
    await refused(me, company.id, {});
    const made = await create(me, { allowedLocationIds: [here.id] });
    expect([made.status, made.body.allowedLocationIds]).toEqual([201, [here.id]]);
  });
});
