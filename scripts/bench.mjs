import { build } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { runs } from './node.mjs';

/** Builds what is stale and measures it. The words behind `--` are the benchmark's own: `npm run bench -- --help`. */
export async function bench(words) {
  if (!build()) return 1;
  const chromium = await findChromium();
  return runs('tsx', ['bench/main.ts', ...words], chromium ? { CHROMIUM: chromium } : {}) ? 0 : 1;
}
