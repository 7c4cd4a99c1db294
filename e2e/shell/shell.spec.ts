import type { Locator } from '@playwright/test';
import { receiptNumber } from '../../shared/receipt-text.ts';
import { everyPage, goWithin, heading, navigation, userMenu } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';

test('ROUTE-13 ROUTE-15 ROUTE-16 ROUTE-26 ROUTE-27 NAV-11 NAV-21 every page sits in the shell, has its title and no link to the Notifications Demo', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location({ name: 'Harbour HQ' });
  const bunch = await company.bunch(site.id, { identifier: 'HBR-1' });
  const audit = await company.post<{ id: number }>('/api/audit/start', { locationId: site.id });
  await company.post(`/api/audit/${audit.id}/ticks`, { keyBunchId: bunch.id, seen: true });
  await company.post(`/api/audit/${audit.id}/complete`, {});
  const holder = await company.post<{ id: number }>('/api/holders', { name: 'Ana Ruiz' });
  const premises = await company.post<{ id: number }>('/api/premises', { name: 'Quay House' });
  const { batchId } = await company.post<{ batchId: string }>('/api/custody/issue', {
    holderId: holder.id,
    items: [{ keyBunchId: bunch.id }],
  });
  const van = await company.location({ type: 'van' });
  await company.bunch(van.id);
  const running = await company.post<{ id: number }>('/api/audit/start', { locationId: van.id });
  const headings: Record<string, string> = {
    Keys: 'Key Management',
    'Key History': 'HBR-1',
    Audit: 'Audit of Harbour HQ',
    Import: 'Import key sets',
    Settings: 'System Settings',
    Person: 'Ana Ruiz',
    Receipt: `Receipt ${receiptNumber(batchId)}`,
  };
  const room = await company.post<{ id: number }>('/api/room-handovers', {
    locationId: site.id,
    aloneReason: 'First day',
  });
  const pages = everyPage({
    '/key-history/$id': bunch.id,
    '/audit/$id': audit.id,
    '/people/$id': holder.id,
    '/premises/$id': premises.id,
    '/receipts/$batchId': batchId,
    '/location-report/$locationId': site.id,
    '/room-handovers/$id': room.id,
    '/register/$locationId': site.id,
  });
  const demo = page.locator('a[href="/notifications"]');
  const level1 = page.getByRole('main').getByRole('heading', { level: 1 });
  await page.goto('/');
  for (const { path, title } of [...pages, { path: '/no-such-page', title: '404 Page Not Found' }]) {
    const name = path.startsWith('/premises/') ? 'Quay House' : (headings[title] ?? title);
    await goWithin(page, path);
    await expect(heading(page, name), path).toBeVisible();
    await expect(page, path).toHaveTitle(`${title} · Keyhold`);
    await expect(level1, path).toHaveText(name);
    await expect(demo, path).toHaveCount(0);
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Keyhold' })).toHaveText('Keyhold');
    await expect(header.getByRole('navigation', { name: 'Main' })).toBeVisible();
  }
  await goWithin(page, `/audit/${running.id}`);
  await expect(level1).not.toHaveText('404 Page Not Found');
  await expect(demo).toHaveCount(0);
  // Only the menu of a phone links to it (tap-targets.spec.ts).
  await userMenu(page).click();
  await expect(page.getByText('My Profile', { exact: true })).toBeVisible();
  await expect(demo).toHaveCount(0);
  await expect(page.getByText('Notifications Demo', { exact: true })).toHaveCount(0);

  await page.goto('/no-such-page');
  await expect(heading(page, '404 Page Not Found')).toBeVisible();
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
});

test('ROUTE-14 the public addresses lead somebody signed in to the dashboard', { tag: '@once' }, async ({
  page,
  company: _signedIn,
}) => {
  for (const path of ['/login', '/signup', '/auth/login', '/auth/signup', '/auth/forgot-password']) {
    await page.goto(path);
    await expect(heading(page, 'Dashboard'), path).toBeVisible();
    await expect(page, path).toHaveURL('/');
  }
});

test('a screen without its permission says what it needs and who can help', { tag: '@once' }, async ({
  page,
  company,
}) => {
  await company.signInAs('viewer', { permissions: ['audit:view'] });
  await page.goto('/history');
  await expect(heading(page, 'Access Denied')).toBeVisible();
  await expect(page).toHaveTitle('Access Denied · Keyhold');
  await expect(page.getByText("You don't have permission to view key movement history.")).toBeVisible();
  const row = (term: string) => page.locator('dl > div', { hasText: term }).getByRole('definition');
  await expect(row('Needs')).toHaveText('History: View');
  await expect(row('Your role')).toHaveText('Viewer');
  await expect(row('Ask')).toHaveText('An administrator');
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/');
});

test('the keyboard goes everywhere: skip link, screens, search, and the list of keys', {
  tag: '@once',
}, async ({ page, company }) => {
  await page.goto('/profile');
  await expect(heading(page, 'My Profile')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  // The focus ring must not start in another colour during a transition.
  const ring = (target: Locator) => target.evaluate((it) => getComputedStyle(it).outlineColor);
  expect(await ring(page.getByRole('link', { name: 'Keys', exact: true }))).toBe(await ring(skip));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await expect(page).toHaveURL('/key-bunches');
  await expect(heading(page, 'Key Management')).toBeVisible();
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('g?h');
  await expect(search, 'in a field a letter is a letter').toHaveValue('g?h');
  await search.blur();

  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // A key that follows quickly counts as a reader's.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(list.getByText('Search', { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  await checkA11y(page);
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(list, 'under a dialog the keys rest').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);

  await company.signInAs('viewer', { permissions: ['audit:view'] });
  await page.goto('/profile');
  await expect(heading(page, 'My Profile')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page, 'a screen without permission is not gone to').toHaveURL('/');
});

test('light, dark or as the system: chosen in the menu, kept on this device', async ({
  page,
  company: _signedIn,
  isPhone,
}) => {
  const dark = page.locator('html.dark');
  const choose = async (name: string) => {
    if (isPhone) {
      await navigation(page, isPhone);
      await page.getByRole('radio', { name }).check();
      await page.keyboard.press('Escape');
    } else {
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.getByRole('menuitemradio', { name }).click();
    }
  };
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/profile');
  await expect(heading(page, 'My Profile')).toBeVisible();
  await expect(dark).toHaveCount(0);
  await choose('Dark');
  await expect(dark).toHaveCount(1);
  await page.reload();
  await expect(dark).toHaveCount(1);
  await choose('System');
  await expect(dark).toHaveCount(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(dark).toHaveCount(1);
  await choose('Light');
  await expect(dark).toHaveCount(0);
  if (!isPhone) {
    await userMenu(page).click();
    await checkA11y(page);
  }
});
