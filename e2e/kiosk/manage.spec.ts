import { holder } from '../desk/desk.ts';
import { toast } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { button } from './kiosk.ts';

test('a kiosk is added at a location, its link is shown once, and it is changed and revoked', async ({
  page,
  company,
}) => {
  await company.location({ name: 'Manchester HQ' });
  await page.goto('/locations');
  await expect(page.getByText('A kiosk is a tablet beside the hooks.', { exact: false })).toBeVisible();
  await button(page, 'Add kiosk').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Front door');
  await expect(dialog.getByLabel('Open from')).toHaveAttribute('placeholder', '07:00');
  await expect(dialog.getByLabel('Open until')).toHaveAttribute('placeholder', '17:30');
  await dialog.getByLabel('Open from').fill('06:00');
  await dialog.getByRole('button', { name: 'Add kiosk' }).click();
  await expect(dialog.getByText('Enter both times, or none')).toBeVisible();
  await dialog.getByLabel('Open until').fill('22:00');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Add kiosk' }).click();
  await expect(dialog.getByRole('heading', { name: 'Link for Front door' })).toBeVisible();
  await expect(dialog.getByLabel('Link', { exact: true })).toHaveValue(/\/kiosk#.+/);
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Front door' });
  await expect(row).toContainText('No tablet yet');
  await expect(row).toContainText('All types, 06:00 to 22:00');

  await button(page, 'Edit Front door').click();
  await dialog.getByLabel('Name').fill('Back door');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Back door' })).toContainText('06:00 to 22:00');
  await button(page, 'New link for Back door').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByRole('heading', { name: 'Link for Back door' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await button(page, 'Revoke Back door').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(toast(page)).toContainText('Kiosk revoked');
  await button(page, 'Show 1 revoked kiosk').click();
  await expect(page.getByText('Revoked by Dana Holt', { exact: false })).toBeVisible();
  await checkA11y(page);
});

test('a person sets their own number, and the desk gives a first one to another', async ({
  page,
  company,
}) => {
  await page.goto('/profile');
  await button(page, 'Set number').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New number').fill('123456');
  await dialog.getByLabel('The same again').fill('123457');
  await dialog.getByRole('button', { name: 'Set number' }).click();
  await expect(dialog.getByText('Choose a number that is harder to guess')).toBeVisible();
  await dialog.getByLabel('New number').fill('271828');
  await dialog.getByLabel('The same again').fill('271828');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Set number' }).click();
  await expect(toast(page)).toContainText('Kiosk number set');
  await expect(button(page, 'Change number')).toBeVisible();

  const callum = await holder(company, 'Callum Reid', { badge: 'NK-1003' });
  await page.goto(`/people/${callum.id}`);
  await button(page, 'Give a first number').click();
  await expect(dialog.getByLabel('Number', { exact: true })).toHaveValue(/^\d{6}$/);
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('must replace it at the kiosk', { exact: false })).toBeVisible();
  await button(page, 'New first number').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'New first number' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove number' }).click();
  await expect(button(page, 'Give a first number')).toBeVisible();
});
