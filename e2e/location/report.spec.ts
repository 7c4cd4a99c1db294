import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { rowsIn } from '../../server/testing/csv.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { LocationReport } from '../../shared/location-report.ts';
import type { Movement } from '../../shared/movement.ts';
import { exactTime, shownOnPoint } from '../movement/history.ts';
import { cutLive, ownClock, slowness } from '../page.ts';
import { type Company, checkA11y, expect, test } from '../world.ts';

const TYPES = { day_shift: 'Day Shift', night_shift: 'Night Shift', lock_ups: 'Lock Ups', static: 'Static' };
const STATUSES = { active: 'Present', issued: 'Issued', missing: 'Missing', inactive: 'Inactive' };
const typeOf = (bunch: KeyBunch) => TYPES[bunch.type as keyof typeof TYPES];
const statusOf = (bunch: KeyBunch) => STATUSES[bunch.status as keyof typeof STATUSES];

const panel = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const short = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const shortTime = (at: string | null) => short.format(new Date(at ?? ''));

/** Texts of a description list, such as the figures or the bars. */
const terms = (list: Locator): Promise<string[]> => list.locator('dl > div').allTextContents();
/** The bunches on the screen: table rows, or cards. */
const inventory = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Key inventory' })
    .locator('tbody tr:has(time)')
    .or(page.getByRole('list', { name: 'Key inventory' }).getByRole('listitem'));
const reportOf = (company: Company, id: number) => company.get<LocationReport>(`/api/locations/${id}/report`);

/** Inserts many bunches into a location by SQL. */
async function fill(
  sql: (text: string, values: unknown[]) => Promise<unknown>,
  at: KeyBunch['location'],
  n: number,
) {
  await sql(
    `insert into key_bunches (company_id, location_id, identifier, type, current_tag, status, holder_name, issued_at, key_count,
       fob_count, key_description, last_updated)
     select $1, $2, 'MCR-' || lpad(n::text, 4, '0'), (array['day_shift', 'night_shift', 'lock_ups', 'static'])[1 + n % 4],
       (448000 + n)::text, case when n % 10 = 0 then 'issued' when n % 50 = 1 then 'missing' else 'active' end,
       case when n % 10 = 0 then 'Callum Reid' end, case when n % 10 = 0 then now() - n * interval '1 minute' end,
       1 + n % 7, n % 3, 'Door ' || n, now() - n * interval '1 hour'
     from generate_series(1, $3) n`,
    [at.companyId, at.id, n],
  );
}

