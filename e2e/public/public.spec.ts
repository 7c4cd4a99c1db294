import type { Page } from '@playwright/test';
import { goWithin, heading, hold, landing } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';

const ME = '**/api/auth/user';
const shell = (page: Page) => page.locator('#main');

test('ROUTE-01 a centred spinner says Loading... until it is known who is here and in what company', {
  tag: '@once',
}, async ({ page, company: _signedIn }) => {
  const knowMe = await hold(page, ME);
  const knowCompany = await hold(page, '**/api/companies/current');
  await page.goto('/notifications');
  const loading = page.getByText('Loading...');
  await expect(loading).toBeVisible();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const box = await page.getByRole('status').filter({ hasText: 'Loading...' }).locator('svg').boundingBox();
  expect(box, 'the spinner').not.toBeNull();
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(2);
  expect(Math.abs((box?.y ?? 0) - height / 2)).toBeLessThan(60);

  knowMe();
  await page.waitForRequest('**/api/companies/current');
  await expect(loading).toBeVisible();
  await expect(shell(page)).toHaveCount(0);
  knowCompany();
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications Demo' })).toBeVisible();
  await expect(loading).toHaveCount(0);
});

test('ROUTE-02 ROUTE-06 ROUTE-07 a visitor sees the landing page at / and at every address that is not public', {
  tag: '@once',
}, async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  const nothingElse = async (path: string) => {
    await expect(page).toHaveURL(path);
    await expect(landing(page), path).toBeVisible();
    await expect(shell(page), path).toHaveCount(0);
  };
  for (const path of ['/', '/no-such-page', '/key-bunches']) {
    await page.goto(path);
    await nothingElse(path);
  }
  const paths = ['/locations', '/audit', '/history', '/key-history/1', '/bulk-move-keys', '/profile'];
  for (const path of [...paths, '/location-report/1', '/users', '/settings', '/notifications']) {
    await goWithin(page, path);
    await nothingElse(path);
  }
  // The delivered page already says that there is no session, so no call fails in the console.
  expect(calls).toEqual([]);
});

test('ROUTE-05 ROUTE-04 one counts as signed in exactly when the current-user call returns data', {
  tag: '@once',
}, async ({ page, company }) => {
  const me = await company.get<Record<string, unknown>>('/api/auth/user');
  for (const status of [401, 500, 200] as const) {
    await page.route(ME, (route) =>
      status === 200 ? route.fulfill({ json: me }) : route.fulfill({ status, json: { message: 'No' } }),
    );
    await page.goto('/profile');
    // Without a response the page treats the visitor neither as signed in nor as signed out.
    const shown = {
      200: page.getByRole('heading', { level: 1, name: 'My Profile' }),
      401: landing(page),
      500: page.getByText('Failed to fetch'),
    }[status];
    await expect(shown, `a reply of ${status}`).toBeVisible();
    await expect(shell(page)).toHaveCount(status === 200 ? 1 : 0);
  }
});

test('ROUTE-08 ROUTE-09 the public pages have their addresses, and none under /auth is a dead end', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/signup');
  await expect(heading(page, 'Account & Company Setup')).toBeVisible();
  await expect(page).toHaveTitle('Set up your company · Keyhold');
  await page.goto('/login');
  await expect(heading(page, 'Sign in to Keyhold')).toBeVisible();
  await expect(page).toHaveTitle('Sign in · Keyhold');

  await page.goto('/auth/login');
  await expect(heading(page, 'Welcome back')).toBeVisible();
  await expect(page).toHaveTitle('Sign in · Keyhold');
  await page.goto('/auth/signup');
  await expect(heading(page, 'Create your account')).toBeVisible();
  await expect(page).toHaveTitle('Create your account · Keyhold');
  await page.goto('/auth/forgot-password');
  await expect(heading(page, 'Forgot password')).toBeVisible();
  await expect(page).toHaveTitle('Forgot password · Keyhold');
});

test('LAND-01 LAND-02 LAND-03 LAND-04 LAND-05 LAND-06 LAND-07 CONST-01 CONST-02 CONST-03 the landing page is complete', async ({
  page,
}) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Get Started' })).toBeVisible();

  await expect(landing(page)).toBeVisible();
  const section = (id: string) => page.locator(`section#${id}`);
  for (const id of ['features', 'industries', 'pricing']) {
    await expect(section(id)).toBeVisible();
    await expect(section(id).getByRole('heading', { level: 2 })).toHaveCount(1);
  }
  const callToAction = page.getByRole('region', { name: 'Add your first key set tonight.' });
  await expect(callToAction.getByRole('link', { name: 'Get Started' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();

  for (const name of ['Estate agents', 'Car dealers', 'Housing associations', 'Managing agents', 'Mechanics'])
    await expect(section('industries').getByText(name, { exact: true })).toBeVisible();

  const plans = section('pricing').getByRole('article');
  await expect(plans).toHaveCount(3);
  for (const [index, lines] of PLAN_LINES.entries())
    for (const line of lines)
      await expect(plans.nth(index).getByText(line, { exact: true }), line).toBeVisible();

  const hero = page.locator('main');
  for (const promise of ['14-day free trial', 'No credit card', 'Set up in about 5 minutes'])
    await expect(hero.getByText(promise, { exact: true }).first()).toBeVisible();

  for (const [name, href] of [
    [/^Get Started/, '/signup'],
    ['Sign In', '/login'],
  ] as const) {
    const links = page.getByRole('link', { name });
    await expect(links).not.toHaveCount(0);
    for (const link of await links.all()) await expect(link).toHaveAttribute('href', href);
  }
  const foot = page.getByRole('contentinfo');
  const targets = foot.getByRole('link').or(foot.getByRole('button'));
  await expect(targets).not.toHaveCount(0);
  for (const target of await targets.all())
    expect((await target.boundingBox())?.height, (await target.textContent()) ?? '').toBeGreaterThanOrEqual(
      44,
    );
  await checkA11y(page);

  await header.getByRole('link', { name: 'Get Started' }).click();
  await expect(page).toHaveURL('/signup');
  await page.goto('/');
  await header.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/login');
});

/** Plans of the specification, section 9. */
const PLAN_LINES = [
  [
    'Basic',
    'Up to 100 keys',
    '5 locations',
    '10 users',
    '$29',
    'per month',
    'Basic reporting',
    'Email support',
  ],
  [
    'Professional',
    'Up to 500 keys',
    '15 locations',
    '25 users',
    '$89',
    'per month',
    'Advanced analytics',
    'NFC scanning',
    'Priority support',
  ],
  [
    'Enterprise',
    'Unlimited keys',
    'Unlimited locations',
    'Unlimited users',
    'Custom',
    'Custom integrations',
    'Dedicated support',
    'SLA',
  ],
];
