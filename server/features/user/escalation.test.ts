import { beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS } from '../../../shared/permissions.ts';
import { dumpAll } from '../../testing/dump.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

// Attempts to get more rights have no effect, and the server's security log names the person, the action and its target.
const world = useWorld({ LOGIN_FAILURES: '100000', LOG_LEVEL: 'warn' });
const FORBIDDEN = "You don't have permission to do this. Ask an administrator.";

let mine: Site;
let theirs: Site;
/** Manages people of one site, with a little more than an officer may. */
let manager: Person;
/** Has every permission and all locations, but is no super_admin. */
let deputy: Person;

beforeAll(async () => {
  mine = await makeSite(world);
  theirs = await makeSite(world);
  manager = await mine.company.as('officer', {
    allowedLocationIds: [mine.here.id],
    customPermissions: ['user:view', 'user:create', 'user:edit', 'user:assign_permissions'],
  });
  deputy = await mine.company.as('admin', { customPermissions: [...PERMISSIONS] });
});

type Attempt = {
  me: Person;
  id?: number;
  body: Record<string, unknown>;
  call: 'createUser' | 'updateUser' | 'inviteUser';
};

/** Makes the attempt and expects this refusal, no change, and one line about it in the log. */
async function expectDenied({ me, id, body, call }: Attempt, due: [number, string] = [403, FORBIDDEN]) {
  const before = await dumpAll(world);
  world.log.length = 0;
  const answer = await me.call(call, { ...(id && { params: { id } }), body } as never);
  expect([answer.status, answer.body.message], JSON.stringify(body)).toEqual(due);
  expect(await dumpAll(world)).toBe(before);
  const denials = world.log.filter(({ event }) => event === 'denied');
  expect(denials, JSON.stringify(body)).toHaveLength(1);
  expect(denials[0]).toMatchObject({
    userId: me.id,
    companyId: me.companyId,
    route: expect.stringContaining('/api/users'),
    target: id ? { id: String(id) } : {},
  });
}

describe('P3 nobody raises themselves', () => {
  const fields: [string, unknown][] = [
    ['role', 'super_admin'],
    ['role', 'viewer'],
    ['permissions', [...PERMISSIONS]],
    ['customPermissions', [...PERMISSIONS]],
    ['customPermissions', []],
    ['allowedLocationIds', []],
    ['isActive', false],
  ];
  test.each(fields)('%s = %j', async (field, value) => {
    const body = { firstName: 'Me', [field]: value };
    await expectDenied({ me: manager, id: manager.id, call: 'updateUser', body });
  });

  test('a super_admin neither', async () => {
    for (const body of [{ role: 'admin' }, { isActive: false }])
      await expectDenied({ me: mine.admin, id: mine.admin.id, call: 'updateUser', body });
  });

  test('company, of oneself and of somebody else', async () => {
    const other = await mine.company.as('viewer', { allowedLocationIds: [mine.here.id] });
    for (const id of [manager.id, other.id])
      await expectDenied({ me: manager, id, call: 'updateUser', body: { companyId: theirs.company.id } });
  });
});

describe('P4 nobody touches who is stronger', () => {
  const bodies = [{ firstName: 'X' }, { email: 'mine@example.com' }, { isActive: false }, { role: 'viewer' }];
  test.each(bodies)('%j', async (body) => {
    const admin = await mine.company.as('admin', { allowedLocationIds: [mine.here.id] });
    await expectDenied({ me: manager, id: admin.id, call: 'updateUser', body });
    // Even a user with every permission may not change a super_admin.
    await expectDenied({ me: deputy, id: mine.admin.id, call: 'updateUser', body });
  });

  test('nor makes a link to become them', async () => {
    const admin = await mine.company.as('admin', { allowedLocationIds: [mine.here.id] });
    await expectDenied({ me: manager, id: admin.id, call: 'inviteUser', body: {} });
    await expectDenied({ me: deputy, id: mine.admin.id, call: 'inviteUser', body: {} });
  });

  test('nor becomes, by a new email or a link, somebody who sees more places', async () => {
    for (const allowedLocationIds of [[], [mine.there.id], [mine.here.id, mine.there.id]]) {
      const wider = await mine.company.as('viewer', { permissions: ['key:view'], allowedLocationIds });
      await expectDenied({
        me: manager,
        id: wider.id,
        call: 'updateUser',
        body: { email: 'mine@example.com' },
      });
      await expectDenied({ me: manager, id: wider.id, call: 'inviteUser', body: {} });
    }
  });
});

