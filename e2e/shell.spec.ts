import type { Locator, Page } from '@playwright/test';
import type { Role } from '../shared/permissions.ts';
import { checkA11y, expect, test } from './world.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const landing = (page: Page) => heading(page, 'Know who has every key.');
const toasts = (page: Page) => page.locator('[data-variant]');
const userMenu = (page: Page) => page.getByRole('button', { name: /^User menu of/ });

/** Goes to an address the way a link does, without loading the page anew. */
const goWithin = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Where the navigation is: in the header, or on a phone in the sheet, which this opens. */
async function navigation(page: Page, isPhone: boolean): Promise<Locator> {
  if (isPhone) await page.getByRole('button', { name: 'Menu' }).click();
  return page.getByRole('navigation', { name: 'Main' });
}

/** Marks this load of the page; the mark is gone after the next. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { before: true }));
const marked = (page: Page) => page.evaluate(() => 'before' in window);

test('ROUTE-13 ROUTE-15 ROUTE-16 ROUTE-26 ROUTE-27 NAV-11 every page sits in the shell and has its title', async ({
  page,
  company,
  isPhone,
}) => {
  const pages = [
    { path: '/', name: 'Dashboard', title: 'Dashboard' },
    { path: '/profile', name: 'My Profile', title: 'My Profile' },
    { path: '/notifications', name: 'Notifications Demo', title: 'Notifications Demo' },
    { path: '/no-such-page', name: '404 Page Not Found', title: '404 Page Not Found' },
    { path: '/key-bunches', name: 'Key Management', title: 'Keys' },
    { path: '/locations', name: 'Locations', title: 'Locations' },
    { path: '/history', name: 'Movement History', title: 'Movement History' },
  ];
  await page.goto('/');
  for (const { path, name, title } of pages) {
    await goWithin(page, path);
    await expect(heading(page, name), path).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Keyhold`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(name);
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Keyhold' })).toHaveText('Keyhold');
    if (isPhone) await expect(header.getByRole('button', { name: 'Menu' })).toBeVisible();
    else await expect(header.getByRole('navigation', { name: 'Main' })).toBeVisible();
  }
  expect(company.id).toBeGreaterThan(0);

  await page.goto('/no-such-page');
  await expect(heading(page, '404 Page Not Found')).toBeVisible();
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
});

test('ROUTE-14 the public addresses lead somebody signed in to the dashboard', async ({ page, company }) => {
  for (const path of ['/login', '/signup', '/auth/login', '/auth/signup', '/auth/forgot-password']) {
    await page.goto(path);
    await expect(heading(page, 'Dashboard'), path).toBeVisible();
    await expect(page, path).toHaveURL('/');
  }
  expect(company.id).toBeGreaterThan(0);
});

const ITEMS = [
  { name: 'Dashboard', href: '/', needs: null },
  { name: 'Keys', href: '/key-bunches', needs: 'key:view' },
  { name: 'Locations', href: '/locations', needs: 'location:view' },
  { name: 'History', href: '/history', needs: 'history:view' },
];

test('NAV-02 NAV-03 NAV-04 NAV-05 NAV-07 an item of the navigation shows only with its permission', async ({
  page,
  company,
  isPhone,
}) => {
  for (const { name, needs } of ITEMS) {
    // Somebody with this permission alone, and then somebody with every other one.
    const others = ITEMS.flatMap((item) => item.needs ?? []).filter((other) => other !== needs);
    for (const permissions of [[needs ?? 'audit:view'], others]) {
      await company.signInAs('officer', { permissions });
      await page.goto('/profile');
      const nav = await navigation(page, isPhone);
      const shown = ITEMS.filter((item) => !item.needs || permissions.includes(item.needs));
      const links = nav.getByRole('link').filter({ hasNotText: /My Profile|Notifications Demo/ });
      await expect(links, `${name}: ${permissions}`).toHaveText(shown.map((item) => item.name));
      for (const [index, item] of shown.entries())
        await expect(links.nth(index)).toHaveAttribute('href', item.href);
      if (!needs) break;
    }
  }
  const own = isPhone ? page.getByRole('link', { name: 'My Profile' }) : await openUserMenu(page);
  await expect(own).toHaveAttribute('href', '/profile');
});

async function openUserMenu(page: Page): Promise<Locator> {
  await userMenu(page).click();
  return page.getByRole('menuitem', { name: 'My Profile' });
}

test('NAV-12 NAV-15 NAV-16 the header says who is signed in, in what role, and with what email', async ({
  page,
  company,
  isPhone,
}) => {
  const roles: [Role, string][] = [
    ['super_admin', 'Super Admin'],
    ['admin', 'Administrator'],
    ['officer', 'Staff Member'],
    ['viewer', 'Viewer'],
  ];
  for (const [role, label] of roles) {
    const { email } = await company.signInAs(role, { firstName: 'Petra', lastName: 'Lindqvist' });
    await page.goto('/profile');
    if (isPhone) await navigation(page, isPhone);
    const who = isPhone ? page.getByRole('dialog') : page.getByRole('banner');
    await expect(who.getByText('Petra Lindqvist', { exact: true })).toBeVisible();
    await expect(who.getByText(label, { exact: isPhone })).toBeVisible();
    await expect(who.getByText(email)).toBeVisible();
  }
});

test('NAV-13 NAV-14 without a name the header shows the part before the @, and without that User', async ({
  page,
  company,
  isPhone,
}) => {
  const { email } = await company.signInAs('officer', { firstName: null, lastName: null });
  const who = async () => {
    await page.goto('/profile');
    if (isPhone) await navigation(page, isPhone);
    return isPhone ? page.getByRole('dialog') : userMenu(page);
  };
  await expect((await who()).getByText(email.split('@')[0] ?? '', { exact: true })).toBeVisible();

  await page.route('**/api/auth/user', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), email: '' } });
  });
  await expect((await who()).getByText('User', { exact: true })).toBeVisible();
});

