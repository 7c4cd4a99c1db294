import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { QueryOf, ReplyOf } from '../../shared/api.ts';
import { type Answer, type ApiError, call, type Input } from './call.ts';
import { withReauthentication } from './reauthentication.ts';

type ListName = 'listKeyBunches' | 'listMovements' | 'getKeyBunchHistory';

/**
 * Reads a list page by page. `more` makes the query of the next page from the last one's; `total` is the number of all matches,
 * not of what is loaded, and with `atLeast` as far as they were counted.
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
    atLeast: list.data?.pages[0]?.atLeast ?? false,
  };
}

/**
 * Reads a list to its end, or up to `max` entries, page by page as `useList` does; `onRead` is told how many have come. Throws the
 * ApiError of a page that failed.
 */
export async function readPages<N extends ListName>(
  name: N,
  input: Input<N>,
  more: (last: Answer<N>, loaded: number) => QueryOf<N> | undefined,
  { max, onRead }: { max: number; onRead: (read: number) => void },
): Promise<ReplyOf<N>[number][]> {
  const entries: ReplyOf<N>[number][] = [];
  let next: QueryOf<N> | undefined;
  do {
    const query = Object.assign({}, input.query, next) as QueryOf<N>;
    const page = await withReauthentication(name, () => call(name, { ...input, query }));
    entries.push(...(page.data as ReplyOf<N>[number][]));
    onRead(entries.length);
    next = more(page, entries.length);
  } while (next && entries.length < max);
  return entries.slice(0, max);
}
