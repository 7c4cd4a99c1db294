import type { ApiError, Input } from '../api/call.ts';
import { type EntryOf, type ListName, type ListOptions, type More, readPages, useList } from '../api/list.ts';
import { useAsOf } from '../api/live-state.ts';
import { usePaper } from '../print/use-paper.ts';

/** What a list page shows of its list. */
export type ListState<T> = {
  /** Undefined while loading. */
  items: readonly T[] | undefined;
  /** Number of matches; a lower bound with `atLeast`. */
  total: number | undefined;
  atLeast: boolean;
  /** The last read failed. */
  error: ApiError | null;
  /** Nothing could be read: shown instead of the items. */
  failed: ApiError | null;
  /** The items are those of the previous filters. */
  stale: boolean;
  retry: () => unknown;
  /** As of when it is true, in epoch ms by the server's clock; 0 while unread. */
  readAt: number;
  refreshing: boolean;
  hasMore: boolean;
  more: () => void;
  loadingMore: boolean;
  moreFailed: boolean;
};
/** A list with its paper. */
export type PrintedState<T> = ListState<T> & { paper: ReturnType<typeof usePaper<T>> };

/** Continues a list at its cursor. */
export const byCursor = ({ next }: { next: string | null }) => (next ? { cursor: next } : undefined);

/** A list that is read page by page. */
export function usePages<N extends ListName, E = EntryOf<N>>(
  name: N,
  input: Input<N>,
  more: More<N>,
  options: ListOptions<N, E> = {},
) {
  const list = useList<N, E>(name, input, more, options);
  const { items, error, isPlaceholderData: stale, isFetchingNextPage: loadingMore } = list;
  const hasMore = list.hasNextPage && !stale;
  return {
    items,
    total: list.total,
    atLeast: list.atLeast,
    /** The first page's reply. */
    first: list.data?.pages[0]?.data,
    error,
    failed: items === undefined ? error : null,
    stale,
    retry: list.refetch,
    readAt: useAsOf(list),
    refreshing: list.isRefetching && !loadingMore,
    hasMore,
    more: () => {
      if (hasMore && !loadingMore) void list.fetchNextPage();
    },
    loadingMore,
    moreFailed: list.isFetchNextPageError,
    onDraw: list.onDraw,
  };
}

type PagedOptions<N extends ListName, E> = ListOptions<N, E> & {
  /** The same matches in longer pages, for paper, with the query of their next page. */
  printed: Input<N>;
  printedMore?: More<N>;
};

/** A list that is read page by page, and to its end for paper. */
export function usePagedList<N extends ListName, E = EntryOf<N>>(
  name: N,
  input: Input<N>,
  more: More<N>,
  { printed, printedMore = more, ...options }: PagedOptions<N, E>,
) {
  const list = usePages<N, E>(name, input, more, options);
  const { items, total, atLeast, error, stale } = list;
  const paper = usePaper({
    loaded: stale ? undefined : items,
    total: stale ? undefined : total,
    atLeast,
    failed: error !== null,
    key: JSON.stringify(input),
    readAll: (reading) => readPages<N, E>(name, printed, printedMore, { ...reading, ...options }),
  });
  return { ...list, paper };
}

type WholeList<T> = Pick<ListState<T>, 'items' | 'failed' | 'retry' | 'readAt' | 'refreshing'> & {
  /** Identifies the filters. */
  key: string;
};

/** A list that is read as a whole and filtered here. */
export function useWholeList<T>({ key, ...list }: WholeList<T>): PrintedState<T> {
  const { items, failed } = list;
  const paper = usePaper({ loaded: items, total: items?.length, failed: failed !== null, key });
  const none = { atLeast: false, stale: false, hasMore: false, loadingMore: false, moreFailed: false };
  return { ...list, ...none, total: items?.length, error: failed, more: () => undefined, paper };
}

/** The setter of a list's filters in its address: typing replaces the history entry, and the page does not scroll. */
export const changeOf =
  <F>(navigate: (options: never) => Promise<void>) =>
  (patch: Partial<F>): void => {
    const search = (last: F) => ({ ...last, ...patch });
    void navigate({ search, replace: 'search' in patch, resetScroll: false } as never);
  };
