import type { Locator, Page, Request } from '@playwright/test';
import type { KeyBunch } from '../shared/key-bunch.ts';
import type { Movement } from '../shared/movement.ts';
import { act, choose, dialog, open, openAdd, openEdit, question, submit } from './key-dialog.ts';
import { checkA11y, expect, test } from './world.ts';

const toast = (page: Page, text: string) => page.locator('[data-variant]').getByText(text, { exact: true });

/** What a select offers; it is left as it was. */
async function offers(page: Page, select: Locator): Promise<string[]> {
  await select.click();
  await expect(page.getByRole('option').first()).toBeVisible();
  const names = await page.getByRole('option').allTextContents();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  return names;
}

/** The next call of that method to a key bunch. */
const nextCall = (page: Page, method: string, path: RegExp): Promise<Request> =>
  page.waitForRequest((request) => request.method() === method && path.test(new URL(request.url()).pathname));

const described = (control: Locator, text: string) => expect(control).toHaveAccessibleDescription(text);

test('DLG-01 DLG-04 DLG-05 DLG-07 VALID-04 VALID-05 VALID-06 VALID-07 VALID-08 VALID-09 a bunch is added', async ({
  page,
  company,
}) => {
  await company.location({ name: 'Leeds Office' });
  const form = await openAdd(page);
  const field = (name: string) => form.getByLabel(name);
  for (const name of ['Identifier', 'Current tag', 'Description', 'Notes', 'NFC serial'])
    await expect(field(name)).toHaveValue('');
  await expect(field('Type')).toHaveText('Day Shift');
  await expect(field('Location')).toHaveText('Choose a location');
  await expect(field('Status')).toHaveText('Present');
  const keys = form.getByRole('spinbutton', { name: 'Keys' });
  const fobs = form.getByRole('spinbutton', { name: 'Fobs' });
  await expect(keys).toHaveValue('1');
  await expect(keys).toHaveAttribute('min', '1');
  await expect(fobs).toHaveValue('0');
  await expect(fobs).toHaveAttribute('min', '0');
  expect(await offers(page, field('Type'))).toEqual(['Day Shift', 'Night Shift', 'Lock Ups', 'Static']);
  expect(await offers(page, field('Status'))).toEqual(['Present', 'Missing', 'Inactive']);

  await keys.fill('0');
  await fobs.fill('-1');
  await submit(page, 'Add Set');
  await described(field('Identifier'), 'Identifier is required');
  await described(field('Current tag'), 'Current tag is required');
  await described(field('Location'), 'Location is required');
  await described(keys, 'Key count must be at least 1');
  await described(fobs, 'Fob count cannot be negative');
  await expect(field('Identifier')).toBeFocused();

  // From the first attempt on, each change is judged at once.
  await field('Identifier').fill('LDS-0101');
  await expect(form.getByText('Identifier is required')).toHaveCount(0);
  await keys.fill('');
  await described(keys, 'Key count must be at least 1');
  await keys.fill('4');
  await fobs.fill('2');
  await field('Current tag').fill('448120');
  await submit(page, 'Add Set');
  await expect(field('Location')).toBeFocused();
  await choose(page, field('Location'), 'Leeds Office');

  const sent = nextCall(page, 'POST', /key-bunches$/);
  await field('Identifier').press('Enter');
  expect((await sent).postDataJSON()).toEqual({
    identifier: 'LDS-0101',
    type: 'day_shift',
    currentTag: '448120',
    locationId: expect.any(Number),
    status: 'active',
    keyCount: 4,
    fobCount: 2,
    keyDescription: null,
    notes: null,
    nfcSerial: null,
  });
  await expect(toast(page, 'Key bunch created successfully')).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(page.getByText('Showing 1 result')).toBeVisible();
  await expect(page.getByText('LDS-0101')).toBeVisible();
});

