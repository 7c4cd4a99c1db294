import { type BrowserContext, chromium, devices, type Page } from '@playwright/test';
import { tokenOf } from '../seed/size.ts';

export type Browser = Awaited<ReturnType<typeof chromium.launch>>;

/** The address of the measured server, and the name of its session cookie. */
export type Site = { url: string; cookie: string };

/** The view of a page. `slow` has a phone's network and processor. */
export type Look = { phone: boolean; slow: boolean; signedIn: boolean };

/** A phone's connection, and how many times slower its processor is than this machine's. */
export const NETWORK = { latencyMs: 150, megabits: 1.6 };
export const CPU_SLOWDOWN = 4;

/** `debugPort` is the port on which Lighthouse reaches the same browser. */
export const launch = (executablePath: string, debugPort: number): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--remote-debugging-port=${debugPort}`,
    ],
  });

/** Runs `work` with an empty page of a new profile, so with an empty cache. */
export async function withPage<T>(
  browser: Browser,
  site: Site,
  { phone, slow, signedIn }: Look,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    ...(phone ? devices['Pixel 7'] : { viewport: { width: 1440, height: 900 } }),
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  });
  try {
    if (signedIn) await signIn(context, site);
    const page = await context.newPage();
    await page.addInitScript(PROBE);
    if (slow) await slowDown(page, true);
    return await work(page);
  } finally {
    await context.close();
  }
}

/** Signs in as the first user of the seed, who may see everything; their session is in the seed. */
const signIn = (context: BrowserContext, { url, cookie }: Site) =>
  context.addCookies([{ name: cookie, value: tokenOf(1), url, httpOnly: true, sameSite: 'Lax' }]);

/** Throttles the processor, and with `network` the connection, to those of a phone. */
export async function slowDown(page: Page, network: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  if (!network) return;
  const bytes = (NETWORK.megabits * 1_000_000) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: NETWORK.latencyMs,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
}

/** The figures that the page records about itself from the start. */
export type Probe = { shift: number; long: number[]; events: number[]; usable: number };

/** `__name` is a helper that the compiled functions call when they run in the page. */
const PROBE = `
  window.__name = (named) => named;
  window.probe = { shift: 0, long: [], events: [], usable: 0 };
  const watch = (type, note, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options });
  watch('layout-shift', (entry) => entry.hadRecentInput || (window.probe.shift += entry.value));
  watch('longtask', (entry) => window.probe.long.push(entry.duration));
  watch('event', (entry) => entry.interactionId && window.probe.events.push(entry.duration), { durationThreshold: 16 });
`;

/** Clears the tasks and events recorded so far. */
export const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { probe } = window as unknown as { probe: Probe };
    probe.long = [];
    probe.events = [];
  });

export const probeOf = (page: Page): Promise<Probe> =>
  page.evaluate(() => (window as unknown as { probe: Probe }).probe);
