import type { Refusal } from '../refusal.ts';
import { type Counter, consume, type Limit, tooMany } from './attempt-counter.ts';

const MINUTE = 60;
/** The delay in seconds doubles with every attempt, up to 15 minutes. */
const FIRST_WAIT = 10;
const LONGEST_WAIT = 15 * MINUTE;

/** Above a limit each attempt waits for the one before, twice as long every time. Counters are named after `prefix`. */
export function growingDelay(open: (limit: Limit) => Counter, prefix = '') {
  const over = open({ points: 1, seconds: 24 * 60 * MINUTE, prefix: `${prefix}over` });
  const wait = open({ points: 1, seconds: MINUTE, prefix: `${prefix}wait` });

  /** The first attempt above the limit is refused, and parallel ones too. */
  async function startWaiting(key: string): Promise<Refusal> {
    const refused = tooMany(await wait.set(key, 1, FIRST_WAIT));
    await over.set(key, 1, over.duration);
    return refused;
  }

  return {
    /** Lets one attempt pass when its delay is over; 429 for all others. */
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
