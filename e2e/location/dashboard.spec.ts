import type { Locator, Page } from '@playwright/test';
import type { Movement } from '../../shared/movement.ts';
import { backdate, entry, exactTime, shownOnPoint } from '../movement/history.ts';
import { cutLive, passTime, stopClock, takeClock } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';

const panel = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const block = (page: Page, name: string): Locator =>
  panel(page, 'Location Overview').getByRole('listitem').filter({ hasText: name });
/** Hue of an element's fill in degrees: 0 red, 60 yellow, 120 green. */
const hue = (dot: Locator): Promise<number> =>
  dot.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) return Number.NaN;
    canvas.fillStyle = getComputedStyle(element).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
  });

test('ROUTE-16 DASH-01 DASH-07 a new company is led from the dashboard to its first location and its first set', {
  tag: '@once',
}, async ({ page, company }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(page.getByText('Overview of your key management system')).toBeVisible();
  await expect(panel(page, 'Recent Key Movements')).toContainText('No recent movements');
  await checkA11y(page);

  await page.getByRole('button', { name: 'Add a location' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Location' });
  await dialog.getByLabel('Name').fill('North office');
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Office' }).click();
  await dialog.getByRole('button', { name: 'Add Location' }).click();
  await expect(dialog).toBeHidden();
  await expect(block(page, 'North office')).toContainText('Office');
  await page.getByRole('button', { name: 'Add a key set' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Key Bunch' })).toBeVisible();

  const [site] = await company.get<{ id: number }[]>('/api/locations');
  await company.bunch(site?.id ?? 0);
  await page.reload();
  await expect(block(page, 'North office')).toContainText('North office1');
  await expect(page.getByRole('button', { name: 'Add a key set' })).toHaveCount(0);
});

test('DASH-02 DASH-03 DASH-04 DASH-05 DASH-15 DASH-16 DASH-17 DASH-18 DASH-19 DASH-20 DASH-21 DASH-22 DASH-23 the figures and where they lead', async ({
  page,
  company,
  sql,
}) => {
  const hq = await company.location({ name: 'Harbour HQ' });
  const van = await company.location({ name: 'Van 07', type: 'van', status: 'limited' });
  await company.location({ name: 'Empty yard' });
  const at = (locationId: number, type: string, status = 'active') =>
    company.bunch(locationId, { type, status });
  const issued = await at(hq.id, 'day_shift');
  await at(hq.id, 'day_shift');
  await at(hq.id, 'lock_ups');
  await at(hq.id, 'lock_ups', 'inactive');
  const lost = await at(van.id, 'night_shift', 'missing');
  await backdate(sql, company.id, 13 * 60);
  await company.post(`/api/key-bunches/${issued.id}/issue`, { officerName: 'Callum Reid' });
  await backdate(sql, company.id, null);

  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/dashboard/stats', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.locator('[data-placeholder]')).toHaveCount(4);
  letGo();

  const card = (name: RegExp) =>
    page.getByRole('navigation', { name: 'Summary' }).getByRole('link', { name });
  await expect(page.locator('[data-placeholder]')).toHaveCount(0);
  for (const [name, href] of [
    [/^Total Keys ?5 ?3 locations/, '/key-bunches'],
    [/^Keys Issued ?1/, '/key-bunches?status=issued'],
    [/^1 out .* 12 hours/, '/key-bunches?check=out'],
    [/^Missing\/Issues ?1 ?Newest Just now/, '/key-bunches?status=missing'],
    [/^Keys Present ?2 ?40% of all key sets/, '/key-bunches?status=active'],
  ] as const) {
    await expect(card(name)).toHaveAttribute('href', href);
  }
  const missing = panel(page, 'Missing now');
  await expect(missing.getByRole('link', { name: lost.identifier })).toHaveAttribute(
    'href',
    `/key-history/${lost.id}`,
  );
  await expect(missing).toContainText('Never issued · Van 07 · Night Shift');

  await expect(panel(page, 'Location Overview').locator('> ul > li')).toHaveCount(3);
  const rightOf = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().right);
  const summary = page.getByRole('navigation', { name: 'Summary' });
  expect(await rightOf(panel(page, 'Location Overview')), 'as wide as what stands over it').toBeCloseTo(
    await rightOf(summary),
    0,
  );
  const harbour = block(page, 'Harbour HQ');
  const links = (inside: Locator) =>
    inside
      .getByRole('link')
      .evaluateAll((all) =>
        Object.fromEntries(all.map((link) => [link.getAttribute('href'), link.textContent?.trim()])),
      );
  const to = (id: number, rest = '') => `/key-bunches?location=${id}${rest}`;
  expect(await links(harbour)).toEqual({
    [to(hq.id)]: 'Harbour HQ4',
    [to(hq.id, '&status=active')]: '2Present',
    [to(hq.id, '&status=issued')]: '1Issued',
    [to(hq.id, '&status=missing')]: '0Missing',
    [to(hq.id, '&status=inactive')]: '1Inactive',
    [to(hq.id, '&type=day_shift')]: 'Day Shift 2',
    [to(hq.id, '&type=lock_ups')]: 'Lock Ups 2',
  });
  const tiles = harbour.locator('div', { has: page.getByRole('link', { name: /Present/ }) }).last();
  expect(await tiles.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)).toBe(
    4,
  );
  await expect(harbour).toContainText('Office');
  await expect(block(page, 'Van 07')).toContainText('Mobile Van, limited');
  const dot = (name: string) => block(page, name).locator('[data-dot]');
  const green = await hue(dot('Harbour HQ'));
  expect(green > 90 && green < 170, `green, not ${green}`).toBe(true);
  const yellow = await hue(dot('Van 07'));
  expect(yellow > 42 && yellow < 65, `yellow, not ${yellow}`).toBe(true);
  const amber = await hue(harbour.getByRole('link', { name: '1 Issued' }).locator('span[aria-hidden]'));
  expect(yellow - amber, 'no amber such as Issued has').toBeGreaterThan(4);
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);

  // Configured types replace the built-in four; types in use stay.
  await sql(
    `insert into settings (company_id, category, name, display_name) values
     ($1, 'keyTypes', 'day_shift', 'Daytime'), ($1, 'keyTypes', 'patrol', 'Patrol'), ($1, 'statuses', 'in_repair', 'In repair')`,
    [company.id],
  );
  await company.bunch(hq.id, { type: 'patrol', status: 'in_repair' });
  await page.reload();
  await expect(harbour.getByRole('link', { name: 'Patrol 1' })).toHaveAttribute(
    'href',
    to(hq.id, '&type=patrol'),
  );
  await expect(harbour.getByRole('link', { name: 'Daytime 2' })).toBeVisible();
  await expect(harbour.getByRole('link', { name: 'Lock Ups 2' })).toBeVisible();
  await expect(harbour.getByRole('link', { name: 'In repair 1' })).toHaveAttribute(
    'href',
    to(hq.id, '&status=in_repair'),
  );
  await harbour.getByRole('link', { name: '1 Issued' }).click();
  await expect(page).toHaveURL(to(hq.id, '&status=issued'));

  // Only sets that have been out for long.
  const fresh = await company.bunch(hq.id);
  await company.post(`/api/key-bunches/${fresh.id}/issue`, { officerName: 'Megan Price' });
  await page.goto('/');
  await page.getByRole('link', { name: /^1 out .* 12 hours/ }).click();
  await expect(page.getByText('Out longer than 12 h').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Showing 1 result' })).toBeVisible();
  await expect(page.getByText(issued.identifier, { exact: true })).toBeVisible();
});

test('DASH-06 DASH-08 DASH-09 DASH-10 DASH-11 DASH-12 DASH-13 DASH-14 DASH-24 the latest five movements, asked for again after 30 seconds where nobody says what others do', {
  tag: '@once',
}, async ({ page, company, sql, isPhone }) => {
  const leeds = await company.location({ name: 'Leeds' });
  const van = await company.location({ name: 'Van 07', type: 'van' });
  const bunch = await company.bunch(leeds.id, { identifier: 'LDS-0102', type: 'day_shift' });
  const post = (path: string, body: unknown) => company.post(`/api/key-bunches/${bunch.id}/${path}`, body);
  const ago = (minutes: number) => backdate(sql, company.id, minutes);
  await ago(11 * 24 * 60);
  await post('issue', { officerName: 'Too old to be shown' });
  await ago(10 * 24 * 60);
  await post('return', { officerName: 'Priya Raman', newTag: '448100' });
  await ago(3 * 24 * 60 + 5);
  await post('move', { toLocationId: van.id });
  await ago(5 * 60 + 5);
  await post('move', { toBunchType: 'static' });
  await ago(12);
  await company.patch(`/api/key-bunches/${bunch.id}`, { status: 'missing' });
  await backdate(sql, company.id, null);
  await post('issue', { officerName: 'Callum Reid' });

  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/movement-history') asked.push(search);
  });
  await cutLive(page);
  await takeClock(page);
  await page.goto('/');
  const rows = panel(page, 'Recent Key Movements').getByRole('listitem');
  const latest = (await company.get<Movement[]>('/api/movement-history')).slice(0, 5);
  const moved = new Date(latest[4]?.timestamp ?? '');
  const date = moved.toLocaleDateString('en-GB', {
    ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
    ...(moved.getUTCFullYear() !== new Date().getUTCFullYear() && { year: 'numeric' }),
  } as Intl.DateTimeFormatOptions);
  await expect(rows).toHaveText([
    /^Issued to Callum Reid.*LDS-0102 · Van 07.*Just now$/,
    /^Status: Present -> Missing.*LDS-0102 · Van 07.*12 min ago$/,
    /^Moved: Day Shift -> Static.*LDS-0102 · Van 07.*5 hours ago$/,
    /^Moved: Leeds -> Van 07.*LDS-0102 · Day Shift.*3 days ago$/,
    new RegExp(`^Returned from Priya Raman.*LDS-0102 · Leeds.*${date}$`),
  ]);
  await stopClock(page);
  expect(asked).toEqual(['?limit=5']);
  for (const look of [
    (row: Element) => row.querySelector('svg')?.innerHTML,
    (row: Element) => getComputedStyle(row.querySelector('svg') ?? row).color,
  ]) {
    const looks = await Promise.all((await rows.all()).map((row) => row.evaluate(look)));
    expect(new Set(looks).size).toBe(5);
  }
  await expect(rows.first().getByRole('link')).toHaveAttribute('href', `/key-history/${bunch.id}`);

  const moments = rows.locator('time');
  expect(await moments.evaluateAll((all) => all.map((time) => time.getAttribute('datetime')))).toEqual(
    latest.map(({ timestamp }) => new Date(timestamp).toISOString()),
  );

  const me = await company.get<{ id: number }>('/api/auth/user');
  await entry(sql, company.id, me.id, 'audit_edit', { identifier: 'LDS-0102', at: van });
  await entry(sql, company.id, me.id, 'issue', { identifier: 'LDS-0103', at: leeds });
  const other = await company.bunch(leeds.id, { identifier: 'LDS-0104' });
  await company.delete(`/api/key-bunches/${other.id}`, {});
  await passTime(page, 16_000);
  expect(asked).toHaveLength(1);
  await passTime(page, 16_000);
  await expect(rows).toHaveText([
    /^Deleted: LDS-0104/,
    /^Issued to officer.*LDS-0103 · Leeds/,
    /^Updated during audit.*LDS-0102 · Van 07/,
    /^Issued to Callum Reid/,
    /^Status: Present -> Missing/,
  ]);
  expect(asked).toEqual(['?limit=5', '?limit=5']);

  await page.clock.resume();
  await shownOnPoint(page, moments.nth(4), exactTime(latest[1]?.timestamp ?? ''), isPhone);
});

