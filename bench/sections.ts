import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../server/config.ts';
import type { Database } from './cluster.ts';
import type { Driver, Result } from './driver/run.ts';
import { type Bench, type Figures, measureInTurn, median, memoryOf, type Side, warmUp } from './measure.ts';
import { OPERATIONS } from './operations.ts';
import { digits, type Section } from './report.ts';
import type { Size } from './seed/size.ts';
import { startFloor, startKeyhold, type Target } from './targets.ts';

const TIMES = 5;

/** Measures a start on an existing database: the time until the server reports that it is ready, and the memory then. */
export async function measureStart(database: Database): Promise<Section> {
  const rows: string[][] = [];
  for (const start of [startKeyhold, startFloor]) {
    const starts: Target[] = [];
    const memory: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const target = await start(database);
      starts.push(target);
      memory.push(memoryOf(target.pid));
      await target.stop();
    }
    const times = starts.map(({ startedMs }) => startedMs);
    const range = `${digits(Math.min(...times))} to ${digits(Math.max(...times))}`;
    rows.push([starts[0]?.name ?? '', digits(median(times)), range, digits(median(memory))]);
  }
  return { title: `Start, median of ${TIMES}`, head: ['server', 'ms', 'range', 'RSS MB'], rows };
}

const LOADS = ['read', 'list', 'report'];
const CALLERS = 64;
const REST_SECONDS = 20;

/** Measures the memory of a fresh server: idle, after each kind of load in turn, and after a rest. */
export async function measureMemory({ driver, size, options }: Bench, database: Database): Promise<Section> {
  const rows: string[][] = [];
  for (const start of [startKeyhold, startFloor]) {
    const { name, pid, port, cookie, stop } = await start(database);
    const figures = [memoryOf(pid)];
    for (const operation of LOADS) {
      await driver.run({ port, cookie, size, operation, callers: CALLERS, ms: options.ms, round: 1 });
      figures.push(memoryOf(pid));
    }
    await sleep(REST_SECONDS * 1000);
    figures.push(memoryOf(pid));
    await stop();
    rows.push([name, ...figures.map((figure) => figure.toFixed(0))]);
  }
  const head = ['server', 'idle', ...LOADS.map((load) => `after ${load}`), `after ${REST_SECONDS} s of rest`];
  return { title: `Memory, RSS in MB, ${CALLERS} callers`, head, rows };
}

/**
 * Measures the cost of size: every operation that only reads, of the built server on two registers in turn, so that other load affects
 * both.
 */
export async function measureFlat(
  bench: Pick<Bench, 'driver' | 'options' | 'postmaster'>,
  small: { database: Database; size: Size },
  large: { database: Database; size: Size },
): Promise<Section> {
  const targets: Target[] = [];
  const start = async ({ database, size }: { database: Database; size: Size }): Promise<Side> => {
    const target = await startKeyhold(database);
    targets.push(target);
    return { target, size };
  };
  try {
    const sides: [Side, Side] = [await start(large), await start(small)];
    await warmUp(bench, sides);
    const rows: string[][] = [];
    for (const callers of bench.options.callers)
      for (const operation of OPERATIONS.filter(({ writes }) => !writes)) {
        const { one, other, ratio } = await measureInTurn(bench, sides, operation, callers);
        rows.push([operation.title, String(callers), ratio.toFixed(2), ...lineOf(one, other)]);
      }
    const head = [
      'operation',
      'callers',
      'req/s, as a share',
      'CPU server ms',
      'CPU PostgreSQL ms',
      'KB',
      'errors',
    ];
    return { title: `${large.size.name} (beside ${small.size.name}, in turn)`, head, rows };
  } finally {
    for (const target of targets) await target.stop();
  }
}

function lineOf(large: Figures, small: Figures): string[] {
  const both = (of: (figures: Figures) => number | null) =>
    `${[of(large), of(small)].map((value) => (value === null ? '-' : digits(value))).join(' (')})`;
  return [
    both(({ cpu }) => cpu.server),
    both(({ cpu }) => cpu.postgres),
    both(({ bytes }) => bytes / 1024),
    [...Object.keys(large.errors), ...Object.keys(small.errors)].join(', '),
  ];
}

