import { checkNode } from '../bin/check-node.mjs';

/** What the npm scripts do, once the packages of the lock file are installed. */
const COMMANDS = {
  start: async () => (await import('./start.mjs')).start(),
  dev: async () => (await import('./dev.mjs')).dev(),
  build: async () => {
    if (!(await import('./build.mjs')).build()) return 1;
    return (await import('./budget.mjs')).budget() ? 0 : 1;
  },
  check: async () => (await import('./check.mjs')).check(),
  test: async () => (await import('./suite.mjs')).suite(),
  'test:attacks': async () => (await import('./at-length.mjs')).atLength('attacks', process.argv.slice(3)),
  bench: async () => (await import('./bench.mjs')).bench(process.argv.slice(3)),
  'test:cluster': async () =>
    (await import('./at-length.mjs')).atLength('deploy/cluster', process.argv.slice(3)),
  pictures: async () => {
    if (!(await import('./build.mjs')).build()) return 1;
    return (await import('./node.mjs')).runs('tsx', ['scripts/pictures.ts'], { KEYHOLD_BUILT: '1' }) ? 0 : 1;
  },
  prepack: async () => (await import('./pack.mjs')).prepack(),
  postpack: async () => (await import('./pack.mjs')).postpack(),
  'test:package': async () => (await import('./test-package.mjs')).testPackage(),
  'test:upgrade': async () => (await import('./upgrade.mjs')).upgrade(process.argv.slice(3)),
  'test:faults': async () => (await import('./at-length.mjs')).atLength('faults', process.argv.slice(3)),
};

checkNode();
const command = COMMANDS[process.argv[2]];
if (!command) {
  console.error(`Usage: node scripts/prepare.mjs ${Object.keys(COMMANDS).join('|')}`);
  process.exit(2);
}
const { install } = await import('./install.mjs');
if (!install()) process.exit(1);
const code = await command();
if (code !== undefined) process.exitCode = code;
