import { type Query, QueryClient } from '@tanstack/react-query';

/**
 * Reads never go stale on their own, do not refetch on focus, do not poll and are not retried. Without a connection they are made all
 * the same, and fail: somebody waiting is told.
 */
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

/** The reads that this visit of a page began before there was a screen to show them. */
export const begun = new Set<string>();

/** Whether a screen that comes asks again for what failed: not when that was begun for it, or the failed read would be made twice. */
export const isNews = (query: Pick<Query, 'queryHash' | 'getObserversCount'>): boolean =>
  !begun.has(query.queryHash) || query.getObserversCount() > 0;

/** Resolves once nothing is being read: what the first screen does not need waits until that is there. */
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
