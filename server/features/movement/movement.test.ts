import { beforeAll, describe, expect, test } from 'vitest';
import { COUNTED_MOVEMENTS } from '../../../shared/limits.ts';
import { holderOf, makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();
const list = (me: Person, query: Record<string, string | number> = {}) => me.call('listMovements', { query });
const issue = (site: Site, id: number, about = {}) =>
  site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Callum Reid', ...about } });
const returnKeys = (site: Site, id: number) =>
  site.admin.call('returnKeyBunch', { params: { id }, body: { officerName: 'Callum Reid', newTag: '9' } });
const pairs = async (site: Site, id: number, count: number) => {
  for (let n = 0; n < count; n += 1) {
    await issue(site, id);
    await returnKeys(site, id);
  }
};

describe('the list', () => {
  test('API-15 API-16 newest first, at most the limit, fifty without one, and the total of all', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    await pairs(site, bunch.id, 26);
    const all = await list(site.admin);
    expect(all.body).toHaveLength(50);
    expect(all.headers['x-total-count']).toBe('52');
    const times = all.body.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort().reverse());
    expect(all.body.slice(0, 3).map(({ action }) => action)).toEqual(['return', 'issue', 'return']);
    const three = await list(site.admin, { limit: 3 });
    expect(three.body).toEqual(all.body.slice(0, 3));
    expect(three.headers['x-total-count']).toBe('52');
    expect((await list(site.admin, { limit: 500 })).body).toHaveLength(52);
    expect((await list(site.admin, { limit: 501 })).status).toBe(400);
  });

  test('S-47 the total of a limited reader and of a filter is counted, and only up to ten thousand', async () => {
    const site = await makeSite(world);
    const { id: third } = await site.company.location();
    await world.sql('alter table movement_history disable trigger stamp');
    await world.sql(
      `insert into movement_history (company_id, key_bunch_identifier, key_bunch_type, from_location_id, from_location_name,
         to_location_id, action_type, performed_by, performed_by_email, done_at, seq)
       select $1, 'A', 'static', case when n % 4 = 0 then $2::int else $3::int end, 'X', case when n % 4 = 0 then $6::int end, 'issue', $4,
         'a@example.com', now(), n
       from generate_series(1, $5::int) n`,
      [site.company.id, site.there.id, site.here.id, site.admin.id, COUNTED_MOVEMENTS + 4000, third],
    );
    await world.sql('alter table movement_history enable trigger stamp');
    const totals = async (me: Person, query: Record<string, string | number> = {}) => {
      const { headers } = await list(me, { ...query, limit: 1 });
      return [headers['x-total-count'], headers['x-total-more']];
    };
    const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    expect(await totals(site.admin)).toEqual(['14000', undefined]);
    expect(await totals(site.admin, { before: 1 })).toEqual(['14000', undefined]);
    expect(await totals(site.admin, { locationId: site.there.id })).toEqual(['3500', undefined]);
    expect(await totals(site.admin, { locationId: site.here.id })).toEqual(['10000', 'true']);
    expect(await totals(site.admin, { action: 'issue' })).toEqual(['10000', 'true']);
    expect(await totals(limited)).toEqual(['3500', undefined]);
    // A move between two visible locations counts once.
    const [atBoth, atAll] = [
      [site.there.id, third],
      [site.here.id, site.there.id, third],
    ];
    const ofBoth = await site.company.as('officer', { allowedLocationIds: atBoth });
    const ofAll = await site.company.as('officer', { allowedLocationIds: atAll });
    expect(await totals(ofBoth)).toEqual(['3500', undefined]);
    expect(await totals(ofAll)).toEqual(['10000', 'true']);
  });

  test('ENT-14 ENT-15 ENT-16 an entry carries everything screens read', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, { type: 'static', identifier: 'SET-1' });
    const body = { toLocationId: site.there.id, toBunchType: 'lock_ups', notes: 'New round' };
    await site.admin.call('moveKeyBunch', { params: { id: bunch.id }, body });
    const [entry] = (await list(site.admin)).body;
    expect(entry).toEqual({
      id: expect.any(Number),
      keyBunchId: bunch.id,
      action: 'location_move',
      actionType: 'location_move',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      doneAt: entry?.timestamp,
      lateEntry: false,
      keyBunch: { identifier: 'SET-1', type: 'static', opens: { keyDescription: null, premises: [] } },
      keyBunchIdentifier: 'SET-1',
      fromLocationId: site.here.id,
      toLocationId: site.there.id,
      fromLocation: { id: site.here.id, name: site.here.name },
      toLocation: { id: site.there.id, name: site.there.name },
      fromBunchType: 'static',
      toBunchType: 'lock_ups',
      oldTag: null,
      newTag: null,
      userId: site.admin.id,
      user: {
        username: site.admin.email.split('@')[0],
        firstName: 'Dana',
        lastName: 'Holt',
        email: site.admin.email,
      },
      undoable: false,
      notes: 'New round',
      details: {
        from: site.here.name,
        to: site.there.name,
        changes: { type: { from: 'static', to: 'lock_ups' } },
      },
    });
    await issue(site, bunch.id, { purpose: 'Alarm', newTag: '5' });
    const [issued] = (await list(site.admin)).body;
    expect(issued?.details).toMatchObject({
      officer: 'Callum Reid',
      purpose: 'Alarm',
      newTag: '5',
      newStatus: 'issued',
    });
  });

  test('C-05 an entry keeps the names of its moment, whatever is renamed or deleted later', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, { identifier: 'Before' });
    await issue(site, bunch.id);
    await returnKeys(site, bunch.id);
    const then = (await list(site.admin)).body;
    await site.admin.call('updateLocation', { params: { id: site.here.id }, body: { name: 'Renamed' } });
    await site.admin.call('updateUser', { params: { id: site.admin.id }, body: { firstName: 'Other' } });
    await site.admin.call('updateKeyBunch', { params: { id: bunch.id }, body: { identifier: 'After' } });
    await site.admin.call('deleteKeyBunch', { params: { id: bunch.id } });
    const now = { name: 'Other Holt', email: site.admin.email };
    expect((await list(site.admin)).body.slice(1)).toEqual(
      then.map((entry) => ({
        ...entry,
        undoable: false,
        keyBunch: entry.keyBunch && { ...entry.keyBunch, opens: null },
        user: { ...entry.user, now },
      })),
    );
  });
});

