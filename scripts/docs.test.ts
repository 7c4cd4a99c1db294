import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../server/config.ts';
import { ROUTE_TABLE } from './routes.ts';

const PAGES = ['.', '.github', 'docs', 'docs/decisions', 'docs/guide', 'deploy'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);
/** A file or folder of this repository as pages name it, from the root. */
const FILE =
  /`((?:server|shared|web|e2e|faults|attacks|bench|scripts|docs|deploy)\/[\w./-]*(?:\/|\.(?:tsx?|mjs|sql|md|tsv|json|yaml|service)))`/g;
/** A file of the code that pages name without its folder. */
const NAME = /`([\w.-]+\.(?:tsx?|mjs|sql))`/g;
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)\s]*)?\)/g;

const FOLDERS = ['server', 'shared', 'web', 'e2e', 'faults', 'attacks', 'bench', 'scripts', 'deploy'];
const NAMES = new Set([
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })).map(
    (path) => basename(path),
  ),
]);

test.for(PAGES)('%s names only files that exist', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const named = [...text.matchAll(FILE)].map(([, file = '']) => file);
  const linked = [...text.matchAll(LINK)].map(([, file = '']) => join(dirname(page), file));
  expect([...named, ...linked].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  const bare = [...text.matchAll(NAME)].map(([, name = '']) => name);
  expect(bare.filter((name) => !NAMES.has(name))).toEqual([]);
});

test('comments name only pages that exist', () => {
  const pages = new Set(PAGES.map((page) => basename(page)));
  const named = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(tsx?|mjs|sql)$/.test(path))
      .flatMap((path) =>
        [...readFileSync(join(ROOT, folder, path), 'utf8').matchAll(/^ *(?:\/\/|\/?\*|--).*$/gm)]
          .flatMap(([line]) => line.match(/[\w-]+\.md\b/g) ?? [])
          .map((page) => ({ file: `${folder}/${path}`, page })),
      ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ page }) => !pages.has(page))).toEqual([]);
});

/** The rows of CONTRIBUTING.md, "Where is ...?". */
const WHERE =
  /## Where is [\s\S]*?(?=\n## )/.exec(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'))?.[0] ?? '';

test('CONTRIBUTING.md names the file of every address', () => {
  const pages = ROUTE_TABLE.map(({ path, page }) => [`\`${path}\``, `\`web/${page}\``]);
  expect(pages.length).toBeGreaterThan(25);
  const rows = WHERE.split('\n').map((line) => line.split(/ *\| */).slice(2, 4));
  for (const page of pages) expect(rows).toContainEqual(page);
});

test('CONTRIBUTING.md names every contract', () => {
  const contracts = readdirSync(join(ROOT, 'shared/contract')).filter(
    (name) => !['call.ts', 'plain.ts'].includes(name),
  );
  expect(contracts.filter((name) => !WHERE.includes(`\`shared/contract/${name}\``))).toEqual([]);
});

/** The folder of the functions that answer each call, by the imports of server/features/table.ts; those of the live channel are beside it. */
async function foldersByCall(): Promise<Map<string, string>> {
  const table = readFileSync(join(ROOT, 'server/features/table.ts'), 'utf8');
  const folders = new Map(['getLive', 'getChanges'].map((call) => [call, 'server/live/']));
  for (const [, file = ''] of table.matchAll(/from '\.\/([\w-]+\/[\w-]+\.ts)'/g)) {
    const exported: Record<string, unknown> = await import(join(ROOT, 'server/features', file));
    for (const [name, features] of Object.entries(exported))
      if (name.endsWith('Features'))
        for (const call of Object.keys(Object(features)))
          folders.set(call, `server/features/${dirname(file)}/`);
  }
  return folders;
}

test('CONTRIBUTING.md names the folders that answer the calls of each contract', async () => {
  const folders = await foldersByCall();
  const wanted = new Map<string, string[]>();
  for (const name of readdirSync(join(ROOT, 'shared/contract'))) {
    const exported: Record<string, unknown> = await import(join(ROOT, 'shared/contract', name));
    const calls = Object.entries(exported)
      .filter(([key]) => key.endsWith('Calls'))
      .flatMap(([, some]) => Object.keys(Object(some)));
    if (calls.length > 0)
      wanted.set(
        `shared/contract/${name}`,
        [...new Set(calls.map((call) => folders.get(call) ?? call))].sort(),
      );
  }
  const rows = WHERE.split('\n')
    .map((line) =>
      line.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)),
    )
    .filter(([, , contract]) => contract?.[0]?.startsWith('shared/contract/'));
  const named = new Map(rows.map(([, , contract = [], done = []]) => [contract[0], done.sort()]));
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(wanted));
}, 60_000);
