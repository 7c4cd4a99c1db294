import type { Page } from '@playwright/test';
import { box, cabinet, counted, row, startAudit } from '../audit/audit.ts';
import { cutLive, goTo, goWithin, heading, passTime, takeClock, toast } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';

const chip = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^(Offline|Sending)/ });
const offline = (page: Page) => chip(page).filter({ hasText: /^Offline ?as of \d\d:\d\d/ });
const search = (page: Page) => page.getByRole('searchbox').first();

/** Records a page's reads, without the live channel. */
function reads(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/live') paths.push(pathname);
  });
  return paths;
}

/** Lets the time pass until the page has asked what changed, once, and read what was named. */
async function nextAsk(page: Page): Promise<void> {
  const reply = page.waitForResponse(/\/api\/changes/);
  let isAnswered = false;
  void reply.then(() => {
    isAnswered = true;
  });
  while (!isAnswered) await passTime(page, 1000);
  await (await reply).finished();
  await passTime(page, 1000);
}

test('without signal the header alone says so, each thing has its words, and all of it heals without a press', async ({
  page,
  company,
  isPhone,
}) => {
  const { id } = await company.location();
  const bunch = await company.bunch(id, { identifier: 'STAIR-1' });
  await page.goto('/key-bunches');
  await expect(page.getByText('STAIR-1').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(chip(page)).toHaveCount(0);
  const height = await page.getByRole('banner').evaluate((head) => head.getBoundingClientRect().height);

  // A test before it may have left the files of other pages in the browser's cache.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await page.context().setOffline(true);
  await expect(offline(page)).toBeVisible({ timeout: 10_000 });
  await expect(page.getByRole('button', { name: /^As of .*refresh$/ })).toHaveCount(0);
  expect(await page.getByRole('banner').evaluate((head) => head.getBoundingClientRect().height)).toBe(height);
  await checkA11y(page);
  await search(page).fill('STAIR');
  const failed = page.getByRole('main').getByRole('status').filter({ hasText: 'No signal' });
  await expect(failed).toContainText('The search for “STAIR” runs when you have signal again.');

  await goTo(page, isPhone, 'Locations');
  const unopened = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: "This page isn't on this device yet" });
  await expect(unopened).toContainText('No signal. It opens as soon as you have signal again.');
  await page.goBack();
  await expect(failed).toBeVisible();
  for (const words of ['Failed to fetch', 'This may be out of date', 'Saving...'])
    await expect(page.getByText(words)).toHaveCount(0);

  await chip(page).click();
  const sheet = page.getByRole('dialog', { name: /^Offline since \d\d:\d\d$/ });
  await expect(sheet).toContainText('You see the register as of');
  await checkA11y(page);
  await sheet.getByRole('button', { name: 'Try now' }).click();
  await expect(sheet.getByRole('button', { name: 'Try now' })).toBeEnabled();
  await expect(sheet).toBeVisible();

  await company.post(`/api/key-bunches/${bunch.id}/issue`, { officerName: 'Callum Reid' });
  await page.context().setOffline(false);
  await expect(page.getByText('Callum Reid').first()).toBeVisible({ timeout: 20_000 });
  await expect(chip(page)).toHaveCount(0);
  await expect(failed).toHaveCount(0);
});

test('a read that failed is made again when the page returns to the front, and after a gap in the beat', {
  tag: '@once',
}, async ({ page, company }) => {
  const { id } = await company.location();
  await company.bunch(id, { identifier: 'FRONT-1' });
  let opened = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/live') opened += 1;
  });
  await takeClock(page);
  await page.route('**/api/key-bunches?*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/key-bunches');
  await expect(page.getByText('Keyhold has a problem. Try again.').first()).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByText('FRONT-1').first()).toBeVisible();

  // The laptop slept for half a minute: timers ran late, and nothing was heard meanwhile.
  await expect.poll(() => opened).toBeGreaterThan(0);
  await passTime(page, 6000);
  const before = opened;
  await page.clock.fastForward(31_000);
  await expect.poll(() => opened).toBe(before + 1);
});

