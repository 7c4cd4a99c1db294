import { hold, stopClock } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { act, dialog, openAdd, openNext, question, submit, toast } from './key-dialog.ts';

test('API-50 after a change the list, the dashboard and the history show it without loading the page again', {
  tag: '@once',
}, async ({ page, company }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { currentTag: '448379' });
  const go = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).first().click();
  };
  await page.goto('/');
  const issuedCard = page.getByRole('link', { name: /Keys Issued/ });
  await expect(issuedCard).toContainText('0');
  await go('History');
  await expect(page.getByText('No Movement History')).toBeVisible();
  await go('Keys');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await act(page, 'Issue Keys');
  await submit(page, 'Issue Keys');
  await expect(toast(page, 'Keys issued successfully')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Return Keys' })).toBeVisible();
  await expect(page.getByText('Tag broken')).toBeVisible();
  await go('Dashboard');
  await expect(issuedCard).toContainText('1');
  await expect(page.getByText('Issued to Dana Holt').first()).toBeVisible();
  await go('History');
  await expect(page.getByText('Issued to Dana Holt').first()).toBeVisible();
  await expect(page.getByText(bunch.identifier).first()).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('a dialog that loads on the first press is shown without a delay', {
  tag: '@phone',
}, async ({ page, company }) => {
  await company.bunch((await company.location({ name: 'Leeds Office' })).id);
  await page.clock.install();
  await page.goto('/key-bunches');
  await expect(page.getByText('Showing 1 result')).toBeVisible();
  await stopClock(page);
  await page.getByRole('button', { name: 'Add Set' }).click();
  await expect(dialog(page)).toBeVisible();
});

test('a toast stands above a short question, and covers none of it', {
  tag: '@phone',
}, async ({ page, company }) => {
  const bunch = await company.bunch((await company.location({ name: 'Leeds Office' })).id);
  await page.route('**/api/key-bunches/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
  );
  await page.goto(`/key-bunches?search=${bunch.identifier}`);
  await act(page, 'Key Details');
  await submit(page, 'Delete key set');
  const asked = page.getByRole('alertdialog');
  await asked.getByLabel('Reason').fill('Handed back');
  await asked.getByRole('button', { name: 'Delete key set' }).click();
  const failed = page.locator('[data-variant]').filter({ hasText: 'Failed to delete key bunch' });
  const bottom = async () => {
    const box = await failed.boundingBox();
    return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
  };
  await expect.poll(bottom).toBeLessThanOrEqual((await asked.boundingBox())?.y ?? 0);
});

test('a dialog is used without a mouse, asks before it throws work away, and gives the focus back', {
  tag: '@once',
}, async ({ page, company }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id);
  await page.goto(`/key-bunches?search=${bunch.identifier}`);
  const issue = page.getByRole('button', { name: 'Issue Keys' });
  await issue.focus();
  await page.keyboard.press('Enter');
  const form = dialog(page, 'Issue Keys');
  await expect(form.getByLabel('Officer name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(issue).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Officer name')).toBeFocused();
  await form.getByLabel('Purpose', { exact: true }).fill('Alarm');
  await page.keyboard.press('Escape');
  const confirmation = question(page, 'Discard changes?');
  await expect(confirmation.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Purpose', { exact: true })).toHaveValue('Alarm');
  await page.keyboard.press('Escape');
  await confirmation.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(form).toHaveCount(0);
  await expect(issue).toBeFocused();

  // From the details to the full form and out again: the focus comes back to where it began.
  const menu = page.getByRole('button', { name: 'More actions' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Key Details' }).press('Enter');
  await expect(dialog(page, 'Key Details').getByLabel('Identifier')).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Edit' }).press('Enter');
  await expect(dialog(page, 'Edit Key Bunch').getByLabel('Identifier')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(menu).toBeFocused();
});

test('a dialog is there before its bunch is, and says when it cannot be read', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const leeds = await company.location();
  const bunch = await company.bunch(leeds.id);
  let broken = true;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/key-bunches\/\d+$/, async (route) => {
    await held;
    return broken ? route.abort() : route.continue();
  });
  await page.goto(`/key-bunches?search=${bunch.identifier}`);
  await page.getByRole('button', { name: 'Issue Keys' }).click();
  const form = dialog(page, 'Issue Keys');
  await expect(form.locator('[aria-busy]')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Issue Keys' })).toBeDisabled();
  release();
  await expect(form.getByText('Failed to fetch')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Try again' })).toBeVisible();
  broken = false;
  // It may have read again automatically (D-13) before it is asked to.
  const read = form.getByLabel('Officer name');
  await expect(async () => {
    if (!(await read.isVisible()))
      await form.getByRole('button', { name: 'Try again' }).click({ timeout: 500 });
    await expect(read).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('a set is added once the locations are there: the only one is chosen, and nothing was refused before', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location({ name: 'Leeds Office' });
  const answer = await hold(page, '**/api/locations');
  await page.goto('/key-bunches');
  await page.getByRole('button', { name: 'Add Set' }).first().click();
  const add = dialog(page).getByRole('button', { name: 'Add Set', exact: true });
  await expect(add).toBeDisabled();
  answer();
  await expect(dialog(page).getByRole('combobox', { name: 'Location' })).toHaveText('Leeds Office');
  await dialog(page).getByLabel('Identifier').fill('LDS-0102');
  await dialog(page).getByLabel('Current tag').fill('448157');
  await add.click();
  await expect(toast(page, 'Key bunch created successfully')).toBeVisible();
});

test('every key dialog is free of accessibility violations, light and dark', async ({
  page,
  company,
  isPhone,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  await company.location({ name: 'Van 04', type: 'van' });
  const free = await company.bunch(leeds.id, { nfcSerial: '04a22f1b6c80' });
  const out = await company.bunch(leeds.id);
  const lost = await company.bunch(leeds.id);
  for (const { id } of [out, lost])
    await company.post(`/api/key-bunches/${id}/issue`, { officerName: 'J. Marsh' });
  await company.patch(`/api/key-bunches/${lost.id}`, { status: 'missing' });

  const both = async () => {
    await checkA11y(page);
    // Colours do not depend on the layout.
    if (isPhone) return;
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveClass(/dark/);
    await checkA11y(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).not.toHaveClass(/dark/);
  };
  await openAdd(page);
  await submit(page, 'Add Set');
  await expect(dialog(page).getByText('Identifier is required')).toBeVisible();
  await both();
  await openNext(page, free, 'Issue Keys');
  await both();
  await dialog(page).getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await checkA11y(page);
  await openNext(page, free, 'Move Keys');
  await submit(page, 'Move Keys');
  await both();
  await openNext(page, out, 'Return Keys');
  await submit(page, 'Return Keys');
  await both();
  await openNext(page, out, 'Key Details');
  await both();
  await dialog(page).getByRole('button', { name: 'Report lost' }).click();
  await both();
  await openNext(page, free, 'Key Details');
  await both();
  await dialog(page).getByRole('button', { name: 'Delete key set' }).click();
  await both();
  await openNext(page, lost, 'Key Details');
  await dialog(page).getByRole('button', { name: 'Mark as found' }).click();
  await both();
  if (isPhone) {
    const targets = page.getByRole('alertdialog').getByRole('button');
    await expect(targets).not.toHaveCount(0);
    for (const target of await targets.all())
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
});
