import type { Anchors } from './anchors.ts';

/** What is changed in the database within this time was not anchored before it was changed. */
const EVERY_MS = 600_000;

/** Anchors now and every ten minutes; failures wait for the next run. `ended` receives each result. Returns a stop function. */
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
