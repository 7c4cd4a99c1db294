import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ROOT, runs } from './node.mjs';

const RESULTS = '.cache/attacks';
const REPORT = `${RESULTS}/vitest.json`;
const FIGURES = join(ROOT, RESULTS, 'figures.jsonl');

/**
 * `npm run test:attacks`: everything in attacks/ at length, a quarter of an hour at the most. Words behind `--` choose files
 * (`-- generated fairness`). Prints what was measured, and `N passed, N failed` as its last line.
 */
export function attacks(words) {
  const began = Date.now();
  if (!build()) return 1;
  rmSync(join(ROOT, RESULTS), { recursive: true, force: true });
  mkdirSync(join(ROOT, RESULTS), { recursive: true });
  appendFileSync(FIGURES, '');
  const files = words.filter((word) => !word.startsWith('-')).map((word) => `attacks/${word}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const clean = runs('vitest', ['run', '--config', 'vitest.attacks.config.ts', ...reporters, ...files], {
    KEYHOLD_BUILT: '1',
    ATTACKS: 'long',
    ATTACK_FIGURES: FIGURES,
  });
  console.log('\n== figures');
  for (const line of readFileSync(FIGURES, 'utf8').split('\n').filter(Boolean)) {
    const { goal, text } = JSON.parse(line);
    console.log(`${goal}: ${text}`);
  }
  const { passed, failed, skipped } = counted(clean);
  console.log(
    `\n== done in ${Math.round((Date.now() - began) / 1000)} s${skipped ? `, ${skipped} skipped` : ''}`,
  );
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function counted(clean) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(
      readFileSync(join(ROOT, REPORT), 'utf8'),
    );
    return { passed: numPassedTests, failed: numFailedTests || (clean ? 0 : 1), skipped: numPendingTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
