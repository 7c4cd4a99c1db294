import { readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commentsOf, frequency, sources } from './english.mjs';
import { ROOT } from './node.mjs';

/** From which file each is followed. */
const PATHS = {
  'key list (beside shared/ and web/ui/)': ['web/key-bunch/list/KeyBunchesPage.tsx', /^(shared|web\/ui)\//],
  'desk (beside shared/ and web/ui/)': ['web/desk/DeskPage.tsx', /^(shared|web\/ui)\//],
  'issue (server/)': ['server/features/custody/issue.ts', /^shared\//],
  'request, from socket to feature (server/http/)': [
    'server/http/pipeline.ts',
    /^(?!server\/http\/)|^server\/http\/(pages|imports|import-worker|log)\.ts/,
  ],
  'request (server/http/ and below)': ['server/http/pipeline.ts', /^(shared|server\/features)\//],
  'import (server/)': ['server/features/import/import.ts', /^shared\//],
};
/** The path from the root, with slashes. */
const pathOf = (path) => relative(ROOT, path).split(sep).join('/');

/** The relative paths that a file imports, whether its types alone or its values. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]|\bimport\s+['"](\.[^'"]+)['"]/g;
const linesOf = (text) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** What the tree measures: each row a name and a number. */
export function size() {
  const texts = sources();
  const imports = new Map([...texts].map(([path, text]) => [path, importsOf(path, text, texts)]));
  const importers = new Map([...texts.keys()].map((path) => [path, 0]));
  for (const targets of imports.values())
    for (const target of targets) importers.set(target, (importers.get(target) ?? 0) + 1);

  const lines = [...texts.values()].map(linesOf).sort((a, b) => a - b);
  const at = (share) => lines[Math.floor(lines.length * share)] ?? 0;
  const ofServer = [...texts].filter(([path]) => path.startsWith('server/'));
  return [
    ['files', texts.size],
    ['lines', lines.reduce((sum, one) => sum + one, 0)],
    ['lines of a file, median', at(0.5)],
    ['lines of a file, nine in ten at most', at(0.9)],
    ['longest file', lines.at(-1) ?? 0],
    ['files of 25 lines at most', lines.filter((one) => one <= 25).length],
    ['files with one importer', [...importers.values()].filter((count) => count === 1).length],
    ['folders of server/features/', folders('server/features')],
    ['pairs of folders that import each other', pairs(imports).length],
    ...Object.entries(PATHS).map(([what, [from, beside]]) => [
      `files reached by the ${what}`,
      reach(from, beside, imports),
    ]),
    [
      'modules with SQL',
      ofServer.filter(([, text]) =>
        /\b(select|insert into|update|delete from) [\s\S]{0,80}\b(from|set|values|where)\b/i.test(
          text.replace(commentsOf(text), ''),
        ),
      ).length,
    ],
    ['lines of comments', linesOf([...texts.values()].map(commentsOf).join('\n'))],
    ['words to avoid, in 1,000 lines of comments', frequency(texts)],
  ];
}

function importsOf(path, text, texts) {
  const found = new Set();
  for (const [, from, dynamic, bare] of text.matchAll(IMPORT)) {
    const target = pathOf(resolve(ROOT, dirname(path), from ?? dynamic ?? bare));
    if (texts.has(target)) found.add(target);
  }
  return found;
}

const folders = (path) =>
  readdirSync(join(ROOT, path), { withFileTypes: true }).filter((one) => one.isDirectory()).length;

/** Folders of one level that import each other: those of server/, of server/features/ and of web/. */
function pairs(imports) {
  const found = [];
  for (const level of ['server/', 'server/features/', 'web/']) {
    const folderOf = (path) =>
      path.startsWith(level) && path.slice(level.length).includes('/')
        ? path.slice(level.length).split('/')[0]
        : null;
    const edges = new Set();
    for (const [path, targets] of imports)
      for (const target of targets) {
        const [a, b] = [folderOf(path), folderOf(target)];
        if (a && b && a !== b) edges.add(`${a}>${b}`);
      }
    for (const edge of edges) {
      const [a, b] = edge.split('>');
      if (a < b && edges.has(`${b}>${a}`)) found.push(`${level}${a} and ${b}`);
    }
  }
  return found;
}

/** How many files somebody reads who follows every import from one. */
function reach(from, beside, imports) {
  const seen = new Set();
  const next = [from];
  for (let path = next.pop(); path; path = next.pop()) {
    if (seen.has(path) || beside.test(path)) continue;
    seen.add(path);
    next.push(...(imports.get(path) ?? []));
  }
  return seen.size;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const [what, count] of size()) console.log(`${String(count).padStart(7)}  ${what}`);
