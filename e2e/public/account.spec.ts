import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { heading, hold, landing, toast } from '../page.ts';
import { checkA11y, expect, PASSWORD, test } from '../world.ts';

const LOGIN = '**/api/auth/login';
const SETUP = '**/api/companies/setup';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const provider = (page: Page) => button(page, 'Continue with single sign-on');

/** The JSON body of the next request to an address. */
const sentTo = (page: Page, url: string) =>
  page.waitForRequest(url).then((request) => request.postDataJSON());

test('ROUTE-10 AUTH-01 AUTH-02 AUTH-03 AUTH-04 AUTH-05 AUTH-07 ERR-10 the sign-in page has every way in, and says on the page why one failed', async ({
  page,
  company,
}) => {
  await page.context().clearCookies();
  await page.goto('/auth/login');
  await expect(heading(page, 'Welcome back')).toBeVisible();
  await expect(provider(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
    'href',
    '/auth/forgot-password',
  );
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/auth/signup');
  await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/');

  const submit = button(page, 'Sign In');
  await expect(submit).toBeDisabled();
  await field(page, 'Email').fill(company.email);
  await expect(submit).toBeDisabled();
  await field(page, 'Password').fill('not it');
  await expect(submit).toBeEnabled();
  await field(page, 'Email').fill('');
  await expect(submit).toBeDisabled();
  await field(page, 'Email').fill(company.email);

  await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
  await button(page, 'Show password').click();
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
  await button(page, 'Hide password').click();
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password');

  const answer = await hold(page, LOGIN);
  await submit.click();
  await expect(button(page, 'Signing In...')).toBeVisible();
  answer();
  await expect(alert(page)).toHaveText('Invalid email or password');
  await expect(toast(page)).toHaveCount(0);
  await expect(field(page, 'Password')).toBeFocused();
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);

  await page.route(LOGIN, (route) => route.fulfill({ status: 500, body: '' }));
  await submit.click();
  await expect(alert(page)).toHaveText('Login failed');
  await page.unroute(LOGIN);

  await page.getByLabel('Remember me').check();
  await field(page, 'Password').fill(PASSWORD);
  const sent = sentTo(page, LOGIN);
  await page.keyboard.press('Enter');
  expect(await sent).toEqual({ email: company.email, password: PASSWORD, remember: true });
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await expect(page).toHaveURL('/');
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'sid');
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * 86_400);

  // Back loads a page delivered to a visitor; its hint is not trusted.
  await page.goBack();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('AUTH-06 AUTH-12 the provider button leaves for /api/login, which without a provider leads back with a notice', {
  tag: '@once',
}, async ({ page }) => {
  for (const path of ['/auth/login', '/auth/signup']) {
    await page.goto(path);
    const navigation = page.waitForRequest('**/api/login');
    await provider(page).click();
    expect((await navigation).isNavigationRequest(), path).toBe(true);
    await expect(page).toHaveURL('/login?notice=sso');
    await expect(
      page.getByText('Single sign-on is not set up here. Sign in with your email and password.'),
    ).toBeVisible();
  }
});

const PERSON = {
  'First Name': 'Dana',
  'Last Name': 'Holt',
  Email: 'dana@example.com',
  'Company Name': 'Example Keys',
  Password: 'Kestrel448',
  'Confirm Password': 'Kestrel448',
};

const fill = async (page: Page, person: Partial<typeof PERSON>) => {
  for (const [name, text] of Object.entries(person)) await field(page, name).fill(text);
};

