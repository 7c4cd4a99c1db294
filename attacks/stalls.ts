import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const SAMPLED_EACH_MS = 5;

/**
 * Measures event loop delays of this process, which runs the server too. Other load delays any request once, so a slow one is repeated:
 * only a delay of every try counts.
 */
export function watchLoop() {
  const delays = monitorEventLoopDelay({ resolution: SAMPLED_EACH_MS });
  delays.enable();
  /** The longest delay since the last reading, in milliseconds. */
  const longest = (): number => {
    const most = delays.max / 1e6;
    delays.reset();
    return most;
  };
  return {
    longest,
    /** The shortest of several tries' delays: the work's own cost, without other load. */
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

/** Bytes in use after garbage collection. */
export function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
