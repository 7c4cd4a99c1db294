import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { QueryOf, ReplyOf } from '../../shared/api.ts';
import { type Answer, type ApiError, call, type Input } from './call.ts';
import { withReauthentication } from './reauthentication.ts';

type ListName = 'listKeyBunches' | 'listMovements' | 'getKeyBunchHistory';

/**
 * Reads a list page by page. `more` makes the query of the next page from the last one's; `total` is the number of all matches,
 * not of what is loaded.
 */
export function useList<N extends ListName>(
  name: N,
  input: Input<N>,
  more: (last: Answer<N>, loaded: number) => QueryOf<N> | undefined,
  options: { enabled?: boolean } = {},
) {
  const list = useInfiniteQuery<
    Answer<N>,
    ApiError,
    InfiniteData<Answer<N>>,
    unknown[],
    QueryOf<N> | undefined
  >({
    queryKey: [name, 'pages', input],
    queryFn: ({ signal, pageParam }) =>
      withReauthentication(name, () =>
        call(name, { ...input, query: Object.assign({}, input.query, pageParam) as QueryOf<N> }, { signal }),
      ),
    initialPageParam: undefined,
    getNextPageParam: (last, pages) =>
      more(
        last,
        pages.reduce((sum, page) => sum + page.data.length, 0),
      ),
    enabled: options.enabled ?? true,
    placeholderData: keepPreviousData,
  });
  return {
    ...list,
    items: list.data?.pages.flatMap((page) => page.data as ReplyOf<N>[number][]),
    total: list.data?.pages[0]?.total,
  };
}
