import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../server/config.ts';

type Packed = { files: { path: string; size: number }[]; size: number };
const BUILT = process.env.KEYHOLD_BUILT === '1';
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const COMMAND = join(ROOT, manifest.bin.keyhold);

/** What `npm pack` would put into the package. `npm test` has built before; by hand a stale build is made again. */
async function packed(): Promise<Packed> {
  // Plain JavaScript, as it runs before anything is built.
  const file: string = './build.mjs';
  if (!BUILT) expect((await import(file)).build()).toBe(true);
  const npm = process.env.npm_execpath;
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [program, all] = npm ? [process.execPath, [npm, ...words]] : ['npm', words];
  const { stdout } = await promisify(execFile)(program, all, { cwd: ROOT });
  const answer = JSON.parse(stdout);
  return Array.isArray(answer) ? answer[0] : (Object.values(answer)[0] as Packed);
}

const { files, size } = await packed();
const paths = files.map(({ path }) => path);

test('the package has what the server, the browser and every command need', () => {
  const migrations = readdirSync(join(ROOT, 'server/database/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => `server/database/migrations/${name}`);
  const named = [...readFileSync(COMMAND, 'utf8').matchAll(/'\.\.\/((?:dist|scripts)\/[^']+)'/g)].map(
    ([, path]) => path,
  );
  expect(named).toContain('dist/server/main.js');
  expect(paths).toEqual(
    expect.arrayContaining([
      ...named,
      ...migrations,
      ...['dist/server/encode.js', 'dist/server/import-worker.js', 'dist/web/index.html'],
      ...['dist/web/.vite/manifest.json', 'dist/web/.vite/pages.json', 'bin/check-node.mjs'],
      ...[
        'LICENSE',
        'README.md',
        'CHANGELOG.md',
        'SECURITY.md',
        'docs/operating.md',
        'deploy/keyhold.service',
      ],
    ]),
  );
  expect(paths.filter((path) => /^dist\/web\/assets\/.+\.js$/.test(path)).length).toBeGreaterThan(20);
  // Made by prepack alone, so this list cannot show them.
  expect(manifest.files).toEqual(expect.arrayContaining(['dist/sbom.cdx.json', 'npm-shrinkwrap.json']));
});

/** What a phone shows when Keyhold is installed on it. */
const APP_ICONS = /^dist\/web\/(icon-\w+|apple-touch-icon)\.png$/;

test('the package has no test, source, screenshot, data or large file', () => {
  const wanted = /^(bin|deploy|dist\/(server|web)|docs|server\/database\/migrations)\/|^[A-Z]+(\.md)?$/;
  const others = ['package.json', '.env.example', 'scripts/verify-export.mjs', 'dist/sbom.cdx.json'];
  expect(paths.filter((path) => !wanted.test(path) && !others.includes(path))).toEqual([]);
  expect(
    paths.filter(
      (path) => /\.(tsx?|map|png|pem|key|tar|tgz)$|\.test\.|(^|\/)data\//.test(path) && !APP_ICONS.test(path),
    ),
  ).toEqual([]);
  expect(files.filter((file) => file.size > 1_500_000)).toEqual([]);
  expect(size).toBeLessThan(6_000_000);
});

test('the built server imports only packages that are installed with it', () => {
  const shipped = new Set(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }));
  const imported = paths
    .filter((path) => /^dist\/server\/.+\.js$/.test(path))
    .flatMap((path) => [
      ...readFileSync(join(ROOT, path), 'utf8').matchAll(/^(?:import|export) .*?["']([@\w][^"']*)["'];$/gm),
    ])
    .map(([, from = '']) => from)
    .filter((from) => !from.startsWith('node:'))
    .map((from) => from.split('/', from.startsWith('@') ? 2 : 1).join('/'));
  expect(imported).toContain('fastify');
  expect([...new Set(imported)].filter((name) => !shipped.has(name))).toEqual([]);
});

/** Runs `keyhold WORDS` in another folder. */
function keyhold(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
    cwd: '/',
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('keyhold says its commands, its version and commit, and refuses what it does not know', () => {
  const help = keyhold('--help');
  expect(help.status).toBe(0);
  for (const name of [
    'start',
    'verify',
    'backup',
    'restore',
    'migrate',
    'company',
    'register-sheet',
    'password-link',
  ])
    expect(help.stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(keyhold('backup', '--help')).toEqual(help);
  const version = keyhold('--version');
  expect(version.stdout).toMatch(/^keyhold \d+\.\d+\.\d+ \(([0-9a-f]{12,40}\+?|unknown)\)\n$/);
  expect(version.stdout).toContain(manifest.version);
  for (const word of ['serve', '--port', 'constructor'])
    expect(keyhold(word)).toEqual({
      status: 2,
      stdout: '',
      stderr: `There is no command ${word}. \`keyhold --help\` lists them.\n`,
    });
  expect(keyhold('start', '--port', '80').status).toBe(2);
});

test('keyhold gives a command its own words and its exit code', () => {
  expect(keyhold('backup').stderr).toBe('Usage: keyhold backup FILE\n');
  expect(keyhold('backup').status).toBe(1);
  const refused = keyhold('verify-export', '/does-not-exist');
  expect(refused.stdout).toMatch(/^WRONG: name the folder/);
  expect(refused.status).toBe(1);
});
