import { hold, ownClock } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { backdateTo, choose, entries, everyAction, line, SENTENCES, seeResults } from './history.ts';

/** The browser's clock, two days after its summer time began; the company's zone has none. */
const NOW = Date.parse('2026-03-31T09:46:00Z');

test('HIST-04 D-30 the date filter counts from midnight of the company, from 7 and from 30 times 24 hours ago', {
  tag: '@once',
}, async ({ page, company, sql, isPhone }) => {
  const leeds = await company.location({ name: 'Leeds' });
  await company.patch('/api/companies/current', { timezone: 'Asia/Kolkata' });
  await ownClock(page);
  await page.clock.setFixedTime(NOW);
  await page.goto('/history');
  const midnight = Date.parse('2026-03-31T00:00:00+05:30');
  const DAY = 24 * 60 * 60 * 1000;
  const MARGIN = 5 * 60 * 1000;
  for (const [identifier, at] of [
    ['OUT-30', NOW - 30 * DAY - 1000],
    ['IN-30', NOW - 30 * DAY + MARGIN],
    ['OUT-7', NOW - 7 * DAY - 1000],
    ['IN-7', NOW - 7 * DAY + MARGIN],
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
    new Date(at + 5.5 * 3_600_000).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await field('From').fill(local(NOW - 8 * DAY));
  await field('To').fill(local(midnight - 1));
  await expect(entries(page)).toHaveText(names.slice(1, 4));
  await checkA11y(page);
  await page.reload();
  await expect(field('To')).toHaveValue('30 Mar 2026, 23:59');
  await expect(entries(page)).toHaveText(names.slice(1, 4));
  await expect(line(page)).toHaveText('Showing all 3 results');
});

test('HIST-05 HIST-06 HIST-19 every action has its own sign, and the list is narrowed to one', {
  tag: '@once',
}, async ({ page, company, sql, isPhone }) => {
  const bunch = await everyAction(company, sql);
  await page.goto('/history');
  await expect(entries(page)).toHaveText(Object.values(SENTENCES));
  await expect(entries(page).filter({ hasText: /(\w+:)\s*\1/ }), 'nothing is said twice').toHaveCount(0);
  const signs = await entries(page).evaluateAll((all) =>
    all.map((entry) => {
      const sign = entry.querySelector('svg');
      return { drawn: sign?.innerHTML, color: sign && getComputedStyle(sign).color };
    }),
  );
  expect(new Set(signs.map(({ drawn }) => drawn)).size).toBe(8);
  expect(new Set(signs.map(({ color }) => color)).size).toBe(8);
  await expect(entries(page).nth(2).getByRole('link', { name: 'LDS-0102' })).toHaveAttribute(
    'href',
    `/key-history/${bunch.id}`,
  );
  await checkA11y(page);

  await page.getByRole('combobox', { name: 'Action' }).click();
  const offered = page.getByRole('option');
  await expect(offered).toHaveText([
    'All actions',
    'Status',
    'Move',
    'Issue',
    'Return',
    'Handover',
    'Audit edit',
    'Deleted',
  ]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').or(page.getByRole('listbox'))).toHaveCount(0);
  for (const [option, action, expected] of [
    ['Status', 'status_change', [SENTENCES.status_change]],
    ['Move', 'move', [SENTENCES.move, SENTENCES.location_move]],
    ['Issue', 'issue', [SENTENCES.issue]],
    ['Return', 'return', [SENTENCES.return]],
    ['Handover', 'handover', [SENTENCES.handover]],
    ['Audit edit', 'audit_edit', [SENTENCES.audit_edit]],
    ['Deleted', 'deleted', [SENTENCES.deleted]],
  ] as const) {
    await choose(page, isPhone, 'Action', option);
    await expect(entries(page)).toHaveText([...expected]);
    await expect(page).toHaveURL(`/history?action=${action}`);
  }
  await choose(page, isPhone, 'Action', 'All actions');
  await expect(entries(page)).toHaveCount(8);
  await expect(page).toHaveURL('/history');
});

test('HIST-07 HIST-13 the history is searched by key bunch ID, location and user, and its address keeps what was asked', {
  tag: '@once',
}, async ({ page, company, sql, isPhone }) => {
  await everyAction(company, sql);
  await page.goto('/history');
  const search = page.getByRole('searchbox', { name: 'Search by set ID, location or user' });
  for (const [text, expected] of [
    ['brs-03', [SENTENCES.deleted]],
    ['van 0', [SENTENCES.audit_edit, SENTENCES.status_change, SENTENCES.move, SENTENCES.location_move]],
    ['callum', [SENTENCES.handover, SENTENCES.issue]],
    ['dana holt', Object.values(SENTENCES)],
    ['van 0', [SENTENCES.audit_edit, SENTENCES.status_change, SENTENCES.move, SENTENCES.location_move]],
  ] as const) {
    await search.fill(text);
    await expect(entries(page)).toHaveText([...expected]);
  }
  await choose(page, isPhone, 'Action', 'Status');
  await seeResults(page, isPhone);
  await expect(page).toHaveURL('/history?search=van+0&action=status_change');
  await page.reload();
  await expect(search).toHaveValue('van 0');
  await expect(entries(page)).toHaveText([SENTENCES.status_change]);
  const answer = await hold(page, '**/api/movement-history*nothing*');
  await search.fill('nothing like it');
  // The count of earlier filters is not shown for these.
  await expect(page.getByText(/^Showing all \d/)).toHaveCount(0);
  answer();
  const nothing = page.getByRole('heading', { name: 'No Movement History' });
  await expect(nothing).toBeVisible();
  await expect(page.getByText('No movements found matching your criteria')).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(entries(page)).toHaveCount(8);
  await expect(search).toHaveValue('');
  await page.goBack();
  await expect(nothing).toBeVisible();
  await expect(search).toHaveValue('nothing like it');
});
