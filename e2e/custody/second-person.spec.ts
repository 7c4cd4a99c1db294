import type { Approvals } from '../../shared/approval.ts';
import { answer, done, line, list, openDesk, primary, read } from '../desk/desk.ts';
import { dialog } from '../key-bunch/key-dialog.ts';
import { cutLive, heading } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import {
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

test('SECOND-11 SECOND-12 one asks at the desk, another says yes on their own device, and both are in the history and on the receipt', async ({
  page,
  company,
  sql,
  browser,
  baseURL,
  isPhone,
}) => {
  const { sensitive, tom } = await room(company, sql);
  const approving = await colleague(browser, baseURL, tom.email);
  await approving.setViewportSize({ width: 390, height: 844 });
  await approving.goto('/');
  await openDesk(page);
  await scan(page, 'B-1', 'MCR-0145');
  await expect(line(page, 'MCR-0145')).toContainText('Needs a second person.');
  if (!isPhone)
    await expect(page.getByRole('heading', { name: 'MCR-0145 needs a second person' })).toBeVisible();
  await checkA11y(page);
  await button(page, 'Ask for MCR-0145').click();
  await expect(line(page, 'MCR-0145')).toContainText(/Asked .*Tom Whitaker.* s ago\. Ends \d\d:\d\d\./);
  await expect(
    line(page, 'MCR-0145').getByRole('link', { name: /^Call Tom Whitaker, 07700 900100/ }),
  ).toHaveAttribute('href', 'tel:07700900100');
  await checkA11y(page);

  await test.step('The approver sees it over any page, and all that is known of it', async () => {
    await expect(card(approving)).toContainText('Hannah Boyd asks for your yes');
    await expect(card(approving)).toContainText('MCR-0145 to Callum Reid');
    await checkA11y(approving);
    await card(approving).getByRole('button', { name: 'Look' }).click();
    await expect(sheet(approving)).toContainText('Manchester HQ · asked');
    await expect(sheet(approving)).toContainText('6 keys, 2 fobs');
    await expect(sheet(approving)).toContainText('has no sets');
    await expect(sheet(approving)).toContainText('do not enter without the tenant');
    await checkA11y(approving);
    await button(approving, 'Yes, issue MCR-0145').click();
    await expect(approving.getByRole('dialog')).toHaveCount(0);
    await expect(card(approving)).toHaveCount(0);
  });
  await expect(answer(page)).toContainText('says yes to MCR-0145');
  await expect(line(page, 'MCR-0145')).toContainText(/Tom Whitaker said yes\. Issue it by \d\d:\d\d\./);
  await checkA11y(page);
  await primary(page, 'Issue 1 set to Callum Reid').click();
  await expect(done(page)).toContainText('MCR-0145 approved by Tom Whitaker.');
  expect((await movementsOf(company, sensitive))[0]?.details).toMatchObject({
    approvedBy: 'Tom Whitaker',
    approvedHow: 'own_device',
  });
  await company.signInAs('super_admin');
  await page.goto(`/key-history/${sensitive.id}`);
  await expect(page.getByText('Approved by Tom Whitaker on their own device').first()).toBeVisible();
});

test('SECOND-11 the other sets go at once, and the badge and number of who approves are taken at the desk', async ({
  page,
  company,
  sql,
}) => {
  const { sensitive, free } = await room(company, sql);
  await openDesk(page);
  await read(page, 'B-1');
  await read(page, 'MCR-0154');
  await scan(page, 'MCR-0145');
  await expect(page.getByText('1 to issue, 1 waits')).toBeVisible();
  await button(page, 'Issue 1 set now').click();
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  expect((await setOf(company, free)).status).toBe('issued');
  expect((await setOf(company, sensitive)).status).toBe('active');

  await test.step('Badge, a wrong number, the right one', async () => {
    await read(page, 'B-8');
    await expect(sheet(page)).toContainText('Tom Whitaker approves');
    await expect(sheet(page)).toContainText('MCR-0145 to Callum Reid');
    await checkA11y(page);
    await typeNumber(page, '000001');
    await expect(sheet(page).getByRole('alert')).toBeVisible();
    await typeNumber(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(answer(page)).toContainText('says yes to MCR-0145');
  });
  await primary(page, 'Issue 1 set to Callum Reid').click();
  await expect(done(page)).toContainText('approved by Tom Whitaker');
  expect((await movementsOf(company, sensitive))[0]?.details).toMatchObject({ approvedHow: 'desk' });
});

test('SECOND-11 a yes is not for another due time or person: the desk gives it up and asks again, and leaves the set out', async ({
  page,
  company,
  sql,
  browser,
  baseURL,
  isPhone,
}) => {
  const { tom } = await room(company, sql);
  const approving = await colleague(browser, baseURL, tom.email);
  await approving.goto('/');
  await openDesk(page);
  await scan(page, 'B-1', 'MCR-0145');
  await button(page, 'Ask for MCR-0145').click();
  await expect(line(page, 'MCR-0145')).toContainText('Asked');
  await card(approving).getByRole('button', { name: 'Look' }).click();
  await expect(button(approving, 'Yes, issue MCR-0145')).toBeVisible();

  await test.step('The due time changes while the approver reads', async () => {
    if (isPhone) await page.getByRole('button', { name: /Change$/ }).click();
    await page
      .getByRole('group', { name: /^Due back/ })
      .getByRole('radio', { name: /^In 4 hours|In 4 hours$/ })
      .check();
    if (isPhone) await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(line(page, 'MCR-0145')).toContainText('changed after it was asked');
    await expect(sheet(approving)).toContainText('No longer asked');
    await expect(sheet(approving)).toContainText('took it back, or the set left or moved.');
    await expect(button(approving, 'Yes, issue MCR-0145')).toHaveCount(0);
    await checkA11y(approving);
    await sheet(approving).getByRole('button', { name: 'Close' }).first().click();
  });
  await test.step('Asked again, and refused', async () => {
    await button(page, 'Ask again for MCR-0145').click();
    await card(approving).getByRole('button', { name: 'Look' }).click();
    await button(approving, 'No').click();
    await expect(answer(page)).toContainText('says no to MCR-0145');
    await expect(line(page, 'MCR-0145')).toContainText(/Tom Whitaker said no at \d\d:\d\d\./);
  });
  await test.step('Asked again, and left out: the question ends', async () => {
    await button(page, 'Ask again for MCR-0145').click();
    await expect(card(approving)).toBeVisible();
    await button(page, 'Leave it out: MCR-0145').click();
    await expect(list(page)).toHaveCount(0);
    await expect(card(approving)).toHaveCount(0);
    const { mine } = (await (await page.request.get('/api/approvals')).json()) as Approvals;
    expect(mine.filter(({ state }) => state === 'waiting')).toEqual([]);
  });
});

test('SECOND-11 a question that ended, and a yes that was used elsewhere, are said by name', async ({
  page,
  company,
  sql,
}) => {
  const { sensitive } = await room(company, sql);
  await openDesk(page);
  await scan(page, 'B-1', 'MCR-0145');
  await button(page, 'Ask for MCR-0145').click();
  await expect(line(page, 'MCR-0145')).toContainText('Ends');
  await sql(
    "update approvals set asked_at = now() - interval '11 minutes', expires_at = now() - interval '1 minute' where key_bunch_id = $1",
    [sensitive.id],
  );
  await page.reload();
  await expect(line(page, 'MCR-0145')).toContainText(/No answer by \d\d:\d\d\./);
  await expect(button(page, 'Ask again for MCR-0145')).toBeVisible();

  await read(page, 'B-8');
  await typeNumber(page);
  await expect(line(page, 'MCR-0145')).toContainText('Tom Whitaker said yes');
  await cutLive(page);
  // Used a second ago by another page of the same desk.
  const { mine } = (await (await page.request.get('/api/approvals')).json()) as Approvals;
  const [yes] = mine.filter(({ state }) => state === 'approved');
  await sql('update approvals set used_at = now() where id = $1', [yes?.id]);
  await primary(page, 'Issue 1 set to Callum Reid').click();
  await expect(line(page, 'MCR-0145')).toContainText(/used/i);
  await expect(button(page, 'Ask again for MCR-0145')).toBeVisible();
  expect((await setOf(company, sensitive)).status).toBe('active');
});

test('SECOND-11 SECOND-12 an emergency goes with a reason where the company allows it, and every approver sees it', async ({
  page,
  company,
  sql,
  browser,
  baseURL,
}) => {
  const { sensitive, tom } = await room(company, sql);
  const approving = await colleague(browser, baseURL, tom.email);
  await approving.goto('/');
  await openDesk(page);
  await scan(page, 'B-1', 'MCR-0145');
  await expect(button(page, 'Emergency...')).toHaveCount(0);
  await company.patch('/api/companies/current', { emergencyIssue: true });
  await button(page, 'Emergency...').click();
  await expect(sheet(page)).toContainText('All approvers of its location are notified immediately');
  await button(page, 'Go without').click();
  await expect(sheet(page)).toContainText('Reason is required');
  await checkA11y(page);
  await sheet(page).getByLabel('Reason').fill('Water on floor 4');
  await button(page, 'Go without').click();
  await expect(line(page, 'MCR-0145')).toContainText('Without a second person: Water on floor 4');
  await primary(page, 'Issue 1 set to Callum Reid').click();
  await expect(done(page)).toContainText('MCR-0145 without a second person.');
  await expect(card(approving)).toContainText('MCR-0145 left without a second person');
  await expect(card(approving)).toContainText('Water on floor 4');
  await checkA11y(approving);
  await card(approving).getByRole('button', { name: 'Later' }).click();
  await approving.reload();
  await expect(heading(approving, 'Dashboard')).toBeVisible();
  await approving.goto('/approvals');
  await expect(approving.getByRole('region', { name: 'Emergencies' })).toContainText('Water on floor 4');
  await checkA11y(approving);
  expect((await movementsOf(company, sensitive))[0]?.details.emergencyReason).toBe('Water on floor 4');
});

test('what else can be done with a set that waits stays in one line', async ({ page, company, sql }) => {
  await room(company, sql);
  await company.patch('/api/companies/current', { emergencyIssue: true });
  await openDesk(page);
  await scan(page, 'B-1', 'MCR-0145');
  await button(page, 'Ask for MCR-0145').click();
  await expect(line(page, 'MCR-0145').getByRole('link', { name: /^Call Tom Whitaker/ })).toBeVisible();
  const top = async (name: string) => (await button(page, name).boundingBox())?.y;
  await expect(button(page, 'Emergency...')).toBeVisible();
  expect(await top('Emergency...')).toBe(await top('Leave it out: MCR-0145'));
});

test('SECOND-11 with the keyboard alone: badge, set, ask, badge and number of who approves, issue', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  await room(company, sql);
  await openDesk(page);
  for (const code of ['B-1', 'MCR-0145', 'B-8']) {
    await page.getByRole('combobox', { name: 'Scan or type' }).focus();
    await page.keyboard.type(code, { delay: 60 });
    await page.keyboard.press('Enter');
    if (code !== 'B-8') await expect(answer(page)).toContainText(code === 'B-1' ? 'Callum Reid' : code);
  }
  await expect(sheet(page)).toContainText('Tom Whitaker approves');
  await page.keyboard.type(NUMBER, { delay: 60 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(answer(page)).toContainText('says yes to MCR-0145');
  await page.keyboard.press('Control+Enter');
  await expect(done(page)).toContainText('approved by Tom Whitaker');
});
