import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Database } from '../cluster.ts';
import { median } from '../measure.ts';
import type { Section } from '../report.ts';
import { type Size, tokenOf } from '../seed/size.ts';
import { freePort, startForBrowser } from '../targets.ts';
import { measureInteractions, measureLongList } from './interactions.ts';
import { launch, measureLoads, SCREENS, type Site } from './load.ts';

/** The timings in Lighthouse's performance score, with our names for them, in milliseconds. */
const SPEED = {
  'first-contentful-paint': 'first paint',
  'speed-index': 'speed index',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
};
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Downloaded on demand: with its dependencies it is a third of what Keyhold's build needs. */
const LIGHTHOUSE = 'lighthouse@12.8.2';

/** The parts of a Lighthouse report that are read. */
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
};

async function runLighthouse(url: string, port: number, headers: Record<string, string>): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      `--port=${port}`,
      '--quiet',
      '--output=json',
      `--only-categories=${CATEGORIES.join()}`,
      `--extra-headers=${JSON.stringify(headers)}`,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as Report;
}

/** Lighthouse's scores for a phone, the median of each, and the audits outside of performance that failed. */
async function measureLighthouse(debugPort: number, { url, cookie }: Site, rounds: number): Promise<Section> {
  const rows: string[][] = [];
  for (const { title, path, signedIn } of SCREENS) {
    const marks = new Map<string, number[]>(CATEGORIES.map((name) => [name, []]));
    const times = new Map(Object.keys(SPEED).map((name) => [name, [] as number[]]));
    const wanting = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const headers: Record<string, string> = signedIn ? { cookie: `${cookie}=${tokenOf(1)}` } : {};
      const report = await runLighthouse(`${url}${path}`, debugPort, headers);
      for (const [name, seen] of marks) seen.push(Math.round((report.categories[name]?.score ?? 0) * 100));
      for (const [name, seen] of times) seen.push(report.audits[name]?.numericValue ?? 0);
      for (const name of CATEGORIES.slice(1))
        for (const { id, weight } of report.categories[name]?.auditRefs ?? [])
          if (weight > 0 && report.audits[id]?.score === 0) wanting.add(id);
    }
    rows.push([
      title,
      ...[...marks.values()].map((seen) => median(seen).toFixed(0)),
      ...[...times.values()].map((seen) => median(seen).toFixed(0)),
      [...wanting].join(', '),
    ]);
  }
  return {
    title: `Lighthouse, phone, median of ${rounds}`,
    head: ['screen', ...CATEGORIES, ...Object.values(SPEED).map((name) => `${name} ms`), 'wanting'],
    rows,
  };
}

/** Measures what a user sees, in the Chromium named by CHROMIUM: first visits, interactions, the long list and Lighthouse's scores. */
export async function measureBrowser(
  database: Database,
  size: Size,
  { rounds, quick }: { rounds: number; quick: boolean },
): Promise<Section[]> {
  const chromium = process.env.CHROMIUM;
  if (!chromium) throw new Error('What the browser does is measured with Chromium: CHROMIUM is to name it.');
  const keyhold = await startForBrowser(database);
  const debugPort = await freePort();
  const browser = await launch(chromium, debugPort);
  try {
    const site: Site = { url: `http://localhost:${keyhold.port}`, cookie: keyhold.cookie };
    return [
      await measureLoads(browser, site, rounds),
      await measureInteractions(browser, site, rounds),
      await measureLongList(browser, site, size, rounds * 2),
      await measureLighthouse(debugPort, site, quick ? 1 : rounds),
    ];
  } finally {
    await browser.close();
    await keyhold.stop();
  }
}
