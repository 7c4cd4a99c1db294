import type { Page } from '@playwright/test';
import type { ApprovalNotices } from '../../shared/approval.ts';
import { line, openDesk, primary, read } from '../desk/desk.ts';
import { dialog, open } from '../key-bunch/key-dialog.ts';
import { idle, room as kioskRoom, openKiosk, press, reserve, title } from '../kiosk/kiosk.ts';
import { toast } from '../page.ts';
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

test('SECOND-15 Key Details switches it on, and off with a yes only', async ({
  page,
  company,
  sql,
  browser,
  baseURL,
}) => {
  const { free, sensitive, tom } = await room(company, sql);
  await company.signInAs('admin', { firstName: 'Ada', lastName: 'Wong' });
  await page.goto(`/key-bunches?set=${free.id}`);
  await dialog(page).getByRole('switch', { name: 'Needs a second person' }).check();
  await checkA11y(page);
  await button(page, 'Save changes').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await setOf(company, free)).secondPerson).toBe(true);

  await page.goto(`/key-bunches?set=${sensitive.id}`);
  await dialog(page).getByRole('switch', { name: 'Needs a second person' }).uncheck();
  await expect(button(page, 'Save changes')).toHaveAccessibleDescription(/Needs a second person/);
  const box = page.getByRole('region', { name: 'Second person' });
  await box.getByRole('button', { name: 'Ask' }).click();
  await expect(box).toContainText('Asked');
  await checkA11y(page);
  const approving = await colleague(browser, baseURL, tom.email);
  await approving.goto('/approvals');
  await expect(sheet(approving)).toContainText('Switch off: needs a second person');
  await checkA11y(approving);
  await button(approving, 'Yes, switch it off').click();
  await expect(box).toContainText('Tom Whitaker said yes');
  await button(page, 'Save changes').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await setOf(company, sensitive)).secondPerson).toBe(false);
});

test('SECOND-11 Issue Keys and My keys need a yes too: badge and number in the dialog', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const { sensitive } = await room(company, sql);
  await open(page, sensitive, 'Issue Keys');
  const box = page.getByRole('region', { name: 'Second person' });
  await expect(box).toContainText('Another person has to issue it to you.');
  await dialog(page).getByRole('combobox', { name: 'Officer Name' }).fill('Callum');
  await page.getByRole('option', { name: /Callum Reid/ }).click();
  await expect(button(page, 'Issue Keys')).toHaveAccessibleDescription(/Needs a second person/);
  await box.getByRole('button', { name: 'Badge and number here' }).click();
  await checkA11y(page);
  await sheet(page).getByLabel('Badge of who approves').fill('B-8');
  await sheet(page).getByRole('button', { name: 'Next' }).click();
  await typeNumber(page);
  await expect(box).toContainText('Tom Whitaker said yes');
  await checkA11y(page);
  await button(page, 'Issue Keys').click();
  await expect(toast(page)).toContainText('MCR-0145 to Callum Reid');
  expect((await movementsOf(company, sensitive))[0]?.details.approvedBy).toBe('Tom Whitaker');
});

