import { describe, expect, test } from 'vitest';
import { dumpCompany } from '../../testing/dump.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();
const add = (by: Person, name: string, about: Record<string, unknown> = {}) =>
  by.call('createHolder', { body: { name, ...about } });
const edit = (by: Person, id: number, body: Record<string, unknown>, headers = {}) =>
  by.call('updateHolder', { params: { id }, body, headers });
const list = async (by: Person, query: Record<string, string | number> = {}) =>
  (await by.call('listHolders', { query })).body.map(({ name }) => name);
/** Issues a set to a holder, due in `hours`, which may be negative. */
async function give(site: Site, holderId: number, hours: number | null, locationId = site.here.id) {
  const { id } = await site.company.bunch(locationId);
  const body = { holderId, dueAt: null };
  expect((await site.admin.call('issueKeyBunch', { params: { id }, body })).status).toBe(200);
  if (hours !== null)
    await world.sql('update key_bunches set due_at = now() + make_interval(hours => $2) where id = $1', [
      id,
      hours,
    ]);
  return id;
}

describe('adding', () => {
  test('a person has what was sent, who added them, and stands in the log', async () => {
    const site = await makeSite(world);
    const officer = await site.company.as('officer', { firstName: 'Ola', lastName: 'Berg' });
    const about = {
      kind: 'contractor',
      organisation: 'Ruiz Lifts',
      phone: '020 7946 0000',
      email: 'Ana@Example.com',
      badge: 'B-77',
      maxSets: 4,
      validUntil: '2119-12-31',
      notes: 'Mornings',
    };
    const { status, body, headers } = await add(officer, ' Ana Ruiz ', about);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...about,
      id: expect.any(Number),
      name: 'Ana Ruiz',
      email: 'ana@example.com',
      userId: null,
      role: null,
      isActive: true,
      sendReminders: false,
      remindersStoppedAt: null,
      out: 0,
      overdue: 0,
      createdByName: 'Ola Berg',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(headers.etag).toBe(`"${body.updatedAt}"`);
    const logged = await world.sql(
      "select action, description, details->>'name' as name from audit_log where company_id = $1 and action like 'holder%'",
      [site.company.id],
    );
    expect(logged).toEqual([
      { action: 'holder_create', description: 'Person Ana Ruiz added', name: 'Ana Ruiz' },
    ]);
    expect((await site.admin.call('getHolder', { params: { id: body.id } })).body).toEqual({
      ...body,
      held: 0,
      holding: [],
    });
  });

  test('a name that is there already may be used again, a badge may not, however it is written', async () => {
    const { company, admin } = await makeSite(world);
    expect((await add(admin, 'Ana Ruiz', { badge: '04:AA 77' })).status).toBe(201);
    expect((await add(admin, 'Ana Ruiz')).status).toBe(201);
    const before = await dumpCompany(world, company.id);
    const { status, body } = await add(admin, 'Ben', { badge: '04aa77' });
    const message = 'This badge is already assigned to Ana Ruiz';
    expect([status, body]).toEqual([409, { message, code: 'taken', errors: { badge: message } }]);
    expect(await dumpCompany(world, company.id)).toBe(before);
    const elsewhere = await makeSite(world);
    expect((await add(elsewhere.admin, 'Ben', { badge: '04aa77' })).status).toBe(201);
  });

  test('of ten people given one badge at the same moment one has it, and the others are told who', async () => {
    const { admin } = await makeSite(world);
    const held = (await add(admin, 'Held')).body.id;
    const answers = await Promise.all([
      edit(admin, held, { badge: 'b 9' }),
      ...Array.from({ length: 9 }, (_, n) => add(admin, `Ten ${n}`, { badge: 'B-9' })),
    ]);
    const [first, ...none] = answers.filter(({ status }) => status < 300);
    expect(none).toEqual([]);
    for (const { status, body } of answers.filter((answer) => answer !== first)) {
      expect(status).toBe(409);
      expect(body.errors?.badge).toBe(`This badge is already assigned to ${first?.body.name}`);
    }
  });

  test('bad input is refused with its reason, and nothing is kept', async () => {
    const { company, admin } = await makeSite(world);
    const before = await dumpCompany(world, company.id);
    for (const [field, value, message] of [
      ['name', ' ', 'Name is required'],
      ['kind', 'boss', 'Unknown kind'],
      ['email', 'nobody', 'Please enter a valid email'],
      ['maxSets', 0, 'Enter a whole number from 1 to 9999'],
      ['validUntil', '2026-02-30', 'Enter a date'],
      ['validUntil', '0000-01-01', 'Enter a date'],
    ] as const) {
      const { status, body } = await add(admin, 'Ana', { [field]: value });
      expect([status, body.errors], field).toEqual([400, { [field]: message }]);
    }
    expect(await dumpCompany(world, company.id)).toBe(before);
  });
});

