import type { Database } from './cluster.ts';
import { memoryOf } from './cpu.ts';
import { median } from './measure.ts';
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