test('SECOND-11 who is asked to take keys over asks for the yes, and takes them with it', async ({
  page,
  company,
  sql,
  browser,
  baseURL,
}) => {
  const { sensitive, tom, hannah } = await room(company, sql);
  const dana = await approver(company, sql, 'Dana', 'Cole', 'B-9');
  const ana = await company.signInAs('officer', { firstName: 'Ana', lastName: 'Ruiz' });
  const people = await company.get<{ id: number; userId: number | null }[]>('/api/holders');
  const holderOf = (user: { id: number }) => people.find(({ userId }) => userId === user.id)?.id ?? 0;
  // Hannah has the set, and hands it to Ana.
  const [asked] = await company.post<{ id: number }[]>('/api/approvals', {
    ...{ holderId: holderOf(hannah), dueAt: null, items: [{ keyBunchId: sensitive.id }] },
  });
  const deciding = await colleague(browser, baseURL, tom.email);
  await deciding.goto(`/approvals#${asked?.id}`);
  await button(deciding, 'Yes, issue MCR-0145').click();
  await expect(deciding.getByRole('dialog')).toHaveCount(0);
  await company.post('/api/custody/issue', {
    ...{ holderId: holderOf(hannah), dueAt: null },
    items: [{ keyBunchId: sensitive.id, approvalId: asked?.id }],
  });
  const giving = await colleague(browser, baseURL, hannah.email);
  await giving.goto('/mine');
  await button(giving, 'Hand over MCR-0145').click();
  await sheet(giving)
    .getByRole('button', { name: /Ana Ruiz/ })
    .click();
  await expect(sheet(giving)).toContainText('It needs a second person: Ana Ruiz asks one when they say yes.');
  await button(giving, 'Ask Ana Ruiz').click();
  await expect(giving.getByRole('dialog')).toHaveCount(0);

  expect(ana.id).toBeGreaterThan(0);
  await page.goto('/mine');
  await expect(sheet(page)).toContainText('Hannah Boyd hands you keys');
  const box = page.getByRole('region', { name: 'Second person' });
  await expect(button(page, 'I have MCR-0145')).toHaveAccessibleDescription('Needs a second person.');
  await checkA11y(page);
  await box.getByRole('button', { name: 'Ask' }).click();
  await expect(box).toContainText('Asked');
  const yes = await colleague(browser, baseURL, dana.email);
  await yes.goto('/');
  await card(yes).getByRole('button', { name: 'Look' }).click();
  await expect(sheet(yes)).toContainText('Ana Ruiz asks for your yes');
  await button(yes, 'Yes, hand over MCR-0145').click();
  await expect(box).toContainText('Dana Cole said yes');
  await button(page, 'I have MCR-0145').click();
  await expect.poll(async () => (await setOf(company, sensitive)).holder?.name).toBe('Ana Ruiz');
  expect((await movementsOf(company, sensitive))[0]?.details.approvedBy).toBe('Dana Cole');
});

test('SECOND-11 without a network the desk says what it needs, and the other sets are kept', async ({
  page,
  company,
  sql,
}) => {
  const { sensitive } = await room(company, sql);
  await openDesk(page);
  await read(page, 'B-1');
  await read(page, 'MCR-0154');
  await scan(page, 'MCR-0145');
  await page.context().setOffline(true);
  await expect(line(page, 'MCR-0145')).toContainText('Needs a network for the second person.');
  await expect(button(page, /^Ask/)).toHaveCount(0);
  await expect(primary(page, 'Issue 2 sets to Callum Reid')).toHaveAccessibleDescription(/second person/);
  await checkA11y(page);
  expect((await setOf(company, sensitive)).status).toBe('active');
});

