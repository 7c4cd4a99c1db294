import { beforeAll, describe, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

// Two open audits never expect the same set: each would mark sets missing that the other found.
const world = useWorld();
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

/** A new location with a set of day_shift and one of static. */
async function cabinet() {
  const place = await site.company.location();
  await site.company.bunch(place.id);
  await site.company.bunch(place.id, { type: 'static' });
  return place;
}
const start = (locationId: number, keyType: string | null = null, me: Person = site.admin) =>
  me.call('startAudit', { body: { locationId, keyType } });
const stateOf = async (id: number) => (await site.admin.call('getAudit', { params: { id } })).body.status;
const openAt = async (locationId: number) =>
  (await site.admin.call('listAudits', { query: { locationId, status: 'in_progress' } })).body;

describe('one open audit of the same sets', () => {
  test('a second start abandons the own open session there', async () => {
    const place = await cabinet();
    const old = (await start(place.id)).body;
    const now = (await start(place.id, 'static')).body;
    expect([await stateOf(old.id), await stateOf(now.id)]).toEqual(['abandoned', 'in_progress']);
  });

  test('six people who start at once leave one audit, and five hear who has it', async () => {
    const place = await cabinet();
    const people = await Promise.all(
      ['Ruth', 'Sam', 'Ines', 'Omar', 'Vera', 'Kofi'].map((firstName) =>
        site.company.as('officer', { firstName, lastName: 'Moreau' }),
      ),
    );
    const answers = await Promise.all(people.map((me) => start(place.id, null, me)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    const [open, ...more] = await openAt(place.id);
    expect(more).toEqual([]);
    const name = `${open?.user?.firstName} Moreau`;
    const since = open?.startTime ?? '';
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body).toEqual({
        message: `${name} has been auditing ${place.name} since ${since.slice(11, 16)} UTC. Join it, or wait until it is completed.`,
        code: 'audit_open',
        since,
        auditSessionId: open?.id,
      });
    }
    const mine = await Promise.all([1, 2, 3, 4, 5, 6].map(() => start(site.here.id)));
    expect(mine.map(({ status }) => status)).not.toContain(409);
  });

  test('six starts of one person at once leave one audit', async () => {
    const place = await cabinet();
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => start(place.id)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    expect(await openAt(place.id)).toHaveLength(1);
  });

  test('one of all types excludes every other of the location; two types go side by side', async () => {
    const place = await cabinet();
    const ruth = await site.company.as('officer', { firstName: 'Ruth', lastName: 'Tembo' });
    expect((await start(place.id, 'static', ruth)).status).toBe(201);
    const all = await start(place.id);
    expect([all.status, all.body.message]).toEqual([
      409,
      expect.stringMatching(
        /^Ruth Tembo has been auditing the Static keys at .* since \d\d:\d\d UTC\. Continue their audit, or cancel it first\.$/,
      ),
    ]);
    expect((await start(place.id, 'static')).status).toBe(409);
    expect((await start(place.id, 'day_shift')).status).toBe(201);

    const whole = await cabinet();
    const { body: theirs } = await start(whole.id, null, ruth);
    for (const type of [null, 'static', 'day_shift'])
      expect((await start(whole.id, type)).status, `${type}`).toBe(409);
    await ruth.call('cancelAudit', { params: { id: theirs.id }, body: {} });
    expect((await start(whole.id)).status).toBe(201);
  });

  test('an audit that nobody finished in a day is in nobody’s way', async () => {
    const place = await cabinet();
    const ruth = await site.company.as('officer');
    const { body: old } = await start(place.id, null, ruth);
    await world.sql(`update audit_sessions set start_time = start_time - interval '25 hours' where id = $1`, [
      old.id,
    ]);
    const now = await start(place.id);
    expect(now.status).toBe(201);
    expect((await openAt(place.id)).map(({ id }) => id)).toEqual([now.body.id]);
    expect(await stateOf(old.id)).toBe('abandoned');
  });

  test('the database itself holds one open audit of a type at a location', async () => {
    const place = await cabinet();
    await start(place.id);
    const another = world.sql(
      `insert into audit_sessions (company_id, location_id, location_name, performed_by, total_expected)
       values ($1, $2, 'Site', $3, 1)`,
      [site.company.id, place.id, site.admin.id],
    );
    await expect(another).rejects.toThrow('audit_sessions_open');
  });
});

describe('what waits for an audit', () => {
  test('locations come never audited first, then by how long ago; with nothing to expect last', async () => {
    const { company, admin } = await makeSite(world, await world.newCompany());
    const names = ['never', 'old', 'fresh', 'empty'] as const;
    const places: Record<string, number> = {};
    for (const name of names) places[name] = (await company.location({ name: `A ${name}` })).id;
    const audit = async (name: string, hours: number, keyType: string | null) => {
      const { body } = await admin.call('startAudit', { body: { locationId: places[name] ?? 0, keyType } });
      await admin.call('completeAudit', { params: { id: body.id }, body: { allMissing: true } });
      await world.sql(
        'update audit_sessions set end_time = end_time - make_interval(hours => $2) where id = $1',
        [body.id, hours],
      );
      return body.id;
    };
    for (const name of ['never', 'old', 'fresh']) await company.bunch(places[name] ?? 0, { type: 'static' });
    const old = await audit('old', 80, null);
    await audit('fresh', 90, null);
    const fresh = await audit('fresh', 2, 'static');
    const { body } = await admin.call('listAuditedLocations');
    const rows = body.filter(({ name }) => name.startsWith('A '));
    expect(
      rows.map(({ name, expected, last }) => [name, expected, last?.id, last?.keyType, last?.missing]),
    ).toEqual([
      ['A never', 1, undefined, undefined, undefined],
      ['A old', 1, old, null, 1],
      ['A fresh', 1, fresh, 'static', 1],
      ['A empty', 0, undefined, undefined, undefined],
    ]);
    const limited = await company.as('officer', { allowedLocationIds: [places.old ?? 0] });
    expect((await limited.call('listAuditedLocations')).body.map(({ id }) => id)).toEqual([places.old]);
  });
});

test('an audit says where each set hangs that it expects', async () => {
  const place = await site.company.location();
  for (const [identifier, position] of Object.entries({ one: 'A 12', two: null }))
    await site.company.bunch(place.id, { identifier, position });
  const { body } = await start(place.id);
  const { expected } = (await site.admin.call('getAudit', { params: { id: body.id } })).body;
  expect(expected.map(({ identifier, now }) => [identifier, now?.position])).toEqual([
    ['one', 'A 12'],
    ['two', null],
  ]);
});