describe('S-47 filters', () => {
  let site: Site;
  let moments: string[];
  beforeAll(async () => {
    site = await makeSite(world);
    const { company, here, there, admin } = site;
    const a = await company.bunch(here.id, { identifier: 'Alpha', type: 'static', currentTag: 'Seal-77' });
    const b = await company.bunch(there.id, { identifier: 'Beta' });
    const guard = await company.as('officer', { firstName: 'Gus', lastName: 'Ward' });
    await issue(site, a.id, { officerName: 'Nadia Petrov' });
    await guard.call('returnKeyBunch', {
      params: { id: a.id },
      body: { officerName: 'N. Petrov', newTag: 'New-78' },
    });
    await admin.call('moveKeyBunch', { params: { id: a.id }, body: { toLocationId: there.id } });
    await admin.call('moveKeyBunch', { params: { id: a.id }, body: { toBunchType: 'lock_ups' } });
    await admin.call('updateKeyBunch', { params: { id: b.id }, body: { status: 'inactive' } });
    await admin.call('deleteKeyBunch', { params: { id: b.id } });
    moments = (await list(admin)).body.map(({ timestamp }) => timestamp);
  });
  const found = async (query: Record<string, string | number>) => {
    const { body, headers, status } = await list(site.admin, query);
    expect(status).toBe(200);
    expect(headers['x-total-count']).toBe(String(body.length));
    return body.map(({ action }) => action).join();
  };

  test('action: each by itself, all, and move for both kinds of move (C-04)', async () => {
    expect(await found({})).toBe('deleted,status_change,move,location_move,return,issue');
    expect(await found({ action: 'all' })).toBe(await found({}));
    expect(await found({ action: 'move' })).toBe('move,location_move');
    for (const action of ['location_move', 'issue', 'return', 'status_change', 'deleted']) {
      expect(await found({ action })).toBe(action);
    }
    expect(await found({ action: 'audit_edit' })).toBe('');
    expect((await list(site.admin, { action: 'explode' })).status).toBe(400);
  });

  test('from and to are instants, both included, in any zone', async () => {
    const [, second, , fourth] = moments;
    expect(await found({ from: String(fourth), to: String(second) })).toBe(
      'status_change,move,location_move',
    );
    expect(await found({ to: '2001-01-01T00:00:00+05:30' })).toBe('');
    expect(await found({ from: '2001-01-01T00:00:00-08:00' })).toBe(await found({}));
  });

  test('a period keeps every entry of one moment, in whatever order the disk holds them', async () => {
    const { company, admin, here } = await makeSite(world);
    const at = '2026-03-03T03:12:00Z';
    await world.sql('alter table movement_history disable trigger user');
    await world.sql(
      `insert into movement_history (company_id, key_bunch_identifier, key_bunch_type, from_location_id, from_location_name,
         action_type, performed_by, performed_by_email, "timestamp", done_at, seq)
       select $1, 'A', 'static', $2, 'X', 'issue', $3, 'a@example.com', $4, $4, n from generate_series(40, 1, -1) n`,
      [company.id, here.id, admin.id, at],
    );
    await world.sql('alter table movement_history enable trigger user');
    const { body, headers } = await list(admin, { from: '2026-03-03T00:00:00Z', to: '2026-03-03T08:00:00Z' });
    expect(body).toHaveLength(40);
    expect(headers['x-total-count']).toBe('40');
  });

  test('place at either end, bunch, and everything together', async () => {
    expect(await found({ locationId: site.here.id })).toBe('location_move,return,issue');
    expect(await found({ locationId: site.there.id })).toBe('deleted,status_change,move,location_move');
    const [entry] = (await list(site.admin, { search: 'Alpha', limit: 1 })).body;
    const keyBunchId = entry?.keyBunchId ?? 0;
    expect(await found({ keyBunchId })).toBe('move,location_move,return,issue');
    expect(await found({ keyBunchId, action: 'issue', locationId: site.here.id, search: 'petrov' })).toBe(
      'issue',
    );
  });

  test('the search looks at identifier, both places, performer, officer and both tags', async () => {
    expect(await found({ search: 'seal-77' })).toBe('return,issue');
    expect(await found({ search: 'new-78' })).toBe('return');
    expect(await found({ search: 'alph' })).toBe('move,location_move,return,issue');
    expect(await found({ search: site.there.name })).toBe('deleted,status_change,move,location_move');
    expect(await found({ search: 'gus ward' })).toBe('return');
    expect(await found({ search: 'Petrov' })).toBe('return,issue');
    expect(await found({ search: site.admin.email })).toBe('deleted,status_change,move,location_move,issue');
    expect(await found({ search: '%' })).toBe('');
  });

  test('the search reads the digits of any script, those of the register first', async () => {
    // No text that an email could have: those of tests end in hexadecimal digits.
    const other = await makeSite(world);
    const { company, here, admin } = other;
    const holderId = await holderOf(other);
    for (const [identifier, currentTag] of [
      ['Q-1', '448501'],
      ['Q-2', '٤٤٨٥٠٢'],
    ] as const) {
      const { id } = await company.bunch(here.id, { identifier, currentTag });
      await issue(other, id, { holderId, officerName: undefined });
    }
    for (const about of [{}, { holderId }] as Record<string, number>[]) {
      const search = async (text: string) =>
        (await list(admin, { action: 'issue', search: text, ...about })).body.map(
          (one) => one.keyBunchIdentifier,
        );
      expect(await search('٤٤٨٥٠١')).toEqual(['Q-1']);
      expect(await search('q-१')).toEqual(['Q-1']);
      expect(await search('٤٤٨٥٠٢')).toEqual(['Q-2']);
    }
  });

  test('before and offset lead through everything, and the total stays that of all matches', async () => {
    const all = (await list(site.admin)).body.map(({ id }) => id);
    const byCursor: number[] = [];
    for (let before: number | undefined; byCursor.length < all.length; ) {
      const page = await list(site.admin, { limit: 2, ...(before && { before }) });
      expect(page.headers['x-total-count']).toBe('6');
      expect(page.body.length).toBeGreaterThan(0);
      byCursor.push(...page.body.map(({ id }) => id));
      before = byCursor.at(-1);
    }
    expect(byCursor).toEqual(all);
    const second = await list(site.admin, { limit: 4, offset: 4 });
    expect([second.body.map(({ id }) => id), second.headers['x-total-count']]).toEqual([all.slice(4), '6']);
    expect((await list(site.admin, { offset: 100 })).body).toEqual([]);
    expect((await list(site.admin, { before: all.at(-1) ?? 0 })).body).toEqual([]);
  });

  test('an offset goes up to 10,000, and the refusal says how to read on', async () => {
    const ask = (offset: number) => site.admin.call('listMovements', { query: { offset } });
    expect((await ask(10_000)).status).toBe(200);
    const refused = await ask(10_001);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'An offset goes up to 10,000. Read on with before: the id of the last entry shown.',
    ]);
  });
});

