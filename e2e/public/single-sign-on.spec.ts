import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CLIENT, startIdentityProvider, type TestProvider } from '../../server/testing/identity-provider.ts';
import type { ServerProcess } from '../../server/testing/server-process.ts';
import { heading, toast, userMenu } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';

/** A server for this file, with a real identity provider. */
const world: { provider?: TestProvider; server?: ServerProcess; folder?: string } = {};

test.beforeAll(async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  world.provider = await startIdentityProvider(`${url}/api/login/callback`);
  world.folder = await mkdtemp(join(tmpdir(), 'keyhold-sso-'));
  const { startServer } = await import('../../server/testing/server-process.ts');
  world.server = await startServer({
    DATA_DIR: world.folder,
    DEMO_MODE: 'off',
    LOG_LEVEL: 'warn',
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    OIDC_ISSUER: world.provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  });
});

test.afterAll(async () => {
  const code = await world.server?.stop();
  await world.provider?.close();
  if (world.folder) await rm(world.folder, { recursive: true, force: true });
  expect(code).toBe(0);
  expect(world.server?.said.filter((line) => line.includes('"msg":"fault"'))).toEqual([]);
});

/** Signs in with the provider as `person`, whose sign-in there is `ago` seconds old. */
async function signInAs(page: Page, person: string, ago = 0): Promise<void> {
  await page.goto(`${world.server?.url}/auth/login`);
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  if (ago > 0) await page.goto(`${page.url()}?as=${person}&ago=${ago}`);
  else await page.getByRole('link', { name: person }).click();
}

/** Deletes a location, which needs a confirmation with the provider in its own window. */
async function deleteConfirmed(page: Page, person: string): Promise<void> {
  const data = { name: 'Old yard', type: 'office' };
  expect((await page.request.post(`${world.server?.url}/api/locations`, { data })).status()).toBe(201);
  await page.goto(`${world.server?.url}/locations`);
  await page.getByRole('button', { name: 'Delete Old yard' }).click();
  await page.getByRole('button', { name: 'Delete location' }).click();
  const question = page.getByRole('dialog', { name: "Confirm it's you" });
  await expect(question.getByLabel('Password')).toHaveCount(0);
  const opened = page.context().waitForEvent('page');
  await question.getByRole('link', { name: 'Confirm with single sign-on' }).click();
  const provider = await opened;
  // The window closes automatically.
  await Promise.all([provider.waitForEvent('close'), provider.getByRole('link', { name: person }).click()]);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(toast(page)).toContainText('Location deleted successfully');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto(`${world.server?.url}/confirmed?why=other`);
  await expect(heading(page, 'Not confirmed')).toBeVisible();
  await expect(page.getByText('You signed in there as a different person.')).toBeVisible();
  await checkA11y(page);
}

test('sign in by the provider: the wizard for somebody new, the dashboard from then on, confirming there, and an honest page when it fails', async ({
  page,
}) => {
  const people = world.provider?.people ?? {};
  people.dana = {
    email: 'dana@example.com',
    email_verified: true,
    given_name: 'Dana',
    family_name: 'Holt',
  };
  people.mallory = { email: 'dana@example.com', email_verified: false, given_name: 'Mallory' };
  const home = `${world.server?.url}/`;

  await signInAs(page, 'dana');
  await expect(heading(page, 'Account & Company Setup')).toBeVisible();
  await expect(page).toHaveURL(home);
  await expect(page.getByLabel('First Name')).toHaveValue('Dana');
  await expect(page.getByLabel('Email')).toHaveValue('dana@example.com');
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await page.getByLabel('Company Name').fill('Example Keys');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Create Company' }).click();
  await page
    .getByRole('link', { name: 'Open the dashboard' })
    .or(page.getByRole('button', { name: 'Open the dashboard' }))
    .click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(heading(page, 'Know who has every key.')).toBeVisible();

  // Without cookies the provider asks for a sign-in, as in a new browser.
  await page.context().clearCookies();
  await signInAs(page, 'dana', 3600);
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await expect(page).toHaveURL(home);
  await expect(userMenu(page)).toContainText('Dana Holt');
  // The user has no password, and signed in with the provider an hour ago.
  await deleteConfirmed(page, 'dana');

  await page.context().clearCookies();
  await signInAs(page, 'mallory');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText("single sign-on hasn't verified that the email is yours");
  await expect(heading(page, 'Welcome back')).toBeVisible();
  await checkA11y(page);
  await page.context().clearCookies();
  await signInAs(page, 'Cancel');
  await expect(alert).toHaveText('Single sign-on was cancelled or refused.');
  expect((await page.context().cookies(home)).map(({ name }) => name)).not.toContain('sid');
});

test('outside demo mode the card says nothing of demo accounts, and asks for none', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${world.server?.url}/login`);
  await expect(heading(page, 'Sign in to Keyhold')).toBeVisible();
  await expect(page.getByText('Demo accounts')).toHaveCount(0);
  expect(requests).not.toContain('/api/auth/demo');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
