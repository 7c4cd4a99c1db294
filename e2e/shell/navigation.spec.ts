import type { APIResponse, Locator, Page, Route } from '@playwright/test';
import type { Role } from '../../shared/permissions.ts';
import { goTo, heading, isMarked, landing, mark, navigation, toast, userMenu } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';

const ITEMS: readonly { name: string; href: string; needs: readonly string[] }[] = [
  { name: 'Dashboard', href: '/', needs: [] },
  { name: 'Desk', href: '/desk', needs: ['key:return', 'key:issue'] },
  { name: 'Keys', href: '/key-bunches', needs: ['key:view'] },
  { name: 'Premises', href: '/premises', needs: ['key:view'] },
  { name: 'Out now', href: '/out', needs: ['key:view'] },
  { name: 'People', href: '/people', needs: ['user:view', 'key:return', 'key:issue'] },
  { name: 'Locations', href: '/locations', needs: ['location:view'] },
  { name: 'History', href: '/history', needs: ['history:view'] },
  { name: 'Audit', href: '/audit', needs: ['audit:create'] },
];

test('NAV-01 NAV-02 NAV-03 NAV-04 NAV-05 NAV-06 NAV-07 an item of the navigation shows only with its permission', async ({
  page,
  company,
  isPhone,
}) => {
  // Users with one permission each, which is enough wherever any of several will do. The phone's menu uses the same list.
  const each = ['audit:view', ...new Set(ITEMS.flatMap(({ needs }) => needs))];
  for (const permission of isPhone ? each.slice(0, 2) : each) {
    await company.signInAs('officer', { permissions: [permission] });
    await page.goto('/profile');
    const nav = await navigation(page, isPhone);
    const shown = ITEMS.filter(({ needs }) => needs.length === 0 || needs.includes(permission));
    const links = nav
      .getByRole('link')
      .filter({ hasNotText: /My keys|Outbox|My Profile|User Management|Notifications Demo/ });
    await expect(links, permission).toHaveText(shown.map((item) => item.name));
    for (const [index, item] of shown.entries())
      await expect(links.nth(index)).toHaveAttribute('href', item.href);
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
  for (const [role, label] of isPhone ? roles.slice(1, 2) : roles) {
    const { email } = await company.signInAs(role, { firstName: 'Petra', lastName: 'Lindqvist' });
    await page.goto('/profile');
    if (isPhone) await navigation(page, isPhone);
    const who = isPhone ? page.getByRole('dialog') : page.getByRole('banner');
    await expect(who.getByText('Petra Lindqvist', { exact: true })).toBeVisible();
    await expect(who.getByText(label, { exact: isPhone })).toBeVisible();
    await expect(who.getByText(email)).toBeVisible();
    if (!isPhone)
      await expect(userMenu(page)).toHaveAccessibleName(`User menu of Petra Lindqvist ${label} · ${email}`);
  }
  if (!isPhone) {
    // With a long name every item stays on one line.
    await company.signInAs('super_admin', {
      firstName: 'Bartholomew',
      lastName: 'Featherstonehaugh-Cholmondeley',
    });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/profile');
    await expect(userMenu(page)).toBeVisible();
    const items = await (await navigation(page, isPhone)).getByRole('link').all();
    const heights = await Promise.all(items.map(async (item) => (await item.boundingBox())?.height));
    expect(new Set(heights).size, String(heights)).toBe(1);
    return;
  }

  // On a tablet all labels are complete, and all items can be tapped.
  await company.signInAs('admin', { firstName: 'Petra', lastName: 'Lindqvist' });
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/profile');
  for (const text of ['Petra Lindqvist', 'Administrator'])
    expect(
      await userMenu(page)
        .getByText(text)
        .evaluate((it) => it.scrollWidth - it.clientWidth),
    ).toBe(0);
  const items = (await navigation(page, false)).getByRole('link');
  await expect(items).not.toHaveCount(0);
  for (const item of await items.all()) expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

test('NAV-13 NAV-14 without a name the header shows the part before the @, and without that User', {
  tag: '@once',
}, async ({ page, company }) => {
  const { email } = await company.signInAs('officer', { firstName: null, lastName: null });
  await page.goto('/profile');
  await expect(userMenu(page).getByText(email.split('@')[0] ?? '', { exact: true })).toBeVisible();

  await page.route('**/api/auth/user', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), email: '' } });
  });
  await page.reload();
  await expect(userMenu(page).getByText('User', { exact: true })).toBeVisible();
});