describe('the history of one bunch', () => {
  test('API-28 its movements and no others, also when it is gone; 404 for one that never was', async () => {
    const site = await makeSite(world);
    const [a, b] = [await site.company.bunch(site.here.id), await site.company.bunch(site.here.id)];
    await issue(site, a.id);
    await issue(site, b.id);
    await returnKeys(site, a.id);
    const history = (id: number, query = {}) =>
      site.admin.call('getKeyBunchHistory', { params: { id }, query });
    const of = await history(a.id, { keyBunchId: b.id });
    expect(of.body.map(({ keyBunchId, action }) => [keyBunchId, action])).toEqual([
      [a.id, 'return'],
      [a.id, 'issue'],
    ]);
    expect(of.headers['x-total-count']).toBe('2');
    expect((await history(a.id, { limit: 1, action: 'issue' })).body).toHaveLength(1);
    await site.admin.call('deleteKeyBunch', { params: { id: a.id } });
    expect((await history(a.id)).body.map(({ action }) => action)).toEqual(['deleted', 'return', 'issue']);
    const fresh = await site.company.bunch(site.here.id);
    const empty = await history(fresh.id);
    expect([empty.status, empty.body]).toEqual([200, []]);
    expect((await history(2_000_000_000)).status).toBe(404);
  });
});

