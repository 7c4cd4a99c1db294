import { beforeAll, describe, expect, test } from 'vitest';
import { COUNTED_MATCHES } from '../../../shared/limits.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();
type Query = Record<string, string | number>;
const search = async (me: Person, query: Query) => {
  const { status, body, headers } = await me.call('listKeyBunches', { query });
  expect(status).toBe(200);
  return {
    body,
    total: headers['x-total-count'],
    next: headers['x-next-cursor'],
    more: headers['x-total-more'],
  };
};
const names = async (me: Person, query: Query) =>
  (await search(me, query)).body.map(({ identifier }) => identifier);
const handOver = async (site: Site, id: number, officerName: string, newTag: string) => {
  await site.admin.call('issueKeyBunch', { params: { id }, body: { officerName } });
  await site.admin.call('returnKeyBunch', { params: { id }, body: { officerName, newTag } });
};

describe('what is typed at the desk', () => {
  let site: Site;
  let worn: number;
  beforeAll(async () => {
    site = await makeSite(world);
    const make = (identifier: string, about = {}) =>
      site.company.bunch(site.here.id, { identifier, ...about });
    await make('IB-0112', { currentTag: 'T 70-01' });
    await make('MCR-0101', { currentTag: '70.02' });
    worn = (await make('LDS 0203', { currentTag: '100002', nfcSerial: '04:A2:2F' })).id;
    await handOver(site, worn, 'Nadia Petrov', '100003');
    await handOver(site, worn, 'Callum Reid', '100004');
  });

  test('KEYS-07 an identifier and a tag are found whatever the case, the spaces and the hyphens', async () => {
    for (const q of ['ib0112', 'IB 0112', 'ib-0112', 'Ib–01 12', '0112'])
      expect(await names(site.admin, { q }), q).toEqual(['IB-0112']);
    for (const q of ['mcr 0101', 'MCR0101']) expect(await names(site.admin, { q }), q).toEqual(['MCR-0101']);
    for (const q of ['t7001', 'T-70 01']) expect(await names(site.admin, { q }), q).toEqual(['IB-0112']);
    expect(await names(site.admin, { q: '7002' })).toEqual([]);
    expect(await names(site.admin, { q: '-' })).toEqual([]);
  });

  test('a set is found by every tag and holder it ever had, and the reply says which and until when', async () => {
    const found = async (q: string) => (await search(site.admin, { q })).body[0]?.match;
    const history = (await site.admin.call('getKeyBunchHistory', { params: { id: worn } })).body;
    const back = history
      .filter(({ action }) => action === 'return')
      .map(({ timestamp }) => Date.parse(timestamp));
    const tag = await found('100002');
    expect(tag).toEqual({ field: 'formerTag', text: '100002', at: expect.stringMatching(/Z$/) });
    expect(Math.abs(Date.parse(tag?.at ?? '') - (back[1] ?? 0))).toBeLessThan(1000);
    expect(await found('nadia')).toEqual({
      field: 'formerHolder',
      text: 'Nadia Petrov',
      at: expect.any(String),
    });
    expect(await found('100004')).toEqual({ field: 'currentTag', text: '100004', at: null });
    expect(await found('lds0203')).toEqual({ field: 'identifier', text: 'LDS 0203', at: null });
    expect(await found('04-a2')).toEqual({ field: 'nfcSerial', text: '04A22F', at: null });
    expect((await search(site.admin, { type: 'day_shift' })).body[0]).not.toHaveProperty('match');
  });

  test('a removed text is found no more, a changed one as it is now', async () => {
    const { id } = await site.company.bunch(site.here.id, { identifier: 'Before', notes: 'Quokka' });
    const change = (body: Record<string, unknown>) =>
      site.admin.call('updateKeyBunch', { params: { id }, body });
    await change({ identifier: 'Afterwards', notes: null });
    expect([await names(site.admin, { q: 'quokka' }), await names(site.admin, { q: 'before' })]).toEqual([
      [],
      [],
    ]);
    expect(await names(site.admin, { q: 'afterw' })).toEqual(['Afterwards']);
    await site.admin.call('deleteKeyBunch', { params: { id } });
    expect(await names(site.admin, { q: 'afterw' })).toEqual([]);
  });
});