test('NAV-10 AUTH-27 AUTH-28 Logout says so, reloads the page, and the visitor is signed out', async ({
  page,
  company,
  isPhone,
}) => {
  await page.goto('/profile');
  await expect(heading(page, 'My Profile')).toBeVisible();
  await mark(page);
  await logOut(page, isPhone);
  await expect(landing(page)).toBeVisible();
  expect(await marked(page), 'the page was loaded anew').toBe(false);
  await expect(page).toHaveURL('/profile');
  await expect(toasts(page)).toContainText('Logged out');
  await expect(toasts(page)).toContainText('You have been successfully logged out');
  expect((await page.context().request.get('/api/auth/user')).status()).toBe(401);
  expect(company.id).toBeGreaterThan(0);
});

test('AUTH-29 when the logout call fails nothing is said and the page reloads', async ({
  page,
  company,
  isPhone,
}) => {
  await page.goto('/profile');
  await expect(heading(page, 'My Profile')).toBeVisible();
  await mark(page);
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, body: '{"message":"No"}' }));
  const loaded = page.waitForEvent('load');
  await logOut(page, isPhone);
  await loaded;
  await expect(heading(page, 'My Profile')).toBeVisible();
  expect(await marked(page), 'the page was loaded anew').toBe(false);
  await expect(toasts(page)).toHaveCount(0);
  expect(company.id).toBeGreaterThan(0);
});

async function logOut(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone) {
    await navigation(page, isPhone);
    await page.getByRole('button', { name: 'Sign out' }).click();
  } else {
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  }
}

test('NAV-17 NAV-18 NAV-19 NAV-20 the menu of a phone', async ({ page, company, isPhone }) => {
  test.skip(!isPhone, 'only a narrow screen has it');
  await page.goto('/profile');
  const button = page.getByRole('button', { name: 'Menu' });
  const sheet = page.getByRole('dialog');
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await expect(sheet).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'My Profile' })).toHaveAttribute('aria-current', 'page');
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);

  // Where the button was pressed, a second press closes.
  const { x = 0, y = 0 } = (await page.locator('header [aria-haspopup=dialog]').boundingBox()) ?? {};
  await page.touchscreen.tap(x + 20, y + 20);
  await expect(sheet).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.click();
  await sheet.getByRole('link', { name: 'Notifications Demo' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL('/notifications');
  await button.click();
  await sheet.getByRole('link', { name: 'Notifications Demo' }).click();
  await expect(sheet, 'going to where one is closes it too').toHaveCount(0);

  await button.click();
  await page.route('**/api/auth/logout', () => undefined);
  await sheet.getByRole('button', { name: 'Sign out' }).click();
  await expect(sheet.getByRole('button', { name: 'Signing out...' })).toBeVisible();
  expect(company.id).toBeGreaterThan(0);
});

test('NAV-21 no other place links to the Notifications Demo', async ({ page, company, isPhone }) => {
  const links = page.locator('a[href="/notifications"]');
  for (const path of ['/', '/profile', '/notifications']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(links, path).toHaveCount(0);
  }
  if (isPhone) await navigation(page, isPhone);
  else await openUserMenu(page);
  await expect(links).toHaveCount(isPhone ? 1 : 0);
  await expect(page.getByText('Notifications Demo', { exact: true })).toHaveCount(isPhone ? 2 : 1);
  expect(company.id).toBeGreaterThan(0);
});

test('a screen without its permission says what it needs and who can help', async ({ page, company }) => {
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

test('the keyboard goes everywhere: skip link, screens, search, and the list of keys', async ({
  page,
  company,
  isPhone,
}) => {
  test.skip(isPhone, 'a phone has no keyboard');
  await page.goto('/profile');
  await expect(heading(page, 'My Profile')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
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

  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(list.getByText('Search', { exact: true })).toBeVisible();
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
  company,
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
  await choose('As the system');
  await expect(dark).toHaveCount(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(dark).toHaveCount(1);
  await choose('Light');
  await expect(dark).toHaveCount(0);
  if (!isPhone) {
    await openUserMenu(page);
    await checkA11y(page);
  }
  expect(company.id).toBeGreaterThan(0);
});
