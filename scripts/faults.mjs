import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ROOT, runs } from './node.mjs';

const RESULTS = '.cache/faults';
const REPORT = `${RESULTS}/vitest.json`;
const FIGURES = join(ROOT, RESULTS, 'figures.jsonl');
const PAGE = join(ROOT, 'docs/reliability.md');

/**
 * `npm run test:faults`: breaks everything that can break, at length, and prints what was measured. Words behind `--` choose files
 * (`-- kill link`); `--write` puts the figures into docs/reliability.md. Its last line is `N passed, N failed`.
 */
export function faults(words) {
  const began = Date.now();
  if (!build()) return 1;
  rmSync(join(ROOT, RESULTS), { recursive: true, force: true });
  mkdirSync(join(ROOT, RESULTS), { recursive: true });
  appendFileSync(FIGURES, '');
  const files = words.filter((word) => !word.startsWith('-')).map((word) => `faults/${word}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const clean = runs('vitest', ['run', '--config', 'vitest.faults.config.ts', ...reporters, ...files], {
    KEYHOLD_BUILT: '1',
    FAULTS: 'long',
    FAULT_FIGURES: FIGURES,
  });
  const figures = readFigures(readFileSync(FIGURES, 'utf8'));
  console.log('\n== figures');
  for (const [goal, texts] of figures) for (const text of texts) console.log(`${goal}: ${text}`);
  if (words.includes('--write')) writeFigures(figures);
  const { passed, failed } = counted(clean);
  console.log(`\n== done in ${Math.round((Date.now() - began) / 1000)} s`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** What was measured, by goal, in the order of the measuring. */
export function readFigures(lines) {
  const figures = new Map();
  for (const line of lines.split('\n').filter(Boolean)) {
    const { goal, text } = JSON.parse(line);
    figures.set(goal, [...(figures.get(goal) ?? []), text]);
  }
  return figures;
}

/** The line `Measured:` of a goal says what was measured last; goals that were not measured stay as they are. */
export function writeFigures(figures) {
  let goal = '';
  const lines = readFileSync(PAGE, 'utf8').split('\n');
  const written = lines.map((line) => {
    goal = /^- \*\*(\w+)\*\*/.exec(line)?.[1] ?? goal;
    const texts = figures.get(goal);
    return texts && line.startsWith('  Measured: ') ? `  Measured: ${texts.join('. ')}.` : line;
  });
  writeFileSync(PAGE, written.join('\n'));
}

function counted(clean) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(join(ROOT, REPORT), 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests || (clean ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
