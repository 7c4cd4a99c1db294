import { createHash, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { heading, hold, toast, userMenu } from '../page.ts';
import { checkA11y, expect, PASSWORD, test } from '../world.ts';

const FORGOT = '**/api/auth/forgot-password';
const RESET = '**/api/auth/reset-password';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const alert = (page: Page) => page.getByRole('main').getByRole('alert');

test('ROUTE-12 AUTH-14 AUTH-15 AUTH-16 AUTH-17 AUTH-18 AUTH-19 VALID-45 ERR-12 a forgotten password: the form, the wait, and what to do next', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL(/\/auth\/forgot-password$/);
  await expect(heading(page, 'Forgot password')).toBeVisible();
  await expect(field(page, 'Email')).toBeFocused();
  // This server has no mail, which shows before anything is typed.
  const noMail = page.getByRole('status').filter({ hasText: 'This server sends no email' });
  await expect(noMail).toContainText('Ask an administrator of your company for a link.');
  const submit = button(page, 'Send Reset Link');
  await submit.click();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter your email address');
  await field(page, 'Email').fill('nobody');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email');
  await checkA11y(page);
  await field(page, 'Email').fill('nobody@example.com');

  await page.route(FORGOT, (route) => route.fulfill({ status: 500, body: '' }));
  await submit.click();
  await expect(alert(page)).toHaveText('Failed to send reset email');
  await page.unroute(FORGOT);

  const sent = page.waitForRequest(FORGOT);
  const begun = performance.now();
  await field(page, 'Email').press('Enter');
  expect((await sent).postDataJSON()).toEqual({ email: 'nobody@example.com' });
  await expect(button(page, 'Sending...')).toBeVisible();
  await expect(heading(page, 'Check Your Email')).toBeFocused();
  expect(performance.now() - begun).toBeGreaterThanOrEqual(2000);
  const main = page.getByRole('main');
  await expect(main).toContainText('nobody@example.com');
  await expect(main).toContainText('Not sent to');
  await expect(noMail).toBeVisible();
  await expect(main).toContainText('The link expires in 15 minutes.');
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);

  await expect(main.getByRole('link', { name: 'Back to Sign In' })).toHaveAttribute('href', '/auth/login');
  await expect(button(page, 'Resend Email')).toHaveCount(0);

  // With mail, the email can be sent again.
  await page.route(/\d\/auth\/forgot-password$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('no-mail', '') });
  });
  await page.goto('/auth/forgot-password');
  await field(page, 'Email').fill('nobody@example.com');
  await submit.click();
  await button(page, 'Resend Email').click();
  await expect(page).toHaveURL(/\/auth\/forgot-password$/);
  await expect(heading(page, 'Forgot password')).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue('nobody@example.com');
});

test('S-10 S-12 an invitation: choose a password, sign in with it, and the link is used up', {
  tag: '@once',
}, async ({ page, company }) => {
  const email = `officer-${randomUUID().slice(0, 8)}@example.com`;
  const { inviteUrl } = await company.post<{ inviteUrl: string }>('/api/users', {
    email,
    firstName: 'Olu',
    lastName: 'Adeyemi',
    role: 'officer',
  });
  const path = new URL(inviteUrl).pathname;
  await page.context().clearCookies();
  const checked = await hold(page, '**/api/auth/reset-password/check');
  await page.goto(path);
  await expect(heading(page, 'Set your password')).toBeVisible();
  checked();
  await expect(heading(page, `Welcome to ${company.name}`)).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await field(page, 'Password').fill('short');
  await button(page, 'Set Password').click();
  await expect(field(page, 'Password')).toHaveAccessibleDescription(
    'Password must be at least 6 characters long.',
  );
  await expect(field(page, 'Password')).toBeFocused();
  await field(page, 'Password').fill('Kestrel448');
  await field(page, 'Confirm Password').fill('Kestrel');
  await button(page, 'Set Password').click();
  await expect(field(page, 'Confirm Password')).toHaveAccessibleDescription('Passwords do not match');
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await field(page, 'Confirm Password').fill('Kestrel448');

  await page.route(RESET, (route) => route.fulfill({ status: 429, json: { message: 'Too many attempts.' } }));
  await button(page, 'Set Password').click();
  await expect(alert(page)).toHaveText('Too many attempts.');
  await page.unroute(RESET);
  await button(page, 'Set Password').click();
  await expect(heading(page, 'Your password has been set')).toBeFocused();
  await checkA11y(page);
  await button(page, 'Sign In').click();
  await expect(toast(page)).toContainText('Logged in successfully');
  await expect(heading(page, 'Dashboard')).toBeVisible();

  // A used link leads to the profile when signed in, otherwise to a new link.
  await page.goto(path);
  await expect(heading(page, 'This link is invalid or has expired')).toBeVisible();
  await page.getByRole('link', { name: 'My Profile' }).click();
  await expect(heading(page, 'My Profile')).toBeVisible();
  await page.context().clearCookies();
  await page.goto(path);
  await expect(heading(page, 'This link is invalid or has expired')).toBeVisible();
  await checkA11y(page);
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page).toHaveURL(/\/auth\/forgot-password$/);
  await expect(heading(page, 'Forgot password')).toBeVisible();
});

test('S-11 S-12 a reset ends the other sessions, goes on in this one, and may be somebody else’s', {
  tag: '@once',
}, async ({ page, company, sql, visitor }) => {
  const link = async (email: string) => {
    const token = `${randomUUID()}${randomUUID()}`;
    const hash = createHash('sha256').update(token).digest('hex');
    await sql(
      `insert into one_time_tokens (token_hash, user_id, purpose, expires_at)
       select $1, id, 'reset', now() + interval '15 minutes' from users where email = $2`,
      [hash, email],
    );
    return `/auth/reset-password/${token}`;
  };
  const choose = async (password: string) => {
    await expect(heading(page, 'Set a new password')).toBeVisible();
    await field(page, 'New Password').fill(password);
    await field(page, 'Confirm New Password').fill(password);
    await field(page, 'Confirm New Password').press('Enter');
    await expect(heading(page, 'Your password has been set')).toBeVisible();
  };

  const officer = await company.signInAs('officer');
  const elsewhere = await visitor.post('/api/auth/login', {
    data: { email: officer.email, password: PASSWORD },
  });
  expect(elsewhere.status()).toBe(200);
  await page.goto(await link(officer.email));
  await choose('Kestrel448');
  expect((await visitor.get('/api/auth/user')).status()).toBe(401);
  await button(page, 'Continue').click();
  await expect(heading(page, 'Dashboard')).toBeVisible();

  // Another user's link, opened while signed in.
  await page.goto(await link(company.email));
  await choose('Kestrel449');
  await expect(page.getByRole('main')).toContainText(`You are signed in here as ${officer.email}`);
  await button(page, `Sign In as ${company.email}`).click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await expect(userMenu(page)).toContainText('Dana Holt');

  // The link expires while the form is open.
  const path = await link(company.email);
  await page.goto(path);
  await expect(heading(page, 'Set a new password')).toBeVisible();
  await sql(
    `update one_time_tokens set expires_at = now() - interval '1 second'
     where user_id = (select id from users where email = $1)`,
    [company.email],
  );
  await field(page, 'New Password').fill('Kestrel450');
  await field(page, 'Confirm New Password').fill('Kestrel450');
  await button(page, 'Set Password').click();
  await expect(heading(page, 'This link is invalid or has expired')).toBeFocused();
});
