import type { Page } from '@playwright/test';
import { goWithin, heading, hold, toast } from '../page.ts';
import { expect, PASSWORD, test } from '../world.ts';

test('PERM-20 somebody of one location meets only that location, on every screen, in every count and filter', {
  tag: '@once',
}, async ({ page, company }) => {
  const here = await company.location({ name: 'Harbour Office' });
  const there = await company.location({ name: 'Quarry Office' });
  const mine = await company.bunch(here.id, { identifier: 'HRB-0001', nfcSerial: '04:AA:01' });
  const theirs = await company.bunch(there.id, { identifier: 'QRY-0002', nfcSerial: '04:AA:02' });
  for (const { id } of [mine, theirs])
    await company.post(`/api/key-bunches/${id}/issue`, { officerName: 'Callum Reid' });
  await company.post(`/api/key-bunches/${mine.id}/return`, { officerName: 'Callum Reid', newTag: '900001' });

  await company.signInAs('officer', {
    allowedLocationIds: [here.id],
    customPermissions: ['key:bulk_move', 'reports:view', 'key:move', 'location:edit'],
  });
  const nothingOfTheirs = async (screen: string) => {
    await expect(page.locator('[aria-busy="true"]'), screen).toHaveCount(0);
    await expect(page.getByText(/Quarry|QRY-0002/), screen).toHaveCount(0);
  };
  /** The options of a select, by its label. */
  const offered = async (label: string, options: string[]) => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await expect(page.getByRole('option'), label).toHaveText(options);
    await page.keyboard.press('Escape');
  };

  await page.goto('/');
  await expect(page.getByRole('link', { name: /Total Keys/ })).toContainText('1');
  await expect(page.getByRole('link', { name: /Keys Issued/ })).toContainText('0');
  await expect(page.getByText('Harbour Office').first()).toBeVisible();
  await nothingOfTheirs('dashboard');

  await goWithin(page, '/key-bunches');
  await expect(page.getByText('Showing 1 result', { exact: true })).toBeVisible();
  await expect(page.getByText('HRB-0001')).toBeVisible();
  await offered('Location', ['All locations', 'Harbour Office']);
  await goWithin(page, '/key-bunches?search=QRY-0002');
  await expect(page.getByText('Showing 0 results', { exact: true })).toBeVisible();

  await goWithin(page, '/locations');
  await expect(page.getByText('Harbour Office').first()).toBeVisible();
  await nothingOfTheirs('locations');

  await goWithin(page, '/history');
  await expect(page.getByText(/Showing all 2 results/)).toBeVisible();
  await nothingOfTheirs('history');

  await goWithin(page, '/audit');
  await expect(heading(page, 'Location Audit')).toBeVisible();
  await offered('Location', ['Harbour Office']);
  await nothingOfTheirs('audit');

  await goWithin(page, '/bulk-move-keys');
  await offered('To location', ['Harbour Office']);

  await goWithin(page, `/location-report/${here.id}`);
  await expect(page.getByText('HRB-0001').first()).toBeVisible();
  await nothingOfTheirs('report');

  // Addresses of other locations respond as if they did not exist.
  for (const path of [`/location-report/${there.id}`, `/key-history/${theirs.id}`]) {
    await page.goto(path);
    await expect(page.getByText(/not found/i).first(), path).toBeVisible();
    await nothingOfTheirs(path);
  }
  await goWithin(page, '/profile');
  await expect(page.getByText('Harbour Office')).toBeVisible();
  await nothingOfTheirs('profile');
});

/** Signs in again where it is asked for: a user's sessions end with their rights. */
async function signInAgain(page: Page) {
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again).toHaveCount(0);
}

