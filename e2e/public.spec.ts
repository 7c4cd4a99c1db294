import type { Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../server/demo-accounts.ts';
import { checkA11y, DEMO_PASSWORD, expect, PASSWORD, test } from './world.ts';

const ME = '**/api/auth/user';
const LOGIN = '**/api/auth/login';
const landing = (page: Page) => page.getByRole('heading', { level: 1, name: 'Know who has every key.' });
const shell = (page: Page) => page.locator('#main');

/** A gate in front of a call: nothing passes until it is opened. */
async function hold(page: Page, url: string): Promise<() => void> {
  const gate: { open: () => void } = { open: () => undefined };
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  await page.route(url, async (route) => {
    await opened;
    await route.continue();
  });
  return () => gate.open();
}

test('ROUTE-01 a centred spinner says Loading... until it is known who is here and in what company', async ({
  page,
  company,
}) => {
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
  expect(company.id).toBeGreaterThan(0);
});

test('ROUTE-02 ROUTE-06 ROUTE-07 a visitor sees the landing page at / and at every address that is not public', async ({
  page,
}) => {
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
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await nothingElse(path);
  }
  expect(new Set(calls)).toEqual(new Set(['/api/auth/user']));
});

test('ROUTE-05 ROUTE-04 one counts as signed in exactly when the current-user call returns data', async ({
  page,
  company,
}) => {
  const me = await company.get<Record<string, unknown>>('/api/auth/user');
  for (const status of [401, 500, 200]) {
    await page.route(ME, (route) =>
      status === 200 ? route.fulfill({ json: me }) : route.fulfill({ status, json: { message: 'No' } }),
    );
    await page.goto('/profile');
    const shown =
      status === 200 ? page.getByRole('heading', { level: 1, name: 'My Profile' }) : landing(page);
    await expect(shown, `a reply of ${status}`).toBeVisible();
    await expect(shell(page)).toHaveCount(status === 200 ? 1 : 0);
  }
});

test('ROUTE-08 ROUTE-09 the public pages have their addresses, and none under /auth is a dead end', async ({
  page,
}) => {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await page.goto('/signup');
  await expect(heading('Account & Company Setup')).toBeVisible();
  await expect(page).toHaveTitle('Set up your company · Keyhold');
  await page.goto('/login');
  await expect(heading('Sign in to Keyhold')).toBeVisible();
  await expect(page).toHaveTitle('Sign in · Keyhold');

  await page.goto('/auth/login');
  await expect(heading('Sign in to Keyhold')).toBeVisible();
  await page.goto('/auth/signup');
  await expect(heading('Account & Company Setup')).toBeVisible();
  await page.goto('/auth/forgot-password');
  await expect(heading('Forgot password')).toBeVisible();
  await expect(page.getByText('An administrator of your company can set a new password')).toBeVisible();
  await checkA11y(page);
  await page.getByRole('link', { name: 'Back to Sign In' }).click();
  await expect(page).toHaveURL('/login');
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
  const callToAction = page.getByRole('region', { name: 'Hang the first bunch tonight.' });
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

  for (const link of await page.getByRole('link', { name: /^Get Started/ }).all())
    await expect(link).toHaveAttribute('href', '/signup');
  for (const link of await page.getByRole('link', { name: 'Sign In' }).all())
    await expect(link).toHaveAttribute('href', '/login');
  await checkA11y(page);

  await header.getByRole('link', { name: 'Get Started' }).click();
  await expect(page).toHaveURL('/signup');
  await page.goto('/');
  await header.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/login');
});

/** SPEC section 9, plan by plan. */
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

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true });
const toastNamed = (page: Page, title: string) =>
  page.locator('[data-variant]').filter({ has: page.getByText(title, { exact: true }) });

test('AUTH-20 AUTH-21 AUTH-22 VALID-01 VALID-02 VALID-03 the sign-in card, and what it says of bad input', async ({
  page,
  isPhone,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Keyhold');
  await expect(page.getByText('professional key management system for security teams')).toBeVisible();
  const card = page.locator('section', { has: signIn(page) });
  const box = await card.boundingBox();
  expect(
    Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - (page.viewportSize()?.width ?? 0) / 2),
  ).toBeLessThan(2);
  await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/');
  if (!isPhone) await expect(email(page)).toBeFocused();

  // Nothing is judged before the first submit, everything at each change after it.
  const badEmail = page.getByText('Please enter a valid email');
  const noPassword = page.getByText('Password is required');
  await email(page).fill('dana');
  await password(page).fill('x');
  await password(page).fill('');
  await password(page).blur();
  await expect(badEmail).toHaveCount(0);
  await expect(noPassword).toHaveCount(0);
  await signIn(page).click();
  await expect(badEmail).toBeVisible();
  await expect(noPassword).toBeVisible();
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(email(page)).toHaveAccessibleDescription('Please enter a valid email');
  await checkA11y(page);
  await email(page).fill('dana@example.com');
  await expect(badEmail).toHaveCount(0);
  await email(page).fill('dana@');
  await expect(badEmail).toBeVisible();
  await password(page).fill('x');
  await expect(noPassword).toHaveCount(0);

  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(landing(page)).toBeVisible();
});

