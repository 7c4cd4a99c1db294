import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { heading, toast, userMenu } from '../page.ts';
import { checkA11y, expect, PASSWORD, test } from '../world.ts';

/** The code that an app shows; each use needs a later step, because codes work once. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const question = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" });
type Sql = (text: string, values?: unknown[]) => Promise<unknown[]>;
/** Makes the last confirmation older than 15 minutes. */
const lapse = (sql: Sql, email: string) =>
  sql(
    "update sessions set confirmed_at = now() - interval '1 hour' where user_id = (select id from users where email = $1)",
    [email],
  );
const panel = (page: Page) => page.getByRole('region', { name: 'Second factor' });

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign In').click();
}

/** Sets up an app in the open dialog; returns its secret and the recovery codes. */
async function setUpApp(page: Page) {
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const shown = await dialog(page).locator('[data-secret]').textContent();
  const secret = (shown ?? '').replaceAll(' ', '');
  await dialog(page).getByLabel('Code from the app').fill(codeOf(secret));
  await button(page, 'Turn on').click();
  const codes = dialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return { secret, codes: await codes.allTextContents() };
}

test('an authenticator app is set up, asked for at the next sign-in, and a recovery code stands in for a lost phone', {
  tag: '@once',
}, async ({ page, company, context, sql }) => {
  const { email } = await company.signInAs('officer');
  await page.goto('/profile');
  await expect(panel(page)).toContainText('Off');
  await panel(page).getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await checkA11y(page);
  const key = await dialog(page).locator('[data-secret]').textContent();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy key').click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe(key?.replaceAll(' ', ''));
  // A phone cannot scan its own screen.
  const link = dialog(page).getByRole('link', { name: 'Open in my authenticator app' });
  await expect(link).toHaveCount(0);
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(link).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*${key?.slice(0, 4)}`, 'i'));
  await checkA11y(page);
  await page.setViewportSize(size);
  await dialog(page).getByLabel('Code from the app').fill('000000');
  await button(page, 'Turn on').click();
  await expect(dialog(page)).toContainText('Incorrect code. Check that your phone shows the right time.');
  const { secret, codes } = await setUpApp(page);
  const download = page.waitForEvent('download');
  await button(page, 'Download').click();
  expect((await download).suggestedFilename()).toBe('keyhold-recovery-codes.txt');
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('[data-print-alone]');
  await expect(paper).toBeVisible();
  await expect(paper).toContainText(codes[0] ?? '');
  await expect(page.getByText('My Profile')).toBeHidden();
  await page.emulateMedia({ media: null });
  await checkA11y(page);
  await button(page, 'I have kept them').click();
  await expect(panel(page)).toContainText('10 recovery codes left');

  await page.context().clearCookies();
  await enterPassword(page, email);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await checkA11y(page);
  await button(page, 'Sign In').click();
  await expect(page.getByText('Enter the 6 digits from your authenticator app')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await button(page, 'Sign In').click();
  await expect(toast(page)).toContainText('Logged in successfully');
  await expect(heading(page, 'Dashboard')).toBeVisible();

  await page.context().clearCookies();
  await enterPassword(page, email);
  await button(page, 'Use a recovery code').click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.getByLabel('Recovery code').fill((codes[3] ?? '').toLowerCase());
  await button(page, 'Sign In').click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.goto('/profile');
  await expect(panel(page)).toContainText('9 recovery codes left');

  await lapse(sql, email);
  await panel(page).getByRole('button', { name: 'Remove' }).click();
  await expect(question(page)).toHaveAccessibleDescription(
    /^Enter your password to change how you sign in\./,
  );
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(question(page).getByLabel('Password', { exact: true })).toBeVisible();
  await button(page, 'Confirm').click();
  await expect(question(page)).toContainText('Password is required');
  await expect(question(page)).toContainText('Enter the 6 digits from your authenticator app');
  await checkA11y(page);
  await question(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Use a recovery code').click();
  await expect(question(page).getByLabel('Recovery code')).toBeFocused();
  await question(page)
    .getByLabel('Recovery code')
    .fill(codes[3] ?? '');
  await button(page, 'Confirm').click();
  await expect(question(page)).toContainText('Incorrect recovery code, or it was already used');
  await question(page)
    .getByLabel('Recovery code')
    .fill(codes[4] ?? '');
  // The session ends meanwhile: signing in again also confirms, so the code is asked for once.
  await sql('delete from sessions where user_id = (select id from users where email = $1)', [email]);
  await button(page, 'Confirm').click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await again.getByRole('button', { name: 'Use a recovery code' }).click();
  await again.getByLabel('Recovery code').fill(codes[4] ?? '');
  await again.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(panel(page)).toContainText('Off');
});

test('@once a passkey signs in; the company requires a second factor, and resets the one of somebody who lost it', async ({
  page,
  company,
  sql,
}) => {
  test.slow();
  // Passkeys need a host name, not an IP address.
  const at = (path: string) => {
    const url = new URL(path, process.env.KEYHOLD_URL);
    url.hostname = 'localhost';
    return url.href;
  };
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const officer = await company.signInAs('officer', { firstName: 'Hannah', lastName: 'Boyd' });
  await page.context().clearCookies();
  await page.goto(at('/login'));
  await page.getByLabel('Email').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign In').click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.goto(at('/profile'));
  await panel(page).getByRole('button', { name: 'Add' }).click();
  await dialog(page).getByLabel('Name').fill('Work laptop');
  await button(page, 'Continue').click();
  await expect(dialog(page).getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await button(page, 'I have kept them').click();
  await expect(panel(page)).toContainText('Work laptop');
  await lapse(sql, company.email);
  await button(page, 'New codes').click();
  await question(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Use a recovery code').click();
  await button(page, 'Use a passkey').click();
  await expect(button(page, 'Confirm with passkey')).toBeFocused();
  await page.keyboard.press('Enter');
  await button(page, 'Make new codes').click();
  await expect(dialog(page).getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await button(page, 'I have kept them').click();

  await page.context().clearCookies();
  await page.goto(at('/auth/login'));
  await page.getByLabel('Email').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign In').click();
  await button(page, 'Use a recovery code').click();
  await button(page, 'Use a passkey').click();
  await expect(button(page, 'Continue with passkey')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.goto(at('/profile'));
  await expect(panel(page)).toContainText('Last used');

  await page.goto(at('/settings?tab=security'));
  await panel(page).getByLabel('Staff Member').check();
  await button(page, 'Save Requirement').click();
  await expect(toast(page)).toContainText('Second factor updated');

  await page.context().clearCookies();
  await enterPassword(page, officer.email);
  await expect(heading(page, 'Set up a second factor')).toBeVisible();
  await checkA11y(page);
  await expect(button(page, 'Continue')).toBeDisabled();
  await button(page, 'Set up').click();
  await setUpApp(page);
  await button(page, 'I have kept them').click();
  await button(page, 'Continue').click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await expect(userMenu(page)).toBeVisible();

  await page.context().clearCookies();
  await page.goto(at('/login'));
  await page.getByLabel('Email').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign In').click();
  await button(page, 'Continue with passkey').click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.goto(at('/users'));
  await page
    .getByRole('row', { name: /Hannah Boyd/ })
    .getByRole('button', { name: /Edit/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByLabel('Link to choose a password')).toBeVisible();
});
