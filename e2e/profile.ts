import type { Browser, BrowserContext, Page } from '@playwright/test';

/** What changes a profile for good: it is not used again. */
const LASTING = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
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
 * The browser profile of a worker's tests. It keeps the browser's cache, so that a test does not fetch and compile the scripts of
 * Keyhold anew, and nothing else: each test begins without cookies, without storage and with a page of its own.
 */
export class Profile {
  private context: BrowserContext | null = null;
  private worn = false;
  /** Open from test to test: the browser keeps the process of its pages, and what it has compiled. */
  private anchor: Page | null = null;

  /** The profile as new, without a page. */
  async open(browser: Browser): Promise<BrowserContext> {
    if (!this.context) {
      this.context = await browser.newContext();
      this.worn = false;
      this.watch(this.context);
      this.anchor = await this.context.newPage();
      await this.anchor.goto(`${process.env.KEYHOLD_URL}/healthz`);
    }
    return this.context;
  }

  /** Forgets what the pages before stored. To be called on a test's first page, before it goes anywhere. */
  async forget(page: Page): Promise<void> {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Storage.clearDataForOrigin', {
      origin: new URL(process.env.KEYHOLD_URL ?? '').origin,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
    });
    await browser.detach();
  }

  /** Empties the profile, or closes it when that is not enough. */
  async leave(): Promise<void> {
    const { context } = this;
    if (!context) return;
    if (this.worn || !(await empty(context, this.anchor))) await this.close();
  }

  async close(): Promise<void> {
    const { context } = this;
    this.context = null;
    await context?.close();
  }

  private watch(context: BrowserContext): void {
    const wears = <T extends object>(owner: T, names: readonly (keyof T)[]) => {
      for (const name of names) {
        const original = owner[name];
        if (typeof original !== 'function') throw new Error(`Playwright has no ${String(name)} any more.`);
        owner[name] = ((...given: unknown[]) => {
          this.worn = true;
          return original.apply(owner, given);
        }) as T[keyof T];
      }
    };
    wears(context, LASTING);
    wears(context.clock, CLOCK);
    context.once('close', () => {
      if (this.context === context) this.context = null;
    });
  }
}

/** Closes the pages but the anchor and forgets cookies and routes; what the pages stored is forgotten before the next. False when the browser refused. */
async function empty(context: BrowserContext, anchor: Page | null): Promise<boolean> {
  try {
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    for (const page of context.pages()) if (page !== anchor) await page.close();
    await context.clearCookies();
    return true;
  } catch {
    return false;
  }
}