test('API-04 without the channel one small call asks what changed, what others do still arrives, and nothing else polls', {
  tag: '@once',
}, async ({ page, company }) => {
  const { id } = await company.location({ name: 'North office' });
  const bunch = await company.bunch(id, { identifier: 'POLL-1' });
  await cutLive(page, { asks: true });
  await takeClock(page);
  await page.goto('/key-bunches');
  await expect(page.getByText('POLL-1').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  // The first answer is that everything may have changed.
  for (let n = 0; n < 2; n += 1) await nextAsk(page);
  const sizes: number[] = [];
  page.on('response', async (reply) => {
    if (reply.url().includes('/api/changes')) sizes.push((await reply.body()).length);
  });
  const paths = reads(page);
  // More than a minute.
  for (let n = 0; n < 6; n += 1) await nextAsk(page);
  expect(paths).toEqual(Array.from({ length: 6 }, () => '/api/changes'));
  expect(Math.max(...sizes)).toBeLessThan(200);

  paths.length = 0;
  await company.post(`/api/key-bunches/${bunch.id}/issue`, { officerName: 'Callum Reid' });
  await nextAsk(page);
  await expect(page.getByText('Callum Reid').first()).toBeVisible();
  expect(new Set(paths)).toEqual(new Set(['/api/changes', '/api/key-bunches', '/api/dashboard']));
});

test('API-04 an open audit without the channel does not poll either, and shows a colleague’s tick', {
  tag: '@once',
}, async ({ page, company }) => {
  const { place } = await cabinet(company);
  const session = await startAudit(company, place.id);
  await cutLive(page, { asks: true });
  await takeClock(page);
  await page.goto(`/audit?session=${session.id}`);
  await counted(page, 0, 5);
  await page.waitForLoadState('networkidle');
  for (let n = 0; n < 2; n += 1) await nextAsk(page);
  const paths = reads(page);
  for (let n = 0; n < 3; n += 1) await nextAsk(page);
  // Beside it the page reports that its user is still there, and whether the connection is.
  const asked = paths.filter((path) => !path.endsWith('/join'));
  expect(asked).toEqual(Array.from({ length: 3 }, () => '/api/changes'));
  const [first] = session.expected;
  await company.post(`/api/audit/${session.id}/ticks`, { keyBunchId: first?.id, seen: true });
  await nextAsk(page);
  await counted(page, 1, 5);
});

test('a tick without signal is kept and counted in the head, and is sent from whatever screen is open', {
  tag: '@phone',
}, async ({ page, company, isPhone }) => {
  const { place } = await cabinet(company);
  const session = await startAudit(company, place.id);
  await page.goto('/');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await goWithin(page, `/audit?session=${session.id}`);
  await counted(page, 0, 5);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await box(page, 'V07-0101').check();
  await box(page, 'V07-0102').check();
  await counted(page, 2, 5);
  await expect(row(page, 'V07-0102')).toContainText('Kept on this device');
  await expect(page.getByText(/^2 to send · offline since \d\d:\d\d$/)).toBeVisible({ timeout: 10_000 });
  await expect(page.getByText('Saving...')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Complete Audit' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText("Completing needs signal. Your counts don't.").first()).toBeVisible();
  await checkA11y(page);

  // The dashboard was opened before; on a phone the audit's head has only Back.
  if (isPhone) await page.goBack();
  else await goTo(page, isPhone, 'Dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await expect(chip(page)).toContainText('2 to send');
  await chip(page).click();
  await expect(page.getByRole('dialog')).toContainText('2 audit counts');
  await expect(page.getByRole('dialog')).toContainText(`Location Audit, ${place.name}`);
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
  const scanned = async () =>
    (await company.get<{ totalScanned: number }>(`/api/audit/${session.id}`)).totalScanned;
  await expect.poll(scanned, { timeout: 20_000 }).toBe(2);
  await expect(chip(page)).toHaveCount(0);
});

test('a save whose connection is cut in the middle says so soon, and is recorded once', {
  tag: '@once',
}, async ({ page, company }) => {
  await page.goto('/locations');
  await page.getByRole('button', { name: 'Add Location' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Cellar');
  const keys: string[] = [];
  await page.route('**/api/locations', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await page.context().setOffline(true);
    await route.abort();
  });
  const save = form.getByRole('button', { name: /^(Add|Save|Create)/ }).last();
  await save.click();
  await expect(toast(page)).toContainText('No answer came. Try again: it is recorded once', {
    timeout: 15_000,
  });
  await expect(page.getByText('Saving...')).toHaveCount(0);
  await expect(form.getByLabel('Name')).toHaveValue('Cellar');
  // Behind the dialog.
  await expect(page.locator('header').getByText(/^Offline$/)).toBeVisible();

  // Known to be offline, it is not even sent.
  await save.click();
  await expect(toast(page)).toContainText('No signal. Nothing was sent');
  await page.context().setOffline(false);
  await expect(page.locator('header').getByText(/^Offline$/)).toHaveCount(0);
  await save.click();
  await expect(form).toHaveCount(0);
  expect(new Set(keys).size).toBe(1);
  const all = await company.get<{ name: string }[]>('/api/locations');
  expect(all.filter(({ name }) => name === 'Cellar')).toHaveLength(1);
});
