import type { Bench } from './measure.ts';
import { OPERATIONS } from './operations.ts';
import { digits, type Section } from './report.ts';

const ASKED = ['list', 'dashboard'];
/** Numbers of callers at once, and how often each calls: until the time is over, or once. */
const CROWDS = [
  { callers: 64, turns: Number.POSITIVE_INFINITY, how: '64, one after another' },
  { callers: 500, turns: 1, how: '500, once' },
];
const LONG_MS = 30_000;

/** More callers than the server has places: counts the replies and the 503s. */
export async function measureOverload({ driver, keyhold, floor, size, options }: Bench): Promise<Section> {
  const rows: string[][] = [];
  for (const operation of OPERATIONS.filter(({ name }) => ASKED.includes(name)))
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
