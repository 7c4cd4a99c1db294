import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { Movement } from '../../shared/movement.ts';
import { expect, test } from '../world.ts';
import {
  act,
  choose,
  described,
  dialog,
  nextCall,
  offers,
  open,
  openAdd,
  openEdit,
  openNext,
  question,
  submit,
  toast,
} from './key-dialog.ts';

test('DLG-01 DLG-04 DLG-05 DLG-07 VALID-04 VALID-05 VALID-06 VALID-07 VALID-08 VALID-09 a bunch is added', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location({ name: 'Leeds Office' });
  await company.location({ name: 'Van 04', type: 'van' });
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
  await keys.focus();
  await page.keyboard.insertText('٤');
  await expect(keys).toHaveValue('4');
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
    labelCode: null,
    secondPerson: false,
    position: null,
    premisesIds: [],
  });
  await expect(toast(page, 'Key bunch created successfully')).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(page.getByText('Showing 1 result')).toBeVisible();
  await expect(page.getByText('LDS-0101')).toBeVisible();
});

test('KEYS-26 DLG-06 configured key types stand in every form, the first of them by default', {
  tag: '@once',
}, async ({ page, company, sql }) => {
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

  const move = await openNext(page, bunch, 'Move Keys');
  expect(await offers(page, move.getByLabel('New type'))).toEqual(['No change', 'Alarm Panel', 'Vehicle']);
  await submit(page, 'Close');
  await expect(move).toHaveCount(0);
  await act(page, 'Key Details');
  await submit(page, 'Edit all fields');
  const edit = dialog(page, 'Edit Key Bunch');
  expect(await offers(page, edit.getByLabel('Type'))).toEqual(['Lock Ups', 'Alarm Panel', 'Vehicle']);
  await choose(page, edit.getByLabel('Status'), 'At the locksmith');
  await submit(page, 'Save changes');
  await expect(toast(page, 'Key bunch updated successfully')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({ status: 'repair' });
});

test('an identifier or tag that is in use warns and does not block', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  await company.bunch(leeds.id, { identifier: 'SET-1', currentTag: '448001' });
  const other = await company.bunch(leeds.id, { identifier: 'SET-2', currentTag: '448002' });
  await company.bunch(leeds.id, { identifier: 'SET-3' });
  const form = await openAdd(page);
  await form.getByLabel('Identifier').fill('set-1');
  await described(form.getByLabel('Identifier'), 'SET-1 already exists at Leeds Office.');
  await form.getByLabel('Current tag').fill('448002');
  await described(form.getByLabel('Current tag'), 'Tag 448002 is already on SET-2 at Leeds Office.');
  // The only location is chosen already.
  await expect(form.getByLabel('Location')).toHaveText('Leeds Office');
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

test('DLG-03 the full form edits what the status table allows, and sends only what changed', {
  tag: '@once',
}, async ({ page, company }) => {
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

test('DLG-03 without Key: Move the place and the type stay, and say why', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const leeds = await company.location();
  const bunch = await company.bunch(leeds.id);
  await company.signInAs('officer');
  const form = await openEdit(page, bunch);
  for (const name of ['Type', 'Location']) {
    await expect(form.getByLabel(name)).toBeDisabled();
    await described(form.getByLabel(name), 'To change this you need the permission Key: Move.');
  }
  await form.getByLabel('Notes').fill('Seen');
  await submit(page, 'Save changes');
  await expect(toast(page, 'Key bunch updated successfully')).toBeVisible();
});

test('a save over somebody else’s says so, shows the latest and keeps what was typed', {
  tag: '@once',
}, async ({ page, company }) => {
  const leeds = await company.location();
  const bunch = await company.bunch(leeds.id, { notes: 'First' });
  const details = await open(page, bunch, 'Key Details');
  await details.getByLabel('Notes').fill('Mine');
  await company.patch(`/api/key-bunches/${bunch.id}`, { keyCount: 7, notes: 'Theirs' });
  await submit(page, 'Save changes');
  await expect(toast(page, 'Somebody else changed this. Look again.')).toBeVisible();
  await expect(details.getByText(`Somebody else changed ${bunch.identifier}`)).toBeVisible();
  await expect(details.getByRole('spinbutton', { name: 'Keys' })).toHaveValue('7');
  await expect(details.getByLabel('Notes')).toHaveValue('Mine');
  await submit(page, 'Close');
  await question(page, 'Discard changes?').getByRole('button', { name: 'Keep editing' }).click();
  await submit(page, 'Save changes');
  await expect(toast(page, 'Key details updated successfully')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({ keyCount: 7, notes: 'Mine' });
});

test('several sets in a row keep their type and place', { tag: '@once' }, async ({ page, company }) => {
  await company.location({ name: 'Leeds Office' });
  const form = await openAdd(page);
  await form.getByLabel('Identifier').fill('LDS-1');
  await form.getByLabel('Current tag').fill('448120');
  await choose(page, form.getByLabel('Type'), 'Lock Ups');
  await choose(page, form.getByLabel('Location'), 'Leeds Office');
  await submit(page, 'Save and add another');
  await expect(form.getByText('LDS-1 is saved. Add the next one.')).toBeVisible();
  await expect(form.getByLabel('Identifier')).toHaveValue('');
  await form.getByLabel('Identifier').fill('LDS-2');
  await form.getByLabel('Current tag').fill('448121');
  await submit(page, 'Add Set');
  await expect(form).toHaveCount(0);
  const sets = await company.get<KeyBunch[]>('/api/key-bunches');
  expect(sets.map(({ identifier, type }) => [identifier, type])).toEqual([
    ['LDS-1', 'lock_ups'],
    ['LDS-2', 'lock_ups'],
  ]);
});
