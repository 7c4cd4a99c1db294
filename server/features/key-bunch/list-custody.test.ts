import { describe, expect, test } from 'vitest';
import { WITHOUT } from '../../../shared/key-bunch-words.ts';
import { DOT } from '../../testing/photos.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();

type Query = Record<string, string | number>;
const list = async (by: Person, query: Query) =>
  (await by.call('listKeyBunches', { query })).body.map(({ identifier }) => identifier);
/** The identifiers of all pages of two, in order. */
async function walk(by: Person, query: Query): Promise<string[]> {
  const { body, headers } = await by.call('listKeyBunches', { query: { ...query, limit: 2 } });
  const cursor = headers['x-next-cursor'];
  const rest = cursor ? await walk(by, { ...query, cursor: String(cursor) }) : [];
  return [...body.map(({ identifier }) => identifier), ...rest];
}
/** A set that is out to a name, due at a time given in SQL. */
async function out(site: Site, identifier: string, due: string | null, about: Record<string, unknown> = {}) {
  const { id } = await site.company.bunch(site.here.id, { identifier });
  const body = { officerName: 'Ana', dueAt: null, ...about };
  await site.admin.call('issueKeyBunch', { params: { id }, body });
  if (due) await world.sql(`update key_bunches set due_at = ${due} where id = $1`, [id]);
}
const MIDNIGHT = "(date_trunc('day', now() at time zone z.zone) + interval '1 day') at time zone z.zone";
const inZone = (zone: string, text: string) => `(select ${text} from (select '${zone}'::text as zone) z)`;

describe('what is out, by when it is due', () => {
  test('is overdue, due today by the company’s clock, or without a time; and sorted soonest first', async () => {
    const site = await makeSite(world);
    const zone = 'Pacific/Kiritimati';
    await world.sql('update companies set timezone = $2 where id = $1', [site.company.id, zone]);
    await site.company.bunch(site.here.id, { identifier: 'IN' });
    await out(site, 'LATE', "now() - interval '2 hours'");
    await out(site, 'LATER', "now() - interval '3 days'");
    await out(site, 'TODAY', inZone(zone, `${MIDNIGHT} - interval '1 second'`));
    await out(site, 'TOMORROW', inZone(zone, MIDNIGHT));
    await out(site, 'EVER', null);
    expect(await list(site.admin, { due: 'overdue' })).toEqual(['LATE', 'LATER']);
    expect(await list(site.admin, { due: 'overdue', sort: 'due' })).toEqual(['LATER', 'LATE']);
    expect(await list(site.admin, { due: 'today' })).toEqual(['TODAY']);
    expect(await list(site.admin, { due: 'none' })).toEqual(['EVER']);
    const order = ['LATER', 'LATE', 'TODAY', 'TOMORROW'];
    expect((await walk(site.admin, { sort: 'due' })).slice(0, 4)).toEqual(order);
    expect((await walk(site.admin, { sort: '-due' })).slice(-4)).toEqual(order.toReversed());
    const counted = await site.admin.call('listKeyBunches', { query: { due: 'overdue', limit: 1 } });
    expect(counted.headers['x-total-count']).toBe('2');
    expect((await site.admin.call('getDashboardStats')).body).toMatchObject({ overdue: 2, dueToday: 1 });
  });

  test('who has it, what it opens and what it lacks keep the sets they name, and of what nobody sees none', async () => {
    const site = await makeSite(world);
    const holderId = (await site.admin.call('createHolder', { body: { name: 'Ana' } })).body.id;
    await out(site, 'B', null, { holderId });
    await out(site, 'A', "now() - interval '1 hour'", { holderId });
    const other = (await site.admin.call('createHolder', { body: { name: 'Ben' } })).body.id;
    await out(site, 'C', null, { holderId: other });
    expect(await list(site.admin, { holderId })).toEqual(['A', 'B']);
    expect(await list(site.admin, { holderId, due: 'overdue' })).toEqual(['A']);
    const premisesId = (await site.admin.call('createPremises', { body: { name: 'Arcade' } })).body.id;
    const { id } = await site.company.bunch(site.here.id, {
      identifier: 'D',
      keyCount: 3,
      premisesIds: [premisesId],
    });
    await world.sql('update key_bunches set keys_present = 2 where id = $1', [id]);
    expect(await list(site.admin, { premisesId })).toEqual(['D']);
    expect(await list(site.admin, { short: 'true' })).toEqual(['D']);
    const stranger = (await world.newCompany()).admin;
    for (const query of [{ holderId }, { premisesId }, { short: 'true' }] as Query[])
      expect(await list(stranger, query)).toEqual([]);
  });
});

