import type { Page } from '@playwright/test';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { backdateTo } from '../movement/history.ts';
import { cutLive, goWithin, ownClock } from '../page.ts';
import { type Company, checkA11y, expect, test } from '../world.ts';

type Sql = (text: string, values?: unknown[]) => Promise<unknown[]>;

/** The browser's clock, a Friday. */
const NOW = new Date('2026-03-13T15:00:00Z');
const timeline = (page: Page) => page.getByRole('region', { name: 'Key History' });
const moments = (page: Page) => timeline(page).getByRole('listitem');
const summary = (page: Page) => page.getByRole('region', { name: 'Key set' });

/** A week of one bunch, created through the API at the given times. */
async function aWeek(company: Company, sql: Sql): Promise<KeyBunch> {
  const at = (time: string) => backdateTo(sql, company.id, new Date(`2026-03-${time}:00Z`));
  const leeds = await company.location({ name: 'Leeds Office' });
  const van = await company.location({ name: 'Van 04', type: 'van' });
  await at('09T10:00');
  const bunch = await company.bunch(leeds.id, {
    identifier: 'LDS-0147',
    type: 'lock_ups',
    currentTag: '448120',
    keyCount: 3,
    fobCount: 1,
    nfcSerial: '04:a2:3b:6c',
    keyDescription: 'Albion House, loading bay',
    notes: 'Shutter sticks.\nTurn the long key twice.',
  });
  const path = `/api/key-bunches/${bunch.id}`;
  await at('10T09:00');
  await company.post(`${path}/move`, {
    toLocationId: van.id,
    toBunchType: 'night_shift',
    notes: 'For the weekend',
  });
  await at('12T21:00');
  await company.patch(path, { keyCount: 4 });
  await at('12T22:00');
  await company.post(`${path}/issue`, { officerName: 'Megan Price', purpose: 'Night patrol' });
  await at('13T06:00');
  await company.post(`${path}/return`, { officerName: 'Megan Price', newTag: '448601' });
  await at('13T11:58');
  await company.post(`${path}/issue`, { officerName: 'Callum Reid', purpose: 'Loading bay lock-up check' });
  await backdateTo(sql, company.id, null);
  return bunch;
}