/** Number of pages of a PDF. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test('ROUTE-22 REPORT-01 REPORT-02 REPORT-03 REPORT-04 REPORT-05 REPORT-06 REPORT-07 a location, its figures, its keys and what happened last', async ({
  page,
  company,
  isPhone,
}) => {
  const hq = await company.location({ name: 'Manchester HQ', description: 'Control room cabinet' });
  const van = await company.location({ name: 'Van 07', type: 'van', status: 'limited' });
  const make = (identifier: string, type: string, about: Record<string, unknown> = {}) =>
    company.bunch(hq.id, { identifier, type, currentTag: '448120', ...about });
  const seen = await make('MCR-1', 'day_shift', { keyCount: 4, fobCount: 1, keyDescription: 'Albion House' });
  const audit = await company.post<{ id: number }>('/api/audit/start', { locationId: hq.id });
  await company.post(`/api/audit/${audit.id}/ticks`, { keyBunchId: seen.id, seen: true });
  await company.post(`/api/audit/${audit.id}/complete`, { missingBunches: [] });
  const out = await make('MCR-2', 'day_shift');
  await make('MCR-3', 'static', { status: 'missing' });
  await make('MCR-4', 'lock_ups', { status: 'inactive' });
  const busy = `/api/key-bunches/${out.id}`;
  for (let n = 1; n <= 6; n += 1) {
    await company.post(`${busy}/issue`, { officerName: `Officer ${n}` });
    if (n < 6) await company.post(`${busy}/return`, { officerName: `Officer ${n}`, newTag: `${n}` });
  }
  const other = await company.bunch(van.id, { identifier: 'VAN-1' });
  await company.post(`/api/key-bunches/${other.id}/issue`, { officerName: 'Elsewhere' });

  const asked = page.waitForRequest('**/api/movement-history?*');
  await page.goto(`/location-report/${hq.id}`);
  await expect(page.getByRole('heading', { name: 'Location Report', level: 1 })).toBeVisible();
  expect(new URL((await asked).url()).search).toBe(`?limit=20&locationId=${hq.id}`);

  const summary = panel(page, 'Manchester HQ');
  await expect(summary).toContainText('Active');
  await expect(summary).toContainText('Office · Control room cabinet');
  await expect(summary).toContainText('Last audit Just now by Dana Holt, 1 of 1 found');
  await expect(summary.getByRole('link', { name: 'View audit' })).toHaveAttribute(
    'href',
    `/audit/${audit.id}`,
  );
  expect(await terms(summary)).toEqual(['Total4', 'Present1', 'Issued1', 'Missing1']);
  await expect(summary.getByRole('link', { name: 'Missing: 1' })).toHaveAttribute(
    'href',
    `/key-bunches?location=${hq.id}&status=missing`,
  );
  const byType = panel(page, 'Keys by type');
  expect(await terms(byType)).toEqual(['Day Shift250%', 'Night Shift00%', 'Lock Ups125%', 'Static125%']);
  const bars = byType.locator('svg').evaluateAll((all) =>
    all.map((bar) => {
      const [whole, part] = [...bar.querySelectorAll('rect')].map(
        (rect) => rect.getBoundingClientRect().width,
      );
      return Math.round((100 * (part ?? 0)) / (whole ?? 1));
    }),
  );
  expect(await bars).toEqual([50, 0, 25, 25]);
  expect(await terms(panel(page, 'Keys by status'))).toEqual([
    'Present125%',
    'Issued125%',
    'Missing125%',
    'Inactive125%',
  ]);
  await expect(panel(page, 'Key inventory')).toContainText('4 key sets');
  await expect(inventory(page)).toHaveText([
    /MCR-3.*Missing/,
    /MCR-2.*Officer 6/,
    /MCR-1/,
    /MCR-4.*Inactive/,
  ]);
  const [, second, third] = await inventory(page).allTextContents();
  expect(second).toContain('Tag broken');
  for (const part of ['Tag 448120', 'Albion House', 'Day Shift', 'Present', isPhone ? '4 keys, 1 fob' : '41'])
    expect(third).toContain(part);

  const activity = panel(page, 'Recent activity');
  const movements = (await company.get<Movement[]>(`/api/movement-history?locationId=${hq.id}`)).slice(0, 10);
  await expect(activity.getByRole('listitem')).toHaveText(
    movements.map(
      ({ action, details }) =>
        new RegExp(`^${action === 'issue' ? 'Issued to' : 'Returned from'} ${details.officer}MCR-2Just now`),
    ),
  );
  await shownOnPoint(
    page,
    activity.locator('time').first(),
    exactTime(movements[0]?.timestamp ?? ''),
    isPhone,
  );
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);

  await page.getByRole('combobox', { name: 'Location' }).click();
  await expect(page.getByRole('option')).toHaveText(['Manchester HQ', 'Van 07']);
  await page.getByRole('option', { name: 'Van 07' }).click();
  await expect(page).toHaveURL(`/location-report/${van.id}`);
  await expect(panel(page, 'Van 07')).toContainText('Limited');
  await expect(panel(page, 'Van 07')).toContainText('Mobile Van');
  await expect(panel(page, 'Van 07')).toContainText('Not audited yet');
  await expect(panel(page, 'Van 07').getByRole('link', { name: 'Audit this location' })).toHaveAttribute(
    'href',
    `/audit?location=${van.id}`,
  );
  await expect(inventory(page)).toHaveText([/VAN-1/]);
  await expect(activity.getByRole('listitem')).toHaveText([/^Issued to ElsewhereVAN-1/]);
  await page.goBack();
  await expect(inventory(page)).toHaveCount(4);
});

