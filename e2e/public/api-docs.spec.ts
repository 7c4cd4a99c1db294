import { checkA11y, expect, test } from '../world.ts';

test('/api/docs finds a call by path, word and name, and opens the one that an address names', {
  tag: '@once',
}, async ({ page }) => {
  await page.context().clearCookies();
  await page.goto('/api/docs');
  const search = page.getByRole('searchbox', { name: 'Search the calls' });
  const calls = page.locator('details.operation:visible');
  const call = (name: string) => page.locator(`#${name}`);
  await expect(calls.first()).toContainText('List key sets');

  await search.fill('/key-bunches/{id}/issue');
  await expect(calls).toHaveCount(1);
  await expect(page.getByRole('status')).toHaveText('1 call');
  await expect(call('issueKeyBunch')).toContainText('API token');
  await search.fill('second factor passkey');
  await expect(call('beginPasskeySignIn')).toBeVisible();
  await expect(call('beginPasskeySignIn')).toContainText('People only');
  await page.getByLabel('Only for API tokens').check();
  await expect(call('beginPasskeySignIn')).toBeHidden();
  await search.fill('returnBatch');
  await expect(calls).toHaveCount(1);
  await search.fill('xyzzy');
  await expect(page.getByRole('status')).toHaveText('0 calls');

  await page.goto('/api/docs#logIn');
  await expect(call('logIn')).toHaveAttribute('open', '');
  await expect(call('logIn').getByText('Invalid email or password')).toBeVisible();
  await checkA11y(page);
});
