import type { Page } from '@playwright/test';
import { heading, passTime, stopClock, takeClock } from '../page.ts';
import { expect, test } from '../world.ts';
import { makeLine, openApp, register } from './line.ts';

/** Minimum time between two requests for changes, in ms. */
const REST_MS = 30_000;

/** Interval at which a tab looks whether it has to, and a little more, in ms. */
const LOOK_MS = 6000;

/** Counts a page's requests for changed sets. */
function asked(page: Page): { times: number } {
  const count = { times: 0 };
  page.on('request', (request) => {
    if (request.url().includes('changedSince=')) count.times += 1;
  });
  return count;
}

test('what one tab brings up to date is up to date for the other, which asks for nothing', {
  tag: '@once',
}, async ({ browser, context, company, page: sized }) => {
  const { id } = await company.location({ name: 'Basement' });
  const set = await company.bunch(id, { identifier: 'CELLAR-1' });
  const line = await makeLine();
  const { own, page } = await openApp(browser, context, line, sized);
  const other = await own.newPage();
  const tabs = [page, other];
  const asOf = async () => (await register(page)).asOf;
  await expect.poll(asOf).toBeGreaterThan(0);
  for (const tab of tabs) {
    const before = await asOf();
    await takeClock(tab);
    await tab.goto('/');
    await expect(heading(tab, 'Dashboard')).toBeVisible();
    await expect.poll(asOf).toBeGreaterThan(before);
  }
  // Less than the silence after which the live channel is opened again. The clock is that of both tabs; while it is stopped, neither requests
  // changes, so that both receive the event before.
  await passTime(page, REST_MS + LOOK_MS);
  await stopClock(page);
  const counts = tabs.map(asked);
  const total = () => counts.reduce((sum, { times }) => sum + times, 0);
  const { owner } = await register(page);
  await other.evaluate((person) => {
    // The first tab has the stream and broadcasts its events.
    const received = new Promise((resolve) => {
      new BroadcastChannel(`keyhold.live.${person}`).onmessage = ({ data }) =>
        data.event?.event === 'changed' && resolve(null);
    });
    Object.assign(window, { received: () => received });
  }, owner);
  await company.post(`/api/key-bunches/${set.id}/issue`, { officerName: 'Owen Hartley' });
  await other.evaluate(() => (window as unknown as { received(): Promise<unknown> }).received());
  await passTime(page, LOOK_MS);
  await expect.poll(total).toBe(1);
  for (const tab of tabs) await expect(tab.getByText('Owen Hartley').first()).toBeVisible();
  await passTime(page, REST_MS + LOOK_MS);
  expect(total()).toBe(1);
  await own.close();
  await line.close();
});
