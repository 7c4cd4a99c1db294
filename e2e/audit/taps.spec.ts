import type { Locator, Page } from '@playwright/test';
import type { AuditSession } from '../../shared/audit.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { heading, stopClock } from '../page.ts';
import { expect, test } from '../world.ts';
import { box, cabinet, counted } from './audit.ts';

/** Interval between two taps of a fast user, in ms. */
const EVERY_MS = 500;

/** Taps one place repeatedly, whichever element is there. */
async function tapper(page: Page, isPhone: boolean, target: Locator) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing to tap');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const tap = () => (isPhone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  return {
    tap,
    goOn: async () => {
      for (let n = 0; n < 6; n += 1) {
        await page.clock.runFor(EVERY_MS);
        await tap();
      }
    },
  };
}

/** Advances a stopped clock in small steps until a loading element is visible. */
const appears = (page: Page, what: Locator) =>
  expect
    .poll(async () => {
      await page.clock.runFor(30);
      return what.isVisible();
    })
    .toBe(true);

test('tapping on where Start Audit was neither ticks, nor completes, nor marks anything missing', {
  tag: '@phone',
}, async ({ page, company, isPhone }) => {
  await cabinet(company);
  await page.clock.install();
  await page.goto('/audit');
  await expect(page.getByText('5 sets expected')).toBeVisible();
  await stopClock(page);
  const sessions = () => company.get<AuditSession[]>('/api/audit');
  const start = page.getByRole('button', { name: 'Start Audit' });
  const first = await tapper(page, isPhone, start);
  await first.tap();
  await appears(page, page.getByRole('progressbar', { name: 'Audit progress' }));
  await counted(page, 0, 5);
  await first.goOn();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await sessions()).map(({ status, totalScanned }) => [status, totalScanned])).toEqual([
    ['in_progress', 0],
  ]);

  // Further taps where Complete Audit was do not press the confirmation.
  await page.clock.runFor(1100);
  for (const set of ['V07-0101', 'V07-0102', 'V07-0103', 'V07-0104']) await box(page, set).check();
  await counted(page, 4, 5);
  const complete = page.getByRole('button', { name: 'Complete Audit' });
  const second = await tapper(page, isPhone, complete);
  await second.tap();
  const question = page.getByRole('dialog', { name: 'Complete Audit' });
  await appears(page, question.getByText('1 set will be marked missing'));
  await second.goOn();
  expect((await sessions()).map(({ status }) => status)).toEqual(['in_progress']);
  if (!isPhone) return;
  // After a pause a press counts.
  await expect(question).toBeVisible();
  await page.clock.runFor(1100);
  await second.tap();
  await expect(heading(page, 'Audit of Van 07')).toBeVisible();
  expect((await sessions()).map(({ status }) => status)).toEqual(['completed']);
});

test('tapping on where Issue Keys was does not issue the set unread', { tag: '@phone' }, async ({
  page,
  company,
  isPhone,
}) => {
  const { first } = await cabinet(company);
  await page.clock.install();
  await page.goto(`/key-history/${first.id}`);
  await expect(heading(page, 'V07-0101')).toBeVisible();
  await stopClock(page);
  const thumb = await tapper(page, isPhone, page.getByRole('button', { name: 'Issue Keys' }));
  await thumb.tap();
  const sheet = page.getByRole('dialog', { name: 'Issue Keys' });
  await appears(page, sheet.getByLabel('Officer name'));
  await expect(sheet.getByLabel('Officer name')).toHaveValue('Dana Holt');
  await thumb.goOn();
  await expect(sheet).toBeVisible();
  expect((await company.get<KeyBunch>(`/api/key-bunches/${first.id}`)).status).toBe('active');
  // After a pause a press counts.
  await page.clock.runFor(1100);
  await sheet.getByRole('button', { name: 'Issue Keys' }).click();
  await expect(sheet).toHaveCount(0);
  expect((await company.get<KeyBunch>(`/api/key-bunches/${first.id}`)).status).toBe('issued');
});
