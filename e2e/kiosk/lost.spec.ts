import type { Page } from '@playwright/test';
import type { Movement } from '../../shared/movement.ts';
import { approver } from '../custody/second-person.ts';
import { holder, read } from '../desk/desk.ts';
import { landing } from '../page.ts';
import { checkA11y, expect, PASSWORD, test } from '../world.ts';
import {
  bringBack,
  button,
  cutOff,
  hold,
  idle,
  issueTo,
  NUMBER,
  openKiosk,
  press,
  reserve,
  room,
  title,
} from './kiosk.ts';

/** The badge again: within two seconds a reader's same code does not count. */
async function typeBadge(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Badge' }).fill('NK-1003');
  await button(page, 'Next: Badge').click();
}

test('an answer that comes after its screen is over shows nothing of the person', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first } = await room({ company, sql });
  await reserve(company, callum.id, first);
  await openKiosk(page, context, kiosk);
  const body = page.locator('body');

  const begun = await hold(page, 'begin');
  await read(page, 'NK-1003');
  await begun.arrived;
  await button(page, 'Leave').click();
  await expect(title(page, 'Leave the kiosk')).toBeVisible();
  await begun.answer();
  await expect(title(page, 'Leave the kiosk')).toBeVisible();
  await button(page, 'Stay').click();

  await typeBadge(page);
  await expect(title(page, 'Your number')).toBeVisible();
  const entered = await hold(page, 'number');
  await press(page, NUMBER);
  await entered.arrived;
  await button(page, 'Not Callum').click();
  await expect(idle(page)).toBeVisible();
  await entered.answer();
  await expect(idle(page)).toBeVisible();
  await expect(body).not.toContainText(/Callum|MCR-/);

  await typeBadge(page);
  await press(page, NUMBER);
  await expect(button(page, 'Take MCR-0175')).toBeVisible();
  const offered = await hold(page, 'offer');
  await button(page, 'Take MCR-0175').click();
  await offered.arrived;
  await button(page, 'Done').click();
  await expect(idle(page)).toBeVisible();
  await offered.answer();
  await expect(idle(page)).toBeVisible();
  await expect(body).not.toContainText(/Callum|MCR-/);
});

test('a lost answer to a take is asked for again, and nothing is said of what is recorded before', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first } = await room({ company, sql });
  await reserve(company, callum.id, first);
  await openKiosk(page, context, kiosk);
  await read(page, 'NK-1003');
  await press(page, NUMBER);
  await button(page, 'Take MCR-0175').click();
  await expect(page.getByText('A 40', { exact: true })).toBeVisible();
  const taken = await hold(page, 'take');
  await read(page, 'MCR-0175');
  await taken.arrived;
  const again = await hold(page, 'take');
  await taken.lose();
  await again.arrived;
  await expect(page.getByRole('alert')).toHaveText('Not known yet whether it was recorded. Trying again.');
  await expect(page.locator('body')).not.toContainText(/nothing (was|is) recorded/i);
  expect(again.keys).toEqual(taken.keys);
  const third = await hold(page, 'take');
  await again.lose();
  await third.arrived;
  await third.answer();
  await expect(title(page, 'It is yours')).toBeVisible();
  expect(await company.get(`/api/key-bunches/${first}`)).toMatchObject({ status: 'issued' });
  // The server has forgotten the person before the tablet locks: the start does not say that nothing was recorded.
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (/nothing was recorded/i.test(document.body.textContent)) document.body.dataset.wrong = 'true';
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await expect(idle(page)).toBeVisible();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(page.locator('body')).not.toHaveAttribute('data-wrong', 'true');
});

test('a set of another person that is read while it is green comes back without the name of the former', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first, second } = await room({ company, sql });
  const owen = await holder(company, 'Owen Price');
  await issueTo(company, owen.id, second);
  await reserve(company, callum.id, first);
  await openKiosk(page, context, kiosk);
  await read(page, 'NK-1003');
  await press(page, NUMBER);
  await button(page, 'Take MCR-0175').click();
  await expect(page.getByText('A 40', { exact: true })).toBeVisible();
  // The turn stays open at the server, as the tablet cannot lock it.
  await page.route('**/api/kiosk/lock', (route) => route.abort(), { times: 1 });
  await read(page, 'MCR-0175');
  await expect(title(page, 'It is yours')).toBeVisible();
  await read(page, 'MCR-0154');
  await expect(title(page, 'MCR-0154')).toBeVisible();
  await read(page, '550001');
  await button(page, 'Return MCR-0154').click();
  await expect(title(page, 'Returned')).toBeVisible();
  await expect(button(page, 'More keys')).toHaveCount(0);
  const [entry] = await company.get<{ details: { byHolder?: unknown } }[]>(
    `/api/key-bunches/${second}/history`,
  );
  expect(entry?.details.byHolder ?? null).toBeNull();
});

