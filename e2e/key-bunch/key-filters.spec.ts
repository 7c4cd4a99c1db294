import { goWithin } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import {
  counted,
  expectFilters,
  expectShown,
  filter,
  follow,
  listOf,
  offered,
  oneOfEach,
  rowOf,
  search,
} from './key-list.ts';

test('KEYS-02 KEYS-03 KEYS-04 KEYS-05 KEYS-06 KEYS-18 KEYS-19 KEYS-20 what the address presets, and what it ignores', {
  tag: '@once',
}, async ({ page, company, sql, isPhone }) => {
  const { site, van } = await oneOfEach(company, sql);
  const expectList = async (
    query: string,
    chosen: Record<string, string>,
    identifiers: string[],
    load = false,
  ) => {
    await (load ? page.goto(`/key-bunches?${query}`) : follow(page, `/key-bunches?${query}`));
    await counted(page, `Showing ${identifiers.length === 1 ? '1 result' : `${identifiers.length} results`}`);
    await expectFilters(page, isPhone, chosen);
    await expectShown(page, isPhone, identifiers);
  };
  const banners = [
    'Showing missing keys from audit results',
    'Showing currently issued keys',
    'Filtered by status',
  ];
  const expectBanner = async (banner: string | null) => {
    for (const text of banners)
      await expect(page.getByText(text, { exact: true })).toHaveCount(text === banner ? 1 : 0);
  };
  const all = ['MCR-0101', 'MCR-0103', 'MCR-0104', 'V04-0102', 'V04-0105'];

  await expectList('search=448120&type=day_shift', { Type: 'Day Shift' }, ['MCR-0101'], true);
  await expect(search(page)).toHaveValue('448120');
  await expectBanner(null);
  const types: [string, string, string[]][] = [
    ['day_shift', 'Day Shift', ['MCR-0101']],
    ['night_shift', 'Night Shift', ['V04-0102']],
    ['lock_ups', 'Lock Ups', ['MCR-0103']],
    ['static', 'Static', ['MCR-0104', 'V04-0105']],
  ];
  for (const [type, label, identifiers] of types)
    await expectList(`type=${type}`, { Type: label }, identifiers);

  await expectList(`location=${van.id}`, { Location: 'Van 04' }, ['V04-0102', 'V04-0105'], true);
  await expectList(`locationId=${site.id}`, { Location: 'Manchester HQ' }, [
    'MCR-0101',
    'MCR-0103',
    'MCR-0104',
  ]);

  const statuses: [string, string, string, string | null][] = [
    ['missing', 'Missing', 'MCR-0103', 'Showing missing keys from audit results'],
    ['issued', 'Issued', 'V04-0102', 'Showing currently issued keys'],
    ['active', 'Present', 'MCR-0101', 'Filtered by status'],
    ['inactive', 'Inactive', 'MCR-0104', 'Filtered by status'],
  ];
  for (const [status, label, identifier, banner] of statuses) {
    await expectList(`status=${status}`, { Status: label }, [identifier]);
    await expectBanner(banner);
  }

  for (const query of [
    'status=banana',
    'type=banana',
    'location=99999999',
    'location=banana',
    'sort=banana',
  ]) {
    await expectList(query, {}, all);
    await expectBanner(null);
  }
  await expectList('status=banana&type=static', { Type: 'Static' }, ['MCR-0104', 'V04-0105']);
});

