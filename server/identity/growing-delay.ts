import type { Refusal } from '../refusal.ts';
import { type Counter, consume, type Limit, tooMany } from './attempt-counter.ts';

const MINUTE = 60;
/** The growing delay, in seconds: it doubles with every try, up to a quarter of an hour. */
const FIRST_WAIT = 10;
const LONGEST_WAIT = 15 * MINUTE;

/** Past a limit each try waits for the one before, twice as long every time. The counters are named after `prefix`. */
export function growingDelay(open: (limit: Limit) => Counter, prefix = '') {
  const over = open({ points: 1, seconds: 24 * 60 * MINUTE, prefix: `${prefix}over` });
  const wait = open({ points: 1, seconds: MINUTE, prefix: `${prefix}wait` });

  /** The first try past the limit: it is refused, and the next ones wait, those at the same moment too. */
  async function startWaiting(key: string): Promise<Refusal> {
    const refused = tooMany(await wait.set(key, 1, FIRST_WAIT));
    await over.set(key, 1, over.duration);
    return refused;
  }

  return {
    /** Lets one try through when its time has come; refuses all others with 429. */
    async slowDown(key: string): Promise<void> {
      const before = await over.get(key);
      const seconds = Math.min(FIRST_WAIT * 2 ** (before?.consumedPoints ?? 0), LONGEST_WAIT);
      if (before) await consume(wait, key, { seconds });
      else throw await startWaiting(key);
      await over.penalty(key);
    },
    async forget(key: string): Promise<void> {
      await over.delete(key);
      await wait.delete(key);
    },
  };
}
