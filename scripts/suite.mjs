import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { budget } from './budget.mjs';
import { build } from './build.mjs';
import { presentChromium } from './chromium.mjs';
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

  const fetched = beside('chromium', ['scripts/chromium.mjs']);
  const built = await stage('build', build);
  const checked = beside('check', ['scripts/prepare.mjs', 'check']);
  await stage('tests on a real database', () => vitest(built));
  await stage('lint and types', async () => single(await checked()));
  await stage('tests of time at other moments and places', () =>
    vitest(built, 'vitest.time.config.ts', `${RESULTS}/vitest-time.json`),
  );
  await stage('budget of initial JavaScript', () => built && budget());
  await stage('browser tests', async () => {
    const chromium = (await fetched()) && (await presentChromium());
    return chromium && built ? playwright(chromium) : single(false);
  });
  await stage('requirements', requirements);

  const total = { passed: 0, failed: 0 };
  console.log(`\n== done in ${seconds(began)} s`);
  for (const { name, passed, failed, skipped, seconds: took } of results) {
    const also = skipped ? `, ${skipped} skipped` : '';
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
 * Starts a script that fills the pauses of the tests on the database: lint and types, or fetching a Chromium. Answers what waits for its
 * end, prints what it said and tells whether it succeeded.
 */
function beside(name, args) {
  const said = join(ROOT, RESULTS, `${name}.txt`);
  const file = openSync(said, 'w');
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', file, file] });
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
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
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
