import { setImmediate } from 'node:timers/promises';

/** So long rows are worked on before others have a turn, in milliseconds. */
const TURN_MS = 10;

/** To be awaited after each of many small pieces of work: lets everybody else go on once a turn is over. */
export function openTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await setImmediate();
    since = performance.now();
  };
}

/** What `work` makes of each of many, in their order. */
export async function mapInTurns<T, R>(all: readonly T[], work: (one: T, index: number) => R): Promise<R[]> {
  const next = openTurns();
  const made: R[] = [];
  for (const [index, one] of all.entries()) {
    made.push(work(one, index));
    await next();
  }
  return made;
}
