import { line as deskLine, done, primary, read } from '../desk/desk.ts';
import { goTo, goWithin, toast, userMenu } from '../page.ts';
import { checkA11y, expect, PASSWORD, test } from '../world.ts';
import { card, chip, issue, movementsOf, openCutOff, openKeys } from './cut-off.ts';

test('what is issued and returned without signal shows at once, outlasts a killed tab, and is recorded with both times', {
  tag: '@phone',
}, async ({ browser, context, company, page: sized, isPhone }) => {
  const { own, page, line, close, sets, owen } = await openCutOff({ browser, context, company, page: sized });
  const [cellar, , gate] = sets;
  await openKeys(page);
  await issue(page, 'CELLAR-1', 'Owen Hartley');
  await expect(card(page, 'CELLAR-1')).toContainText('to send');
  await expect(card(page, 'CELLAR-1')).toContainText(
    /You issued it at \d\d:\d\d\. Before, as of \d\d:\d\d: Present\./,
  );
  await checkA11y(page);

  // The tab is killed, and the page loaded again from the device.
  await page.close();
  const again = await own.newPage();
  await openKeys(again);
  await expect(card(again, 'CELLAR-1')).toContainText('Owen Hartley');
  await card(again, 'CELLAR-1').getByRole('button', { name: 'Return Keys' }).click();
  const dialog = again.getByRole('dialog', { name: 'Return Keys' });
  await dialog.getByLabel('New tag').fill('450118');
  await dialog.getByRole('button', { name: 'Return Keys' }).click();
  await expect(card(again, 'CELLAR-1')).toContainText('Tag 450118');

  // At the desk a set and a badge are scanned.
  await goTo(again, isPhone, 'Desk');
  // Until the menu is closed, a reader's keys go to it.
  await expect(again).toHaveURL('/desk');
  await expect(again.getByRole('dialog')).toHaveCount(0);
  await expect(again.getByRole('region', { name: 'Scanner' })).toBeVisible();
  await read(again, 'GATE-3');
  await expect(deskLine(again, 'GATE-3')).toBeVisible();
  await read(again, 'B-1001');
  await primary(again, /^Issue 1 set to Owen Hartley/).click();
  await expect(done(again)).toContainText('to send');
  await checkA11y(again);

  // The desk has a head of its own.
  await goWithin(again, '/out');
  await expect(again.getByText('GATE-3')).toBeVisible();
  await chip(again).click();
  const sheet = again.getByRole('dialog');
  await expect(sheet).toContainText('with your own entries on top');
  await expect(sheet.getByRole('region', { name: 'To send' }).getByRole('listitem')).toHaveCount(3);
  await checkA11y(again);
  line.is = 'good';
  await sheet.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => movementsOf(company, gate?.id ?? 0)).toHaveLength(1);
  await expect(chip(again)).toHaveCount(0);
  expect(await movementsOf(company, cellar?.id ?? 0)).toEqual([
    { action: 'return', isLate: true },
    { action: 'issue', isLate: true },
  ]);
  expect(await company.get(`/api/key-bunches/${gate?.id}`)).toMatchObject({ holder: { id: owen.id } });
  // However soon it was sent, it is listed.
  await goWithin(again, '/outbox');
  const sent = again.getByRole('region', { name: 'Sent' }).getByRole('listitem');
  await expect(sent).toHaveCount(3);
  await expect(sent.filter({ hasText: 'GATE-3' })).toContainText('Issued to Owen Hartley');
  await checkA11y(again);
  await close();
});

