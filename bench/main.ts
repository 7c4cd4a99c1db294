import { measureBrowser } from './browser/measure.ts';
import { measureClients, measureLive } from './clients.ts';
import { type Cluster, openCluster, openDatabase } from './cluster.ts';
import { startDriver } from './driver/run.ts';
import { explain } from './explain.ts';
import { type Bench, findPostmaster, measure, sidesOf, warmUp } from './measure.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { FLAT, LONG, type Options, readOptions, USAGE } from './options.ts';
import {
  conditionsOf,
  lineOf,
  markdownOf,
  OPERATION_HEAD,
  type Part,
  type Section,
  writePage,
} from './report.ts';
import { measureFlat, measureMemory, measureOverload, measureStart, measureVerify } from './sections.ts';
import type { Size } from './seed/size.ts';
import { startFloor, startKeyhold } from './targets.ts';
import { measureWhole } from './whole.ts';

/** The duration of the run with 1,000 clients, and of the rest of streams. */
const CLIENTS_MS = 5 * 60_000;
const LIVE_IDLE_MS = 60_000;

const print = (line: string) => console.log(line);

/** `npm run bench`: measures the built server beside a floor on the same database. */
async function main(words: string[]): Promise<void> {
  if (words.includes('--help')) return print(USAGE);
  if (process.platform !== 'linux')
    throw new Error('The processor and memory are read from /proc: this needs Linux.');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const options = readOptions(words);
  const cluster = await openCluster(print);
  try {
    const found: Record<Part, Section[]> = { figures: [], 'browser figures': [], 'long figures': [] };
    const conditions = await conditionsOf(cluster.admin, words);
    for (const size of options.sizes) {
      if (isServed(options)) found.figures.push(...(await measureSize(cluster, size, options)));
      if (options.explain) continue;
      if (options.only.has('browser')) found['browser figures'].push(...(await look(cluster, size, options)));
      found['long figures'].push(...(await endure(cluster, size, options)));
      // Keep these results even if the next size is cut short.
      if (options.write) writeParts(found, conditions);
    }
    if (options.explain) return;
    if (options.only.has(FLAT)) {
      found['long figures'].push(await compare(cluster, options));
      if (options.write) writeParts(found, conditions);
    }
    print(`${conditions}\n`);
    for (const section of Object.values(found).flat()) print(markdownOf(section));
  } finally {
    await cluster.close();
  }
}

function writeParts(found: Record<Part, Section[]>, conditions: string): void {
  for (const [part, sections] of Object.entries(found) as [Part, Section[]][])
    if (sections.length > 0) writePage(part, conditions, sections);
}

/** Whether anything is measured besides the browser, two sizes in turn and the long runs. */
const isServed = ({ only, explain: plans }: Options): boolean =>
  plans || [...only].some((name) => !['browser', FLAT, ...LONG].includes(name));

/** The runs that take minutes: many open clients, streams at rest, verify beside a desk, and all sets in one call. */
async function endure(cluster: Cluster, size: Size, options: Options): Promise<Section[]> {
  const { only, quick } = options;
  const wanted = LONG.filter((name) => only.has(name));
  const sections: Section[] = [];
  for (const name of wanted) {
    const database = await openDatabase(cluster, size, name !== 'whole', print);
    const driver = startDriver();
    try {
      if (name === 'clients')
        sections.push(await measureClients(database, size, quick ? 20_000 : CLIENTS_MS));
      else if (name === 'live')
        sections.push(await measureLive(database, size, driver, quick ? 5000 : LIVE_IDLE_MS));
      else if (name === 'verify') sections.push(await measureVerify(database, size, driver));
      else sections.push(await measureWhole(database, size));
    } finally {
      driver.stop();
      await database.drop();
    }
  }
  return sections.map((section) => ({ ...section, title: `${size.name}: ${section.title}` }));
}

/** Browser figures of a size. */
async function look(cluster: Cluster, size: Size, options: Options): Promise<Section[]> {
  const database = await openDatabase(cluster, size, false, print);
  const sections = await measureBrowser(database, size, options).finally(database.drop);
  return sections.map((section) => ({ ...section, title: `${size.name}: ${section.title}` }));
}

/** Measures the first and the last named size in turn. */
async function compare(cluster: Cluster, options: Options): Promise<Section> {
  const [small, large] = [options.sizes[0], options.sizes.at(-1)];
  if (!small || !large || small === large) throw new Error('It takes two sizes: --size small,city.');
  const [beside, database] = [
    await openDatabase(cluster, small, false, print),
    await openDatabase(cluster, large, false, print),
  ];
  const driver = startDriver();
  try {
    const postmaster = await findPostmaster(cluster.admin);
    const bench = { driver, options, postmaster };
    return await measureFlat(bench, { database: beside, size: small }, { database, size: large });
  } finally {
    driver.stop();
    await beside.drop();
    await database.drop();
  }
}

async function measureSize(cluster: Cluster, size: Size, options: Options): Promise<Section[]> {
  const operations = OPERATIONS.filter(({ name }) => options.only.has(name));
  const copy = options.explain || operations.some(({ writes }) => writes);
  const database = await openDatabase(cluster, size, copy, print);
  const closing: (() => unknown)[] = [database.drop];
  const close = <T extends { stop(): unknown }>(one: T): T => {
    closing.unshift(() => one.stop());
    return one;
  };
  try {
    const driver = close(startDriver());
    if (options.explain) {
      await explain(cluster, database, { size, options, driver, operations }, print);
      return [];
    }
    const started = options.only.has('start') ? [await measureStart(database)] : [];
    const postmaster = await findPostmaster(cluster.admin);
    const keyhold = close(await startKeyhold(database));
    const floor = close(await startFloor(database));
    const bench: Bench = { size, options, driver, keyhold, floor, postmaster };
    const sections = operations.length > 0 ? [await measureOperations(bench, operations)] : [];
    if (options.only.has('overload')) sections.push(await measureOverload(bench));
    if (options.only.has('memory')) sections.push(await measureMemory(bench, database));
    return [...sections, ...started].map((section) => ({
      ...section,
      title: `${size.name}: ${section.title}`,
    }));
  } finally {
    for (const end of closing) await end();
  }
}

async function measureOperations(bench: Bench, operations: Operation[]): Promise<Section> {
  await warmUp(bench, sidesOf(bench));
  const rows: string[][] = [];
  for (const callers of bench.options.callers)
    for (const operation of operations) {
      rows.push(lineOf(await measure(bench, operation, callers)));
      print(`${bench.size.name}: ${rows.at(-1)?.join('  ')}`);
    }
  const { companies, bunches, movements } = bench.size;
  const all = (each: number) => (each * companies).toLocaleString('en-GB');
  const many = companies > 1 ? `${all(1)} companies, ` : '';
  return { title: `${many}${all(bunches)} sets, ${all(movements)} movements`, head: OPERATION_HEAD, rows };
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