test('ROUTE-11 AUTH-08 AUTH-09 AUTH-10 AUTH-11 VALID-39 VALID-40 VALID-41 VALID-42 the sign-up form judges rule by rule', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/auth/signup');
  await expect(heading(page, 'Create your account')).toBeVisible();
  for (const name of Object.keys(PERSON)) await expect(field(page, name), name).toBeVisible();
  for (const [place, name] of ['Password', 'Confirm Password'].entries()) {
    await page.getByRole('button', { name: 'Show password' }).first().click();
    await expect(field(page, name)).toHaveAttribute('type', 'text');
    await expect(page.getByRole('button', { name: 'Hide password' })).toHaveCount(place + 1);
  }
  const submit = button(page, 'Create account');
  const terms = page.getByRole('checkbox', { name: 'I agree to the Terms of Service' });
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription('Agree to the terms to continue.');
  await terms.check();
  await expect(submit).toBeEnabled();

  // No mismatch while the second password is still a beginning of the first.
  const differ = page.getByText('Passwords do not match');
  await fill(page, { Password: 'kest', 'Confirm Password': 'ke' });
  await expect(page.getByText('Weak', { exact: true })).toBeVisible();
  await expect(differ).toHaveCount(0);
  await expect(page.getByText('Three of these four, and at least 6 characters:')).toBeVisible();
  await field(page, 'Confirm Password').fill('ka');
  await expect(differ).toBeVisible();
  await fill(page, { Password: '', 'Confirm Password': '' });

  await submit.click();
  await expect(alert(page)).toHaveText('Please fill in all required fields');
  await expect(field(page, 'First Name')).toBeFocused();
  await expect(field(page, 'Company Name')).toHaveAccessibleDescription('Company name is required');
  await checkA11y(page);
  for (const missing of ['First Name', 'Last Name', 'Email', 'Company Name'] as const) {
    await fill(page, { ...PERSON, [missing]: '  ' });
    await submit.click();
    await expect(alert(page), missing).toHaveText('Please fill in all required fields');
    await expect(field(page, missing)).toBeFocused();
    // The form focuses the field once more in its own timer.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  }

  await fill(page, { ...PERSON, Password: 'kest', 'Confirm Password': 'kes' });
  await submit.click();
  await expect(alert(page)).toHaveCount(0);
  await expect(field(page, 'Confirm Password')).toHaveAccessibleDescription('Passwords do not match');
  await expect(field(page, 'Confirm Password')).toBeFocused();
  await field(page, 'Confirm Password').fill('kest');
  await expect(page.getByText('Match', { exact: true })).toBeVisible();
  await submit.click();
  await expect(alert(page)).toHaveText('Please choose a stronger password');
  await expect(field(page, 'Password')).toBeFocused();
  await field(page, 'Password').fill('kestrels');
  await expect(page.getByText('Fair', { exact: true })).toBeVisible();
  await expect(page.getByText('Match', { exact: true })).toHaveCount(0);
  await fill(page, PERSON);
  await expect(page.getByText('Strong', { exact: true })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);

  await terms.uncheck();
  await expect(submit).toBeDisabled();
  await field(page, 'Email').press('Enter');
  await expect(alert(page)).toHaveText('You must agree to the Terms of Service');
  await expect(terms).toBeFocused();
  await expect(terms).toHaveAccessibleDescription('Tick this box to continue');
  await field(page, 'First Name').fill('');
  await field(page, 'Email').press('Enter');
  await expect(alert(page)).toContainText('Please fill in all required fields');
  await expect(alert(page)).toContainText('You must agree to the Terms of Service');
  await button(page, 'Terms of Service').click();
  await expect(page.getByRole('dialog', { name: 'Terms of Service' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(terms).not.toBeChecked();
});

test('D-30 both ways to set up a company propose the device’s time zone, and ask where it has none', {
  tag: '@once',
}, async ({ page, browser, baseURL }) => {
  for (const path of ['/signup', '/auth/signup']) {
    await page.goto(path);
    await expect(page.getByRole('combobox', { name: 'Time zone' }), path).toHaveValue('Europe/London');
  }
  const context = await browser.newContext({
    timezoneId: 'UTC',
    baseURL: baseURL ?? '',
    reducedMotion: 'reduce',
  });
  const server = await context.newPage();
  await server.goto('/auth/signup');
  const zone = server.getByRole('combobox', { name: 'Time zone' });
  await expect(zone).toHaveValue('');
  await fill(server, { ...PERSON, Email: `dana-${randomUUID().slice(0, 8)}@example.com` });
  await fill(server, { 'Company Name': `Keys of ${randomUUID().slice(0, 8)}` });
  await server.getByRole('checkbox', { name: 'I agree to the Terms of Service' }).check();
  await button(server, 'Create account').click();
  await expect(alert(server)).toHaveText('Please fill in all required fields');
  await expect(zone).toHaveAccessibleDescription('Time zone is required');
  await zone.fill('new york');
  await server.getByRole('option', { name: 'America/New York' }).click();
  await button(server, 'Create account').click();
  await expect(heading(server, 'Dashboard')).toBeVisible();
  const company = await context.request.get('/api/companies/current');
  expect(await company.json()).toMatchObject({ timezone: 'America/New_York' });
  await context.close();
});

test('AUTH-13 ERR-11 the sign-up makes the company and goes to /, or says on the page why not', {
  tag: '@once',
}, async ({ page, company }) => {
  await page.context().clearCookies();
  await page.goto('/auth/signup');
  const email = `dana-${randomUUID().slice(0, 8)}@example.com`;
  const name = `Keys of ${randomUUID().slice(0, 8)}`;
  await fill(page, { ...PERSON, Email: email, 'Company Name': company.name });
  await page.getByRole('checkbox', { name: 'I agree to the Terms of Service' }).check();
  const submit = button(page, 'Create account');

  await page.route(SETUP, (route) => route.fulfill({ status: 500, body: '' }));
  await submit.click();
  await expect(alert(page)).toHaveText('Signup failed');
  await page.unroute(SETUP);
  await submit.click();
  await expect(alert(page)).toHaveText('This URL identifier is already taken');
  await expect(field(page, 'Company Name')).toBeFocused();
  await expect(field(page, 'Company Name')).toHaveAccessibleDescription(/This company name is taken/);
  await fill(page, { Email: company.email, 'Company Name': name });
  await submit.click();
  await expect(alert(page)).toHaveText('An account with this email already exists. Please sign in.');
  await expect(field(page, 'Email')).toBeFocused();

  await field(page, 'Email').fill(email);
  const sent = sentTo(page, SETUP);
  await submit.click();
  expect(await sent).toEqual({
    firstName: 'Dana',
    lastName: 'Holt',
    email,
    name,
    password: PERSON.Password,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    planType: 'basic',
    timezone: 'Europe/London',
  });
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(toast(page)).toContainText('Welcome, Dana');
  await expect(toast(page)).toContainText(`${name} is ready`);
  const reply = await page.context().request.get('/api/auth/user');
  expect(await reply.json()).toMatchObject({ email, role: 'super_admin', firstName: 'Dana' });
  // A page whose session has ended opens the sign-in.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/');
  await expect(landing(page)).toBeVisible();
});

test('the link in a reminder asks first, stops reminders by its button, and works once', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const body = { name: 'Owen Hartley', email: 'owen@example.com', sendReminders: true };
  const { id } = await company.post<{ id: number }>('/api/holders', body);
  const token = randomUUID();
  await sql(
    "insert into unsubscribe_tokens (token_hash, company_id, holder_id) values (encode(sha256($1::bytea), 'hex'), $2, $3)",
    [token, company.id, id],
  );
  const sends = async () =>
    (await company.get<{ sendReminders: boolean }>(`/api/holders/${id}`)).sendReminders;
  const another = await page.context().browser()?.newContext();
  const visitor = await another?.newPage();
  if (!visitor) throw new Error('There is no other browser');
  const open = () => visitor.goto(new URL(`/stop-reminders/${token}`, page.url()).href);
  await page.goto('/profile');
  await open();
  await expect(heading(visitor, 'Stop reminders?')).toBeVisible();
  await checkA11y(visitor);
  expect(await sends()).toBe(true);
  await button(visitor, 'Stop reminders').click();
  await expect(heading(visitor, 'Reminders stopped')).toBeVisible();
  expect(await sends()).toBe(false);
  await open();
  await button(visitor, 'Stop reminders').click();
  await expect(heading(visitor, 'This link is invalid or was used already')).toBeVisible();
  await another?.close();
});
