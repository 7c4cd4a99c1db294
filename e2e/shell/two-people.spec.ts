import type { Browser, Locator, Page } from '@playwright/test';
import { box, cabinet, pick } from '../audit/audit.ts';
import { open } from '../key-bunch/key-dialog.ts';
import { cutLive, toast } from '../page.ts';
import { type Company, expect, PASSWORD, test } from '../world.ts';

/** A colleague at another desk, in their own browser. */
async function colleague(browser: Browser, baseURL: string | undefined, company: Company): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' });
  const data = { email: company.email, password: PASSWORD };
  await context.request.post('/api/auth/login', { data });
  const desk = await context.newPage();
  await cutLive(desk);
  return desk;
}

const dialog = (page: Page): Locator => page.getByRole('dialog').last();
const field = (page: Page, label: string): Locator => dialog(page).getByLabel(label, { exact: true });
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save changes' }).click();
const STALE = 'Somebody else changed this. Look again.';

test('two people edit one location and one person: the second is told, sees what is new and loses nothing', {
  tag: '@once',
}, async ({ page, company, browser, baseURL }) => {
  const place = await company.location({ name: 'Van 07' });
  await cutLive(page);
  const other = await colleague(browser, baseURL, company);
  for (const desk of [page, other]) {
    await desk.goto('/locations');
    await desk.getByRole('button', { name: 'Edit Van 07' }).click();
  }
  await field(page, 'Name').fill('Van 07 north');
  await field(other, 'Description').fill('In the workshop');
  await save(other);
  await expect(toast(other)).toContainText('Location updated successfully');
  await save(page);
  await expect(toast(page)).toContainText(STALE);
  await expect(dialog(page).getByText('Somebody else changed Van 07')).toBeVisible();
  const stored = async () =>
    (await company.get<{ id: number; name: string; description: string }[]>('/api/locations')).find(
      ({ id }) => id === place.id,
    );
  expect(await stored()).toMatchObject({ name: 'Van 07', description: 'In the workshop' });
  await save(page);
  await expect(dialog(page)).toHaveCount(0);
  expect(await stored()).toMatchObject({ name: 'Van 07 north', description: 'In the workshop' });

  const email = `tom-${company.id}@example.com`;
  await company.post('/api/users', { email, firstName: 'Tom', lastName: 'Lee', role: 'admin' });
  for (const desk of [page, other]) {
    await desk.goto('/users');
    await desk.getByRole('button', { name: 'Edit Tom Lee' }).click();
  }
  await field(page, 'First name').fill('Thomas');
  await field(other, 'Last name').fill('Leigh');
  await save(other);
  await expect(toast(other)).toContainText('User updated successfully');
  await save(page);
  await expect(toast(page)).toContainText(STALE);
  const names = async () =>
    (await company.get<{ firstName: string; lastName: string }[]>('/api/users')).map(
      ({ firstName, lastName }) => `${firstName} ${lastName}`,
    );
  expect(await names()).toContain('Tom Leigh');
  await save(page);
  await expect(dialog(page)).toHaveCount(0);
  expect(await names()).toContain('Thomas Leigh');
  await other.context().close();
});

test('two administrators change the permissions of one person: what one takes away stays away', {
  tag: '@once',
}, async ({ page, company }) => {
  const email = `tom-${company.id}@example.com`;
  const { id } = await company.post<{ id: number }>('/api/users', {
    ...{
      email,
      firstName: 'Tom',
      lastName: 'Lee',
      role: 'viewer',
      customPermissions: ['key:issue', 'key:move'],
    },
  });
  await cutLive(page);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Edit Tom Lee' }).click();
  const right = (name: string) => dialog(page).getByRole('checkbox', { name, exact: true });
  await right('Key: Return').check();
  await company.patch(`/api/users/${id}`, { customPermissions: ['key:move', 'key:create'] });
  await save(page);
  await expect(dialog(page).getByText('Somebody else changed Tom Lee')).toBeVisible();
  await expect(right('Key: Issue')).not.toBeChecked();
  await save(page);
  await expect(dialog(page)).toHaveCount(0);
  const people = await company.get<{ id: number; customPermissions: string[] }[]>('/api/users');
  expect(people.find((one) => one.id === id)?.customPermissions.toSorted()).toEqual([
    'key:create',
    'key:move',
    'key:return',
  ]);
});

