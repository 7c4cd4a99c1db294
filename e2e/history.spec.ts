import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import type { Action, Movement } from '../shared/movement.ts';
import { backdateTo, entry, exactTime, shownOnPoint } from './movements.ts';
import { type Company, checkA11y, expect, test } from './world.ts';

/** The movements on the page: rows of the table, or entries of the list. */
const entries = (page: Page): Locator =>
  page
    .locator('tbody tr')
    .filter({ has: page.locator('time') })
    .or(page.locator('main li').filter({ has: page.locator('time') }));
const line = (page: Page): Locator => page.getByRole('status').filter({ hasText: 'Showing' });
const toast = (page: Page, text: string): Locator => page.locator('li[data-variant]').getByText(text);
const myId = async (company: Company) => (await company.get<{ id: number }>('/api/auth/user')).id;

/** Chooses a date or an action: in the two selects, or in the sheet, which stays open over the list. */
async function choose(page: Page, isPhone: boolean, what: 'Date' | 'Action', option: string): Promise<void> {
  if (isPhone) {
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    if (!(await sheet.isVisible())) await page.getByRole('button', { name: /^Filters/ }).click();
    await sheet.getByRole('group', { name: what }).getByRole('button', { name: option, exact: true }).click();
  } else {
    await page.getByRole('combobox', { name: what }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
}

/** Closes the sheet that `choose` left open on a phone. */
async function seeResults(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Show \d/ })
      .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('ROUTE-20 HIST-03 HIST-11 HIST-12 HIST-14 HIST-15 the history loads fifty at a time and says how many there are', async ({
  page,
  company,
  sql,
}) => {
  const leeds = await company.location({ name: 'Leeds' });
  const me = await myId(company);
  await entry(sql, company.id, me, 'status_change', {
    identifier: 'LDS-',
    at: leeds,
    times: 120,
    details: { from: 'active', to: 'missing' },
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/movement-history') asked.push(search);
  });
  await page.goto('/history');
  await expect(page.getByRole('heading', { name: 'Movement History', level: 1 })).toBeVisible();
  await expect(line(page)).toHaveText('Showing 50 of 120 results');
  await expect(entries(page)).toHaveCount(50);
  await expect(entries(page).first()).toContainText('LDS-120');
  await expect(entries(page).first()).toContainText('Status: Present -> Missing');
  const ids = (await company.get<Movement[]>('/api/movement-history?limit=120')).map(({ id }) => id);

  // What happens meanwhile neither shifts nor repeats what is loaded.
  await entry(sql, company.id, me, 'issue', { identifier: 'NEW', at: leeds });
  const more = page.getByRole('button', { name: 'Load more' });
  await more.click();
  await expect(entries(page)).toHaveCount(100);
  await expect(line(page)).toHaveText('Showing 100 of 120 results');
  await more.click();
  await expect(entries(page)).toHaveCount(120);
  await expect(line(page)).toHaveText('Showing all 120 results');
  await expect(more).toHaveCount(0);
  expect(asked).toEqual(['?limit=50', `?limit=50&before=${ids[49]}`, `?limit=50&before=${ids[99]}`]);
  const shown = await entries(page).allTextContents();
  expect(new Set(shown.map((text) => text.match(/LDS-\d{3}/)?.[0])).size).toBe(120);

  await page.goto('/history?search=LDS-007');
  await expect(line(page)).toHaveText('Showing all 1 result');
});

test('HIST-04 the date filter counts from local midnight, from 7 and from 30 times 24 hours ago', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const leeds = await company.location({ name: 'Leeds' });
  await page.goto('/history');
  const midnight = await page.evaluate(() => new Date().setHours(0, 0, 0, 0));
  const now = Date.now();
  const DAY = 24 * 60 * 60 * 1000;
  const MARGIN = 5 * 60 * 1000;
  for (const [identifier, at] of [
    ['OUT-30', now - 30 * DAY - 1000],
    ['IN-30', now - 30 * DAY + MARGIN],
    ['OUT-7', now - 7 * DAY - 1000],
    ['IN-7', now - 7 * DAY + MARGIN],
    ['YESTERDAY', midnight - 1],
    ['MIDNIGHT', midnight],
  ] as const) {
    const bunch = await company.bunch(leeds.id, { identifier });
    await backdateTo(sql, company.id, new Date(at));
    await company.post(`/api/key-bunches/${bunch.id}/issue`, { officerName: 'Callum Reid' });
    await backdateTo(sql, company.id, null);
  }
  const names = ['MIDNIGHT', 'YESTERDAY', 'IN-7', 'OUT-7', 'IN-30', 'OUT-30'].map((name) => new RegExp(name));
  await page.reload();
  await expect(entries(page)).toHaveText(names);
  await choose(page, isPhone, 'Date', 'Today');
  await expect(entries(page)).toHaveText(names.slice(0, 1));
  await expect(page).toHaveURL('/history?date=today');
  await choose(page, isPhone, 'Date', 'Last 7 days');
  await expect(entries(page)).toHaveText(names.slice(0, 3));
  await expect(page).toHaveURL('/history?date=week');
  await choose(page, isPhone, 'Date', 'Last 30 days');
  await expect(entries(page)).toHaveText(names.slice(0, 5));
  await expect(page).toHaveURL('/history?date=month');

  // Custom: from and to with time, the last minute included; the address restores them.
  await choose(page, isPhone, 'Date', 'Custom');
  const local = (at: number) =>
    page.evaluate((time) => {
      const offset = new Date(time).getTimezoneOffset() * 60_000;
      return new Date(time - offset).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
    }, at);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await field('From').fill(await local(now - 8 * DAY));
  await field('To').fill(await local(midnight - 1));
  await expect(entries(page)).toHaveText(names.slice(1, 4));
  await checkA11y(page);
  if (isPhone) await page.getByRole('button', { name: 'Show 3 results' }).click();
  await page.reload();
  await expect(entries(page)).toHaveText(names.slice(1, 4));
  await expect(line(page)).toHaveText('Showing all 3 results');
});

