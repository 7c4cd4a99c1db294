import type { Movement } from '../../shared/movement.ts';
import { read } from '../desk/desk.ts';
import { type Company, checkA11y, expect, PASSWORD, test } from '../world.ts';
import {
  bringBack,
  button,
  cutOff,
  idle,
  issueTo,
  NUMBER,
  openKiosk,
  press,
  reserve,
  room,
  title,
} from './kiosk.ts';

const history = (company: Company, id: number) => company.get<Movement[]>(`/api/key-bunches/${id}/history`);

test('a reserved set is taken by badge, number, one press and its scan; the history names the person at the kiosk', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first } = await room({ company, sql });
  await reserve(company, callum.id, first);
  const session = await context.cookies();
  await openKiosk(page, context, kiosk);
  const body = page.locator('body');
  await expect(body).toContainText('Ring control, 0161 496 0100');
  await expect(body).not.toContainText(/Callum|MCR-/);
  await checkA11y(page);

  await read(page, 'NK-1003');
  await expect(title(page, 'Your number')).toBeVisible();
  await expect(body).toContainText('Callum');
  await expect(body).not.toContainText(/Reid|MCR-/);
  await checkA11y(page);
  await press(page, NUMBER);
  await expect(button(page, 'Take MCR-0175')).toBeVisible();
  await expect(body).toContainText('Callum Reid');
  await checkA11y(page);

  await button(page, 'Take MCR-0175').click();
  await expect(page.getByText('A 40', { exact: true })).toBeVisible();
  await expect(page.getByText(/Nothing is recorded yet/)).toBeVisible();
  await checkA11y(page);
  expect(await company.get(`/api/key-bunches/${first}`)).toMatchObject({ status: 'active' });
  // Another set is not taken instead.
  await read(page, 'MCR-0154');
  await expect(page.getByRole('alert')).toContainText(
    'That is another set. Take MCR-0175. It is on hook A 40.',
  );
  await read(page, 'MCR-0175');
  await expect(title(page, 'It is yours')).toBeVisible();
  await checkA11y(page);
  await expect(idle(page)).toBeVisible();
  await expect(body).not.toContainText(/Callum|MCR-/);

  expect(await company.get(`/api/key-bunches/${first}`)).toMatchObject({
    status: 'issued',
    holder: { id: callum.id },
  });
  await company.post(`/api/kiosks/${kiosk.id}/revoke`);
  await page.reload();
  await expect(title(page, 'This tablet is no kiosk any more')).toBeVisible();
  await context.addCookies(session);
  await page.goto(`/key-history/${first}`);
  await expect(page.getByText('Callum Reid at the kiosk').first()).toBeVisible();
});

test('a set comes back by one scan and one press, by any person; what is missing is counted', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first, second } = await room({ company, sql });
  await issueTo(company, callum.id, first, second);
  await openKiosk(page, context, kiosk);

  await read(page, 'MCR-0175');
  await expect(title(page, 'MCR-0175')).toBeVisible();
  await expect(page.getByText('Hang it on hook A 40', { exact: false })).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/Callum|Grosvenor/);
  await checkA11y(page);
  // The set is held on at the reader; then the new tag is read.
  await read(page, 'MCR-0175');
  await read(page, '550001');
  await expect(page.getByLabel('New tag')).toHaveValue('550001');
  await button(page, 'Return MCR-0175').click();
  await expect(title(page, 'Returned')).toBeVisible();
  await expect(page.getByText('Hang it on hook A 40.')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${first}`)).toMatchObject({
    status: 'active',
    currentTag: '550001',
  });
  const [entry] = await history(company, first);
  expect(entry?.details).toMatchObject({ kiosk: 'Front door' });
  expect(entry?.details.byHolder ?? null).toBeNull();

  await read(page, 'MCR-0154');
  await expect(title(page, 'MCR-0154')).toBeVisible();
  await expect(page.getByLabel('New tag')).toHaveValue('550002');
  await button(page, 'Something is missing').click();
  await expect(page.getByText('4 of 5 keys')).toBeVisible();
  await page.getByLabel('What is missing').fill('The roller shutter key');
  await press(page, '7');
  await expect(page.getByLabel('New tag')).toHaveValue('7');
  await button(page, 'Return MCR-0154').click();
  await expect(title(page, 'Returned')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${second}`)).toMatchObject({
    currentTag: '7',
    short: { keysPresent: 4 },
  });
  // A set that is in is named with its state, and nothing else happens.
  await read(page, 'MCR-0133');
  await expect(page.getByText('MCR-0133 is already back.')).toBeVisible();
});

