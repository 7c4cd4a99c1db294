import { QueryClient } from '@tanstack/react-query';
import type { Me } from '../../shared/user.ts';
import { ApiError } from './call.ts';

/** Retry interval of failed reads on screen, in ms. */
const RETRY_MS = 15_000;

/** The signed-in user as last read; null for a visitor. */
export const knownUser = () => queries.getQueryData<Me | null>(['getMe', {}]);

/** A read's last result. */
type Tried = { state: { status: string; error: unknown } };

/** Whether a read failed in a way worth a retry: no response, rate limit or server error. A visitor's is not retried. */
export const isRetryable = ({ state: { status, error } }: Tried): boolean =>
  status === 'error' &&
  knownUser() !== null &&
  (!(error instanceof ApiError) || [0, 429].includes(error.status) || error.status >= 500);

/** Milliseconds until a failed read on screen is repeated; Infinity for another. */
export const retryAfter = (query: Tried): number =>
  isRetryable(query) ? RETRY_MS : Number.POSITIVE_INFINITY;

const whenRetryable = (query: Tried) => isRetryable(query) && ('always' as const);

/**
 * Reads never become stale by time. Only failed ones are repeated automatically (D-13): on `online`, when the page becomes visible, and
 * every RETRY_MS while the page is visible. Offline they fail immediately.
 */
export const queries: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: retryAfter,
      refetchOnWindowFocus: whenRetryable,
      refetchOnReconnect: whenRetryable,
      retry: false,
      networkMode: 'always',
    },
  },
});

/** Makes the failed reads on screen again. */
export const retryFailed = (): Promise<void> =>
  queries.refetchQueries({ type: 'active', predicate: isRetryable }, { cancelRefetch: false });

/** Resolves when no read is running; used to delay less important reads. */
export const whenQuiet = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (queries.isFetching() > 0) return;
      stop();
      resolve();
    };
    const stop = queries.getQueryCache().subscribe(look);
    setTimeout(look);
  });