/** One movement of each action, newest first, as the history tells them; their bunch is the answer. */
async function everyAction(company: Company, sql: Parameters<typeof entry>[0]) {
  const leeds = await company.location({ name: 'Leeds' });
  const van = await company.location({ name: 'Van 07', type: 'van' });
  const bunch = await company.bunch(leeds.id, { identifier: 'LDS-0102', type: 'day_shift' });
  const gone = await company.bunch(leeds.id, { identifier: 'BRS-0317' });
  const post = (path: string, body: unknown) => company.post(`/api/key-bunches/${bunch.id}/${path}`, body);
  await post('issue', { officerName: 'Callum Reid', purpose: 'Alarm response', newTag: '448200' });
  await post('return', { officerName: 'Priya Raman', newTag: '448201', notes: 'Lower gate key is bent' });
  await post('move', { toLocationId: van.id });
  await post('move', { toBunchType: 'static' });
  await company.patch(`/api/key-bunches/${bunch.id}`, { status: 'missing' });
  await entry(sql, company.id, await myId(company), 'audit_edit', { identifier: 'LDS-0102', at: van });
  await company.delete(`/api/key-bunches/${gone.id}`, {});
  return bunch;
}
const TOLD: Record<Action, RegExp> = {
  deleted: /BRS-0317.*Deleted: BRS-0317/,
  audit_edit: /Updated during audit/,
  status_change: /Status: Present -> Missing/,
  move: /Moved: Day Shift -> Static/,
  location_move: /Moved: Leeds -> Van 07/,
  return: /Returned from Priya Raman.*Tag \d+ -> 448201.*Lower gate key is bent/,
  issue: /Issued to Callum Reid.*Alarm response · Tag \d+ -> 448200/,
};

test('HIST-05 HIST-06 HIST-19 every action has its own sign, and the list is narrowed to one', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const bunch = await everyAction(company, sql);
  await page.goto('/history');
  await expect(entries(page)).toHaveText(Object.values(TOLD));
  const signs = await entries(page).evaluateAll((all) =>
    all.map((entry) => {
      const sign = entry.querySelector('svg');
      return { drawn: sign?.innerHTML, color: sign && getComputedStyle(sign).color };
    }),
  );
  expect(new Set(signs.map(({ drawn }) => drawn)).size).toBe(7);
  expect(new Set(signs.map(({ color }) => color)).size).toBe(7);
  await expect(entries(page).nth(2).getByRole('link', { name: 'LDS-0102' })).toHaveAttribute(
    'href',
    `/key-history/${bunch.id}`,
  );
  await checkA11y(page);

  if (isPhone) await page.getByRole('button', { name: /^Filters/ }).click();
  else await page.getByRole('combobox', { name: 'Action' }).click();
  const offered = isPhone
    ? page.getByRole('group', { name: 'Action' }).getByRole('button')
    : page.getByRole('option');
  await expect(offered).toHaveText([
    'All actions',
    'Status',
    'Move',
    'Issue',
    'Return',
    'Audit edit',
    'Deleted',
  ]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').or(page.getByRole('listbox'))).toHaveCount(0);
  for (const [option, action, told] of [
    ['Status', 'status_change', [TOLD.status_change]],
    ['Move', 'move', [TOLD.move, TOLD.location_move]],
    ['Issue', 'issue', [TOLD.issue]],
    ['Return', 'return', [TOLD.return]],
    ['Audit edit', 'audit_edit', [TOLD.audit_edit]],
    ['Deleted', 'deleted', [TOLD.deleted]],
  ] as const) {
    await choose(page, isPhone, 'Action', option);
    await expect(entries(page)).toHaveText([...told]);
    await expect(page).toHaveURL(`/history?action=${action}`);
  }
  await choose(page, isPhone, 'Action', 'All actions');
  await expect(entries(page)).toHaveCount(7);
  await expect(page).toHaveURL('/history');
});

