import type { KeyBunchMatch, ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { KEY_BUNCH_LIMIT_MAX, KEY_BUNCH_PAGE } from '../../../shared/limits.ts';
import { readPages, useList } from '../../api/list.ts';
import { useAsOf } from '../../api/live-state.ts';
import { usePaper } from '../../print/use-paper.ts';
import { type KeyFilters, keyQueryOf } from './key-filters.ts';

export type KeyList = ReturnType<typeof useKeyList>;

const NONE: ListedKeyBunch[] = [];

const longerPage = (last: { next: string | null }) =>
  last.next ? { cursor: last.next, limit: String(KEY_BUNCH_LIMIT_MAX) } : undefined;

/** The matching bunches, page by page: a short first page, then longer ones. */
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
    /** `total` is a lower bound. */
    atLeast: list.atLeast,
    /** Loading without data: show placeholders. */
    waiting: list.items === undefined && !list.error,
    failed: list.items === undefined ? list.error : null,
    /** The rows shown are of the previous filters. */
    stale: isPlaceholderData,
    retry: list.refetch,
    /** As of when it is true, in ms; 0 while not loaded. */
    readAt,
    refreshing: list.isRefetching && !isFetchingNextPage,
    paper,
    hasMore,
    /** Called after each render with the indexes of the drawn bunches. */
    onDraw: list.onDraw,
    moreFailed: isFetchNextPageError,
    /** Loads the next page; idempotent. */
    more: () => {
      if (hasMore && !isFetchingNextPage) void fetchNextPage();
    },
  };
}

/** Number of matches, or a lower bound; `total` is undefined while loading. */
export function useKeyTotal(filters: KeyFilters): { total: number | undefined; atLeast: boolean } {
  const { total, atLeast } = useList('listKeyBunches', { query: keyQueryOf(filters, 1) }, () => undefined);
  return { total, atLeast };
}

const wordsOf = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ');
const codeOf = (text: string) => text.toLowerCase().replace(/[\s\u2010-\u2015\u2212-]/g, '');
const serialOf = (text: string) => text.toLowerCase().replace(/[\s:._-]/g, '');
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const hasWords = (text: string, words: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(words)}(?![\\p{L}\\p{N}])`, 'u').test(wordsOf(text));

/** Whether the search text is all of a text, or whole words of a description: what the server ranks first. */
function isWhole({ field, text }: KeyBunchMatch, searched: string): boolean {
  switch (field) {
    case 'identifier':
    case 'currentTag':
    case 'formerTag':
    case 'label':
      return codeOf(text) === codeOf(searched);
    case 'nfcSerial':
      return serialOf(text) === serialOf(searched);
    case 'premises':
    case 'address':
    case 'position':
      return wordsOf(text) === wordsOf(searched);
    case 'keyDescription':
      return hasWords(text, wordsOf(searched));
    default:
      return false;
  }
}

/** In a list by relevance, the index where full matches end and partial ones follow; else null. */
export function endOfWhole(bunches: readonly ListedKeyBunch[], searched: string): number | null {
  const end = bunches.findIndex(({ match }) => !match || !isWhole(match, searched));
  return end > 0 && bunches[end]?.match ? end : null;
}
