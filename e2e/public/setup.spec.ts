import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { hashPassword } from '../../server/identity/password-hash.ts';
import { SETUP_REDIRECT_MS } from '../../shared/limits.ts';
import { heading, hold, isMarked, mark, stopClock } from '../page.ts';
import { checkA11y, expect, PASSWORD, test } from '../world.ts';

const SETUP = '**/api/companies/setup';
const fresh = () => ({
  email: `dana-${randomUUID().slice(0, 8)}@example.com`,
  company: `Northgate & Sons ${randomUUID().slice(0, 8)}`,
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const slug = (page: Page) => field(page, 'URL identifier');
const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();
const notice = (page: Page) => page.getByRole('alert');

/** Fills step 1 as a new user and continues to step 2. */
async function fillAccount(page: Page, { email, company } = fresh()): Promise<void> {
  await field(page, 'First Name').fill('Dana');
  await field(page, 'Last Name').fill('Holt');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm Password').fill(PASSWORD);
  await field(page, 'Company Name').fill(company);
  await next(page);
  await expect(heading(page, 'Plan Selection')).toBeVisible();
}

test('SETUP-01 SETUP-02 SETUP-04 VALID-34 VALID-35 VALID-36 step 1 and what it refuses', async ({ page }) => {
  await page.goto('/signup');
  await expect(heading(page, 'Account & Company Setup')).toBeVisible();
  const required = ['First Name', 'Email', 'Password', 'Confirm Password', 'Company Name'];
  for (const label of required) {
    await expect(field(page, label)).toHaveAttribute('aria-required', 'true');
    await expect(page.getByText(`${label}*`, { exact: true })).toBeVisible();
  }
  for (const label of ['Last Name', 'Description'])
    await expect(field(page, label)).not.toHaveAttribute('aria-required');
  await expect(page.getByText('Description(optional)')).toBeVisible();

  // Each of the four alone, empty or only spaces.
  const filled: Record<string, string> = {
    'First Name': 'Dana',
    Email: 'dana@example.com',
    Password: 'secret',
    'Company Name': 'Northgate',
  };
  for (const missing of Object.keys(filled)) {
    for (const [label, value] of Object.entries(filled))
      await field(page, label).fill(label === missing ? (label === 'Password' ? '' : '  ') : value);
    await field(page, 'Confirm Password').fill(missing === 'Password' ? '' : 'secret');
    await next(page);
    await expect(notice(page)).toContainText('Required Fields Missing');
    await expect(notice(page)).toContainText('Please fill in all required fields to continue.');
    await expect(field(page, missing), missing).toBeFocused();
    await expect(field(page, missing)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, missing)).toBeInViewport();
    // Where both fit, the notice above the form stays in view.
    if (missing !== 'Company Name') await expect(notice(page)).toBeInViewport({ ratio: 1 });
  }
  await checkA11y(page);

  await field(page, 'Company Name').fill('Northgate');
  await field(page, 'Confirm Password').fill('Secret');
  await next(page);
  await expect(notice(page)).toContainText('Password Mismatch');
  await expect(notice(page)).toContainText('Passwords do not match. Please check and try again.');
  await expect(field(page, 'Confirm Password')).toBeFocused();

  await field(page, 'Password').fill('short');
  await field(page, 'Confirm Password').fill('short');
  await next(page);
  await expect(notice(page)).toContainText('Password Too Short');
  await expect(notice(page)).toContainText('Password must be at least 6 characters long.');
  await expect(field(page, 'Password')).toBeFocused();
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);

  // The same meter as the short sign-up, with the rule of this form.
  await expect(page.getByText('At least 6 characters. What makes it stronger:')).toBeVisible();
  await expect(page.getByText('Weak', { exact: true })).toBeVisible();
  await expect(page.getByText('Match', { exact: true })).toBeVisible();

  // The server's rules are checked here too.
  await field(page, 'Password').fill('secret');
  await field(page, 'Confirm Password').fill('secret');
  await field(page, 'Email').fill('dana');
  await next(page);
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email');
  await expect(heading(page, 'Account & Company Setup')).toBeVisible();
  await field(page, 'Email').fill('dana@example.com');
  await next(page);
  await expect(heading(page, 'Plan Selection')).toBeVisible();
  await expect(heading(page, 'Plan Selection')).toBeFocused();
});

test('SETUP-03 the URL identifier follows the name until it is edited by hand', { tag: '@once' }, async ({
  page,
}) => {
  await page.goto('/signup');
  const name = field(page, 'Company Name');
  await name.pressSequentially('Acme & Sons');
  await expect(slug(page)).toHaveValue('acme-sons');
  await slug(page).fill('Our own--Name ');
  await slug(page).blur();
  await expect(slug(page)).toHaveValue('our-own-name');
  await name.fill('Another name');
  await expect(slug(page)).toHaveValue('our-own-name');
  await slug(page).fill('');
  await slug(page).blur();
  await expect(slug(page)).toHaveValue('another-name');
  await name.fill('!!!');
  await expect(slug(page)).toHaveValue('');
});

