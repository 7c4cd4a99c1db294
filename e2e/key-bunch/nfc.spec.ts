import type { Page } from '@playwright/test';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { cutLive, goTo, passTime, stopClock, takeClock, toast } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { act, dialog, open, openAdd, openNext, question, submit } from './key-dialog.ts';
import {
  failTag,
  installNfc,
  type NfcRefusal,
  nfcListening,
  nfcScans,
  refuseNfc,
  tapTag,
  vibrations,
  wedge,
} from './nfc.ts';

const OK = 200;
const FAILED = [100, 50, 100];

/** The only toast, with its exact text. */
async function expectToast(page: Page, title: string, description?: string) {
  await expect(toast(page).getByText(title, { exact: true })).toBeVisible();
  if (description) await expect(toast(page).getByText(description, { exact: true })).toBeVisible();
}

const press = (page: Page, name: string) =>
  dialog(page).last().getByRole('button', { name, exact: true }).click();

test('NFC-01 NFC-02 without Web NFC the dialogs say so and the serial is typed', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const site = await company.location();
  const bunch = await company.bunch(site.id);
  const form = await openAdd(page);
  await press(page, 'Scan NFC tag');
  await expectToast(page, 'NFC Not Supported', 'NFC is not supported on this device');
  await form.getByLabel('NFC serial').fill('04:A2:2F');

  await openNext(page, bunch, 'Key Details');
  const sentence = "Your device doesn't support Web NFC API, please use Chrome on Android";
  await press(page, 'Scan NFC tag');
  await expectToast(page, 'NFC Not Supported', sentence);
  await checkA11y(page);
  await dialog(page).last().getByLabel('NFC serial').fill('04:a2:2f:1b:6c:80');
  await press(page, 'Link');
  await expectToast(page, 'NFC Tag Linked');
  await expect(dialog(page)).toHaveCount(1);
  await expect(dialog(page).getByText('04:A2:2F:1B:6C:80')).toBeVisible();
  // The list offers no action that cannot work.
  await expect(page.getByRole('button', { name: 'Scan NFC tag', includeHidden: true })).toHaveCount(0);
});

test('DLG-02 NFC-04 NFC-05 NFC-07 NFC-09 NFC-10 NFC-21 NFC-22 NFC-23 the add form scans for 10 seconds, and says what fails', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location();
  await installNfc(page);
  await takeClock(page);
  const form = await openAdd(page);
  const serial = form.getByLabel('NFC serial');
  await stopClock(page);
  const scan = async () => {
    await press(page, 'Scan NFC tag');
    await page.clock.runFor(50);
  };
  const refusals: [NfcRefusal, string][] = [
    ['NotAllowedError', 'NFC access denied. Please allow NFC permissions.'],
    ['NotSupportedError', 'NFC is not supported on this device.'],
    ['NotReadableError', 'NFC is not available. Please enable NFC in settings.'],
    ['NetworkError', 'Could not start NFC scanning'],
  ];
  for (const [refusal, text] of refusals) {
    await refuseNfc(page, refusal);
    await scan();
    await expectToast(page, 'NFC Scan Failed', text);
    await expect(form.getByRole('button', { name: 'Scan NFC tag' })).toBeVisible();
  }
  expect(await vibrations(page)).toEqual(refusals.map(() => FAILED));
  await passTime(page, 4800);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(400);
  await expect(toast(page)).toHaveCount(0);

  await refuseNfc(page, null);
  await scan();
  await expectToast(page, 'NFC Scanner Ready', 'Hold the NFC tag to the back of your phone.');
  await expect(serial).toHaveAccessibleDescription('Hold your phone to the tag. Listening.');
  await expect(form.getByText('for 10 more seconds')).toBeVisible();
  await passTime(page, 7700);
  await expect(toast(page)).toBeVisible();
  await expect(form.getByText('for 3 more seconds')).toBeVisible();
  await page.clock.runFor(500);
  await expect(toast(page)).toHaveCount(0);

  // A read error does not end the scan.
  await failTag(page);
  await expectToast(page, 'NFC Read Error', 'Failed to read NFC tag. Try again.');
  expect(await nfcListening(page)).toBe(1);
  await page.clock.runFor(1900);
  await expectToast(
    page,
    'NFC Scan Stopped',
    'No NFC tag was read in 10 seconds. Scan again, or type its serial.',
  );
  expect(await nfcListening(page)).toBe(0);

  await scan();
  await press(page, 'Stop scanning');
  await expect(toast(page)).toHaveCount(0);
  expect(await nfcListening(page)).toBe(0);

  await scan();
  // A tag without a serial is a read error.
  await tapTag(page, '');
  await expectToast(page, 'NFC Read Error', 'Failed to read NFC tag. Try again.');
  await tapTag(page, '04:7f:19:c2:5a:33:91');
  await expect(serial).toHaveValue('04:7F:19:C2:5A:33:91');
  expect(await nfcListening(page)).toBe(0);
  expect((await vibrations(page)).at(-1)).toBe(OK);
  await passTime(page, 15_000);
  await expect(toast(page)).toHaveCount(0);

  await form.getByLabel('Notes').focus();
  await page.clock.resume();
  await serial.focus();
  // A keyboard reader's serial replaces the value and does not submit the form.
  await wedge(page, '04A22F1B6C80');
  await expect(serial).toHaveValue('04:A2:2F:1B:6C:80');
  await expect(form.getByText('Identifier is required')).toHaveCount(0);
});

