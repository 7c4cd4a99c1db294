import type { Page } from '@playwright/test';
import type { Movement } from '../../shared/movement.ts';
import { act, choose, dialog, open, openAdd, openNext, submit } from '../key-bunch/key-dialog.ts';
import { cutLive } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';

const toasts = (page: Page) => page.locator('[data-variant]');

async function said(page: Page, title: string, ...lines: string[]) {
  await expect(toasts(page).filter({ hasText: lines[0] ?? title })).toBeVisible();
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page).getByText(title, { exact: true })).toBeVisible();
  for (const line of lines) await expect(toasts(page)).toContainText(line);
}

test('TOAST-01 a bunch is created, updated, moved, issued, returned and deleted, and each is said', async ({
  page,
  company,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  await company.location({ name: 'Van 04', type: 'van' });
  await openAdd(page);
  const field = (name: string) => dialog(page).getByLabel(name);
  await field('Identifier').fill('LDS-0101');
  await field('Current tag').fill('448120');
  await choose(page, field('Location'), leeds.name);
  await submit(page, 'Add Set');
  await said(page, 'Key bunch created successfully');
  await expect(dialog(page)).toHaveCount(0);

  await act(page, 'Key Details');
  await submit(page, 'Edit all fields');
  await expect(dialog(page, 'Edit Key Bunch').getByLabel('Identifier')).toHaveValue('LDS-0101');
  await field('Notes').fill('Sticks');
  await submit(page, 'Save changes');
  await said(page, 'Key bunch updated successfully');
  await expect(dialog(page)).toHaveCount(0);

  await act(page, 'Move Keys');
  await choose(page, field('New location'), 'Van 04');
  await submit(page, 'Move Keys');
  await said(page, 'Key bunch moved successfully');
  await expect(dialog(page)).toHaveCount(0);

  await act(page, 'Issue Keys');
  await submit(page, 'Issue Keys');
  await said(page, 'Keys issued successfully');
  await expect(dialog(page)).toHaveCount(0);

  await act(page, 'Return Keys');
  await field('New tag').fill('448121');
  await submit(page, 'Return Keys');
  await said(page, 'Keys returned successfully');
  await expect(dialog(page)).toHaveCount(0);

  await act(page, 'Key Details');
  await submit(page, 'Delete key set');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete key set' }).click();
  await said(page, 'Key bunch deleted successfully');
  await expect(dialog(page)).toHaveCount(0);
});

/** Makes every change of a key bunch fail, with this message or an empty body. */
async function failing(page: Page): Promise<{ message: string }> {
  const failure = { message: '' };
  await page.route(/\/api\/key-bunches/, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 500,
          ...(failure.message && { json: { message: failure.message } }),
        }),
  );
  return failure;
}

test('ERR-13 ERR-14 ERR-18 a failed create, update or delete says so, and keeps what was typed', async ({
  page,
  company,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id);
  const failure = await failing(page);
  /** Presses the button twice: with an empty response and with a message. */
  const refused = async (press: () => Promise<void>, fallback: string) => {
    failure.message = '';
    await press();
    await said(page, 'Error', fallback);
    failure.message = `The hook is broken: ${fallback}`;
    await press();
    await said(page, 'Error', failure.message);
    await expect(toasts(page)).toHaveAttribute('data-variant', 'destructive');
  };

  await open(page, bunch, 'Key Details');
  const notes = dialog(page).getByLabel('Notes');
  await notes.fill('Typed at 2 a.m.');
  await refused(() => submit(page, 'Save changes'), 'Failed to update key details');
  await expect(notes).toHaveValue('Typed at 2 a.m.');

  await submit(page, 'Delete key set');
  const asked = page.getByRole('alertdialog');
  await asked.getByLabel('Reason').fill('Handed back');
  const remove = asked.getByRole('button', { name: 'Delete key set' });
  await refused(() => remove.click(), 'Failed to delete key bunch');
  await expect(asked.getByLabel('Reason')).toHaveValue('Handed back');
  await asked.getByRole('button', { name: 'Cancel' }).click();

  await submit(page, 'Edit all fields');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(dialog(page, 'Edit Key Bunch').getByLabel('Identifier')).toHaveValue(bunch.identifier);
  await notes.fill('Typed again');
  await refused(() => submit(page, 'Save changes'), 'Failed to update key bunch');
  await expect(notes).toHaveValue('Typed again');

  await openAdd(page);
  await dialog(page).getByLabel('Identifier').fill('LDS-0101');
  await dialog(page).getByLabel('Current tag').fill('448120');
  await choose(page, dialog(page).getByLabel('Location'), leeds.name);
  await refused(() => submit(page, 'Add Set'), 'Failed to create key bunch');
  await expect(dialog(page).getByLabel('Identifier')).toHaveValue('LDS-0101');
});

