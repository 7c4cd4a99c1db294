import type { Locator, Page } from '@playwright/test';
import { PERMISSIONS, permissionLabel } from '../../shared/permissions.ts';
import type { ListUser } from '../../shared/user.ts';
import { cutLive, heading, toast, userMenu } from '../page.ts';
import { type Company, checkA11y, expect, test } from '../world.ts';

/** A user in the list: a table row, or a card. */
const person = (page: Page, name: string): Locator =>
  page
    .getByRole('row')
    .or(page.locator('main li'))
    .filter({ has: page.getByText(name, { exact: true }) });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const field = (page: Page, label: string): Locator => dialog(page).getByLabel(label, { exact: true });
const save = (page: Page, name = 'Save changes') => dialog(page).getByRole('button', { name }).click();
const box = (page: Page, label: string): Locator =>
  dialog(page).getByRole('checkbox', { name: label, exact: true });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

let serial = 0;
const create = (company: Company, about: Record<string, unknown> = {}) => {
  serial += 1;
  const email = `made-${company.id}-${serial}@example.com`;
  return company.post<ListUser>('/api/users', { email, firstName: 'Megan', lastName: 'Price', ...about });
};

test('ROUTE-24 NAV-08 USERS-01 User Management stands in the menu with user:view alone, and refuses everybody else', {
  tag: '@once',
}, async ({ page, company }) => {
  await page.goto('/');
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'User Management' }).click();
  await expect(page).toHaveURL(/\/users$/);
  await expect(heading(page, 'User Management')).toBeVisible();

  await company.signInAs('admin');
  await page.goto('/users');
  await expect(page.getByText("You don't have permission to access user management.")).toBeVisible();
  await userMenu(page).click();
  await expect(page.getByText('My Profile', { exact: true })).toBeVisible();
  await expect(page.getByText('User Management', { exact: true })).toHaveCount(0);
});

test('USERS-02 USERS-03 USERS-04 USERS-05 the people with role, state and places; what one may not do is not offered', async ({
  page,
  company,
}) => {
  const [hq, van] = [
    await company.location({ name: 'Harbour HQ' }),
    await company.location({ name: 'Van 07' }),
  ];
  await create(company, {
    firstName: 'Callum',
    lastName: 'Reid',
    allowedLocationIds: [hq.id, van.id],
    customPermissions: ['key:move', 'reports:view'],
  });
  await create(company, {
    firstName: 'Gareth',
    lastName: 'Lyle',
    role: 'viewer',
    allowedLocationIds: [hq.id],
    isActive: false,
  });
  await page.goto('/users');
  await expect(page.getByText('3 users', { exact: true })).toBeVisible();

  const dana = person(page, 'Dana Holt');
  await expect(dana).toContainText(company.email);
  for (const text of ['You', 'Super Administrator', 'Active'])
    await expect(dana.getByText(text, { exact: true })).toBeVisible();
  await expect(dana).toContainText('All locations');
  await expect(dana).toContainText('Everything');
  const callum = person(page, 'Callum Reid');
  for (const text of ['Staff Member', 'Active', 'Invited'])
    await expect(callum.getByText(text, { exact: true })).toBeVisible();
  await expect(callum).toContainText('2 locations');
  await expect(callum).toContainText('Role, 2 added');
  const gareth = person(page, 'Gareth Lyle');
  for (const text of ['Viewer', 'Inactive'])
    await expect(gareth.getByText(text, { exact: true })).toBeVisible();
  await expect(gareth).toContainText('1 location');
  await expect(gareth).toContainText('Role default');
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'light' });

  await page.getByRole('searchbox', { name: 'Search users' }).fill('reid');
  await expect(page.getByText('1 of 3 users')).toBeVisible();
  await expect(dana).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Inactive', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No users match' })).toBeVisible();
  await expect(page).toHaveURL(/search=reid&status=inactive/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(dana).toBeVisible();

  // With user:view only, no create and edit; with user:edit, no user with more rights.
  await company.signInAs('officer', { permissions: ['user:view'] });
  await page.goto('/users');
  await expect(dana).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create User' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(0);
  await company.signInAs('officer', {
    customPermissions: ['user:view', 'user:edit', 'user:create'],
    firstName: 'Olu',
  });
  await page.goto('/users');
  await expect(page.getByRole('button', { name: 'Create User' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Dana Holt' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Edit Olu Person' })).toBeEnabled();
});