test('DLG-12 DLG-13 DLG-14 NFC-14 NFC-17 NFC-18 NFC-19 NFC-20 TOAST-05 TOAST-06 VALID-17 a tag is linked and unlinked in Key Details', async ({
  page,
  company,
  isPhone,
}) => {
  const site = await company.location();
  const taken = await company.bunch(site.id, { nfcSerial: '04a22f1b6c80' });
  const bunch = await company.bunch(site.id, { notes: 'Old' });
  const stored = async () => (await company.get<KeyBunch>(`/api/key-bunches/${bunch.id}`)).nfcSerial;
  await cutLive(page);
  await installNfc(page);
  await open(page, bunch, 'Key Details');
  await dialog(page).getByLabel('Notes').fill('New');
  const link = dialog(page).last().getByRole('button', { name: 'Link', exact: true });
  const serial = dialog(page).last().getByLabel('NFC serial');
  /** Starts listening; on a phone the sheet does that when it opens. */
  const scan = async () => {
    const sheet = isPhone && (await dialog(page, 'Link NFC tag').count()) === 0;
    await press(page, sheet ? 'Link NFC tag' : isPhone ? 'Scan again' : 'Scan NFC tag');
    await expect(dialog(page).last().getByText('Hold your phone to the tag', { exact: true })).toBeVisible();
  };

  await scan();
  await expect(link).toBeDisabled();
  for (const blank of [' ', ' : ']) {
    await serial.fill(blank);
    await expect(link).toBeDisabled();
  }
  await serial.fill('');
  await checkA11y(page);
  await tapTag(page, '04:A2:2F:1B:6C:80');
  const conflict = `This NFC tag is already assigned to keys ${taken.identifier}`;
  await expectToast(page, 'Cannot Use Same NFC Tag', conflict);
  expect(await vibrations(page)).toEqual([FAILED]);

  await serial.fill('04-a2-2f-1b-6c-80');
  await link.click();
  await expect(serial).toHaveValue('');
  await expectToast(page, 'Cannot Use Same NFC Tag', conflict);

  await scan();
  // Phones and bank cards have a random serial at each tap, so it could not be found again.
  await tapTag(page, '08:3A:91:0C');
  await expectToast(page, 'Cannot Use This NFC Tag');
  expect(await nfcListening(page)).toBe(0);
  await refuseNfc(page, 'NotAllowedError');
  await press(page, isPhone ? 'Scan again' : 'Scan NFC tag');
  await expectToast(page, 'NFC Scan Failed', 'NFC access denied. Please allow NFC permissions.');
  await refuseNfc(page, null);
  expect(await stored()).toBeNull();

  await scan();
  await failTag(page);
  await expectToast(page, 'NFC Read Error', 'Failed to read NFC tag. Try again.');
  await tapTag(page, '04:7f:19:c2:5a:33:91');
  await expectToast(page, 'NFC Tag Linked');
  await expect(dialog(page)).toHaveCount(1);
  await expect(dialog(page).getByText('04:7F:19:C2:5A:33:91')).toBeVisible();
  if (!isPhone)
    await expect(dialog(page).getByText(/^Linked (Just now|1 min ago) by Dana Holt$/)).toBeVisible();
  expect((await vibrations(page)).at(-1)).toBe(OK);
  expect(await nfcListening(page)).toBe(0);
  expect(await stored()).toBe('047F19C25A3391');
  await expect(dialog(page).getByLabel('Notes')).toHaveValue('New');

  await expect(dialog(page).getByRole('button', { name: 'Unlink' }).locator('svg')).toHaveCount(1);
  await press(page, 'Unlink');
  const confirmation = question(page, `Unlink the NFC tag from ${bunch.identifier}?`);
  await expect(confirmation).toContainText('04:7F:19:C2:5A:33:91');
  await checkA11y(page);
  await confirmation.getByRole('button', { name: 'Unlink NFC tag' }).click();
  await expectToast(page, 'NFC Tag Unlinked');
  await expect(confirmation).toHaveCount(0);
  await expect(dialog(page).getByText('No NFC tag linked')).toBeVisible();
  expect(await stored()).toBeNull();

  // Another user links a tag meanwhile: shows the server's message.
  if (isPhone) await scan();
  await serial.fill('04C0FFEE');
  await company.post(`/api/key-bunches/${bunch.id}/link-nfc`, { nfcSerial: '04B0' });
  await link.click();
  await expectToast(page, 'Failed to Link NFC Tag', 'Unlink the current NFC tag first');
  if (isPhone) await expect(dialog(page, 'Link NFC tag')).toHaveCount(0);
  await expect(dialog(page).getByText('04:B0', { exact: true })).toBeVisible();

  // Without a server message there are still a title and a sentence.
  await press(page, 'Unlink');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink NFC tag' }).click();
  await expectToast(page, 'NFC Tag Unlinked');
  await page.route('**/link-nfc', (route) => route.fulfill({ status: 500, body: '' }));
  if (isPhone) await scan();
  await serial.fill('04C0FFEE');
  await link.click();
  await expectToast(page, 'Failed to Link NFC Tag', 'Failed to fetch');
  await expect(serial).toHaveValue('');
  await page.unroute('**/link-nfc');
  if (isPhone) await dialog(page, 'Link NFC tag').getByRole('button', { name: 'Close' }).click();
  await company.post(`/api/key-bunches/${bunch.id}/link-nfc`, { nfcSerial: '04B0' });

  // The other edits are saved once the other user's link has been loaded, not from an older read.
  const notice = dialog(page).getByText(`Somebody else changed ${bunch.identifier}`);
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const one = `**/api/key-bunches/${bunch.id}`;
  await page.route(one, async (route) => {
    if (route.request().method() === 'GET') await mayAnswer;
    await route.fallback();
  });
  await submit(page, 'Save changes');
  await expectToast(page, 'Error', 'Somebody else changed this. Look again.');
  await expect(dialog(page).getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await expect(notice).toHaveCount(0);
  answer();
  await expect(notice).toBeVisible();
  await page.unroute(one);
  await submit(page, 'Save changes');
  await expectToast(page, 'Key details updated successfully');
  await act(page, 'Key Details');
  await expect(dialog(page).getByLabel('Notes')).toHaveValue('New');
  await press(page, 'Unlink');
  await company.delete(`/api/key-bunches/${bunch.id}`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink NFC tag' }).click();
  await expectToast(page, 'Failed to Unlink NFC Tag', 'Key set not found');
});

test('DLG-13 a serial that is read by a keyboard reader, or left unlinked at the save, is linked', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location();
  const bunch = await company.bunch(site.id);
  const nfcSerial = async () => (await company.get<KeyBunch>(`/api/key-bunches/${bunch.id}`)).nfcSerial;
  await open(page, bunch, 'Key Details');
  await dialog(page).getByRole('button', { name: 'Delete key set' }).focus();
  await wedge(page, '04a22f1b6c80');
  await expectToast(page, 'NFC Tag Linked');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(await nfcSerial()).toBe('04A22F1B6C80');
  await company.delete(`/api/key-bunches/${bunch.id}/unlink-nfc`);

  await open(page, bunch, 'Key Details');
  await dialog(page).getByLabel('NFC serial').focus();
  await wedge(page, '04B1B2B3B4', 'Tab');
  await expectToast(page, 'NFC Tag Linked');
  expect(await nfcSerial()).toBe('04B1B2B3B4');
  await company.delete(`/api/key-bunches/${bunch.id}/unlink-nfc`);

  await open(page, bunch, 'Key Details');
  await dialog(page).getByLabel('NFC serial').fill('04:c1');
  await press(page, 'Cancel');
  await question(page, 'Discard changes?').getByRole('button', { name: 'Keep editing' }).click();
  await dialog(page).getByLabel('Notes').fill('Sticks');
  await submit(page, 'Save changes');
  await expectToast(page, 'Key details updated successfully');
  await expect(dialog(page)).toHaveCount(0);
  expect(await company.get(`/api/key-bunches/${bunch.id}`)).toMatchObject({
    nfcSerial: '04C1',
    notes: 'Sticks',
  });

  await company.signInAs('viewer');
  await open(page, bunch, 'Key Details');
  await expect(dialog(page).getByText('04:C1', { exact: true })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Unlink' })).toHaveCount(0);
});

test('NFC-14 a tag tapped on the key list opens its bunch, an unknown one says so', {
  tag: '@phone',
}, async ({ page, company, isPhone }) => {
  const site = await company.location();
  const bunch = await company.bunch(site.id, { nfcSerial: '04:a2:2f:1b:6c:80' });
  await company.bunch(site.id);
  await installNfc(page);
  await page.clock.install();
  await page.goto('/key-bunches');
  await page.getByRole('button', { name: 'Scan NFC tag' }).click();
  await expectToast(page, 'NFC Scanner Ready');
  await expect(page.getByPlaceholder('Hold your phone to a tag...')).toBeVisible();
  await checkA11y(page);
  await tapTag(page, '04:00:00:00:00:00:01');
  const unknown = 'None of your key sets has the NFC tag 04:00:00:00:00:00:01.';
  await expectToast(page, 'Unknown NFC tag', unknown);
  // A held tag is read many times.
  for (const _ of [1, 2, 3]) await tapTag(page, '04:00:00:00:00:00:01');
  expect(await vibrations(page)).toEqual([FAILED]);

  await tapTag(page, '04:A2:2F:1B:6C:80');
  await expect(dialog(page, 'NFC tag read')).toContainText(bunch.identifier);
  await expect(toast(page)).toHaveCount(0);
  expect(await vibrations(page)).toEqual([FAILED, OK]);
  // Issue and return come first, one tap away.
  const answer = dialog(page, 'NFC tag read');
  await expect(answer.getByRole('button')).toHaveText(['', 'Issue Keys', 'Move Keys', 'Key Details']);
  // Under a dialog the list ignores tags.
  await tapTag(page, '04:00:00:00:00:00:02');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  expect(await vibrations(page)).toEqual([FAILED, OK]);

  // After a pause the same tag counts again.
  await page.clock.runFor(1600);
  await tapTag(page, '04:a2:2f:1b:6c:80');
  await expect(answer).toContainText(bunch.identifier);
  await press(page, 'Issue Keys');
  await expect(dialog(page, 'Issue Keys').getByLabel('Officer name')).toHaveValue('Dana Holt');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Stop scanning' }).click();
  await expect.poll(() => nfcListening(page)).toBe(0);
  await page.getByRole('button', { name: 'Scan NFC tag' }).click();
  await expect.poll(() => nfcScans(page)).toBe(2);
  await goTo(page, isPhone, 'Locations');
  await expect.poll(() => nfcListening(page)).toBe(0);
});

test('S-32 a keyboard reader opens the bunch of its tag from the key list, and typing stays typing', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location();
  const bunch = await company.bunch(site.id, { nfcSerial: '04DDBEEF01' });
  await page.clock.install();
  await page.goto('/key-bunches');
  await expect(page.getByText('Showing 1 result')).toBeVisible();

  // In each case Enter would press the focused button.
  const add = page.getByRole('button', { name: 'Add Set' });
  await add.focus();
  await wedge(page, '04ddbeef01');
  await expect(dialog(page, 'NFC tag read')).toContainText(bunch.identifier);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await add.focus();
  await wedge(page, '04:DD:BE:EF:02');
  await expectToast(page, 'Unknown NFC tag', 'None of your key sets has the NFC tag 04:DD:BE:EF:02.');
  await expect(dialog(page)).toHaveCount(0);

  // The tail of a stalled serial is a different serial, so it is ignored.
  await add.focus();
  await page.keyboard.press('0');
  await page.clock.runFor(300);
  await wedge(page, '4ddbeef01');
  await expect(dialog(page, 'Add Key Bunch')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  // Typed slowly, Enter presses the button.
  await page.keyboard.type('04ddbeef01', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Add Key Bunch')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  // In the search box it is a search, and the shortcuts still work.
  await page.getByLabel('Search keys').focus();
  await wedge(page, '04ddbeef01');
  await expect(page.getByLabel('Search keys')).toHaveValue('04ddbeef01');
  await expect(page.getByText('Showing 1 result')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await add.focus();
  await page.keyboard.type('gb');
  await expect(page).toHaveURL(/\/$/);
});
