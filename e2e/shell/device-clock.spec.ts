import { nextCall, open, submit } from '../key-bunch/key-dialog.ts';
import { cutLive } from '../page.ts';
import { expect, test } from '../world.ts';

const HOUR = 3_600_000;
const notice = /This device's clock is .* (fast|slow)\./;

test('a device whose clock is wrong shows and sends the server’s time, and says how wrong it is', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location({ name: 'Harbour HQ' });
  const out = await company.bunch(site.id, { identifier: 'HBR-1' });
  const here = await company.bunch(site.id, { identifier: 'HBR-2' });
  const dueAt = new Date(Date.now() + HOUR).toISOString();
  await company.post(`/api/key-bunches/${out.id}/issue`, { officerName: 'Ana Ruiz', dueAt });
  await cutLive(page);
  await page.clock.install({ time: Date.now() + 3 * HOUR });
  await page.goto('/');
  await expect(
    page.getByText("This device's clock is 3 h fast. Keyhold uses the server's time."),
  ).toBeVisible();
  await expect(page.getByText('Just now').first()).toBeVisible();
  const asOf = page.getByRole('button', { name: /^As of \d\d:\d\d/ }).first();
  const [, hour, minute] = /(\d\d):(\d\d)/.exec((await asOf.textContent()) ?? '') ?? [];
  const shown = Date.UTC(2000, 0, 1, Number(hour), Number(minute));
  const now = new Intl.DateTimeFormat('en-GB', {
    timeZone: (await company.get<{ timezone: string }>('/api/companies/current')).timezone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(Date.now());
  const [isHour, isMinute] = now.split(':').map(Number);
  const late = (Date.UTC(2000, 0, 1, isHour, isMinute) - shown + 24 * HOUR) % (24 * HOUR);
  expect(Math.min(late, 24 * HOUR - late)).toBeLessThanOrEqual(120_000);

  // Not overdue, although it is by the device's clock.
  await page.goto('/out');
  await expect(page.getByText('HBR-1').first()).toBeVisible();
  await expect(page.getByRole('main').getByText(/\d (h|min) overdue/)).toHaveCount(0);

  // "In 4 hours" counts from the server's time.
  const dialog = await open(page, here, 'Issue Keys');
  await dialog.getByRole('radio', { name: /In 4 hours/ }).check();
  const sent = nextCall(page, 'POST', /issue$/);
  await submit(page, 'Issue Keys');
  const due = Date.parse((await sent).postDataJSON().dueAt) - Date.now();
  expect(Math.abs(due - 4 * HOUR)).toBeLessThan(120_000);
});

test('a clock that is a minute off is corrected without a word', { tag: '@once' }, async ({
  page,
  company,
}) => {
  await company.location();
  await page.clock.install({ time: Date.now() - 60_000 });
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^As of \d\d:\d\d/ }).first()).toBeVisible();
  await expect(page.getByText(notice)).toHaveCount(0);
});
