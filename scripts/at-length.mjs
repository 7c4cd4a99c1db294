import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ROOT, runs } from './node.mjs';

/** Where the figures of a folder are published. */
const PAGES = {
  faults: ['docs/reliability.md'],
  attacks: ['docs/attacks.md', 'docs/reliability.md'],
  'deploy/cluster': ['docs/scaling.md'],
};

/**
 * `npm run test:faults`, `npm run test:attacks` and `npm run test:cluster`: everything in that folder at length, and what was measured. Words behind `--` choose
 * files (`-- kill link`); `--write` puts the figures into the folder's page. The last line is `N passed, N failed`. A test
 * that was skipped, because a program or a right is missing here, fails the run; with `--allow-skipped` it does not.
 */
export function atLength(folder, words) {
  const began = Date.now();
  if (!build()) return 1;
  const results = `.cache/${folder}`;
  const [report, figuresFile] = [`${results}/vitest.json`, join(ROOT, results, 'figures.jsonl')];
  rmSync(join(ROOT, results), { recursive: true, force: true });
  mkdirSync(join(ROOT, results), { recursive: true });
  appendFileSync(figuresFile, '');
  const chosen = words.filter((word) => !word.startsWith('-'));
  const files = chosen.length > 0 ? chosen.map((word) => `${folder}/${word}`) : [`${folder}/`];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const clean = runs('vitest', ['run', '--config', 'vitest.length.config.ts', ...reporters, ...files], {
    KEYHOLD_BUILT: '1',
    AT_LENGTH: '1',
    FIGURES: figuresFile,
  });
  const figures = readFigures(readFileSync(figuresFile, 'utf8'));
  console.log('\n== figures');
  for (const [goal, texts] of figures) for (const text of texts) console.log(`${goal}: ${text}`);
  if (words.includes('--write')) {
    for (const page of PAGES[folder]) writeFigures(join(ROOT, page), figures);
    runs('biome', ['check', '--write', ...PAGES[folder]]);
  }
  const { passed, failed, skipped } = counted(join(ROOT, report), clean);
  const left = skipped ? `, ${skipped} skipped` : '';
  console.log(`\n== done in ${Math.round((Date.now() - began) / 1000)} s${left}`);
  console.log(`${passed} passed, ${failed} failed`);
  if (skipped && !words.includes('--allow-skipped')) {
    console.log(`Skipped tests prove nothing: install what is named above, or say --allow-skipped.`);
    return 1;
  }
  return failed === 0 ? 0 : 1;
}

/** What was measured, by goal, in the order of the measuring. */
function readFigures(lines) {
  const figures = new Map();
  for (const line of lines.split('\n').filter(Boolean)) {
    const { goal, text } = JSON.parse(line);
    figures.set(goal, [...(figures.get(goal) ?? []), text]);
  }
  return figures;
}

/**
 * Puts what was measured last into a page: behind `Measured:` of the goal `- **G8**`, and into the goal's row of the table under
 * `## Measured`. Goals that were not measured stay as they are.
 */
function writeFigures(page, figures) {
  let [goal, section] = ['', ''];
  const lines = readFileSync(page, 'utf8').split('\n');
  const written = lines.map((line) => {
    if (line.startsWith('## ')) section = line;
    goal = /^- \*\*(\w+)\*\*/.exec(line)?.[1] ?? goal;
    const row = section === '## Measured' ? /^\| (\w+) *\|/.exec(line)?.[1] : undefined;
    const texts = figures.get(row ?? goal);
    if (!texts) return line;
    if (row) return `| ${row} | ${texts.join('; ').replaceAll('|', '\\|')} |`;
    return line.startsWith('  Measured: ') ? `  Measured: ${texts.join('. ')}.` : line;
  });
  writeFileSync(page, written.join('\n'));
}

function counted(report, clean) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests || (clean ? 0 : 1), skipped: numPendingTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
