import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../../server/features/auth/demo-accounts.ts';
import { startServer } from '../../server/testing/server-process.ts';
import { heading } from '../page.ts';
import { checkA11y, DEMO_PASSWORD, expect, PASSWORD, test } from '../world.ts';

/** Screens of a register, each with a text at which its records begin. */
const SCREENS = [
  ['/key-bunches?search=Chapel', 'Chapel Wharf'],
  ['/locations', 'Leeds Office'],
  ['/people', 'Adaeze Okafor'],
  ['/premises', 'Albion House'],
  ['/out', 'Callum Reid'],
] as const;

const PHONE = { width: 412, height: 839 };

/** At the size of a desk, then at that of a phone, which stays. */
async function checkBothSizes(page: Page): Promise<void> {
  await checkA11y(page);
  await page.setViewportSize(PHONE);
  await checkA11y(page);
}

const MOMENT =
  /(?:\d+ (?:seconds?|min|minutes?|hours?|h|days?)(?: ago)?|just now|yesterday|today|tomorrow|\d{1,2} (?:Sept|[A-Z][a-z]{2})(?: \d{4})?|\d\d:\d\d| ago)/gi;

/**
 * What a screen says of its first records, without moments: those of a change are of today. Recent transfers, beside the locations, are of the
 * new history.
 */
async function textOf(page: Page, url: string, word: string): Promise<string> {
  await page.goto(url);
  await expect(page.getByRole('main')).toContainText(word);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const text = ((await page.getByRole('main').textContent()) ?? '').replace(MOMENT, '').replace(/\s+/g, ' ');
  const [records = ''] = text
    .slice(text.lastIndexOf('Recent Transfers') > 0 ? 0 : text.indexOf(word))
    .split('Recent Transfers');
  return records.slice(0, 800);
}

test('the demo company is exported, imported into an empty one on another server, and every screen shows the same', {
  tag: '@once',
}, async ({ page, browser, baseURL }) => {
  test.setTimeout(300_000);
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-register-'));
  const file = join(folder, 'keyhold.zip');
  const data = { email: DEMO_ACCOUNTS[0].email, password: DEMO_PASSWORD };
  expect((await page.request.post(`${baseURL}/api/auth/login`, { data })).status()).toBe(200);
  await writeFile(file, await (await page.request.get(`${baseURL}/api/companies/export`)).body());
  const before: string[] = [];
  for (const [url, word] of SCREENS) before.push(await textOf(page, `${baseURL}${url}`, word));

  const server = await startServer({ DATA_DIR: join(folder, 'data'), DEMO_MODE: 'off', LOG_LEVEL: 'warn' });
  const desk = page.viewportSize() ?? PHONE;
  const context = await browser.newContext({ viewport: desk, baseURL: server.url });
  const other = await context.newPage();
  try {
    const setUp = {
      name: 'Harbour Keys',
      planType: 'professional',
      email: 'new@example.com',
      firstName: 'Noor',
      lastName: 'Aziz',
      password: PASSWORD,
    };
    expect((await other.request.post('/api/companies/setup', { data: setUp })).status()).toBe(201);
    await other.goto('/import');
    await other.getByRole('link', { name: 'Bring a whole register' }).click();
    await expect(heading(other, 'Bring a whole register')).toBeVisible();
    await checkA11y(other);
    await other.getByLabel('ZIP of an export').setInputFiles(file);
    await expect(other.getByRole('heading', { name: 'The register of Northgate Keyholding' })).toBeVisible();
    await expect(other.getByRole('main')).toContainText(/120\s*key sets/);
    await checkBothSizes(other);
    // The answer is lost: the page can't know whether the register is here, and the same request brings it in once.
    await other.route('**/api/imports/register', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await other.getByRole('button', { name: 'Bring it in' }).click();
    await expect(other.getByText('No answer came. The register may be here.')).toBeVisible();
    await other.unrouteAll();
    await other.getByRole('button', { name: 'Bring it in' }).click();
    await expect(
      other.getByRole('heading', { name: 'The register of Northgate Keyholding is here' }),
    ).toBeVisible();
    await expect(other.getByRole('main')).not.toContainText('Did not come');
    await checkA11y(other);
    await other.setViewportSize(desk);
    for (const [at, [url, word]] of SCREENS.entries())
      expect.soft(await textOf(other, url, word), url).toBe(before[at]);
    const [set] = (await (await other.request.get('/api/key-bunches')).json()) as { id: number }[];
    await other.goto(`/key-history/${set?.id}`);
    await expect(
      other.getByRole('heading', { name: 'From the former register of Northgate Keyholding' }),
    ).toBeVisible();
    await expect(other.getByRole('main')).toContainText('seal verified');
    await checkBothSizes(other);
    await other.goto('/room-handovers');
    await expect(other.getByRole('heading', { name: 'From former registers' })).toBeVisible();
    await checkBothSizes(other);
    // Who handed over last, and how many shifts there were, depends on the hour at which the demo company is made.
    await other
      .getByRole('main')
      .getByRole('button', { name: / to (Dana Holt|Hannah Boyd|Tom Whitaker)/ })
      .first()
      .click();
    const sheet = other.getByRole('dialog');
    await expect(sheet).toContainText(/H-000[1-3]/);
    await expect(sheet.getByText(/([0-9a-f]{4} ?){16}/)).toHaveCount(2);
    await checkA11y(other);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(sheet).toHaveCount(0);
    await other.goto('/settings?tab=evidence');
    await expect(
      other.getByText('The former register of Northgate Keyholding is as it was signed'),
    ).toBeVisible();
    await checkA11y(other);
    await other.setViewportSize(desk);
    await checkA11y(other);
    await other.emulateMedia({ colorScheme: 'dark' });
    await checkA11y(other);
    await other.goto('/users');
    for (const { firstName, lastName } of DEMO_ACCOUNTS)
      await expect(other.getByRole('main')).toContainText(`${firstName} ${lastName}`);
  } finally {
    await context.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
