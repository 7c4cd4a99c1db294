import type { Anchors } from './anchors.ts';

/** What is changed in the database within this time was not anchored before it was changed. */
const EVERY_MS = 600_000;

/**
 * Writes what moved now and every ten minutes; a failure waits for the next time. `ended` is told how each time went; what
 * failed is in the log. Answers how to stop.
 */
export function keepAnchoring(
  anchors: Anchors,
  ended: (isGood: boolean) => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= anchors
      .run()
      .then(
        () => ended(true),
        () => ended(false),
      )
      .finally(() => {
        running = null;
      });
  };
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
