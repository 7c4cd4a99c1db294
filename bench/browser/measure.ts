import type { Database } from '../cluster.ts';
import type { Section } from '../report.ts';
import type { Size } from '../seed/size.ts';
import { freePort, startForBrowser } from '../targets.ts';
import { measureInteractions, measureLongList } from './interactions.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLoads } from './load.ts';
import { launch, type Site } from './open.ts';

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