test('an entry that the register can’t take becomes a question, and what is not sent outlasts a sign-out for the same person only', {
  tag: '@once',
}, async ({ browser, context, company, page: sized }) => {
  const hannah = await company.signInAs('super_admin', { firstName: 'Hannah', lastName: 'Boyd' });
  const { own, page, line, close, sets } = await openCutOff({ browser, context, company, page: sized });
  const path = `/api/key-bunches/${sets[0]?.id}`;
  await openKeys(page);
  await issue(page, 'CELLAR-1', 'Owen Hartley');
  await company.post(`${path}/issue`, { officerName: 'Callum Reid' });

  // The sign-out waits for a decision, and needs a network.
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const sheet = page.getByRole('dialog', { name: '1 entry is not sent' });
  await expect(sheet.getByText('Signing out needs a network.')).toBeVisible();
  await checkA11y(page);
  line.refuses = '/api/outbox';
  line.is = 'good';
  await sheet.getByRole('button', { name: 'Sign out and keep them' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible({ timeout: 15_000 });
  line.refuses = '';

  // An open page would go to the sign-in page.
  await page.goto('about:blank');
  await company.signInAs('officer');
  await own.addCookies(await context.cookies());
  await page.goto('/');
  await expect(page.getByText('1 entry of Hannah Boyd waits on this device')).toBeVisible();
  await expect(page.getByText(/Owen Hartley|to send/)).toHaveCount(0);
  expect(await company.get(path)).toMatchObject({ holder: { name: 'Callum Reid' } });

  await page.goto('about:blank');
  const signIn = { data: { email: hannah.email, password: PASSWORD } };
  expect((await own.request.post(`${line.url}/api/auth/login`, signIn)).ok()).toBe(true);
  await page.goto('/');
  await expect(chip(page)).toContainText('1 needs you');
  await chip(page).click();
  await expect(page.getByRole('dialog', { name: '1 entry needs you' })).toBeVisible();
  await checkA11y(page);
  // Nothing changed before a user says where the keys are.
  expect(await company.get(path)).toMatchObject({ holder: { name: 'Callum Reid' } });
  await close();
});

test('two tabs and a lost answer record an entry once, and one that is taken back never arrives', {
  tag: '@once',
}, async ({ browser, context, company, page: sized }) => {
  const { own, page, line, close, sets } = await openCutOff({ browser, context, company, page: sized });
  await openKeys(page);
  const other = await own.newPage();
  await openKeys(other);
  await issue(page, 'CELLAR-1', 'Owen Hartley');
  await expect(card(other, 'CELLAR-1')).toContainText('to send');
  await issue(other, 'STAIR-2', 'Owen Hartley');
  await issue(other, 'GATE-3', 'Owen Hartley');
  await toast(other).getByRole('button', { name: 'Undo' }).click();
  await expect(card(other, 'GATE-3')).toContainText('Present');
  await expect(chip(page)).toContainText('2');

  // What is sent arrives, and no answer comes back.
  line.loses = '/api/outbox';
  line.is = 'good';
  await expect.poll(() => movementsOf(company, sets[0]?.id ?? 0)).toHaveLength(1);
  line.loses = '';
  for (const tab of [page, other]) await expect(chip(tab)).toHaveCount(0, { timeout: 20_000 });
  for (const [index, actions] of [['issue'], ['issue'], []].entries())
    expect((await movementsOf(company, sets[index]?.id ?? 0)).map(({ action }) => action)).toEqual(actions);
  await close();
});

test('on a full device what it keeps of the register makes room for an entry, and it says so', {
  tag: '@once',
}, async ({ browser, context, company, page: sized }) => {
  const { page, line, close, sets } = await openCutOff({ browser, context, company, page: sized });
  await openKeys(page);
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    let isFull = true;
    IDBObjectStore.prototype.add = function (...args) {
      if (!isFull) return add.apply(this, args);
      isFull = false;
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  await card(page, 'CELLAR-1').getByRole('button', { name: 'Issue Keys' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue Keys' });
  await dialog.getByRole('button', { name: 'Issue Keys' }).click();
  await expect(card(page, 'CELLAR-1')).toContainText('to send');
  line.is = 'good';
  await expect
    .poll(() => movementsOf(company, sets[0]?.id ?? 0))
    .toEqual([{ action: 'issue', isLate: true }]);
  await close();
});

test('without signal the tab of the outbox has the number of questions that is known, else none', {
  tag: '@once',
}, async ({ browser, context, company, page: sized }) => {
  const { page, close } = await openCutOff({ browser, context, company, page: sized });
  await page.goto('/outbox');
  await expect(chip(page)).toBeVisible({ timeout: 15_000 });
  const tabs = page.getByRole('tablist', { name: 'Outbox' });
  await expect(tabs.getByRole('tab', { name: 'To send' })).toHaveText('To send0');
  const badges = () =>
    tabs.evaluate((list) =>
      [...list.querySelectorAll('span')]
        .filter((badge) => getComputedStyle(badge).visibility === 'visible')
        .map(({ textContent }) => textContent),
    );
  expect(await badges()).toEqual(['0']);
  await close();
});