test('NAV-10 AUTH-27 AUTH-28 AUTH-29 Logout reloads the page and says so; when its call fails nothing is said, without a connection the user stays signed in', {
  tag: '@once',
}, async ({ page, company: _signedIn }) => {
  const profile = heading(page, 'My Profile');
  const logOut = async () => {
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  await page.goto('/profile');
  await expect(profile).toBeVisible();
  await page.context().setOffline(true);
  await logOut();
  await expect(toast(page)).toContainText('No connection. You are still signed in.');
  await expect(profile).toBeVisible();
  await page.context().setOffline(false);

  await mark(page);
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, body: '{"message":"No"}' }));
  const loaded = page.waitForEvent('load');
  await logOut();
  await loaded;
  await expect(profile).toBeVisible();
  expect(await isMarked(page), 'the page was loaded anew').toBe(false);
  await expect(toast(page)).toHaveCount(0);
  await page.unroute('**/api/auth/logout');

  await mark(page);
  await logOut();
  await expect(landing(page)).toBeVisible();
  expect(await isMarked(page), 'the page was loaded anew').toBe(false);
  await expect(page).toHaveURL('/profile');
  await expect(toast(page)).toContainText('Logged out');
  await expect(toast(page)).toContainText('You have been successfully logged out');
  expect((await page.context().request.get('/api/auth/user')).status()).toBe(401);
});

const refreshOf = (page: Page) => page.getByRole('button', { name: /, refresh$/ });

/** Ends the session on the server, then has the dashboard make a read that is refused for it, before the page has the answer. */
async function fetchAndRead(page: Page, route: Route): Promise<APIResponse> {
  let refused = 0;
  page.on('response', (answer) => {
    if (answer.status() === 401 && /companies|dashboard|history|approvals/.test(answer.url())) refused += 1;
  });
  const reply = await route.fetch();
  // A press does nothing while a read is under way, and one that is refused is so until the page is loaded anew.
  await expect(async () => {
    await refreshOf(page).dispatchEvent('click');
    expect(refused).toBeGreaterThan(0);
  }).toPass();
  return reply;
}

test('NAV-10 a read that comes between the end of the session and the reload does not ask for a sign-in', {
  tag: '@once',
}, async ({ page, company: _signedIn }) => {
  await page.goto('/');
  await expect(refreshOf(page)).toBeVisible();
  await page.route('**/api/auth/logout', async (route) => {
    const reply = await fetchAndRead(page, route);
    await page.evaluate(() => fetch('/api/auth/user').then(() => true));
    await route.fulfill({ response: reply });
  });
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(landing(page)).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(toast(page)).toContainText('You have been successfully logged out');
});

test('NAV-10 a sign-out whose answer is lost is said to be done', { tag: '@once' }, async ({
  page,
  company: _signedIn,
}) => {
  await page.goto('/profile');
  await page.route('**/api/auth/logout', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(landing(page)).toBeVisible();
  await expect(toast(page)).toContainText('You have been successfully logged out');
});

test('NAV-10 when no answer says that the session ended, a read that is refused asks for a sign-in', {
  tag: '@once',
}, async ({ page, company: _signedIn }) => {
  await page.goto('/');
  await expect(refreshOf(page)).toBeVisible();
  await page.route('**/api/auth/logout', async (route) => {
    await fetchAndRead(page, route);
    await page.route('**/api/auth/user', (read) => read.abort(), { times: 1 });
    await route.abort();
  });
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login\?notice=ended/);
});

test('NAV-17 NAV-18 NAV-19 NAV-20 the menu of a phone', { tag: '@phone' }, async ({
  page,
  company: _signedIn,
}) => {
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

  // A second press at the same place closes the menu.
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
});

test('Back closes what lies over the page, asks before it throws work away, and then leaves', {
  tag: '@phone',
}, async ({ page, company, isPhone }) => {
  await company.location({ name: 'Leeds Office' });
  await page.goto('/profile');
  await goTo(page, isPhone, 'Locations');
  await expect(page).toHaveURL('/locations');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit Leeds Office' }).click();
  const name = page.getByRole('dialog', { name: 'Edit Location' }).getByLabel('Name');
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await name.fill('Leeds Depot');
  for (const answer of ['Back', 'Discard']) {
    await page.goBack();
    await expect(question).toBeVisible();
    if (answer === 'Back') await page.goBack();
    else await question.getByRole('button', { name: answer }).click();
    await expect(question).toHaveCount(0);
    if (answer === 'Back') await expect(name).toHaveValue('Leeds Depot');
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/locations');
  await page.goBack();
  await expect(page).toHaveURL('/profile');
  await page.goForward();
  await expect(page).toHaveURL('/locations');
});

test('a dialog that is opened while a slow device still takes back the one before stays open', {
  tag: '@phone',
}, async ({ page, company }) => {
  await company.location({ name: 'Leeds Office' });
  await page.addInitScript(() => {
    const counted = window as unknown as { arrivals: number };
    counted.arrivals = 0;
    addEventListener('popstate', () => (counted.arrivals += 1), { capture: true });
    const { go } = History.prototype;
    History.prototype.go = function later(by) {
      setTimeout(() => go.call(this, by), 2500);
    };
  });
  await page.goto('/locations');
  const edit = page.getByRole('button', { name: 'Edit Leeds Office' });
  const dialog = page.getByRole('dialog', { name: 'Edit Location' });
  await edit.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await edit.click();
  await expect(dialog).toBeVisible();
  const arrived = () => (window as unknown as { arrivals: number }).arrivals;
  await expect.poll(() => page.evaluate(arrived)).toBe(1);
  const ownEntries = () => page.evaluate(() => (history.state as { layers?: number }).layers);
  await expect.poll(ownEntries, 'Back closes it').toBe(1);
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL('/locations');
});
