import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { dumpCompany } from '../../testing/dump.ts';
import { putStatus } from '../../testing/put.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
const issue = (site: Site, id: number, about: Record<string, unknown> = {}) =>
  site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Callum Reid', ...about } });
const returnKeys = (site: Site, id: number, about: Record<string, unknown> = {}) =>
  site.admin.call('returnKeyBunch', {
    params: { id },
    body: { officerName: 'Callum Reid', newTag: '900', ...about },
  });
const move = (site: Site, id: number, body: Record<string, unknown>) =>
  site.admin.call('moveKeyBunch', { params: { id }, body });
const historyOf = async (site: Site, id: number) =>
  (await site.admin.call('getKeyBunchHistory', { params: { id } })).body;

describe('a person named by id', () => {
  test('needs no name beside it at an issue and a return, and a name that is not theirs is refused', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    const person = async (name: string) =>
      (await site.admin.call('createHolder', { body: { name } })).body.id;
    const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Ward')];
    const differs = {
      status: 409,
      body: { code: 'holder_differs', message: 'This person is called Ana Ruiz' },
    };
    const before = await dumpCompany(world, site.company.id);
    const batch = { holderId: ana, officerName: 'Ben Ward', items: [{ keyBunchId: id }] };
    expect(await issue(site, id, { holderId: ana, officerName: 'Ben Ward' })).toMatchObject(differs);
    expect(await site.admin.call('issueBatch', { body: batch })).toMatchObject(differs);
    expect(await issue(site, id, { officerName: '' })).toMatchObject({
      status: 400,
      body: { errors: { officerName: 'Officer name is required' } },
    });
    expect(await dumpCompany(world, site.company.id)).toBe(before);

    const issued = await issue(site, id, { holderId: ana, officerName: undefined });
    expect(issued.body.holder).toMatchObject({ id: ana, name: 'Ana Ruiz' });
    expect(await returnKeys(site, id, { holderId: ana, officerName: 'Ben' })).toMatchObject(differs);
    const returned = await returnKeys(site, id, { holderId: ben, officerName: undefined });
    expect(returned.status).toBe(200);
    expect((await historyOf(site, id))[0]?.details).toMatchObject({
      officer: 'Ben Ward',
      returnedBy: 'Ben Ward',
      holderId: ana,
    });
    expect((await issue(site, id, { holderId: ana, officerName: 'ana ruiz ' })).status).toBe(200);
    const back = await returnKeys(site, id, { holderId: ana, officerName: 'Ana Ruiz', newTag: '901' });
    expect(back.status).toBe(200);
    expect((await historyOf(site, id))[0]?.details).not.toHaveProperty('returnedBy');
  });
});

describe('issue', () => {
  test('STATE-02 STATE-09 API-37 C-18 sets the status, names the holder and records the movement', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    const { status, body } = await issue(site, bunch.id, {
      purpose: 'Alarm response',
      newTag: '999',
      notes: 'Side door',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'issued',
      holder: { name: 'Callum Reid', userId: null },
      currentTag: bunch.currentTag,
      notes: bunch.notes,
    });
    expect(Math.abs(Date.parse(body.issuedAt ?? '') - Date.parse(body.lastUpdated))).toBeLessThan(1000);
    const history = await historyOf(site, bunch.id);
    expect(history).toHaveLength(1);
    expect(history[0]).toMatchObject({
      action: 'issue',
      actionType: 'issue',
      notes: 'Side door',
      oldTag: bunch.currentTag,
      newTag: '999',
      userId: site.admin.id,
      fromLocationId: site.here.id,
      fromLocation: { id: site.here.id, name: site.here.name },
      details: { officer: 'Callum Reid', purpose: 'Alarm response', newTag: '999', newStatus: 'issued' },
    });
  });

  test('C-17 a missing bunch that is issued has been found: details keep the old status', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    await putStatus(world, bunch.id, 'missing');
    expect((await issue(site, bunch.id)).body.status).toBe('issued');
    expect((await historyOf(site, bunch.id))[0]?.details).toMatchObject({ oldStatus: 'missing' });
  });

  test('D-07 a holder who is a user is kept by id; one of no company or another is refused', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    const officer = await site.company.as('officer');
    for (const officerUserId of [(await world.person()).id, 2_000_000_000]) {
      expect((await issue(site, bunch.id, { officerUserId })).status).toBe(404);
    }
    expect((await issue(site, bunch.id, { officerUserId: officer.id })).body.holder).toEqual({
      name: 'Callum Reid',
      id: expect.any(Number),
      userId: officer.id,
    });
  });

  test('of fifty simultaneous issues one succeeds and the rest are told who has the keys', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => issue(site, bunch.id, { officerName: `Officer ${n}` })),
    );
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(refused).toHaveLength(49);
    for (const { status, body } of refused) {
      expect([status, body.message]).toEqual([409, 'Keys are already issued']);
      const { name, at } = body.happened ?? {};
      expect(body.detail).toMatch(/^Issued to Officer \d+\.$/);
      expect(body.detail).toBe(`Issued to ${name}.`);
      expect(at).toBe((await site.admin.call('getKeyBunch', { params: { id: bunch.id } })).body.issuedAt);
    }
    expect(await historyOf(site, bunch.id)).toHaveLength(1);
  });
});