test('KEYS-07 a filter in the address holds for a search and for labels before its options are read', {
  tag: '@once',
}, async ({ page, company }) => {
  const { id } = await company.location({ name: 'Leeds Office' });
  let answer = () => undefined as unknown;
  const held = new Promise((resolve) => (answer = () => resolve(null)));
  await page.route('**/api/locations', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/key-bunches?location=${id}&status=banana`);
  await search(page).fill('LDS');
  const labels = page.getByRole('link', { name: 'Labels' });
  const filters = () =>
    labels.evaluate((link: HTMLAnchorElement) => {
      const [here, there] = [location.href, link.href].map((address) => new URL(address).searchParams);
      const chosen = (name: string) => [here?.get(name), there?.get(name)];
      return { search: chosen('search'), location: chosen('location'), status: chosen('status') };
    });
  const kept = { search: ['LDS', 'LDS'], location: [`${id}`, `${id}`], status: ['banana', 'banana'] };
  await expect.poll(filters).toEqual(kept);
  answer();
  const offered = { ...kept, status: ['banana', null] };
  await expect.poll(filters, 'a status that is not offered').toEqual(offered);
});

test('KEYS-01 KEYS-07 search and filters, kept in the address', async ({ page, company, isPhone }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bristol = await company.location({ name: 'Bristol Depot' });
  await company.bunch(leeds.id, { identifier: 'Kirkgate-1', currentTag: 'AB-100', notes: 'Shutter sticks' });
  await company.bunch(leeds.id, { identifier: 'LDS-2', currentTag: 'kirk-7', type: 'static' });
  await company.bunch(bristol.id, { identifier: 'BRS-3', currentTag: 'CD-300', notes: 'By the KIRK wall' });
  await company.bunch(bristol.id, { identifier: 'BRS-4', currentTag: '100%_x', type: 'static' });
  await page.goto('/key-bunches');
  await counted(page, 'Showing 4 results');

  if (!isPhone) {
    await page.locator('body').press('/');
    await expect(search(page)).toBeFocused();
  }
  const steps = await page.evaluate(() => history.length);
  await search(page).fill('kIRK');
  await counted(page, 'Showing 3 results');
  await expectShown(page, isPhone, ['Kirkgate-1', 'LDS-2', 'BRS-3']);
  await expect(page).toHaveURL('/key-bunches?search=kIRK');
  for (const [text, identifiers] of [
    ['ab-100', ['Kirkgate-1']],
    ['SHUTTER', ['Kirkgate-1']],
    ['brs', ['BRS-3', 'BRS-4']],
    ['%_', ['BRS-4']],
  ] as const) {
    await search(page).fill(text);
    await counted(page, identifiers.length === 1 ? 'Showing 1 result' : 'Showing 2 results');
    await expectShown(page, isPhone, identifiers);
  }
  expect(await page.evaluate(() => history.length), 'typing is no separate step').toBe(steps);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await counted(page, 'Showing 4 results');
  await expect(search(page)).toBeFocused();

  await filter(page, isPhone, 'Location', 'Bristol Depot');
  await counted(page, 'Showing 2 results');
  await filter(page, isPhone, 'Type', 'Static');
  await counted(page, 'Showing 1 result');
  await filter(page, isPhone, 'Status', 'Present');
  await expect(page).toHaveURL(`/key-bunches?type=static&location=${bristol.id}&status=active`);
  await expectFilters(page, isPhone, { Type: 'Static', Location: 'Bristol Depot', Status: 'Present' });
  await expectShown(page, isPhone, ['BRS-4']);

  await page.reload();
  await counted(page, 'Showing 1 result');
  await page.goBack();
  await page.goBack();
  await expectFilters(page, isPhone, { Location: 'Bristol Depot' });
  await counted(page, 'Showing 2 results');
});

test('KEYS-26 configured types take the place of the built-in ones', { tag: '@once' }, async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const site = await company.location({ name: 'Leeds Office' });
  const first = await company.bunch(site.id);
  await page.goto('/key-bunches');
  expect(await offered(page, isPhone, 'Type')).toEqual(['Day Shift', 'Night Shift', 'Lock Ups', 'Static']);
  await company.delete(`/api/key-bunches/${first.id}`);
  await sql(
    `insert into settings (company_id, category, name, display_name, is_active)
     values ($1, 'keyTypes', 'vault', 'Vault keys', true), ($1, 'keyTypes', 'gate', 'Gate keys', true),
       ($1, 'keyTypes', 'old', 'Old keys', false)`,
    [company.id],
  );
  await company.bunch(site.id, { identifier: 'LDS-0301', type: 'vault' });
  await page.goto('/key-bunches');
  await expect(rowOf(page, isPhone, 'LDS-0301')).toContainText('Vault keys');
  expect(await offered(page, isPhone, 'Type')).toEqual(['Gate keys', 'Vault keys']);
  await goWithin(page, '/key-bunches?type=gate');
  await counted(page, 'Showing 0 results');
  await goWithin(page, '/key-bunches?type=day_shift');
  await counted(page, 'Showing 1 result');
  await expectFilters(page, isPhone, {});
});

test('the filter sheet counts before it is applied', { tag: '@phone' }, async ({ page, company, sql }) => {
  await oneOfEach(company, sql);
  await page.goto('/key-bunches');
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  const option = (name: string) => sheet.getByRole('button', { name, exact: true });
  await expect(option('Show 5 results')).toBeVisible();
  await option('Van 04').click();
  await expect(option('Show 2 results')).toBeVisible();
  await expect(option('Issued 1')).toBeVisible();
  await expect(option('Missing 0')).toBeVisible();
  await option('Issued 1').click();
  await expect(option('Issued 1')).toHaveAttribute('aria-pressed', 'true');
  await expect(option('Show 1 result')).toBeVisible();
  await checkA11y(page);
  // With forced colours the sheet has a border, and selected options differ from others.
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(sheet).toHaveCSS('border-top-width', '1px');
  const fill = (name: string) => option(name).evaluate((it) => getComputedStyle(it).backgroundColor);
  expect(await fill('Issued 1')).not.toBe(await fill('Missing 0'));
  await page.emulateMedia({ forcedColors: 'none' });
  await option('Show 1 result').click();
  await expect(sheet).toHaveCount(0);
  await expectFilters(page, true, { Status: 'Issued', Location: 'Van 04' });
  await expect(page.getByRole('button', { name: 'Filters' })).toHaveText('Filters2');

  await page.getByRole('button', { name: 'Remove filter Van 04' }).click();
  await expectFilters(page, true, { Status: 'Issued' });
  await page.getByRole('button', { name: 'Filters' }).click();
  await option('Clear all').click();
  await option('Newest update').click();
  await option('Show 5 results').click();
  await expect(listOf(page, true).getByRole('link').first()).toHaveText('V04-0105');
  await expect(page).toHaveURL('/key-bunches?sort=-lastUpdated');
});