/** A desk that issues and returns without a pause. */
const DESK_CALLERS = 1;
const WARM_MS = 3000;
const ALONE_MS = 10_000;
const BESIDE_MS = 20_000;

/** Measures `keyhold verify` on a register in use: its rate, and the delay of a desk's writes meanwhile. */
export async function measureVerify(database: Database, size: Size, driver: Driver): Promise<Section> {
  const { port, cookie, stop } = await startKeyhold(database);
  const job = { port, cookie, size, operation: 'issue', callers: DESK_CALLERS };
  try {
    await driver.run({ ...job, ms: WARM_MS, round: 1 });
    const alone = await driver.run({ ...job, ms: ALONE_MS, round: 2 });
    const verify = run(database);
    const beside: Result[] = [];
    for (let round = 3; verify.child.exitCode === null; round += 1)
      beside.push(await driver.run({ ...job, ms: BESIDE_MS, round }));
    await verify.ended;
    return {
      title: 'Verify beside a desk that issues and returns without a pause',
      head: ['what', 'measured'],
      rows: [
        ['verify', verify.lines.join('; ')],
        ['pairs a second, verify not running / running', `${rateOf([alone])} / ${rateOf(beside)}`],
        ['a pair, p50 / longest, ms, not running', timesOf([alone])],
        ['a pair, p50 / longest, ms, running', timesOf(beside)],
        ['errors', JSON.stringify(Object.assign({}, alone.errors, ...beside.map(({ errors }) => errors)))],
      ],
    };
  } finally {
    await stop();
  }
}

function run({ url }: Database): { child: ChildProcess; ended: Promise<unknown>; lines: string[] } {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'dist/server/verify.js')], {
    env: { PATH, HOME, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  let text = '';
  child.stdout?.on('data', (part) => {
    text += part;
  });
  const ended = once(child, 'close').then(() => lines.push(...text.trim().split('\n').slice(-2)));
  return { child, ended, lines };
}

const rateOf = (results: Result[]): string => {
  const [done, ms] = [
    results.reduce((sum, one) => sum + one.done, 0),
    results.reduce((sum, one) => sum + one.ms, 0),
  ];
  return digits((done / ms) * 1000);
};
const timesOf = (results: Result[]): string =>
  `${digits(median(results.map(({ p50 }) => p50)))} / ${digits(Math.max(...results.map(({ longest }) => longest)))}`;

const OVERLOADED = ['list', 'dashboard'];
/** Numbers of callers at once, and how often each calls: until the time is over, or once. */
const CROWDS = [
  { callers: 64, turns: Number.POSITIVE_INFINITY, how: '64, one after another' },
  { callers: 500, turns: 1, how: '500, once' },
];
const LONG_MS = 30_000;

/** More callers than the server has places: counts the replies and the 503s. */
export async function measureOverload({ driver, keyhold, floor, size, options }: Bench): Promise<Section> {
  const rows: string[][] = [];
  for (const operation of OPERATIONS.filter(({ name }) => OVERLOADED.includes(name)))
    for (const { callers, turns, how } of CROWDS)
      for (const target of [keyhold, floor]) {
        const ms = turns === 1 ? LONG_MS : options.ms;
        const { port, cookie, name } = target;
        const job = { port, cookie, size, operation: operation.name, callers, ms, round: 1 };
        const { done, errors, p50, p99 } = await driver.run(turns === 1 ? { ...job, turns } : job);
        const { 503: busy = 0, ...others } = errors;
        const other = Object.entries(others).map(([status, times]) => `${times} x ${status}`);
        rows.push([
          operation.title,
          how,
          name,
          String(done),
          String(busy),
          other.join(', '),
          digits(p50),
          digits(p99),
        ]);
      }
  const head = ['operation', 'callers', 'server', 'answered', '503', 'other errors', 'p50 ms', 'p99 ms'];
  return { title: 'Overload', head, rows };
}
