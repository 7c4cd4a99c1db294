import { type Query, QueryClient } from '@tanstack/react-query';

/** Reads never become stale by time, and are not refetched on focus, polled or retried. Offline they fail immediately. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
      networkMode: 'always',
    },
    mutations: { retry: false },
  },
});

/** Reads prefetched before their screen rendered. */
export const begun = new Set<string>();

/** Whether a mounting screen retries a failed read: not if it was just prefetched. */
export const isNews = (query: Pick<Query, 'queryHash' | 'getObserversCount'>): boolean =>
  !begun.has(query.queryHash) || query.getObserversCount() > 0;

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
