import { getRouteApi } from '@tanstack/react-router';
import type { QueryOf } from '../../shared/api.ts';
import type { Premises } from '../../shared/premises.ts';
import { readPages, useList } from '../api/list.ts';
import { useAsOf } from '../api/live-state.ts';
import { usePaper } from '../print/use-paper.ts';

const route = getRouteApi('/premises');

type PremisesFilters = Record<'search' | 'client' | 'by', string>;
type Query = NonNullable<QueryOf<'listPremises'>>;

const PRINTED = '200';
const next = (last: { next: string | null }) => (last.next ? { cursor: last.next } : undefined);

const queryOf = ({ search, client, by }: PremisesFilters, limit?: string): Query => {
  const q = search.trim();
  return {
    ...(q && { q }),
    ...(client && { client }),
    ...(by === 'client' && { sort: 'client' }),
    ...(limit && { limit }),
  };
};

/** The premises that match the address, by name or client, page by page. */
export function usePremises() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const list = useList('listPremises', { query: queryOf(filters) }, next);
  const stale = list.isPlaceholderData;
  const paper = usePaper({
    loaded: stale ? undefined : list.items,
    total: stale ? undefined : list.total,
    atLeast: list.atLeast,
    failed: list.error !== null,
    key: JSON.stringify(filters),
    readAll: (options) => readPages('listPremises', { query: queryOf(filters, PRINTED) }, next, options),
  });
  return {
    filters,
    change: (patch: Partial<PremisesFilters>) =>
      void navigate({
        search: (last) => ({ ...last, ...patch }),
        replace: 'search' in patch,
        resetScroll: false,
      }),
    narrowed: Boolean(filters.search.trim() || filters.client),
    byClient: filters.by === 'client',
    premises: list.items,
    total: stale ? undefined : list.total,
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
export type PremisesList = ReturnType<typeof usePremises>;

type ClientGroup = { client: string | null; of: Premises[]; sets: number; out: number };

/** Groups premises sorted by client; client names match regardless of case. */
export function groupsOf(premises: readonly Premises[]): ClientGroup[] {
  const groups: ClientGroup[] = [];
  for (const one of premises) {
    const last = groups.at(-1);
    const same = last && last.client?.toLowerCase() === one.client?.toLowerCase();
    const group = same ? last : { client: one.client, of: [], sets: 0, out: 0 };
    if (!same) groups.push(group);
    group.of.push(one);
    group.sets += one.sets;
    group.out += one.out;
  }
  return groups;
}