test('KEYS-26 DLG-06 configured key types stand in every form, the first of them by default', async ({
  page,
  company,
  sql,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { type: 'lock_ups' });
  const add = (category: string, name: string, display: string, active = true) =>
    sql(
      `insert into settings (company_id, category, name, display_name, is_active) values ($1, $2, $3, $4, $5)`,
      [company.id, category, name, display, active],
    );
  await add('keyTypes', 'vehicle', 'Vehicle');
  await add('keyTypes', 'alarm', 'Alarm Panel');
  await add('keyTypes', 'old', 'Abandoned', false);
  await add('statuses', 'repair', 'At the locksmith');
  await add('statuses', 'inactive', 'Inactive', false);

  const form = await openAdd(page);
  await expect(form.getByLabel('Type')).toHaveText('Alarm Panel');
  expect(await offers(page, form.getByLabel('Type'))).toEqual(['Alarm Panel', 'Vehicle']);
  expect(await offers(page, form.getByLabel('Status'))).toEqual(['Present', 'Missing', 'At the locksmith']);
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);

  const move = await open(page, bunch, 'Move Keys');
  expect(await offers(page, move.getByLabel('New bunch type'))).toEqual([
    'No change',
    'Alarm Panel',
    'Vehicle',
  ]);
  await submit(page, 'Close');
  await expect(move).toHaveCount(0);
  await act(page, 'Key Details');
  await submit(page, 'Edit');
  const edit = dialog(page, 'Edit Key Bunch');
  expect(await offers(page, edit.getByLabel('Type'))).toEqual(['Alarm Panel', 'Vehicle', 'Lock Ups']);
  await choose(page, edit.getByLabel('Status'), 'At the locksmith');
  await submit(page, 'Save changes');
  await expect(toast(page, 'Key bunch updated successfully')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({ status: 'repair' });
});

test('an identifier or tag that is in use warns and does not block', async ({ page, company }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  await company.bunch(leeds.id, { identifier: 'SET-1', currentTag: '448001' });
  const other = await company.bunch(leeds.id, { identifier: 'SET-2', currentTag: '448002' });
  await company.bunch(leeds.id, { identifier: 'SET-3' });
  const form = await openAdd(page);
  await form.getByLabel('Identifier').fill('set-1');
  await described(form.getByLabel('Identifier'), 'SET-1 already exists at Leeds Office.');
  await form.getByLabel('Current tag').fill('448002');
  await described(form.getByLabel('Current tag'), 'Tag 448002 is already on SET-2 at Leeds Office.');
  await choose(page, form.getByLabel('Location'), 'Leeds Office');
  await submit(page, 'Add Set');
  await expect(toast(page, 'Key bunch created successfully')).toBeVisible();

  // The bunch itself is not in its own way.
  const edit = await openEdit(page, other);
  await expect(edit.getByLabel('Current tag')).toHaveValue('448002');
  await edit.getByLabel('Identifier').fill('SET-3');
  await described(edit.getByLabel('Identifier'), 'SET-3 already exists at Leeds Office.');
  await edit.getByLabel('Identifier').fill('SET-2');
  await expect(edit.getByText('already exists')).toHaveCount(0);
});