test('two pages of the tablet keep their returns beside each other, also when it is a kiosk no more', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { hq, callum, kiosk, first, second } = await room({ company, sql });
  await issueTo(company, callum.id, first, second);
  await openKiosk(page, context, kiosk);
  const other = await context.newPage();
  await other.setViewportSize({ width: 1280, height: 800 });
  await other.goto('/kiosk');
  await expect(idle(other)).toBeVisible();
  await context.setOffline(true);
  for (const [tab, set, tag] of [
    [page, 'MCR-0175', '8801'],
    [other, 'MCR-0154', '8802'],
  ] as const) {
    await tab.bringToFront();
    await expect(cutOff(tab)).toBeVisible();
    await bringBack(tab, set, tag);
  }
  await expect(button(other, '2 returns to send')).toBeVisible();
  await company.post(`/api/kiosks/${kiosk.id}/revoke`);
  await context.setOffline(false);
  await expect(title(other, 'This tablet is no kiosk any more')).toBeVisible();
  await expect(other.getByText('2 returns not recorded').first()).toBeVisible();
  await expect(other.getByText('MCR-0175, MCR-0154.', { exact: false })).toBeVisible();

  // Another kiosk of the same location, which has another name by now, sends them.
  await company.patch(`/api/locations/${hq.id}`, { name: 'Manchester House' });
  const again = await company.post<typeof kiosk>('/api/kiosks', { locationId: hq.id, name: 'Back door' });
  await other.getByLabel('Code of the kiosk').fill(again.code ?? '');
  await button(other, 'Start the kiosk').click();
  await expect(idle(other)).toBeVisible();
  await expect(other.getByText(/not recorded/)).toHaveCount(0);
  for (const [id, tag] of [
    [first, '8801'],
    [second, '8802'],
  ] as const)
    expect(await company.get(`/api/key-bunches/${id}`)).toMatchObject({ status: 'active', currentTag: tag });
});

test('a return whose answer was lost is recorded once, and the set stays with the next person', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first } = await room({ company, sql });
  const ana = await holder(company, 'Ana Ruiz');
  const issue = (holderId: number) => issueTo(company, holderId, first);
  await issue(callum.id);
  await openKiosk(page, context, kiosk);
  let lost = 0;
  await page.route(
    '**/api/kiosk/return',
    async (route) => {
      await route.fetch();
      lost += 1;
      if (lost === 1) await issue(ana.id);
      await route.abort();
    },
    { times: 3 },
  );
  await read(page, 'MCR-0175');
  await page.getByLabel('New tag').fill('920001');
  await button(page, 'Return MCR-0175').click();
  await expect(title(page, 'Kept on this tablet')).toBeVisible({ timeout: 30_000 });
  await button(page, 'Done').click();
  await expect(page.getByText(/not recorded/)).toHaveCount(0);
  expect(lost).toBe(3);
  expect(await company.get(`/api/key-bunches/${first}`)).toMatchObject({
    status: 'issued',
    holder: { id: ana.id },
  });
});

test('a kept return has its time although the clock of the tablet was wrong, and an unknown one is for the desk', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first } = await room({ company, sql });
  await issueTo(company, callum.id, first);
  await openKiosk(page, context, kiosk);
  await context.setOffline(true);
  await expect(cutOff(page)).toBeVisible();
  await bringBack(page, 'LDS-0001', '8801');
  // Three hours behind until there is a network.
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() - 3 * 3_600_000;
    window.addEventListener('online', () => {
      Date.now = now;
    });
  });
  const before = Date.now();
  await bringBack(page, 'MCR-0175', '8802');
  await context.setOffline(false);
  await button(page, '1 return for the desk').click();
  await expect(page.getByText('No set of this location has this code.')).toBeVisible();
  await expect(button(page, 'The desk has seen it: LDS-0001')).toBeVisible();
  const [entry] = await company.get<Movement[]>(`/api/key-bunches/${first}/history`);
  expect(entry?.action).toBe('return');
  expect(Date.parse(entry?.doneAt ?? '')).toBeGreaterThan(before - 60_000);
});

