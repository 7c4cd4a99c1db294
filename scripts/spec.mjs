import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './node.mjs';
import { titlesIn } from './titles.mjs';

const FOLDERS = ['shared', 'server', 'web', 'e2e', 'scripts', 'faults'];
const USAGE = 'Usage: npm run spec -- FILE.tsv [--area LAND,DASH]';

/**
 * Lists the requirements of a tab separated file (id, area, requirement, verify; with a header) that no test names in its title.
 * Titles begin with the ids they prove, each written out: `KEYS-07 KEYS-08 search matches ...`; those of decisions (`S-24`) may
 * stand among them. An id that is no row, stands elsewhere in a title or is part of a range is an error and ends with 1.
 */
function main() {
  const { values, positionals } = parseArgs({
    options: { area: { type: 'string' } },
    allowPositionals: true,
  });
  if (positionals.length !== 1) throw new Error(USAGE);
  const rows = readRows(resolve(positionals[0]));
  const tests = FOLDERS.flatMap(testsIn).flatMap(titlesOf);
  const { proven, errors } = match(tests, new Set(rows.map((row) => row.id)));

  const areas = values.area?.toUpperCase().split(',');
  const asked = areas ? rows.filter((row) => areas.includes(prefixOf(row.id))) : rows;
  const missing = asked.filter((row) => !proven.has(row.id));
  console.log(`${asked.length} rows, ${missing.length} without a test`);
  let area = '';
  for (const row of missing) {
    if (row.area !== area) console.log(`\n${row.area}`);
    area = row.area;
    console.log(`  ${row.id}\t${row.verify}\t${row.requirement}`);
  }
  for (const error of errors) console.error(`ERROR ${error}`);
  process.exitCode = errors.length > 0 ? 1 : 0;
}

function readRows(file) {
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
  if (!header.startsWith('id\t'))
    throw new Error(`${file} does not begin with the header id, area, requirement, verify.`);
  return lines.map((line) => {
    const [id, area, requirement, verify] = line.split('\t');
    return { id, area, requirement, verify };
  });
}

const prefixOf = (id) => id.slice(0, id.lastIndexOf('-'));

function match(tests, ids) {
  const proven = new Set();
  const errors = [];
  const prefixes = [...new Set([...ids].map(prefixOf))].join('|');
  const anywhere = new RegExp(`\\b(?:${prefixes})-\\d+`, 'g');
  for (const { where, title } of tests) {
    const [leading] = /^(?:[A-Z]+-?\d+(?:\s+|$))*/.exec(title);
    for (const id of leading.match(/\b[A-Z]{2,}-\d+\b/g) ?? []) {
      if (ids.has(id)) proven.add(id);
      else errors.push(`${where}: ${id} is no row`);
    }
    for (const [id] of title.slice(leading.length).matchAll(anywhere))
      errors.push(`${where}: ${id} does not stand alone at the beginning of "${title}"`);
  }
  return { proven, errors };
}

function testsIn(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testsIn(path);
    return /\.(test|spec)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const titlesOf = (path) =>
  titlesIn(readFileSync(join(ROOT, path), 'utf8')).map(({ title, line }) => ({
    where: `${path}:${line}`,
    title,
  }));

try {
  main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
