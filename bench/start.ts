import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './cluster.ts';
import { memoryOf } from './cpu.ts';
import { type Bench, median } from './measure.ts';
import { digits, type Section } from './report.ts';
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
