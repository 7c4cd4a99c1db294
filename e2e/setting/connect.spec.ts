import { dialog, question } from '../key-bunch/key-dialog.ts';
import { checkA11y, expect, test } from '../world.ts';

test('a token is made, shown once and revoked, and a webhook says where it fails', { tag: '@once' }, async ({
  page,
  company,
}) => {
  await page.goto('/settings?tab=connect');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const form = dialog(page, 'Make an API token');
  await form.getByRole('button', { name: 'Make token' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await form.getByLabel('Name').fill('Patrol system');
  await checkA11y(page);
  await form.getByRole('button', { name: 'Make token' }).click();
  const shown = dialog(page, 'API token');
  const token = await shown.getByLabel('Token', { exact: true }).inputValue();
  expect(token).toMatch(/^kh_/);
  await shown.getByRole('button', { name: 'Done' }).click();
  const row = page.locator('li', { hasText: 'Patrol system' });
  await expect(row).toContainText('Location: View · Key: View · All locations');
  await expect(page.locator('main')).not.toContainText(token);

  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const added = dialog(page, 'Add a webhook');
  await added.getByLabel('Address').fill('https://hooks.invalid/keys');
  await added.getByRole('button', { name: 'Add webhook' }).click();
  await dialog(page, 'Webhook secret').getByRole('button', { name: 'Done' }).click();
  const [webhook] = (await company.get('/api/webhooks')) as { id: number }[];
  await company.post(`/api/webhooks/${webhook?.id}/test`, {});
  await page.getByRole('button', { name: /What to do with/ }).click();
  await page.getByRole('menuitem', { name: 'Deliveries' }).click();
  await expect(dialog(page, 'Deliveries')).toContainText('Failed');
  await checkA11y(page);
  await dialog(page, 'Deliveries').getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Revoke Patrol system' }).click();
  await question(page, 'Revoke Patrol system?').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toHaveCount(0);
});
