import type { Query } from '@tanstack/react-query';
import { ApiError } from './call.ts';
import { onLive } from './live-state.ts';
import { queries } from './queries.ts';

/** How often reads that failed are made again while a screen shows that they did. */
const AGAIN_MS = 15_000;
/** Pages whose connection comes back at the same moment do not all ask at once. */
const SPREAD_MS = 500;

/** A read without an answer, or with one that another try may change; a refusal stays one. */
const mayHeal = ({ state: { status, error } }: Query): boolean =>
  status === 'error' &&
  (!(error instanceof ApiError) || [0, 429].includes(error.status) || error.status >= 500);

const failed = { type: 'active', predicate: mayHeal } as const;

/**
 * Makes the reads on the screen that failed again (D-13): on `online`, on a return to the front, when the live channel opens, and every 15
 * seconds while there are any and the page is visible. Returns how to stop.
 */
export function healReads(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isNeeded = () => queries.getQueryCache().findAll(failed).length > 0;
  function heal(): void {
    clearTimeout(timer);
    timer = undefined;
    if (document.hidden || !isNeeded()) return;
    void queries.refetchQueries(failed).finally(wait);
  }
  const soon = () => {
    if (isNeeded()) setTimeout(heal, Math.random() * SPREAD_MS);
  };
  function wait(): void {
    if (timer === undefined && isNeeded()) timer = setTimeout(heal, AGAIN_MS);
  }
  const look = () => !document.hidden && soon();
  const stops = [queries.getQueryCache().subscribe(wait), onLive(soon)];
  window.addEventListener('online', soon);
  document.addEventListener('visibilitychange', look);
  wait();
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    window.removeEventListener('online', soon);
    document.removeEventListener('visibilitychange', look);
  };
}
