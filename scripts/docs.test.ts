import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)\s]*)?\)/g;

test.for(PAGES)('%s names only files that exist', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const named = [...text.matchAll(FILE)].map(([, file = '']) => file);
  const linked = [...text.matchAll(LINK)].map(([, file = '']) => join(dirname(page), file));
  expect([...named, ...linked].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
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