test('USERS-06 PERM-07 VALID-33 TOAST-11 S-16 somebody is created and edited, with everything the dialogs set', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const [hq, van] = [
    await company.location({ name: 'Harbour HQ' }),
    await company.location({ name: 'Van 07' }),
  ];
  await page.goto('/users');
  await page.getByRole('button', { name: 'Create User' }).click();
  await expect(dialog(page)).toContainText('Create User');
  for (const permission of PERMISSIONS) await expect(box(page, permissionLabel(permission))).toHaveCount(1);
  await expect(box(page, 'Key: Bulk Move')).not.toBeChecked();
  // The role's permissions are ticked and grey.
  await expect(box(page, 'Key: Issue')).toBeChecked();
  await expect(box(page, 'Key: Issue')).toBeDisabled();
  await checkA11y(page);

  await save(page, 'Create User');
  for (const message of [
    'First name is required',
    'Last name is required',
    'Please enter a valid email',
    'Choose at least one location',
  ])
    await expect(dialog(page).getByText(message)).toBeVisible();
  await expect(field(page, 'First name')).toBeFocused();
  await field(page, 'First name').fill('Megan');
  await field(page, 'Last name').fill('Price');
  await field(page, 'Email').fill('megan price');
  await save(page, 'Create User');
  await expect(dialog(page).getByText('Please enter a valid email')).toBeVisible();
  const email = `megan-${company.id}@example.com`;
  await field(page, 'Email').fill(email);
  await box(page, 'Harbour HQ').check();
  await box(page, 'Key: Move').check();
  await expect(dialog(page).getByText('1 added permission, 1 of 2 locations')).toBeVisible();
  await save(page, 'Create User');
  await expect(toast(page)).toContainText('User created successfully');
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  const stored = async () =>
    (
      await sql(
        'select role, custom_permissions, allowed_location_ids, is_active, first_name from users where email = $1',
        [email],
      )
    )[0];
  expect(await stored()).toEqual({
    role: 'officer',
    custom_permissions: ['key:move'],
    allowed_location_ids: [hq.id],
    is_active: true,
    first_name: 'Megan',
  });

  await page.getByRole('button', { name: 'Edit Megan Price' }).click();
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(box(page, 'Key: Move')).toBeChecked();
  await field(page, 'First name').fill('Meg');
  await choose(page, 'Role', 'Viewer');
  await expect(box(page, 'Key: Issue')).not.toBeChecked();
  await expect(box(page, 'Reports: View')).toBeDisabled();
  await box(page, 'Key: Issue').check();
  await box(page, 'Van 07').check();
  await dialog(page).getByRole('switch', { name: 'Active' }).click();
  await save(page);
  await expect(toast(page)).toContainText('User updated successfully');
  await expect(dialog(page)).toHaveCount(0);
  expect(await stored()).toEqual({
    role: 'viewer',
    custom_permissions: ['key:issue', 'key:move'],
    allowed_location_ids: [hq.id, van.id],
    is_active: false,
    first_name: 'Meg',
  });
  await expect(person(page, 'Meg Price').getByText('Inactive', { exact: true })).toBeVisible();

  // "All locations" needs the switch: an empty list does not mean it.
  await page.getByRole('button', { name: 'Edit Meg Price' }).click();
  await box(page, 'Harbour HQ').uncheck();
  await box(page, 'Van 07').uncheck();
  await save(page);
  await expect(dialog(page).getByText('Choose at least one location')).toBeVisible();
  await expect(box(page, 'Harbour HQ')).toBeFocused();
  await dialog(page).getByRole('switch', { name: 'All locations' }).click();
  await save(page);
  await expect(dialog(page)).toHaveCount(0);
  expect(await stored()).toMatchObject({ allowed_location_ids: [] });
});