test('HIST-07 HIST-13 the history is searched by key bunch ID, location and user, and its address keeps what was asked', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  await everyAction(company, sql);
  await page.goto('/history');
  const search = page.getByRole('searchbox', { name: 'Search by key bunch ID, location or user' });
  for (const [text, told] of [
    ['brs-03', [TOLD.deleted]],
    ['van 0', [TOLD.audit_edit, TOLD.status_change, TOLD.move, TOLD.location_move]],
    ['callum', [TOLD.issue]],
    ['dana holt', Object.values(TOLD)],
    ['van 0', [TOLD.audit_edit, TOLD.status_change, TOLD.move, TOLD.location_move]],
  ] as const) {
    await search.fill(text);
    await expect(entries(page)).toHaveText([...told]);
  }
  await choose(page, isPhone, 'Action', 'Status');
  await seeResults(page, isPhone);
  await expect(page).toHaveURL('/history?search=van+0&action=status_change');
  await page.reload();
  await expect(search).toHaveValue('van 0');
  await expect(entries(page)).toHaveText([TOLD.status_change]);
  await search.fill('nothing like it');
  const nothing = page.getByRole('heading', { name: 'No Movement History' });
  await expect(nothing).toBeVisible();
  await expect(page.getByText('No movements found matching your criteria')).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(entries(page)).toHaveCount(7);
  await expect(search).toHaveValue('');
  await page.goBack();
  await expect(nothing).toBeVisible();
  await expect(search).toHaveValue('nothing like it');
});

test('HIST-16 HIST-17 HIST-18 a deletion opens to its audit details; a time shows the exact one', async ({
  page,
  company,
  isPhone,
}) => {
  const leeds = await company.location({ name: 'Leeds' });
  const about = { identifier: 'BRS-0317', type: 'lock_ups', currentTag: '448416', keyCount: 3, fobCount: 1 };
  const bunch = await company.bunch(leeds.id, {
    ...about,
    keyDescription: 'Gloucester Road Garage',
    nfcSerial: '04:91:d2:7a:0c:44:85',
  });
  const reason = 'Building demolished, client confirmed by email.';
  await company.delete(`/api/key-bunches/${bunch.id}`, { reason });
  const plain = await company.bunch(leeds.id, { identifier: 'BRS-0318' });
  await company.delete(`/api/key-bunches/${plain.id}`, {});
  const note = `Long note. ${'The spare hangs on hook 14. '.repeat(8)}Its last words.`;
  const other = await company.bunch(leeds.id, { identifier: 'BRS-0319' });
  await company.post(`/api/key-bunches/${other.id}/issue`, { officerName: 'Callum Reid', notes: note });
  const [, , deletion] = await company.get<Movement[]>('/api/movement-history');

  await page.goto('/history');
  const row = entries(page).filter({ hasText: 'BRS-0317' });
  const crossed = row.getByText('BRS-0317', { exact: true });
  expect(await crossed.evaluate((name) => getComputedStyle(name).textDecorationLine)).toBe('line-through');
  const details = page.getByRole('region', { name: 'Deletion Audit Details' });
  await expect(details).toHaveCount(0);
  await row.getByRole('button').click();
  const facts = await details
    .locator('dl > div')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((one) => [one.querySelector('dt')?.textContent, one.querySelector('dd')?.textContent]),
      ),
    );
  expect(facts).toEqual({
    'Deleted by': 'Dana Holt',
    'Deleted at': exactTime(deletion?.details.deletedAt ?? ''),
    'Last location': 'Leeds',
    Type: 'Lock Ups',
    Tag: '448416',
    'Keys and fobs': '3 keys, 1 fob',
    'NFC serial': '04:91:D2:7A:0C:44:85',
    Description: 'Gloucester Road Garage',
  });
  await expect(details).toContainText(`Reason${reason}`);
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await row.getByRole('button').click();
  await expect(details).toHaveCount(0);
  await entries(page).filter({ hasText: 'BRS-0318' }).getByRole('button').click();
  await expect(details).toContainText('ReasonNot given');

  const noted = entries(page).filter({ hasText: 'BRS-0319' });
  const height = () => noted.getByText('Long note.').evaluate((text) => text.clientHeight);
  const folded = await height();
  await noted.getByRole('button').click();
  expect(await height()).toBeGreaterThan(folded);

  await expect(row.locator('time')).toHaveText('Just now');
  await shownOnPoint(page, row.locator('time'), exactTime(deletion?.timestamp ?? ''), isPhone);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden();
  await expect(page.getByText(`${company.name} · All time · All actions`)).toBeVisible();
  await expect(crossed).toBeVisible();
});