test('a right that is lost under an open dialog: the save is refused in words, and nothing that was typed is lost', {
  tag: '@once',
}, async ({ page, company }) => {
  const { id: place } = await company.location();
  const bunch = await company.bunch(place, { identifier: 'LDS-1' });
  const refused = async (name: string, save: string, field: string, typed: string) => {
    const form = page.getByRole('dialog', { name });
    await form.getByRole('button', { name: save, exact: true }).click();
    const rights = page.waitForResponse((reply) => reply.url().endsWith('/api/auth/user') && reply.ok());
    await signInAgain(page);
    await expect(toast(page)).toContainText("You don't have permission to do this. Ask an administrator.");
    await rights;
    await expect(form.getByRole('textbox', { name: field })).toHaveValue(typed);
    await expect(form.getByRole('button', { name: save, exact: true })).toBeEnabled();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(form).toHaveCount(0);
  };

  const admin = await company.signInAs('admin');
  await page.goto('/people');
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Nina Falk');
  await company.patch(`/api/users/${admin.id}`, { role: 'viewer' });
  await refused('Add person', 'Add person', 'Name', 'Nina Falk');
  await expect(heading(page, 'Access Denied')).toBeVisible();

  const other = await company.signInAs('admin');
  await page.goto(`/key-history/${bunch.id}`);
  await page.getByRole('button', { name: 'Key Details' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Notes' }).fill('Third drawer');
  await company.patch(`/api/users/${other.id}`, { role: 'viewer' });
  await refused('Key Details', 'Save changes', 'Notes', 'Third drawer');
  await expect(page.getByRole('button', { name: 'Issue Keys' })).toHaveCount(0);
});

test('a right that is lost under unsaved changes of a page: the save is refused in words, and nothing that was typed is lost', {
  tag: '@once',
}, async ({ page, company }) => {
  const { id: locationId } = await company.location();
  const handover = await company.post<{ id: number }>('/api/room-handovers', {
    ...{ locationId, aloneReason: 'First day' },
  });
  // Also before the save, when another read finds the session ended.
  await page.addLocatorHandler(page.getByRole('dialog', { name: 'Sign in again' }), () => signInAgain(page));
  const loses = async (path: string, save: string, type: (page: Page) => Promise<unknown>) => {
    const admin = await company.signInAs('super_admin');
    await page.goto(path);
    await type(page);
    const rights = page.waitForResponse((reply) => reply.url().endsWith('/api/auth/user') && reply.ok());
    await company.patch(`/api/users/${admin.id}`, { role: 'viewer' });
    await page.getByRole('button', { name: save }).click();
    await expect(toast(page)).toContainText("You don't have permission to do this. Ask an administrator.");
    await rights;
    // After the new rights the page is still there.
    const again = page.waitForResponse(
      (reply) => reply.status() === 403 && reply.request().method() !== 'GET',
    );
    await page.getByRole('button', { name: save }).click();
    await again;
  };

  const description = page.getByRole('textbox', { name: 'Description' });
  await loses('/settings?tab=company', 'Save Changes', () => description.fill('Keys of the north'));
  await expect(description).toHaveValue('Keys of the north');
  await goWithin(page, '/settings?tab=security');
  await expect(heading(page, 'Access Denied')).toBeVisible();

  const notes = page.getByRole('textbox', { name: 'Notes for the next shift' });
  await loses(`/room-handovers/${handover.id}`, 'Save notes', () => notes.fill('Locksmith at 06:30'));
  await expect(notes).toHaveValue('Locksmith at 06:30');

  const required = page.getByRole('checkbox', { name: 'Staff Member' });
  await loses('/settings?tab=security', 'Save Requirement', () => required.check());
  await expect(required).toBeChecked();

  await company.bunch(locationId, { position: 'A 1' });
  const first = page.getByRole('textbox', { name: 'First hook' });
  await loses('/audit', 'Start Audit', async () => {
    await page.getByRole('radio', { name: /^Some hooks/ }).check();
    await first.fill('A 1');
    await page.getByRole('textbox', { name: 'Last hook' }).fill('A 9');
  });
  await expect(first).toHaveValue('A 1');
});

test('rows pasted before a right was lost are there when it is back', { tag: '@once' }, async ({
  page,
  company,
}) => {
  await company.location();
  const admin = await company.signInAs('super_admin');
  await page.goto('/import');
  const read = await hold(page, '**/assets/worker-*.js');
  await page.getByRole('textbox', { name: 'Rows' }).evaluate((box) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Set\tKeys\nA-1\t2');
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText('Reading the file...')).toBeVisible();
  const rights = page.waitForResponse((reply) => reply.url().endsWith('/api/auth/user') && reply.ok());
  await company.patch(`/api/users/${admin.id}`, { role: 'viewer' });
  await signInAgain(page);
  await rights;
  await expect(page.getByText('Reading the file...')).toBeVisible();
  read();
  await expect(heading(page, 'Access Denied')).toBeVisible();

  await page.goto('about:blank');
  await company.patch(`/api/users/${admin.id}`, { role: 'super_admin' });
  await page.request.post('/api/auth/login', { data: { email: admin.email, password: PASSWORD } });
  await page.goto('/import');
  await expect(page.getByText('Pasted rows was left at the columns')).toBeVisible();
});
