import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { ROOT } from './node.mjs';

const BUDGET = 104 * 1024;
const STYLES_BUDGET = 21.5 * 1024;
/** What the sign-in needs with the start. */
const SIGN_IN_BUDGET = 120 * 1024;
/** What the pages that people open all day need beside the start. */
const PAGES = { '/': 73 * 1024, '/key-bunches': 107 * 1024, '/desk': 120 * 1024 };
const WEB = join(ROOT, 'dist/web');

/** Whether what a browser must load before the first page, the styles and what the sign-in and the pages of every day need stay within their budgets, and no files import each other. */
export function budget() {
  if (!existsSync(join(WEB, '.vite/manifest.json'))) {
    console.error('dist/web is not built.');
    return false;
  }
  const manifest = JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8'));
  const files = initialFiles(manifest);
  const bytes = files.reduce((sum, file) => sum + compressed(join(WEB, file)), 0);
  console.log(
    `Initial JavaScript: ${kilobytes(bytes)} of ${kilobytes(BUDGET)} brotli in ${files.length} files`,
  );
  for (const file of files) console.log(`  ${kilobytes(compressed(join(WEB, file)))}  ${file}`);

  const styles = readdirSync(join(WEB, 'assets'))
    .filter((file) => file.endsWith('.css'))
    .reduce((sum, file) => sum + compressed(join(WEB, 'assets', file)), 0);
  console.log(`Styles: ${kilobytes(styles)} of ${kilobytes(STYLES_BUDGET)} brotli`);

  const { pages } = JSON.parse(readFileSync(join(WEB, '.vite/pages.json'), 'utf8'));
  const budgets = { '/login': SIGN_IN_BUDGET - bytes, ...PAGES };
  const heavy = Object.entries(budgets).filter(([path, allowed]) => {
    const files = pages.find((page) => page.path === path)?.files ?? [];
    const sum = files.reduce((all, file) => all + compressed(join(WEB, file)), 0);
    console.log(`${path}: ${kilobytes(sum)} of ${kilobytes(allowed)} brotli in ${files.length} files more`);
    return files.length === 0 || sum > allowed;
  });
  const circles = Object.keys(manifest).filter((key) => importedBy(manifest, key).has(key));
  for (const key of circles)
    console.error(`${manifest[key].file} imports itself by way of others, so what runs first is chance.`);
  // Nothing found is nothing measured.
  const measured = files.length > 0 && styles > 0;
  if (!measured) console.error('index.html names no script, or there are no styles.');
  if (bytes > BUDGET) console.error('The initial JavaScript is over its budget.');
  if (styles > STYLES_BUDGET) console.error('The styles are over their budget.');
  if (heavy.length > 0) console.error(`Over their budget: ${heavy.map(([path]) => path).join(', ')}`);
  return measured && bytes <= BUDGET && styles <= STYLES_BUDGET && heavy.length === 0 && circles.length === 0;
}

/** The scripts that the page names, and all they import before they run. */
function initialFiles(manifest) {
  const page = readFileSync(join(WEB, 'index.html'), 'utf8');
  const named = [...page.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="\/([^"]+\.js)"/g)].map(
    ([, file]) => file,
  );
  const chunks = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
  const files = new Set();
  const add = (file) => {
    if (files.has(file)) return;
    files.add(file);
    for (const key of chunks.get(file)?.imports ?? []) add(manifest[key].file);
  };
  named.forEach(add);
  return [...files];
}

/** The chunks that one imports, itself only if it is among what those import. */
function importedBy(manifest, start) {
  const found = new Set();
  const add = (key) => {
    for (const next of manifest[key].imports ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      add(next);
    }
  };
  add(start);
  return found;
}

/** Bytes of a file as it is sent: of the .br beside it, which the build leaves out for the smallest. */
const compressed = (path) =>
  existsSync(`${path}.br`)
    ? statSync(`${path}.br`).size
    : brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