test('HIST-08 HIST-09 HIST-10 the export holds every match of the filters, row by row', async ({
  page,
  company,
  sql,
}) => {
  const leeds = await company.location({ name: 'Leeds' });
  const bunch = await company.bunch(leeds.id, { identifier: 'LDS-0102' });
  await entry(sql, company.id, await myId(company), 'audit_edit', {
    identifier: 'AUD-',
    at: leeds,
    times: 60,
  });
  await company.post(`/api/key-bunches/${bunch.id}/issue`, {
    officerName: 'Callum "Cal" Reid',
    purpose: 'Alarm, 応答 на вызов',
    notes: '=1+1\nsecond line',
  });
  await company.post(`/api/key-bunches/${bunch.id}/return`, { officerName: 'Priya Raman', newTag: '448201' });
  await page.goto('/history');
  await expect(line(page)).toHaveText('Showing 50 of 62 results');

  const save = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/London' });
    expect(download.suggestedFilename()).toBe(`key-movement-history-${today}.csv`);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    return parse(bytes, { bom: true }) as string[][];
  };
  const [head, ...rows] = await save();
  expect(head).toEqual(['Date', 'Time', 'Type', 'Key Bunch', 'Description', 'User', 'Notes']);
  const all = await company.get<Movement[]>('/api/movement-history?limit=500');
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' });
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'medium' });
  const words: Partial<Record<Action, [string, string]>> = {
    audit_edit: ['Audit edit', 'Updated during audit'],
    issue: ['Issue', 'Issued to Callum "Cal" Reid; Alarm, 応答 на вызов'],
    return: ['Return', `Returned from Priya Raman; Tag ${bunch.currentTag} -> 448201`],
  };
  expect(rows).toEqual(
    all.map((movement) => [
      date.format(new Date(movement.timestamp)),
      time.format(new Date(movement.timestamp)),
      words[movement.action]?.[0],
      movement.keyBunchIdentifier,
      words[movement.action]?.[1],
      'Dana Holt',
      movement.notes ? `'${movement.notes}` : '',
    ]),
  );
  expect(rows).toHaveLength(62);

  await page.goto('/history?action=issue&search=callum&date=today');
  await expect(line(page)).toHaveText('Showing all 1 result');
  expect((await save()).slice(1)).toEqual([rows[1]]);

  await page.route('**/api/movement-history/export?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(toast(page, 'Failed to fetch')).toBeVisible();
  await page.unroute('**/api/movement-history/export?*');
  const busy = { status: 429, json: { message: 'Too many attempts. Please try again later.' } };
  await page.route('**/api/movement-history/export?*', (route) => route.fulfill(busy));
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(toast(page, busy.json.message)).toBeVisible();
});

test('HIST-01 HIST-02 HIST-13 ERR-04 without permission, without movements, without an answer', async ({
  page,
  company,
}) => {
  await page.goto('/history');
  await expect(page.getByRole('heading', { name: 'No Movement History' })).toBeVisible();
  await expect(page.getByText('No movements found matching your criteria')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Keys' })).toHaveAttribute('href', '/key-bunches');

  await page.route('**/api/movement-history?*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to fetch');
  await checkA11y(page);
  await page.unroute('**/api/movement-history?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No Movement History' })).toBeVisible();

  await company.signInAs('officer', { permissions: ['key:view'] });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/history');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText("You don't have permission to view key movement history")).toBeVisible();
  expect(asked).not.toContain('/api/movement-history');
});
