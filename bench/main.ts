import { type Cluster, openCluster, openDatabase } from './cluster.ts';
import { findPostmaster } from './cpu.ts';
import { startDriver } from './driver/driver.ts';
import { type Bench, measure } from './measure.ts';
import { OPERATIONS } from './operations.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { conditionsOf, lineOf, markdownOf, OPERATION_HEAD, type Section, writePage } from './report.ts';
import type { Size } from './seed/size.ts';
import { startFloor, startKeyhold } from './targets.ts';

const say = (line: string) => console.log(line);

/** `npm run bench`: measures the built server beside a floor on the same database. */
async function main(words: string[]): Promise<void> {
  if (words.includes('--help')) return say(USAGE);
  const options = readOptions(words);
  const cluster = await openCluster(say);
  try {
    const sections: Section[] = [];
    for (const size of options.sizes) sections.push(...(await measureSize(cluster, size, options)));
    const conditions = await conditionsOf(cluster.admin, words);
    say(`${conditions}\n`);
    for (const section of sections) say(markdownOf(section));
    if (options.write) writePage(conditions, sections);
  } finally {
    await cluster.close();
  }
}

async function measureSize(cluster: Cluster, size: Size, options: Options): Promise<Section[]> {
  const chosen = OPERATIONS.filter(({ name }) => options.only.has(name));
  const database = await openDatabase(
    cluster,
    size,
    chosen.some(({ writes }) => writes),
    say,
  );
  const closing: (() => unknown)[] = [database.drop];
  try {
    const postmaster = await findPostmaster(cluster.admin);
    const keyhold = await startKeyhold(database);
    closing.unshift(keyhold.stop);
    const floor = await startFloor(database);
    closing.unshift(floor.stop);
    const driver = startDriver();
    closing.unshift(driver.stop);
    const bench: Bench = { size, options, driver, keyhold, floor, postmaster };
    const rows: string[][] = [];
    for (const callers of options.callers)
      for (const operation of chosen) {
        const line = lineOf(await measure(bench, operation, callers));
        say(line.join('  '));
        rows.push(line);
      }
    const { companies, bunches, movements } = size;
    const all = (each: number) => (each * companies).toLocaleString('en-GB');
    const title = `${size.name}: ${companies > 1 ? `${all(1)} companies, ` : ''}${all(bunches)} sets, ${all(movements)} movements`;
    return [{ title, head: OPERATION_HEAD, rows }];
  } finally {
    for (const close of closing) await close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
