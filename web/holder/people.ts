import { getRouteApi } from '@tanstack/react-router';
import type { QueryOf } from '../../shared/api.ts';
import { HOLDER_KINDS } from '../../shared/holder-words.ts';
import { readPages, useList } from '../api/list.ts';
import { useAsOf } from '../api/live-state.ts';
import { usePaper } from '../print/use-paper.ts';

const route = getRouteApi('/people');

export type PeopleFilters = Record<'tab' | 'search' | 'kind' | 'active', string>;
export const PEOPLE_TABS = ['all', 'any', 'overdue'] as const;
export type PeopleTab = (typeof PEOPLE_TABS)[number];
export const tabOf = (text: string): PeopleTab => PEOPLE_TABS.find((tab) => tab === text) ?? 'all';

type Query = NonNullable<QueryOf<'listHolders'>>;

function queryOf({ search, kind, active }: PeopleFilters, tab: PeopleTab, limit: string): Query {
  const q = search.trim();
  const known = HOLDER_KINDS.find((one) => one === kind);
  return {
    ...(q && { q }),
    ...(known && { kind: known }),
    ...((active === 'true' || active === 'false') && { active }),
    ...(tab !== 'all' && { holding: tab }),
    limit,
  };
}

const PAGE = '50';
const PRINTED = '200';
const next = (last: { next: string | null }) => (last.next ? { cursor: last.next } : undefined);

const NO_FILTERS: PeopleFilters = { tab: '', search: '', kind: '', active: '' };

/** First query of the page at an address. */
export const peopleOf = (search: Record<string, string>) => {
  const filters = { ...NO_FILTERS, ...search };
  return { query: queryOf(filters, tabOf(filters.tab), PAGE) };
};

/** Number of people in a tab with the other filters: null while loading, undefined after an error. */
function useCount(filters: PeopleFilters, tab: PeopleTab): number | null | undefined {
  const { total, error } = useList('listHolders', { query: queryOf(filters, tab, '1') }, () => undefined);
  return total ?? (error ? undefined : null);
}

/** The people that match the address, by name, page by page. */
export function usePeople() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const tab = tabOf(filters.tab);
  const list = useList('listHolders', { query: queryOf(filters, tab, PAGE) }, next);
  const stale = list.isPlaceholderData;
  const paper = usePaper({
    loaded: stale ? undefined : list.items,
    total: stale ? undefined : list.total,
    atLeast: list.atLeast,
    failed: list.error !== null,
    key: JSON.stringify(filters),
    readAll: (options) => readPages('listHolders', { query: queryOf(filters, tab, PRINTED) }, next, options),
  });
  return {
    filters,
    tab,
    change: (patch: Partial<PeopleFilters>) =>
      void navigate({
        search: (last) => ({ ...last, ...patch }),
        replace: 'search' in patch,
        resetScroll: false,
      }),
    narrowed: Boolean(filters.search.trim() || filters.kind || filters.active),
    counts: {
      all: useCount(filters, 'all'),
      any: useCount(filters, 'any'),
      overdue: useCount(filters, 'overdue'),
    },
    people: list.items,
    total: list.total,
    atLeast: list.atLeast,
    failed: list.items === undefined ? list.error : null,
    retry: list.refetch,
    stale,
    readAt: useAsOf(list),
    refreshing: list.isRefetching && !list.isFetchingNextPage,
    hasMore: list.hasNextPage && !stale,
    more: () => void list.fetchNextPage(),
    loadingMore: list.isFetchingNextPage,
    moreFailed: list.isFetchNextPageError,
    paper,
  };
}
