import { beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../../shared/topic.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { type Person, useWorld } from '../testing/world.ts';

const world = useWorld();

let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

/** What a user is told since a position; the next position. */
async function ask(person: Person, after?: string) {
  const { status, body } = await person.call('getChanges', {
    query: { ...(after !== undefined && { after }) },
  });
  expect(status).toBe(200);
  return body;
}
const positionOf = async (person: Person) => (await ask(person)).position;
const about = (changes: readonly Change[] | null, id: number) =>
  changes?.filter(({ ids }) => ids?.includes(id)).map(({ topic }) => topic);

describe('what changed since a position', () => {
  test('API-04 names topics and ids once, and nothing of what they say', async () => {
    const officer = await site.company.as('officer');
    const before = await positionOf(officer);
    const bunch = await site.company.bunch(site.here.id, { notes: 'Nobody hears this' });
    const body = { officerName: 'Callum Reid' };
    await site.admin.call('issueKeyBunch', { params: { id: bunch.id }, body });
    const first = await ask(officer, before);
    expect(about(first.changes, bunch.id)).toEqual(expect.arrayContaining(['keyBunches', 'movements']));
    expect(JSON.stringify(first)).not.toMatch(/Callum|Nobody hears|SET-|Site/);
    expect((await ask(officer, first.position)).changes).toEqual([]);
  });

  test('is one change of a topic however often it changed, and names nothing where it is too much', async () => {
    const before = await positionOf(site.admin);
    for (let n = 0; n < 5; n += 1) await site.company.bunch(site.here.id);
    const few = (await ask(site.admin, before)).changes?.filter(({ topic }) => topic === 'keyBunches');
    expect(few?.map(({ ids }) => ids?.length)).toEqual([5]);
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, location_id) select $1, 'MUCH ' || n, 'static', $2 from generate_series(1, 200) n`,
      [site.company.id, site.here.id],
    );
    expect((await ask(site.admin, before)).changes).toContainEqual({ topic: 'keyBunches' });
  });

  test('knows the own change by its key, which no other page receives', async () => {
    const other = await site.company.as('admin');
    const [mine, theirs] = [await positionOf(site.admin), await positionOf(other)];
    const bunch = await site.company.bunch(site.here.id);
    const key = crypto.randomUUID();
    await site.admin.call('updateKeyBunch', {
      params: { id: bunch.id },
      body: { notes: 'By me' },
      headers: { 'idempotency-key': key },
    });
    expect((await ask(site.admin, mine)).changes).toContainEqual(expect.objectContaining({ by: key }));
    expect(JSON.stringify(await ask(other, theirs))).not.toContain(key);
  });

  test('PERM-20 PERM-23 leaves out other locations, other companies, and what no call would let them read', async () => {
    const theirs = await makeSite(world);
    const limited = await site.company.as('viewer', { allowedLocationIds: [site.here.id] });
    const people = [limited, theirs.admin];
    const [atHere, foreign] = await Promise.all(people.map(positionOf));
    const near = await site.company.bunch(site.here.id);
    const far = await site.company.bunch(site.there.id);
    await site.admin.call('issueKeyBunch', { params: { id: far.id }, body: { officerName: 'A' } });
    await site.company.as('officer');
    const { changes } = await ask(limited, atHere);
    expect(about(changes, near.id)).toContain('keyBunches');
    expect(about(changes, far.id)).toEqual([]);
    expect(changes?.map(({ topic }) => topic)).not.toContain('users');
    expect((await ask(theirs.admin, foreign)).changes).toEqual([]);
  });

  test('is everything once the own rights changed, which are read before the changes', async () => {
    const officer = await site.company.as('officer', { allowedLocationIds: [site.here.id, site.there.id] });
    const before = await positionOf(officer);
    await site.company.bunch(site.there.id);
    const body = { allowedLocationIds: [site.here.id] };
    await site.admin.call('updateUser', { params: { id: officer.id }, body });
    expect((await ask(officer, before)).changes).toBeNull();
  });

  test.each([
    ['nothing', undefined],
    ['what is no position', 'x'],
    ['one of long ago', `${Date.now() - 600_000}.1:1:`],
    ['one of another database', `${Date.now()}.900000000000:900000000000:`],
    ['one that no database makes', `${Date.now()}.5:3:`],
    ['SQL', `${Date.now()}.1:1:'; drop table changes; --`],
  ])('is everything for a page that shows %s', async (_what, after) => {
    const { position, changes } = await ask(site.admin, after);
    expect(changes).toBeNull();
    expect((await ask(site.admin, position)).changes).toEqual([]);
  });

  test('a dismissed person is refused', async () => {
    const dismissed = await site.company.as('admin');
    await world.sql('update users set is_active = false where id = $1', [dismissed.id]);
    expect((await dismissed.call('getChanges', { query: {} })).status).toBe(401);
    expect((await world.visitor.call('getChanges', { query: {} })).status).toBe(401);
    expect((await (await world.person()).call('getChanges', { query: {} })).status).toBe(403);
  });
});
