import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Approval } from '../../shared/approval.ts';
import { done, line, openDesk, primary, read } from '../desk/desk.ts';
import { dialog, open } from '../key-bunch/key-dialog.ts';
import { idle, room as kioskRoom, openKiosk, press, reserve, title } from '../kiosk/kiosk.ts';
import { checkA11y, expect, PASSWORD, test } from '../world.ts';
import {
  approver,
  button,
  card,
  colleague,
  movementsOf,
  NUMBER,
  room,
  scan,
  setOf,
  sheet,
  typeNumber,
} from './second-person.ts';

test('SECOND-36 several sets of one question are answered by one press, and the next question opens by itself', async ({
  page,
  company,
  sql,
  browser,
  baseURL,
}) => {
  const { hq, callum, sensitive, tom } = await room(company, sql);
  const names = ['MCR-0146', 'MCR-0147'];
  const more = await Promise.all(
    names.map((identifier) => company.bunch(hq.id, { identifier, secondPerson: true })),
  );
  const owen = await company.post<{ id: number }>('/api/holders', {
    name: 'Owen Hartley',
    kind: 'contractor',
  });
  const ask = (holderId: number, ...sets: { id: number }[]) =>
    company.post<Approval[]>('/api/approvals', {
      ...{ holderId, dueAt: null, purpose: 'Alarm response' },
      items: sets.map(({ id }) => ({ keyBunchId: id })),
    });
  const asked = await ask(callum.id, sensitive, ...more);
  const other = await company.bunch(hq.id, { identifier: 'MCR-0199', secondPerson: true });
  await ask(owen.id, other);
  const approving = await colleague(browser, baseURL, tom.email);
  await approving.goto('/');
  await expect(card(approving)).toContainText('3 sets to Callum Reid');
  await expect(card(approving)).toContainText('1 more');
  await card(approving).getByRole('button', { name: 'Look' }).click();
  await expect(sheet(approving)).toContainText('1 of 2');
  const sets = sheet(approving).getByRole('list', { name: 'Sets' }).getByRole('listitem');
  await expect(sets).toHaveCount(3);
  await expect(sheet(approving)).toContainText('do not enter without the tenant');
  await checkA11y(approving);

  await test.step('One is taken back meanwhile: it is named, and the others are answered', async () => {
    await company.post('/api/approvals/take-back', { ids: [asked[1]?.id] });
    await expect(sets.filter({ hasText: 'MCR-0146' })).toContainText('No longer asked');
    await checkA11y(approving);
    await button(approving, 'Yes, issue all 2').click();
    await expect(sheet(approving)).toContainText('MCR-0199');
    await expect(sheet(approving)).toContainText('Owen Hartley');
  });
  await button(approving, 'No').click();
  await expect(approving.getByRole('dialog')).toHaveCount(0);
  const { mine } = await company.get<{ mine: Approval[] }>('/api/approvals');
  expect(mine.map(({ state, keyBunch }) => [state, keyBunch.identifier]).sort()).toEqual([
    ['approved', 'MCR-0145'],
    ['approved', 'MCR-0147'],
  ]);

  await test.step('On the page of approvals too', async () => {
    await ask(callum.id, ...more);
    await approving.goto('/approvals');
    await expect(sheet(approving)).toContainText('2 sets');
    await button(approving, 'Yes, issue all 2').click();
    await expect(approving.getByText('Nothing waits for your yes')).toBeVisible();
  });
  expect(page.url()).toBe('about:blank');
});

test('SECOND-37 what was asked on another device is offered at the desk and in a dialog, not asked again', async ({
  page,
  company,
  sql,
  browser,
  baseURL,
}) => {
  const { callum, sensitive, tom, hannah } = await room(company, sql);
  const sent = await page.request.post('/api/approvals', {
    data: { holderId: callum.id, purpose: 'Alarm response', items: [{ keyBunchId: sensitive.id }] },
    headers: { 'idempotency-key': randomUUID() },
  });
  const [asked] = (await sent.json()) as Approval[];
  const approving = await colleague(browser, baseURL, tom.email);
  await approving.goto(`/approvals#${asked?.id}`);
  await button(approving, 'Yes, issue MCR-0145').click();
  await expect(approving).toHaveURL(/\/approvals$/);
  await approving.waitForFunction(() => !history.state?.layers);
  // The link of its mail, followed in the same tab.
  await approving.evaluate((id) => location.assign(`#${id}`), asked?.id);
  await expect(dialog(approving)).toContainText(/asked \d\d:\d\d, ends \d\d:\d\d/);
  await expect(dialog(approving)).toContainText('Tom Whitaker said yes');

  await openDesk(page);
  await scan(page, 'B-1', 'MCR-0145');
  await expect(line(page, 'MCR-0145')).toContainText(/You asked at \d\d:\d\d.* Tom Whitaker said yes/);
  await checkA11y(page);

  await test.step('In a dialog', async () => {
    const other = await colleague(browser, baseURL, hannah.email);
    await open(other, sensitive, 'Issue Keys');
    await dialog(other).getByRole('combobox', { name: 'Officer Name' }).fill('Callum');
    await other.getByRole('option', { name: /Callum Reid/ }).click();
    const box = other.getByRole('region', { name: 'Second person' });
    // With the due time that it was asked for.
    await expect(box.getByRole('button', { name: 'Use it' })).toHaveCount(0);
    await dialog(other)
      .getByRole('radio', { name: /No time/ })
      .check();
    await expect(box).toContainText('You asked at');
    await expect(box.getByRole('button', { name: 'Use it' })).toBeVisible();
    await checkA11y(other);
    await other.context().close();
  });

  await button(page, 'Use it: MCR-0145').click();
  await expect(line(page, 'MCR-0145')).toContainText(/Tom Whitaker said yes\. Issue it by/);
  await primary(page, 'Issue 1 set to Callum Reid').click();
  await expect(done(page)).toContainText('MCR-0145 approved by Tom Whitaker.');
  expect((await movementsOf(company, sensitive))[0]?.details).toMatchObject({
    ...{ approvalId: asked?.id, purpose: 'Alarm response' },
  });
});

