import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { heading, userMenu } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';

test('an administrator sees who changed whose rights, who was refused and from where, narrows it, and takes it as a file', {
  tag: '@once',
}, async ({ page, company, visitor }) => {
  const email = `tom-${company.id}@example.com`;
  const tom = await company.post<{ id: number }>('/api/users', {
    email,
    firstName: 'Tom',
    lastName: 'Reed',
    role: 'officer',
  });
  await company.patch(`/api/users/${tom.id}`, { role: 'admin' });
  await visitor.post('/api/auth/login', { data: { email, password: 'not this one' } });

  await page.goto('/');
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Activity' }).click();
  await expect(heading(page, 'Activity')).toBeVisible();
  const entries = page.getByRole('main').getByRole('listitem');
  const rights = entries.filter({ hasText: 'Dana Holt gave Tom Reed the role Administrator' });
  await expect(rights).toHaveCount(1);
  const failed = entries.filter({ hasText: 'An unknown person failed to sign in as Tom Reed' });
  await expect(failed).toContainText('from 127.0.0.1');

  await rights.getByRole('button', { name: /^Show details/ }).press('Enter');
  await expect(rights.getByRole('definition').first()).toHaveText('Staff Member -> Administrator');
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);

  // New entries appear without a reload.
  await company.patch(`/api/users/${tom.id}`, { isActive: false });
  await expect(entries.first()).toContainText('Dana Holt deactivated Tom Reed');

  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Rights' }).click();
  await expect(page).toHaveURL(/\/activity\?kind=rights$/);
  await expect(entries).toHaveCount(2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const rows = parse(await readFile(await download.path()), { bom: true }) as string[][];
  expect(rows.slice(1).map((row) => row[3])).toEqual([
    'Dana Holt deactivated Tom Reed',
    'Dana Holt gave Tom Reed the role Administrator',
  ]);
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Refusals' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(entries.filter({ hasText: 'Dana Holt exported the activity, 2 rows' })).toHaveCount(1);

  await company.signInAs('officer', { permissions: ['history:view'] });
  await page.goto('/activity');
  await expect(
    page.getByText("You don't have permission to view the activity of the company."),
  ).toBeVisible();
});

test('in the history and the log whoever was renamed stands with both names', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const site = await company.location({ name: 'Leeds' });
  const bunch = await company.bunch(site.id, { identifier: 'LDS-1' });
  const me = await company.get<{ id: number }>('/api/auth/user');
  await company.post(`/api/key-bunches/${bunch.id}/move`, { toLocationId: (await company.location()).id });
  await company.patch(`/api/users/${me.id}`, { firstName: 'Anna', lastName: 'Smith' });
  const both = 'Anna Smith, then Dana Holt';
  for (const path of ['/history', `/key-history/${bunch.id}`, '/activity', '/locations']) {
    await page.goto(path);
    await expect(page.getByText(both).first(), path).toBeVisible();
  }
});
