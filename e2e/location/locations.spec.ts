import type { Locator, Page } from '@playwright/test';
import type { Movement } from '../../shared/movement.ts';
import { exactTime, shownOnPoint } from '../movement/history.ts';
import { cutLive } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';

const HOLDS_KEYS = 'A location that holds keys cannot be deleted. Move or remove its keys first.';

/** A location in the list: a table row, or a card. */
const place = (page: Page, name: string): Locator =>
  page
    .getByRole('row')
    .or(page.locator('main li'))
    .filter({ has: page.getByText(name, { exact: true }) });
const toast = (page: Page, text: string): Locator => page.locator('li[data-variant]').getByText(text);

test('ROUTE-18 LOC-01 LOC-02 LOC-03 LOC-04 LOC-05 LOC-06 the locations, what they hold, and who may do what', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const hq = await company.location({ name: 'Harbour HQ', description: 'Control room cabinet' });
  await company.location({ name: 'Van 07', type: 'van', status: 'limited' });
  await sql(
    "insert into locations (company_id, name, type, status) values ($1, 'Old yard', 'office', 'closed')",
    [company.id],
  );
  for (const type of ['day_shift', 'day_shift', 'night_shift', 'static'])
    await company.bunch(hq.id, { type });
  await company.bunch(hq.id, { type: 'static', status: 'missing' });
  await page.goto('/locations');
  await expect(page.getByRole('heading', { name: 'Locations', level: 1 })).toBeVisible();

  const harbour = place(page, 'Harbour HQ');
  const van = place(page, 'Van 07');
  await expect(harbour).toContainText('Office · Control room cabinet');
  await expect(harbour).toContainText('1 missing');
  await expect(harbour.getByText('Active', { exact: true })).toBeVisible();
  await expect(van).toContainText('Mobile Van');
  for (const name of ['Van 07', 'Old yard'])
    await expect(place(page, name).getByText('Limited', { exact: true })).toBeVisible();
  if (isPhone) {
    const counts = harbour.locator('dl > div');
    await expect(counts).toHaveText(['Day Shift2', 'Night Shift1', 'Lock Ups0', 'Static2', 'Total5']);
  } else {
    const heads = page.getByRole('columnheader');
    await expect(heads).toHaveText([
      'Location',
      'Day Shift',
      'Night Shift',
      'Lock Ups',
      'Static',
      'Total',
      'Status',
      'Actions',
    ]);
    const figures = (row: Locator) =>
      row
        .getByRole('cell')
        .allTextContents()
        .then((all) => all.slice(1, 6));
    expect(await figures(harbour)).toEqual(['2', '1', '0', '2', '5']);
    expect(await figures(van)).toEqual(['0', '0', '0', '0', '0']);
    expect(await figures(page.getByRole('row', { name: /^All locations/ }))).toEqual([
      '2',
      '1',
      '0',
      '2',
      '5',
    ]);
  }
  await expect(page.getByText(HOLDS_KEYS)).toBeVisible();
  const remove = page.getByRole('button', { name: 'Delete Harbour HQ' });
  await expect(remove).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Delete Van 07' })).toBeEnabled();
  if (isPhone) {
    await remove.tap({ force: true });
    await expect(toast(page, HOLDS_KEYS)).toBeVisible();
  } else {
    await remove.hover();
    await expect(page.getByRole('tooltip')).toContainText(HOLDS_KEYS);
    await remove.click({ force: true });
  }
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(harbour.getByRole('link', { name: 'Harbour HQ', exact: true })).toHaveAttribute(
    'href',
    `/key-bunches?location=${hq.id}`,
  );
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);

  // A count for each configured type, and for types in use.
  await sql(
    "insert into settings (company_id, category, name, display_name) values ($1, 'keyTypes', 'patrol', 'Patrol')",
    [company.id],
  );
  await page.reload();
  await expect(page.getByText('Patrol').first()).toBeVisible();
  await expect(page.getByText('Lock Ups')).toHaveCount(0);

  const buttons = async (...names: string[]) => {
    await page.goto('/locations');
    await expect(van).toBeVisible();
    const shown = await page.getByRole('button', { name: /Van 07|Add Location/ }).all();
    const labels = await Promise.all(
      shown.map(async (one) => (await one.getAttribute('aria-label')) ?? one.textContent()),
    );
    expect(labels.sort()).toEqual(names.sort());
  };
  await company.signInAs('viewer');
  await buttons();
  // Rights do not depend on the layout.
  if (isPhone) return;
  await company.signInAs('viewer', { customPermissions: ['location:delete'] });
  await buttons();
  await company.signInAs('admin');
  await buttons('Add Location', 'Edit Van 07');
  await company.signInAs('admin', { customPermissions: ['location:delete'] });
  await buttons('Add Location', 'Edit Van 07', 'Delete Van 07');
  const [, , { id } = { id: 0 }] = await company.get<{ id: number }[]>('/api/locations');
  await company.signInAs('admin', { allowedLocationIds: [id] });
  await buttons('Edit Van 07');
});