test('ERR-15 ERR-16 ERR-17 a failed move (of one bunch), issue or return says so', async ({
  page,
  company,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const free = await company.bunch(leeds.id);
  const out = await company.bunch(leeds.id);
  await company.post(`/api/key-bunches/${out.id}/issue`, { officerName: 'J. Marsh' });
  await failing(page);

  await open(page, free, 'Issue Keys');
  await dialog(page).getByLabel('Notes').fill('Zone 4');
  await submit(page, 'Issue Keys');
  await said(page, 'Error', 'Failed to issue keys');
  await expect(dialog(page).getByLabel('Notes')).toHaveValue('Zone 4');

  await openNext(page, free, 'Move Keys');
  await choose(page, dialog(page).getByLabel('New type'), 'Static');
  await submit(page, 'Move Keys');
  await said(page, 'Error', 'Failed to move key bunch');
  await expect(dialog(page).getByLabel('New type')).toHaveText('Static');

  await openNext(page, out, 'Return Keys');
  await dialog(page).getByLabel('New tag').fill('448902');
  await submit(page, 'Return Keys');
  await said(page, 'Error', 'Failed to return keys');
  await expect(dialog(page).getByLabel('New tag')).toHaveValue('448902');
});

test('two people issue the same keys: the second is told who was quicker and may take them back', async ({
  page,
  company,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { identifier: 'LDS-0233' });
  await cutLive(page);
  const form = await open(page, bunch, 'Issue Keys');
  await form.getByLabel('Notes').fill('Zone 4');
  await company.post(`/api/key-bunches/${bunch.id}/issue`, { officerName: 'S. Rahman' });
  await submit(page, 'Issue Keys');
  await said(page, 'Error', 'Keys are already issued', 'Issued to S. Rahman just now.');
  await expect(form.getByLabel('Notes')).toHaveValue('Zone 4');
  await expect(form.getByText(/^S\. Rahman has had them since (\d+ \w+ \d{4}, )?\d\d:\d\d\./)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Issue Keys' })).toHaveAttribute('aria-disabled', 'true');

  await submit(page, 'Return Keys');
  const back = dialog(page, 'Return Keys');
  await expect(back.getByLabel('Officer name')).toHaveValue('S. Rahman');
  await company.post(`/api/key-bunches/${bunch.id}/return`, { officerName: 'S. Rahman', newTag: '448500' });
  await back.getByLabel('New tag').fill('448600');
  await submit(page, 'Return Keys');
  await said(page, 'Error', 'Keys are not currently issued', 'Dana Holt returned it just now.');
  await expect(back.getByText('Dana Holt returned it just now.')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({
    status: 'active',
    currentTag: '448500',
  });
});

test('an intention is sent under one key: when the reply is lost it is asked for again, and happens once', async ({
  page,
  company,
}) => {
  const leeds = await company.location();
  const bunch = await company.bunch(leeds.id);
  const keys: (string | undefined)[] = [];
  let lost = false;
  await page.route(/\/(issue|return)$/, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (lost) return route.continue();
    lost = true;
    await route.fetch();
    return route.abort();
  });
  await open(page, bunch, 'Issue Keys');
  await submit(page, 'Issue Keys');
  await said(page, 'Keys issued successfully');
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(keys[1]).toBe(keys[0]);
  const issues = await company.get<Movement[]>(`/api/movement-history?keyBunchId=${bunch.id}&action=issue`);
  expect(issues).toHaveLength(1);
  await expect(dialog(page)).toHaveCount(0);

  await act(page, 'Return Keys');
  await dialog(page).getByLabel('New tag').fill('448902');
  await submit(page, 'Return Keys');
  await said(page, 'Keys returned successfully');
  expect(keys).toHaveLength(3);
  expect(keys[2]).not.toBe(keys[0]);
});

test('what could not be read again is said to be out of date, until it is read', async ({
  page,
  company,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const van = await company.location({ name: 'Van 04', type: 'van' });
  await company.bunch(leeds.id);
  await page.goto('/locations');
  await expect(page.getByText('No transfers yet')).toBeVisible();
  await expect(page.getByText('A kiosk is a tablet beside the hooks.')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Keys', exact: true }).click();
  await act(page, 'Move Keys');
  await choose(page, dialog(page).getByLabel('New location'), van.name);
  await submit(page, 'Move Keys');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('This may be out of date')).toHaveCount(0);
  // A colleague's change, after which the kiosks are read again too.
  await company.patch(`/api/locations/${van.id}`, { name: 'Van 05' });
  await expect(page.getByText('Van 05')).toBeVisible();

  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('navigation').getByRole('link', { name: 'Locations', exact: true }).click();
  await expect(page.getByText('This may be out of date')).toBeVisible();
  await expect(page.getByText('A kiosk is a tablet beside the hooks.')).toBeVisible();
  await checkA11y(page);
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('This may be out of date')).toHaveCount(0);
  await expect(page.getByText('No transfers yet')).toHaveCount(0);
});

test('R28 an error names the reference of its call, which a click copies, in the toast and where a read failed', async ({
  page,
  company,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const site = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(site.id, { identifier: 'LDS-0101' });
  await open(page, bunch, 'Issue Keys');
  const body = JSON.stringify({ message: 'Keys are already issued' });
  await page.route('**/issue', (route) =>
    route.fulfill({
      status: 409,
      body,
      headers: { 'content-type': 'application/json', 'x-request-id': 'proxy-7f3a.12' },
    }),
  );
  await submit(page, 'Issue Keys');
  await said(page, 'Error', 'Keys are already issued', 'Reference proxy-7f3a.12');
  // In the dialog's layer: roles outside it are hidden.
  await toasts(page).locator('[aria-label="Copy reference proxy-7f3a.12"]').click();
  await expect.poll(copied).toBe('proxy-7f3a.12');
  await page.route('**/api/locations*', (route) =>
    route.fulfill({ status: 500, body: '{}', headers: { 'x-request-id': '0f3c5a7e9b1d2c4e' } }),
  );
  await page.goto('/locations');
  await expect(page.getByRole('alert').getByText('Reference 0f3c5a7e9b1d2c4e').first()).toBeVisible();
});
