import type { ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { KEY_BUNCH_LIMIT_MAX, KEY_BUNCH_PAGE } from '../../../shared/limits.ts';
import { readPages, useList } from '../../api/list.ts';
import { useAsOf } from '../../api/live-state.ts';
import { usePaper } from '../../print/use-paper.ts';
import { type KeyFilters, keyQueryOf } from './key-filters.ts';

export type KeyList = ReturnType<typeof useKeyList>;

const NONE: ListedKeyBunch[] = [];

const longerPage = (last: { next: string | null }) =>
  last.next ? { cursor: last.next, limit: String(KEY_BUNCH_LIMIT_MAX) } : undefined;

/** The bunches the filters keep, page by page: a short first page to be quick, longer ones while one scrolls. */
export function useKeyList(filters: KeyFilters, enabled: boolean) {
  const list = useList('listKeyBunches', { query: keyQueryOf(filters, KEY_BUNCH_PAGE) }, longerPage, {
    enabled,
  });
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = list;
  const readAt = useAsOf(list);
  const hasMore = list.hasNextPage && !isPlaceholderData;
  const paper = usePaper({
    loaded: isPlaceholderData ? undefined : list.items,
    total: isPlaceholderData ? undefined : list.total,
    atLeast: list.atLeast,
    failed: list.error !== null,
    key: JSON.stringify(filters),
    readAll: (options) =>
      readPages('listKeyBunches', { query: keyQueryOf(filters, KEY_BUNCH_LIMIT_MAX) }, longerPage, options),
  });
  return {
    bunches: list.items ?? NONE,
    total: list.total,
    /** There are more than `total`. */
    atLeast: list.atLeast,
    /** Nothing is known yet: placeholders stand in. */
    waiting: list.items === undefined && !list.error,
    failed: list.items === undefined ? list.error : null,
    /** The rows on screen answer the filters before; those asked for are on their way. */
    stale: isPlaceholderData,
    retry: list.refetch,
    /** As of when it is true, in milliseconds; 0 while it was not. */
    readAt,
    refreshing: list.isRefetching && !isFetchingNextPage,
    paper,
    hasMore,
    /** To be told after each time which bunches are drawn, by their places in the list. */
    onDraw: list.onDraw,
    moreFailed: isFetchNextPageError,
    /** Loads the next page; to be called as often as one likes. */
    more: () => {
      if (hasMore && !isFetchingNextPage) void fetchNextPage();
    },
  };
}

/** How many bunches the filters keep, or at least so many; `total` is undefined until it is known. */
export function useKeyTotal(filters: KeyFilters): { total: number | undefined; atLeast: boolean } {
  const { total, atLeast } = useList('listKeyBunches', { query: keyQueryOf(filters, 1) }, () => undefined);
  return { total, atLeast };
}
