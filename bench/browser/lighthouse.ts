import lighthouse from 'lighthouse';
import { median } from '../measure.ts';
import type { Section } from '../report.ts';
import { tokenOf } from '../seed/size.ts';
import { SCREENS } from './load.ts';
import type { Site } from './open.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse's marks for a phone, the median of each, and what it found wanting outside of speed. */
export async function measureLighthouse(
  debugPort: number,
  { url, cookie }: Site,
  rounds: number,
): Promise<Section> {
  const rows: string[][] = [];
  for (const { title, path, signedIn } of SCREENS) {
    const marks = new Map<string, number[]>(CATEGORIES.map((name) => [name, []]));
    const wanting = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const run = await lighthouse(`${url}${path}`, {
        port: debugPort,
        logLevel: 'silent',
        onlyCategories: [...CATEGORIES],
        ...(signedIn && { extraHeaders: { cookie: `${cookie}=${tokenOf(1)}` } }),
      });
      if (!run) throw new Error('Lighthouse gave no marks');
      for (const [name, seen] of marks) seen.push(Math.round((run.lhr.categories[name]?.score ?? 0) * 100));
      for (const name of CATEGORIES.slice(1))
        for (const { id, weight } of run.lhr.categories[name]?.auditRefs ?? [])
          if (weight > 0 && run.lhr.audits[id]?.score === 0) wanting.add(id);
    }
    rows.push([
      title,
      ...[...marks.values()].map((seen) => median(seen).toFixed(0)),
      [...wanting].join(', '),
    ]);
  }
  return {
    title: `Lighthouse, phone, median of ${rounds}`,
    head: ['screen', ...CATEGORIES, 'wanting'],
    rows,
  };
}