test('AUTH-23 ERR-06 ERR-07 the card while it is submitting, and why it was refused', async ({
  page,
  company,
}) => {
  await page.context().clearCookies();
  await page.goto('/login?notice=sso');
  await expect(
    page.getByText('Single sign-on is not set up here. Sign in with your email and password.'),
  ).toBeVisible();
  await email(page).fill(company.email);
  await password(page).fill('not the password');

  const answer = await hold(page, LOGIN);
  await password(page).press('Enter');
  const pending = page.getByRole('button', { name: 'Signing In...' });
  await expect(pending).toBeVisible();
  await expect(email(page)).toBeDisabled();
  await expect(password(page)).toBeDisabled();
  answer();
  const failed = toastNamed(page, 'Login Failed');
  await expect(failed).toContainText('Invalid email or password');
  await expect(failed).toHaveAttribute('data-variant', 'destructive');
  await expect(signIn(page)).toBeVisible();
  await expect(password(page)).toBeFocused();
  await expect(email(page)).toHaveValue(company.email);

  // The server's own words, and those for when it has none.
  const replies = [
    {
      status: 429,
      body: '{"message":"Too many attempts. Please try again later."}',
      text: 'Too many attempts',
    },
    { status: 500, body: '', text: 'Invalid email or password' },
    { status: 401, body: '{}', text: 'Invalid email or password' },
  ];
  for (const { status, body, text } of replies) {
    await page.unroute(LOGIN);
    await page.route(LOGIN, (route) => route.fulfill({ status, body, contentType: 'application/json' }));
    await failed.getByRole('button', { name: 'Dismiss' }).click();
    await expect(failed).toHaveCount(0);
    await signIn(page).click();
    await expect(failed).toContainText(text);
  }
  await page.unroute(LOGIN);
  await page.route(LOGIN, (route) => route.abort());
  await signIn(page).click();
  await expect(failed).toContainText('Failed to fetch');
});

test('AUTH-25 AUTH-26 a sign-in says so and loads / anew about 100 ms later', async ({ page, company }) => {
  await page.context().clearCookies();
  await page.clock.install();
  await page.goto('/login');
  await email(page).fill(company.email.toUpperCase());
  await password(page).fill(PASSWORD);
  await page.evaluate(() => Object.assign(window, { before: true }));
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1000);
  await signIn(page).click();
  const done = toastNamed(page, 'Success');
  await expect(done).toContainText('Logged in successfully');
  await page.clock.runFor(90);
  await expect(page).toHaveURL('/login');
  await page.clock.runFor(20);
  await page.waitForURL('/');
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(await page.evaluate(() => 'before' in window), 'the page was loaded anew').toBe(false);
  await expect(done).toContainText('Logged in successfully');
});

test('AUTH-24 in demo mode the card offers the four demo accounts, and Use fills the form', async ({
  page,
}) => {
  await page.goto('/login');
  const roles = ['Super Admin', 'Site Manager', 'Security Officer', 'Site Supervisor'];
  const rows = page.getByRole('listitem');
  await expect(rows).toHaveCount(4);
  for (const [index, role] of roles.entries()) {
    await expect(rows.nth(index)).toContainText(role);
    await expect(rows.nth(index)).toContainText(DEMO_ACCOUNTS[index]?.email ?? 'no account');
  }
  await expect(page.getByText(DEMO_PASSWORD, { exact: true })).toBeVisible();
  await checkA11y(page);

  await email(page).fill('x');
  await signIn(page).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByRole('button', { name: 'Use Security Officer' }).click();
  await expect(page.getByText('Password is required')).toHaveCount(0);
  await expect(email(page)).toHaveValue('hannah.boyd@northgate.example');
  await expect(password(page)).toHaveValue(DEMO_PASSWORD);
  await expect(signIn(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('outside demo mode the card says nothing of demo accounts', async ({ page }) => {
  await page.route('**/api/auth/demo', (route) =>
    route.fulfill({ status: 404, json: { message: 'Not found' } }),
  );
  const asked = page.waitForResponse('**/api/auth/demo');
  await page.goto('/login');
  await asked;
  await expect(signIn(page)).toBeVisible();
  await expect(page.getByText('Demo accounts')).toHaveCount(0);
  await expect(page.getByText(DEMO_PASSWORD)).toHaveCount(0);
});