test('DLG-19 DLG-20 VALID-16 TOAST-07 ERR-19 a location is added, edited and deleted, and what fails says so', async ({
  page,
  company,
}) => {
  await page.goto('/locations');
  await expect(page.getByRole('heading', { name: 'No locations yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Location' }).click();
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByLabel(name);
  const pick = async (name: string, option: string) => {
    await dialog.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const save = dialog.locator('[type=submit]');
  await expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveText('Active');
  await save.click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Type' })).toHaveText('Office');
  await expect(field('Name')).toBeFocused();
  await checkA11y(page);

  await field('Name').fill('  Van 11 ');
  await pick('Type', 'Mobile Van');
  await field('Description').fill('In the workshop until December');
  await pick('Status', 'Limited');
  await page.route('**/api/locations', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await save.click();
  await expect(toast(page, 'Failed to create location')).toBeVisible();
  await page.unroute('**/api/locations');
  await save.click();
  await expect(toast(page, 'Location created successfully')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const [made] = await company.get<{ id: number }[]>('/api/locations');
  expect(made).toMatchObject({
    name: 'Van 11',
    type: 'van',
    description: 'In the workshop until December',
    status: 'limited',
  });

  await page.getByRole('button', { name: 'Edit Van 11' }).click();
  await expect(field('Name')).toHaveValue('Van 11');
  await expect(dialog.getByRole('combobox', { name: 'Type' })).toHaveText('Mobile Van');
  await expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveText('Limited');
  await expect(field('Description')).toHaveValue('In the workshop until December');
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await field('Name').fill('Van 12');
  await page.route('**/api/locations/*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await save.click();
  await expect(toast(page, 'Failed to update location')).toBeVisible();
  await page.unroute('**/api/locations/*');
  // Another user saves first: their values appear, edited fields stay, and the next save keeps both.
  await company.patch(`/api/locations/${made?.id}`, { description: 'Back on the road' });
  await save.click();
  await expect(toast(page, 'Somebody else changed this. Look again.')).toBeVisible();
  await expect(dialog.getByText('Somebody else changed Van 11')).toBeVisible();
  await expect(field('Description')).toHaveValue('Back on the road');
  await expect(field('Name')).toHaveValue('Van 12');
  await save.click();
  await expect(toast(page, 'Location updated successfully')).toBeVisible();
  expect(await company.get('/api/locations')).toMatchObject([
    { name: 'Van 12', description: 'Back on the road' },
  ]);

  // Saving without changes sends nothing.
  const patches: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && patches.push(request.url()));
  await page.getByRole('button', { name: 'Edit Van 12' }).click();
  await save.click();
  await expect(dialog).toHaveCount(0);
  expect(patches).toEqual([]);

  await page.getByRole('button', { name: 'Delete Van 12' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Van 12?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await checkA11y(page);
  await page.route('**/api/locations/*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await question.getByRole('button', { name: 'Delete location' }).click();
  await expect(toast(page, 'Failed to delete location')).toBeVisible();
  await page.unroute('**/api/locations/*');
  await page.getByRole('button', { name: 'Delete Van 12' }).click();
  await question.getByRole('button', { name: 'Delete location' }).click();
  await expect(toast(page, 'Location deleted successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No locations yet' })).toBeVisible();
  expect(await company.get('/api/locations')).toEqual([]);
});

test('DLG-19 a location is added without a mouse, and nothing typed is thrown away unasked', {
  tag: '@once',
}, async ({ page, company }) => {
  await page.goto('/locations');
  await expect(page.getByRole('heading', { name: 'No locations yet' })).toBeVisible();
  const name = page.getByRole('dialog').getByLabel('Name');
  await page.getByRole('button', { name: 'Add Location' }).focus();
  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  await page.keyboard.type('Keyboard office');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(name).toHaveValue('Keyboard office');
  await name.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Office' })).toBeVisible();
  await page.keyboard.type('of');
  await page.keyboard.press('Enter');
  // The closed list restores the focus.
  await expect(page.getByRole('combobox', { name: 'Type' })).toBeFocused();
  await name.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /Keyboard office/ })).toBeVisible();
  expect(await company.get('/api/locations')).toMatchObject([{ name: 'Keyboard office', type: 'office' }]);
});

test('several locations are added in a row, and Ctrl+Enter saves', { tag: '@once' }, async ({
  page,
  company,
}) => {
  await page.goto('/locations');
  await page.getByRole('button', { name: 'Add Location' }).click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name');
  const type = dialog.getByRole('combobox', { name: 'Type' });
  await name.fill('Van 1');
  await type.click();
  await page.getByRole('option', { name: 'Mobile Van' }).click();
  await dialog.getByLabel('Description').fill('Blue');
  await dialog.getByRole('button', { name: 'Save and add another' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Van 1 is saved. Add the next one.');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('');
  await expect(dialog.getByLabel('Description')).toHaveValue('');
  await expect(type).toHaveText('Mobile Van');
  await page.keyboard.type('Van 2');
  await dialog.getByLabel('Description').fill('Red');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  expect(await company.get('/api/locations')).toMatchObject([
    { name: 'Van 1', type: 'van', description: 'Blue' },
    { name: 'Van 2', type: 'van', description: 'Red' },
  ]);
});

test('LOC-07 a location that holds keys is refused by the server too, for who cannot see that it does', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location({ name: 'Harbour HQ' });
  await company.bunch(site.id);
  const permissions = ['location:view', 'location:edit', 'location:delete'];
  await company.signInAs('officer', { permissions });
  await page.goto('/locations');
  await expect(place(page, 'Harbour HQ')).toBeVisible();
  await expect(page.getByText('Total')).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete Harbour HQ' }).click();
  const answer = page.waitForResponse((reply) => reply.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Delete location' }).click();
  expect((await answer).status()).toBe(409);
  await expect(toast(page, 'This location has 1 key bunch. Move or remove them first.')).toBeVisible();
  await expect(place(page, 'Harbour HQ')).toBeVisible();
  expect(await company.get('/api/locations')).toHaveLength(1);
});

test('LOC-11 ERR-04 the latest transfers stand beside the locations', { tag: '@once' }, async ({
  page,
  company,
  isPhone,
}) => {
  await cutLive(page);
  const leeds = await company.location({ name: 'Leeds' });
  const van = await company.location({ name: 'Van 07', type: 'van' });
  for (let n = 1; n <= 8; n += 1) {
    const bunch = await company.bunch(leeds.id, { identifier: `LDS-${n}` });
    await company.post(`/api/key-bunches/${bunch.id}/move`, { toLocationId: van.id });
    await company.post(`/api/key-bunches/${bunch.id}/move`, { toBunchType: 'static' });
    await company.post(`/api/key-bunches/${bunch.id}/issue`, { officerName: 'Callum Reid' });
  }
  await page.route('**/api/movement-history?*', (route) => route.abort());
  await page.goto('/locations');
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Recent Transfers' }) });
  await expect(panel.getByRole('alert')).toContainText('Failed to fetch');
  await page.unroute('**/api/movement-history?*');
  const asked = page.waitForRequest('**/api/movement-history?*');
  await panel.getByRole('button', { name: 'Try again' }).click();
  expect(new URL((await asked).url()).search).toBe('?limit=10&action=location_move');
  await expect(panel.getByRole('listitem')).toHaveText(
    [8, 7, 6, 5, 4, 3].map((n) => new RegExp(`^LDS-${n}Just now.*Leeds -> Van 07.*Dana Holt$`)),
  );
  const [newest] = await company.get<Movement[]>('/api/movement-history?action=location_move');
  await shownOnPoint(page, panel.locator('time').first(), exactTime(newest?.timestamp ?? ''), isPhone);

  await company.signInAs('officer', { permissions: ['location:view'] });
  await page.goto('/locations');
  await expect(place(page, 'Leeds')).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test('LOC-08 LOC-09 LOC-10 the quick actions lead to bulk moves, the first report and audits; paper has none', {
  tag: '@once',
}, async ({ page, company }) => {
  await cutLive(page);
  const actions = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Quick Actions' }) });
  await page.goto('/locations');
  const off = actions.getByRole('button', { name: 'Location Report' });
  await expect(off).toBeDisabled();
  await expect(off).toHaveAccessibleDescription('There are no locations yet.');
  await checkA11y(page);
  // A failed read does not show the empty state.
  await page.route('**/api/{dashboard,locations}*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Failed to fetch').first()).toBeVisible();
  await expect(off).toHaveAccessibleDescription('The locations could not be read.');
  await page.unroute('**/api/{dashboard,locations}*');
  await company.location({ name: 'Zeta' });
  const first = await company.location({ name: 'alpha' });
  await page.reload();
  await expect(place(page, 'Zeta').getByRole('link', { name: 'Report of Zeta' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Locations', level: 1 })).toBeVisible();
  for (const one of await page.getByRole('button').all()) await expect(one).toBeHidden();
  await expect(actions).toBeHidden();
  await page.emulateMedia({ media: null });
  const report = actions.getByRole('link', { name: 'Location Report' });
  await expect(report).toHaveAttribute('href', `/location-report/${first.id}`);
  await expect(actions.getByRole('link', { name: 'Bulk Move Keys' })).toHaveAttribute(
    'href',
    '/bulk-move-keys',
  );
  const audit = actions.getByRole('link', { name: 'Audit Location' });
  await expect(audit).toHaveAttribute('href', '/audit');
  await report.click();
  await expect(page.getByRole('heading', { name: 'alpha', level: 2 })).toBeVisible();

  for (const [permission, names] of [
    ['key:bulk_move', [/^Bulk Move Keys/]],
    ['reports:view', [/^Location Report/]],
    ['audit:create', [/^Audit Location/]],
  ] as const) {
    await company.signInAs('officer', { permissions: ['location:view', permission] });
    await page.goto('/locations');
    await expect(actions.getByRole('link')).toHaveText([...names]);
  }
  await actions.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Location Audit', level: 1 })).toBeVisible();
  await company.signInAs('officer', { permissions: ['location:view'] });
  await page.goto('/locations');
  await expect(place(page, 'Zeta')).toBeVisible();
  await expect(actions).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Report of/ })).toHaveCount(0);
});

test('Enter held down on a question deletes once, also while the question closes', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location({ name: 'Van 12' });
  await page.goto('/locations');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'DELETE' && sent.push(request.url()));
  await page.getByRole('button', { name: 'Delete Van 12' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Van 12?' });
  // It stays on the screen while it closes, which a reduced motion leaves out.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('[data-state=closed] { animation-play-state: paused !important }');
    document.adoptedStyleSheets.push(still);
  });
  await question.getByRole('button', { name: 'Delete location' }).focus();
  await page.keyboard.down('Enter');
  await expect(page.locator('[role=alertdialog][data-state=closed]')).toBeAttached();
  await page.keyboard.down('Enter');
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(sent).toHaveLength(1);
});