test('the first movement ever brings the figures up to date, and so does Refresh', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const leeds = await company.location({ name: 'Leeds' });
  const first = await company.bunch(leeds.id);
  const second = await company.bunch(leeds.id);
  await cutLive(page);
  await takeClock(page);
  await page.goto('/');
  const issued = page.getByRole('link', { name: /^Keys Issued/ });
  await expect(issued).toContainText('No keys are out');
  await expect(panel(page, 'Recent Key Movements')).toContainText('No recent movements');
  await company.post(`/api/key-bunches/${first.id}/issue`, { officerName: 'Callum Reid' });
  await passTime(page, 31_000);
  await expect(issued).toContainText('Keys Issued1');

  await company.post(`/api/key-bunches/${second.id}/issue`, { officerName: 'Callum Reid' });
  await page.getByRole('button', { name: /^As of \d\d:\d\d UTC, refresh$/ }).click();
  await expect(issued).toContainText('Keys Issued2');
});

test('text of twice the size leaves no figure, chip or set ID cut', async ({ page, company, isPhone }) => {
  const leeds = await company.location({ name: 'Leeds' });
  const { identifier } = await company.bunch(leeds.id, { identifier: 'LEEDS-HEADQUARTERS-0102' });
  await company.patch(`/api/key-bunches/${(await company.bunch(leeds.id)).id}`, { status: 'missing' });
  const larger = () =>
    page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
  /** Those whose content is cut off, or that are not fully in the window. */
  const cut = (target: Locator) =>
    target.evaluateAll((all) =>
      all
        .filter((one) => getComputedStyle(one).display !== 'inline')
        .filter(
          (one) =>
            one.scrollHeight > one.clientHeight + 1 ||
            one.scrollWidth > one.clientWidth + 1 ||
            one.getBoundingClientRect().right > innerWidth,
        )
        .map((one) => one.textContent),
    );
  await page.goto('/');
  await expect(block(page, 'Leeds')).toBeVisible();
  await larger();
  expect(await cut(page.getByRole('navigation', { name: 'Summary' }).locator('a, a *'))).toEqual([]);
  if (!isPhone) return;
  expect(await cut(block(page, 'Leeds').locator('a, a *:not(svg *)'))).toEqual([]);
  expect(await cut(panel(page, 'Missing now').getByRole('listitem').getByRole('link'))).toEqual([]);

  await page.goto('/key-bunches');
  const card = page.getByRole('listitem').filter({ hasText: identifier });
  await expect(card).toBeVisible();
  await larger();
  const inside = [
    card.getByRole('link', { name: identifier }),
    card.getByText('Day Shift', { exact: true }),
    card.getByRole('button'),
  ];
  for (const part of inside) expect(await cut(part)).toEqual([]);
});