test('REPORT-08 REPORT-09 REPORT-10 the report is printed on A4 and exported, row by row what the screen shows', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const hq = await company.location({ name: 'Zürich, HQ #1', type: 'van' });
  const empty = await company.location({ name: 'Empty' });
  await fill(sql, hq, 46);
  const words = ['=1+1', '+44 "quoted", comma', '-2', '@SUM(A1)', '鍵 ключ مفتاح'];
  for (const word of words)
    await company.bunch(hq.id, { identifier: word, currentTag: word, keyDescription: word });
  const { bunches } = await reportOf(company, hq.id);
  expect(bunches).toHaveLength(51);

  // The browser's clock.
  const now = '2026-03-13T15:00:00Z';
  await ownClock(page);
  await page.clock.setFixedTime(now);
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = 'yes';
    };
  });
  await page.goto(`/location-report/${hq.id}`);
  await expect(inventory(page)).toHaveCount(51);
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');

  // The downloaded file has every row as on the screen and in the response.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Zürich__HQ__1_keys_report_2026-03-13.csv');
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const [head, ...rows] = rowsIn(bytes);
  expect(head).toEqual([
    'Set ID',
    'Tag',
    'Type',
    'Status',
    'Keys',
    'Fobs',
    'Last Update',
    'Description',
    'Holder',
    'Position',
    'Premises',
    'Client',
    'Due back',
  ]);
  const inert = (cell: string) => (/^[=+\-@]/.test(cell) ? `'${cell}` : cell);
  const local = (at: string) => new Date(at).toLocaleString('sv-SE', { timeZone: 'UTC' });
  expect(rows).toEqual(
    bunches.map((bunch) => [
      inert(bunch.identifier),
      bunch.status === 'issued' ? 'Tag broken' : inert(bunch.currentTag ?? ''),
      typeOf(bunch),
      statusOf(bunch),
      String(bunch.keyCount),
      String(bunch.fobCount),
      local(bunch.lastUpdated),
      inert(bunch.keyDescription ?? ''),
      inert(bunch.holder?.name ?? ''),
      ...['', '', '', ''],
    ]),
  );
  const shown = await inventory(page).allTextContents();
  expect(shown).toHaveLength(rows.length);
  for (const [index, [identifier = '', tag = '', type = '', status = '']] of rows.entries())
    for (const part of [identifier, tag, type, status])
      expect(shown[index]).toContain(part.replace(/^'/, ''));

  // On paper: no shell, every row, company, user and time, and light colours in either theme.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const paper = page.getByRole('article');
  await expect(paper.getByRole('heading', { name: 'Zürich, HQ #1', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('banner')).toBeHidden();
  for (const button of await page.getByRole('button').all()) await expect(button).toBeHidden();
  await expect(paper.locator('header')).toContainText(`${company.name} · Location Report`);
  await expect(paper.locator('header')).toContainText('by Dana Holt');
  await expect(paper.locator('header')).toContainText(/Printed .* UTCby Dana Holt/);
  await expect(paper.locator('header')).toContainText('51 key sets');
  const table = paper.getByRole('table').filter({ hasText: 'Key inventory' });
  await expect(table.locator('thead'), 'the head of the page is no row of the table').not.toContainText(
    company.name,
  );
  expect(await table.locator('thead').evaluate((part) => getComputedStyle(part).display)).toBe(
    'table-header-group',
  );
  const cells = await table
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)));
  expect(cells).toEqual(
    bunches.map((bunch) => [
      bunch.identifier,
      bunch.status === 'issued' ? 'Broken' : bunch.currentTag,
      bunch.keyDescription ?? '',
      typeOf(bunch),
      bunch.holder
        ? `${statusOf(bunch)}, ${bunch.holder.name}since ${shortTime(bunch.issuedAt)}`
        : statusOf(bunch),
      String(bunch.keyCount),
      String(bunch.fobCount),
      exactTime(bunch.lastUpdated),
    ]),
  );
  // At the width of A4 without margins no cell is cut off.
  await page.setViewportSize({ width: 688, height: 1000 });
  const cut = await table
    .locator('td')
    .evaluateAll((all) =>
      all.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
    );
  expect(cut).toEqual([]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  await page.emulateMedia({ media: null, colorScheme: null });
  await expect(paper).toHaveCount(0);
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(2);

  await page.goto(`/location-report/${empty.id}`);
  await expect(page.getByText('No keys here')).toBeVisible();
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1);

  await page.route('**/report/export*', (route) => route.abort());
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.locator('li[data-variant]').getByText('Failed to fetch')).toBeVisible();
});

test('the next sets of a long report that do not come are asked for again by hand, and only then', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const hq = await company.location({ name: 'Warehouse' });
  await fill(sql, hq, 250);
  await cutLive(page);
  let asked = 0;
  await page.route('**/report?*cursor=*', async (route) => {
    asked += 1;
    await (asked === 1 ? route.fulfill({ status: 503, body: '{}' }) : route.continue());
  });
  await page.goto(`/location-report/${hq.id}`);
  await expect(inventory(page).first()).toContainText('MCR-0001');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(again).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [0] });
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(asked).toBe(1);
  await again.click();
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(inventory(page).filter({ hasText: 'MCR-0249' })).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [0] });
});

