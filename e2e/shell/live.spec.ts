import type { Page } from '@playwright/test';
import { goWithin, heading, median, passTime, slowness, takeClock } from '../page.ts';
import { type Company, expect, test } from '../world.ts';

/** Records a page's reads, without the live channel. */
function reads(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/live') paths.push(pathname);
  });
  return paths;
}

/** Opens a page and waits until its live channel is open. */
async function listening(page: Page, path: string): Promise<void> {
  const open = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/live');
  await page.goto(path);
  expect((await open).status()).toBe(200);
  await page.waitForLoadState('networkidle');
}

const issue = (company: Company, id: number, officerName: string) =>
  company.post(`/api/key-bunches/${id}/issue`, { officerName });

test('API-04 what somebody does elsewhere shows within a second on lists and the dashboard, by no read that nothing called for', {
  tag: '@once',
}, async ({ page, company, context }) => {
  const site = await company.location({ name: 'North office' });
  const bunches = [await company.bunch(site.id), await company.bunch(site.id), await company.bunch(site.id)];
  const dashboard = await context.newPage();
  await listening(page, '/key-bunches');
  // The second page of this browser gets its events from the first.
  await dashboard.goto('/');
  await expect(heading(dashboard, 'Dashboard')).toBeVisible();
  await dashboard.waitForLoadState('networkidle');
  const [onList, onDashboard] = [reads(page), reads(dashboard)];
  const took: number[] = [];
  for (const [n, bunch] of bunches.entries()) {
    await page.bringToFront();
    await issue(company, bunch.id, `Callum ${n}`);
    const done = Date.now();
    await expect(page.getByText(`Callum ${n}`).first()).toBeVisible();
    took.push(Date.now() - done);
  }
  expect(median(took)).toBeLessThan(1000 * (await slowness(page)));
  await dashboard.bringToFront();
  await expect(dashboard.getByText('Callum 2').first()).toBeVisible();
  // The counts in the list's filters come from the dashboard's call.
  expect(new Set(onList)).toEqual(new Set(['/api/key-bunches', '/api/dashboard']));
  expect([...new Set(onDashboard)].filter((path) => !/dashboard|movement-history/.test(path))).toEqual([]);
});

test('API-04 an open audit shows a colleague’s tick within a second, by deltas and without polling', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location();
  const bunches = [await company.bunch(site.id), await company.bunch(site.id), await company.bunch(site.id)];
  const audit = await company.post<{ id: number }>('/api/audit/start', { locationId: site.id });
  await takeClock(page);
  await listening(page, `/audit?session=${audit.id}`);
  const progress = page.getByRole('progressbar').first();
  await expect(progress).toHaveAttribute('aria-valuetext', /^0 of 3/);
  const paths = reads(page);
  /** All but the report that the user is still there. */
  const asked = () => paths.filter((path) => !path.endsWith('/join'));
  await passTime(page, 30_000);
  expect(asked()).toEqual([]);
  await page.clock.resume();
  const took: number[] = [];
  for (const [n, bunch] of bunches.entries()) {
    await company.post(`/api/audit/${audit.id}/ticks`, { keyBunchId: bunch.id, seen: true });
    const done = Date.now();
    await expect(progress).toHaveAttribute('aria-valuetext', new RegExp(`^${n + 1} of 3`));
    took.push(Date.now() - done);
  }
  expect(median(took)).toBeLessThan(1000 * (await slowness(page)));
  expect(new Set(asked())).toEqual(new Set([`/api/audit/${audit.id}/ticks`]));
});

test('an own action asks once for what it changed, and for nothing else', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const site = await company.location({ name: 'North office' });
  await listening(page, '/locations');
  const paths = reads(page);
  await page.getByRole('button', { name: 'Edit North office' }).first().click();
  await page.getByLabel('Name').fill('South office');
  paths.length = 0;
  await page.getByRole('button', { name: /Save|Update/ }).click();
  await expect(page.getByText('South office').first()).toBeVisible();
  // Another user's change, received after the own one.
  await company.patch(`/api/locations/${site.id}`, { name: 'East office' });
  await expect(page.getByText('East office').first()).toBeVisible();
  expect(paths.filter((path) => path === '/api/locations')).toHaveLength(2);
  // The kiosks name their location.
  expect(paths.filter((path) => !/locations|kiosks|dashboard/.test(path))).toEqual([]);

  // What is unchanged is not read again at a return.
  const report = `/location-report/${site.id}`;
  let answered = 0;
  page.on('requestfinished', (request) => {
    if (paths.includes(new URL(request.url()).pathname)) answered += 1;
  });
  for (const path of ['/audit', report, '/audit', report, '/audit']) {
    [paths.length, answered] = [0, 0];
    await goWithin(page, path);
    await expect(heading(page, path === report ? 'Location Report' : 'Location Audit')).toBeVisible();
    await expect(page.getByText(path === report ? 'No activity yet' : 'No audits yet')).toBeVisible();
    await expect.poll(() => answered).toBe(paths.length);
  }
  expect(paths).toEqual([]);
});

