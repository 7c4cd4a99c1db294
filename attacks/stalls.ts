import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const SAMPLED_EACH_MS = 5;

/**
 * Watches how long this process, which is the server's too, does nothing but one thing. On a loaded machine anything is slow once: what
 * counts is what is slow each time, so whoever watches notes what was under way and tries it again.
 */
export function watchLoop() {
  const delays = monitorEventLoopDelay({ resolution: SAMPLED_EACH_MS });
  delays.enable();
  /** The longest delay since the last time it was asked, in milliseconds. */
  const longest = (): number => {
    const most = delays.max / 1e6;
    delays.reset();
    return most;
  };
  return {
    longest,
    /** The least of several tries of one thing: what it costs, whoever else uses the processors. */
    async again(work: () => Promise<unknown>, tries = 4): Promise<number> {
      let least = Number.POSITIVE_INFINITY;
      for (let n = 0; n < tries; n += 1) {
        await wait(3 * SAMPLED_EACH_MS);
        longest();
        await work();
        await wait(3 * SAMPLED_EACH_MS);
        least = Math.min(least, longest());
      }
      return least;
    },
    stop: () => delays.disable(),
  };
}

/** Bytes that are in use once everything unused is thrown away. */
export function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
