import { describe, expect, test } from 'vitest';
import { makeSite } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();

/**
 * Ana Ruiz has one set of each of two locations, issued together, both overdue and both of the same premises; Ben Ward has one of the other
 * location alone. The officer sees the first location only.
 */
async function furnish() {
  const site = await makeSite(world);
  const { admin, here, there, company } = site;
  const add = async (name: string) => (await admin.call('createHolder', { body: { name } })).body.id;
  const [ana, ben] = [await add('Ana Ruiz'), await add('Ben Ward')];
  const places = async (name: string, client: string) =>
    (await admin.call('createPremises', { body: { name, client } })).body.id;
  const [both, far] = [await places('Arcade', 'Pier'), await places('Bank', 'Quay')];
  const near = await company.bunch(here.id, { identifier: 'NEAR', currentTag: '100', premisesIds: [both] });
  const away = await company.bunch(there.id, { identifier: 'AWAY', currentTag: '200', premisesIds: [both] });
  const other = await company.bunch(there.id, { identifier: 'OTHER', currentTag: '300', premisesIds: [far] });
  const issue = async (holderId: number, sets: { id: number }[]) => {
    const items = sets.map(({ id }) => ({ keyBunchId: id }));
    return (await admin.call('issueBatch', { body: { holderId, dueAt: '2120-01-01T06:00:00Z', items } }))
      .body;
  };
  const { batchId } = await issue(ana, [near, away]);
  await issue(ben, [other]);
  await world.sql("update key_bunches set due_at = now() - interval '2 hours' where company_id = $1", [
    company.id,
  ]);
  const officer = await company.as('officer', { allowedLocationIds: [here.id] });
  return { ...site, ana, ben, both, far, near, away, other, batchId, officer };
}

describe('an officer of one location', () => {
  test('finds at the desk only what is there, and nothing about the rest', async () => {
    const { officer, near, away, there, batchId } = await furnish();
    const kindOf = async (code: string) => (await officer.call('lookUp', { query: { code } })).body.kind;
    for (const code of ['NEAR', '100']) expect(await kindOf(code), code).toBe('keyBunch');
    for (const code of ['AWAY', '200', 'OTHER']) expect(await kindOf(code), code).toBe('unknown');
    const receipt = (await officer.call('getReceipt', { params: { batchId } })).body;
    expect(receipt.items.map(({ identifier }) => identifier)).toEqual([near.identifier]);
    expect((await officer.call('getNextTag', { query: { locationId: there.id } })).body).toEqual({
      last: null,
      next: null,
      following: [],
    });
    const params = { id: away.id };
    const body = { dueAt: null };
    for (const answer of [
      await officer.call('changeDue', { params, body }),
      await officer.call('undoCustody', { params, body: {} }),
      await officer.call('settleShort', { params, body: { outcome: 'complete' } }),
      await officer.call('returnBatch', { body: { items: [{ keyBunchId: away.id, newTag: '201' }] } }),
    ])
      expect([answer.status, answer.body.message]).toEqual([404, expect.stringMatching(/not found$/)]);
  });

  test('cannot undo a batch of which they see a part', async () => {
    const { company, here, there, admin } = await furnish();
    const sets = [await company.bunch(here.id), await company.bunch(there.id)];
    const officer = await company.as('officer');
    const items = sets.map(({ id }) => ({ keyBunchId: id }));
    const { batchId } = (await officer.call('issueBatch', { body: { officerName: 'Eve', items } })).body;
    await world.sql('update users set allowed_location_ids = $2 where id = $1', [officer.id, [here.id]]);
    const { status, body } = await officer.call('undoBatch', { body: { batchId } });
    expect([status, body.message, body.detail]).toEqual([
      409,
      'This can no longer be undone',
      "Some of its key sets were deleted, or you can't see them.",
    ]);
    for (const { id } of sets)
      expect((await admin.call('getKeyBunch', { params: { id } })).body.status).toBe('issued');
  });

  test('reads of what is out, of people and of premises the sets of that location, and counts no others', async () => {
    const { officer, admin, ana, ben, both, far } = await furnish();
    const seenBy = async (who: Person) => {
      const out = (await who.call('listOut', { query: { tab: 'overdue' } })).body;
      const people = (await who.call('listHolders', { query: { holding: 'any' } })).body;
      const person = (await who.call('getHolder', { params: { id: ana } })).body;
      const history = await who.call('listMovements', { query: { holderId: ana } });
      const premises = (await who.call('listPremises')).body;
      const sets = (await who.call('getPremises', { params: { id: both } })).body;
      const stats = (await who.call('getDashboardStats')).body;
      const file = String((await who.call('exportOut')).body);
      return {
        out: out.keyBunches.map(({ identifier }) => identifier).sort(),
        holders: out.holders.map(({ holder, out: has, overdue }) => [holder.name, has, overdue]),
        counts: out.counts.overdue,
        people: people.map(({ name, out: has, overdue }) => [name, has, overdue]),
        holding: person.holding.map(({ identifier }) => identifier).sort(),
        history: history.body.map(({ keyBunchIdentifier }) => keyBunchIdentifier).sort(),
        premises: premises.map(({ name, sets: has, out: away }) => [name, has, away]),
        sets: sets.keyBunches.map(({ identifier }) => identifier).sort(),
        clients: (await who.call('listClients')).body.map(({ name }) => name),
        stats: [stats.overdue, stats.inUse],
        file: ['NEAR', 'AWAY', 'OTHER', 'Ben Ward'].filter((word) => file.includes(word)),
      };
    };
    expect(await seenBy(officer)).toEqual({
      out: ['NEAR'],
      holders: [['Ana Ruiz', 1, 1]],
      counts: 1,
      people: [['Ana Ruiz', 1, 1]],
      holding: ['NEAR'],
      history: ['NEAR'],
      premises: [['Arcade', 1, 1]],
      sets: ['NEAR'],
      clients: ['Pier'],
      stats: [1, 1],
      file: ['NEAR'],
    });
    expect(await seenBy(admin)).toMatchObject({
      out: ['AWAY', 'NEAR', 'OTHER'],
      people: [
        ['Ana Ruiz', 2, 2],
        ['Ben Ward', 1, 1],
      ],
      premises: [
        ['Arcade', 2, 2],
        ['Bank', 1, 1],
      ],
      stats: [3, 3],
    });
    expect((await officer.call('getPremises', { params: { id: far } })).status).toBe(404);
    const unseen = (await officer.call('getHolder', { params: { id: ben } })).body;
    expect([unseen.out, unseen.overdue, unseen.holding]).toEqual([0, 0, []]);
  });
});
