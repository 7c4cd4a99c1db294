import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ROOT } from './node.mjs';
import { listedTests } from './titles.mjs';

const FILE = 'docs/requirements.tsv';

/**
 * Prints the rows of docs/requirements.tsv that no test names in its title, and those that only skipped tests name. Answers whether
 * there are none. Titles begin with the ids they prove, each written out: `KEYS-07 KEYS-08 search matches ...`; those of decisions
 * (`S-24`) may stand among them. An id that is no row, stands elsewhere in a title or is part of a range is an error.
 */
export function checkSpec(tests, areas) {
  const all = readRows();
  const { proven, skipped, errors } = match(tests, new Set(all.map(({ id }) => id)));
  const known = new Set(all.map(({ id }) => prefixOf(id)));
  const unknown = areas?.filter((area) => !known.has(area)) ?? [];
  if (all.length === 0 || unknown.length > 0)
    throw new Error(
      all.length === 0 ? `${FILE} has no rows.` : `No row is of the area ${unknown.join(', ')}.`,
    );
  const rows = areas ? all.filter(({ id }) => areas.includes(prefixOf(id))) : all;
  const untested = rows.filter(({ id }) => !proven.has(id) && !skipped.has(id));
  const idle = rows.filter(({ id }) => !proven.has(id) && skipped.has(id));
  console.log(`${rows.length} rows, ${untested.length} without a test, ${idle.length} only in skipped tests`);
  printRows(untested, 'without a test');
  printRows(idle, 'only in skipped tests');
  for (const error of errors) console.error(`ERROR ${error}`);
  return untested.length === 0 && idle.length === 0 && errors.length === 0;
}

/** Which ids the tests name, and what is wrong with their titles. `skipped` also holds ids that another test proves. */
export function match(tests, ids) {
  const proven = new Set();
  const skipped = new Set();
  const errors = [];
  const prefixes = [...new Set([...ids].map(prefixOf))].join('|');
  const anywhere = new RegExp(`\\b(?:${prefixes})-\\d+`, 'g');
  for (const { where, title, skipped: isSkipped } of tests) {
    const [leading] = /^(?:[A-Z]+-?\d+(?:\s+|$))*/.exec(title);
    for (const id of leading.match(/\b[A-Z]{2,}-\d+\b/g) ?? []) {
      if (!ids.has(id)) errors.push(`${where}: ${id} is not a row of ${FILE}`);
      else (isSkipped ? skipped : proven).add(id);
    }
    for (const [id] of title.slice(leading.length).matchAll(anywhere))
      errors.push(`${where}: ${id} does not stand by itself at the beginning of "${title}"`);
  }
  return { proven, skipped, errors };
}

function readRows() {
  const [header, ...lines] = readFileSync(join(ROOT, FILE), 'utf8').trimEnd().split(/\r?\n/);
  if (header !== 'id\tarea\trequirement\tverify')
    throw new Error(`${FILE} has another header than expected.`);
  return lines.map((line) => {
    const [id, area, requirement, verify] = line.split('\t');
    return { id, area, requirement, verify };
  });
}

const prefixOf = (id) => id.slice(0, id.lastIndexOf('-'));

function printRows(rows, why) {
  if (rows.length > 0) console.log(`\n${why}:`);
  for (const { id, verify, requirement } of rows) console.log(`  ${id}\t${verify}\t${requirement}`);
}

/** `npm run spec [-- --area LAND,DASH]` */
async function main() {
  const { values } = parseArgs({ options: { area: { type: 'string' } } });
  const complete = checkSpec(await listedTests(), values.area?.toUpperCase().split(','));
  process.exitCode = complete ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    console.error(error.message);
    process.exitCode = 2;
  });
}
