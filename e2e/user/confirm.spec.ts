import type { Page } from '@playwright/test';
import { heading, toast } from '../page.ts';
import { checkA11y, expect, PASSWORD, test } from '../world.ts';

const panel = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name: 'Where you are signed in' }) });
const question = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" });
const field = (page: Page) => question(page).getByLabel('Password', { exact: true });

test('before what cannot be undone one shows that it is still oneself, once for a quarter of an hour; and ends sessions elsewhere', {
  tag: '@once',
}, async ({ page, company, sql, playwright, baseURL }) => {
  const [old, older] = [
    await company.location({ name: 'Old yard' }),
    await company.location({ name: 'Older yard' }),
  ];
  await page.goto('/locations');
  await sql(
    "update sessions set confirmed_at = now() - interval '1 hour' where user_id = (select id from users where email = $1)",
    [company.email],
  );
  const sent: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') sent.push(request.headers()['idempotency-key'] ?? null);
  });
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('button', { name: 'Delete location' }).click();
  };

  // Escape, and nothing has happened.
  await remove(old.name);
  await expect(question(page)).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expect(question(page)).toContainText("show that it's still you. It counts for 15 minutes.");
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(toast(page)).toHaveCount(0);
  expect(await sql('select from locations where id = $1', [old.id])).toHaveLength(1);

  await remove(old.name);
  await field(page).press('Enter');
  await expect(field(page)).toHaveAccessibleDescription(/Password is required/);
  await field(page).fill('a wrong horse');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveAccessibleDescription(/The password is incorrect/);
  await expect(field(page)).toBeFocused();
  await field(page).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Location deleted successfully');
  await expect(page.getByText(old.name)).toHaveCount(0);
  // The same intention, sent again.
  expect(new Set(sent.slice(-2)).size).toBe(1);
  await remove(older.name);
  await expect(page.getByText(older.name)).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);

  // A sign-in elsewhere.
  const elsewhere = await playwright.request.newContext({
    ...(baseURL && { baseURL }),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  });
  await elsewhere.post('/api/auth/login', { data: { email: company.email, password: PASSWORD } });
  await page.goto('/profile');
  await expect(heading(page, 'My Profile')).toBeVisible();
  const row = (name: string) => panel(page).getByRole('listitem').filter({ hasText: name });
  await expect(row('This device').getByRole('button')).toHaveCount(0);
  await expect(row('Firefox on Linux')).toContainText(/Last used just now · 127\.0\.0\.1/i);
  await expect(row('Firefox on Linux')).toContainText(/Signed in .+ with a password/);
  await checkA11y(page);
  await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click();
  await expect(row('Firefox on Linux')).toHaveCount(0);
  expect((await elsewhere.get('/api/auth/user')).status()).toBe(401);

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByLabel('This device too').check();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(heading(page, 'Know who has every key.')).toBeVisible();
  await expect(company.get('/api/auth/user')).rejects.toThrow('401');
  await elsewhere.dispose();
});