test('a count over a thousand stands apart from its share on a phone', {
  tag: '@phone',
}, async ({ page, company, sql }) => {
  const hq = await company.location({ name: 'Warehouse' });
  await fill(sql, hq, 1200);
  await sql("update key_bunches set type = 'static' where location_id = $1", [hq.id]);
  await page.goto(`/location-report/${hq.id}`);
  const share = panel(page, 'Keys by type').getByRole('definition').filter({ hasText: '1,200' });
  await expect(share).toHaveText('1,200100%');
  const gap = await share.evaluate((element) => {
    const [count, percent] = [...element.children].map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return range.getBoundingClientRect();
    });
    return (percent?.left ?? 0) - (count?.right ?? 0);
  });
  expect(gap).toBeGreaterThan(6);
});

test('REPORT-05 REPORT-08 REPORT-09 two thousand key sets are read, scrolled, printed and exported', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const hq = await company.location({ name: 'Warehouse' });
  await fill(sql, hq, 2000);
  const began = performance.now();
  await page.goto(`/location-report/${hq.id}`);
  await expect(panel(page, 'Key inventory')).toContainText('2,000 key sets');
  await expect(inventory(page).first()).toContainText('MCR-0001');
  expect(performance.now() - began, 'milliseconds until the report stands').toBeLessThan(
    10_000 * (await slowness(page)),
  );
  expect(await inventory(page).count()).toBeLessThan(100);
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(inventory(page).filter({ hasText: 'MCR-1999' })).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [0] });
  expect(await inventory(page).count()).toBeLessThan(100);

  const printing = performance.now();
  const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }));
  expect(performance.now() - printing, 'milliseconds to print').toBeLessThan(20_000 * (await slowness(page)));
  expect(pages).toBeGreaterThan(40);
  expect(pages).toBeLessThan(80);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const rows = rowsIn(await readFile(await download.path()));
  const identifiers: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const query = next && `?cursor=${encodeURIComponent(next)}`;
    const part: LocationReport = await company.get(`/api/locations/${hq.id}/report${query}`);
    identifiers.push(...part.bunches.map(({ identifier }) => identifier));
    next = part.next;
  }
  expect(rows.slice(1).map(([identifier]) => identifier)).toEqual(identifiers);
  expect(rows).toHaveLength(2001);
});

test('REPORT-01 REPORT-06 ERR-04 without permission, out of reach, without an answer', {
  tag: '@once',
}, async ({ page, company }) => {
  await cutLive(page);
  const hq = await company.location({ name: 'Manchester HQ' });
  const far = await company.location({ name: 'Far' });
  await company.bunch(hq.id);
  await page.route('**/api/locations/*/report?*', (route) => route.abort());
  await page.goto(`/location-report/${hq.id}`);
  await expect(page.getByRole('alert')).toContainText('Failed to fetch');
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeDisabled();
  await checkA11y(page);
  await page.unroute('**/api/locations/*/report?*');
  await page.route('**/api/movement-history?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(inventory(page)).toHaveCount(1);
  const activity = panel(page, 'Recent activity');
  await expect(activity.getByRole('alert')).toContainText('Failed to fetch');
  await page.unroute('**/api/movement-history?*');
  await activity.getByRole('button', { name: 'Try again' }).click();
  await expect(activity).toContainText('No activity yet');

  // With reports:view only, neither the history nor other locations are requested.
  await company.signInAs('viewer', { permissions: ['reports:view'], allowedLocationIds: [hq.id] });
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto(`/location-report/${hq.id}`);
  await expect(inventory(page)).toHaveCount(1);
  await expect(activity).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^SET-/ })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Location' }).click();
  await expect(page.getByRole('option')).toHaveText(['Manchester HQ']);
  await page.keyboard.press('Escape');
  expect(calls).not.toContain('/api/movement-history');
  for (const address of [String(far.id), '2000000000', 'abc']) {
    await page.goto(`/location-report/${address}`);
    await expect(page.getByRole('heading', { name: 'Location not found' })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Back to Locations' })).toHaveAttribute('href', '/locations');

  await company.signInAs('officer');
  calls.length = 0;
  await page.goto(`/location-report/${hq.id}`);
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText("You don't have permission to view location reports")).toBeVisible();
  expect(calls.filter((path) => path.endsWith('/report'))).toEqual([]);
});
