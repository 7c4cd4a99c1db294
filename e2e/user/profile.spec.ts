import type { Page } from '@playwright/test';
import { cutLive, heading, hold, toast } from '../page.ts';
import { checkA11y, expect, PASSWORD, test } from '../world.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();
const card = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name }) });
const detail = (page: Page, term: string) =>
  card(page, 'Account Details').locator('dl > div', { hasText: term }).getByRole('definition');

test('PROF-01 PROF-02 PROF-03 PROF-04 API-07 API-49 TOAST-13 one changes the own name', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const { id, email } = await company.signInAs('officer', { firstName: 'Hannah', lastName: 'Boyd' });
  await page.goto('/profile');
  await expect(heading(page, 'My Profile')).toBeVisible();
  await expect(card(page, 'Personal Information')).toBeVisible();
  await expect(field(page, 'First Name')).toHaveValue('Hannah');
  await expect(field(page, 'Last Name')).toHaveValue('Boyd');
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Current Password')).toHaveCount(0);
  await expect(detail(page, 'Role')).toHaveText('Staff Member');
  await expect(detail(page, 'User ID')).toHaveText(String(id));
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  const [made] = await sql<{ at: Date }>('select created_at as at from users where id = $1', [id]);
  await expect(detail(page, 'Account created')).toHaveText(day.format(made?.at));
  await checkA11y(page);

  const open = await hold(page, '**/api/users/*');
  await field(page, 'First Name').fill('  Hannah Maria ');
  const sent = page.waitForRequest('**/api/users/*');
  await save(page);
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  const request = await sent;
  expect(request.method()).toBe('PATCH');
  expect(new URL(request.url()).pathname).toBe(`/api/users/${id}`);
  expect(request.postDataJSON()).toEqual({ firstName: 'Hannah Maria', lastName: 'Boyd', email });
  const readAgain = page.waitForRequest('**/api/auth/user');
  open();
  await readAgain;
  await expect(toast(page)).toContainText('Profile updated');
  await expect(field(page, 'First Name')).toHaveValue('Hannah Maria');
  if (isPhone) await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByText('Hannah Maria Boyd', { exact: true })).toBeVisible();
});

test('VALID-30 VALID-31 VALID-32 ERR-25 what the profile form and the server refuse; reminders by the company’s clock', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.patch('/api/companies/current', { timezone: 'Europe/London' });
  await page.goto('/profile');
  for (const [label, message] of [
    ['First Name', 'First name is required'],
    ['Last Name', 'Last name is required'],
  ] as const) {
    await field(page, label).fill('  ');
    await save(page);
    await expect(page.getByText(message)).toBeVisible();
    await expect(field(page, label)).toBeFocused();
    await field(page, label).fill('Dana');
    await expect(page.getByText(message)).toHaveCount(0);
  }
  await field(page, 'Email').fill('dana');
  await save(page);
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email');

  // A changed email with a missing, a wrong and the right password.
  const moved = company.email.replace('dana', 'dana.holt');
  await field(page, 'Email').fill(moved);
  await expect(field(page, 'Current Password')).toBeVisible();
  await save(page);
  await expect(field(page, 'Current Password')).toHaveAccessibleDescription('Current password is required');
  await expect(field(page, 'Current Password')).toBeFocused();
  await field(page, 'Current Password').fill('wrong');
  await save(page);
  await expect(toast(page)).toContainText('Error');
  await expect(field(page, 'Current Password')).toHaveAccessibleDescription(
    'The current password is incorrect',
  );
  await expect(field(page, 'Current Password')).toBeFocused();
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);

  // A taken email: the server's message, and the default without one.
  const taken = `taken-${moved}`;
  await company.post('/api/users', { email: taken, firstName: 'Megan', lastName: 'Price' });
  await field(page, 'Email').fill(taken);
  await field(page, 'Current Password').fill(PASSWORD);
  await save(page);
  await expect(toast(page)).toContainText('A user with this email already exists');
  await page.route('**/api/users/*', (route) => route.fulfill({ status: 500, body: '' }));
  await save(page);
  await expect(toast(page)).toContainText('Failed to update profile');
  await page.unroute('**/api/users/*');

  await field(page, 'Email').fill(moved);
  await save(page);
  await expect(toast(page)).toContainText('Profile updated');
  await expect(field(page, 'Current Password')).toHaveCount(0);
  expect(await company.get('/api/auth/user')).toMatchObject({ email: moved, firstName: 'Dana' });

  const panel = card(page, 'Overdue Reminders');
  await expect(panel.getByText('No mail is set up on this server')).toBeVisible();
  await expect(field(page, 'At')).toHaveCount(0);
  await panel.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Daily' }).click();
  await panel.getByLabel('At').fill('07:30');
  await expect(panel.getByText('Times in London')).toBeVisible();
  await panel.getByRole('button', { name: 'Save Reminders' }).click();
  await expect(toast(page)).toContainText('Reminders saved');
  await page.reload();
  await expect(panel.getByRole('combobox')).toHaveText('Daily');
  await expect(panel.getByLabel('At')).toHaveValue('07:30');
  expect(await company.get('/api/reminders')).toMatchObject({ wish: 'daily', time: '07:30' });
});

