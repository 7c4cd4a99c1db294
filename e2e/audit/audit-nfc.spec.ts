import type { Locator, Page } from '@playwright/test';
import type { OneAuditSession } from '../../shared/audit.ts';
import {
  failTag,
  installNfc,
  type NfcRefusal,
  refuseNfc,
  tapTag,
  vibrations,
  wedge,
} from '../key-bunch/nfc.ts';
import { goWithin, heading, hold, passTime, stopClock, takeClock, toast } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { askToComplete, cabinet, complete, counted, pick, startAudit } from './audit.ts';

const OK = 200;
const FAILED = [100, 50, 100];
const UNSUPPORTED =
  "Your device doesn't support Web NFC API. Please use Chrome on Android or update your browser.";

/** The result of a scan: full screen on a phone, a strip and a toast on a desktop. */
async function answered(page: Page, isPhone: boolean, title: string, ...texts: string[]): Promise<void> {
  const answer = isPhone ? page.getByRole('status', { name: 'Scan result' }) : toast(page);
  for (const text of [title, ...texts]) await expect(answer.getByText(text, { exact: true })).toBeVisible();
}

test('AUDIT-02 AUDIT-05 NFC-12 NFC-13 NFC-14 NFC-15 a location is audited by tapping its tags', {
  tag: '@phone',
}, async ({ page, company, isPhone }) => {
  const { place } = await cabinet(company);
  const leeds = await company.location({ name: 'Leeds' });
  await company.bunch(leeds.id, { identifier: 'LDS-0201', nfcSerial: '04:B1' });
  await installNfc(page);
  await page.goto(`/audit?location=${place.id}`);
  await expect(page.getByRole('radio', { name: 'NFC scanning' })).toBeChecked();
  await pick(page, 'Key type', 'Day Shift');
  // Opened by a press, so the device listens immediately.
  await page.getByRole('button', { name: 'Start Audit' }).click();
  await counted(page, 0, 4);
  if (isPhone) await expect(page.getByText('Hold your phone to a tag')).toBeVisible();
  await tapTag(page, '04:a1:01');
  if (isPhone)
    await answered(page, true, 'Counted', 'V07-0101', 'Tag 448101 · 3 keys, 1 fob', '1 of 4 scanned');
  else await answered(page, false, 'Counted', 'V07-0101, 1 of 4 scanned');
  await counted(page, 1, 4);
  await checkA11y(page);
  await tapTag(page, '04:a1:02');
  await counted(page, 2, 4);
  await tapTag(page, '04:a1:01');
  await answered(page, isPhone, 'Already Scanned', 'V07-0101 has already been scanned in this audit');
  await checkA11y(page);
  await tapTag(page, '04:ff:01');
  await answered(page, isPhone, 'Scan Failed', 'Key bunch not found for this NFC tag');
  await checkA11y(page);
  await tapTag(page, '04:b1');
  await answered(page, isPhone, 'Scan Failed', 'LDS-0201 is registered at Leeds');
  await tapTag(page, '04:a1:06');
  await answered(
    page,
    isPhone,
    'Scan Failed',
    'V07-0106 is recorded as issued to Callum Reid. Return it first.',
  );
  await counted(page, 2, 4);
  expect(await vibrations(page)).toEqual([OK, OK, FAILED, FAILED, FAILED, FAILED]);
  if (isPhone) {
    await expect(page.getByRole('list', { name: 'Latest scans' }).getByRole('listitem')).toHaveText([
      /^V07-0106/,
      /^LDS-0201/,
      /^Unknown NFC tag04:FF:01/,
      /^V07-0101already scanned/,
      /^V07-0102/,
      /^V07-0101448101/,
    ]);
  } else {
    const list = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('listitem');
    await expect(list('Scanned')).toHaveText([/^V07-0102/, /^V07-0101/]);
    await expect(list('Not checked yet')).toHaveText([/^V07-0103/, /^V07-0104was Missing/]);
  }

  // Three tags in a row on a slow network: each is sent, in order, and none is lost.
  const open = await hold(page, '**/api/audit/nfc-scan');
  await tapTag(page, '04:a1:03');
  await tapTag(page, '04:a1:04');
  open();
  await counted(page, 4, 4);
  await expect(page.getByText('All expected keys scanned!').first()).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  const question = await askToComplete(page);
  await expect(question.getByText('will be marked missing')).toHaveCount(0);
  await complete(question);
  await expect(heading(page, 'Audit of Van 07')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Found' })).toContainText('V07-0104');
  await expect(page.getByRole('list', { name: 'Unexpected' })).toContainText('LDS-0201');
  await expect(page.getByRole('list', { name: 'Unknown NFC tags' })).toContainText('04:FF:01');
});

test('VALID-18 NFC-01 NFC-03 without Web NFC the audit says so; serials are typed or come from a reader', {
  tag: '@once',
}, async ({ page, company, isPhone }) => {
  const { place, third } = await cabinet(company);
  const session = await startAudit(company, place.id, { mode: 'nfc' });
  await page.goto(`/audit?session=${session.id}`);
  await expect(page.getByText('NFC Not Supported')).toBeVisible();
  await expect(page.getByText(UNSUPPORTED)).toBeVisible();
  await checkA11y(page);
  const type = async () => {
    if (isPhone) await page.getByRole('button', { name: 'Type serial' }).click();
  };
  const serial = page.getByLabel('NFC serial');
  const submit = page.getByRole('button', { name: 'Submit' });
  await type();
  await expect(submit).toBeDisabled();
  for (const blank of ['   ', ' : - ']) {
    await serial.fill(blank);
    await expect(submit).toBeDisabled();
  }
  await serial.fill('04 a1 01');
  await expect(submit).toBeEnabled();
  await checkA11y(page);
  await submit.click();
  await counted(page, 1, 5);
  await type();
  await serial.fill('04A102');
  await serial.press('Enter');
  await counted(page, 2, 5);
  if (!isPhone) {
    await expect(serial).toHaveValue('');
    // A reader's Tab submits the field with the focus; a person's Tab moves on to the button.
    await serial.focus();
    await wedge(page, '04DEAD99', 'Tab');
    await expect(page.getByText('Scan Failed').first()).toBeVisible();
    await expect(serial).toHaveValue('');
  }

  // Typed text can also be a tag number or a set ID; the result shows which.
  const answer = isPhone ? page.getByRole('status', { name: 'Scan result' }) : page.getByRole('main');
  await type();
  await serial.fill(third.currentTag ?? '');
  await serial.press('Enter');
  await counted(page, 3, 5);
  await expect(
    answer.getByText(isPhone ? 'Found by its tag number' : 'V07-0103 found by its tag number'),
  ).toBeVisible();
  await type();
  await serial.fill('v07 0104');
  await serial.press('Enter');
  await counted(page, 4, 5);
  await expect(
    answer.getByText(isPhone ? 'Found by its set ID' : 'V07-0104 found by its set ID'),
  ).toBeVisible();
  await type();
  await serial.fill('990017');
  await serial.press('Enter');
  await expect(
    answer.getByText(/No key set has this NFC serial, tag number or set ID/).first(),
  ).toBeVisible();

  // A keyboard reader works with any focus.
  await page.getByRole('heading', { name: 'Session info' }).click();
  await wedge(page, '04A105');
  await counted(page, 5, 5);
  await expect
    .poll(async () => (await company.get<OneAuditSession>(`/api/audit/${session.id}`)).totalScanned)
    .toBe(5);

  // The checklist works on the same session: a set whose tag is torn off is ticked.
  if (isPhone) {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Manual checklist' }).click();
  } else await page.getByRole('radio', { name: 'Manual checklist' }).check();
  await page.getByRole('checkbox', { name: 'V07-0104', exact: true }).uncheck();
  await counted(page, 4, 5);
});

test('before an audit by NFC begins and ends it is said which sets have no NFC tag, and they are ticked by hand', {
  tag: '@once',
}, async ({ page, company }) => {
  const { place } = await cabinet(company);
  for (const identifier of ['V07-0201', 'V07-0202']) await company.bunch(place.id, { identifier });
  await page.goto(`/audit?location=${place.id}`);
  await page.getByText('NFC scanning').click();
  await expect(
    page.getByText('2 of 7 have no NFC tag. Tick them by hand, or they become Missing.'),
  ).toBeVisible();
  await checkA11y(page);
  await page.getByRole('button', { name: 'Start Audit' }).click();
  await counted(page, 0, 7);
  const bare = page.getByRole('list').filter({ has: page.getByRole('checkbox', { name: 'V07-0201' }) });
  await expect(bare.getByRole('checkbox')).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'V07-0201' }).click();
  await counted(page, 1, 7);
  await checkA11y(page);

  const question = await askToComplete(page);
  await expect(question.getByText('1 of these sets has no NFC tag')).toBeVisible();
  await checkA11y(page);
  await question.getByRole('button', { name: 'Tick by hand' }).click();
  await page.getByRole('list', { name: 'Checklist' }).getByRole('checkbox', { name: 'V07-0202' }).check();
  await counted(page, 2, 7);
  const found = page.getByRole('radio', { name: 'NFC scanning' });
  await expect(found).toBeVisible();
});

