import type { Page } from '@playwright/test';
import { median } from '../measure.ts';
import { digits, type Section } from '../report.ts';
import { type Browser, CPU_SLOWDOWN, NETWORK, type Probe, probeOf, type Site, withPage } from './open.ts';

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

type Load = { requests: number; kilobytes: number; paint: number; usable: number; shift: number };

/** Measures the time of a first visit until each screen is usable, on a phone with an empty cache. */
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
      digits(of('shift')),
    ];
  });
  const head = ['screen', 'requests before', 'KB before', 'first paint ms', 'usable ms', 'range', 'shift'];
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
    return { ...rest, shift, usable };
  });

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