test('DLG-03 the full form edits what the status table allows, and sends only what changed', async ({
  page,
  company,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const van = await company.location({ name: 'Van 04', type: 'van' });
  const about = { keyCount: 3, fobCount: 1, keyDescription: 'Roof', notes: 'Sticks', nfcSerial: '04a22f' };
  const bunch = await company.bunch(leeds.id, about);
  let form = await openEdit(page, bunch);
  await expect(form.getByLabel('Current tag')).toHaveValue(bunch.currentTag ?? '');
  await expect(form.getByLabel('Type')).toHaveText('Day Shift');
  await expect(form.getByLabel('Location')).toHaveText('Leeds Office');
  await expect(form.getByRole('spinbutton', { name: 'Keys' })).toHaveValue('3');
  await expect(form.getByRole('spinbutton', { name: 'Fobs' })).toHaveValue('1');
  await expect(form.getByLabel('Description')).toHaveValue('Roof');
  await expect(form.getByLabel('Notes')).toHaveValue('Sticks');
  await expect(form.getByLabel('NFC serial')).toHaveValue('04:A2:2F');
  expect(await offers(page, form.getByLabel('Status'))).toEqual(['Present', 'Missing', 'Inactive']);
  await form.getByLabel('Current tag').fill('');
  await submit(page, 'Save changes');
  await described(form.getByLabel('Current tag'), 'Current tag is required');
  await form.getByLabel('Current tag').fill(bunch.currentTag ?? '');
  await form.getByLabel('Notes').fill('Sticks in the cold');
  await choose(page, form.getByLabel('Location'), 'Van 04');
  const sent = nextCall(page, 'PATCH', /key-bunches\/\d+$/);
  await submit(page, 'Save changes');
  expect((await sent).postDataJSON()).toEqual({ notes: 'Sticks in the cold', locationId: van.id });
  expect((await sent).headers()['if-match']).toBe(`"${bunch.updatedAt}"`);
  await expect(toast(page, 'Key bunch updated successfully')).toBeVisible();
  const [movement] = await company.get<Movement[]>(`/api/movement-history?keyBunchId=${bunch.id}`);
  expect(movement).toMatchObject({ action: 'location_move', toLocationId: van.id });

  await company.post(`/api/key-bunches/${bunch.id}/issue`, { officerName: 'J. Marsh' });
  form = await openEdit(page, bunch);
  await expect(form.getByLabel('Current tag')).toBeDisabled();
  await described(form.getByLabel('Current tag'), 'Tag is broken while keys are issued.');
  expect(await offers(page, form.getByLabel('Status'))).toEqual(['Issued', 'Missing']);
});

test('DLG-03 without Key: Move the place and the type stay, and say why', async ({ page, company }) => {
  const leeds = await company.location();
  const bunch = await company.bunch(leeds.id);
  await company.signInAs('officer');
  const form = await openEdit(page, bunch);
  for (const name of ['Type', 'Location']) {
    await expect(form.getByLabel(name)).toBeDisabled();
    await described(form.getByLabel(name), 'Changing this needs the permission Key: Move.');
  }
  await form.getByLabel('Notes').fill('Seen');
  await submit(page, 'Save changes');
  await expect(toast(page, 'Key bunch updated successfully')).toBeVisible();
});

test('a save over somebody else’s says so, loads the latest and keeps what was typed', async ({
  page,
  company,
}) => {
  const leeds = await company.location();
  const bunch = await company.bunch(leeds.id, { notes: 'First' });
  const details = await open(page, bunch, 'Key Details');
  await details.getByLabel('Notes').fill('Mine');
  await company.patch(`/api/key-bunches/${bunch.id}`, { keyCount: 7, notes: 'Theirs' });
  await submit(page, 'Save changes');
  await expect(toast(page, 'Somebody else changed this. Look again.')).toBeVisible();
  await expect(details.getByText(`Somebody else changed ${bunch.identifier}`)).toBeVisible();
  await expect(details.getByRole('spinbutton', { name: 'Keys' })).toHaveValue('1');
  await submit(page, 'Load the latest');
  await expect(details.getByRole('spinbutton', { name: 'Keys' })).toHaveValue('7');
  await expect(details.getByLabel('Notes')).toHaveValue('Mine');
  await expect(details.getByText('Somebody else changed')).toHaveCount(0);
  await submit(page, 'Close');
  await question(page, 'Discard changes?').getByRole('button', { name: 'Keep editing' }).click();
  await submit(page, 'Save changes');
  await expect(toast(page, 'Key details updated successfully')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({ keyCount: 7, notes: 'Mine' });
});

test('DLG-08 DLG-09 DLG-10 VALID-12 API-34 API-35 a bunch moves to a place, a type, or both', async ({
  page,
  company,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const van = await company.location({ name: 'Van 04', type: 'van' });
  const bunch = await company.bunch(leeds.id);
  const form = await open(page, bunch, 'Move Keys');
  const place = form.getByLabel('New location');
  const type = form.getByLabel('New bunch type');
  const to = form.getByRole('region', { name: 'To', exact: true });
  await expect(form).toHaveAccessibleName('Move Key Bunch');
  expect(await offers(page, place)).toEqual(['No change', 'Van 04']);
  expect(await offers(page, type)).toEqual(['No change', 'Night Shift', 'Lock Ups', 'Static']);

  await choose(page, place, 'Van 04');
  await expect(to).toContainText('Van 04');
  await choose(page, place, 'No change');
  await expect(to).toContainText('Leeds Office');
  await submit(page, 'Move Keys');
  await described(place, 'Must specify either a new location or bunch type');
  await expect(place).toBeFocused();
  await choose(page, type, 'Night Shift');
  await expect(form.getByText('Must specify')).toHaveCount(0);
  await expect(to).toContainText('Night Shift');
  await form.getByLabel('Notes').fill('With the night crew');
  let sent = nextCall(page, 'POST', /move$/);
  await submit(page, 'Move Keys');
  expect((await sent).postDataJSON()).toEqual({
    toLocationId: null,
    toBunchType: 'night_shift',
    notes: 'With the night crew',
  });
  await expect(toast(page, 'Key bunch moved successfully')).toBeVisible();
  await expect(form).toHaveCount(0);

  await act(page, 'Move Keys');
  await choose(page, place, 'Van 04');
  await choose(page, type, 'Static');
  sent = nextCall(page, 'POST', /move$/);
  await submit(page, 'Move Keys');
  expect((await sent).postDataJSON()).toEqual({ toLocationId: van.id, toBunchType: 'static', notes: null });
  await expect(form).toHaveCount(0);
  const [movement] = await company.get<Movement[]>(`/api/movement-history?keyBunchId=${bunch.id}`);
  const me = await company.get<{ id: number }>('/api/auth/user');
  expect(movement).toMatchObject({ action: 'location_move', toBunchType: 'static', userId: me.id });
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({ type: 'static' });
});

test('DLG-16 DLG-18 VALID-14 TOAST-02 keys are issued to whoever is signed in, or to somebody else', async ({
  page,
  company,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { currentTag: '448379', keyCount: 9, fobCount: 1 });
  const other = await company.bunch(leeds.id);
  await company.post(`/api/key-bunches/${other.id}/issue`, { officerName: 'J. Marsh' });
  const hannah = await company.signInAs('officer', { firstName: 'Hannah', lastName: 'Boyd' });

  const form = await open(page, bunch, 'Issue Keys');
  await expect(form).toHaveAccessibleName('Issue Keys');
  await expect(form).toContainText('Leeds Office · 9 keys, 1 fob');
  await expect(form).toContainText('Tag 448379');
  await expect(form).toContainText('breaks on issue');
  const officer = form.getByLabel('Officer name');
  const purpose = form.getByLabel('Purpose', { exact: true });
  await expect(officer).toHaveValue('Hannah Boyd');
  await form.getByRole('button', { name: 'Clear' }).click();
  await page.keyboard.press('Escape');
  await submit(page, 'Issue Keys');
  await described(officer, 'Officer name is required');
  await expect(officer).toBeFocused();
  await officer.click();
  await expect(page.getByRole('option')).toHaveText([/J\. Marsh/, /Dana Holt/, /Hannah Boyd/]);
  await officer.fill('Dan');
  await officer.press('ArrowDown');
  await officer.press('Enter');
  await expect(officer).toHaveValue('Dana Holt');

  const usual = form.getByRole('group', { name: 'Usual purposes' }).getByRole('button');
  await expect(usual).toHaveText(['Alarm response', 'Lock-up', 'Inspection', 'Contractor']);
  await usual.filter({ hasText: 'Lock-up' }).click();
  await expect(purpose).toHaveValue('Lock-up');
  await usual.filter({ hasText: 'Lock-up' }).click();
  await expect(purpose).toHaveValue('');
  await usual.filter({ hasText: 'Alarm response' }).click();
  await described(form.getByLabel('New tag'), 'Recorded with the issue. The current tag breaks.');
  await form.getByLabel('New tag').fill('448379');
  await described(form.getByLabel('New tag'), 'Tag 448379 is the one that was just broken.');
  await form.getByLabel('New tag').fill('448902');
  await form.getByLabel('Notes').fill('Zone 4');
  const sent = nextCall(page, 'POST', /issue$/);
  await purpose.press('Enter');
  const { id } = await company.get<{ id: number }>('/api/auth/user');
  expect((await sent).postDataJSON()).toEqual({
    officerName: 'Dana Holt',
    officerUserId: id,
    purpose: 'Alarm response',
    newTag: '448902',
    notes: 'Zone 4',
  });
  await expect(toast(page, 'Keys issued successfully')).toBeVisible();
  await expect(form).toHaveCount(0);
  const issued = await company.get<KeyBunch>(`/api/key-bunches/${bunch.id}`);
  expect(issued).toMatchObject({ status: 'issued', holder: { name: 'Dana Holt', userId: id } });
  expect(hannah.id).not.toBe(id);
});

test('DLG-17 VALID-14 VALID-15 TOAST-03 keys come back under a new tag', async ({ page, company }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { currentTag: '448231', keyCount: 7, fobCount: 1 });
  const other = await company.bunch(leeds.id, { identifier: 'SET-9', currentTag: '448999' });
  await company.post(`/api/key-bunches/${bunch.id}/issue`, { officerName: 'J. Marsh' });
  const form = await open(page, bunch, 'Return Keys');
  await expect(form).toContainText('Leeds Office · 7 keys, 1 fob');
  await expect(form.getByText(/^has it since \d\d:\d\d$/)).toBeVisible();
  const officer = form.getByLabel('Officer name');
  const tag = form.getByLabel('New tag');
  await expect(officer).toHaveValue('J. Marsh');
  await expect(form.getByLabel('Old tag')).toHaveValue('448231');
  await expect(form.getByLabel('Old tag')).toHaveCSS('text-decoration-line', 'line-through');
  await form.getByRole('button', { name: 'Clear' }).click();
  await page.keyboard.press('Escape');
  await submit(page, 'Return Keys');
  await described(officer, 'Officer name is required');
  await described(tag, 'New tag number is required when returning keys');
  await expect(officer).toBeFocused();

  await officer.fill('J. Marsh');
  await tag.fill('448231');
  await described(tag, 'Tag 448231 is the one that was just broken.');
  await tag.fill('448999');
  await described(tag, `Tag 448999 is already on ${other.identifier} at Leeds Office.`);
  await form.getByLabel('Notes').fill('One fob bent');
  const sent = nextCall(page, 'POST', /return$/);
  await tag.press('Enter');
  expect((await sent).postDataJSON()).toEqual({
    officerName: 'J. Marsh',
    newTag: '448999',
    notes: 'One fob bent',
  });
  await expect(toast(page, 'Keys returned successfully')).toBeVisible();
  await expect(form).toHaveCount(0);
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({
    status: 'active',
    currentTag: '448999',
  });
});

test('DLG-11 VALID-10 VALID-11 API-31 TOAST-04 Key Details edits six fields and sends just those', async ({
  page,
  company,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { notes: 'Old', nfcSerial: '04a22f1b6c80' });
  const form = await open(page, bunch, 'Key Details');
  const keys = form.getByRole('spinbutton', { name: 'Keys' });
  const fobs = form.getByRole('spinbutton', { name: 'Fobs' });
  await expect(form.getByText('Present')).toBeVisible();
  await expect(form.getByText('04:A2:2F:1B:6C:80')).toBeVisible();
  await form.getByLabel('Identifier').fill(' ');
  await keys.fill('0');
  await fobs.fill('-1');
  await submit(page, 'Save changes');
  await described(form.getByLabel('Identifier'), 'Identifier is required');
  await described(keys, 'Key count must be at least 1');
  await described(fobs, 'Fob count cannot be negative');
  await expect(form.getByLabel('Identifier')).toBeFocused();

  await form.getByLabel('Identifier').fill('LDS-0233');
  await keys.fill('4');
  await fobs.fill('1');
  for (const name of ['Current tag', 'Notes', 'Description']) await form.getByLabel(name).fill('');
  const sent = nextCall(page, 'PATCH', /key-bunches\/\d+$/);
  await submit(page, 'Save changes');
  expect((await sent).postDataJSON()).toEqual({
    identifier: 'LDS-0233',
    keyCount: 4,
    fobCount: 1,
    keyDescription: null,
    notes: null,
    currentTag: null,
  });
  expect((await sent).headers()['if-match']).toBe(`"${bunch.updatedAt}"`);
  await expect(toast(page, 'Key details updated successfully')).toBeVisible();
  await expect(form).toHaveCount(0);
});

test('on a phone keys and fobs are counted up and down', async ({ page, company, isPhone }) => {
  test.skip(!isPhone, 'a wide window has plain boxes');
  const leeds = await company.location();
  const bunch = await company.bunch(leeds.id);
  const form = await open(page, bunch, 'Key Details');
  await form.getByRole('button', { name: 'Decrease Keys' }).tap();
  await form.getByRole('button', { name: 'Increase Keys' }).tap();
  await form.getByRole('button', { name: 'Increase Fobs' }).tap();
  await expect(form.getByRole('spinbutton', { name: 'Keys' })).toHaveValue('2');
  await submit(page, 'Save changes');
  await expect(toast(page, 'Key details updated successfully')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({ keyCount: 2, fobCount: 1 });
});

test('issued keys are reported lost from Key Details, and found again under a new tag', async ({
  page,
  company,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { currentTag: '448231' });
  await company.post(`/api/key-bunches/${bunch.id}/issue`, { officerName: 'J. Marsh' });
  const form = await open(page, bunch, 'Key Details');
  await expect(form.getByLabel('Current tag')).toBeDisabled();
  await described(form.getByLabel('Current tag'), 'Tag is broken while keys are issued.');
  const remove = form.getByRole('button', { name: 'Delete key bunch' });
  const why = 'Keys are currently issued. Return them or mark them missing before deleting.';
  await described(remove, why);
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await expect(form.getByText(/^With J\. Marsh since/)).toBeVisible();

  await form.getByRole('button', { name: 'Report lost' }).click();
  const lost = question(page, `Report ${bunch.identifier} as lost?`);
  await expect(lost).toContainText('J. Marsh has had it since');
  await expect(lost.getByRole('button', { name: 'Cancel' })).toBeFocused();
  let sent = nextCall(page, 'PATCH', /key-bunches\/\d+$/);
  await lost.getByRole('button', { name: 'Report lost' }).click();
  expect((await sent).postDataJSON()).toEqual({ status: 'missing' });
  await expect(toast(page, 'Key bunch updated successfully')).toBeVisible();
  await expect(form.getByText('Missing', { exact: true })).toBeVisible();
  const [movement] = await company.get<Movement[]>(`/api/movement-history?keyBunchId=${bunch.id}`);
  expect(movement).toMatchObject({ action: 'status_change', details: { officer: 'J. Marsh' } });

  await form.getByRole('button', { name: 'Mark as found' }).click();
  const found = question(page, `Mark ${bunch.identifier} as found?`);
  await found.getByRole('button', { name: 'Mark as found' }).click();
  await described(found.getByLabel('Current tag'), 'Current tag is required');
  await expect(found.getByLabel('Current tag')).toBeFocused();
  await found.getByLabel('Current tag').fill('448777');
  sent = nextCall(page, 'PATCH', /key-bunches\/\d+$/);
  await found.getByLabel('Current tag').press('Enter');
  expect((await sent).postDataJSON()).toEqual({ status: 'active', currentTag: '448777' });
  await expect(found).toHaveCount(0);
  await expect(form.getByText('Present', { exact: true })).toBeVisible();
  await expect(form.getByLabel('Current tag')).toHaveValue('448777');

  // What was saved meanwhile is what the form now rests on.
  await form.getByLabel('Notes').fill('Found in the van');
  await submit(page, 'Save changes');
  await expect(toast(page, 'Key details updated successfully')).toBeVisible();
});

test('DLG-15 a bunch is deleted with a reason, and its history stays', async ({ page, company, isPhone }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { currentTag: '448231' });
  const form = await open(page, bunch, 'Key Details');
  await form.getByRole('button', { name: 'Delete key bunch' }).click();
  const asked = question(page, `Delete ${bunch.identifier}?`);
  await expect(asked).toContainText('It moves to the archive; its history stays.');
  await asked.getByLabel('Reason').fill('Site handed back');
  const sent = nextCall(page, 'DELETE', /key-bunches\/\d+$/);
  await asked.getByRole('button', { name: 'Delete key bunch' }).click();
  expect((await sent).postDataJSON()).toEqual({ reason: 'Site handed back' });
  await expect(toast(page, 'Key bunch deleted successfully')).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(page.getByText('No key sets found matching your criteria')).toBeVisible();
  const [movement] = await company.get<Movement[]>('/api/movement-history?action=deleted');
  expect(movement).toMatchObject({
    keyBunchIdentifier: bunch.identifier,
    details: { reason: 'Site handed back' },
  });

  // The reason is optional, and who may not delete is not offered to.
  const second = await company.bunch(leeds.id);
  await open(page, second, 'Key Details');
  await form.getByRole('button', { name: 'Delete key bunch' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete key bunch' }).click();
  await expect(page.getByText('No key sets found matching your criteria')).toBeVisible();
  const third = await company.bunch(leeds.id);
  await company.signInAs('officer');
  await open(page, third, 'Key Details');
  await expect(form.getByRole('button', { name: 'Save changes' })).toBeEnabled();
  await expect(form.getByRole('button', { name: 'Delete key bunch' })).toHaveCount(0);
  if (isPhone) await expect(form.getByRole('link', { name: 'History' })).toBeVisible();
});

test('without Key: Edit the details are there to read', async ({ page, company }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { keyCount: 3, keyDescription: 'Roof', nfcSerial: '04a22f' });
  await company.signInAs('viewer');
  const form = await open(page, bunch, 'Key Details');
  await expect(form.getByRole('definition')).toHaveText([
    bunch.identifier,
    bunch.currentTag ?? '',
    '3',
    '0',
    'Roof',
    'None',
  ]);
  await expect(form.getByText('04:A2:2F')).toBeVisible();
  await expect(form.getByRole('textbox')).toHaveCount(0);
  await expect(form.getByRole('button', { name: /Save|Edit|Delete|Report/ })).toHaveCount(0);
  await checkA11y(page);
  await form.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(new RegExp(`/key-history/${bunch.id}$`));
  await expect(dialog(page)).toHaveCount(0);
});

test('API-50 after a change the list, the dashboard and the history show it without loading the page again', async ({
  page,
  company,
  isPhone,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { currentTag: '448379' });
  const go = async (name: string) => {
    if (isPhone) await page.getByRole('button', { name: /menu/i }).click();
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

test('a dialog is used without a mouse, asks before it throws work away, and gives the focus back', async ({
  page,
  company,
  isPhone,
}) => {
  test.skip(isPhone, 'a phone has no keyboard');
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id);
  await page.goto(`/key-bunches?search=${bunch.identifier}`);
  const issue = page.getByRole('button', { name: 'Issue Keys' });
  await issue.focus();
  await page.keyboard.press('Enter');
  const form = dialog(page, 'Issue Keys');
  await expect(form.getByLabel('Purpose', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(issue).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Purpose', { exact: true })).toBeFocused();
  await page.keyboard.type('Alarm');
  await page.keyboard.press('Escape');
  const asked = question(page, 'Discard changes?');
  await expect(asked.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Purpose', { exact: true })).toHaveValue('Alarm');
  await page.keyboard.press('Escape');
  await asked.getByRole('button', { name: 'Discard' }).press('Enter');
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

test('a dialog is there before its bunch is, and says when it cannot be read', async ({ page, company }) => {
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
  broken = false;
  await form.getByRole('button', { name: 'Try again' }).click();
  await expect(form.getByLabel('Officer name')).toBeVisible();
});

test('every key dialog is free of accessibility violations, light and dark', async ({
  page,
  company,
  isPhone,
}) => {
  test.setTimeout(180_000);
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
  await open(page, free, 'Issue Keys');
  await both();
  await dialog(page).getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await checkA11y(page);
  await open(page, free, 'Move Keys');
  await submit(page, 'Move Keys');
  await both();
  await open(page, out, 'Return Keys');
  await submit(page, 'Return Keys');
  await both();
  await open(page, out, 'Key Details');
  await both();
  await dialog(page).getByRole('button', { name: 'Report lost' }).click();
  await both();
  await open(page, free, 'Key Details');
  await both();
  await dialog(page).getByRole('button', { name: 'Delete key bunch' }).click();
  await both();
  await open(page, lost, 'Key Details');
  await dialog(page).getByRole('button', { name: 'Mark as found' }).click();
  await both();
  if (isPhone) {
    const targets = page.getByRole('alertdialog').getByRole('button');
    for (const target of await targets.all())
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
});
