import type { Locator } from '@playwright/test';
import type { Movement } from '../../shared/movement.ts';
import { checkA11y, expect, test } from '../world.ts';
import { described, dialog, nextCall, open, openNext, question, submit, toast } from './key-dialog.ts';

test('DLG-11 VALID-10 VALID-11 API-31 TOAST-04 Key Details edits six fields and sends just those', async ({
  page,
  company,
  isPhone,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { notes: 'Old', nfcSerial: '04a22f1b6c80' });
  const form = await open(page, bunch, 'Key Details');
  const keys = form.getByRole('spinbutton', { name: 'Keys' });
  const fobs = form.getByRole('spinbutton', { name: 'Fobs' });
  await expect(form.getByText('Present')).toBeVisible();
  await expect(form.getByText('04:A2:2F:1B:6C:80')).toBeVisible();
  if (!isPhone) await expect(form.getByText(/^Linked (Just now|1 min ago) by Dana Holt$/)).toBeVisible();
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
  // Another tag, or none, needs a reason.
  await submit(page, 'Save changes');
  const reason = form.getByLabel('Reason for the new tag');
  await described(reason, 'Reason is required');
  await expect(reason).toBeFocused();
  await reason.fill('Seal was cut');
  const sent = nextCall(page, 'PATCH', /key-bunches\/\d+$/);
  await submit(page, 'Save changes');
  expect((await sent).postDataJSON()).toEqual({
    identifier: 'LDS-0233',
    keyCount: 4,
    fobCount: 1,
    keyDescription: null,
    notes: null,
    currentTag: null,
    reason: 'Seal was cut',
  });
  expect((await sent).headers()['if-match']).toBe(`"${bunch.updatedAt}"`);
  await expect(toast(page, 'Key details updated successfully')).toBeVisible();
  await expect(form).toHaveCount(0);
});

test('on a phone keys and fobs are counted up and down', { tag: '@phone' }, async ({ page, company }) => {
  const leeds = await company.location();
  const bunch = await company.bunch(leeds.id);
  const form = await open(page, bunch, 'Key Details');
  const width = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
  const [history, save] = [
    form.getByRole('link', { name: 'History' }),
    form.getByRole('button', { name: 'Save changes' }),
  ];
  expect(await width(history), 'what is done here has the room').toBeLessThan(await width(save));
  await form.getByRole('button', { name: 'Decrease Keys' }).tap();
  await form.getByRole('button', { name: 'Increase Keys' }).tap();
  await form.getByRole('button', { name: 'Increase Fobs' }).tap();
  await expect(form.getByRole('spinbutton', { name: 'Keys' })).toHaveValue('2');
  await submit(page, 'Save changes');
  await expect(toast(page, 'Key details updated successfully')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({ keyCount: 2, fobCount: 1 });
});

test('DLG-15 a bunch is deleted with a reason, and its history stays', { tag: '@once' }, async ({
  page,
  company,
  isPhone,
}) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { currentTag: '448231' });
  const form = await open(page, bunch, 'Key Details');
  await form.getByRole('button', { name: 'Delete key set' }).click();
  const confirmation = question(page, `Delete ${bunch.identifier}?`);
  await expect(confirmation).toContainText('The set is archived and its history kept.');
  await confirmation.getByLabel('Reason').fill('Site handed back');
  const sent = nextCall(page, 'DELETE', /key-bunches\/\d+$/);
  await confirmation.getByRole('button', { name: 'Delete key set' }).click();
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
  await openNext(page, second, 'Key Details');
  await form.getByRole('button', { name: 'Delete key set' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete key set' }).click();
  await expect(page.getByText('No key sets found matching your criteria')).toBeVisible();
  const third = await company.bunch(leeds.id);
  await company.signInAs('officer');
  await open(page, third, 'Key Details');
  await expect(form.getByRole('button', { name: 'Save changes' })).toBeEnabled();
  await expect(form.getByRole('button', { name: 'Delete key set' })).toHaveCount(0);
  if (isPhone) await expect(form.getByRole('link', { name: 'History' })).toBeVisible();
});

test('without Key: Edit the details are there to read', { tag: '@once' }, async ({ page, company }) => {
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
