import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../server/config.ts';
import type { Database } from './cluster.ts';
import type { Driver, Result } from './driver/run.ts';
import { median } from './measure.ts';
import { digits, type Section } from './report.ts';
import type { Size } from './seed/size.ts';
import { startKeyhold } from './targets.ts';

/** A desk that issues and returns without a pause. */
const CALLERS = 1;
const WARM_MS = 3000;
const ALONE_MS = 10_000;
const BESIDE_MS = 20_000;

/** Measures `keyhold verify` on a register in use: its rate, and the delay of a desk's writes meanwhile. */
export async function measureVerify(database: Database, size: Size, driver: Driver): Promise<Section> {
  const { port, cookie, stop } = await startKeyhold(database);
  const job = { port, cookie, size, operation: 'issue', callers: CALLERS };
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
