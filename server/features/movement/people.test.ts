import { expect, test } from 'vitest';
import { rowsIn } from '../../testing/csv.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();

type Query = Record<string, string | number>;
const history = async (by: Person, query: Query) => {
  const { body, headers } = await by.call('listMovements', { query });
  return {
    told: body.map(({ action, keyBunchId }) => [action, keyBunchId]),
    total: headers['x-total-count'],
  };
};
const addHolder = async (site: Site, name: string) =>
  (await site.admin.call('createHolder', { body: { name } })).body.id;

test('the history of somebody has what they were given, handed on and brought back, newest first', async () => {
  const site = await makeSite(world);
  const [ana, ben] = [await addHolder(site, 'Ana'), await addHolder(site, 'Ben')];
  const a = (await site.company.bunch(site.here.id)).id;
  const b = (await site.company.bunch(site.there.id)).id;
  const issue = (id: number, holderId: number) =>
    site.admin.call('issueKeyBunch', { params: { id }, body: { holderId } });
  await issue(a, ana);
  await issue(b, ana);
  await site.admin.call('handOver', { params: { id: a }, body: { holderId: ben } });
  await site.admin.call('returnKeyBunch', {
    params: { id: a },
    body: { officerName: 'Ben', newTag: 'BEN-900' },
  });
  expect(await history(site.admin, { holderId: ana })).toEqual({
    told: [
      ['handover', a],
      ['issue', b],
      ['issue', a],
    ],
    total: '3',
  });
  expect((await history(site.admin, { holderId: ben })).told).toEqual([
    ['return', a],
    ['handover', a],
  ]);
  expect(await history(site.admin, { holderId: ana, limit: 1 })).toEqual({
    told: [['handover', a]],
    total: '3',
  });
  expect((await history(site.admin, { holderId: ana, locationId: site.there.id })).told).toEqual([
    ['issue', b],
  ]);
  expect((await history(site.admin, { holderId: ben, search: 'BEN-900' })).told).toEqual([['return', a]]);
  expect(await history(site.admin, { holderId: ben, search: 'nothing' })).toEqual({ told: [], total: '0' });
  expect((await history(site.admin, { holderId: ana, action: 'issue', keyBunchId: a })).told).toEqual([
    ['issue', a],
  ]);
  const limited = await site.company.as('viewer', { allowedLocationIds: [site.here.id] });
  expect((await history(limited, { holderId: ana })).told).toEqual([
    ['handover', a],
    ['issue', a],
  ]);
  expect((await history((await makeSite(world)).admin, { holderId: ana })).told).toEqual([]);
  const file = await site.admin.call('exportMovements', { query: { holderId: ben } });
  expect(rowsIn(String(file.body))).toHaveLength(3);
});

test('the history of premises is that of the sets that open them now', async () => {
  const site = await makeSite(world);
  const premisesId = (await site.admin.call('createPremises', { body: { name: 'Arcade' } })).body.id;
  const holderId = await addHolder(site, 'Ana');
  const ids: number[] = [];
  for (const place of [site.here, site.there, site.here]) {
    const { id } = await site.company.bunch(place.id, { premisesIds: [premisesId] });
    await site.admin.call('issueKeyBunch', { params: { id }, body: { holderId } });
    ids.push(id);
  }
  const [first = 0, second = 0, third = 0] = ids;
  await site.admin.call('updateKeyBunch', { params: { id: first }, body: { premisesIds: [] } });
  const told = async (query: Query, by = site.admin) => (await history(by, query)).told.map(([, id]) => id);
  expect(await told({ premisesId })).toEqual([third, second]);
  expect(await told({ premisesId, holderId, search: 'ana' })).toEqual([third, second]);
  expect(await told({ premisesId, keyBunchId: first })).toEqual([]);
  expect(await told({ holderId })).toEqual([third, second, first]);
  const limited = await site.company.as('viewer', { allowedLocationIds: [site.here.id] });
  expect(await told({ premisesId }, limited)).toEqual([third]);
});