describe('what a set is without', () => {
  test('keeps the sets without a tag, an NFC tag, premises, a photo or a label, also of those who see one location', async () => {
    const site = await makeSite(world);
    const premisesId = (await site.admin.call('createPremises', { body: { name: 'Arcade' } })).body.id;
    const complete = { currentTag: '448001', nfcSerial: '04A1B2C3', premisesIds: [premisesId] };
    const bunches = {
      ALL: complete,
      'NO-LABEL': { ...complete, currentTag: '448002', nfcSerial: '04A1B2C4' },
      'NO-NFC': { ...complete, currentTag: '448003', nfcSerial: undefined },
      'NO-PHOTO': { ...complete, currentTag: '448004', nfcSerial: '04A1B2C5' },
      'NO-PREMISES': { ...complete, currentTag: '448005', nfcSerial: '04A1B2C6', premisesIds: [] },
      'NO-TAG': { ...complete, currentTag: '448006', nfcSerial: '04A1B2C7' },
    };
    const ids: Record<string, number> = {};
    for (const [identifier, about] of Object.entries(bunches)) {
      const { id } = await site.company.bunch(site.here.id, { identifier, ...about });
      ids[identifier] = id;
      if (identifier !== 'NO-PHOTO')
        await site.admin.call('updateKeyBunch', { params: { id }, body: { imageUrl: DOT } });
    }
    await world.sql('update key_bunches set current_tag = null where id = $1', [ids['NO-TAG']]);
    const labelled = Object.keys(ids).filter((identifier) => identifier !== 'NO-LABEL');
    const keyBunchIds = labelled.flatMap((identifier) => ids[identifier] ?? []);
    await site.admin.call('makeLabels', { body: { keyBunchIds } });
    const limited = await site.company.as('admin', { allowedLocationIds: [site.here.id] });
    for (const by of [site.admin, limited])
      for (const without of WITHOUT)
        expect(await list(by, { without }), without).toEqual([`NO-${without.toUpperCase()}`]);
    const { headers } = await site.admin.call('listKeyBunches', { query: { without: 'tag', limit: 1 } });
    expect(headers['x-total-count']).toBe('1');
    const ofLimited = await limited.call('listKeyBunches', { query: { without: 'photo', limit: 1 } });
    expect(ofLimited.headers['x-total-count']).toBe('1');
    // A single letter is compared set by set, and counted as it is listed.
    const searched = await limited.call('listKeyBunches', { query: { without: 'photo', q: 'q' } });
    expect([searched.body.length, searched.headers['x-total-count']]).toEqual([0, '0']);
    // A blank filter is none, for the total too.
    const blank = await site.admin.call('listKeyBunches', { query: { type: '', status: '' } });
    expect([blank.body.length, blank.headers['x-total-count']]).toEqual([6, '6']);
    expect(await list((await world.newCompany()).admin, { without: 'tag' })).toEqual([]);
  });

  test('a label that is linked, renewed or taken over by another code counts; a set keeps what it says of itself', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id, { identifier: 'A' });
    const { body: before } = await site.admin.call('getKeyBunch', { params: { id } });
    const { body: blank } = await site.admin.call('makeBlankCodes', { body: { count: 1 } });
    await site.admin.call('linkLabel', { params: { id }, body: { code: blank.codes[0] ?? '' } });
    expect(await list(site.admin, { without: 'label' })).toEqual([]);
    expect((await site.admin.call('renewLabel', { params: { id } })).status).toBe(200);
    expect(await list(site.admin, { without: 'label' })).toEqual([]);
    const { body: after } = await site.admin.call('getKeyBunch', { params: { id } });
    expect(after).toEqual(before);
    await world.sql('delete from labels where key_bunch_id = $1', [id]);
    expect(await list(site.admin, { without: 'label' })).toEqual(['A']);
    const refused = await site.admin.call('listKeyBunches', { query: { without: 'hook' as 'tag' } });
    expect(refused.status).toBe(400);
  });
});

