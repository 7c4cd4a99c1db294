import type { Config } from '../config.ts';
import { Refusal } from '../refusal.ts';
import type { Counter, Limit } from './attempt-counter.ts';
import { growingDelay } from './growing-delay.ts';

const MINUTE = 60;

/** Wrong codes of one account, wherever they are typed: at the second step of a sign-in, or in an open session. */
export function factorAttempts(open: (limit: Limit) => Counter, { loginFailures }: Config['limits']) {
  const codes = open({ points: loginFailures, seconds: 15 * MINUTE, prefix: 'factor' });
  const delay = growingDelay(open, 'factor-');

  return {
    /**
     * Work that looks at a code. It counts as a wrong one before it begins, so that many at once are no way past the limit, and is given
     * back unless it was one. Past the limit each try waits for the one before, the right code too.
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
        // What cannot be given back costs a try, never what was done.
        if (!wrong) await codes.reward(key).catch(() => undefined);
      }
    },
    /** A new app: what was counted against the one before no longer matters. */
    async factorsForgotten(userId: number): Promise<void> {
      await codes.delete(String(userId));
      await delay.forget(String(userId));
    },
  };
}