describe('return', () => {
  test('STATE-03 STATE-04 STATE-10 API-38 takes the keys back under the new tag', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id, { currentTag: '448' });
    await issue(site, bunch.id, { newTag: '449' });
    const { status, body } = await returnKeys(site, bunch.id, { notes: 'Wet' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'active', currentTag: '900', holder: null, issuedAt: null });
    const [entry] = await historyOf(site, bunch.id);
    expect(entry).toMatchObject({
      action: 'return',
      oldTag: '448',
      newTag: '900',
      notes: 'Wet',
      details: { officer: 'Callum Reid', newTag: '900', newStatus: 'active' },
    });
  });

  test('STATE-05 without a new tag it is refused', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    await issue(site, bunch.id);
    const before = await dumpCompany(world, site.company.id);
    for (const newTag of [undefined, null, '', '   ']) {
      const { status, body } = await returnKeys(site, bunch.id, { newTag });
      expect([status, body.message]).toEqual([400, 'New tag number is required when returning keys']);
    }
    expect(await dumpCompany(world, site.company.id)).toBe(before);
  });

  test('S-38 of twenty simultaneous returns one succeeds and the rest are told who was quicker', async () => {
    const site = await makeSite(world);
    const bunch = await site.company.bunch(site.here.id);
    await issue(site, bunch.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => returnKeys(site, bunch.id, { newTag: `T${n}` })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(19);
    for (const { status, body } of refused) {
      expect([status, body.message]).toEqual([409, 'Keys are not currently issued']);
      expect(body.detail).toBe('Dana Holt returned it.');
      const [entry] = await historyOf(site, bunch.id);
      expect(body.happened).toEqual({ action: 'return', name: 'Dana Holt', at: entry?.timestamp });
    }
    expect((await historyOf(site, bunch.id)).map(({ action }) => action)).toEqual(['return', 'issue']);
  });
});

test('G6 issue, return, move and delete of one bunch at once leave it as its history says', async () => {
  const site = await makeSite(world);
  for (let round = 0; round < 5; round += 1) {
    const bunch = await site.company.bunch(site.here.id);
    await Promise.all([
      ...Array.from({ length: 4 }, () => issue(site, bunch.id)),
      ...Array.from({ length: 4 }, () => returnKeys(site, bunch.id)),
      move(site, bunch.id, { toLocationId: site.there.id }),
      site.admin.call('deleteKeyBunch', { params: { id: bunch.id } }),
    ]);
    const { rows, archived } = (
      await world.sql<{ rows: number; archived: number }>(
        `select (select count(*)::int from key_bunches where id = $1) as rows,
           (select count(*)::int from archived_key_bunches where original_id = $1) as archived`,
        [bunch.id],
      )
    )[0] ?? { rows: -1, archived: -1 };
    expect(rows + archived).toBe(1);
    const history = await historyOf(site, bunch.id);
    const custody = history.filter(({ action }) => action !== 'location_move').map(({ action }) => action);
    if (archived) expect(custody.filter((action) => action === 'deleted')).toHaveLength(1);
    else {
      const now = (await site.admin.call('getKeyBunch', { params: { id: bunch.id } })).body;
      expect(now.status).toBe(custody[0] === 'issue' ? 'issued' : 'active');
    }
    // Issues and returns alternate.
    const turns = custody.filter((action) => action !== 'deleted').reverse();
    expect(turns).toEqual(turns.map((_, n) => (n % 2 === 0 ? 'issue' : 'return')));
  }
});

test('a set that somebody moves while others wait for it is still found: one call alone, and a batch', async () => {
  const site = await makeSite(world);
  const [one, two] = [await site.company.bunch(site.here.id), await site.company.bunch(site.here.id)];
  const mover = new pg.Client(world.admin);
  await mover.connect();
  await mover.query('begin');
  await mover.query('update key_bunches set location_id = $1 where id = any ($2)', [
    site.there.id,
    [one.id, two.id],
  ]);
  const body = { officerName: 'Callum Reid', items: [{ keyBunchId: two.id }] };
  const waiting = Promise.all([issue(site, one.id), site.admin.call('issueBatch', { body })]);
  const waits =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await world.sql(waits)).length, { timeout: 10_000 }).toBe(2);
  await mover.query('commit');
  await mover.end();
  expect((await waiting).map(({ status }) => status)).toEqual([200, 200]);
});

test('keys whose history somebody else keeps locked too long are neither issued nor returned, and the answer says to try again', async () => {
  const site = await makeSite(world);
  const [resting, issued] = [await site.company.bunch(site.here.id), await site.company.bunch(site.here.id)];
  await issue(site, issued.id);
  const before = await dumpCompany(world, site.company.id);
  const holder = new pg.Client(world.admin);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from chain_heads where company_id = $1 for update', [site.company.id]);
    const answers = await Promise.all([issue(site, resting.id), returnKeys(site, issued.id)]);
    expect(answers).toMatchObject([
      { status: 503, body: { code: 'unavailable' } },
      { status: 503, body: { code: 'unavailable' } },
    ]);
  } finally {
    await holder.query('rollback');
    await holder.end();
  }
  expect(await dumpCompany(world, site.company.id)).toEqual(before);
});