describe('the order', () => {
  let site: Site;
  beforeAll(async () => {
    site = await makeSite(world);
    const make = (identifier: string, about = {}) =>
      site.company.bunch(site.here.id, { identifier, ...about });
    await make('A1', { keyDescription: '112 High Street' });
    await make('A2', { keyDescription: 'Flat 3, 12 High Street, rear' });
    await make('A3', { notes: 'beside 12 High Street' });
    await make('A4', { keyDescription: '12 High Streetway' });
    const wore = await make('B1', { currentTag: '770' });
    await handOver(site, wore.id, 'Nadia Petrov', '990');
    await make('B2', { notes: 'see 770 too' });
    await make('B3', { currentTag: '770' });
    await make('B4', { currentTag: '7701' });
    await make('B5', { keyDescription: 'Unit 770, yard' });
    await make('7-70', { keyDescription: 'Shed' });
    await make('B6', { notes: '17702' });
  });

  test('12 High Street comes before 112 High Street', async () => {
    expect(await names(site.admin, { q: '12 high street' })).toEqual(['A2', 'A4', 'A1', 'A3']);
    expect(await names(site.admin, { q: '12  HIGH   street' })).toEqual(['A2', 'A4', 'A1', 'A3']);
  });

  const ORDER = ['7-70', 'B3', 'B1', 'B5', 'B4', 'B2', 'B6'];
  test('the identifier, the tag, a tag once worn, the words of the description, a beginning, the rest', async () => {
    expect(await names(site.admin, { q: '770' })).toEqual(ORDER);
    expect(await names(site.admin, { q: '770', sort: 'identifier' })).toEqual([...ORDER].sort());
  });

  test('page by page it is the same, each with its reason, and the total of all', async () => {
    for (const limit of [1, 2, 3]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await search(site.admin, { q: '770', limit, ...(cursor && { cursor }) });
        expect([page.total, page.more]).toEqual([String(ORDER.length), undefined]);
        for (const { identifier, match } of page.body) {
          expect(match?.text.replace(/\D/g, ''), identifier).toContain('770');
          seen.push(identifier);
        }
        cursor = page.next ? String(page.next) : undefined;
      } while (cursor);
      expect(seen).toEqual(ORDER);
    }
  });

  test('a cursor that no page gave is refused', async () => {
    const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const value of [
      ['A', 1],
      [1.5, 'A', 1],
      [-1, 'A', 1],
      [10, 'A', 1],
      [1, 'A', 0],
      [1, 'A', 1, 1],
      {},
    ]) {
      const { status, body } = await site.admin.call('listKeyBunches', {
        query: { q: '770', cursor: write(value) },
      });
      expect([status, body.message], JSON.stringify(value)).toEqual([400, 'Unknown cursor']);
    }
  });
});

describe('when nearly everything matches', () => {
  let site: Site;
  beforeAll(async () => {
    site = await makeSite(world);
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, location_id, key_description, current_tag)
       select $1, 'N' || lpad(n::text, 5, '0'), 'static', (array[$2::int, $3::int])[1 + (n % 3 = 0)::int], 'Store door', n::text
       from generate_series(1, 2300) n`,
      [site.company.id, site.here.id, site.there.id],
    );
    await site.company.bunch(site.here.id, { identifier: 'Zed', currentTag: 'STORE' });
  });

  test('the very code comes first, every other match once behind it, and the total says where counting stopped', async () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    let first: string | undefined;
    do {
      const page = await search(site.admin, { q: 'store', limit: 200, ...(cursor && { cursor }) });
      expect([page.total, page.more]).toEqual([String(COUNTED_MATCHES), 'true']);
      first ??= page.body[0]?.identifier;
      seen.push(...page.body.map(({ id }) => id));
      expect(page.body.every(({ match }) => match?.text.toLowerCase().includes('store'))).toBe(true);
      cursor = page.next ? String(page.next) : undefined;
    } while (cursor);
    expect(first).toBe('Zed');
    expect([seen.length, new Set(seen).size]).toEqual([2301, 2301]);
  });

  test('filters, other orders and a single letter keep what matches', async () => {
    const there = await search(site.admin, { q: 'store', locationId: site.there.id, limit: 1 });
    expect([there.total, there.more]).toEqual(['766', undefined]);
    expect(await names(site.admin, { q: 'store', sort: '-identifier', limit: 2 })).toEqual(['Zed', 'N02300']);
    expect(await names(site.admin, { q: 'z' })).toEqual(['Zed']);
    expect(await names(site.admin, { q: 'd o' })).toHaveLength(0);
  });

  test('S-24 P2 a limited caller finds, and is guessed, the sets of their own locations alone, few or many', async () => {
    const far = await site.company.location();
    await site.company.bunch(far.id, { identifier: 'Far', description: 'Store door' });
    const totals = { [far.id]: '1', [site.there.id]: '766', [site.here.id]: '1535' };
    for (const place of [far.id, site.there.id, site.here.id]) {
      const limited = await site.company.as('officer', { allowedLocationIds: [place] });
      for (const q of ['store', 'stroe']) {
        const { body, total } = await search(limited, { q, limit: 200 });
        expect(new Set(body.map(({ locationId }) => locationId)), q).toEqual(new Set([place]));
        expect(new Set(body.map(({ id }) => id)).size, q).toBe(body.length);
        if (q === 'store') expect(total).toBe(totals[place]);
      }
    }
    const both = await site.company.as('officer', { allowedLocationIds: [far.id, site.there.id] });
    expect((await search(both, { q: 'store' })).total).toBe('767');
  });
});

test('S-24 P2 a search finds, counts and explains nothing out of reach or of another company', async () => {
  const site = await makeSite(world);
  const mine = await site.company.bunch(site.here.id, {
    identifier: 'Mine',
    currentTag: '551',
    notes: 'Kestrel',
  });
  const other = await site.company.bunch(site.there.id, {
    identifier: 'Theirs',
    currentTag: '552',
    notes: 'Kestrel',
  });
  await handOver(site, other.id, 'Kestrel Jones', '553');
  const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
  const found = await search(limited, { q: 'kestrel' });
  expect([found.body.map(({ id }) => id), found.total]).toEqual([[mine.id], '1']);
  const stranger = (await world.newCompany()).admin;
  for (const q of ['552', '553', 'Theirs', 'Jones', 'h']) expect(await names(limited, { q }), q).toEqual([]);
  for (const q of ['551', '552', 'Mine', 'kestrel', 'e']) expect(await names(stranger, { q }), q).toEqual([]);
  await site.admin.call('moveKeyBunch', { params: { id: other.id }, body: { toLocationId: site.here.id } });
  expect(await names(limited, { q: '552' })).toEqual(['Theirs']);
});
