import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { budget } from './budget.mjs';
import { build } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { ROOT, runs } from './node.mjs';
import { checkSpec } from './spec.mjs';
import { testsOfRun } from './titles.mjs';

const RESULTS = '.cache/tests';
const REPORTS = { vitest: `${RESULTS}/vitest.json`, playwright: `${RESULTS}/playwright.json` };

/**
 * Everything that must hold, stage by stage; a stage that fails does not stop the next. A stage answers its counts, or true or
 * false for one that is a single check. Prints `N passed, N failed` as its last line.
 */
export async function suite() {
  rmSync(join(ROOT, RESULTS), { recursive: true, force: true });
  mkdirSync(join(ROOT, RESULTS), { recursive: true });
  const chromium = await findChromium();
  const began = Date.now();
  const results = [];
  const stage = async (name, run) => {
    console.log(`\n== ${name}`);
    const from = Date.now();
    const outcome = await run();
    const counts = typeof outcome === 'object' ? outcome : single(outcome);
    results.push({ name, seconds: seconds(from), ...counts });
    return counts.failed === 0;
  };

  const built = await stage('build', build);
  const checked = checkBeside();
  await stage('tests on a real database', () => vitest(built));
  await stage('lint and types', async () => single(await checked()));
  await stage('tests of time at other moments and places', () =>
    vitest(built, 'vitest.time.config.ts', `${RESULTS}/vitest-time.json`),
  );
  await stage('budget of initial JavaScript', () => built && budget());
  await stage('browser tests', () => (chromium && built ? playwright(chromium) : single(false)));
  await stage('requirements', requirements);

  const total = { passed: 0, failed: 0 };
  console.log(`\n== done in ${seconds(began)} s`);
  for (const { name, passed, failed, skipped, flaky, seconds: took } of results) {
    const also = `${flaky ? `, ${flaky} of them at the second try` : ''}${skipped ? `, ${skipped} skipped` : ''}`;
    console.log(`${name}: ${passed} passed, ${failed} failed${also} (${took} s)`);
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

const single = (good) => ({ passed: good ? 1 : 0, failed: good ? 0 : 1 });
const seconds = (from) => Math.round((Date.now() - from) / 1000);

/**
 * Starts lint and types, which fill the pauses of the tests on the database. Answers what waits for their end, prints what they said
 * and tells whether they are clean.
 */
function checkBeside() {
  const said = join(ROOT, RESULTS, 'check.txt');
  const file = openSync(said, 'w');
  const child = spawn(process.execPath, ['scripts/prepare.mjs', 'check'], {
    cwd: ROOT,
    stdio: ['ignore', file, file],
  });
  const ended = once(child, 'exit');
  if (child.pid) setPriority(child.pid, 10);
  return async () => {
    const [code] = await ended;
    process.stdout.write(readFileSync(said, 'utf8'));
    return code === 0;
  };
}

function vitest(built, config = 'vitest.config.ts', file = REPORTS.vitest) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const clean = runs(
    'vitest',
    ['run', '--config', config, ...reporters],
    built ? { KEYHOLD_BUILT: '1' } : {},
  );
  return counted(file, clean, ({ numPassedTests, numFailedTests, numPendingTests, testResults }) => {
    const unread = testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0);
    return { passed: numPassedTests, failed: numFailedTests + unread.length, skipped: numPendingTests };
  });
}

function playwright(chromium) {
  const file = REPORTS.playwright;
  const clean = runs('playwright', ['test', '--reporter=list,json'], {
    CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return counted(file, clean, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    flaky: stats.flaky,
  }));
}

/** Whether the tests that just ran name every row of the specification; one that was skipped proves nothing. */
function requirements() {
  try {
    return checkSpec(testsOfRun(REPORTS.vitest, REPORTS.playwright));
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

/** What a runner wrote down. One that failed though no test did (it crashed, or its server did) counts as a failure. */
function counted(file, clean, read) {
  let counts = { passed: 0, failed: 0 };
  try {
    counts = read(JSON.parse(readFileSync(join(ROOT, file), 'utf8')));
  } catch {
    console.error(`${file} was not written.`);
    return { passed: 0, failed: 1 };
  }
  return { ...counts, failed: counts.failed || (clean ? 0 : 1) };
}
