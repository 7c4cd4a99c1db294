import type { Config } from '../config.ts';
import { Refusal } from '../refusal.ts';
import type { Counter, Limit } from './attempt-counter.ts';
import { growingDelay } from './growing-delay.ts';

const MINUTE = 60;

/** Wrong codes of one account, at sign-in or in a session. */
export function factorAttempts(open: (limit: Limit) => Counter, { loginFailures }: Config['limits']) {
  const codes = open({ points: loginFailures, seconds: 15 * MINUTE, prefix: 'factor' });
  const delay = growingDelay(open, 'factor-');

  return {
    /**
     * Checks a code. Counted as wrong before the check, so that parallel attempts can't pass the limit, and uncounted when right. Above the
     * limit each attempt waits, with the right code too.
     */
    async answering<T>(userId: number, work: () => Promise<T>): Promise<T> {
      const key = String(userId);
      const { consumedPoints } = await codes.penalty(key);
      if (consumedPoints > codes.points) await delay.slowDown(key);
      let wrong = false;
      try {
        return await work();
      } catch (error) {
        wrong = error instanceof Refusal && error.notable === 'wrong factor';
        throw error;
      } finally {
        // A failed uncount costs one attempt, never the work.
        if (!wrong) await codes.reward(key).catch(() => undefined);
      }
    },
    /** A new app clears the counts against the former one. */
    async factorsForgotten(userId: number): Promise<void> {
      await codes.delete(String(userId));
      await delay.forget(String(userId));
    },
  };
}
