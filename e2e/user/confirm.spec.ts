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

  // Escape cancels.
  await remove(old.name);
  await expect(question(page)).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expect(question(page)).toHaveAccessibleDescription(
    "Enter your password to delete this location. You won't be asked again for 15 minutes.",
  );
  // It replaces the confirmation that it interrupts.
  await expect(page.getByRole('button', { name: 'Delete location', includeHidden: true })).toBeHidden();
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
  // The same Idempotency-Key on the retry.
  expect(new Set(sent.slice(-2)).size).toBe(1);
  await remove(older.name);
  await expect(page.getByText(older.name)).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);

  // A sign-in on another device.
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

test('D-29 every export asks who is there, and then saves the file by itself', { tag: '@once' }, async ({
  page,
  company,
  sql,
}) => {
  const yard = await company.location({ name: 'Yard' });
  const bunch = await company.bunch(yard.id);
  await company.post(`/api/key-bunches/${bunch.id}/issue`, { officerName: 'Ana Ruiz' });
  const exports: [address: string, button: string, file: RegExp][] = [
    ['/history', 'Export', /^key-movement-history-/],
    ['/activity', 'Export', /\.csv$/],
    ['/out', 'Export CSV', /\.csv$/],
    [`/location-report/${yard.id}`, 'Export CSV', /^Yard_keys_report_/],
    ['/settings?tab=evidence', 'Download anchors', /^keyhold-anchors-.*\.zip$/],
    ['/settings?tab=evidence', 'Export everything', /\.zip$/],
  ];
  for (const [address, button, file] of exports) {
    await page.goto(address);
    await expect(page.getByRole('button', { name: button, exact: true })).toBeEnabled();
    await sql(
      "update sessions set confirmed_at = now() - interval '16 minutes' where user_id = (select id from users where email = $1)",
      [company.email],
    );
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(question(page)).toBeVisible();
    await field(page).fill(PASSWORD);
    await page.keyboard.press('Enter');
    expect((await saving).suggestedFilename(), `${address} ${button}`).toMatch(file);
    await expect(question(page)).toHaveCount(0);
    await expect(toast(page)).toHaveCount(0);
  }
});

test('D-29 a token rests after a new password, says so, and its maker confirms it', { tag: '@once' }, async ({
  page,
  company,
  sql,
}) => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await company.post('/api/tokens', {
    name: 'Patrol system',
    permissions: ['key:view'],
    expiresAt,
  });
  await sql("update users set password = password || ' ' where email = $1", [company.email]);
  await page.goto('/settings?tab=connect');
  const row = page.getByRole('listitem').filter({ hasText: 'Patrol system' });
  await expect(row).toContainText(
    'Resting since Just now. Your password changed. If this token is yours, confirm it.',
  );
  await checkA11y(page);
  await row.getByRole('button', { name: 'Confirm Patrol system' }).click();
  await expect(toast(page)).toContainText('API token confirmed');
  await expect(row).not.toContainText('Resting');
  await expect(row.getByRole('button', { name: 'Confirm Patrol system' })).toHaveCount(0);
});
