import { expect, type Locator, type Page, type Request } from '@playwright/test';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { goWithin } from '../page.ts';

/** The open dialog, or the one with that title. */
export const dialog = (page: Page, name?: string) => page.getByRole('dialog', name ? { name } : {});

/** The confirmation with that title. */
export const question = (page: Page, name: string) => page.getByRole('alertdialog', { name });

/** Presses a button of the open dialog. */
export const submit = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

/** Opens a dialog for the only bunch of the list: from a button of its row or card, or from its menu. */
export async function act(page: Page, action: string): Promise<Locator> {
  await expect(page.getByText('Showing 1 result')).toBeVisible();
  const button = page.getByRole('button', { name: action, exact: true });
  const menu = page.getByRole('button', { name: 'More actions' });
  await expect(button.or(menu).first()).toBeVisible();
  if ((await button.count()) > 0) await button.click();
  else {
    await menu.click();
    await page.getByRole('menuitem', { name: action }).click();
  }
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).locator('[aria-busy]')).toHaveCount(0);
  return dialog(page);
}

/** The same from any page: opens the list with only that bunch first. */
export async function open(
  page: Page,
  bunch: Pick<KeyBunch, 'identifier'>,
  action: string,
): Promise<Locator> {
  await page.goto(`/key-bunches?search=${bunch.identifier}`);
  return act(page, action);
}

/** The same on a page that shows the app to this user already: closes what is open, without loading the page again. */
export async function openNext(
  page: Page,
  bunch: Pick<KeyBunch, 'identifier'>,
  action: string,
): Promise<Locator> {
  const discard = question(page, 'Discard changes?').getByRole('button', { name: 'Discard' });
  const layers = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expect(async () => {
    if (await discard.isVisible()) await discard.click({ timeout: 1000 });
    else if ((await layers.count()) > 0) await page.keyboard.press('Escape');
    await expect(layers).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await goWithin(page, `/key-bunches?search=${bunch.identifier}`);
  await expect(page.getByRole('main').getByText(bunch.identifier, { exact: true }).first()).toBeVisible();
  return act(page, action);
}

/** Add Key Bunch, from the list. */
export async function openAdd(page: Page): Promise<Locator> {
  await page.goto('/key-bunches');
  await page.getByRole('button', { name: 'Add Set' }).first().click();
  await expect(dialog(page, 'Add Key Bunch').getByLabel('Identifier')).toBeVisible();
  return dialog(page, 'Add Key Bunch');
}

/** The full form, opened from Key Details. */
export async function openEdit(page: Page, bunch: Pick<KeyBunch, 'identifier'>): Promise<Locator> {
  await open(page, bunch, 'Key Details');
  await submit(page, 'Edit all fields');
  await expect(dialog(page, 'Edit Key Bunch').getByLabel('Identifier')).toHaveValue(bunch.identifier);
  return dialog(page, 'Edit Key Bunch');
}

/** Chooses an option of a select. */
export async function choose(page: Page, select: Locator, name: string): Promise<void> {
  await select.click();
  await page.getByRole('option', { name, exact: true }).click();
  await expect(page.getByRole('option')).toHaveCount(0);
}

/** A notification with exactly that text. */
export const toast = (page: Page, text: string) =>
  page.locator('[data-variant]').getByText(text, { exact: true });

/** The options of a select; closes it unchanged. */
export async function offers(page: Page, select: Locator): Promise<string[]> {
  await select.click();
  await expect(page.getByRole('option').first()).toBeVisible();
  const names = await page.getByRole('option').allTextContents();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  return names;
}

/** The next request with that method and path. */
export const nextCall = (page: Page, method: string, path: RegExp): Promise<Request> =>
  page.waitForRequest((request) => request.method() === method && path.test(new URL(request.url()).pathname));

export const described = (control: Locator, text: string) =>
  expect(control).toHaveAccessibleDescription(text);
