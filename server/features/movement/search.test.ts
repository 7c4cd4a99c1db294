import { beforeAll, expect, test } from 'vitest';
import { rowsIn } from '../../testing/csv.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld({});
const ENTRIES = 12_000;
const INDEXES = ['history_texts_grams', 'movement_history_texts'];

/** A long history, inserted directly: each entry of a set has its own tag and officer. */
async function writeHistory({ company, here, there, admin }: Site): Promise<void> {
  await world.sql('alter table movement_history disable trigger stamp');
  await world.sql(
    `insert into movement_history (company_id, key_bunch_identifier, key_bunch_type, from_location_id, from_location_name,
       action_type, old_tag, new_tag, performed_by, performed_by_email, performed_by_first_name, performed_by_last_name, details, done_at, seq)
     select $1, 'SET-' || lpad(n::text, 5, '0'), 'static', case when n % 4 = 0 then $2::int else $3::int end, 'Harbour Office', 'issue',
       'A' || n, 'B' || n, $4, 'desk@example.com', 'Dana', 'Holt', jsonb_build_object('officer', 'Officer ' || n % 500), now(), n
     from generate_series(1, $5::int) n`,
    [company.id, there.id, here.id, admin.id, ENTRIES],
  );
  await world.sql('alter table movement_history enable trigger stamp');
  await world.sql('analyze movement_history; analyze history_texts');
}

let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
  await writeHistory(site);
});

async function scansOf(name: string): Promise<number> {
  const [row] = await world.sql<{ scans: number }>(
    'select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = $1',
    [name],
  );
  return row?.scans ?? -1;
}

test('a search of a long history uses the indexes of its texts, and finds what ilike finds', async () => {
  const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
  const search = (me: Person, text: string, about: Record<string, string | number> = {}) =>
    me.call('listMovements', { query: { search: text, limit: 500, ...about } });
  const before = await Promise.all(INDEXES.map(scansOf));

  const found = async (me: Person, text: string, about = {}) => {
    const { body, headers } = await search(me, text, about);
    expect(Number(headers['x-total-count'])).toBeGreaterThanOrEqual(body.length);
    return body.map((one) => one.keyBunchIdentifier);
  };
  expect(await found(site.admin, 'set-11999')).toEqual(['SET-11999']);
  expect(await found(site.admin, ' b1134 ')).toEqual(
    ['SET-01134', ...range(11340, 11349)].toSorted().toReversed(),
  );
  expect(await found(site.admin, 'officer 77')).toHaveLength(24);
  expect(await found(site.admin, 'officer 77', { action: 'return' })).toEqual([]);
  expect(await found(limited, 'SET-11999')).toEqual([]);
  expect(await found(limited, 'SET-11996')).toEqual(['SET-11996']);
  expect(await found(site.admin, '%')).toEqual([]);
  expect(await found(site.admin, 'a_1')).toEqual([]);
  // Very common texts and single letters are searched from the newest entry on.
  expect(await found(site.admin, 'HARBOUR')).toHaveLength(500);
  expect((await search(site.admin, 'dana holt')).headers['x-total-count']).toBe('10000');
  expect(await found(site.admin, '7')).toHaveLength(500);
  const theirs = await makeSite(world);
  expect(await found(theirs.admin, 'SET-11999')).toEqual([]);

  for (const [index, name] of INDEXES.entries())
    await expect.poll(() => scansOf(name), { timeout: 15_000 }).toBeGreaterThan(before[index] ?? 0);
});

test('thousands of entries with hundreds of texts are found by the index too, and counted with the filters', async () => {
  const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
  const before = await scansOf('movement_history_texts');
  const ask = async (me: Person, search: string, about: Record<string, string | number> = {}) => {
    const { body, headers } = await me.call('listMovements', { query: { search, limit: 2, ...about } });
    return [headers['x-total-count'], headers['x-total-more'], ...body.map((one) => one.keyBunchIdentifier)];
  };
  // Officer 4, 40 to 49 and 400 to 499, each with 24 entries.
  expect(await ask(site.admin, 'officer 4')).toEqual(['2664', undefined, 'SET-11999', 'SET-11998']);
  expect(await ask(site.admin, 'officer 4', { locationId: site.there.id })).toEqual([
    '696',
    undefined,
    'SET-11996',
    'SET-11992',
  ]);
  expect(await ask(limited, 'officer 4')).toEqual(['696', undefined, 'SET-11996', 'SET-11992']);
  const { body } = await site.admin.call('exportMovements', { query: { search: 'officer 4' } });
  expect(rowsIn(String(body))).toHaveLength(1 + 2664);
  // Each of the four searches covers more than a hundred texts.
  await expect
    .poll(() => scansOf('movement_history_texts'), { timeout: 15_000 })
    .toBeGreaterThan(before + 400);
});

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => `SET-${String(from + n).padStart(5, '0')}`);
