import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { Movement } from '../../shared/movement.ts';
import { stopClock } from '../page.ts';
import { expect, test } from '../world.ts';
import { act, choose, described, nextCall, offers, open, question, submit, toast } from './key-dialog.ts';

test('DLG-08 DLG-09 DLG-10 VALID-12 API-34 API-35 a bunch moves to a place, a type, or both', {
  tag: '@once',
}, async ({ page, company }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const van = await company.location({ name: 'Van 04', type: 'van' });
  const bunch = await company.bunch(leeds.id);
  const form = await open(page, bunch, 'Move Keys');
  const place = form.getByLabel('New location');
  const type = form.getByLabel('New type');
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

test('DLG-16 DLG-18 VALID-14 TOAST-02 keys are issued to the signed-in user, or to another person', {
  tag: '@once',
}, async ({ page, company, isPhone }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, {
    currentTag: '448379',
    keyCount: 9,
    fobCount: 1,
    keyDescription: '112 High Street',
  });
  const other = await company.bunch(leeds.id);
  await company.post(`/api/key-bunches/${other.id}/issue`, { officerName: 'J. Marsh' });
  const hannah = await company.signInAs('officer', { firstName: 'Hannah', lastName: 'Boyd' });

  const form = await open(page, bunch, 'Issue Keys');
  await expect(form).toHaveAccessibleName('Issue Keys');
  await expect(form).toContainText('Leeds Office · 9 keys, 1 fob');
  await expect(form).toContainText('112 High Street');
  await expect(form).toContainText('Tag 448379');
  await expect(form).toContainText('breaks on issue');
  const officer = form.getByLabel('Officer name');
  const purpose = form.getByLabel('Purpose', { exact: true });
  await expect(officer).toHaveValue('Hannah Boyd');
  await expect(form.getByText('To yourself')).toBeVisible();
  if (!isPhone) {
    // Typing replaces the prefilled name.
    await expect(officer).toBeFocused();
    await page.keyboard.type('Dan');
    await expect(officer).toHaveValue('Dan');
    // Without a list, Escape closes the dialog.
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await form.getByRole('button', { name: 'Clear' }).click();
  await page.keyboard.type('Callum Reid');
  await expect(officer).toHaveValue('Callum Reid');
  await form.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
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

  const usual = form.getByRole('group', { name: 'Common purposes' }).getByRole('button');
  await expect(usual).toHaveText(['Lock-up', 'Alarm response', 'Inspection', 'Contractor']);
  await usual.filter({ hasText: 'Lock-up' }).click();
  await expect(purpose).toHaveValue('Lock-up');
  await usual.filter({ hasText: 'Lock-up' }).click();
  await expect(purpose).toHaveValue('');
  await usual.filter({ hasText: 'Alarm response' }).click();
  await described(form.getByLabel('New tag'), 'Only if you fit a new seal now.');
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
  await expect(toast(page, `${bunch.identifier} to Dana Holt`)).toBeVisible();
  await expect(form).toHaveCount(0);
  const issued = await company.get<KeyBunch>(`/api/key-bunches/${bunch.id}`);
  expect(issued).toMatchObject({ status: 'issued', holder: { name: 'Dana Holt', userId: id } });
  expect(hannah.id).not.toBe(id);
});

test('of two people of the same name the one who is chosen gets the keys', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const leeds = await company.location();
  const bunch = await company.bunch(leeds.id);
  const smith = { firstName: 'John', lastName: 'Smith' };
  const first = await company.signInAs('officer', smith);
  const second = await company.signInAs('officer', smith);
  const form = await open(page, bunch, 'Issue Keys');
  const officer = form.getByLabel('Officer name');
  await officer.fill('smi');
  await expect(page.getByRole('option')).toHaveText([
    /John Smith.*(You|@)/,
    /John Smith.*(You|@)/,
    'Add "smi" as a new person',
  ]);
  await page.getByRole('option', { name: first.email }).click();
  await described(officer, first.email);
  await submit(page, 'Issue Keys');
  await expect(toast(page, 'Keys issued successfully')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({
    holder: { name: 'John Smith', userId: first.id },
  });
  expect(second.id).not.toBe(first.id);
});

test('DLG-17 VALID-14 VALID-15 TOAST-03 keys come back under a new tag', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { currentTag: '448231', keyCount: 7, fobCount: 1 });
  const other = await company.bunch(leeds.id, { identifier: 'SET-9', currentTag: '448999' });
  await company.post(`/api/key-bunches/${bunch.id}/issue`, { officerName: 'J. Marsh' });
  const form = await open(page, bunch, 'Return Keys');
  await expect(form).toContainText('Leeds Office · 7 keys, 1 fob');
  await expect(form.getByText(/^Has had it since (\d+ \w+ \d{4}, )?\d\d:\d\d$/)).toBeVisible();
  const officer = form.getByLabel('Officer name');
  const tag = form.getByLabel('New tag');
  await expect(officer).toHaveValue('J. Marsh');
  await expect(form.getByLabel('Old tag')).toHaveValue('448231');
  await expect(form.getByLabel('Old tag')).toHaveCSS('text-decoration-line', 'line-through');
  await form.getByRole('button', { name: 'Clear' }).click();
  // Open suggestions handle Escape first, before the dialog.
  await expect(page.getByRole('option').first()).toBeVisible();
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
  await expect(tag).toHaveAttribute('inputmode', 'numeric');
  // A reused tag is accepted after a confirmation.
  await tag.press('Enter');
  const again = question(page, 'Use tag 448999 again?');
  await expect(again).toContainText(`Tag 448999 is on ${other.identifier} at Leeds Office.`);
  await again.getByRole('button', { name: 'Change the tag' }).click();
  await tag.fill('448231');
  await tag.press('Enter');
  const broken = question(page, 'Use tag 448231 again?');
  await expect(broken).toContainText('Tag 448231 is the seal that was just broken.');
  await broken.getByRole('button', { name: 'Change the tag' }).click();
  await tag.fill('448999');
  await tag.press('Enter');
  const sent = nextCall(page, 'POST', /return$/);
  await again.getByRole('button', { name: 'Use 448999 again' }).click();
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

test('issued keys are reported lost from Key Details, and found again under a new tag', {
  tag: '@once',
}, async ({ page, company }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { currentTag: '448231' });
  await company.post(`/api/key-bunches/${bunch.id}/issue`, { officerName: 'J. Marsh' });
  const form = await open(page, bunch, 'Key Details');
  await expect(form.getByLabel('Current tag')).toBeDisabled();
  await described(form.getByLabel('Current tag'), 'Tag is broken while keys are issued.');
  const remove = form.getByRole('button', { name: 'Delete key set' });
  const why = 'Keys are currently issued. Return them or mark them missing before deleting.';
  await described(remove, why);
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await expect(form.getByText(/^With J\. Marsh since/)).toBeVisible();

  await form.getByRole('button', { name: 'Report lost' }).click();
  const lost = question(page, `Report ${bunch.identifier} as lost?`);
  await expect(lost).toContainText('J. Marsh has had it since');
  await expect(lost.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await lost.getByLabel('Notes').fill('Van was broken into');
  let sent = nextCall(page, 'PATCH', /key-bunches\/\d+$/);
  await lost.getByRole('button', { name: 'Report lost' }).click();
  expect((await sent).postDataJSON()).toEqual({ status: 'missing', movementNotes: 'Van was broken into' });
  await expect(toast(page, 'Key bunch updated successfully')).toBeVisible();
  await expect(toast(page, `${bunch.identifier} reported lost`)).toBeVisible();
  await expect(form.getByText('Missing', { exact: true })).toBeVisible();
  const [movement] = await company.get<Movement[]>(`/api/movement-history?keyBunchId=${bunch.id}`);
  expect(movement).toMatchObject({
    action: 'status_change',
    details: { officer: 'J. Marsh' },
    notes: 'Van was broken into',
  });

  await expect(form.getByText(/^Missing since \d\d:\d\d, last with J\. Marsh\./)).toBeVisible();
  await form.getByRole('button', { name: 'Mark as found' }).click();
  const found = question(page, `Mark ${bunch.identifier} as found?`);
  await found.getByRole('button', { name: 'Mark as found' }).click();
  await described(found.getByLabel('Current tag'), 'Current tag is required');
  await expect(found.getByLabel('Current tag')).toBeFocused();
  await expect(found.getByLabel('Current tag')).toHaveAttribute('inputmode', 'numeric');
  await found.getByLabel('Current tag').fill('448231');
  await found.getByLabel('Current tag').press('Enter');
  const again = question(page, 'Use tag 448231 again?');
  await expect(again).toContainText('was on this set before');
  await again.getByRole('button', { name: 'Change the tag' }).click();
  await expect(found.getByLabel('Current tag')).toBeFocused();
  await found.getByLabel('Current tag').fill('448777');
  sent = nextCall(page, 'PATCH', /key-bunches\/\d+$/);
  await found.getByLabel('Current tag').press('Enter');
  expect((await sent).postDataJSON()).toEqual({ status: 'active', currentTag: '448777' });
  await expect(found).toHaveCount(0);
  await expect(form.getByText('Present', { exact: true })).toBeVisible();
  await expect(form.getByLabel('Current tag')).toHaveValue('448777');

  // The form is now based on the version saved meanwhile.
  await form.getByLabel('Notes').fill('Found in the van');
  await submit(page, 'Save changes');
  await expect(toast(page, 'Key details updated successfully')).toBeVisible();
});

test('a missing set is found first, and issued only on a second word', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id);
  await company.patch(`/api/key-bunches/${bunch.id}`, { status: 'inactive' });
  await company.patch(`/api/key-bunches/${bunch.id}`, { status: 'missing' });
  const issue = await open(page, bunch, 'Issue Keys');
  await expect(issue.getByText(/^Missing since .* last at Leeds Office$/)).toBeVisible();
  await submit(page, 'Issue Keys');
  const asked = question(page, `Issue ${bunch.identifier}, a missing set?`);
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({ status: 'missing' });
  await submit(page, 'Issue Keys');
  await asked.getByRole('button', { name: 'Issue missing set' }).click();
  await expect(toast(page, 'Keys issued successfully')).toBeVisible();

  // The previous value is offered first.
  await company.post(`/api/key-bunches/${bunch.id}/return`, { officerName: 'Dana Holt', newTag: '449001' });
  await company.patch(`/api/key-bunches/${bunch.id}`, { status: 'inactive' });
  await company.patch(`/api/key-bunches/${bunch.id}`, { status: 'missing' });
  await page.goto(`/key-bunches?search=${bunch.identifier}`);
  await page.getByRole('button', { name: 'Mark as found', exact: true }).click();
  const found = question(page, `Mark ${bunch.identifier} as found?`);
  await expect(found.getByRole('button', { name: 'Inactive', pressed: true })).toBeVisible();
  const sent = nextCall(page, 'PATCH', /key-bunches\/\d+$/);
  await found.getByRole('button', { name: 'Mark as found' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ status: 'inactive' });
  await expect(toast(page, `${bunch.identifier} marked as found`)).toBeVisible();
  await expect(found).toHaveCount(0);
});

