import { beforeAll, describe, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();

const sets = async (by: Person, q: string, about: Record<string, string | number> = {}) =>
  (await by.call('listKeyBunches', { query: { q, ...about } })).body.map(({ identifier, meant }) => [
    identifier,
    meant,
  ]);
const people = async (by: Person, q: string, about: Record<string, string> = {}) =>
  (await by.call('listHolders', { query: { q, ...about } })).body.map(({ name, meant }) => [name, meant]);
const premises = async (by: Person, q: string, about: Record<string, string> = {}) =>
  (await by.call('listPremises', { query: { q, ...about } })).body.map(({ name, meant }) => [name, meant]);

describe('a search that finds nothing', () => {
  let site: Site;
  beforeAll(async () => {
    site = await makeSite(world);
    const place = async (name: string, about: Record<string, unknown> = {}) =>
      (await site.admin.call('createPremises', { body: { name, ...about } })).body.id;
    const make = (identifier: string, about: Record<string, unknown> = {}) =>
      site.company.bunch(site.here.id, { identifier, ...about });
    const terrace = await place('Redcliffe Terrace', {
      address: '12 High Street',
      client: 'Kestrel Lettings',
    });
    await make('S-1', { premisesIds: [terrace] });
    await make('S-2', { keyDescription: 'Harcourt House, front door' });
    await make('S-3', { notes: 'Beside the Courtyard' });
    const { id } = await make('S-4');
    await site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Owen Hartley' } });
    for (const name of ['Owen Hartley', 'Kayleigh Dunn'])
      await site.admin.call('createHolder', { body: { name, organisation: 'Birchfield Security' } });
    await make('S-5', { keyDescription: 'Kayleigh Dunn, loft' });
  });

  test('finds what the seven misspelt searches of the review meant, and says so', async () => {
    expect(await sets(site.admin, 'redclife terrace')).toEqual([['S-1', 'Redcliffe Terrace']]);
    expect(await sets(site.admin, 'redcliffe terace')).toEqual([['S-1', 'Redcliffe Terrace']]);
    expect(await sets(site.admin, 'higgh street')).toEqual([['S-1', 'High Street']]);
    expect(await sets(site.admin, 'Harcort House')).toEqual([['S-2', 'Harcourt House']]);
    expect(await sets(site.admin, 'Courtyrd')).toEqual([['S-3', 'Courtyard']]);
    expect(await sets(site.admin, 'Owen Hartly')).toEqual([['S-4', 'Owen Hartley']]);
    expect(await sets(site.admin, 'Kaleigh Dunn')).toEqual([['S-5', 'Kayleigh Dunn']]);
    expect(await people(site.admin, 'Owen Hartly')).toEqual([['Owen Hartley', 'Owen Hartley']]);
    expect(await people(site.admin, 'Kaleigh Dunn')).toEqual([['Kayleigh Dunn', 'Kayleigh Dunn']]);
    expect(await premises(site.admin, 'redclife terrace')).toEqual([
      ['Redcliffe Terrace', 'Redcliffe Terrace'],
    ]);
    expect(await premises(site.admin, '12 higgh street')).toEqual([['Redcliffe Terrace', '12 High Street']]);
  });

  test('forgives one slip of any kind in five letters, two in nine, and no more', async () => {
    for (const [q, finds] of [
      ['hartely', true],
      ['hartlay', true],
      ['hartlley', true],
      ['harlety', false],
      ['hrtly', false],
      ['owne hartley', false],
      ['redclfife', true],
      ['rdcliffee', true],
      ['rdeclfife', true],
      ['redklivfe', true],
      ['rdclivvee', false],
      ['hih street', false],
    ] as const)
      expect((await sets(site.admin, q)).length > 0, q).toBe(finds);
  });

  test('what was found as it is typed has no guesses beside it', async () => {
    expect(await sets(site.admin, 'hartley')).toEqual([['S-4', undefined]]);
    const { id } = await site.company.bunch(site.here.id, { identifier: 'S-9', notes: 'Asked for Hartly' });
    expect(await sets(site.admin, 'hartly')).toEqual([['S-9', undefined]]);
    await site.admin.call('updateKeyBunch', { params: { id }, body: { notes: null } });
    expect(await sets(site.admin, 'hartly')).toEqual([['S-4', 'Hartley']]);
  });

  test('filters, orders and pages keep guesses as they keep hits', async () => {
    for (const n of [1, 2, 3])
      await site.company.bunch(site.there.id, { identifier: `G-${n}`, notes: 'Quokka' });
    expect(await sets(site.admin, 'qoukka', { locationId: site.here.id })).toEqual([]);
    expect(await sets(site.admin, 'qoukka', { sort: '-identifier' })).toEqual(
      ['G-3', 'G-2', 'G-1'].map((one) => [one, 'Quokka']),
    );
    const first = await site.admin.call('listKeyBunches', { query: { q: 'qoukka', limit: 2 } });
    expect([first.body.length, first.headers['x-total-count']]).toEqual([2, '3']);
    const cursor = String(first.headers['x-next-cursor']);
    expect(await sets(site.admin, 'qoukka', { limit: 2, cursor })).toEqual([['G-3', 'Quokka']]);
    expect(await people(site.admin, 'birchfeild', { limit: '1' })).toEqual([['Kayleigh Dunn', 'Birchfield']]);
    expect(await people(site.admin, 'birchfeild', { kind: 'client' })).toEqual([]);
    expect(await premises(site.admin, 'kestral', { sort: 'client' })).toEqual([
      ['Redcliffe Terrace', 'Kestrel'],
    ]);
  });

  test('a search that nothing is like finds nothing', async () => {
    expect(await sets(site.admin, 'zzyzzyx')).toEqual([]);
    expect(await people(site.admin, 'zzyzzyx')).toEqual([]);
    expect(await premises(site.admin, 'zzyzzyx')).toEqual([]);
  });
});

test('codes are never guessed: set IDs, tags, serials, references, badges and words with digits', async () => {
  const site = await makeSite(world);
  const { body } = await site.admin.call('createPremises', { body: { name: 'Shed', reference: 'PORTSIDE' } });
  await site.company.bunch(site.here.id, {
    identifier: 'HARBOUR',
    currentTag: 'LANTERN',
    nfcSerial: 'ABCDEF01',
    position: 'Cabinet',
    premisesIds: [body.id],
  });
  await site.company.bunch(site.here.id, { identifier: 'X-1', notes: 'Gate12345 harbourside' });
  await site.admin.call('createHolder', {
    body: { name: 'Ana', badge: 'BADGER', email: 'walrus@example.com' },
  });
  for (const q of ['harbuor', 'lanterm', 'abcdfe01', 'cabinte', 'portsied', 'gate12354', 'gtae12345'])
    expect(await sets(site.admin, q), q).toEqual([]);
  for (const q of ['badgre', 'walrsu']) expect(await people(site.admin, q), q).toEqual([]);
  expect(await premises(site.admin, 'portsied')).toEqual([]);
  // A word that names something is guessed, the set whose ID it also is does not come with it.
  await site.company.bunch(site.here.id, { identifier: 'X-2', notes: 'By the Harbour' });
  expect(await sets(site.admin, 'harbuor')).toEqual([
    ['X-1', 'harbour'],
    ['X-2', 'Harbour'],
  ]);
  const looked = await site.admin.call('lookUp', { query: { code: 'harbuor' } });
  expect(looked.body.kind).toBe('unknown');
});

test('S-24 P2 nothing out of reach or of another company is guessed', async () => {
  const site = await makeSite(world);
  const { body: place } = await site.admin.call('createPremises', { body: { name: 'Marigold Court' } });
  await site.company.bunch(site.there.id, { identifier: 'T-1', premisesIds: [place.id], notes: 'Pelican' });
  const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
  const stranger = (await world.newCompany()).admin;
  for (const by of [limited, stranger]) {
    for (const q of ['marigould', 'pelicn']) expect(await sets(by, q), q).toEqual([]);
    expect(await premises(by, 'marigould')).toEqual([]);
  }
  await site.company.bunch(site.here.id, { identifier: 'T-2', premisesIds: [place.id] });
  expect(await sets(limited, 'marigould')).toEqual([['T-2', 'Marigold']]);
  expect(await premises(limited, 'marigould')).toEqual([['Marigold Court', 'Marigold']]);
  expect(await sets(limited, 'pelicn')).toEqual([]);
});

test('of more guesses than are shown the total says that there are more', async () => {
  const site = await makeSite(world);
  await world.sql(
    `insert into key_bunches (company_id, identifier, type, location_id, key_description)
     select $1, 'N' || lpad(n::text, 5, '0'), 'static', $2, 'Warehouse door' from generate_series(1, 300) n`,
    [site.company.id, site.here.id],
  );
  const { headers, body } = await site.admin.call('listKeyBunches', {
    query: { q: 'wearhouse', limit: 200 },
  });
  expect([body.length, headers['x-total-count'], headers['x-total-more']]).toEqual([200, '200', 'true']);
  expect(headers['x-next-cursor']).toBeUndefined();
});