test('API-04 HIST-03 a history of many loaded pages asks for what was added, not for all of them', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location();
  const bunch = await company.bunch(site.id);
  for (let n = 0; n < 30; n += 1) {
    await issue(company, bunch.id, 'Callum Reid');
    await company.post(`/api/key-bunches/${bunch.id}/return`, {
      officerName: 'Callum Reid',
      newTag: `9${n}`,
    });
  }
  await listening(page, '/history');
  const line = page.getByRole('status').filter({ hasText: 'Showing' });
  await expect(line).toHaveText('Showing 50 of 60 results');
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(line).toHaveText('Showing all 60 results');
  const paths = reads(page);
  await issue(company, bunch.id, 'Mo Aziz');
  await expect(line).toHaveText('Showing all 61 results');
  await expect(page.getByText('Mo Aziz').first()).toBeVisible();
  expect(paths.filter((path) => path === '/api/movement-history')).toHaveLength(1);
});

test('D-13 reads that failed are made again by themselves: with the signal, and every 15 seconds while one shows', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location();
  const bunch = await company.bunch(site.id, { identifier: 'HEAL-1' });
  await takeClock(page);
  await listening(page, '/key-bunches');
  await expect(page.getByText('HEAL-1').first()).toBeVisible();

  // A search fails offline and is retried afterwards.
  await page.context().setOffline(true);
  await page.getByRole('searchbox').first().fill('HEAL');
  await page.clock.runFor(2000);
  await expect(page.getByText('No signal').first()).toBeVisible();
  await expect(page.getByText('Failed to fetch')).toHaveCount(0);
  const found = page.waitForResponse((reply) => reply.ok() && reply.url().includes('=HEAL'));
  await page.context().setOffline(false);
  await page.clock.runFor(2000);
  await found;
  await expect(page.getByText('No signal')).toHaveCount(0);
  await expect(page.getByText('HEAL-1').first()).toBeVisible();

  // Changes made during a server error appear within 15 seconds after it.
  await page.route('**/api/key-bunches?*', (route) => route.fulfill({ status: 500, body: '' }));
  await issue(company, bunch.id, 'Callum Reid');
  await passTime(page, 3000);
  await expect(page.getByText('This may be out of date')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await passTime(page, 16_000);
  await expect(page.getByText('Callum Reid').first()).toBeVisible();
  await expect(page.getByText('This may be out of date')).toHaveCount(0);
});

test('what listens is fetched again when the signal went just after the first screen', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location();
  const bunch = await company.bunch(site.id, { identifier: 'LATE-1' });
  let tries = 0;
  await page.route('**/assets/live-*.js', (route) => {
    tries += 1;
    return tries === 1 ? route.abort() : route.continue();
  });
  const opened = page.waitForRequest('**/api/live?*');
  await page.goto('/key-bunches');
  await expect(page.getByText('LATE-1').first()).toBeVisible();
  await opened;
  expect(tries).toBeGreaterThan(1);
  await issue(company, bunch.id, 'Callum Reid');
  await expect(page.getByText('Callum Reid').first()).toBeVisible();
});

test('a reopened channel on a connection that says nothing is given up and opened again', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location();
  const bunch = await company.bunch(site.id, { identifier: 'MUTE-1' });
  await takeClock(page);
  let opened = 0;
  // A proxy that never answers the request.
  await page.route('**/api/live?*', () => {
    opened += 1;
  });
  await page.goto('/key-bunches');
  await expect(page.getByText('MUTE-1').first()).toBeVisible();
  await expect.poll(() => opened).toBe(1);
  await passTime(page, 20_000);
  await expect.poll(() => opened).toBeGreaterThan(1);
  await page.unrouteAll();
  await issue(company, bunch.id, 'Callum Reid');
  await passTime(page, 30_000);
  await page.clock.resume();
  await expect(page.getByText('Callum Reid').first()).toBeVisible();
});
