import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { linkIn, openMailSink } from '../../server/testing/mail.ts';
import { startServer } from '../../server/testing/server-process.ts';
import { heading, toast } from '../page.ts';
import { checkA11y, expect, PASSWORD, test } from '../world.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function createInes(page: Page, email: string): Promise<void> {
  await button(page, 'Create User').click();
  await field(page, 'First name').fill('Ines');
  await field(page, 'Last name').fill('Moreau');
  await field(page, 'Email').fill(email);
  await dialog(page).getByRole('switch', { name: 'All locations' }).click();
  await dialog(page).getByRole('button', { name: 'Create User' }).click();
  await expect(toast(page)).toContainText('User created successfully');
}

/** Opens a one-time link, sets a password and signs in with it. */
async function chooseBy(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel(/^(New )?Password$/).fill(password);
  await page.getByLabel(/^Confirm /).fill(password);
  await button(page, 'Set Password').click();
  await expect(heading(page, 'Your password has been set')).toBeVisible();
  await button(page, 'Sign In').click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
}

test('S-10 without mail the creator is shown the link once and passes it on; a new one of Edit ends it', {
  tag: '@once',
}, async ({ page, company, browser, baseURL }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const email = `ines-${company.id}@example.com`;
  await page.goto('/users');
  await createInes(page, email);
  await expect(dialog(page)).toContainText(`For Ines Moreau, ${email}`);
  const shown = field(page, 'Link to choose a password');
  const first = new URL(await shown.inputValue()).pathname;
  expect(first).toMatch(/^\/auth\/reset-password\/[\w-]{43}$/);
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await button(page, 'Copy link').click();
  await expect(button(page, 'Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(first);
  await button(page, 'Done').click();
  await expect(dialog(page)).toHaveCount(0);

  await button(page, 'Edit Ines Moreau').click();
  await expect(dialog(page).getByText(/^Invited\. The link works until /)).toBeVisible();
  await button(page, 'New link').click();
  const second = new URL(await shown.inputValue()).pathname;
  expect(second).not.toBe(first);
  await button(page, 'Done').click();

  // A changed email is announced and creates a new link.
  await field(page, 'Email').fill(`moved-${email}`);
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/signs them out and removes their password/);
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog(page)).toContainText(`For Ines Moreau, moved-${email}`);
  const third = new URL(await shown.inputValue()).pathname;
  await button(page, 'Done').click();

  const other = await browser.newContext({ ...(baseURL && { baseURL }) });
  const visitor = await other.newPage();
  for (const ended of [first, second]) {
    await visitor.goto(ended);
    await expect(heading(visitor, 'This link is invalid or has expired')).toBeVisible();
  }
  await chooseBy(visitor, third, 'Kestrel448');
  await other.close();
  await page.goto('/users');
  await expect(page.getByText('Invited', { exact: true })).toHaveCount(0);
});

/** A free port: the links' address must be known before the server starts. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

test('S-10 D-03 with mail the invitation and the reset come as letters, on a server that has a mail server', {
  tag: '@once',
}, async ({ page }) => {
  const [mail, port, folder] = [
    await openMailSink(),
    await freePort(),
    await mkdtemp(join(tmpdir(), 'keyhold-mail-')),
  ];
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({
    PORT: String(port),
    DATA_DIR: folder,
    DEMO_MODE: 'off',
    LOG_LEVEL: 'info',
    PUBLIC_URL: url,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Keyhold <keys@example.com>',
  });
  try {
    const setUp = {
      name: 'Harbour Keys',
      email: 'dana@example.com',
      firstName: 'Dana',
      lastName: 'Holt',
      password: PASSWORD,
    };
    expect((await page.request.post(`${url}/api/companies/setup`, { data: setUp })).status()).toBe(201);
    await page.goto(`${url}/users`);
    await createInes(page, 'ines@example.com');
    await expect(dialog(page)).toContainText('Invitation sent');
    await expect(field(page, 'Link to choose a password')).toHaveCount(0);
    await button(page, 'Done').click();
    const invitation = await mail.next('ines@example.com');
    expect(invitation.subject).toBe('Choose your Keyhold password');
    expect(invitation.text).toContain('the key register of “Harbour Keys”');
    await page.context().clearCookies();
    await chooseBy(page, linkIn(invitation), 'Kestrel448');

    await page.context().clearCookies();
    await page.goto(`${url}/auth/forgot-password`);
    await field(page, 'Email').fill('ines@example.com');
    await button(page, 'Send Reset Link').click();
    const letter = await mail.next('ines@example.com', /Reset/);
    await expect(heading(page, 'Check Your Email')).toBeVisible();
    await expect(page.getByText('Sent to', { exact: true })).toBeVisible();
    await expect(page.getByText('This server sends no email')).toHaveCount(0);
    await chooseBy(page, linkIn(letter), 'Merlin5522');
    // The log contains neither links nor tokens.
    for (const link of [linkIn(invitation), linkIn(letter)])
      expect(server.said.join('\n')).not.toContain(link.split('/').at(-1));
  } finally {
    await server.stop();
    await mail.close();
    await rm(folder, { recursive: true, force: true });
  }
});