test('ERR-04 a panel without its permission is left out and not asked for; one that failed says so and tries again', {
  tag: '@once',
}, async ({ page, company }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await company.location();
  await company.signInAs('officer', { permissions: ['key:view'] });
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Total Keys/ })).toContainText('All key sets');
  await expect(panel(page, 'Recent Key Movements')).toHaveCount(0);
  await expect(panel(page, 'Location Overview')).toHaveCount(0);
  expect(asked).not.toContain('/api/movement-history');

  await company.signInAs('officer', { permissions: ['history:view'] });
  // The previous user's page may still send reads.
  await page.goto('about:blank');
  asked.length = 0;
  await page.goto('/');
  await expect(panel(page, 'Recent Key Movements')).toContainText('No recent movements');
  await expect(page.getByRole('link', { name: /^Total Keys/ })).toHaveCount(0);
  expect(asked.filter((path) => path.startsWith('/api/dashboard'))).toEqual([]);

  await cutLive(page);
  await page.route('**/api/movement-history?*', (route) => route.abort());
  await page.reload();
  const failed = panel(page, 'Recent Key Movements').getByRole('alert');
  await expect(failed).toContainText('Failed to fetch');
  await page.unroute('**/api/movement-history?*');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page, 'Recent Key Movements')).toContainText('No recent movements');

  await company.signInAs('officer', { permissions: ['location:view'] });
  await page.goto('/');
  await expect(page.getByText('Nothing to show here yet')).toBeVisible();
});
