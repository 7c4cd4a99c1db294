import { beforeAll, describe, expect, test } from 'vitest';
import { dumpCompany } from '../testing/dump.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { type Head, useWire } from '../testing/wire.ts';
import { PASSWORD, type Person, useWorld } from '../testing/world.ts';

// P16: a right withdrawn while a request is being sent no longer holds once the request is complete.
const world = useWorld();
const wire = useWire(world);
let site: Site;
let bunch: { id: number };
beforeAll(async () => {
  site = await makeSite(world);
  bunch = await site.company.bunch(site.here.id);
});

type Attempt = Head & { body: unknown };
const ATTEMPTS: Record<string, () => Attempt> = {
  'make a super_admin': () => ({
    path: '/api/users',
    body: { email: 'heir@example.com', firstName: 'An', lastName: 'Heir', role: 'super_admin' },
  }),
  'issue keys': () => ({
    path: `/api/key-bunches/${bunch.id}/issue`,
    body: { officerName: 'Callum Reid' },
  }),
  'delete a set': () => ({
    method: 'DELETE',
    path: `/api/key-bunches/${bunch.id}`,
    body: { reason: 'Out of spite' },
  }),
  'replace a photo': () => ({
    method: 'PATCH',
    path: `/api/key-bunches/${bunch.id}`,
    body: { imageUrl: null, notes: 'Seen' },
  }),
};

/** Sends all but the end of a request, then makes a change, then sends the end; expects no other change. */
async function during(me: Person, { body, ...head }: Attempt, change: () => Promise<void>) {
  const request = wire.hold({ ...head, headers: { cookie: me.cookie ?? '' } }, body);
  // Once these later requests are answered, the server has read the head of the first one.
  for (let n = 0; n < 3; n += 1)
    expect((await fetch(`${wire.url}/api/auth/user`, { headers: { cookie: me.cookie ?? '' } })).status).toBe(
      200,
    );
  await change();
  const before = await dumpCompany(world, site.company.id);
  const answer = await request.finish();
  expect(await dumpCompany(world, site.company.id)).toBe(before);
  return [answer.status, answer.body.message];
}

const edit = async (person: Person, body: Record<string, unknown>) => {
  const { status } = await site.admin.call('updateUser', { params: { id: person.id }, body });
  expect(status).toBe(200);
};

describe('P16 what somebody began before', () => {
  for (const [title, attempt] of Object.entries(ATTEMPTS)) {
    test(`they were deactivated does not happen after it: ${title}`, async () => {
      const me = await site.company.as('super_admin');
      expect(await during(me, attempt(), () => edit(me, { isActive: false }))).toEqual([401, 'Unauthorized']);
    });
  }

  test('a permission was taken from them does not happen after it', async () => {
    const me = await site.company.as('viewer', { customPermissions: ['key:issue'] });
    expect(
      await during(me, ATTEMPTS['issue keys']?.() as Attempt, () => edit(me, { customPermissions: [] })),
    ).toEqual([403, "You don't have permission to do this. Ask an administrator."]);
  });

  test('a location was taken from them does not happen after it', async () => {
    const me = await site.company.as('officer');
    const leave = () => edit(me, { allowedLocationIds: [site.there.id] });
    expect(await during(me, ATTEMPTS['issue keys']?.() as Attempt, leave)).toEqual([
      404,
      'Key set not found',
    ]);
  });

  test('they signed out does not happen after it', async () => {
    const me = await site.company.as('officer');
    const signOut = async () => void (await me.call('logOut'));
    expect(await during(me, ATTEMPTS['issue keys']?.() as Attempt, signOut)).toEqual([401, 'Unauthorized']);
  });

  test('before a company is known: nor do they choose a password or set up a company', async () => {
    const gone = (id: number) => async () => {
      await world.sql('update users set is_active = false where id = $1', [id]);
    };
    const me = await site.company.as('officer');
    const password = { currentPassword: PASSWORD, newPassword: 'another horse' };
    const change = { path: '/api/auth/password', body: password };
    expect(await during(me, change, gone(me.id))).toEqual([401, 'Unauthorized']);
    const nobody = await world.person();
    const setUp = { path: '/api/companies/setup', body: { name: 'Taken along' } };
    // The sender may have been identified before or after the change; afterwards they are unknown and have to give their email.
    expect([
      [401, 'Unauthorized'],
      [400, 'Please enter a valid email'],
    ]).toContainEqual(await during(nobody, setUp, gone(nobody.id)));
    expect(await world.sql("select from companies where name = 'Taken along'")).toEqual([]);
  });

  test('and a file that is under way ends with the right to read it', async () => {
    const me = await site.company.as('admin');
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, location_id, notes)
       select $1, 'N' || n, 'static', $2, 'Side door' from generate_series(1, 10000) n`,
      [site.company.id, site.there.id],
    );
    const reply = await fetch(`${wire.url}/api/key-bunches/all`, { headers: { cookie: me.cookie ?? '' } });
    expect(reply.status).toBe(200);
    const reader = reply.body?.getReader();
    await reader?.read();
    await edit(me, { isActive: false });
    const rest = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(rest()).rejects.toThrow();
  }, 60_000);
});

describe('what another process changed between two requests', () => {
  const set = (person: Person, change: string) =>
    world.sql(`update users set ${change} where id = $1`, [person.id]);
  const read = async (person: Person) =>
    (await person.call('getKeyBunch', { params: { id: bunch.id } })).status;
  const issue = async (person: Person, officerName: string) =>
    (await person.call('issueKeyBunch', { params: { id: bunch.id }, body: { officerName } })).status;
  const history = async () =>
    (await site.admin.call('getKeyBunchHistory', { params: { id: bunch.id } })).body.length;

  test('a role, a location, an account that is no more', async () => {
    const officer = await site.company.as('officer');
    expect(await read(officer)).toBe(200);
    await set(officer, `allowed_location_ids = '{${site.there.id}}'`);
    expect(await read(officer)).toBe(404);
    await set(officer, `allowed_location_ids = '{}', role = 'viewer'`);
    const before = await dumpCompany(world, site.company.id);
    expect(await issue(officer, 'Nobody')).toBe(403);
    expect(await dumpCompany(world, site.company.id)).toBe(before);
    expect(await read(officer)).toBe(200);
    await set(officer, 'is_active = false');
    expect(await read(officer)).toBe(401);
  });

  test('a right that is new: the write is done, and once', async () => {
    const viewer = await site.company.as('viewer');
    expect([await read(viewer), await issue(viewer, 'Nobody')]).toEqual([200, 403]);
    const entries = await history();
    await set(viewer, `role = 'officer', first_name = 'Another'`);
    expect(await issue(viewer, 'Callum Reid')).toBe(200);
    expect(await history()).toBe(entries + 1);
    const [last] = (await site.admin.call('getKeyBunchHistory', { params: { id: bunch.id } })).body;
    expect(last?.user?.firstName).toBe('Another');
  });
});
