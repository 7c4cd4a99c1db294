import type { Locator, Page } from '@playwright/test';

/** What the browser tests say of any page. */
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });
export const landing = (page: Page): Locator => heading(page, 'Know who has every key.');
/** The notification that shows; its variant stands in `data-variant`. */
export const toast = (page: Page): Locator => page.locator('[data-variant]');
export const userMenu = (page: Page): Locator => page.getByRole('button', { name: /^User menu of/ });

/** Where the navigation is: in the header, or on a phone in the sheet, which this opens. */
export async function navigation(page: Page, isPhone: boolean): Promise<Locator> {
  if (isPhone) await page.getByRole('button', { name: 'Menu' }).click();
  return page.getByRole('navigation', { name: 'Main' });
}

/** Goes to a screen by the navigation. */
export async function goTo(page: Page, isPhone: boolean, name: string): Promise<void> {
  const items = await navigation(page, isPhone);
  await items.getByRole('link', { name, exact: true }).click();
}

/** Goes to an address the way a link does, without loading the page anew. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** A gate in front of a call: nothing passes until what this answers is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const gate: { open: () => void } = { open: () => undefined };
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  await page.route(url, async (route) => {
    await opened;
    await route.continue();
  });
  return () => gate.open();
}

/**
 * Lets replies give the time of the page's own clock, for a test that sets that clock. Otherwise Keyhold takes the device's clock for wrong and
 * uses the server's time.
 */
export const ownClock = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === 'date' ? new Date().toUTCString() : get.call(this, name);
    };
  });

/** Stops the clock of a page that has `page.clock.install()`: from here on time passes only when told. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

/** Marks this load of the page; the mark is gone after the next. */
export const mark = (page: Page): Promise<unknown> =>
  page.evaluate(() => Object.assign(window, { before: true }));
export const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'before' in window);

/** Cuts the live channel, so that what others do is not heard: what the screen shows is as old as its last reading. To be called before it opens. */
export const unheard = (page: Page): Promise<unknown> =>
  page.route('**/api/live?*', (route) => route.abort());