test('what changes while a hook is shown, or the network goes, is said in words for a tablet', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first, second } = await room({ company, sql });
  await reserve(company, callum.id, first);
  await issueTo(company, callum.id, second);
  await openKiosk(page, context, kiosk);
  await read(page, 'NK-1003');
  await press(page, NUMBER);
  await button(page, 'Take MCR-0175').click();
  await expect(page.getByText('A 40', { exact: true })).toBeVisible();
  await company.patch(`/api/key-bunches/${first}`, { secondPerson: true });
  await read(page, 'MCR-0175');
  await expect(page.getByText('Needs a second person')).toBeVisible();
  await button(page, 'Ask').click();
  await expect(page.getByText(/^Asked /)).toBeVisible();
  await company.patch(`/api/key-bunches/${first}`, { status: 'missing' });
  await expect(page.getByText(/MCR-0175 .*marked as Missing/)).toBeVisible();
  await button(page, 'Cancel').click();
  await expect(button(page, 'Return MCR-0154')).toBeEnabled();
  await context.setOffline(true);
  await expect(page.getByText('To return a set, hold it to the reader', { exact: false })).toBeVisible();
  await expect(button(page, 'Return MCR-0154')).toBeDisabled();
  await checkA11y(page);
  await read(page, 'MCR-0154');
  await expect(page.getByText('it is kept on this tablet and sent later', { exact: false })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('It was read while there was no network', { exact: false })).toBeVisible();
});

test('a press means what its button says, also when the desk was quicker', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first, second } = await room({ company, sql });
  await reserve(company, callum.id, first);
  await issueTo(company, callum.id, second);
  await openKiosk(page, context, kiosk);
  await read(page, 'NK-1003');
  await press(page, NUMBER);
  await expect(button(page, 'Return MCR-0154')).toBeVisible();
  await company.post(`/api/key-bunches/${second}/return`, { officerName: 'Callum Reid', newTag: '9909' });
  await button(page, 'Return MCR-0154').click();
  await expect(page.getByText('MCR-0154 is already back. Its hook is A 12.')).toBeVisible();
  await issueTo(company, callum.id, first);
  await button(page, 'Take MCR-0175').click();
  await expect(page.getByText('You have MCR-0175 already.')).toBeVisible();
  await expect(button(page, 'Return MCR-0175')).toBeVisible();
});

test('a yes at the tablet whose answer was lost is known when the number is typed again', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first } = await room({ company, sql });
  await company.patch(`/api/key-bunches/${first}`, { secondPerson: true });
  await reserve(company, callum.id, first);
  await approver(company, sql, 'Tom', 'Whitaker', 'B-8');
  await openKiosk(page, context, kiosk);
  await read(page, 'NK-1003');
  await press(page, NUMBER);
  await button(page, 'Ask for MCR-0175').click();
  await expect(page.getByText('Needs a second person')).toBeVisible();
  await read(page, 'B-8');
  await expect(page.getByText('Number of who approves')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(page.getByRole('img', { name: '0 of 6 digits' })).toBeInViewport({ ratio: 1 });
  const yes = await hold(page, 'approve');
  await press(page, NUMBER);
  await yes.arrived;
  await yes.lose();
  await expect(page.getByRole('img', { name: '0 of 6 digits' })).toBeVisible();
  await press(page, NUMBER);
  await expect(title(page, /take it from hook/)).toBeVisible();
});

test('a set with a yes is there to take, and a yes that counts no more is said at the reader', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first } = await room({ company, sql });
  await company.patch(`/api/key-bunches/${first}`, { secondPerson: true });
  await reserve(company, callum.id, first);
  const tom = await approver(company, sql, 'Tom', 'Whitaker', 'B-8');
  await openKiosk(page, context, kiosk);
  await read(page, 'NK-1003');
  await press(page, NUMBER);
  await button(page, 'Ask for MCR-0175').click();
  await expect(page.getByText('Needs a second person')).toBeVisible();
  await read(page, 'B-8');
  await expect(page.getByText('Number of who approves')).toBeVisible();
  await press(page, NUMBER);
  await expect(title(page, /take it from hook/)).toBeVisible();
  await button(page, 'Cancel').click();
  await button(page, 'Take MCR-0175').click();
  await expect(title(page, /take it from hook/)).toBeVisible();
  await company.patch(`/api/users/${tom.id}`, { approver: false });
  await read(page, 'MCR-0175');
  await expect(page.getByRole('alert')).toHaveText(
    'Tom Whitaker may no longer approve MCR-0175. Ask another approver.',
  );
  await expect(page.locator('body')).not.toContainText('A 40');
  await button(page, 'Ask').click();
  await expect(page.getByText(/^Asked /)).toBeVisible();
  await button(page, 'Cancel').click();
  await expect(button(page, 'Ask for MCR-0175')).toBeVisible();
});

