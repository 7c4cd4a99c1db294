import { read } from '../desk/desk.ts';
import { landing } from '../page.ts';
import { makeLine } from '../shell/line.ts';
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

const PAGES = ['/login', '/', '/key-bunches', '/auth/login', '/auth/reset-password/x', '/no-such-page'];

test('every page of a bound tablet leads to the kiosk, and a user can sign in again once it was revoked or left', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { hq, kiosk } = await room({ company, sql });
  await openKiosk(page, context, kiosk);
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/kiosk');
    await expect(idle(page), path).toBeVisible();
  }
  await company.post(`/api/kiosks/${kiosk.id}/revoke`);
  await page.goto('/login');
  await expect(title(page, 'This tablet is no kiosk any more')).toBeVisible();
  await page.getByRole('link', { name: 'Open Keyhold instead' }).click();
  await expect(landing(page)).toBeVisible();
  await page.goto('/login');
  await page.getByLabel('Email').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign in').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  const again = await company.post<typeof kiosk>('/api/kiosks', { locationId: hq.id, name: 'Back door' });
  await openKiosk(page, context, again);
  await button(page, 'Leave').click();
  await page.getByLabel('Email').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Leave the kiosk').click();
  await expect(title(page, 'Make this tablet a kiosk')).toBeVisible();
  await page.goto('/login');
  await expect(page).toHaveURL('/login');
});

test('a bound tablet opens the kiosk without network too, whatever page is asked for', {
  tag: '@once',
}, async ({ browser, company, sql }) => {
  const { kiosk } = await room({ company, sql });
  const line = await makeLine();
  const own = await browser.newContext({ baseURL: line.url, serviceWorkers: 'allow' });
  const page = await own.newPage();
  await openKiosk(page, own, kiosk);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  line.is = 'cut';
  await page.goto('/login');
  await expect(page).toHaveURL('/kiosk');
  await expect(cutOff(page)).toBeVisible();
  await page.reload();
  await expect(idle(page)).toBeVisible();
  await own.close();
  await line.close();
});

test('a page that was open before the tablet was bound signs in no user', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { kiosk } = await room({ company, sql });
  await context.clearCookies();
  const before = await context.newPage();
  await before.goto('/login');
  await before.getByLabel('Email').fill(company.email);
  await before.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await openKiosk(page, context, kiosk);
  await before.bringToFront();
  await button(before, 'Sign in').click();
  await expect(
    before.getByText('This tablet is a kiosk. Leave the kiosk to sign in here.').first(),
  ).toBeVisible();
  await before.reload();
  await expect(before).toHaveURL('/kiosk');
});

test('the screen locks when the badge of the person is replaced', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first } = await room({ company, sql });
  await reserve(company, callum.id, first);
  await openKiosk(page, context, kiosk);
  await read(page, 'NK-1003');
  await press(page, NUMBER);
  await expect(button(page, 'Take MCR-0175')).toBeVisible();
  await company.patch(`/api/holders/${callum.id}`, { badge: 'NK-2003' });
  await button(page, 'Take MCR-0175').click();
  await expect(idle(page)).toBeVisible();
  await expect(
    page.getByText('The kiosk has locked, and nothing was recorded.', { exact: false }),
  ).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/Callum|MCR-/);

  await page.getByRole('textbox', { name: 'Badge' }).fill('NK-2003');
  await button(page, 'Next: Badge').click();
  await press(page, NUMBER);
  await button(page, 'Take MCR-0175').click();
  await expect(page.getByText('A 40', { exact: true })).toBeVisible();
  await company.patch(`/api/holders/${callum.id}`, { isActive: false });
  // Nothing is pressed: the tablet reads that the server has forgotten them.
  await expect(
    page.getByText('The kiosk has locked, and nothing was recorded.', { exact: false }),
  ).toBeVisible({
    timeout: 20_000,
  });
  expect(await company.get(`/api/key-bunches/${first}`)).toMatchObject({ status: 'active' });
});

test('a return that was refused is forgotten only once the log has it, by whose password, and waits for the network', {
  tag: '@once',
}, async ({ page, context, company, sql }) => {
  const { callum, kiosk, first, second } = await room({ company, sql });
  await issueTo(company, callum.id, first, second);
  await openKiosk(page, context, kiosk);
  await context.setOffline(true);
  await expect(cutOff(page)).toBeVisible();
  for (const [set, tag] of [
    ['MCR-0175', '8801'],
    ['MCR-0154', '8802'],
  ] as const) {
    await bringBack(page, set, tag);
  }
  for (const id of [first, second])
    await company.post(`/api/key-bunches/${id}/return`, { officerName: 'Callum Reid', newTag: `99${id}` });
  await context.setOffline(false);
  await button(page, '2 returns for the desk').click();

  await button(page, 'The desk has seen it: MCR-0154').click();
  await page.getByLabel('Email').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await button(page, 'Write to the log').click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await checkA11y(page);
  await context.setOffline(true);
  await expect(page.getByText('No network. It can be confirmed when there is one.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expect(button(page, 'Write to the log')).toBeDisabled();
  await checkA11y(page);
  await button(page, 'Back').click();
  await expect(page.getByText('Needs a network').first()).toBeVisible();
  await checkA11y(page);
  await context.setOffline(false);

  // The first answer is lost: it is asked for again, and the log has it once.
  await button(page, 'The desk has seen it: MCR-0154').click();
  const logged = await hold(page, 'acknowledge');
  await page.getByLabel('Email').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Write to the log').click();
  await logged.arrived;
  await logged.lose();
  await expect(page.getByText('The log has the return of MCR-0154.', { exact: false })).toBeVisible();
  await expect(page.getByText('1 return not recorded')).toBeVisible();
  const log = await company.get<{ action: string; details: object }[]>(
    `/api/audit-logs?keyBunchId=${second}`,
  );
  expect(log.filter(({ action }) => action === 'kiosk_return_seen')).toMatchObject([
    { details: { set: 'MCR-0154', newTag: '8802', why: expect.stringContaining('MCR-0154 is not out.') } },
  ]);

  // Meanwhile the desk records the other one as it is.
  await issueTo(company, callum.id, first);
  await company.post(`/api/key-bunches/${first}/return`, { officerName: 'Callum Reid', newTag: '8801' });
  await button(page, 'The desk has seen it: MCR-0175').click();
  await page.getByLabel('Email').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Write to the log').click();
  await expect(page.getByText('MCR-0175 has been recorded meanwhile', { exact: false })).toBeVisible();
  await expect(page.getByText('None are kept here.')).toBeVisible();
  await button(page, 'Back').click();
  await expect(idle(page)).toBeVisible();
});
