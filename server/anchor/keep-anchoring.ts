import type { Anchors } from './anchors.ts';

/** What is changed in the database within this time was not anchored before it was changed. */
const EVERY_MS = 600_000;

/** Writes what moved now and every ten minutes; a failure waits for the next time. Answers how to stop. */
export function keepAnchoring(anchors: Anchors, failed: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= anchors
      .run()
      .catch(failed)
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
