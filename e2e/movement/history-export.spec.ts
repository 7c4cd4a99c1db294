import { readFile } from 'node:fs/promises';
import { rowsIn } from '../../server/testing/csv.ts';
import type { Movement } from '../../shared/movement.ts';
import type { Action } from '../../shared/movement-words.ts';
import { goWithin, ownClock } from '../page.ts';
import { expect, test } from '../world.ts';
import { backdateTo, entry, line, myId, toast } from './history.ts';

/** The time of all entries, and the browser's clock. */
const NOW = new Date('2026-03-13T15:00:00Z');

test('HIST-08 HIST-09 HIST-10 the export holds every match of the filters, row by row', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const leeds = await company.location({ name: 'Leeds' });
  const bunch = await company.bunch(leeds.id, { identifier: 'LDS-0102' });
  await backdateTo(sql, company.id, NOW);
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
  await ownClock(page);
  await page.clock.setFixedTime(NOW);
  await page.goto('/history');
  await expect(line(page)).toHaveText('Showing 50 of 62 results');

  const save = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('key-movement-history-2026-03-13.csv');
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    return rowsIn(bytes);
  };
  const [head, ...rows] = await save();
  expect(head?.slice(0, 7)).toEqual(['Date', 'Time', 'Type', 'Key Bunch', 'Description', 'User', 'Notes']);
  const all = await company.get<Movement[]>('/api/movement-history?limit=500');
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', timeStyle: 'medium' });
  const words: Partial<Record<Action, [string, string]>> = {
    audit_edit: ['Audit edit', 'Updated during audit'],
    issue: ['Issue', 'Issued to Callum "Cal" Reid; Alarm, 応答 на вызов'],
    return: ['Return', `Returned from Priya Raman; Tag ${bunch.currentTag} -> 448201`],
  };
  expect(rows.map((row) => row.slice(0, 7))).toEqual(
    all.map((movement) => [
      date.format(new Date(movement.timestamp)),
      time.format(new Date(movement.timestamp)),
      words[movement.action]?.[0],
      movement.keyBunchIdentifier,
      words[movement.action]?.[1],
      // Entries written under another email show both.
      movement.user?.email === company.email
        ? `Dana Holt (${company.email})`
        : `Dana Holt (${company.email}, then ${movement.user?.email})`,
      movement.notes ? `'${movement.notes}` : '',
    ]),
  );
  expect(rows).toHaveLength(62);

  await goWithin(page, '/history?action=issue&search=callum&date=today');
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
