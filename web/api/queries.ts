import { QueryClient } from '@tanstack/react-query';

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
