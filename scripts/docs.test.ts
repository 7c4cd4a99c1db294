import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../server/config.ts';

const PAGES = ['.', 'docs', 'docs/decisions', 'deploy'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);
/** A file of this repository as pages name it, from the root. */
const FILE =
  /`((?:server|shared|web|e2e|faults|attacks|bench|scripts|docs|deploy)\/[\w./-]+\.(?:tsx?|mjs|sql|md|tsv|json|yaml|service))`/g;
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)\s]*)?\)/g;

test.for(PAGES)('%s names only files that exist', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const named = [...text.matchAll(FILE)].map(([, file = '']) => file);
  const linked = [...text.matchAll(LINK)].map(([, file = '']) => join(dirname(page), file));
  expect([...named, ...linked].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