test('a code of any script is read whole, and a tag that is read into the note is the new tag', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { hq, callum, kiosk, first } = await room({ company, sql });
  const { id } = await company.bunch(hq.id, {
    ...{ identifier: 'BÜRO-0175', position: 'A 7', keyCount: 5, fobCount: 0 },
  });
  await issueTo(company, callum.id, id, first);
  await openKiosk(page, context, kiosk);
  await read(page, 'BÜRO-0175');
  await expect(title(page, 'BÜRO-0175')).toBeVisible();
  await button(page, 'Something is missing').click();
  const note = page.getByLabel('What is missing');
  await note.fill('The shutter key');
  await read(page, '550001');
  await expect(page.getByLabel('New tag')).toHaveValue('550001');
  await expect(note).toHaveValue('The shutter key');
  // A number written into the note on purpose stays there when the same is read elsewhere.
  await note.fill('The shutter key, it came with 550002');
  await note.blur();
  await read(page, '550002');
  await expect(page.getByLabel('New tag')).toHaveValue('550002');
  await expect(note).toHaveValue('The shutter key, it came with 550002');
  await button(page, 'Return BÜRO-0175').click();
  await expect(title(page, 'Returned')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${id}`)).toMatchObject({
    currentTag: '550002',
    short: { keysPresent: 4, note: 'The shutter key, it came with 550002' },
  });

  // What was said to be missing is there after all.
  await read(page, 'MCR-0175');
  await button(page, 'Something is missing').click();
  await note.fill('The shutter key');
  await button(page, 'One key more').click();
  await expect(note).toBeHidden();
  await button(page, 'Return MCR-0175').click();
  await expect(title(page, 'Returned')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${first}`)).toMatchObject({ status: 'active', short: null });
  const [entry] = await history(company, first);
  expect(JSON.stringify(entry)).not.toContain('shutter');
});

test('without network returns are kept and sent later with their time, and no keys are given out', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first, second } = await room({ company, sql });
  await issueTo(company, callum.id, first, second);
  await openKiosk(page, context, kiosk);
  await context.setOffline(true);
  await expect(cutOff(page)).toBeVisible();
  await checkA11y(page);
  await read(page, 'MCR-0175');
  await expect(page.getByText('it is kept on this tablet', { exact: false })).toBeVisible();
  await press(page, '8801');
  await button(page, 'Return MCR-0175').click();
  await expect(title(page, 'Kept on this tablet')).toBeVisible();
  await button(page, 'Done').click();
  // Meanwhile the desk takes the second one back under another tag than the tablet has.
  await bringBack(page, 'MCR-0154', '8802');
  await company.post(`/api/key-bunches/${second}/return`, { officerName: 'Callum Reid', newTag: '9909' });
  await expect(button(page, '2 returns to send')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${first}`)).toMatchObject({ status: 'issued' });

  await context.setOffline(false);
  await expect(button(page, '1 return for the desk')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${first}`)).toMatchObject({
    status: 'active',
    currentTag: '8801',
  });
  await button(page, '1 return for the desk').click();
  await expect(page.getByText('MCR-0154 is not out.', { exact: false })).toBeVisible();
  await checkA11y(page);
  await expect(button(page, 'The desk has seen it: MCR-0154')).toBeVisible();
  await button(page, 'Back').click();
  await expect(idle(page)).toBeVisible();
});

test('it locks without a touch; a reload keeps the person, Back leads nowhere, and nothing can be selected', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first } = await room({ company, sql });
  await reserve(company, callum.id, first);
  await page.clock.install();
  await openKiosk(page, context, kiosk);
  await page.getByRole('textbox', { name: 'Badge' }).fill('nk-1003');
  await button(page, 'Next: Badge').click();
  await expect(title(page, 'Your number')).toBeVisible();
  // By a keyboard; what a reader types is no number.
  await read(page, '12345');
  await expect(page.getByText('Nothing here has this code.', { exact: false })).toBeVisible();
  for (const digit of NUMBER.slice(0, 2)) {
    await page.keyboard.press(digit);
    // A reader's keys are closer together by the page's clock.
    await page.clock.runFor(100);
  }
  await press(page, NUMBER.slice(2));
  await expect(button(page, 'Take MCR-0175')).toBeVisible();
  await page.reload();
  await expect(button(page, 'Take MCR-0175')).toBeVisible();
  await page.goBack();
  await expect(button(page, 'Take MCR-0175')).toBeVisible();
  await button(page, 'Take MCR-0175').click();
  await expect(page.getByText('A 40', { exact: true })).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(idle(page)).toBeVisible();
  await expect(page.getByText('Nothing was recorded.', { exact: false })).toBeVisible();
  expect(await company.get(`/api/key-bunches/${first}`)).toMatchObject({ status: 'active' });
  await page.keyboard.press('ControlOrMeta+a');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
});

