import { monitorEventLoopDelay } from 'node:perf_hooks';

const SAMPLE_MS = 20;
/** Whoever reads more often is told the same again, so that two who scrape do not halve what each sees. */
const EVERY_MS = 10_000;

/** How late the event loop was, in seconds, between the last two readings. */
export type Delay = { p50: number; p99: number; max: number };

/** Measures how long what is due waits for the one thread to be free. */
export function measureEventLoop() {
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  histogram.enable();
  let last: Delay = { p50: 0, p99: 0, max: 0 };
  let readAt = 0;
  return {
    read(): Delay {
      if (performance.now() - readAt < EVERY_MS) return last;
      readAt = performance.now();
      // What is recorded is the time between two samples.
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - SAMPLE_MS) / 1000;
      last = {
        p50: late(histogram.percentile(50)),
        p99: late(histogram.percentile(99)),
        max: late(histogram.max),
      };
      histogram.reset();
      return last;
    },
    stop: () => void histogram.disable(),
  };
}
