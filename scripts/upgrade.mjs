import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { npmCi } from './install.mjs';
import { PROGRAMS, ROOT, succeeds } from './node.mjs';

/**
 * What of a version's tests is not about its server: they hold the catalogue to what that version knows of it, or migrate databases of
 * their own, of which the schema of a later version is none.
 */
export const OF_THE_SCHEMA = ['distribution', 'login', 'migrate', 'schema', 'tenant-isolation'].map(
  (name) => `server/database/${name}.test.ts`,
);

/**
 * `npm run test:upgrade -- REF [FILES]`: the server and the tests of the commit REF on a database that the migrations of this tree made, as
 * an old server meets it while an upgrade is under way. Its last lines name what failed, and count.
 */
export function upgrade(words) {
  const [ref, ...files] = words.filter((word) => !word.startsWith('-'));
  const commit = ref && commitOf(ref);
  if (!commit) {
    console.error(ref ? `There is no commit ${ref}.` : 'Usage: npm run test:upgrade -- REF [FILES]');
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-upgrade-'));
  try {
    unpack(commit, folder);
    if (!addPackages(folder)) return 1;
    writeFileSync(join(folder, CONFIG), configFor(folder));
    console.log(
      `The tests of ${ref} (${commit.slice(0, 12)}) on the schema of ${relative(process.cwd(), ROOT) || 'this tree'}`,
    );
    const report = join(folder, 'vitest.json');
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
    const run = [
      join(ROOT, PROGRAMS.vitest),
      'run',
      '--root',
      folder,
      '--config',
      join(folder, CONFIG),
      ...reporters,
      ...files,
    ];
    const clean = inFolder(folder, process.execPath, run);
    return tell(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null, folder, clean);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const CONFIG = 'vitest.upgrade.config.mjs';

function commitOf(ref) {
  const found = spawnSync(
    'git',
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
    { cwd: ROOT },
  );
  return found.status === 0 ? String(found.stdout).trim() : null;
}

/** The files of a commit, as they were. */
export function unpack(commit, folder) {
  const archive = join(folder, 'commit.tar');
  if (
    !succeeds('git', ['archive', '--format=tar', '-o', archive, commit]) ||
    !succeeds('tar', ['-xf', archive, '-C', folder])
  )
    throw new Error(`The files of ${commit} could not be unpacked.`);
  rmSync(archive);
}

/** Those of this tree where the lock files agree, else its own. */
function addPackages(folder) {
  const lockOf = (where) => readFileSync(join(where, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(ROOT)) {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
    return true;
  }
  console.log('Its packages are others: installing them.');
  return inFolder(folder, ...npmCi());
}

/** Its tests, on a template database that this tree makes: `server/testing/database.ts` of both must provide the same. */
export const configFor = (folder) => `export default {
  root: ${JSON.stringify(folder)},
  // Its packages may be links to those of another folder.
  resolve: { preserveSymlinks: true },
  server: { fs: { strict: false } },
  test: {
    include: ['server/**/*.test.ts'],
    exclude: ${JSON.stringify(OF_THE_SCHEMA)},
    globalSetup: [${JSON.stringify(join(ROOT, 'server/testing/database.ts'))}],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    isolate: false,
  },
};
`;

const inFolder = (cwd, command, args) =>
  spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;

/** What failed, one line each: the file, the title and why. */
export function failuresIn({ testResults }, folder) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(folder, name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    const why = (text) => String(text ?? '').split('\n')[0];
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${why(message)}`] : [];
    return failed.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${why(failureMessages[0])}`);
  });
}

function tell(report, folder, clean) {
  const failures = report ? failuresIn(report, folder) : ['No tests ran'];
  if (failures.length > 0) console.log(`\n== failed on the new schema\n${failures.join('\n')}`);
  console.log(`\n${report?.numPassedTests ?? 0} passed, ${failures.length || (clean ? 0 : 1)} failed`);
  return failures.length === 0 && clean ? 0 : 1;
}
