import type { Config } from '../config.ts';
import type { Transactions } from '../database/transactions.ts';
import { remindAll } from './run.ts';

/** Interval of checks for companies due for a run: less than a run's five minutes, so that this process can take over from another. */
const LOOK_MS = 60_000;

/**
 * Runs now and every minute; `queued` is called when mail was queued, `ended` with each result. Failures wait for the next run. Returns a
 * stop function.
 */
export function keepReminding(
  transactions: Transactions,
  config: Config,
  queued: () => void,
  failed: (error: unknown) => void,
  ended: (isGood: boolean) => void,
): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> | null = null;
  async function run(): Promise<void> {
    let isGood = true;
    const letters = await remindAll(transactions, config, {
      stopped: () => stopped,
      failed: (error) => {
        isGood = false;
        failed(error);
      },
    });
    ended(isGood);
    if (letters > 0) queued();
  }
  const look = () => {
    running ??= run()
      .catch((error: unknown) => {
        failed(error);
        ended(false);
      })
      .finally(() => {
        running = null;
      });
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}