test('a first number is replaced at the kiosk, and wrong ones let the person rest', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk } = await room({ company, sql });
  const fromDesk = async () =>
    (await company.post<{ kioskNumber: string }>(`/api/holders/${callum.id}/kiosk-number`)).kioskNumber;
  const former = await fromDesk();
  await openKiosk(page, context, kiosk);
  await read(page, 'NK-1003');
  await press(page, former);
  await expect(title(page, 'Choose your own number')).toBeVisible();
  await press(page, '271828');
  await expect(title(page, 'The same again')).toBeVisible();
  const kioskNumber = await fromDesk();
  await press(page, '271828');
  await expect(page.getByRole('alert')).toContainText('That number is not right.');
  await button(page, 'Not Callum').click();

  await read(page, 'NK-1003');
  await press(page, kioskNumber);
  await expect(title(page, 'Choose your own number')).toBeVisible();
  await checkA11y(page);
  await press(page, '271828');
  await expect(title(page, 'The same again')).toBeVisible();
  await press(page, '271829');
  await expect(page.getByText('The two were different.', { exact: false })).toBeVisible();
  await press(page, '271828');
  await press(page, '271828');
  await expect(page.getByText('Nothing is reserved for you now.')).toBeVisible();
  await button(page, 'Done').click();

  await read(page, 'NK-1003');
  await button(page, 'Not Callum').click();
  await expect(idle(page)).toBeVisible();
  // A reader gives a code twice within two seconds, but not across a press.
  await read(page, 'NK-1003');
  for (let left = 4; left >= 0; left -= 1) {
    await press(page, '999999');
    await expect(
      page.getByText(
        left > 1 ? `${left} more tries` : left === 1 ? 'One more try' : 'Your number is resting',
        {
          exact: false,
        },
      ),
    ).toBeVisible();
  }
  await expect(idle(page)).toBeVisible();
  // A badge that no person has, and one of nothing.
  await read(page, 'NK-9999');
  await expect(page.getByText('Nothing here has this code.', { exact: false })).toBeVisible();
});

test('it is closed outside its hours, ends when it is revoked, and is left with a password only', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const hour = new Date().getUTCHours();
  const clock = (at: number) => `${String(at % 24).padStart(2, '0')}:00`;
  const hours = { opensAt: clock(hour + 8), closesAt: clock(hour + 10) };
  const { kiosk } = await room({ company, sql }, hours);
  await openKiosk(page, context, kiosk);
  await expect(page.getByText(`Keys can be taken from ${hours.opensAt}`, { exact: false })).toBeVisible();
  await company.patch(`/api/kiosks/${kiosk.id}`, { opensAt: null, closesAt: null });
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Badge' })).toBeVisible();

  await button(page, 'Leave').click();
  await page.getByLabel('Email').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await button(page, 'Leave the kiosk').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await checkA11y(page);
  await button(page, 'Stay').click();
  await company.post(`/api/kiosks/${kiosk.id}/revoke`);
  await page.getByRole('textbox', { name: 'Set ID' }).fill('MCR-0175');
  await button(page, 'Next: Set ID').click();
  await expect(title(page, 'This tablet is no kiosk any more')).toBeVisible();
  await checkA11y(page);

  const again = await company.post<typeof kiosk>('/api/kiosks', {
    locationId: kiosk.location.id,
    name: 'Back door',
  });
  await page.getByLabel('Code of the kiosk').fill(again.code ?? '');
  await button(page, 'Start the kiosk').click();
  await expect(idle(page)).toBeVisible();
  await button(page, 'Leave').click();
  await page.getByLabel('Email').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Leave the kiosk').click();
  await expect(title(page, 'Make this tablet a kiosk')).toBeVisible();
  await page.reload();
  await expect(title(page, 'Make this tablet a kiosk')).toBeVisible();
});