test('an answer that was on its way when the network went does not say that it is back', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first } = await room({ company, sql });
  await company.patch(`/api/key-bunches/${first}`, { secondPerson: true });
  await reserve(company, callum.id, first);
  await openKiosk(page, context, kiosk);
  await read(page, 'NK-1003');
  await press(page, NUMBER);
  await button(page, 'Ask for MCR-0175').click();
  await expect(title(page, 'MCR-0175')).toBeVisible();
  let deliver = (): void => undefined;
  const onItsWay = new Promise<void>((arrive) => {
    void page.route(
      '**/api/kiosk/state',
      async (route) => {
        const response = await route.fetch();
        await new Promise<void>((resolve) => {
          deliver = resolve;
          arrive();
        });
        await route.fulfill({ response });
      },
      { times: 1 },
    );
  });
  // The tablet reads its state, as it does every few seconds.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await onItsWay;
  await context.setOffline(true);
  await button(page, 'Ask').click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('No answer from Keyhold. Try again.');
  const late = page.waitForResponse('**/api/kiosk/state');
  deliver();
  await (await late).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(alert).toBeVisible({ timeout: 1 });
  await context.setOffline(false);
  await expect(alert).toHaveCount(0);
});

test('binding ends the session of the user in the browser', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const { kiosk } = await room({ company, sql });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/kiosk#${kiosk.code}`);
  await expect(page.getByLabel('Code of the kiosk')).toHaveValue(kiosk.code ?? '');
  await button(page, 'Start the kiosk').click();
  await expect(idle(page)).toBeVisible();
  // Another link does not make it another kiosk.
  await page.evaluate(() => {
    window.location.hash = 'ABCD';
  });
  await expect(
    page.getByText('This tablet is the kiosk Front door already.', { exact: false }),
  ).toBeVisible();
  await page.reload();
  await button(page, 'Leave').click();
  await page.getByLabel('Email').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Leave the kiosk').click();
  await page.getByRole('link', { name: 'Open Keyhold instead' }).click();
  await expect(landing(page)).toBeVisible();
});

test('an upright tablet shows the boxes beside the pad, and the count within its width', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first } = await room({ company, sql });
  await issueTo(company, callum.id, first);
  await openKiosk(page, context, kiosk);
  await page.setViewportSize({ width: 800, height: 1280 });
  await read(page, 'NK-1003');
  const boxes = await page.getByRole('img', { name: '0 of 6 digits' }).boundingBox();
  const pad = await page.getByRole('group', { name: 'Digits' }).boundingBox();
  expect((boxes?.x ?? 0) + (boxes?.width ?? 0)).toBeLessThanOrEqual(pad?.x ?? 0);
  await button(page, 'Not Callum').click();
  await read(page, 'MCR-0175');
  const name = title(page, 'MCR-0175');
  await expect(name).toBeVisible();
  // One line: an ID does not break.
  expect((await name.boundingBox())?.height).toBeLessThan(90);
  // A long ID stays beside the pad, and the buttons within the screen.
  await company.patch(`/api/key-bunches/${first}`, { identifier: `BIG-${'X'.repeat(60)}` });
  await button(page, 'Cancel').click();
  await page.getByRole('textbox', { name: 'Set ID' }).fill(`BIG-${'X'.repeat(60)}`);
  await button(page, 'Next: Set ID').click();
  await expect(title(page, /^BIG-/)).toBeVisible();
  const digits = await page.getByRole('group', { name: 'Digits' }).boundingBox();
  for (const one of [title(page, /^BIG-/), button(page, 'One key more')]) {
    const box = await one.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(digits?.x ?? 0);
  }
  const lefts = await page
    .locator('footer button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  expect(Math.min(...lefts)).toBeGreaterThanOrEqual(0);
  const heights = await page
    .locator('footer button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  expect(new Set(heights).size).toBe(1);
});
