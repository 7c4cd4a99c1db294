import type { Page } from '@playwright/test';
import { median } from '../measure.ts';
import type { Section } from '../report.ts';
import { open, SCREENS } from './load.ts';
import { type Browser, CPU_SLOWDOWN, forget, probeOf, type Site, slowDown, withPage } from './open.ts';

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
