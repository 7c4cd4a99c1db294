import type { Locator, Page } from '@playwright/test';
import { ACTIONS } from '../../shared/movement-words.ts';
import { choose, dialog, offers, openAdd, question, submit } from '../key-bunch/key-dialog.ts';
import { cutLive, goTo, goWithin, heading, toast, userMenu } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';

/** An entry in the list: a table row, or a card. */
const entry = (page: Page, name: string): Locator =>
  page
    .getByRole('row')
    .or(page.locator('main li'))
    .filter({ has: page.getByText(name, { exact: true }) });
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
/** Adds an entry to the open tab. */
async function add(page: Page, kind: string, displayName: string, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Add ${kind}`, exact: true }).click();
  const form = dialog(page, `Add ${kind}`);
  await form.getByLabel('Display name').fill(displayName);
  await form.getByLabel('Name', { exact: true }).fill(name);
  return form;
}
const expectToast = (page: Page, text: string) => expect(toast(page).filter({ hasText: text })).toBeVisible();

test('ROUTE-25 NAV-09 SETT-01 Settings are in the menu for system:admin alone, and refuse all others', {
  tag: '@once',
}, async ({ page, company }) => {
  await page.goto('/');
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(heading(page, 'System Settings')).toBeVisible();
  await company.signInAs('admin');
  await page.goto('/settings');
  await expect(page.getByText("You don't have permission to access system settings.")).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await userMenu(page).click();
  await expect(page.getByText('My Profile')).toBeVisible();
  await expect(page.getByText('Settings', { exact: true })).toHaveCount(0);
});

const TABS = [
  ['Key Types', 'key-types', 'Key Type'],
  ['Statuses', 'statuses', 'Status'],
  ['Location Types', 'location-types', 'Location Type'],
  ['Actions', 'actions', 'Action'],
] as const;

test('SETT-01 SETT-02 each tab has its address and says under the heading what it holds', {
  tag: '@once',
}, async ({ page, company }) => {
  expect(await company.get('/api/settings')).toEqual({
    keyTypes: [],
    statuses: [],
    locationTypes: [],
    actions: [],
  });
  const lists = page.getByText('The names and colours your team sees.');
  await page.goto('/settings');
  await expect(lists).toBeVisible();
  // The focus ring is inside the tab and covers no letter.
  await expect(tab(page, 'Key Types')).toHaveCSS('padding-left', '8px');
  await expect(tab(page, 'Key Types')).toHaveAttribute('aria-selected', 'true');
  for (const [name, about] of [
    ['Company', 'Your company, its plan, and the texts it prints.'],
    ['Security', 'Who signs in with a second factor.'],
    ['Evidence', 'Proof that your history is unchanged, and all your records to take away.'],
    ['System', 'Backups and reminders of this installation.'],
    ['Connect', 'Programs that use or follow your key register.'],
  ] as const) {
    await tab(page, name).click();
    await expect(page.getByText(about)).toBeVisible();
    await expect(lists).toHaveCount(0);
  }
  for (const [title, slug] of TABS.slice(1)) {
    await tab(page, title).click();
    await expect(tab(page, title)).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL(new RegExp(`tab=${slug}$`));
    await expect(lists).toBeVisible();
  }
  await page.goBack();
  await expect(tab(page, 'Location Types')).toHaveAttribute('aria-selected', 'true');
});

test('SETT-04 SETT-05 SETT-06 SETT-07 SETT-08 VALID-27 VALID-28 VALID-29 the form: how it opens, what it asks for, a name that follows what is typed; deleting asks first', {
  tag: '@once',
}, async ({ page, company: _signedIn }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/settings/')) sent.push(request.method());
  });
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add Key Type', exact: true }).click();
  const form = dialog(page, 'Add Key Type');
  const name = form.getByLabel('Name', { exact: true });
  const title = form.getByLabel('Display name');
  const save = form.getByRole('button', { name: 'Add Key Type' });
  await expect(title).toBeFocused();
  await expect(form.getByLabel('Colour', { exact: true })).toHaveValue('#3b82f6');
  await expect(form.getByRole('switch', { name: 'Active' })).toBeChecked();
  await expect(form.getByLabel('Description')).toHaveValue('');
  await save.click();
  await expect(form.getByText('Name is required', { exact: true })).toBeVisible();
  await expect(form.getByText('Display name is required', { exact: true })).toBeVisible();
  await expect(title).toBeFocused();

  await title.pressSequentially('Strong room');
  await expect(name).toHaveValue('strong_room');
  await expect(form.getByText('Name is required', { exact: true })).toHaveCount(0);
  // Once edited, the name no longer follows, even when emptied.
  await name.fill('');
  await title.press('End');
  await title.pressSequentially(' 2');
  await expect(name).toHaveValue('');
  await save.click();
  await expect(form.getByText('Name is required', { exact: true })).toBeVisible();
  await expect(name).toBeFocused();
  expect(sent).toEqual([]);
  await name.fill('The Safe!');
  await expect(form.getByText('Stored as the_safe')).toBeVisible();
  await form.getByLabel('Colour', { exact: true }).fill('');
  await form.getByRole('combobox', { name: 'Usually due back' }).click();
  await page.getByRole('option', { name: 'A number of hours after issue' }).click();
  const hours = form.getByRole('spinbutton', { name: 'Hours' });
  await hours.selectText();
  await page.keyboard.insertText('٤٨');
  await expect(hours).toHaveValue('48');
  await save.click();
  await expectToast(page, 'Setting added');
  await expect(entry(page, 'the_safe')).toContainText('Strong room 2');

  await page.getByRole('button', { name: 'Delete Strong room 2' }).click();
  const confirmation = question(page, 'Delete Strong room 2?');
  await expect(confirmation).toContainText(
    'Are you sure you want to delete this setting? This action cannot be undone.',
  );
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(confirmation).toHaveCount(0);
  await page.reload();
  await expect(entry(page, 'the_safe')).toBeVisible();
  expect(sent, 'cancelling makes no call').toEqual(['POST']);
});

test('SETT-03 TOAST-12 the entries of every tab are added, edited and deleted', async ({
  page,
  company: _signedIn,
  isPhone,
}) => {
  await page.goto('/settings');
  // The tabs differ in their words alone: on a phone the last one stands for all.
  for (const [title, slug, kind] of isPhone ? TABS.slice(-1) : TABS) {
    await tab(page, title).click();
    await page.getByRole('button', { name: `Add ${kind}`, exact: true }).click();
    const form = dialog(page, `Add ${kind}`);
    // Actions are chosen from the fixed ones.
    if (slug === 'actions')
      await choose(page, form.getByRole('combobox', { name: 'Name' }), 'Return (return)');
    else await form.getByLabel('Display name').fill('Return');
    await expect(form.getByLabel('Display name')).toHaveValue('Return');
    await form.getByRole('button', { name: `Add ${kind}` }).click();
    await expectToast(page, 'Setting added');
    await expect(form).toHaveCount(0);
    await expect(entry(page, 'return')).toContainText('Return');
    await expect(entry(page, 'return')).toContainText('Active');

    await page.getByRole('button', { name: 'Edit Return' }).click();
    const edit = dialog(page, `Edit ${kind}`);
    await edit.getByLabel('Display name').fill('Brought back');
    await edit.getByLabel('Description').fill('By hand');
    await edit.getByRole('radio', { name: 'Purple' }).check({ force: true });
    await expect(edit.getByLabel('Colour', { exact: true })).toHaveValue('#8b5cf6');
    await expect(edit.getByText('This one is shown as purple.')).toBeVisible();
    await edit.getByRole('switch', { name: 'Active' }).uncheck({ force: true });
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Setting updated');
    for (const text of ['Brought back', 'Inactive', 'By hand'])
      await expect(entry(page, 'return')).toContainText(text);

    await page.getByRole('button', { name: 'Delete Brought back' }).click();
    await question(page, 'Delete Brought back?').getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Setting deleted');
    await expect(page.getByText('Brought back')).toHaveCount(0);
  }
});

test('an action that has an entry is offered no more, and without any left nothing is', {
  tag: '@once',
}, async ({ page, company }) => {
  for (const name of ACTIONS.slice(1))
    await company.post('/api/settings/actions', { name, displayName: `Own ${name}` });
  await page.goto('/settings?tab=actions');
  await page.getByRole('button', { name: 'Add Action' }).click();
  await dialog(page).getByRole('combobox', { name: 'Name' }).click();
  await expect(page.getByRole('option')).toHaveText(['Move (move)']);
  await page.getByRole('option').click();
  await submit(page, 'Add Action');
  await expectToast(page, 'Setting added');
  await expect(entry(page, 'move').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Action' })).toHaveCount(0);
});

test('ERR-24 S-44 a failed change says so, a refusal says why, and what was typed stays', {
  tag: '@once',
}, async ({ page, company }) => {
  // Others' changes do not arrive.
  await cutLive(page);
  const site = await company.location();
  await company.post('/api/settings/key-types', { name: 'vault', displayName: 'Vault' });
  await company.post('/api/settings/key-types', { name: 'cage', displayName: 'Cage' });
  await page.goto('/settings');
  await expect(entry(page, 'cage')).toBeVisible();

  const form = await add(page, 'Key Type', 'Another', 'VAULT');
  await form.getByRole('button', { name: 'Add Key Type' }).click();
  await expect(form.getByText('A setting with this name already exists')).toBeVisible();
  await expect(form.getByLabel('Display name')).toHaveValue('Another');
  const broken = (method: string) =>
    page.route('**/api/settings/**', (route) =>
      route.request().method() === method ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
  await broken('POST');
  await form.getByLabel('Name', { exact: true }).fill('another');
  await form.getByRole('button', { name: 'Add Key Type' }).click();
  await expectToast(page, 'Failed to add setting');
  await form.getByRole('button', { name: 'Close' }).click();
  await question(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click();

  await page.unroute('**/api/settings/**');
  await broken('PATCH');
  await page.getByRole('button', { name: 'Edit Cage' }).click();
  await dialog(page).getByLabel('Description').fill('By the door');
  await submit(page, 'Save changes');
  await expectToast(page, 'Failed to update setting');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await question(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click();

  await page.unroute('**/api/settings/**');
  await broken('DELETE');
  await page.getByRole('button', { name: 'Delete Cage' }).click();
  await question(page, 'Delete Cage?').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Failed to delete setting');
  await page.unroute('**/api/settings/**');

  // In use meanwhile: the server names the number of records, and then the button does.
  await company.bunch(site.id, { type: 'cage' });
  await page.getByRole('button', { name: 'Delete Cage' }).click();
  await question(page, 'Delete Cage?').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'This setting is in use by 1 record');
  const remove = page.getByRole('button', { name: 'Delete Cage' });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await expect(remove).toHaveAttribute('aria-description', 'This setting is in use by 1 record');
  await page.getByRole('button', { name: 'Edit Cage' }).click();
  await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveAttribute('readonly');

  await page.route('**/api/settings', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Failed to fetch')).toBeVisible();
  await page.unroute('**/api/settings');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(entry(page, 'cage')).toBeVisible();

  // A failed read of the company has a retry on its own page.
  await page.route('**/api/companies/current', (route) => route.abort());
  await page.goto('/settings?tab=company');
  await expect(page.getByText('Failed to fetch')).toBeVisible();
  await page.unroute('**/api/companies/current');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Company name')).not.toHaveValue('');
});

test('a built-in value that another user copied meanwhile is edited, not added again; what was typed is kept', {
  tag: '@once',
}, async ({ page, company }) => {
  await page.goto('/settings?tab=statuses');
  await page.getByRole('button', { name: 'Edit Missing' }).click();
  const form = dialog(page);
  await expect(form.getByLabel('Display name')).toHaveValue('Missing');
  const heard = page.waitForResponse((reply) => reply.url().endsWith('/api/settings'));
  await company.post('/api/settings/statuses', {
    name: 'missing',
    displayName: 'Missing',
    description: await form.getByLabel('Description').inputValue(),
    color: await form.getByLabel('Colour', { exact: true }).inputValue(),
  });
  await heard;
  await form.getByLabel('Display name').fill('Lost');
  await submit(page, 'Save changes');
  await expect(entry(page, 'missing')).toContainText('Lost');
  await expect(form).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit Issued' }).click();
  await form.getByLabel('Display name').fill('Handed out');
  const changed = page.waitForResponse((reply) => reply.url().endsWith('/api/settings'));
  await company.post('/api/settings/statuses', {
    name: 'issued',
    displayName: 'Gone',
    description: 'Until it comes back',
  });
  await changed;
  await submit(page, 'Save changes');
  await expect(form).toContainText('Somebody else changed Gone');
  await expect(form.getByLabel('Display name')).toHaveValue('Handed out');
  await expect(form.getByLabel('Description')).toHaveValue('Until it comes back');
  await submit(page, 'Save changes');
  await expect(entry(page, 'issued')).toContainText('Handed out');
  await expect(entry(page, 'issued')).toContainText('Until it comes back');
});

test('KEYS-05 KEYS-06 SETT-03 settings change what the key list, its forms, the dashboard and the history say, at once', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location({ name: 'Harbour HQ' });
  const bunch = await company.bunch(site.id, { identifier: 'VLT-01', type: 'static' });
  await company.bunch(site.id, { identifier: 'VLT-02', type: 'static', status: 'missing' });
  await company.post(`/api/key-bunches/${bunch.id}/issue`, { officerName: 'Callum Reid' });

  // Copies the built-in values, which can then be renamed.
  await page.goto('/settings');
  await expect(page.getByText('These built-in key types apply for now.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy these to my list' }).click();
  await expectToast(page, '4 key types copied to your list');
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(4);
  await expect(page.getByRole('columnheader', { name: 'Due back' })).toBeVisible();
  await expect(entry(page, 'day_shift')).toContainText('At 18:00');
  await expect(entry(page, 'lock_ups')).toContainText('After 12 hours');
  await expect(entry(page, 'static')).toContainText('No time');
  await page.getByRole('button', { name: 'Edit Static' }).click();
  await dialog(page).getByLabel('Display name').fill('Guarded site');
  await submit(page, 'Save changes');
  await expect(entry(page, 'static')).toContainText('Guarded site');
  await (await add(page, 'Key Type', 'Strong room', 'vault'))
    .getByRole('button', { name: 'Add Key Type' })
    .click();
  await expect(entry(page, 'vault')).toBeVisible();

  await tab(page, 'Statuses').click();
  await page.getByRole('button', { name: 'Edit Missing' }).click();
  await expect(dialog(page).getByLabel('Colour', { exact: true })).toHaveValue('#ef4444');
  await dialog(page).getByLabel('Display name').fill('Lost');
  await dialog(page).getByRole('radio', { name: 'Pink' }).check({ force: true });
  await submit(page, 'Save changes');
  await expect(entry(page, 'missing')).toContainText('Lost');
  await (await add(page, 'Status', 'With contractor', 'with_contractor'))
    .getByRole('button', { name: 'Add Status' })
    .click();
  await expect(entry(page, 'with_contractor')).toBeVisible();
  await tab(page, 'Location Types').click();
  await (await add(page, 'Location Type', 'Depot', 'depot'))
    .getByRole('button', { name: 'Add Location Type' })
    .click();
  await expect(entry(page, 'depot')).toBeVisible();
  await tab(page, 'Actions').click();
  await page.getByRole('button', { name: 'Edit Issue' }).click();
  await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveAttribute('readonly');
  await dialog(page).getByLabel('Display name').fill('Handed out');
  await submit(page, 'Save changes');
  await expect(entry(page, 'Handed out')).toBeVisible();

  // Without a reload: the list is opened by its link.
  await goTo(page, false, 'Keys');
  await expect(page.getByText('Showing 2 results')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'VLT-02' });
  await expect(row).toContainText('Guarded site');
  await expect(row.getByText('Lost', { exact: true })).toHaveClass(/bg-pink/);
  const optionsOf = (label: string) => offers(page, page.getByRole('combobox', { name: label }));
  expect(await optionsOf('Type')).toEqual([
    'All types',
    'Day Shift',
    'Guarded site',
    'Lock Ups',
    'Night Shift',
    'Strong room',
  ]);
  expect(await optionsOf('Status')).toEqual(['All statuses', 'Present', 'Issued', 'Lost', 'With contractor']);
  await choose(page, page.getByRole('combobox', { name: 'Status' }), 'Lost');
  await expect(page.getByText('Showing 1 result', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/status=missing/);

  const form = await openAdd(page);
  await form.getByLabel('Type').click();
  await expect(page.getByRole('option', { name: 'Strong room' })).toBeVisible();
  await page.keyboard.press('Escape');
  await goWithin(page, '/');
  await expect(page.getByRole('main')).toContainText('Guarded site');
  await expect(page.getByRole('link', { name: /Lost/ }).first()).toBeVisible();
  await goTo(page, false, 'History');
  await expect(page.getByRole('main').getByText('Handed out').first()).toBeVisible();
  await goTo(page, false, 'Locations');
  // Types that do not fit as columns are shown under the name.
  await expect(page.getByRole('columnheader', { name: 'Guarded site' })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Harbour HQ' })).toContainText('Strong room');
  await page.getByRole('button', { name: 'Add Location' }).click();
  await dialog(page).getByLabel('Type').click();
  await expect(page.getByRole('option')).toHaveText(['Depot']);
});

test('S-60 S-61 the company is renamed, its plan and its limits are shown, and its history is verified', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const site = await company.location();
  await company.bunch(site.id);
  await sql("update companies set plan_type = 'basic' where id = $1", [company.id]);
  for (let n = 0; n < 3; n += 1) await company.location();
  await page.goto('/settings?tab=company');
  const main = page.getByRole('main');
  await expect(main.getByText('Basic', { exact: true })).toBeVisible();
  await expect(main.getByText('14 days left in the free trial')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Locations' })).toHaveAttribute(
    'aria-valuetext',
    '4 of 5',
  );
  await expect(page.getByRole('progressbar', { name: 'Keys' })).toHaveAttribute('aria-valuetext', '1 of 100');
  await expect(page.getByRole('progressbar', { name: 'Active users' })).toHaveAttribute(
    'aria-valuetext',
    '1 of 10',
  );

  await page.getByLabel('Company name').fill('');
  await page.getByLabel('Admin email').fill('nobody');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Company name is required')).toBeVisible();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  await expect(page.getByLabel('Company name')).toBeFocused();
  await page.getByLabel('Company name').fill('Harbour Keys');
  await page.getByLabel('Admin email').fill('office@example.com');
  await page.getByLabel('Description').fill('Keys of the old port');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Company updated');
  await page.reload();
  await expect(page.getByLabel('Company name')).toHaveValue('Harbour Keys');
  await expect(page.getByLabel('Description')).toHaveValue('Keys of the old port');
  await expect(main.getByText(/^company-/)).toBeVisible();

  await page.getByRole('tab', { name: 'System' }).click();
  for (const title of ['Backups', 'Reminders'])
    await expect(main.getByRole('heading', { name: title, exact: true })).toBeVisible();
  await expect(main.getByText(/^Keyhold \d/)).toBeVisible();
  await page.getByRole('tab', { name: 'Evidence' }).click();
  await expect(main.getByText('Not checked yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Verify history' }).click();
  await expect(main.getByText('The history is intact')).toBeVisible();
  await expect(main.getByText(/\d+ entries checked: 0 movements and \d+ log entries\./)).toBeVisible();
  await expect(main.getByText('by Dana Holt')).toBeVisible();
  await page.reload();
  await expect(main.getByText('The history is intact')).toBeVisible();
  await expect(main.getByText('Key fingerprint')).toBeVisible();
  await expect(main.getByText('Nothing yet')).toBeVisible();
  await company.post('/api/companies/anchor', {});
  await page.reload();
  await expect(main.getByText(/^\d+ ([0-9a-f]{4} ){3}[0-9a-f]{4}$/)).toBeVisible();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download anchors' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^keyhold-anchors-.*\.zip$/);
  await sql(
    `begin; alter table audit_log disable trigger user;
     update audit_log set description = 'rewritten' where company_id = ${company.id} and seq = 2;
     alter table audit_log enable trigger user; commit`,
  );
  await page.getByRole('button', { name: 'Verify history' }).click();
  await expect(page.getByRole('alert')).toContainText('Log entry 2 is not intact: the entry was changed');
  await expect(page.getByRole('alert')).toContainText('tell the operator of this server');

  // With a full plan the bar says so, and the form explains why nothing can be added.
  await company.location();
  await page.goto('/settings?tab=company');
  await expect(main.getByText('No more locations can be added.')).toBeVisible();
  await goWithin(page, '/locations');
  await page.getByRole('button', { name: 'Add Location' }).click();
  await expect(dialog(page).getByRole('status')).toContainText(
    'It allows up to 5 locations, and there are 5. Only the person who runs your Keyhold server can change the plan.',
  );
  await dialog(page).getByLabel('Name').fill('Sixth');
  await choose(page, dialog(page).getByLabel('Type'), 'Office');
  await submit(page, 'Add Location');
  await expectToast(page, 'Your Basic plan allows up to 5 locations. Upgrade your plan to add more.');
});

test('the settings and their dialogs are accessible, light and dark', async ({ page, company }) => {
  await company.post('/api/settings/statuses', {
    name: 'repair',
    displayName: 'In repair',
    color: '#f59e0b',
  });
  await page.goto('/settings?tab=company');
  await expect(page.getByLabel('Company name')).not.toHaveValue('');
  await checkA11y(page);
  for (const [title, text] of [
    ['Security', 'Super Administrator'],
    ['Evidence', 'Not checked yet.'],
    ['System', 'Last backup'],
    ['Location Types', 'Mobile Van'],
  ] as const) {
    await tab(page, title).click();
    await expect(page.getByText(text)).toBeVisible();
    await checkA11y(page);
  }
  await tab(page, 'Statuses').click();
  await page.getByRole('button', { name: 'Edit In repair' }).click();
  await expect(dialog(page)).toBeVisible();
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await checkA11y(page);
});
