import type { Locator } from '@playwright/test';
import { exactTime, shownOnPoint } from '../movement/history.ts';
import { cutLive, goWithin, hold } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import {
  act,
  counted,
  expectShown,
  filter,
  firstInWindow,
  layoutShift,
  listOf,
  oneOfEach,
  rowOf,
  search,
} from './key-list.ts';

test('ROUTE-17 KEYS-08 KEYS-09 KEYS-10 KEYS-12 KEYS-13 KEYS-21 KEYS-22 KEYS-23 KEYS-24 KEYS-25 the register as a list', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const { present, issued } = await oneOfEach(company, sql);
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000 - 60_000);
  const updated = hours(3);
  await sql('update key_bunches set last_updated = $2 where id = $1', [present.id, updated]);
  await sql('update key_bunches set last_updated = $2, issued_at = $3 where id = $1', [
    issued.id,
    hours(1),
    hours(26),
  ]);
  await page.goto('/key-bunches');
  await expect(page.getByRole('heading', { level: 1, name: 'Key Management' })).toBeVisible();
  await counted(page, 'Showing 5 results');
  await expect(listOf(page, isPhone)).toBeVisible();
  await expect(listOf(page, !isPhone)).toHaveCount(0);
  if (!isPhone)
    await expect(page.getByRole('columnheader')).toHaveText([
      'Set ID & Tag',
      'Type',
      'Location',
      'Status',
      'Last Update',
      'Actions',
    ]);
  await expectShown(page, isPhone, ['MCR-0101', 'MCR-0103', 'MCR-0104', 'V04-0102', 'V04-0105']);

  const rows: [identifier: string, ...texts: string[]][] = [
    ['MCR-0101', 'Present', 'Day Shift', 'Manchester HQ', 'Tag 448120', '3 keys, 1 fob', '3 hours ago'],
    ['V04-0102', 'Issued', 'Night Shift', 'Van 04', 'Tag broken', '1 key', 'Callum Reid', '1 hour ago'],
    ['MCR-0103', 'Missing', 'Lock Ups', 'Just now'],
    ['MCR-0104', 'Inactive', 'Static'],
    ['V04-0105', 'IN USE', 'Static', 'Tag 448305'],
  ];
  for (const [identifier, ...texts] of rows)
    for (const text of texts) await expect(rowOf(page, isPhone, identifier)).toContainText(text);
  // Time of the issue, which differs from the last update.
  await expect(rowOf(page, isPhone, 'V04-0102')).toContainText(/Callum Reid (· )?1 day ago/);
  await expect(rowOf(page, isPhone, 'V04-0102')).not.toContainText('448157');

  const time = rowOf(page, isPhone, 'MCR-0101').locator('time');
  await shownOnPoint(page, time, exactTime(updated.toISOString()), isPhone);

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkA11y(page);
  }

  // Narrow windows get cards, wide ones the table; never both.
  await page.setViewportSize({ width: isPhone ? 1024 : 600, height: 900 });
  await expect(listOf(page, !isPhone)).toBeVisible();
  await expect(listOf(page, isPhone)).toHaveCount(0);
  await page.setViewportSize(isPhone ? { width: 412, height: 839 } : { width: 1440, height: 900 });

  const link = page.getByRole('link', { name: 'MCR-0101', exact: true });
  await expect(link).toHaveAttribute('href', `/key-history/${present.id}`);
  await link.click();
  await expect(page).toHaveURL(`/key-history/${present.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'MCR-0101' })).toBeVisible();
});

test('KEYS-11 KEYS-17 an empty register, an empty result, and Add Set', async ({
  page,
  company,
  isPhone,
}) => {
  const site = await company.location({ name: 'Leeds Office' });
  await page.goto('/key-bunches');
  const nothing = page.getByRole('heading', { name: 'No key sets found matching your criteria' });
  await expect(page.getByRole('heading', { name: 'No key sets yet' })).toBeVisible();
  await expect(nothing, 'nothing was asked for that could match').toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Import key sets' })).toHaveCount(
    isPhone ? 0 : 1,
  );
  await counted(page, 'Showing 0 results');
  await checkA11y(page);
  await page.getByRole('button', { name: 'Add Set' }).click();
  const form = page.getByRole('dialog', { name: 'Add Key Bunch' });
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');

  await company.bunch(site.id, { identifier: 'LDS-0201' });
  await goWithin(page, '/key-bunches?search=nothing+like+it');
  await expect(nothing).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/key-bunches');
  await expect(search(page)).toHaveValue('');
  await counted(page, 'Showing 1 result');
  await expectShown(page, isPhone, ['LDS-0201']);
  await page.getByRole('button', { name: 'Add Set' }).click();
  await expect(form).toBeVisible();
});

test('a press on a head sorts the table, another turns it round', { tag: '@once' }, async ({
  page,
  company,
  sql,
}) => {
  await oneOfEach(company, sql);
  const orders: [head: string, direction: string, first: string, last: string][] = [
    ['Location', 'ascending', 'MCR-0101', 'V04-0105'],
    ['Location', 'descending', 'V04-0105', 'MCR-0101'],
    ['Location, by position', 'ascending', 'MCR-0101', 'V04-0105'],
    ['Status', 'ascending', 'MCR-0101', 'MCR-0103'],
    ['Type', 'ascending', 'MCR-0101', 'V04-0105'],
    ['Last Update', 'descending', 'V04-0105', 'MCR-0101'],
    ['Last Update', 'ascending', 'MCR-0101', 'V04-0105'],
    ['Set ID & Tag', 'ascending', 'MCR-0101', 'V04-0105'],
    ['Set ID & Tag', 'descending', 'V04-0105', 'MCR-0101'],
  ];
  await page.goto('/key-bunches');
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect(head('Set ID & Tag')).toHaveAttribute('aria-sort', 'ascending');
  for (const [name, direction, first, last] of orders) {
    await head(name.split(',')[0] ?? name)
      .getByRole('button')
      .click();
    await expect(head(name)).toHaveAttribute('aria-sort', direction);
    await expect(listOf(page, false).getByRole('link').first()).toHaveText(first);
    await expect(listOf(page, false).getByRole('link').last()).toHaveText(last);
  }
  await expect(page).toHaveURL('/key-bunches?sort=-identifier');

  // Search results are ordered by relevance until another order is chosen.
  await goWithin(page, '/key-bunches?search=MCR');
  await expect(listOf(page, false).getByRole('link').first()).toBeVisible();
  await expect(head('Set ID & Tag')).not.toHaveAttribute('aria-sort', /ending/);
  await head('Set ID & Tag').getByRole('button').click();
  await expect(head('Set ID & Tag')).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL('/key-bunches?search=MCR&sort=identifier');
});

test('ten thousand sets: pages come by themselves and few rows are drawn', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const site = await company.location({ name: 'Leeds Office' });
  await sql(
    `insert into key_bunches (company_id, identifier, type, current_tag, location_id)
     select $1, 'SET-' || lpad(n::text, 5, '0'), 'static', n::text, $2 from generate_series(1, 10000) n`,
    [company.id, site.id],
  );
  // SQL changes are published with the next call that writes: before the page listens.
  await company.location({ name: 'York Office' });
  await page.goto('/key-bunches');
  await counted(page, 'Showing 10,000 results');
  await expect(page.getByRole('button', { name: isPhone ? 'More' : 'Print' })).toBeVisible();
  await expect(listOf(page, isPhone).getByRole('link').first()).toBeVisible();
  expect(await layoutShift(page), 'what waited is not pushed away').toBeLessThan(0.1);
  if (!isPhone) await expect(listOf(page, false)).toHaveAttribute('aria-rowcount', '10001');
  const links = listOf(page, isPhone).getByRole('link');
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const last = Number((await links.last().textContent())?.slice(4));
    expect(last).toBeGreaterThan(isPhone ? 250 : 650);
  }).toPass();
  expect(await links.count()).toBeLessThan(60);

  // A change of layout keeps the position, and so does the change back.
  await page.evaluate(() => window.scrollTo(0, 9000));
  await expect.poll(() => firstInWindow(page)).toMatch(/^SET-00/);
  const shownFirst = page.getByRole('link', { name: await firstInWindow(page), exact: true });
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: isPhone ? 915 : 600, height: isPhone ? 412 : 900 });
  await expect(listOf(page, !isPhone)).toBeVisible();
  await expect(shownFirst).toBeInViewport();
  await page.setViewportSize({ width, height });
  await expect(listOf(page, isPhone)).toBeVisible();
  await expect(shownFirst).toBeInViewport();

  // The rest does not depend on the layout.
  if (isPhone) return;
  // Several pages down.
  const identifier = 'SET-00530';
  await expect(async () => {
    const [top, end] = [await placeOf(links.first()), await placeOf(links.last())];
    const height = (end.y - top.y) / (end.number - top.number);
    const away = top.y + (530 - top.number) * height - 300;
    await page.evaluate((by) => window.scrollBy(0, by), away);
    await expect(page.getByRole('link', { name: identifier, exact: true })).toBeInViewport({ timeout: 500 });
  }).toPass();

  // Back from a history, the list keeps its position.
  const before = await links.first().textContent();
  await page.getByRole('link', { name: identifier, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: identifier })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: identifier, exact: true })).toBeInViewport();
  expect(before).not.toBe('SET-00001');

  // An issue far down the list reloads the visible page, and no page before it.
  const row = rowOf(page, isPhone, identifier);
  await expect(row).toContainText('Present');
  const requests: string[] = [];
  page.on('request', (one) => /\/api\/key-bunches\?/.test(one.url()) && requests.push(one.url()));
  await act(page, row, 'Issue Keys');
  await page.getByRole('dialog').getByRole('button', { name: 'Issue Keys', exact: true }).click();
  await expect(row).toContainText('Issued');
  await expect(row).toBeInViewport();
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(2);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole('link', { name: 'SET-00001', exact: true })).toBeVisible();
  await expect(rowOf(page, isPhone, 'SET-00001')).toContainText('Present');

  // A capped count has a plus sign.
  await search(page).fill('set-0');
  await counted(page, 'Showing 1,000+ results');
});

/** Number of the set of a link, and its position in px. */
const placeOf = (link: Locator) =>
  link.evaluate((one) => ({ number: Number(one.textContent?.slice(4)), y: one.getBoundingClientRect().y }));

test('ERR-05 a list that cannot be read says Failed to fetch, and tries again, as a page of it does', {
  tag: '@once',
}, async ({ page, company, sql, isPhone }) => {
  await cutLive(page);
  const site = await company.location({ name: 'Leeds Office' });
  await sql(
    `insert into key_bunches (company_id, identifier, type, current_tag, location_id)
     select $1, 'SET-' || lpad(n::text, 3, '0'), 'static', n::text, $2 from generate_series(1, 120) n`,
    [company.id, site.id],
  );
  const list = /\/api\/key-bunches\?/;
  await page.route(list, (route) => route.abort());
  await page.goto('/key-bunches');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch');
  await page.unroute(list);
  await page.route(list, (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to fetch');
  await checkA11y(page);
  await page.unroute(list);
  const next = /\/api\/key-bunches\?.*cursor=/;
  await page.route(next, (route) => route.abort());
  await page.getByRole('button', { name: 'Try again' }).click();
  await counted(page, 'Showing 120 results');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByRole('alert')).toContainText('Failed to fetch');
  await page.unroute(next);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(listOf(page, isPhone).getByRole('link').last()).toHaveText('SET-120');
  await expect(listOf(page, isPhone).getByRole('link')).toHaveCount(120);
});

test('API-50 what was done with a bunch or a location shows everywhere, without loading a page again', {
  tag: '@once',
}, async ({ page, company, isPhone }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  await company.bunch(leeds.id, { identifier: 'LDS-1', currentTag: '448001' });
  const go = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).first().click();
  };
  const issued = page.getByRole('link', { name: /Keys Issued/ });
  await page.goto('/');
  await expect(issued).toContainText('0');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await go('Locations');
  await expect(page.getByText('Leeds Office').first()).toBeVisible();
  await go('History');
  await expect(page.getByText('No Movement History')).toBeVisible();
  await go('Keys');

  await act(page, rowOf(page, isPhone, 'LDS-1'), 'Issue Keys');
  await page.getByLabel('Officer name').fill('Callum Reid');
  await page.getByRole('dialog').getByRole('button', { name: 'Issue Keys' }).click();
  for (const text of ['Issued', 'Tag broken', 'Callum Reid'])
    await expect(rowOf(page, isPhone, 'LDS-1')).toContainText(text);
  await go('Dashboard');
  await expect(issued).toContainText('1');
  await go('History');
  await expect(page.getByText('Issued to Callum Reid').first()).toBeVisible();

  await go('Locations');
  await page.getByRole('button', { name: 'Edit Leeds Office' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Leeds Annexe');
  await page.getByRole('dialog').locator('[type=submit]').click();
  await expect(page.getByRole('button', { name: 'Edit Leeds Annexe' })).toBeVisible();
  await go('Dashboard');
  await expect(page.getByText('Leeds Annexe').first()).toBeVisible();
  await go('Keys');
  await expect(rowOf(page, isPhone, 'LDS-1')).toContainText('Leeds Annexe');

  // A set that no longer matches leaves the filtered list.
  await filter(page, isPhone, 'Status', 'Issued');
  await act(page, rowOf(page, isPhone, 'LDS-1'), 'Return Keys');
  await page.getByLabel(/New tag/).fill('448099');
  await page.getByRole('dialog').getByRole('button', { name: 'Return Keys' }).click();
  await counted(page, 'Showing 0 results');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rowOf(page, isPhone, 'LDS-1')).toContainText('Tag 448099');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('a search says what it found and why, and Enter leads from it to the first set', async ({
  page,
  company,
  isPhone,
}) => {
  const site = await company.location();
  const near = await company.bunch(site.id, { identifier: 'MCR-1', keyDescription: '12 High Street' });
  await company.bunch(site.id, { identifier: 'MCR-2', keyDescription: '112 High Street' });
  const noted = await company.bunch(site.id, { identifier: 'MCR-3', notes: 'Swapped with 12 High Street' });
  await page.goto('/key-bunches');
  // The count of earlier filters is not shown for these.
  await counted(page, 'Showing 3 results');
  const answer = await hold(page, '**/api/key-bunches*q=12*');
  await search(page).fill('12 high street');
  await expect(page.getByText(/^Showing \d/)).toHaveCount(0);
  answer();
  await counted(page, 'Showing 3 results');
  await expect(rowOf(page, isPhone, near.identifier)).toContainText('12 High Street');
  await expect(rowOf(page, isPhone, 'MCR-2')).toContainText('112 High Street');
  await expect(rowOf(page, isPhone, near.identifier).locator('mark')).toHaveText('12 High Street');
  // Not the suffix of another number.
  await expect(rowOf(page, isPhone, 'MCR-2').locator('mark')).toHaveCount(0);
  await expect(rowOf(page, isPhone, noted.identifier)).toContainText('Notes Swapped with 12 High Street');
  await expectShown(page, isPhone, ['MCR-1', 'MCR-2', 'MCR-3']);

  await search(page).press('Enter');
  const issue = (identifier: string) =>
    rowOf(page, isPhone, identifier).getByRole('button', { name: 'Issue Keys' });
  await expect(issue('MCR-1')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(issue('MCR-2')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Issue Keys' })).toContainText('12 High Street');
});

test('after an issue the focus is on the set that took its place, or on the count', async ({
  page,
  company,
  isPhone,
}) => {
  const site = await company.location();
  await company.bunch(site.id, { identifier: 'MCR-1' });
  await company.bunch(site.id, { identifier: 'MCR-2' });
  await page.goto('/key-bunches?status=active');
  const issue = async (identifier: string) => {
    await act(page, rowOf(page, isPhone, identifier), 'Issue Keys');
    await page.getByRole('dialog').getByRole('button', { name: 'Issue Keys', exact: true }).click();
    await expect(rowOf(page, isPhone, identifier)).toHaveCount(0);
  };
  await issue('MCR-1');
  await expect(rowOf(page, isPhone, 'MCR-2').getByRole('button', { name: 'Issue Keys' })).toBeFocused();
  await issue('MCR-2');
  await expect(page.getByText('Showing 0 results')).toBeFocused();
});

test('sets that are out for long, and those nobody has seen, are a filter of their own', {
  tag: '@once',
}, async ({ page, company, sql, isPhone }) => {
  const site = await company.location();
  const [late, lately] = [
    await company.bunch(site.id, { identifier: 'MCR-1' }),
    await company.bunch(site.id, { identifier: 'MCR-2' }),
  ];
  await company.bunch(site.id, { identifier: 'MCR-3' });
  for (const { id } of [late, lately])
    await company.post(`/api/key-bunches/${id}/issue`, { officerName: 'Callum Reid' });
  await sql(`update key_bunches set issued_at = issued_at - interval '13 hours' where id = $1`, [late.id]);
  await page.goto('/key-bunches');
  await filter(page, isPhone, 'Needs attention', 'Out longer than 12 h');
  await expectShown(page, isPhone, ['MCR-1']);
  await goWithin(page, '/key-bunches?check=unseen');
  await expectShown(page, isPhone, ['MCR-3']);
  await expect(rowOf(page, isPhone, 'MCR-3')).toContainText('Never seen');
});

test('sets without a tag, an NFC tag, premises, a photo or a label are found, and each says when it was last seen', {
  tag: '@once',
}, async ({ page, company, sql, isPhone }) => {
  const site = await company.location({ name: 'Leeds Office' });
  const premises = await company.post<{ id: number }>('/api/premises', { name: 'Arcade' });
  const about = { premisesIds: [premises.id] };
  const bunch = (identifier: string, more: object) =>
    company.bunch(site.id, { identifier, nfcSerial: `04A1${identifier.length}`, ...about, ...more });
  const bare = await bunch('LDS-1', { nfcSerial: undefined, premisesIds: [] });
  const whole = await bunch('LDS-0002', {});
  await sql('update key_bunches set current_tag = null where id = $1', [bare.id]);
  await sql(`update key_bunches set image_url = '/photo' where id = $1`, [whole.id]);
  await company.post('/api/labels', { keyBunchIds: [whole.id] });
  await page.goto('/key-bunches');
  await counted(page, 'Showing 2 results');
  for (const what of ['No tag', 'No NFC tag', 'No premises', 'No photo', 'No label']) {
    await filter(page, isPhone, 'Needs attention', what);
    await expectShown(page, isPhone, ['LDS-1']);
  }
  await expect(page).toHaveURL('/key-bunches?check=no-label');
  await checkA11y(page);
  await act(page, rowOf(page, isPhone, 'LDS-1'), 'Key Details');
  await expect(page.getByRole('dialog', { name: 'Key Details' })).toContainText('Never seen');
  await company.post(`/api/key-bunches/${whole.id}/issue`, { officerName: 'Callum Reid' });
  await company.post(`/api/key-bunches/${whole.id}/return`, { officerName: 'Callum Reid', newTag: '450118' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await goWithin(page, '/key-bunches');
  await act(page, rowOf(page, isPhone, 'LDS-0002'), 'Key Details');
  await expect(page.getByRole('dialog', { name: 'Key Details' })).toContainText(
    /Last seen just now at Leeds Office/i,
  );
  await page.goto(`/key-history/${whole.id}`);
  await expect(page.getByRole('region', { name: 'Key set' })).toContainText(
    /Last seen ?just now at Leeds Office/i,
  );
});
