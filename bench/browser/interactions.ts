import type { Page } from '@playwright/test';
import { median } from '../measure.ts';
import type { Section } from '../report.ts';
import { identifierOf, type Size } from '../seed/size.ts';
import {
  type Browser,
  CPU_SLOWDOWN,
  forget,
  open,
  probeOf,
  SCREENS,
  type Site,
  slowDown,
  withPage,
} from './load.ts';

/** An action of a user in the key list, and how to undo it. */
type Interaction = {
  title: string;
  act: (page: Page) => Promise<unknown>;
  back: (page: Page) => Promise<unknown>;
};

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search keys' });
const pressEscape = (page: Page) => page.keyboard.press('Escape');

const INTERACTIONS: Interaction[] = [
  {
    title: 'type five letters into the search',
    act: (page) => search(page).pressSequentially('WK-00', { delay: 150 }),
    back: (page) => search(page).fill(''),
  },
  {
    title: "open a row's menu",
    act: (page) => page.getByRole('button', { name: 'More actions' }).first().click(),
    back: pressEscape,
  },
  { title: 'open the filter of statuses', act: (page) => status(page).click(), back: pressEscape },
  {
    title: 'choose a status',
    act: async (page) => {
      await status(page).click();
      await page.getByRole('option').nth(1).click();
    },
    back: (page) => page.getByRole('button', { name: 'Clear filters' }).click(),
  },
  {
    title: 'open a dialog',
    act: async (page) => {
      await page.getByRole('button', { name: 'More actions' }).first().click();
      await page.getByRole('menuitem', { name: 'Key Details' }).click();
      await page.getByRole('dialog').waitFor();
    },
    back: pressEscape,
  },
];

const status = (page: Page) => page.getByRole('combobox', { name: 'Status' });
/** The time in which the results of an interaction have been drawn. */
const SETTLED_MS = 700;

/** Measures how long the page takes to respond: the longest event of each interaction, until it was drawn. */
export const measureInteractions = (browser: Browser, site: Site, rounds: number): Promise<Section> =>
  withPage(browser, site, { phone: false, slow: false, signedIn: true }, async (page) => {
    const list = SCREENS.find(({ title }) => title === 'key list');
    if (list) await open(page, site, list);
    await slowDown(page, false);
    const rows: string[][] = [];
    for (const { title, act, back } of INTERACTIONS) {
      const longest: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        await page.waitForTimeout(SETTLED_MS);
        await forget(page);
        await act(page);
        await page.waitForTimeout(SETTLED_MS);
        // The first round also loads the code that the others reuse.
        longest.push(Math.max(0, ...(await probeOf(page)).events));
        await back(page);
      }
      const [first = 0, ...others] = longest;
      rows.push([title, first.toFixed(0), median(others).toFixed(0), Math.max(...others).toFixed(0)]);
    }
    const head = ['in the key list', 'first ms', 'then ms', 'longest ms'];
    return { title: `Interactions, ${CPU_SLOWDOWN} x slower processor, ${rounds} times`, head, rows };
  });

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