test('SETUP-05 SETUP-06 SETUP-07 SETUP-08 CONST-01 CONST-02 CONST-03 step 2 offers the plans and sums up', {
  tag: '@once',
}, async ({ page }) => {
  const { company, email } = fresh();
  await page.goto('/signup');
  await fillAccount(page, { company, email });
  const plan = (name: string) => page.getByRole('radio', { name, exact: true });
  await expect(page.getByRole('radio')).toHaveCount(3);
  await expect(plan('Basic')).toBeChecked();

  const card = (name: string) => page.locator('label', { has: plan(name) });
  for (const [name, lines] of Object.entries(PLANS))
    for (const line of lines) await expect(card(name).getByText(line, { exact: true }), line).toBeVisible();

  const summary = (term: string) => page.locator('dl > div', { hasText: term }).getByRole('definition');
  await expect(summary('Company')).toHaveText(company);
  await expect(summary('URL')).toHaveText(company.toLowerCase().replace(' & ', '-').replaceAll(' ', '-'));
  await expect(summary('Plan')).toHaveText('Basic, $29 per month after 14 days');
  await card('Professional').click();
  await expect(summary('Plan')).toHaveText('Professional, $89 per month after 14 days');
  await plan('Professional').press('ArrowRight');
  await expect(summary('Plan')).toHaveText('Enterprise, custom price after 14 days');
  await checkA11y(page);

  await page.getByRole('button', { name: 'Terms of Service' }).click();
  await expect(page.getByRole('dialog', { name: 'Terms of Service' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Create Company' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(heading(page, 'Account & Company Setup')).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Company Name')).toHaveValue(company);
  await expect(notice(page)).toHaveCount(0);
  await next(page);
  await expect(plan('Enterprise')).toBeChecked();

  // The browser's Back goes one step back; after a reload step 1 is empty.
  await page.goBack();
  await expect(heading(page, 'Account & Company Setup')).toBeVisible();
  await expect(field(page, 'Company Name')).toHaveValue(company);
  await next(page);
  await expect(plan('Enterprise')).toBeChecked();
  await page.reload();
  await expect(heading(page, 'Account & Company Setup')).toBeVisible();
});

/** Plans of the specification, section 9. */
const PLANS: Record<string, string[]> = {
  Basic: [
    'Up to 100 keys',
    '5 locations',
    '10 users',
    '$29',
    'per month',
    'Basic reporting',
    'Email support',
  ],
  Professional: [
    'Up to 500 keys',
    '15 locations',
    '25 users',
    '$89',
    'per month',
    'Advanced analytics',
    'NFC scanning',
    'Priority support',
  ],
  Enterprise: [
    'Unlimited keys',
    'Unlimited locations',
    'Unlimited users',
    'Custom',
    'Custom integrations',
    'Dedicated support',
    'SLA',
  ],
};

test('SETUP-09 SETUP-10 SETUP-11 SETUP-12 SETUP-14 API-07 a company is made, and its first user is in', {
  tag: '@once',
}, async ({ page, sql }) => {
  const { company, email } = fresh();
  const reads: string[] = [];
  let setups = 0;
  await page.clock.install();
  await page.goto('/signup');
  await fillAccount(page, { company, email });
  await page.getByRole('radio', { name: 'Professional' }).check();

  const open = await hold(page, SETUP);
  page.on('request', (request) => {
    if (request.url().endsWith('/setup')) setups += 1;
    if (request.method() === 'GET') reads.push(new URL(request.url()).pathname);
  });
  await stopClock(page);
  // A double click creates one company.
  await page.getByRole('button', { name: 'Create Company' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByText('Setting Up...')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  open();

  await expect(heading(page, 'Welcome, Dana')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Setup Complete' })).toBeVisible();
  await expect(page.getByText(`${company} is ready and you are signed in`)).toBeVisible();
  for (const step of ['Add key bunches', 'Configure locations', 'Invite team members'])
    await expect(page.getByRole('listitem').getByText(step, { exact: true })).toBeVisible();
  expect(reads.filter((path) => path.startsWith('/api/')).sort()).toEqual([
    '/api/auth/user',
    '/api/companies/current',
  ]);
  expect(setups).toBe(1);

  await mark(page);
  await page.clock.runFor(2990);
  await expect(page).toHaveURL('/signup');
  await page.clock.runFor(20);
  await page.waitForURL('/');
  await page.clock.resume();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  expect(await isMarked(page), 'the page was loaded anew').toBe(false);

  const rows = await sql(
    `select c.plan_type, u.role, u.first_name from companies c join users u on u.company_id = c.id where u.email = $1`,
    [email],
  );
  expect(rows).toEqual([{ plan_type: 'professional', role: 'super_admin', first_name: 'Dana' }]);
});

test('the last steps read well to everybody, and the button opens the dashboard at once', async ({
  page,
}) => {
  // axe needs longer than the three seconds.
  await page.addInitScript((redirect) => {
    const real = window.setTimeout;
    const patient = (run: TimerHandler, ms?: number) => real(run, ms === redirect ? 600_000 : ms);
    window.setTimeout = patient as typeof window.setTimeout;
  }, SETUP_REDIRECT_MS);
  await page.goto('/signup');
  await fillAccount(page);
  const open = await hold(page, SETUP);
  await page.getByRole('button', { name: 'Create Company' }).click();
  await expect(page.getByText('Setting Up...')).toBeVisible();
  await checkA11y(page);
  open();
  await expect(page.getByRole('heading', { name: 'Setup Complete' })).toBeVisible();
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await page.getByRole('button', { name: 'Open the dashboard' }).click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
});

test('SETUP-13 ERR-08 ERR-09 a refused setup comes back to the form that holds the fault', {
  tag: '@once',
}, async ({ page, company }) => {
  await page.context().clearCookies();
  await page.goto('/signup');
  const create = page.getByRole('button', { name: 'Create Company' });
  const own = fresh();
  await fillAccount(page, { ...own, email: company.email });

  // The email already has an account: back to step 1, at that field.
  await create.click();
  await expect(notice(page)).toContainText('Setup Failed');
  await expect(notice(page)).toContainText('An account with this email already exists. Please sign in.');
  await expect(heading(page, 'Account & Company Setup')).toBeVisible();
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Company Name')).toHaveValue(own.company);
  await checkA11y(page);
  await field(page, 'Email').fill(own.email);

  // The identifier is taken.
  await slug(page).fill(company.name);
  await next(page);
  await create.click();
  await expect(notice(page)).toContainText('This URL identifier is already taken');
  await expect(slug(page)).toBeFocused();
  await slug(page).fill('');
  await slug(page).blur();
  await next(page);

  // Without a field at fault step 2 stays, with the server's message or a default.
  const replies = [
    { status: 500, body: '', text: 'Failed to create company. Please try again.' },
    {
      status: 429,
      body: '{"message":"Too many attempts. Please try again later."}',
      text: 'Too many attempts.',
    },
  ];
  for (const { status, body, text } of replies) {
    await page.unroute(SETUP);
    await page.route(SETUP, (route) => route.fulfill({ status, body, contentType: 'application/json' }));
    await create.click();
    await expect(notice(page)).toContainText('Setup Failed');
    await expect(notice(page)).toContainText(text);
    await expect(heading(page, 'Plan Selection')).toBeVisible();
  }
  await page.unroute(SETUP);
  await create.click();
  await expect(heading(page, 'Welcome, Dana')).toBeVisible();
});

test('ROUTE-03 SETUP-02 API-08 somebody without a company gets the wizard at every address, and keeps their account', {
  tag: '@once',
}, async ({ page, sql }) => {
  const { email, company } = fresh();
  await sql('insert into users (email, password, first_name, last_name) values ($1, $2, $3, $4)', [
    email,
    await hashPassword(PASSWORD),
    'Petra',
    'Lindqvist',
  ]);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/signup');
  await expect(heading(page, 'Account & Company Setup')).toBeVisible();
  await page.context().request.post('/api/auth/login', { data: { email, password: PASSWORD } });
  for (const path of ['/key-bunches', '/login', '/no-such-page', '/']) {
    await page.goto(path);
    await expect(heading(page, 'Account & Company Setup'), path).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
  // Visitors and users without a company have nothing of a company to request.
  expect(new Set(requests.filter((path) => path.startsWith('/api/')))).toEqual(new Set(['/api/auth/user']));

  await expect(field(page, 'First Name')).toHaveValue('Petra');
  await expect(field(page, 'Last Name')).toHaveValue('Lindqvist');
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Email')).toHaveAttribute('readonly');
  await expect(field(page, 'Password')).toHaveCount(0);
  await expect(field(page, 'Confirm Password')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await checkA11y(page);

  await next(page);
  await expect(notice(page)).toContainText('Required Fields Missing');
  await field(page, 'Company Name').fill(company);
  await next(page);
  const sent = page.waitForRequest(SETUP);
  await page.getByRole('button', { name: 'Create Company' }).click();
  expect((await sent).postDataJSON()).not.toHaveProperty('password');
  await expect(heading(page, 'Welcome, Petra')).toBeVisible();
  expect(requests).toContain('/api/companies/current');
  await page.getByRole('button', { name: 'Open the dashboard' }).click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  const rows = await sql('select role, company_id is not null as member from users where email = $1', [
    email,
  ]);
  expect(rows).toEqual([{ role: 'super_admin', member: true }]);
});
