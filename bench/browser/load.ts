import { type BrowserContext, chromium, devices, type Page } from '@playwright/test';
import { median } from '../measure.ts';
import { digits, type Section } from '../report.ts';
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
    return await work(await newPage(context, slow));
  } finally {
    await context.close();
  }
}

async function newPage(context: BrowserContext, slow: boolean): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(PROBE);
  if (slow) await slowDown(page, true);
  return page;
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

/** A page, and the selectors that show that it is usable: `shows` must match, and `without` must not. */
type Screen = { title: string; path: string; signedIn: boolean; shows: string; without?: string };

export const SCREENS: Screen[] = [
  { title: 'landing page', path: '/', signedIn: false, shows: 'h1' },
  { title: 'sign-in', path: '/login', signedIn: false, shows: 'form input[type=password]' },
  {
    title: 'dashboard',
    path: '/',
    signedIn: true,
    shows: 'main h1',
    without: 'main [aria-busy=true]',
  },
  {
    title: 'key list',
    path: '/key-bunches',
    signedIn: true,
    shows: 'main [aria-label="Key sets"] a',
    without: 'main [aria-label="Key sets"][aria-busy=true]',
  },
];

/** Layout shifts count until this long after a screen is usable. */
const AFTER_MS = 1500;

type Load = {
  requests: number;
  kilobytes: number;
  paint: number;
  usable: number;
  again: number;
  shift: number;
};

/** Measures the time until each screen is usable, on a phone: of a first visit, with an empty cache, and of a later one. */
export async function measureLoads(browser: Browser, site: Site, rounds: number): Promise<Section> {
  const loads = new Map<Screen, Load[]>(SCREENS.map((screen) => [screen, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [screen, seen] of loads) seen.push(await loadOnce(browser, site, screen));
  const rows = [...loads].map(([{ title }, seen]) => {
    const of = (name: keyof Load) => median(seen.map((one) => one[name]));
    const times = seen.map(({ usable }) => usable);
    return [
      title,
      of('requests').toFixed(0),
      of('kilobytes').toFixed(0),
      of('paint').toFixed(0),
      of('usable').toFixed(0),
      `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}`,
      of('again').toFixed(0),
      digits(of('shift')),
    ];
  });
  const head = [
    'screen',
    'requests before',
    'KB before',
    'first paint ms',
    'usable ms',
    'range',
    'again ms',
    'shift',
  ];
  const { latencyMs, megabits } = NETWORK;
  return {
    title: `First visit on a phone: ${latencyMs} ms, ${megabits} Mbit/s, ${CPU_SLOWDOWN} x slower processor, median of ${rounds}`,
    head,
    rows,
  };
}

const loadOnce = (browser: Browser, site: Site, screen: Screen): Promise<Load> =>
  withPage(browser, site, { phone: true, slow: true, signedIn: screen.signedIn }, async (page) => {
    await open(page, site, screen);
    await page.waitForTimeout(AFTER_MS);
    const { shift, usable } = await probeOf(page);
    const rest = await page.evaluate((until) => {
      const made = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const before = [...(arrival ? [arrival] : []), ...made.filter(({ startTime }) => startTime < until)];
      return {
        requests: before.length,
        kilobytes: before.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024,
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      };
    }, usable);
    return { ...rest, shift, usable, again: await openAgain(page, site, screen) };
  });

/** Milliseconds until the screen is usable at the third visit. A member's device keeps the app at the first and opens it from there at the second. */
async function openAgain(page: Page, site: Site, screen: Screen): Promise<number> {
  if (screen.signedIn) await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const context = page.context();
  await page.close();
  let usable = 0;
  for (let visit = 2; visit <= 3; visit += 1) {
    const next = await newPage(context, true);
    await open(next, site, screen);
    await next.waitForTimeout(AFTER_MS);
    usable = (await probeOf(next)).usable;
    await next.close();
  }
  return usable;
}

/** Opens a screen and waits until it is usable; the page records that moment in ms of its own clock. */
export async function open(page: Page, { url }: Site, { path, shows, without }: Screen): Promise<void> {
  await page.addInitScript(
    ([wanted, unwanted]) => {
      const { probe } = window as unknown as { probe: Probe };
      const look = () => {
        const there = document.querySelector(wanted ?? '') && !(unwanted && document.querySelector(unwanted));
        if (there) probe.usable = performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    [shows, without ?? ''],
  );
  await page.goto(`${url}${path}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => (window as unknown as { probe: Probe }).probe?.usable > 0, null, {
    timeout: 60_000,
  });
}