test('SECOND-13 at a kiosk the set is asked for: by badge and number there, and by a yes elsewhere the hook is shown', {
  tag: '@once',
}, async ({ page, context, company, sql, browser, baseURL }) => {
  const world = await kioskRoom({ company, sql });
  await company.patch(`/api/key-bunches/${world.first}`, { secondPerson: true });
  await company.patch(`/api/key-bunches/${world.second}`, { secondPerson: true });
  for (const id of [world.first, world.second]) await reserve(company, world.callum.id, id);
  const tom = await approver(company, sql, 'Tom', 'Whitaker', 'B-8');
  const approving = await colleague(browser, baseURL, tom.email);
  await approving.goto('/');
  await openKiosk(page, context, world.kiosk);
  await read(page, 'NK-1003');
  await press(page, NUMBER);

  await test.step('The badge and number of the approver, at the tablet', async () => {
    await button(page, 'Ask for MCR-0175').click();
    await expect(title(page, 'MCR-0175')).toBeVisible();
    await expect(page.getByText('Needs a second person')).toBeVisible();
    await expect(page.getByText('A 40')).toHaveCount(0);
    await checkA11y(page);
    await read(page, 'B-8');
    await expect(page.getByText('Number of who approves')).toBeVisible();
    await checkA11y(page);
    await press(page, '000001');
    await expect(page.getByRole('alert')).toBeVisible();
    await press(page, NUMBER);
    await expect(title(page, /take it from hook/)).toBeVisible();
    await expect(page.getByText('A 40')).toBeVisible();
    await read(page, 'MCR-0175');
    await expect.poll(async () => (await setOf(company, { id: world.first })).status).toBe('issued');
    expect((await movementsOf(company, { id: world.first }))[0]?.details).toMatchObject({
      ...{ approvedBy: 'Tom Whitaker', approvedHow: 'kiosk' },
    });
  });
  await test.step('Asked there, and a yes on their own device', async () => {
    await expect(idle(page)).toBeVisible();
    await read(page, 'NK-1003');
    await press(page, NUMBER);
    await button(page, 'Ask for MCR-0154').click();
    await button(page, 'Ask').click();
    await expect(page.getByText(/Asked .*Tom Whitaker.* ago/)).toBeVisible();
    await checkA11y(page);
    await card(approving).getByRole('button', { name: 'Look' }).click();
    await button(approving, 'Yes, issue MCR-0154').click();
    await expect(title(page, /take it from hook/)).toBeVisible();
    await read(page, 'MCR-0154');
    await expect.poll(async () => (await setOf(company, { id: world.second })).status).toBe('issued');
  });
});

test('SECOND-14 an approver allows notices by a press, and a push says nothing of what is asked', async ({
  page,
  context,
  company,
  sql,
}) => {
  const { tom } = await room(company, sql);
  await context.request.post('/api/auth/login', { data: { email: tom.email, password: PASSWORD } });
  // No push service answers a test's browser.
  await page.addInitScript(() => {
    const subscription = {
      endpoint: 'https://push.example.com/one',
      unsubscribe: async () => {
        Reflect.deleteProperty(window, 'subscribed');
        return true;
      },
    };
    const has = () => ('subscribed' in window ? subscription : null);
    const pushManager = {
      getSubscription: async () => has(),
      subscribe: async () => Object.assign(window, { subscribed: true }) && subscription,
    };
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = async () => 'granted';
    navigator.serviceWorker.getRegistration = async () =>
      ({ pushManager }) as unknown as ServiceWorkerRegistration;
  });
  await page.goto('/profile');
  const panel = page.getByRole('region', { name: 'Approvals' });
  const here = panel.getByRole('switch', { name: 'Notify this device' });
  await expect(here).not.toBeChecked();
  await checkA11y(page);
  await here.click();
  await expect(here).toBeChecked();
  await expect.poll(async () => (await notices(page)).devices.length).toBe(1);
  await here.click();
  await expect.poll(async () => (await notices(page)).devices.length).toBe(0);
  await panel.getByRole('switch', { name: 'Email me each question' }).click();
  await expect.poll(async () => (await notices(page)).letters).toBe(false);
});

const notices = async (page: Page): Promise<ApprovalNotices> =>
  (await page.request.get('/api/approval-notices')).json();

test('SECOND-15 a user may approve by a switch, and the company allows an emergency by another', {
  tag: '@once',
}, async ({ page, company }) => {
  const ben = await company.signInAs('officer', { firstName: 'Ben', lastName: 'Okafor' });
  await company.signInAs('super_admin');
  await page.goto('/users');
  await page.getByRole('button', { name: /Edit Ben Okafor/ }).click();
  await dialog(page).getByRole('switch', { name: 'May approve' }).check();
  await checkA11y(page);
  await button(page, 'Save changes').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const users = await company.get<{ id: number; approver: boolean }[]>('/api/users');
  expect(users.find(({ id }) => id === ben.id)?.approver).toBe(true);

  await page.goto('/settings?tab=company');
  await page.getByRole('checkbox', { name: /without a second person in an emergency/ }).check();
  await button(page, 'Save changes').first().click();
  await expect(toast(page)).toBeVisible();
  expect(await company.get('/api/companies/current')).toMatchObject({ emergencyIssue: true });
});
