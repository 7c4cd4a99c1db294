import type { Browser, BrowserContext, Page } from '@playwright/test';

/** Methods whose effect cannot be undone: the profile is then replaced. */
const IRREVERSIBLE = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const;
const CLOCK = [
  'fastForward',
  'install',
  'pauseAt',
  'resume',
  'runFor',
  'setFixedTime',
  'setSystemTime',
] as const;

/**
 * Browser profile of a worker's tests. Keeps only the browser's cache, so that tests do not load and compile Keyhold's scripts again: each
 * test starts without cookies and storage, on a new page.
 */
export class Profile {
  private context: BrowserContext | null = null;
  private dirty = false;
  /** Stays open between tests, so that the browser keeps its renderer process and compiled scripts. */
  private anchor: Page | null = null;

  /** Returns the empty profile, without a page for the test. */
  async open(browser: Browser): Promise<BrowserContext> {
    if (!this.context) {
      this.context = await browser.newContext();
      this.dirty = false;
      this.watch(this.context);
      this.anchor = await this.context.newPage();
      await this.anchor.goto(`${process.env.KEYHOLD_URL}/healthz`);
    }
    return this.context;
  }

  /** Clears the storage of earlier tests. Call on a test's first page, before it navigates. */
  async forget(page: Page): Promise<void> {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Storage.clearDataForOrigin', {
      origin: new URL(process.env.KEYHOLD_URL ?? '').origin,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
    });
    await browser.detach();
  }

  /** Empties the profile, or closes it if that is not enough. */
  async leave(): Promise<void> {
    const { context } = this;
    if (!context) return;
    if (this.dirty || !(await empty(context, this.anchor))) await this.close();
  }

  async close(): Promise<void> {
    const { context } = this;
    this.context = null;
    await context?.close();
  }

  private watch(context: BrowserContext): void {
    const track = <T extends object>(owner: T, names: readonly (keyof T)[]) => {
      for (const name of names) {
        const original = owner[name];
        if (typeof original !== 'function') throw new Error(`Playwright has no ${String(name)} any more.`);
        owner[name] = ((...given: unknown[]) => {
          this.dirty = true;
          return original.apply(owner, given);
        }) as T[keyof T];
      }
    };
    track(context, IRREVERSIBLE);
    track(context.clock, CLOCK);
    context.once('close', () => {
      if (this.context === context) this.context = null;
    });
  }
}

/** Closes all pages but the anchor, and clears cookies, routes, permissions and the cut network; `forget` clears the storage. False when the browser refused. */
async function empty(context: BrowserContext, anchor: Page | null): Promise<boolean> {
  try {
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    for (const page of context.pages()) if (page !== anchor) await page.close();
    await context.clearCookies();
    await context.clearPermissions();
    await context.setOffline(false);
    return true;
  } catch {
    return false;
  }
}
