import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { cutLive, goTo, heading, toast } from '../page.ts';
import { expect, PASSWORD, test } from '../world.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await field(page, label).click();
  await page.getByRole('option', { name: option }).click();
}

/** Opens a dialog for the only bunch of the list. */
async function act(page: Page, isPhone: boolean, name: 'Issue Keys' | 'Return Keys' | 'Move Keys') {
  if (name === 'Move Keys' && !isPhone) {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  } else await page.getByRole('button', { name, exact: true }).click();
  await expect(dialog(page)).toBeVisible();
}

/** Submits the dialog, which must succeed and close. */
async function confirm(page: Page, name: string, said: string): Promise<void> {
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await expect(toast(page)).toContainText(said);
  await expect(dialog(page)).toHaveCount(0);
}

test('the first day: a company, a location, a bunch, issued once, returned, moved, and all of it on record', {
  tag: '@once',
}, async ({ page, browser, isPhone }) => {
  const about = randomUUID().slice(0, 8);

  // A visitor becomes the administrator of a company.
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click();
  const form = (label: string) => page.getByLabel(label, { exact: true });
  await form('First Name').fill('Dana');
  await form('Last Name').fill('Holt');
  await form('Email').fill(`dana-${about}@example.com`);
  await form('Password').fill(PASSWORD);
  await form('Confirm Password').fill(PASSWORD);
  await form('Company Name').fill(`Northgate ${about}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Create Company' }).click();
  await page.getByRole('button', { name: 'Open the dashboard' }).click();

  // The dashboard proposes the first step.
  await page.getByRole('button', { name: 'Add a location' }).click();
  await field(page, 'Name').fill('Leeds Office');
  await choose(page, 'Type', 'Office');
  await confirm(page, 'Add Location', 'Location created successfully');
  await goTo(page, isPhone, 'Locations');
  await page.getByRole('button', { name: 'Add Location' }).click();
  await field(page, 'Name').fill('Van 04');
  await choose(page, 'Type', 'Mobile Van');
  await confirm(page, 'Add Location', 'Location created successfully');

  await goTo(page, isPhone, 'Keys');
  await page.getByRole('button', { name: 'Add Set' }).first().click();
  await field(page, 'Identifier').fill('LDS-0102');
  await field(page, 'Current tag').fill('448157');
  await choose(page, 'Location', 'Leeds Office');
  await confirm(page, 'Add Set', 'Key bunch created successfully');
  await expect(page.getByText('Showing 1 result')).toBeVisible();

  // Another screen without the live channel is about to issue the same bunch.
  const elsewhere = await browser.newContext({
    storageState: await page.context().storageState(),
    viewport: page.viewportSize(),
    isMobile: isPhone,
    hasTouch: isPhone,
  });
  const other = await elsewhere.newPage();
  await cutLive(other);
  await other.goto('/key-bunches');
  await act(other, isPhone, 'Issue Keys');
  await field(other, 'Officer name').fill('Callum Reid');
  await expect(field(page, 'Officer name')).toHaveCount(0);

  await act(page, isPhone, 'Issue Keys');
  await expect(field(page, 'Officer name')).toHaveValue('Dana Holt');
  await field(page, 'Purpose').fill('Alarm response');
  await confirm(page, 'Issue Keys', 'Keys issued successfully');
  const item = page.locator(isPhone ? 'main section' : 'tbody tr').filter({ hasText: 'LDS-0102' });
  await expect(item).toContainText('Issued');
  await expect(item).toContainText('Tag broken');

  // The second issue is refused with the reason and the holder; nothing changes.
  await dialog(other).getByRole('button', { name: 'Issue Keys', exact: true }).click();
  await expect(toast(other)).toContainText('Keys are already issued');
  await expect(toast(other)).toHaveAttribute('data-variant', 'destructive');
  await expect(dialog(other)).toContainText('Dana Holt has had them since');
  await elsewhere.close();

  await act(page, isPhone, 'Return Keys');
  await dialog(page).getByRole('button', { name: 'Return Keys', exact: true }).click();
  await expect(field(page, 'New tag')).toHaveAccessibleDescription(
    'New tag number is required when returning keys',
  );
  await field(page, 'New tag').fill('448902');
  await confirm(page, 'Return Keys', 'Keys returned successfully');
  await expect(item).toContainText('Present');
  await expect(item).toContainText('448902');

  await act(page, isPhone, 'Move Keys');
  await choose(page, 'New location', 'Van 04');
  await confirm(page, 'Move Keys', 'Key bunch moved successfully');
  await expect(item).toContainText('Van 04');

  // The history, newest first.
  const sentences = ['Moved: Leeds Office -> Van 04', 'Returned from Dana Holt', 'Issued to Dana Holt'];
  await goTo(page, isPhone, 'History');
  await expect(page.getByText('Showing all 3 results')).toBeVisible();
  await inOrder(page, sentences);
  await expect(page.getByText(/Alarm response/)).toBeVisible();

  await page.getByRole('link', { name: 'LDS-0102' }).first().click();
  await expect(heading(page, 'LDS-0102')).toBeVisible();
  await inOrder(page, sentences);

  await goTo(page, isPhone, 'Dashboard');
  await expect(page.getByRole('link', { name: /Total Keys/ })).toContainText('1');
  await expect(page.getByRole('link', { name: /Keys Present/ })).toContainText('1');
  await expect(page.getByRole('link', { name: /Keys Issued/ })).toContainText('0');
  await inOrder(page, sentences);
});

/** The texts are on the page in this order. */
async function inOrder(page: Page, texts: string[]): Promise<void> {
  const main = page.getByRole('main');
  for (const text of texts) await expect(main).toContainText(text);
  const all = (await main.textContent()) ?? '';
  const places = texts.map((text) => all.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
}
