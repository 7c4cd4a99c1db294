import type { Movement } from '../../shared/movement.ts';
import { cutLive, goWithin } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { backdateTo, entries, entry, exactTime, line, myId } from './history.ts';

test('ROUTE-20 HIST-03 HIST-11 HIST-12 HIST-14 HIST-15 the history loads fifty at a time and says how many there are', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const leeds = await company.location({ name: 'Leeds' });
  const me = await myId(company);
  await entry(sql, company.id, me, 'status_change', {
    identifier: 'LDS-',
    at: leeds,
    times: 120,
    details: { from: 'active', to: 'missing' },
  });
  // Changes made meanwhile do not arrive.
  await cutLive(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/movement-history') requests.push(search);
  });
  await page.goto('/history');
  await expect(page.getByRole('heading', { name: 'Movement History', level: 1 })).toBeVisible();
  await expect(line(page)).toHaveText('Showing 50 of 120 results');
  await expect(entries(page)).toHaveCount(50);
  await expect(entries(page).first()).toContainText('LDS-120');
  await expect(entries(page).first()).toContainText('Status: Present -> Missing');
  const ids = (await company.get<Movement[]>('/api/movement-history?limit=120')).map(({ id }) => id);

  // New entries neither shift nor repeat loaded ones.
  await entry(sql, company.id, me, 'issue', { identifier: 'NEW', at: leeds });
  const more = page.getByRole('button', { name: 'Load more' });
  await more.click();
  await expect(entries(page)).toHaveCount(100);
  await expect(line(page)).toHaveText('Showing 100 of 120 results');
  await more.click();
  await expect(entries(page)).toHaveCount(120);
  await expect(line(page)).toHaveText('Showing all 120 results');
  await expect(more).toHaveCount(0);
  expect(requests).toEqual(['?limit=50', `?limit=50&before=${ids[49]}`, `?limit=50&before=${ids[99]}`]);
  const shown = await entries(page).allTextContents();
  expect(new Set(shown.map((text) => text.match(/LDS-\d{3}/)?.[0])).size).toBe(120);

  await goWithin(page, '/history?search=LDS-007');
  await expect(line(page)).toHaveText('Showing all 1 result');

  // A capped count has a plus sign.
  await page.route('**/api/movement-history*', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'x-total-count': '10000', 'x-total-more': 'true' };
    await route.fulfill({ response, headers });
  });
  await page.goto('/history');
  await expect(line(page)).toHaveText('Showing 50 of 10,000+ results');
});

test('HIST-16 HIST-17 HIST-18 a deletion opens to its audit details; a time shows the exact one', {
  tag: '@once',
}, async ({ page, company }) => {
  const leeds = await company.location({ name: 'Leeds' });
  const about = { identifier: 'BRS-0317', type: 'lock_ups', currentTag: '448416', keyCount: 3, fobCount: 1 };
  const bunch = await company.bunch(leeds.id, {
    ...about,
    keyDescription: 'Gloucester Road Garage',
    nfcSerial: '04:91:d2:7a:0c:44:85',
  });
  const reason = 'Building demolished, client confirmed by email.';
  await company.delete(`/api/key-bunches/${bunch.id}`, { reason });
  const plain = await company.bunch(leeds.id, { identifier: 'BRS-0318' });
  await company.delete(`/api/key-bunches/${plain.id}`, {});
  const note = `Long note. ${'The spare hangs on hook 14. '.repeat(8)}Its last words.`;
  const other = await company.bunch(leeds.id, { identifier: 'BRS-0319' });
  await company.post(`/api/key-bunches/${other.id}/issue`, { officerName: 'Callum Reid', notes: note });
  const [, , deletion] = await company.get<Movement[]>('/api/movement-history');

  await page.goto('/history');
  const row = entries(page).filter({ hasText: 'BRS-0317' });
  const crossed = row.getByText('BRS-0317', { exact: true });
  expect(await crossed.evaluate((name) => getComputedStyle(name).textDecorationLine)).toBe('line-through');
  const details = page.getByRole('region', { name: 'Deletion Audit Details' });
  await expect(details).toHaveCount(0);
  await row.getByRole('button', { name: /deletion/i }).click();
  const facts = await details
    .locator('dl > div')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((one) => [one.querySelector('dt')?.textContent, one.querySelector('dd')?.textContent]),
      ),
    );
  expect(facts).toEqual({
    'Deleted by': 'Dana Holt',
    'Deleted at': exactTime(deletion?.details.deletedAt ?? ''),
    'Last location': 'Leeds',
    Type: 'Lock Ups',
    Tag: '448416',
    'Keys and fobs': '3 keys, 1 fob',
    'NFC serial': '04:91:D2:7A:0C:44:85',
    Description: 'Gloucester Road Garage',
  });
  await expect(details).toContainText(`Reason${reason}`);
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await row.getByRole('button', { name: /deletion/i }).click();
  await expect(details).toHaveCount(0);
  await entries(page)
    .filter({ hasText: 'BRS-0318' })
    .getByRole('button', { name: /deletion/i })
    .click();
  await expect(details).toContainText('ReasonNot given');

  const noted = entries(page).filter({ hasText: 'BRS-0319' });
  const height = () => noted.getByText('Long note.').evaluate((text) => text.clientHeight);
  const folded = await height();
  await noted.getByRole('button', { name: /full note/ }).click();
  await expect.poll(height).toBeGreaterThan(folded);

  await expect(row.locator('time')).toHaveText(/^\d\d:\d\d, \d{1,2} \w+$/);
  await expect(row.locator('time')).toHaveAttribute('title', exactTime(deletion?.timestamp ?? ''));

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden();
  await expect(page.getByText('All time · All actions')).toBeVisible();
});

