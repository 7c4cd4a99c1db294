import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, type Database, withClient } from './cluster.ts';
import type { Driver } from './driver/run.ts';
import type { Operation } from './operations.ts';
import type { Options } from './options.ts';
import { digits } from './report.ts';
import type { Size } from './seed/size.ts';
import { startKeyhold } from './targets.ts';

const SETTINGS = ({ nested }: Options) => ({
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': 0,
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_nested_statements': nested ? 'on' : 'off',
  log_min_duration_statement: 0,
  log_parameter_max_length: 200,
});
/** Calls that warm the server and its plans. */
const WARM = 10;
const WRITTEN_MS = 300;

/** Prints for each operation the executed plan of every statement that one call sends, and PostgreSQL's time for all of them. */
export async function explain(
  cluster: Cluster,
  database: Database,
  {
    size,
    options,
    driver,
    operations,
  }: { size: Size; options: Options; driver: Driver; operations: Operation[] },
  say: (line: string) => void,
): Promise<void> {
  const { log } = cluster;
  if (!log)
    throw new Error('The plans are in the log of PostgreSQL: explain works on the embedded one only.');
  await withClient(cluster.admin, async (client) => {
    for (const [name, value] of Object.entries(SETTINGS(options)))
      await client.query(`alter database ${database.name} set ${name} = '${value}'`);
  });
  const { port, cookie, stop } = await startKeyhold(database);
  try {
    for (const { name, title } of operations) {
      const job = { port, cookie, size, operation: name, callers: 1, ms: 60_000 };
      await driver.run({ ...job, round: 1, turns: WARM });
      await sleep(WRITTEN_MS);
      const from = await sizeOf(log);
      await driver.run({ ...job, round: 2, turns: 1 });
      await sleep(WRITTEN_MS);
      const entries = entriesOf(await readFrom(log, from));
      const sent = entries.filter(({ plan }) => !plan);
      const total = sent.reduce((sum, { ms }) => sum + ms, 0);
      say(`\n== ${title}: ${digits(total)} ms in PostgreSQL, ${sent.length} messages\n`);
      for (const { text } of entries) say(shortened(text));
    }
  } finally {
    await stop();
  }
}

type Entry = { ms: number; plan: boolean; text: string };

/** The log entries of each message: its duration, preceded by the plan if the statement has one. */
function entriesOf(log: string): Entry[] {
  const starts = /^\d{4}-\d\d-\d\d \S+ \S+ \[\d+\] (?=\w+: )/gm;
  return log
    .split(starts)
    .map((text) => text.trimEnd())
    .flatMap((text) => {
      const [, ms, plan] = /^LOG: {2}duration: ([\d.]+) ms {2}(plan:)?/.exec(text) ?? [];
      return ms ? [{ ms: Number(ms), plan: plan !== undefined, text: text.replace(/^LOG: {2}/, '') }] : [];
    });
}

/** Leaves out long column lists and repeated statements: a plan contains its statement, a message only the beginning. */
const shortened = (text: string): string => {
  const brief = text.replace(/select "[^\n]{150,}? from /g, 'select … from ');
  return / ms {2}(?:parse|bind|execute) /.test(brief.slice(0, 60))
    ? brief.replace(/\s+/g, ' ').slice(0, 120)
    : brief;
};

async function sizeOf(path: string): Promise<number> {
  const file = await open(path);
  const { size } = await file.stat();
  await file.close();
  return size;
}

async function readFrom(path: string, from: number): Promise<string> {
  const file = await open(path);
  const { size } = await file.stat();
  const { buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
  await file.close();
  return buffer.toString('utf8');
}
