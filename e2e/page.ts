import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { ROUTE_TABLE } from '../scripts/routes.ts';

/** Locators and actions for every page. */
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });
export const landing = (page: Page): Locator => heading(page, 'Know who has every key.');
/** The visible notification; its variant is in `data-variant`. */
export const toast = (page: Page): Locator => page.locator('[data-variant]');
export const userMenu = (page: Page): Locator => page.getByRole('button', { name: /^User menu of/ });

/** The navigation: in the header, or on a phone in the sheet, which this opens. */
export async function navigation(page: Page, isPhone: boolean): Promise<Locator> {
  if (isPhone) await page.getByRole('button', { name: 'Menu' }).click();
  return page.getByRole('navigation', { name: 'Main' });
}

/** Opens a screen from the navigation. */
export async function goTo(page: Page, isPhone: boolean, name: string): Promise<void> {
  const items = await navigation(page, isPhone);
  await items.getByRole('link', { name, exact: true }).click();
}

/** Makes `goto` wait until closed dialogs have left the browser's history: their way back would interrupt it. */
export function goAfterDialogs(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (...where) => {
    if (page.url() !== 'about:blank')
      await page
        .waitForFunction(
          () =>
            !history.state?.layers || document.querySelector('[role=dialog], [role=listbox], [role=menu]'),
        )
        .catch(() => undefined);
    return goto(...where);
  };
}

/** Navigates to an address without reloading the page, as a link does. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Blocks requests to `url`, except the first `after` ones, until the returned function is called. */
export async function hold(page: Page, url: string | RegExp, { after = 0 } = {}): Promise<() => void> {
  let passed = 0;
  const gate: { open: () => void } = { open: () => undefined };
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  await page.route(url, async (route) => {
    passed += 1;
    if (passed > after) await opened;
    await route.continue();
  });
  return () => gate.open();
}

/**
 * Makes the `date` header of responses follow the page's clock, for tests that set that clock. Otherwise Keyhold takes the device's clock
 * for wrong and uses the server's time.
 */
export const ownClock = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === 'date' ? new Date().toUTCString() : get.call(this, name);
    };
  });

/** Marks this load of the page; a reload removes the mark. */
export const mark = (page: Page): Promise<unknown> =>
  page.evaluate(() => Object.assign(window, { before: true }));
export const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'before' in window);

/** A page's requests that have no answer yet. */
const waitingCalls = new WeakMap<Page, Set<Request>>();

function callsOf(page: Page): Set<Request> {
  const known = waitingCalls.get(page);
  if (known) return known;
  const calls = new Set<Request>();
  waitingCalls.set(page, calls);
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/live') calls.add(request);
  });
  page.on('requestfinished', (request) => calls.delete(request));
  // The page does not read the body of a probe, so it need not end.
  page.on('response', (reply) => {
    if (new URL(reply.url()).pathname === '/healthz') calls.delete(reply.request());
  });
  page.on('requestfailed', (request) => calls.delete(request));
  return calls;
}

/** Installs the clock of a page that waits for no answer, and of all pages of its browser, for `passTime`; it runs on until `stopClock`. */
export async function takeClock(page: Page): Promise<void> {
  callsOf(page);
  await page.clock.install();
}

/** Stops a page's installed clock; then time passes only on request. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

const STEP_MS = 2000;

/**
 * Lets time pass on the clock of the page's browser. A jump of four seconds while a call waits means no signal to its page, so each step begins
 * when all calls are answered: those since `takeClock`, of every page.
 */
export async function passTime(page: Page, ms: number): Promise<void> {
  const waiting = () =>
    page
      .context()
      .pages()
      .reduce((sum, each) => sum + callsOf(each).size, 0);
  for (let left = ms; left > 0; left -= STEP_MS) {
    await expect.poll(waiting, { intervals: [10] }).toBe(0);
    await page.clock.runFor(Math.min(left, STEP_MS));
  }
  await expect.poll(waiting, { intervals: [10] }).toBe(0);
}

/**
 * Blocks the live channel, so that others' changes do not arrive. The small call that replaces it gets an empty answer, unless it `asks`: its
 * first real one has the page read everything again. Call before the page is loaded. A route would turn off the browser's cache.
 */
export const cutLive = (page: Page, { asks = false } = {}): Promise<unknown> =>
  page.addInitScript((isAsking) => {
    class NoSource extends EventTarget {
      constructor() {
        super();
        queueMicrotask(() => this.dispatchEvent(new Event('error')));
      }
      close(): void {}
    }
    Object.assign(window, { EventSource: NoSource });
    const { fetch } = window;
    if (isAsking) return;
    window.fetch = async (input, init) =>
      String(input).startsWith('/api/changes')
        ? Response.json({ position: '', changes: [] })
        : fetch(input, init);
  }, asks);

/** How many times slower than an idle one this machine is at the moment, at least 1: by requests from the page, of 10 ms when it is idle. */
export async function slowness(page: Page): Promise<number> {
  const took = await page.evaluate(async () => {
    const times: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      const began = performance.now();
      await (await fetch('/healthz', { cache: 'no-store' })).text();
      times.push(performance.now() - began);
    }
    return times;
  });
  return Math.max(1, median(took) / 10);
}

export const median = (times: number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;

/** A page of the signed-in app: its address and window title. */
type AppPage = { path: string; title: string };

/**
 * All pages for signed-in users, from the route table, so that new pages are included. `ids` fills in path parameters: `{ '/people/$id': 4
 * }`. Throws for a parameter without an id.
 */
export function everyPage(ids: Record<string, number | string>): AppPage[] {
  const pages = ROUTE_TABLE.filter(({ members }) => members).map(({ path, title }) => ({
    path: filledIn(path, ids),
    title,
  }));
  if (pages.length < 20) throw new Error(`The route table was not understood: ${pages.length} pages`);
  return pages;
}

function filledIn(path: string, ids: Record<string, number | string>): string {
  if (!path.includes('$')) return path;
  const id = ids[path];
  if (id === undefined) throw new Error(`No id is given for ${path}`);
  return path.replace(/\$\w+/, String(id));
}
