import { expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();

const issue = async (site: Site, id: number, holderId: number, by = site.admin) =>
  expect(
    (
      await by.call('issueKeyBunch', {
        params: { id },
        body: { holderId, purpose: 'Alarm response' },
      })
    ).status,
  ).toBe(200);
const bring = (site: Site, id: number, newTag: string) =>
  site.admin.call('returnKeyBunch', { params: { id }, body: { officerName: 'x', newTag } });
/** The identifiers of the sets that a holder had at a time. */
const held = async (by: Person, id: number, at: string) => {
  const { status, body } = await by.call('listHeld', { params: { id }, query: { at } });
  expect(status).toBe(200);
  return body.map(({ identifier }) => identifier);
};
/** The present time of the database, which records the times. */
const now = async () =>
  new Date((await world.sql<{ at: string }>('select clock()::text as at'))[0]?.at ?? '').toISOString();
/** A time after everything so far and before what follows. */
async function moment() {
  const at = await now();
  await expect.poll(now).not.toBe(at);
  return now();
}

test('what somebody had at a moment: issued, handed over, brought back, undone, reported lost, deleted', async () => {
  const site = await makeSite(world);
  const person = async (name: string) => (await site.admin.call('createHolder', { body: { name } })).body.id;
  const [ana, ben] = [await person('Ana'), await person('Ben')];
  const set = async (identifier: string) => (await site.company.bunch(site.here.id, { identifier })).id;
  const [a, b, c, d, e] = [await set('A'), await set('B'), await set('C'), await set('D'), await set('E')];
  const start = await moment();
  for (const id of [a, b, c, d, e]) await issue(site, id, ana);
  const allOut = await moment();
  await bring(site, a, '450001');
  await site.admin.call('handOver', { params: { id: b }, body: { holderId: ben, dueAt: null } });
  await site.admin.call('updateKeyBunch', { params: { id: c }, body: { notes: 'Mind the gate' } });
  const later = await moment();
  await site.admin.call('undoCustody', { params: { id: a }, body: {} });
  await site.admin.call('updateKeyBunch', { params: { id: e }, body: { status: 'missing', reason: 'Lost' } });
  expect((await bring(site, d, '450002')).status).toBe(200);
  const end = await moment();
  await site.admin.call('deleteKeyBunch', { params: { id: d }, body: { reason: 'Gone' } });

  expect(await held(site.admin, ana, start)).toEqual([]);
  expect(await held(site.admin, ana, allOut)).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(await held(site.admin, ben, allOut)).toEqual([]);
  expect(await held(site.admin, ana, later)).toEqual(['C', 'D', 'E']);
  expect(await held(site.admin, ben, later)).toEqual(['B']);
  expect(await held(site.admin, ana, end), 'an undone return gives it back').toEqual(['A', 'C']);
  const one = (await site.admin.call('listHeld', { params: { id: ana }, query: { at: allOut } })).body;
  expect(one[0]).toEqual({
    keyBunchId: a,
    identifier: 'A',
    locationName: site.here.name,
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    purpose: 'Alarm response',
    dueAt: null,
    opens: {
      keyDescription: expect.toSatisfy((text) => text === null || typeof text === 'string'),
      premises: [],
    },
  });
  expect(one.find(({ identifier }) => identifier === 'D')?.opens, 'deleted since').toBeNull();
});

test('what an import says was out already counts from when it was issued, not from when it was written', async () => {
  const site = await makeSite(world);
  const ana = (await site.admin.call('createHolder', { body: { name: 'Ana' } })).body.id;
  const { id } = await site.company.bunch(site.here.id, { identifier: 'A' });
  await issue(site, id, ana);
  await world.sql(`alter table movement_history disable trigger user`);
  await world.sql(
    `update movement_history set details = details || jsonb_build_object('issuedAt', now() - interval '3 days') where key_bunch_id = $1`,
    [id],
  );
  await world.sql(`alter table movement_history enable trigger user`);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  expect(await held(site.admin, ana, ago(2))).toEqual(['A']);
  expect(await held(site.admin, ana, ago(4))).toEqual([]);
});

test('somebody of one location reads what was issued there, nobody another company’s, and a moment is asked for', async () => {
  const site = await makeSite(world);
  const ana = (await site.admin.call('createHolder', { body: { name: 'Ana' } })).body.id;
  for (const [identifier, at] of [
    ['HERE', site.here.id],
    ['THERE', (await site.company.location()).id],
  ] as const)
    await issue(site, (await site.company.bunch(at, { identifier })).id, ana);
  const at = await moment();
  const limited = await site.company.as('viewer', { allowedLocationIds: [site.here.id] });
  expect(await held(site.admin, ana, at)).toEqual(['HERE', 'THERE']);
  expect(await held(limited, ana, at)).toEqual(['HERE']);
  const stranger = (await world.newCompany()).admin;
  expect((await stranger.call('listHeld', { params: { id: ana }, query: { at } })).status).toBe(404);
  const without = await site.admin.call('listHeld', { params: { id: ana }, query: { at: 'Tuesday' } });
  expect(without.status).toBe(400);
});

test('all of 300 sets that a contractor has are listed, now and at a moment', async () => {
  const site = await makeSite(world);
  const { id } = (await site.admin.call('createHolder', { body: { name: 'Ruiz Lifts' } })).body;
  const rows = Array.from({ length: 300 }, (_, at) => ({
    row: at + 2,
    identifier: `RL-${at}`,
    type: 'day_shift',
    location: site.here.name,
    currentTag: '',
    holder: 'Ruiz Lifts',
  }));
  const body = { kind: 'key_sets' as const, rows, fileName: 'lifts.csv', sha256: 'a'.repeat(64) };
  expect((await site.admin.call('runImport', { body })).body.created).toBe(300);
  const person = (await site.admin.call('getHolder', { params: { id } })).body;
  expect([person.out, person.holding.length]).toEqual([300, 300]);
  expect(await held(site.admin, id, await moment())).toHaveLength(300);
});