test('SECOND-38 without an approver for the location the line says so, and leads a person who may change users to them', async ({
  page,
  company,
}) => {
  const hq = await company.location({ name: 'Manchester HQ' });
  await company.post('/api/holders', { name: 'Callum Reid', kind: 'contractor', badge: 'B-1' });
  const set = await company.bunch(hq.id, { identifier: 'MCR-0145', secondPerson: true });
  await openDesk(page);
  await scan(page, 'B-1', 'MCR-0145');
  await button(page, 'Ask for MCR-0145').click();
  await expect(line(page, 'MCR-0145')).toContainText('There is no other person who may approve MCR-0145');
  await checkA11y(page);
  await expect(line(page, 'MCR-0145')).toContainText('Add an approver with access to Manchester HQ');
  await line(page, 'MCR-0145').getByRole('link', { name: 'Add an approver' }).click();
  await expect(page).toHaveURL(/\/users$/);
  expect((await setOf(company, set)).status).toBe('active');
});

test('SECOND-39 the approved purpose is recorded, and the line says so when another one is typed; the receipt has a line for each approver', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const { hq, sensitive } = await room(company, sql);
  await company.bunch(hq.id, { identifier: 'MCR-0146', secondPerson: true });
  await openDesk(page);
  await scan(page, 'B-1', 'MCR-0145');
  await read(page, 'MCR-0146');
  await read(page, 'MCR-0154');
  await read(page, 'B-8');
  await typeNumber(page);
  await expect(line(page, 'MCR-0145')).toContainText('Tom Whitaker said yes. Issue it by');
  if (isPhone) await page.getByRole('button', { name: /Change$/ }).click();
  await button(page, 'Lock-up').click();
  if (isPhone) await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(line(page, 'MCR-0145')).toContainText('said yes to no purpose, which is recorded');
  await primary(page, 'Issue 3 sets to Callum Reid').click();
  await expect(done(page)).toContainText('approved by Tom Whitaker');
  const [movement] = await movementsOf(company, sensitive);
  expect(movement?.details.purpose ?? null).toBeNull();
  await page.goto(`/receipts/${movement?.details.batchId}`);
  await expect(
    page.getByText('MCR-0145, MCR-0146: approved by Tom Whitaker at the desk', { exact: true }),
  ).toHaveCount(1);
});

test('SECOND-13 at the kiosk a question that found no network is not said any more when it is back', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const world = await kioskRoom({ company, sql });
  await company.patch(`/api/key-bunches/${world.first}`, { secondPerson: true });
  await reserve(company, world.callum.id, world.first);
  await approver(company, sql, 'Tom', 'Whitaker', 'B-8');
  await openKiosk(page, context, world.kiosk);
  await read(page, 'NK-1003');
  await press(page, NUMBER);
  await button(page, 'Ask for MCR-0175').click();
  await expect(title(page, 'MCR-0175')).toBeVisible();
  await context.setOffline(true);
  await button(page, 'Ask').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await button(page, 'Ask').click();
  await expect(page.getByText(/Asked .*Tom Whitaker.* ago/)).toBeVisible();
  await expect(idle(page)).toHaveCount(0);
});

test('SECOND-40 a press on the notification of a push opens what waits, in the open page', {
  tag: '@once',
}, async ({ company, sql, browser, baseURL }) => {
  const { callum, sensitive, tom } = await room(company, sql);
  const own = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'allow' });
  const data = { email: tom.email, password: PASSWORD };
  expect((await own.request.post('/api/auth/login', { data })).ok()).toBe(true);
  const page = await own.newPage();
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await company.post('/api/approvals', {
    ...{ holderId: callum.id, dueAt: null, items: [{ keyBunchId: sensitive.id }] },
  });
  const [worker] = own.serviceWorkers();
  if (!worker) throw new Error('no worker');
  // A browser without windows shows no notification, and no tool presses one: both are the test's.
  await worker.evaluate(() => {
    const shown: string[] = [];
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    registration.showNotification = async (title, options) => {
      shown.push(title, options?.body ?? '');
    };
    Object.assign(self, { shown });
  });
  await push(page, baseURL ?? '');
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as { shown: string[] }).shown))
    .toEqual(['A colleague asks for your yes', 'Open Keyhold to answer.']);
  const closed = await worker.evaluate(async () => {
    const works: Promise<unknown>[] = [];
    let isClosed = false;
    const notification = {
      close: () => {
        isClosed = true;
      },
    };
    const waitUntil = (work: Promise<unknown>) => works.push(work);
    self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
    await Promise.all(works);
    return isClosed;
  });
  expect(closed).toBe(true);
  await expect(page).toHaveURL(/\/approvals$/);
  await expect(sheet(page)).toContainText('MCR-0145');
  await own.close();
});

/** Has the browser hand its worker a push without content. */
async function push(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations;
      if (one) resolve(one.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: '' });
}