test('without a network an issue says at once that it was not done, and a lost answer stays unknown', {
  tag: '@once',
}, async ({ page, company }) => {
  const bunch = await company.bunch((await company.location()).id);
  await open(page, bunch, 'Issue Keys');
  await page.context().setOffline(true);
  await submit(page, 'Issue Keys');
  await expect(
    toast(page, `No signal. ${bunch.identifier} was not issued. Try again when you have one.`),
  ).toBeVisible();
  await page.context().setOffline(false);
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({ status: 'active' });

  // Sent online; the response is lost with the connection.
  await page.route('**/issue', async (route) => {
    await route.fetch();
    await page.context().setOffline(true);
    await route.abort();
  });
  await submit(page, 'Issue Keys');
  await expect(
    toast(page, `No connection. We don't know if ${bunch.identifier} was issued. Try again.`),
  ).toBeVisible();
  await page.context().setOffline(false);
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({ status: 'issued' });
});

test('without an answer the page says neither that it worked nor that it did not', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const bunch = await company.bunch((await company.location()).id);
  await page.clock.install();
  await open(page, bunch, 'Issue Keys');
  await page.route('**/issue', (route) => route.abort());
  await submit(page, 'Issue Keys');
  // Closing the dialog still shows the result later.
  await page.keyboard.press('Escape');
  await expect(toast(page, "Still sending. You'll see the result here.")).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await stopClock(page);
  const unknown = toast(page, `No connection. We don't know if ${bunch.identifier} was issued. Try again.`);
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return unknown.isVisible();
    })
    .toBe(true);
});

test('a set whose status before was deleted is Present once it is found', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const { id } = await company.location();
  const own = { name: 'at_locksmith', displayName: 'At locksmith' };
  const setting = await company.post<{ id: number }>('/api/settings/statuses', own);
  const [gone, kept] = [await company.bunch(id), await company.bunch(id)];
  for (const bunch of [gone, kept])
    for (const status of ['at_locksmith', 'missing'])
      await company.patch(`/api/key-bunches/${bunch.id}`, { status });
  const markFound = async (bunch: KeyBunch) => {
    const form = await open(page, bunch, 'Key Details');
    await form.getByRole('button', { name: 'Mark as found' }).click();
    const found = question(page, `Mark ${bunch.identifier} as found?`);
    const sent = nextCall(page, 'PATCH', /key-bunches\/\d+$/);
    await found.getByRole('button', { name: 'Mark as found' }).click();
    await expect(found).toHaveCount(0);
    return (await sent).postDataJSON();
  };
  expect(await markFound(kept)).toEqual({ status: 'at_locksmith' });
  await company.patch(`/api/key-bunches/${kept.id}`, { status: 'active' });
  await company.delete(`/api/settings/statuses/${setting.id}`);
  expect(await markFound(gone)).toEqual({ status: 'active' });
});