test('two administrators change who needs a second factor: each changes the roles that they pressed', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  await sql("update companies set second_factor_roles = '{admin,officer,viewer}' where id = $1", [
    company.id,
  ]);
  await cutLive(page);
  await page.goto('/settings?tab=security');
  const role = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await role('Staff Member').uncheck();
  await company.patch('/api/companies/current/second-factor', { roles: ['admin', 'officer'] });
  const press = () => page.getByRole('button', { name: 'Save Requirement' }).click();
  await press();
  await expect(toast(page)).toContainText(STALE);
  await expect(role('Viewer')).not.toBeChecked();
  await expect(role('Staff Member')).not.toBeChecked();
  await press();
  await expect(page.getByRole('button', { name: 'Save Requirement' })).toBeDisabled();
  const { secondFactorRoles } = await company.get<{ secondFactorRoles: string[] }>('/api/companies/current');
  expect(secondFactorRoles).toEqual(['admin']);
});

test('a serial is saved with Key Details only as these were read: what a colleague wrote stays', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location();
  const bunch = await company.bunch(site.id, { identifier: 'MINE-2', notes: 'Old' });
  const path = `/api/key-bunches/${bunch.id}`;
  await cutLive(page);
  await open(page, bunch, 'Key Details');
  await dialog(page).getByLabel('NFC serial').fill('04:C1:77');
  await field(page, 'Position').fill('B 9');
  await company.patch(path, { notes: 'The lock sticks' });
  await save(page);
  await expect(dialog(page).getByText('Somebody else changed MINE-2')).toBeVisible();
  await expect(dialog(page).getByLabel('NFC serial')).toHaveValue('04:C1:77');
  await save(page);
  await expect(dialog(page)).toHaveCount(0);
  expect(await company.get(path)).toMatchObject({
    notes: 'The lock sticks',
    position: 'B 9',
    nfcSerial: '04C177',
  });
});

test('two tabs of one user edit one webhook: the second save is refused and loses nothing', {
  tag: '@once',
}, async ({ page, company, context }) => {
  const { id } = await company.post<{ id: number }>('/api/webhooks', {
    ...{ url: 'https://patrol.example.com/keyhold', description: 'Patrol', events: ['key_set.issued'] },
  });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await cutLive(tab);
    await tab.goto('/settings?tab=connect');
    await tab.getByRole('button', { name: /^What to do with/ }).click();
    await tab.getByRole('menuitem', { name: 'Edit' }).click();
  }
  await field(page, 'Description').fill('Night patrol');
  await field(other, 'Description').fill('Day patrol');
  await save(other);
  await expect(dialog(other)).toHaveCount(0);
  await save(page);
  await expect(toast(page)).toContainText(STALE);
  await expect(field(page, 'Description')).toHaveValue('Night patrol');
  const stored = () => company.get<{ id: number; description: string }[]>('/api/webhooks');
  expect(await stored()).toMatchObject([{ id, description: 'Day patrol' }]);
});

test('two people link one tag and start one audit: the second is told, and one of each is there', {
  tag: '@once',
}, async ({ page, company, browser, baseURL }) => {
  const { place, first } = await cabinet(company);
  const mine = await company.bunch(place.id, { identifier: 'MINE-1' });
  const theirs = await company.bunch(place.id, { identifier: 'THEIRS-1' });
  await cutLive(page);
  const other = await colleague(browser, baseURL, company);
  await company.signInAs('admin', { firstName: 'Tom', lastName: 'Lee' });
  await open(page, mine, 'Key Details');
  await open(other, theirs, 'Key Details');
  const link = (desk: Page) => dialog(desk).getByRole('button', { name: 'Link', exact: true }).click();
  for (const desk of [page, other]) await dialog(desk).getByLabel('NFC serial').fill('04:B7:55');
  await link(other);
  await expect(toast(other)).toContainText('NFC Tag Linked');
  await link(page);
  await expect(toast(page)).toContainText('Cannot Use Same NFC Tag');
  await expect(toast(page)).toContainText('THEIRS-1');
  const serialOf = async ({ id }: { id: number }) =>
    (await company.get<{ nfcSerial: string | null }>(`/api/key-bunches/${id}`)).nfcSerial;
  expect([await serialOf(mine), await serialOf(theirs)]).toEqual([null, '04B755']);

  for (const desk of [page, other]) {
    await desk.goto('/audit');
    await pick(desk, 'Location', 'Van 07');
  }
  const start = (desk: Page) => desk.getByRole('button', { name: 'Start Audit' });
  await start(other).click();
  await expect(box(other, first.identifier)).toBeVisible();
  // If this desk already has the event, it offers to join theirs instead.
  const running = page.getByRole('button', { name: 'Join audit of Van 07' });
  if (!(await running.isVisible())) await start(page).click();
  await expect(running).toBeVisible();
  const audits = await company.get<{ status: string }[]>('/api/audit');
  expect(audits.filter(({ status }) => status === 'in_progress')).toHaveLength(1);

  await other.context().close();
});
