import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../server/config.ts';
import { DEATHS, type Death } from './deaths.ts';
import { type Load, makeLoad } from './load.ts';
import { until } from './part.ts';
import { startTopology, type Topology } from './topology.ts';

const LIMIT_MS = 15 * 60_000;
/** Under load before a death, and after all is back. */
const LOAD_MS = 5000;

const say = (line: string) => console.log(line);
const seconds = (ms: number) => (ms / 1000).toFixed(1);

let passed = 0;
let failed = 0;
function check(what: string, holds: boolean, about = ''): void {
  if (holds) passed += 1;
  else failed += 1;
  say(`  ${holds ? 'passed' : 'FAILED'}  ${what}${about && `: ${about}`}`);
}

/** The longest time between two answers after a moment. */
function standstill(times: number[], from: number): number {
  const later = [from, ...times.filter((time) => time > from)];
  return Math.max(...later.map((time, n) => time - (later[n - 1] ?? from)));
}

/** Compares the history with everything that was ever acknowledged, and recomputes the chains. */
async function checkWhole(load: Load, { databaseUrl }: Topology): Promise<void> {
  const history = await load.history();
  const kept = new Map(history.map((entry) => [entry.notes, entry]));
  const lost = load.acknowledged.filter(({ mark, keyBunchId, action }) => {
    const entry = kept.get(mark);
    return entry?.keyBunchId !== keyBunchId || entry.action !== action;
  });
  check(
    'every acknowledged write is in the history',
    lost.length === 0,
    `${load.acknowledged.length} writes`,
  );
  check(
    'each of them once, and nothing else',
    history.length === load.acknowledged.length,
    `${history.length} entries`,
  );
  const verify = spawnSync(process.execPath, [join(ROOT, 'dist/server/verify.js')], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    encoding: 'utf8',
  });
  check('verify finds the chains whole', verify.status === 0, verify.stdout.trim().split('\n').at(-1));
}

/** One death under load, and what was left. Answers the line of the table. */
async function survive(death: Death, load: Load, topology: Topology): Promise<string[]> {
  say(`\nDeath of ${death.name}`);
  const before = { repeated: load.repeated, wrong: load.wrong.length, writes: load.writes.length };
  load.start();
  await sleep(LOAD_MS);
  const died = performance.now();
  const back = await death.strike(topology);
  const since = died + 1000;
  const isBack = async () => [load.writes, load.reads].every((times) => (times.at(-1) ?? 0) > since + 500);
  await until('writes and reads', isBack, 120);
  await back();
  await sleep(LOAD_MS);
  await load.pause();
  const [writes, reads] = [standstill(load.writes, died), standstill(load.reads, died)];
  check(
    `writes stood still for at most ${death.limit} s`,
    writes < death.limit * 1000,
    `${seconds(writes)} s`,
  );
  check(`reads stood still for at most ${death.limit} s`, reads < death.limit * 1000, `${seconds(reads)} s`);
  const repeated = load.repeated - before.repeated;
  const wrong = load.wrong.slice(before.wrong);
  check(
    'calls repeated with their key succeeded, and nothing else was answered',
    wrong.length === 0,
    wrong[0] ?? `${repeated} repeated`,
  );
  await checkWhole(load, topology);
  const count = load.writes.length - before.writes;
  return [
    death.name,
    seconds(writes),
    seconds(reads),
    String(count),
    String(repeated),
    String(load.acknowledged.length),
  ];
}

const HEAD = [
  'what died',
  'writes stood still, s',
  'reads, s',
  'writes around it',
  'of these repeated',
  'acknowledged so far, none lost',
];

function tableOf(rows: string[][]): string {
  const widths = HEAD.map((_, n) => Math.max(...[HEAD, ...rows].map((row) => row[n]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function writePage(table: string): void {
  const page = join(ROOT, 'docs/scaling.md');
  const text = readFileSync(page, 'utf8');
  const marks = /(<!-- cluster: .*? -->)[\s\S]*?(<!-- end of cluster -->)/;
  writeFileSync(
    page,
    text.replace(marks, (_, from: string, to: string) => `${from}\n\n${table}\n\n${to}`),
  );
}

/**
 * `npm run bench:cluster`: a PostgreSQL with a standby, a pooler, a proxy and two servers, of which each part dies under load.
 */
async function main(words: string[]): Promise<void> {
  if (process.platform !== 'linux')
    throw new Error('It reads /proc and Debian’s programs: this needs Linux.');
  let topology: Topology | undefined;
  const end = async (code: number) => {
    await topology?.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130));
  const limit = setTimeout(() => {
    say('Not done in 15 minutes');
    void end(1);
  }, LIMIT_MS);
  topology = await startTopology(say);
  try {
    const load = await makeLoad(topology.url);
    const rows: string[][] = [];
    for (const death of DEATHS) rows.push(await survive(death, load, topology));
    say(`\n${tableOf(rows)}`);
    if (words.includes('--write')) writePage(tableOf(rows));
  } finally {
    clearTimeout(limit);
    await topology.stop();
  }
  say(`\n${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