test('USERS-07 ERR-23 a super_admin has nothing to add; what the server refuses is told, and nobody changes their own rights', {
  tag: '@once',
}, async ({ page, company }) => {
  const { id } = await create(company);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Edit Megan Price' }).click();
  await expect(dialog(page).getByText('Permissions', { exact: true })).toBeVisible();
  await choose(page, 'Role', 'Super Administrator');
  await expect(dialog(page).getByText('Permissions', { exact: true })).toHaveCount(0);
  await expect(box(page, 'Key: View')).toHaveCount(0);
  await checkA11y(page);
  await choose(page, 'Role', 'Viewer');
  await expect(box(page, 'Key: View')).toBeVisible();

  await field(page, 'Email').fill(company.email);
  await save(page);
  await expect(toast(page)).toContainText('A user with this email already exists');
  await expect(dialog(page).getByText('A user with this email already exists')).toBeVisible();
  await page.route(`**/api/users/${id}`, (route) => route.fulfill({ status: 500, body: '' }));
  await field(page, 'Email').fill(`free-${id}@example.com`);
  await save(page);
  await expect(toast(page)).toContainText('Failed to update user');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('button', { name: 'Edit Dana Holt' }).click();
  await expect(dialog(page).getByRole('switch', { name: 'Active' })).toBeDisabled();
  await expect(dialog(page).getByRole('combobox', { name: 'Role' })).toBeDisabled();
  await expect(field(page, 'Email')).not.toBeEditable();
  await page.keyboard.press('Escape');

  await page.route('**/api/users', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Create User' }).click();
  await field(page, 'First name').fill('A');
  await field(page, 'Last name').fill('B');
  await field(page, 'Email').fill(`never-${id}@example.com`);
  await dialog(page).getByRole('switch', { name: 'All locations' }).click();
  await save(page, 'Create User');
  await expect(toast(page)).toContainText('Failed to create user');
});

test('S-16 who manages people of one site gives only what they have', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const [hq, van] = [
    await company.location({ name: 'Harbour HQ' }),
    await company.location({ name: 'Van 07' }),
  ];
  await create(company, { allowedLocationIds: [hq.id, van.id], customPermissions: ['key:move'] });
  await company.signInAs('officer', {
    allowedLocationIds: [hq.id],
    customPermissions: ['user:view', 'user:create', 'user:edit', 'user:assign_permissions', 'key:move'],
  });
  await page.goto('/users');
  await page.getByRole('button', { name: 'Create User' }).click();
  // The only role whose permissions the caller has.
  await expect(dialog(page).getByRole('combobox', { name: 'Role' })).toBeDisabled();
  await expect(dialog(page).getByRole('combobox', { name: 'Role' })).toHaveText('Staff Member');
  await expect(box(page, 'Harbour HQ')).toBeVisible();
  await expect(box(page, 'Van 07')).toHaveCount(0);
  await expect(dialog(page).getByRole('switch', { name: 'All locations' })).toBeDisabled();
  await expect(box(page, 'Key: Move')).toBeEnabled();
  for (const lacking of ['Key: Delete', 'System: Admin', 'Location: Create'])
    await expect(box(page, lacking)).toHaveCount(0);
  await page.keyboard.press('Escape');

  // For a user with more locations, only the name and the visible locations can be changed.
  await page.getByRole('button', { name: 'Edit Megan Price' }).click();
  await expect(dialog(page).getByRole('status')).toContainText(
    "This user has access to locations you don't.",
  );
  const hidden = box(page, '1 more location, deleted or outside your access');
  await expect(hidden).toBeChecked();
  await expect(hidden).toBeDisabled();
  await expect(box(page, 'Harbour HQ')).toBeEnabled();
  await expect(field(page, 'Email')).not.toBeEditable();
  await expect(dialog(page).getByRole('combobox', { name: 'Role' })).toBeDisabled();
  await expect(dialog(page).getByRole('switch', { name: 'Active' })).toBeDisabled();
  await expect(box(page, 'Key: Move')).toBeDisabled();
  await expect(dialog(page).getByRole('button', { name: 'New link' })).toHaveCount(0);
  await field(page, 'First name').fill('Meg');
  await save(page);
  await expect(toast(page)).toContainText('User updated successfully');
  const [meg] = (await company.get<ListUser[]>('/api/users')).filter(({ firstName }) => firstName === 'Meg');
  expect(meg?.allowedLocationIds).toEqual([hq.id, van.id]);
});

test('S-13 somebody who holds keys is shown with them before they are made inactive', {
  tag: '@once',
}, async ({ page, company }) => {
  const hq = await company.location({ name: 'Harbour HQ' });
  const { id } = await create(company);
  for (const identifier of ['B-2', 'A-1']) {
    const bunch = await company.bunch(hq.id, { identifier });
    await company.post(`/api/key-bunches/${bunch.id}/issue`, {
      officerName: 'Megan Price',
      officerUserId: id,
    });
  }
  await page.goto('/users');
  await expect(person(page, 'Megan Price')).toContainText('Holds 2 key sets');
  await page.getByRole('button', { name: 'Edit Megan Price' }).click();
  await expect(dialog(page).getByRole('link', { name: 'A-1' })).toHaveAttribute(
    'href',
    /\/key-history\/\d+$/,
  );
  await dialog(page).getByRole('switch', { name: 'Active' }).click();
  await expect(dialog(page).getByText('Still holds 2 key sets')).toBeVisible();
  await checkA11y(page);
  await save(page);
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('Megan Price still holds 2 key sets');
  await expect(confirmation.getByRole('listitem')).toHaveText(['A-1', 'B-2']);
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await save(page);
  await confirmation.getByRole('button', { name: 'Make inactive' }).click();
  await expect(toast(page)).toContainText('User updated successfully');
  await expect(person(page, 'Megan Price').getByText('Inactive', { exact: true })).toBeVisible();
});

test('a failed read of the people can be tried again', { tag: '@once' }, async ({
  page,
  company: _signedIn,
}) => {
  await cutLive(page);
  await page.route('**/api/users', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/users');
  await expect(page.getByText('Failed to fetch')).toBeVisible();
  await page.unroute('**/api/users');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(person(page, 'Dana Holt')).toBeVisible();
});