test('a small, low or coarse-printed phone shows the whole answer and the way to complete', {
  tag: '@phone',
}, async ({ page, company }) => {
  const { place } = await cabinet(company);
  const session = await startAudit(company, place.id, { mode: 'nfc' });
  await installNfc(page);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(`/audit?session=${session.id}`);
  await expect(page.getByText('Hold your phone to a tag')).toBeVisible();
  await tapTag(page, '04:A1:01');
  const name = page.getByRole('status', { name: 'Scan result' }).getByText('V07-0101', { exact: true });
  const complete = page.getByRole('button', { name: 'Complete Audit' });
  /** Whether an element is fully in the window and nothing in it is cut off, except the edge of a glyph. */
  const whole = async (target: Locator) => {
    await expect(target).toBeInViewport({ ratio: 1 });
    expect(
      await target.evaluate(
        (it) => it.scrollWidth <= it.clientWidth + 1 && it.scrollHeight <= it.clientHeight + 3,
      ),
    ).toBe(true);
  };
  const textSize = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
  await whole(name);
  await whole(complete);
  await whole(page.getByRole('button', { name: 'Type serial' }));
  await page.getByRole('button', { name: 'Still to find 4' }).click();
  await expect(page.getByRole('list', { name: 'Still to find' }).getByRole('listitem')).toHaveText(
    ['2', '3', '4', '5'].map((one) => new RegExp(`^V07-010${one}`)),
  );
  await page.getByRole('button', { name: 'Still to find 4' }).click();
  const levels = await page
    .getByRole('heading')
    .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
  for (const [index, level] of levels.entries())
    expect(level, 'no heading skips a level').toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);

  // Text twice as large.
  await textSize('200%');
  await whole(complete);
  await name.scrollIntoViewIfNeeded();
  await whole(name);

  // In landscape, where it is wide enough for the desktop layout.
  await textSize('');
  await page.setViewportSize({ width: 915, height: 412 });
  const strip = page.getByRole('status').filter({ hasText: 'V07-0101 found' });
  await strip.scrollIntoViewIfNeeded();
  await expect(strip).toBeInViewport({ ratio: 1 });
  const covered = await strip.evaluate((it) => {
    const { left, top, width, height } = it.getBoundingClientRect();
    return !it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(covered).toBe(false);

  // With forced colours, ticked rows still differ from others.
  await page.setViewportSize({ width: 412, height: 839 });
  await page.emulateMedia({ forcedColors: 'active' });
  await goWithin(page, `/audit?session=${session.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Manual checklist' }).click();
  const fill = (set: string) =>
    page
      .getByRole('checkbox', { name: set, exact: true })
      .evaluate((it) => getComputedStyle(it).backgroundColor);
  expect(await fill('V07-0101')).not.toBe(await fill('V07-0102'));

  // All counted, the last one not sent yet: shows both.
  const send = await hold(page, '**/ticks');
  for (const set of ['V07-0102', 'V07-0103', 'V07-0104', 'V07-0105'])
    await page.getByRole('checkbox', { name: set, exact: true }).check();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'NFC scanning' }).click();
  const answer = page.getByRole('status', { name: 'Scan result' });
  await expect(answer.getByText('All expected keys scanned!')).toBeVisible();
  await expect(answer.getByText('4 still to send')).toBeVisible();
  send();
  await expect(answer.getByText('still to send')).toHaveCount(0);
});

test('NFC-06 NFC-08 NFC-09 NFC-10 NFC-11 NFC-13 NFC-23 what keeps a phone from reading tags is said, for 5 seconds, and tried again', {
  tag: '@phone',
}, async ({ page, company }) => {
  const { place } = await cabinet(company);
  const session = await startAudit(company, place.id, { mode: 'nfc' });
  await installNfc(page, { refuse: 'NotAllowedError' });
  await takeClock(page);
  await page.goto(`/audit?session=${session.id}`);
  await counted(page, 0, 5);
  const start = page.getByRole('button', { name: /^(Start scanning|Try again)$/ });
  await expect(start).toBeVisible();
  await stopClock(page);
  const said = async (title: string, text: string) => {
    await expect(toast(page).getByText(title, { exact: true })).toBeVisible();
    await expect(toast(page).getByText(text, { exact: true })).toBeVisible();
  };
  const refusals: [NfcRefusal, string][] = [
    ['NotAllowedError', 'NFC access denied. Please allow NFC permissions and try again.'],
    ['NotSupportedError', 'NFC is not supported on this device or browser.'],
    ['NotReadableError', 'NFC is not available. Please enable NFC in your device settings.'],
    ['NetworkError', 'Failed to start NFC scanning'],
  ];
  const before = (await vibrations(page)).length;
  for (const [refusal, text] of refusals) {
    await refuseNfc(page, refusal);
    await start.click();
    await page.clock.runFor(50);
    await said('NFC Error', text);
  }
  await passTime(page, 4700);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(700);
  await expect(toast(page)).toBeHidden();
  expect((await vibrations(page)).slice(before)).toEqual([FAILED, FAILED, FAILED, FAILED]);

  await refuseNfc(page, null);
  await start.click();
  await page.clock.runFor(50);
  await failTag(page);
  await said(
    'NFC Read Error',
    'Failed to read NFC tag. Make sure the tag is close to your device and try again.',
  );
  expect((await vibrations(page)).at(-1)).toEqual(FAILED);
  await page.clock.resume();
  await tapTag(page, '04:A1:01');
  await counted(page, 1, 5);
  expect((await vibrations(page)).at(-1)).toBe(OK);
});

test('NFC-23 D-15 the answer to an audit scan is a toast of 5 seconds on a desk, and on a phone stays until the next scan', async ({
  page,
  company,
  isPhone,
}) => {
  const { place } = await cabinet(company);
  const session = await startAudit(company, place.id, { mode: 'nfc' });
  await takeClock(page);
  if (isPhone) await installNfc(page);
  await page.goto(`/audit?session=${session.id}`);
  if (isPhone) {
    const answer = page.getByRole('status', { name: 'Scan result' });
    await expect(answer.getByText('Hold your phone to a tag')).toBeVisible();
    await stopClock(page);
    await tapTag(page, '04:A1:01');
    await expect(answer.getByText('V07-0101', { exact: true })).toBeVisible();
    await expect(toast(page)).toHaveCount(0);
    await passTime(page, 60_000);
    await expect(answer.getByText('V07-0101', { exact: true })).toBeVisible();
    await tapTag(page, '04:A1:02');
    await expect(answer.getByText('V07-0102', { exact: true })).toBeVisible();
    await expect(answer.getByText('V07-0101', { exact: true })).toHaveCount(0);
    return;
  }
  const serial = page.getByLabel('NFC serial');
  await serial.fill('04A101');
  await stopClock(page);
  await serial.press('Enter');
  await expect(toast(page).getByText('Counted', { exact: true })).toBeVisible();
  await passTime(page, 4700);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(600);
  await expect(toast(page)).toBeHidden();
});