test('HIST-01 HIST-02 HIST-13 ERR-04 without permission, without movements, without an answer', {
  tag: '@once',
}, async ({ page, company }) => {
  await cutLive(page);
  await page.goto('/history');
  await expect(page.getByRole('heading', { name: 'No Movement History' })).toBeVisible();
  await expect(page.getByText('No movements found matching your criteria')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Keys' })).toHaveAttribute('href', '/key-bunches');

  await page.route('**/api/movement-history?*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to fetch');
  await checkA11y(page);
  await page.unroute('**/api/movement-history?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No Movement History' })).toBeVisible();

  await company.signInAs('officer', { permissions: ['key:view'] });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/history');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText("You don't have permission to view key movement history")).toBeVisible();
  expect(requests).not.toContain('/api/movement-history');
});

test('every entry says all it knows: clock, place, account, what was missing and who had it; last night is one click', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const leeds = await company.location({ name: 'Leeds' });
  const bunch = await company.bunch(leeds.id, { identifier: 'LDS-0102' });
  const path = `/api/key-bunches/${bunch.id}`;
  // The last 03:12: before that hour, yesterday's.
  const today = new Date().setUTCHours(3, 12, 0, 0);
  const night = today < Date.now() - 48 * 60_000 ? today : today - 24 * 60 * 60_000;
  await backdateTo(sql, company.id, new Date(night - 12 * 60 * 60 * 1000));
  await company.post(`${path}/issue`, { officerName: 'Too early' });
  await company.post(`${path}/return`, { officerName: 'Too early', newTag: '448100' });
  await backdateTo(sql, company.id, new Date(night));
  await company.post(`${path}/issue`, { officerName: 'Callum Reid', purpose: 'Alarm' });
  await company.patch(path, { status: 'missing' });
  await company.post(`${path}/issue`, { officerName: 'Megan Price' });
  await backdateTo(sql, company.id, null);
  // Another user with the same name.
  await sql(
    "insert into users (email, password, company_id, role, first_name, last_name) values ($1, 'x', $2, 'officer', 'Dana', 'Holt')",
    [`other-${company.id}@example.com`, company.id],
  );
  await entry(sql, company.id, await myId(company), 'audit_edit', { identifier: 'LDS-0103', at: leeds });

  await page.goto('/history');
  const found = entries(page).filter({ hasText: 'Issued to Megan Price' });
  const day = new Date(night).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  for (const text of [`03:12, ${day}`, 'Leeds', 'Was Missing']) await expect(found).toContainText(text);
  await expect(entries(page).filter({ hasText: 'Status: Issued -> Missing' })).toContainText(
    'Last held by Callum Reid',
  );
  for (const email of [company.email, 'dana@example.com'])
    await expect(entries(page).filter({ hasText: email }).first()).toBeVisible();
  if (!isPhone)
    await expect(page.getByRole('columnheader')).toHaveText([
      'Action',
      'Key set',
      'Description',
      'Location',
      'User',
      'Done',
      'Details',
    ]);

  await page.getByRole('button', { name: 'Last night, 18:00 to 08:00' }).click();
  await expect(page).toHaveURL('/history?date=night');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/history');
  await expect(entries(page)).toHaveCount(6);

  // Entries with an ambiguous name show the account's email.
  await company.patch(`/api/users/${await myId(company)}`, { lastName: 'Marsh' });
  await company.patch(path, { status: 'missing' });
  await goWithin(page, `/key-history/${bunch.id}`);
  const moments = page.getByRole('region', { name: 'Key History' }).getByRole('listitem');
  for (const name of ['Dana Holt', 'Dana Marsh'])
    await expect(moments.filter({ hasText: name }).first().getByText(company.email)).toBeVisible();
  await goWithin(page, '/history');

  await page.setViewportSize({ width: 320, height: 640 });
  const long = 'MANCHESTER-CENTRAL-0001-B';
  await company.bunch(leeds.id, { identifier: long });
  await company.post(
    `/api/key-bunches/${(await company.bunch(leeds.id, { identifier: `${long}2` })).id}/issue`,
    { officerName: 'Callum Reid' },
  );
  await page.getByRole('button', { name: /^As of .*, refresh$/ }).click();
  const name = page.getByRole('link', { name: `${long}2` });
  await expect(name).toBeVisible();
  expect(await name.evaluate((link) => link.scrollWidth <= link.clientWidth + 1)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