test('S-24 PERM-20 a limited officer sees what happened at an allowed location, at either end of a move', async () => {
  const site = await makeSite(world);
  const third = await site.company.location();
  const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
  const bunch = await site.company.bunch(site.here.id);
  const elsewhere = await site.company.bunch(site.there.id);
  const move = (id: number, toLocationId: number) =>
    site.admin.call('moveKeyBunch', { params: { id }, body: { toLocationId } });
  await issue(site, elsewhere.id);
  await issue(site, bunch.id);
  await move(bunch.id, site.there.id);
  await move(bunch.id, third.id);
  await move(bunch.id, site.here.id);
  const all = (await list(site.admin)).body;
  expect(all).toHaveLength(5);
  const theirs = await list(limited);
  expect(theirs.body).toEqual([all[0], all[2], all[3]]);
  expect(theirs.headers['x-total-count']).toBe('3');
  expect((await list(limited, { search: third.name })).body.map(({ id }) => id)).toEqual([all[0]?.id]);
  expect((await list(limited, { locationId: site.there.id })).body.map(({ id }) => id)).toEqual([all[2]?.id]);
  const own = await limited.call('getKeyBunchHistory', { params: { id: bunch.id } });
  expect(own.body).toHaveLength(3);
  const hidden = await limited.call('getKeyBunchHistory', { params: { id: elsewhere.id } });
  expect(hidden.status).toBe(404);
});
