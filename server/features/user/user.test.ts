import { describe, expect, test } from 'vitest';
import { PERMISSIONS, type Role } from '../../../shared/permissions.ts';
import { PASSWORD, type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();
const permissionsOf = async (person: Person) => (await person.call('getMe')).body.permissions;
const patch = (me: Person, body: Record<string, unknown>, headers = {}) =>
  me.call('updateUser', { params: { id: me.id }, body, headers });

describe('what a user may do', () => {
  const exactly = (role: Role, permissions: readonly string[]) => async () => {
    const person = await (await world.newCompany()).as(role);
    expect([...(await permissionsOf(person))].sort()).toEqual([...permissions].sort());
  };
  test('PERM-08 super_admin has every permission', exactly('super_admin', PERMISSIONS));
  test(
    'PERM-09 PERM-10 PERM-11 PERM-12 admin has by default exactly these permissions',
    exactly('admin', [
      ...[
        'location:view',
        'location:create',
        'location:edit',
        'key:view',
        'key:create',
        'key:edit',
        'key:issue',
      ],
      ...['key:return', 'key:move', 'key:bulk_move', 'audit:view', 'audit:create', 'audit:edit'],
      ...['history:view', 'reports:view'],
    ]),
  );
  test(
    'PERM-13 officer has by default exactly these permissions',
    exactly('officer', [
      ...['location:view', 'key:view', 'key:edit', 'key:issue', 'key:return', 'audit:view', 'audit:create'],
      'history:view',
    ]),
  );
  test(
    'PERM-14 viewer has by default exactly these permissions',
    exactly('viewer', ['location:view', 'key:view', 'audit:view', 'history:view', 'reports:view']),
  );

  test("PERM-15 a user's own list replaces the role's defaults, in what is said and in what works", async () => {
    const company = await world.newCompany();
    const site = await company.location();
    const person = await company.as('viewer', { permissions: ['location:create'] });
    expect(await permissionsOf(person)).toEqual(['location:create']);
    expect((await person.call('createLocation', { body: { name: 'A', type: 'van' } })).status).toBe(201);
    expect((await person.call('listKeyBunches')).status).toBe(403);
    expect((await person.call('getKeyBunch', { params: { id: site.id } })).status).toBe(403);
    // An empty list means no own permissions.
    expect(await permissionsOf(await company.as('viewer', { permissions: [] }))).toHaveLength(5);
  });

  test('PERM-16 a super_admin has everything even with a list of its own', async () => {
    const company = await world.newCompany();
    const person = await company.as('super_admin', { permissions: ['key:view'] });
    expect(await permissionsOf(person)).toEqual([...PERMISSIONS]);
    expect((await person.call('createLocation', { body: { name: 'A', type: 'van' } })).status).toBe(201);
  });

  test('PERM-17 C-02 custom permissions come on top, of the defaults and of an own list; unknown ones mean nothing', async () => {
    const company = await world.newCompany();
    const site = await company.location();
    const bunch = await company.bunch(site.id);
    const onTop = await company.as('viewer', { customPermissions: ['key:issue', 'key:conjure'] });
    expect(await permissionsOf(onTop)).toHaveLength(6);
    const issued = await onTop.call('issueKeyBunch', {
      params: { id: bunch.id },
      body: { officerName: 'Vi' },
    });
    expect(issued.status).toBe(200);
    const both = await company.as('viewer', { permissions: ['key:view'], customPermissions: ['key:issue'] });
    expect(await permissionsOf(both)).toEqual(['key:view', 'key:issue']);
  });

  test('PERM-18 PERM-19 PERM-20 a super_admin and an empty list see all locations, a list only those in it', async () => {
    const company = await world.newCompany();
    const [a, b] = [await company.location({ name: 'A' }), await company.location({ name: 'B' })];
    const seenBy = async (person: Person) => (await person.call('listLocations')).body.map(({ id }) => id);
    expect(await seenBy(await company.as('super_admin', { allowedLocationIds: [a.id] }))).toEqual([
      a.id,
      b.id,
    ]);
    expect(await seenBy(await company.as('officer', { allowedLocationIds: [] }))).toEqual([a.id, b.id]);
    expect(await seenBy(await company.as('officer', { allowedLocationIds: [b.id] }))).toEqual([b.id]);
    // S-25: an id that no longer exists does not turn the list into "all".
    expect(await seenBy(await company.as('officer', { allowedLocationIds: [2_000_000_000] }))).toEqual([]);
  });

  test('API-06 the current user carries the effective list and no secret', async () => {
    const company = await world.newCompany();
    const person = await company.as('officer', {
      allowedLocationIds: [5, 7],
      customPermissions: ['key:move'],
    });
    const { body } = await person.call('getMe');
    expect(body).toEqual({
      id: person.id,
      email: person.email,
      firstName: 'Pat',
      lastName: expect.stringContaining('Person'),
      profileImageUrl: null,
      companyId: company.id,
      offlineDays: 3,
      role: 'officer',
      permissions: expect.arrayContaining(['key:move', 'key:issue']),
      allowedLocationIds: [5, 7],
      isActive: true,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });
});

describe('S-18 the own profile', () => {
  test('names change without a permission and without a password, and the log says so', async () => {
    const company = await world.newCompany();
    const me = await company.as('viewer', { permissions: ['reports:view'] });
    const { offlineDays, ...before } = (await me.call('getMe')).body;
    const { status, body } = await patch(me, { firstName: '  Zoë ', lastName: 'O’Neil\u0000' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...before,
      firstName: 'Zoë',
      lastName: 'O’Neil',
      updatedAt: expect.any(String),
    });
    expect(body.customPermissions).toEqual([]);
    expect(body.updatedAt > before.updatedAt).toBe(true);
    const {
      customPermissions: _custom,
      invitedUntil: _until,
      secondFactor: _has,
      approver: _may,
      holding: _keys,
      ...rest
    } = body;
    expect((await me.call('getMe')).body).toEqual({ ...rest, offlineDays });
    const [line] = await world.sql('select action, user_id, details from audit_log order by id desc limit 1');
    expect(line).toMatchObject({ action: 'user_edit', user_id: me.id });
    expect(line?.details).toMatchObject({ changes: { firstName: { from: 'Pat', to: 'Zoë' } } });
  });

  test('only what is sent changes, and nothing sent changes nothing', async () => {
    const me = await (await world.newCompany()).as('officer', { lastName: null });
    await patch(me, { firstName: 'Uma' });
    const named = (await me.call('getMe')).body;
    expect(named).toMatchObject({ firstName: 'Uma', lastName: null, email: me.email });
    expect((await patch(me, {})).status).toBe(200);
    expect((await me.call('getMe')).body).toEqual(named);
  });

  test('a changed email needs the current password, and signs in from then on', async () => {
    const me = await (await world.newCompany()).as('officer');
    const email = `new-${me.id}@example.com`;
    const missing = await patch(me, { email });
    expect([missing.status, missing.body.message]).toEqual([400, 'Current password is required']);
    const wrong = await patch(me, { email, currentPassword: 'wrong' });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'The current password is incorrect']);
    expect((await me.call('getMe')).body.email).toBe(me.email);
    // The address in other letter case is no change.
    expect((await patch(me, { email: me.email.toUpperCase() })).status).toBe(200);
    const changed = await patch(me, { email: email.toUpperCase(), currentPassword: PASSWORD });
    expect([changed.status, changed.body.email]).toEqual([200, email]);
    expect((await world.signIn(email)).id).toBe(me.id);
  });

  test('an account without a password cannot change its email', async () => {
    const me = await (await world.newCompany()).as('officer');
    await world.sql('update users set password = null where id = $1', [me.id]);
    expect((await patch(me, { email: 'other@example.com', currentPassword: '' })).status).toBe(400);
    expect((await patch(me, { email: 'other@example.com', currentPassword: PASSWORD })).status).toBe(400);
  });

  test('API-49 the form of the profile, with every field of rights as it stands, is taken', async () => {
    const company = await world.newCompany();
    const me = await company.as('officer', { allowedLocationIds: [3], customPermissions: ['key:move'] });
    const {
      id: _id,
      createdAt: _c,
      updatedAt: _u,
      profileImageUrl: _p,
      offlineDays: _d,
      ...all
    } = (await me.call('getMe')).body;
    const { status } = await patch(me, { ...all, customPermissions: ['key:move'], firstName: 'New' });
    expect(status).toBe(200);
    expect((await me.call('getMe')).body.firstName).toBe('New');
  });

  test('an email of somebody else, of any company, is 409', async () => {
    const me = await (await world.newCompany()).as('officer');
    const other = await world.newCompany();
    const { status, body } = await patch(me, { email: other.admin.email, currentPassword: PASSWORD });
    expect(status).toBe(409);
    expect(body).toEqual({
      message: 'A user with this email already exists',
      code: 'taken',
      errors: { email: 'A user with this email already exists' },
    });
  });

  test('a form filled in before somebody else changed the profile is refused (If-Match)', async () => {
    const me = await (await world.newCompany()).as('officer');
    const { etag } = (await me.call('getMe')).headers;
    expect((await patch(me, { firstName: 'One' }, { 'if-match': String(etag) })).status).toBe(200);
    const stale = await patch(me, { firstName: 'Two' }, { 'if-match': String(etag) });
    expect([stale.status, stale.body.message]).toEqual([409, 'Somebody else changed this. Look again.']);
    expect((await me.call('getMe')).body.firstName).toBe('One');
  });
});
