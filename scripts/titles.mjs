import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PROGRAMS, ROOT } from './node.mjs';

/**
 * A test as its runner names it: `title` is its own, without those of its groups; `where` is its file, with the line where that is
 * known; `skipped` says that it does not run anywhere.
 * @typedef {{ title: string, where: string, skipped: boolean }} Test
 */

/**
 * Every test, listed by the runners without running one: no database, no build, no browser. Vitest reads the sources, so parameters
 * of a title are missing, and a test that is skipped under a condition counts as skipped.
 * @returns {Promise<Test[]>}
 */
export async function listedTests() {
  return [...(await listedByVitest()), ...listedByPlaywright()];
}

/**
 * Every test of a finished run, from the JSON reports of both runners; skipped is what did not run in any project.
 * @returns {Test[]}
 */
export function testsOfRun(vitestReport, playwrightReport) {
  const unit = readJson(vitestReport).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      title,
      where: relative(ROOT, name),
      skipped: status !== 'passed' && status !== 'failed',
    })),
  );
  return [...unit, ...testsIn(readJson(playwrightReport), ({ status }) => status === 'skipped')];
}

async function listedByVitest() {
  const { createVitest } = await import('vitest/node');
  const vitest = await createVitest('test', { root: ROOT, watch: false });
  try {
    const { testModules, unhandledErrors } = await vitest.collect([], { staticParse: true });
    if (unhandledErrors.length > 0) throw unhandledErrors[0];
    return testModules.flatMap((file) =>
      [...file.children.allTests()].map(({ name, options, location }) => ({
        title: name.replace(/\$\{[^}]*\}/g, ''),
        where: `${file.relativeModuleId}:${location?.line ?? 1}`,
        skipped: options.mode === 'skip' || options.mode === 'todo',
      })),
    );
  } finally {
    await vitest.close();
  }
}

function listedByPlaywright() {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [PROGRAMS.playwright, 'test', '--list', '--reporter=json'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`Playwright could not list its tests.\n${stdout}${stderr}`);
  return testsIn(JSON.parse(stdout), ({ expectedStatus }) => expectedStatus === 'skipped');
}

/** The tests of Playwright's report; each stands in it once for every project. */
function testsIn({ config, suites }, isSkipped) {
  const folder = relative(ROOT, config.rootDir);
  const walk = ({ specs = [], suites: inner = [] }) => [
    ...specs.map(({ title, file, line, tests }) => ({
      title,
      where: `${folder}/${file}:${line}`,
      skipped: tests.every(isSkipped),
    })),
    ...inner.flatMap(walk),
  ];
  return suites.flatMap(walk);
}

const readJson = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