test('PROF-05 PROF-06 PROF-07 PROF-08 PROF-09 the locations one may reach, what is not known of an account, and a failed read', {
  tag: '@once',
}, async ({ page, company }) => {
  const access = card(page, 'Location Access');
  const north = await company.location({ name: 'North office' });
  const van = await company.location({ name: 'Van 07', type: 'van' });
  const south = await company.location({ name: 'South office' });

  await company.signInAs('officer');
  await page.goto('/profile');
  await expect(access.getByText('All Locations Access')).toBeVisible();

  await company.signInAs('officer', { permissions: ['audit:view'], allowedLocationIds: [north.id, van.id] });
  await page.goto('/profile');
  const places = access.getByRole('listitem');
  await expect(places).toHaveCount(2);
  await expect(places.nth(0)).toContainText('North office');
  await expect(places.nth(0)).toContainText('Office');
  await expect(places.nth(1)).toContainText('Van 07');
  await expect(places.nth(1)).toContainText('Mobile Van');
  await expect(access).not.toContainText('South office');
  await checkA11y(page);

  const allowedLocationIds = [south.id];
  const { id } = await company.signInAs('officer', { allowedLocationIds });
  await company.delete(`/api/locations/${south.id}`);
  await page.goto('/profile');
  await expect(access.getByText('No Location Access')).toBeVisible();
  await expect(access.getByText('Contact your administrator to request location access')).toBeVisible();
  await expect(places).toHaveCount(0);

  // A missing list counts as an empty one; the moment of creation may be missing or null.
  for (const createdAt of [undefined, null]) {
    await page.route('**/api/auth/user', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({
        response: reply,
        json: { ...(await reply.json()), allowedLocationIds: undefined, createdAt },
      });
    });
    await page.goto('/profile');
    await expect(access.getByText('All Locations Access')).toBeVisible();
    await expect(detail(page, 'User ID')).toHaveText(String(id));
    await expect(detail(page, 'Account created')).toHaveText('Not available');
    await page.unroute('**/api/auth/user');
  }

  await cutLive(page);
  await company.signInAs('officer', { allowedLocationIds: [north.id] });
  await page.route('**/api/locations', (route) => route.abort());
  await page.goto('/profile');
  await expect(page.getByText('Failed to fetch')).toBeVisible();
  await page.unroute('**/api/locations');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(places).toHaveText(/North office/);
});

test('S-11 one changes the own password; the other sessions end and this one goes on', {
  tag: '@once',
}, async ({ page, company, visitor }) => {
  const { email } = await company.signInAs('officer');
  const logIn = async (password: string) =>
    (await visitor.post('/api/auth/login', { data: { email, password } })).status();
  expect(await logIn(PASSWORD)).toBe(200);
  // What is read while the button is pressed moves it not: the press counts.
  const open = await hold(page, /\/api\/(reminders|auth\/(factors|sessions))/);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change Password' }).hover();
  await page.mouse.down();
  open();
  for (const name of ['Save Reminders', 'Set up'])
    await expect(page.getByRole('button', { name })).toBeVisible();
  await page.mouse.up();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Change Password' });
  await submit.click();
  await expect(field(page, 'Current Password')).toHaveAccessibleDescription('Current password is required');
  await expect(field(page, 'Current Password')).toBeFocused();
  await field(page, 'Current Password').fill('wrong');
  await field(page, 'New Password').fill('Kestrel448');
  await expect(dialog.getByText('Strong', { exact: true })).toBeVisible();
  await field(page, 'Confirm New Password').fill('Kestrel44');
  await submit.click();
  await expect(field(page, 'Confirm New Password')).toHaveAccessibleDescription('Passwords do not match');
  await checkA11y(page);
  await field(page, 'Confirm New Password').fill('Kestrel448');
  await submit.click();
  await expect(field(page, 'Current Password')).toHaveAccessibleDescription(
    'The current password is incorrect',
  );
  await field(page, 'Current Password').fill(PASSWORD);
  await submit.click();
  await expect(toast(page)).toContainText('Password changed');
  await expect(dialog).toHaveCount(0);
  expect((await visitor.get('/api/auth/user')).status()).toBe(401);
  expect([await logIn(PASSWORD), await logIn('Kestrel448')]).toEqual([401, 200]);
  await page.reload();
  await expect(heading(page, 'My Profile')).toBeVisible();
});