describe('positions', () => {
  test('a search finds what hangs there now, before what only contains the words', async () => {
    const site = await makeSite(world);
    await site.company.bunch(site.here.id, { identifier: 'A', notes: 'was at q 12 once' });
    const set = await site.company.bunch(site.here.id, { identifier: 'B', position: 'Q 12' });
    await site.company.bunch(site.here.id, { identifier: 'C', position: 'Q 120' });
    const find = async (q: string) => {
      const { body } = await site.admin.call('listKeyBunches', { query: { q } });
      return body.map(({ identifier, match }) => [identifier, match?.field]);
    };
    expect(await find('q 12')).toEqual([
      ['B', 'position'],
      ['C', 'position'],
      ['A', 'notes'],
    ]);
    for (const [position, found] of [
      ['Z 9', []],
      [null, []],
      ['q 12', ['B', 'position']],
    ] as const) {
      await site.admin.call('updateKeyBunch', { params: { id: set.id }, body: { position } });
      expect((await find('q 12'))[0]).toEqual(found.length > 0 ? found : ['C', 'position']);
    }
  });

  test('stand in the order of the numbers in them, sets without one last, up and down, at a location and everywhere', async () => {
    const site = await makeSite(world);
    const positions = { s1: 'A 10', s2: 'a 9', s3: 'B 1', s4: 'A 100', s5: null, s6: null, s7: '鍵 1' };
    for (const [identifier, position] of Object.entries(positions))
      await site.company.bunch(site.here.id, { identifier, position });
    await site.company.bunch(site.there.id, { identifier: 'there', position: 'A 1' });
    const here = ['s2', 's1', 's4', 's3', 's7', 's5', 's6'];
    expect(await walk(site.admin, { sort: 'position', locationId: site.here.id })).toEqual(here);
    expect(await walk(site.admin, { sort: 'position' })).toEqual(['there', ...here]);
    expect(await walk(site.admin, { sort: '-position' })).toEqual(['there', ...here].toReversed());
  });

  test('one that is taken at the location is told, however it is written, and leaves the set itself out', async () => {
    const site = await makeSite(world);
    const set = await site.company.bunch(site.here.id, { identifier: 'Gate 7', position: 'A 12' });
    const check = async (query: Query, by = site.admin) =>
      (await by.call('checkKeyBunch', { query })).body.position;
    const here = { locationId: site.here.id };
    const found = { identifier: 'Gate 7', locationName: site.here.name };
    expect(await check({ position: ' a 12', ...here })).toEqual(found);
    expect(await check({ position: 'A 1', ...here })).toBeNull();
    expect(await check({ position: 'A 12', ...here, except: set.id })).toBeNull();
    expect(await check({ position: 'A 12', locationId: site.there.id })).toBeNull();
    expect(await check({ position: 'A 12' })).toBeNull();
    const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    expect(await check({ position: 'A 12', ...here }, limited)).toBeNull();
  });
});

test('the file of a location ends with position, premises, client and due time', async () => {
  const site = await makeSite(world);
  const made = [];
  for (const [name, client] of [
    ['Arcade', 'Pier'],
    ['Bank', 'Pier'],
  ])
    made.push((await site.admin.call('createPremises', { body: { name, client } })).body.id);
  const { id } = await site.company.bunch(site.here.id, { position: '=A 12', premisesIds: made });
  const body = { officerName: 'Ana', dueAt: '2120-07-01T17:30:00Z' };
  await site.admin.call('issueKeyBunch', { params: { id }, body });
  const file = await site.admin.call('exportLocationReport', {
    params: { id: site.here.id },
    query: { tz: 'Europe/London' },
  });
  const [head = '', row = ''] = String(file.body).trim().split(/\r?\n/);
  expect(head).toMatch(/"Holder","Position","Premises","Client","Due back"$/);
  expect(row).toMatch(/"Ana","'=A 12","Arcade; Bank","Pier","[^"]*18:30[^"]*"$/);
});