test('ROUTE-23 KHIST-01 KHIST-04 KHIST-05 a bunch, and everything that happened to it', async ({
  page,
  company,
  sql,
}) => {
  const bunch = await aWeek(company, sql);
  await ownClock(page);
  await page.clock.setFixedTime(NOW);
  await page.goto(`/key-history/${bunch.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'LDS-0147' })).toBeVisible();
  const title = page.getByRole('heading', { name: 'Key History' });
  await expect(title).toBeVisible();
  const { width = 0 } = (await title.boundingBox()) ?? {};
  expect(width, 'read by everybody, not by screen readers alone').toBeGreaterThan(40);
  await expect(page.getByText('Albion House, loading bay', { exact: true })).toBeVisible();
  for (const text of ['With Callum Reid', 'Issued 3 hours ago, Loading bay lock-up check'])
    await expect(summary(page)).toContainText(text);
  const facts = [
    ['Tag', 'Tag broken'],
    ['Type', 'Night Shift'],
    ['Location', 'Van 04'],
    ['Contents', '4 keys, 1 fob'],
    ['NFC', '04:A2:3B:6C'],
    ['Notes', 'Shutter sticks.\nTurn the long key twice.'],
    ['Last seen', 'at Van 04'],
    ['Added', '4 days ago'],
  ];
  await expect(summary(page).getByRole('term')).toHaveText(facts.map(([term]) => term ?? ''));
  for (const [index, [, text]] of facts.entries())
    await expect(summary(page).getByRole('definition').nth(index)).toContainText(text ?? '');

  await expect(moments(page)).toHaveText([
    /Issued to Callum Reid.*Loading bay lock-up check/,
    /Returned from Megan Price.*Tag 448120 -> 448601/,
    /Issued to Megan Price.*Night patrol/,
    /Edited.*Key count 3 -> 4/,
    /Moved: Leeds Office -> Van 04.*Type Lock Ups -> Night Shift.*For the weekend/,
    /Added at Leeds Office/,
  ]);
  await expect(timeline(page).getByRole('heading', { level: 3 })).toHaveText([
    'Today Friday 13 March',
    'Yesterday Thursday 12 March',
    'Tuesday 10 March',
    'Monday 9 March',
  ]);
  const newest = moments(page).first();
  for (const text of ['11:58', 'Dana Holt']) await expect(newest).toContainText(text);
  await expect(newest, 'its day and its clock say it once').not.toContainText('ago');
  await expect(newest.locator('time')).toHaveAttribute('title', '13 Mar 2026, 11:58');
  await expect(timeline(page)).toContainText('Showing all 6 results');

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkA11y(page);
  }

  // Names are not unique: pressing one shows the account's email.
  const latest = moments(page).first();
  await latest.getByRole('button', { name: 'Dana Holt' }).click();
  await expect(latest.getByText(company.email)).toBeVisible();

  for (const [button, title] of [
    ['Key Details', 'Key Details'],
    ['Move Keys', 'Move Key Bunch'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Issue Keys' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Return Keys' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/New tag/)
    .fill('448700');
  await page.getByRole('dialog').getByRole('button', { name: 'Return Keys' }).click();
  await expect(moments(page).first()).toContainText('Returned from Callum Reid');
  await expect(summary(page)).toContainText('448700');
  await expect(summary(page)).not.toContainText('With Callum Reid');
  await expect(page.getByRole('button', { name: 'Issue Keys' })).toBeVisible();

  await page.getByRole('link', { name: 'Back to Key Management' }).click();
  await expect(page).toHaveURL('/key-bunches');
  await expect(page.getByRole('heading', { level: 1, name: 'Key Management' })).toBeVisible();
});

test('KHIST-03 the timeline by log, action and date, kept in the address', { tag: '@once' }, async ({
  page,
  company,
  sql,
}) => {
  const bunch = await aWeek(company, sql);
  await ownClock(page);
  await page.clock.setFixedTime(NOW);
  await page.goto(`/key-history/${bunch.id}`);
  const kind = (name: string) => timeline(page).getByRole('radio', { name });
  const choose = async (filter: string, option: string) => {
    await timeline(page).getByRole('combobox', { name: filter }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const expectSentences = (...sentences: string[]) =>
    expect(moments(page)).toHaveText(sentences.map((s) => new RegExp(s)));

  for (const name of ['All 6', 'Movements 4', 'Audit 2']) await expect(kind(name)).toBeAttached();
  await kind('Audit').check();
  await expectSentences('Edited', 'Added at Leeds Office');
  await kind('Movements').check();
  await expectSentences('Issued to Callum', 'Returned from', 'Issued to Megan', 'Moved');
  await choose('Action', 'Issue');
  await expectSentences('Issued to Callum Reid', 'Issued to Megan Price');
  await expect(page).toHaveURL(`/key-history/${bunch.id}?kind=movements&action=issue`);
  await choose('Date', 'Today');
  await expectSentences('Issued to Callum Reid');
  await page.reload();
  await expectSentences('Issued to Callum Reid');
  await expect(timeline(page).getByRole('combobox', { name: 'Date' })).toHaveText('Today');
  await page.goBack();
  await expectSentences('Issued to Callum Reid', 'Issued to Megan Price');

  await choose('Action', 'Move');
  await expectSentences('Moved: Leeds Office -> Van 04');
  await choose('Date', 'Today');
  await expect(timeline(page).getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
  await timeline(page).getByRole('button', { name: 'Clear filters' }).click();
  await expect(moments(page)).toHaveCount(6);
  await expect(page).toHaveURL(`/key-history/${bunch.id}`);

  await choose('Action', 'Edited');
  await expectSentences('Edited');
  await choose('Action', 'All actions');
  for (const [option, number] of [
    ['Today', 2],
    ['Last 7 days', 6],
    ['Last 30 days', 6],
  ] as const) {
    await choose('Date', option);
    await expect(moments(page)).toHaveCount(number);
  }
  await choose('Date', 'Custom');
  await timeline(page).getByLabel('From').fill('2026-03-12T21:30');
  await timeline(page).getByLabel('To').fill('2026-03-13T06:00');
  await expectSentences('Returned from Megan Price', 'Issued to Megan Price');
  await checkA11y(page);

  // Unknown filters are ignored.
  await goWithin(page, `/key-history/${bunch.id}?kind=banana&action=banana&date=banana`);
  await expect(moments(page)).toHaveCount(6);
});

test('a long timeline comes a page at a time, both logs in one order', { tag: '@once' }, async ({
  page,
  company,
}) => {
  await cutLive(page);
  const site = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(site.id, { identifier: 'LDS-1' });
  const path = `/api/key-bunches/${bunch.id}`;
  for (let n = 1; n <= 28; n += 1) {
    await company.post(`${path}/issue`, { officerName: `Officer ${n}` });
    await company.post(`${path}/return`, { officerName: `Officer ${n}`, newTag: `T${n}` });
    if (n === 14) await company.patch(path, { notes: 'Halfway' });
  }
  await page.goto(`/key-history/${bunch.id}`);
  await expect(timeline(page)).toContainText('Showing 50 of 58 results');
  await expect(moments(page)).toHaveCount(50);
  await expect(moments(page).nth(28)).toContainText('Edited');
  await expect(moments(page).nth(27)).toContainText('Issued to Officer 15');
  await expect(moments(page).nth(29)).toContainText('Returned from Officer 14');

  const more = /\/history\?.*before=/;
  await page.route(more, (route) => route.abort());
  await timeline(page).getByRole('button', { name: 'Load more' }).click();
  await expect(timeline(page).getByRole('alert')).toContainText('Failed to fetch');
  await page.unroute(more);
  await timeline(page).getByRole('button', { name: 'Try again' }).click();
  await expect(timeline(page)).toContainText('Showing all 58 results');
  await expect(moments(page)).toHaveCount(58);
  await expect(moments(page).nth(56)).toContainText('Issued to Officer 1');
  await expect(moments(page).last()).toContainText('Added at Leeds Office');
  await expect(timeline(page).getByRole('button', { name: 'Load more' })).toHaveCount(0);
});

test('a deleted bunch keeps its history, one out of reach what happened in reach, one that never was is not found', {
  tag: '@once',
}, async ({ page, company }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bristol = await company.location({ name: 'Bristol Depot' });
  const gone = await company.bunch(leeds.id, { identifier: 'LDS-9', currentTag: '448009', keyCount: 2 });
  await company.delete(`/api/key-bunches/${gone.id}`, { reason: 'Client left' });
  await page.goto(`/key-history/${gone.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'LDS-9' })).toBeVisible();
  for (const text of ['Deleted by Dana Holt', 'Client left', '448009', '2 keys', 'Leeds Office', 'Day Shift'])
    await expect(summary(page)).toContainText(text);
  await expect(moments(page)).toHaveCount(3);
  await expect(timeline(page)).toContainText('Deleted: LDS-9');
  for (const name of ['Key Details', 'Move Keys', 'Issue Keys', 'Return Keys'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await checkA11y(page);

  const moved = await company.bunch(leeds.id, { identifier: 'LDS-10' });
  const path = `/api/key-bunches/${moved.id}`;
  await company.post(`${path}/move`, { toLocationId: bristol.id });
  await company.post(`${path}/issue`, { officerName: 'Callum Reid' });
  await company.signInAs('officer', { allowedLocationIds: [leeds.id] });
  await page.goto(`/key-history/${moved.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'LDS-10' })).toBeVisible();
  await expect(page.getByText('This key set is no longer at any of your locations.')).toBeVisible();
  await expect(timeline(page)).toContainText('Moved: Leeds Office -> Bristol Depot');
  await expect(timeline(page)).not.toContainText('Callum Reid');
  await expect(page.getByRole('button', { name: 'Issue Keys' })).toHaveCount(0);

  for (const id of ['999999999', '0', 'banana']) {
    await goWithin(page, `/key-history/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Key set not found' })).toBeVisible();
  }
  await checkA11y(page);
  await page.getByRole('link', { name: 'Back to Key Management' }).click();
  await expect(page).toHaveURL('/key-bunches');
});

test('a history that cannot be read says Failed to fetch, and tries again', { tag: '@once' }, async ({
  page,
  company,
}) => {
  await cutLive(page);
  const site = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(site.id, { identifier: 'LDS-1' });
  for (const broken of [
    '**/api/audit-logs?*',
    `**/api/key-bunches/${bunch.id}/history?*`,
    `**/api/key-bunches/${bunch.id}`,
  ]) {
    await page.route(broken, (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }));
    await page.goto(`/key-history/${bunch.id}`);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch');
    await page.unroute(broken);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'LDS-1' })).toBeVisible();
    await expect(moments(page)).toHaveText([/Added at Leeds Office/]);
  }
});
