import type { Page } from '@playwright/test';
import { median } from '../measure.ts';
import type { Section } from '../report.ts';
import { identifierOf, type Size } from '../seed/size.ts';
import { open, SCREENS } from './load.ts';
import { type Browser, forget, probeOf, type Site, withPage } from './open.ts';

/** The distance of one turn of the wheel, the number of turns and the pause between them: about four seconds of fast scrolling. */
const WHEEL = { pixels: 600, times: 80, pauseMs: 50 };

/** Measures searching and scrolling in the key list with all sets of the size, without throttling. */
export const measureLongList = (browser: Browser, site: Site, size: Size, rounds: number): Promise<Section> =>
  withPage(browser, site, { phone: false, slow: false, signedIn: true }, async (page) => {
    const list = SCREENS.find(({ title }) => title === 'key list');
    if (list) await open(page, site, list);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      times.push(await searchFor(page, identifierOf(1 + ((round * 997) % size.bunches))));
    await page.getByRole('searchbox', { name: 'Search keys' }).fill('');
    await page.waitForFunction(() => document.querySelectorAll('[data-key-row]').length > 5);
    const { rows, long } = await scroll(page);
    const over = long.filter((task) => task > 50).length;
    return {
      title: `The key list of ${size.bunches.toLocaleString('en-GB')} sets`,
      head: [
        'search, last key to result, ms',
        'longest',
        'most rows drawn',
        'longest task while scrolling, ms',
        'tasks over 50 ms',
      ],
      rows: [
        [
          median(times).toFixed(0),
          Math.max(...times).toFixed(0),
          String(rows),
          long.length > 0 ? Math.max(...long).toFixed(0) : 'under 50',
          String(over),
        ],
      ],
    };
  });

/** Types a set's identifier; returns the milliseconds from the last key until that set is the first in the list. */
async function searchFor(page: Page, text: string): Promise<number> {
  const box = page.getByRole('searchbox', { name: 'Search keys' });
  await box.fill('');
  await page.waitForFunction(() => document.querySelectorAll('[data-key-row]').length > 5);
  await box.pressSequentially(text.slice(0, -1), { delay: 60 });
  // Starts before the key is pressed, as it would wait forever for one that it missed.
  await page.evaluate((sought) => {
    const looking = window as unknown as Looking;
    looking.found = new Promise<number>((resolve) => {
      let from = 0;
      const look = () => {
        const rows = document.querySelectorAll('[data-key-row]');
        if (from > 0 && rows[0]?.textContent?.includes(sought)) resolve(performance.now() - from);
        else requestAnimationFrame(look);
      };
      addEventListener('keydown', () => (from = performance.now()), { capture: true, once: true });
      look();
    });
  }, text);
  await page.keyboard.press(text.slice(-1));
  return page.evaluate(() => (window as unknown as Looking).found);
}
type Looking = { found: Promise<number> };

async function scroll(page: Page): Promise<{ rows: number; long: number[] }> {
  await page.mouse.move(700, 600);
  await forget(page);
  let rows = 0;
  for (let turn = 0; turn < WHEEL.times; turn += 1) {
    await page.mouse.wheel(0, WHEEL.pixels);
    await page.waitForTimeout(WHEEL.pauseMs);
    if (turn % 8 === 0) rows = Math.max(rows, await page.locator('[data-key-row]').count());
  }
  return { rows, long: (await probeOf(page)).long };
}
