import type { Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../../server/features/auth/demo-accounts.ts';
import { open, submit } from '../key-bunch/key-dialog.ts';
import { heading, hold, isMarked, landing, mark, stopClock, toast } from '../page.ts';
import { checkA11y, DEMO_PASSWORD, expect, PASSWORD, test } from '../world.ts';

const LOGIN = '**/api/auth/login';
const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true });
const toastNamed = (page: Page, title: string) =>
  toast(page).filter({ has: page.getByText(title, { exact: true }) });

test('AUTH-20 AUTH-21 AUTH-22 VALID-01 VALID-02 VALID-03 the sign-in card, and what it says of bad input', async ({
  page,
  isPhone,
}) => {
  const showHint = await hold(page, '**/api/auth/demo');
  await page.goto('/login');
  const card = page.locator('section', { has: signIn(page) });
  await expect(card.getByRole('heading', { level: 1 })).toHaveText('Sign in to Keyhold');
  await expect(card.getByText('professional key management system for security teams')).toBeVisible();
  const before = await card.boundingBox();
  showHint();
  await expect(page.getByText('Demo accounts')).toBeVisible();
  expect(await card.boundingBox(), 'what comes later moves nothing').toEqual(before);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(Math.abs((before?.x ?? 0) + (before?.width ?? 0) / 2 - width / 2)).toBeLessThan(2);
  const column = await page.getByRole('main').boundingBox();
  const middle = (column?.y ?? 0) + (column?.height ?? 0) / 2;
  // On a phone the page starts at the top, so that the keyboard covers nothing.
  if (!isPhone) expect(Math.abs(middle - height / 2)).toBeLessThan(3);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/');
  if (!isPhone) await expect(email(page)).toBeFocused();

  // No validation before the first submit, then at each change.
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

test('AUTH-23 ERR-06 ERR-07 the card while it is submitting, and why it was refused', {
  tag: '@once',
}, async ({ page, company, isPhone }) => {
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

  // The server's messages, and the default without one.
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
    // On a phone the toast covers the button, so the failure also stays above it until the next try.
    await expect(page.getByRole('note')).toHaveCount(isPhone ? 1 : 0);
    await signIn(page).click();
    await expect(failed).toContainText(text);
    if (isPhone) await expect(page.getByRole('note')).toContainText(text);
  }
  await page.unroute(LOGIN);
  await page.route(LOGIN, (route) => route.abort());
  await signIn(page).click();
  await expect(failed).toContainText('Failed to fetch');
});

test('AUTH-25 AUTH-26 a sign-in says so and loads / anew about 100 ms later', { tag: '@once' }, async ({
  page,
  company,
}) => {
  await page.context().clearCookies();
  await page.clock.install();
  await page.goto('/login');
  await email(page).fill(company.email.toUpperCase());
  await password(page).fill(PASSWORD);
  await mark(page);
  await stopClock(page);
  await signIn(page).click();
  const done = toastNamed(page, 'Success');
  await expect(done).toContainText('Logged in successfully');
  await page.clock.runFor(90);
  await expect(page).toHaveURL('/login');
  await page.clock.runFor(20);
  await page.waitForURL('/');
  await page.clock.resume();
  await expect(done).toContainText('Logged in successfully');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  expect(await isMarked(page), 'the page was loaded anew').toBe(false);
  // The toast closes soon.
  await page.clock.runFor(2500);
  await expect(done).toHaveCount(0);
});

test('a visitor who came to a page of members goes on there after signing in, remembered', {
  tag: '@once',
}, async ({ page, company }) => {
  await page.context().clearCookies();
  await page.goto('/key-bunches?status=missing');
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await email(page).fill(company.email);
  await password(page).fill(PASSWORD);
  await page.getByLabel('Remember me').check();
  const sent = page.waitForRequest(LOGIN);
  await signIn(page).click();
  expect((await sent).postDataJSON()).toMatchObject({ remember: true });
  await expect(heading(page, 'Key Management')).toBeVisible();
  await expect(page).toHaveURL('/key-bunches?status=missing');
  await page.goto('/login?next=/profile');
  await expect(page).toHaveURL('/profile');
});

test('a session that ends under a half-filled dialog is renewed in its place, and what was typed is saved', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const bunch = await company.bunch((await company.location()).id);
  const { id } = await company.signInAs('admin');
  const form = await open(page, bunch, 'Key Details');
  await form.getByLabel('Notes').fill('Half a sentence');
  await sql('delete from sessions where user_id = $1', [id]);
  await submit(page, 'Save changes');
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  const field = again.getByLabel('Password', { exact: true });
  const expectDescription = (text: string) => expect(field).toHaveAccessibleDescription(text);

  // Without a check of the password the message does not call it wrong.
  await field.fill(PASSWORD);
  const tooMany = { status: 429, json: { message: 'Too many attempts. Try again in 15 minutes.' } };
  await page.route(LOGIN, (route) => route.fulfill(tooMany));
  await field.press('Enter');
  await expectDescription('Too many attempts. Try again in 15 minutes.');
  await page.unroute(LOGIN);
  await page.route(LOGIN, (route) => route.abort());
  await field.press('Enter');
  await expectDescription('No connection. Check your signal and try again.');
  await page.unroute(LOGIN);
  await again.getByLabel('Remember me').check();
  const sent = page.waitForRequest(LOGIN);
  await field.press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({ password: PASSWORD, remember: true });
  await expect(toast(page)).toContainText('Key details updated successfully');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({ notes: 'Half a sentence' });
});

test('AUTH-24 in demo mode the card offers the four demo accounts, and Use fills the form', {
  tag: '@once',
}, async ({ page }) => {
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
  await expect(heading(page, 'Dashboard')).toBeVisible();
});
