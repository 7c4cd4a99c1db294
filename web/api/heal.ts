import type { Query } from '@tanstack/react-query';
import { ApiError } from './call.ts';
import { onLive } from './live-state.ts';
import { queries } from './queries.ts';

/** Retry interval of failed reads on screen, in ms. */
const AGAIN_MS = 15_000;
/** Maximum random delay in ms, so that pages reconnecting together do not all send at once. */
const SPREAD_MS = 500;

/** Whether a read failed in a way worth a retry: no response, rate limit or server error. */
const mayHeal = ({ state: { status, error } }: Query): boolean =>
  status === 'error' &&
  (!(error instanceof ApiError) || [0, 429].includes(error.status) || error.status >= 500);

const failed = { type: 'active', predicate: mayHeal } as const;

/**
 * Retries failed reads on screen (D-13): on `online`, when the page becomes visible, when the live channel opens, and every 15 seconds
 * while any has failed and the page is visible. Returns the unsubscribe function.
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