describe('the list', () => {
  test('goes by name without regard to case, a page at a time, and counts what people have', async () => {
    const site = await makeSite(world);
    for (const name of ['zoe', 'Ana', 'ben', 'Ana', 'Émile']) await add(site.admin, name);
    const [ana] = (await site.admin.call('listHolders')).body;
    await give(site, ana?.id ?? 0, 3);
    await give(site, ana?.id ?? 0, -3, site.there.id);
    await give(site, ana?.id ?? 0, null);
    const first = await site.admin.call('listHolders', { query: { limit: 4 } });
    expect(first.body.map(({ name, out, overdue }) => [name, out, overdue])).toEqual([
      ['Ana', 3, 1],
      ['Ana', 0, 0],
      ['ben', 0, 0],
      ['Dana Holt', 0, 0],
    ]);
    expect(first.headers['x-total-count']).toBe('6');
    const cursor = String(first.headers['x-next-cursor']);
    const second = await site.admin.call('listHolders', { query: { limit: 4, cursor } });
    expect(new Set(second.body.map(({ name }) => name))).toEqual(new Set(['zoe', 'Émile']));
    expect(second.headers['x-next-cursor']).toBeUndefined();
    expect(await list(site.admin, { holding: 'any' })).toEqual(['Ana']);
    expect(await list(site.admin, { holding: 'overdue' })).toEqual(['Ana']);
    const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
    const seen = (await limited.call('listHolders')).body[0];
    expect([seen?.out, seen?.overdue]).toEqual([2, 0]);
    expect(await list(limited, { holding: 'overdue' })).toEqual([]);
  });

  test('is searched in name, organisation, phone, email and badge, and filtered by kind and whether they may take keys', async () => {
    const { admin } = await makeSite(world);
    const about = { organisation: 'Ruiz Lifts', phone: '020 7946', email: 'a@ruiz.example', badge: 'B77' };
    const { id } = (await add(admin, 'Ana Abel', { kind: 'contractor', ...about })).body;
    await add(admin, 'Ben 100%', { kind: 'client' });
    for (const q of ['ana a', 'RUIZ  lifts', '7946', 'a@ruiz', 'b77'])
      expect(await list(admin, { q }), q).toEqual(['Ana Abel']);
    expect(await list(admin, { q: '100%' })).toEqual(['Ben 100%']);
    expect(await list(admin, { q: 'nobody' })).toEqual([]);
    expect(await list(admin, { kind: 'client' })).toEqual(['Ben 100%']);
    await edit(admin, id, { isActive: false });
    expect(await list(admin, { active: 'false' })).toEqual(['Ana Abel']);
    expect(await list(admin, { active: 'true' })).toEqual(['Ben 100%', 'Dana Holt']);
  });
});

test('what somebody holds stands overdue first, then soonest due, then without a time, and the limit counts what is out of sight', async () => {
  const site = await makeSite(world);
  const { id } = (await add(site.admin, 'Ana')).body;
  const none = await give(site, id, null);
  const soon = await give(site, id, 2);
  const late = await give(site, id, -1);
  const later = await give(site, id, -5, site.there.id);
  const { body } = await site.admin.call('getHolder', { params: { id } });
  expect(body.holding.map((bunch) => bunch.id)).toEqual([later, late, soon, none]);
  expect([body.out, body.overdue, body.held]).toEqual([4, 2, 4]);
  const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
  const seen = (await limited.call('getHolder', { params: { id } })).body;
  expect([seen.holding.length, seen.out, seen.overdue, seen.held]).toEqual([3, 3, 1, 4]);
  const people = await site.company.as('viewer', { permissions: ['user:view'] });
  expect((await people.call('getHolder', { params: { id } })).body.holding).toEqual([]);
});

describe('changing', () => {
  test('only what is sent changes, and the log says from what to what', async () => {
    const { company, admin } = await makeSite(world);
    const { body } = await add(admin, 'Ana', { phone: '1', badge: 'B1' });
    const changed = await edit(admin, body.id, { phone: '', maxSets: 2, badge: 'b-1' });
    expect(changed.body).toMatchObject({ name: 'Ana', phone: null, maxSets: 2, badge: 'b-1' });
    const logged = () =>
      world.sql(
        "select details->'changes' as changes from audit_log where company_id = $1 and action = 'holder_edit'",
        [company.id],
      );
    const entry = {
      changes: {
        phone: { from: '1', to: null },
        maxSets: { from: null, to: 2 },
        badge: { from: 'B1', to: 'b-1' },
      },
    };
    expect(await logged()).toEqual([entry]);
    expect((await edit(admin, body.id, { phone: null, maxSets: 2 })).body).toEqual(changed.body);
    expect(await logged()).toEqual([entry]);
  });

  test('of two who change somebody at once, the second is told to look again', async () => {
    const { admin } = await makeSite(world);
    const { body } = await add(admin, 'Ana');
    const headers = { 'if-match': `"${body.updatedAt}"` };
    const answers = await Promise.all(['1', '2'].map((phone) => edit(admin, body.id, { phone }, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('stale');
  });

  test('of somebody who signs in the name, email and kind are the account’s; the rest and whether they may take keys are not', async () => {
    const site = await makeSite(world);
    const [me] = (await site.admin.call('listHolders')).body;
    expect(me).toMatchObject({ name: 'Dana Holt', kind: 'staff', userId: site.admin.id });
    const id = me?.id ?? 0;
    for (const [field, value] of Object.entries({ name: 'Dan', email: 'd@example.com', kind: 'other' })) {
      const { status, body } = await edit(site.admin, id, { [field]: value });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    }
    const same = { name: 'Dana Holt', kind: 'staff', badge: 'D1', isActive: false };
    expect((await edit(site.admin, id, same)).body).toMatchObject({ badge: 'D1', isActive: false });
    await site.admin.call('updateUser', { params: { id: site.admin.id }, body: { lastName: 'Hart' } });
    const after = (await site.admin.call('getHolder', { params: { id } })).body;
    expect([after.name, after.isActive]).toEqual(['Dana Hart', false]);
  });
});