describe('nobody gives what they lack', () => {
  test.each([
    { role: 'admin' },
    { role: 'super_admin' },
    { customPermissions: ['key:delete'] },
    { customPermissions: ['key:view', 'system:admin'] },
    { role: 'viewer', customPermissions: ['location:create'] },
  ])('%j', async (rights) => {
    const person = await mine.company.as('officer', { allowedLocationIds: [mine.here.id] });
    await expectDenied({ me: manager, id: person.id, call: 'updateUser', body: rights });
    const made = {
      firstName: 'A',
      lastName: 'B',
      email: 'new@example.com',
      allowedLocationIds: [mine.here.id],
      ...rights,
    };
    await expectDenied({ me: manager, call: 'createUser', body: made });
  });

  test('without user:assign_permissions neither role nor permissions of anybody change, up or down', async () => {
    const editor = await mine.company.as('admin', { customPermissions: ['user:edit'] });
    const person = await mine.company.as('officer', { customPermissions: ['key:move'] });
    for (const rights of [
      { role: 'viewer' },
      { customPermissions: [] },
      { customPermissions: ['key:move', 'key:create'] },
    ])
      await expectDenied({ me: editor, id: person.id, call: 'updateUser', body: rights });
    const as = { role: 'officer', customPermissions: ['key:move'], firstName: 'Same' };
    expect((await editor.call('updateUser', { params: { id: person.id }, body: as as never })).status).toBe(
      200,
    );
  });

  test('a location that the caller does not see, of the company or of another', async () => {
    const person = await mine.company.as('officer', { allowedLocationIds: [mine.here.id] });
    const unknown: [number, string] = [400, 'Unknown location'];
    for (const id of [mine.there.id, theirs.here.id, 2_000_000_000]) {
      const body = { allowedLocationIds: [mine.here.id, id] };
      await expectDenied({ me: manager, id: person.id, call: 'updateUser', body }, unknown);
      const made = { firstName: 'A', lastName: 'B', email: 'new@example.com', ...body };
      await expectDenied({ me: manager, call: 'createUser', body: made }, unknown);
    }
  });

  test('all locations, by an empty list, from somebody who does not see all', async () => {
    const person = await mine.company.as('officer', { allowedLocationIds: [mine.here.id] });
    await expectDenied({ me: manager, id: person.id, call: 'updateUser', body: { allowedLocationIds: [] } });
    // A user with all locations keeps them, as no right is granted.
    const wide = await mine.company.as('viewer', { permissions: ['key:view'] });
    const kept = await manager.call('updateUser', {
      params: { id: wide.id },
      body: { firstName: 'Wide', allowedLocationIds: [] },
    });
    expect([kept.status, kept.body.allowedLocationIds]).toEqual([200, []]);
  });
});

describe('D-17 nobody changes what somebody may do who sees more places', () => {
  const wider = (allowedLocationIds: number[]) =>
    mine.company.as('viewer', { permissions: ['key:view'], allowedLocationIds });
  const reaches = () => [[], [mine.there.id], [mine.here.id, mine.there.id]];

  test('neither their role nor their permissions, nor whether they may sign in; their name only', async () => {
    for (const places of reaches()) {
      const { id } = await wider(places);
      for (const body of [{ role: 'officer' }, { customPermissions: ['key:issue'] }, { isActive: false }])
        await expectDenied({ me: manager, id, call: 'updateUser', body });
      const named = await manager.call('updateUser', { params: { id }, body: { firstName: 'Ines' } });
      expect([named.status, named.body.firstName]).toEqual([200, 'Ines']);
    }
  });

  test('and takes no place away that they do not see; gives and takes those they do', async () => {
    for (const [places, left] of [
      [[], [mine.here.id]],
      [[mine.here.id, mine.there.id], [mine.here.id]],
      [[mine.there.id], [mine.here.id]],
    ] as const) {
      const { id } = await wider([...places]);
      const body = { allowedLocationIds: [...left] };
      await expectDenied({ me: manager, id, call: 'updateUser', body });
    }
    const { id } = await wider([mine.there.id]);
    for (const places of [[mine.there.id, mine.here.id], [mine.there.id]]) {
      const body = { allowedLocationIds: places };
      const given = await manager.call('updateUser', { params: { id }, body });
      expect([given.status, given.body.allowedLocationIds]).toEqual([200, places]);
    }
  });

  test('of somebody who sees no more than they do, they change all of it', async () => {
    const { id } = await mine.company.as('viewer', {
      permissions: ['key:view'],
      allowedLocationIds: [mine.here.id],
    });
    const body = { role: 'officer', customPermissions: ['key:issue'], isActive: false } as const;
    const changed = await manager.call('updateUser', {
      params: { id },
      body: { ...body, customPermissions: ['key:issue'] },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject(body);
  });
});
