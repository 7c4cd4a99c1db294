import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { QueryOf } from '../../shared/api.ts';
import type { OutHolder } from '../../shared/custody.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { OUT_TABS } from '../../shared/key-bunch-words.ts';
import { type Answer, type ApiError, call } from '../api/call.ts';
import { useAsOf } from '../api/live-state.ts';
import { withReauthentication } from '../api/reauthentication.ts';
import { usePaper } from '../print/use-paper.ts';

const route = getRouteApi('/out');

/** Filters and order as search parameters; empty is no filter. */
export type OutFilters = Record<'tab' | 'by' | 'search' | 'location' | 'type', string>;
export type OutTab = (typeof OUT_TABS)[number];

export const tabOf = (text: string): OutTab => OUT_TABS.find((tab) => tab === text) ?? 'all';
export const byOf = (text: string): 'person' | 'due' => (text === 'due' ? 'due' : 'person');

/** The filters of the address and their setter: typing replaces the history entry. */
export function useOutFilters() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const change = (patch: Partial<OutFilters>) =>
    void navigate({
      search: (last) => ({ ...last, ...patch }),
      replace: 'search' in patch,
      resetScroll: false,
    });
  const narrowed = Boolean(filters.search.trim() || filters.location || filters.type);
  return { filters, change, narrowed };
}

/** The server's query; default tab and order are left out. */
export function outQueryOf({ tab, by, search, location, type }: OutFilters) {
  const q = search.trim();
  const query: NonNullable<QueryOf<'listOut'>> = {
    tab: tabOf(tab),
    by: byOf(by),
    ...(q && { q }),
    ...(location && { locationId: location }),
    ...(type && { type }),
  };
  return query;
}

/** One person's sets, in list order. */
export type OutGroup = { key: string; who: OutHolder; bunches: KeyBunch[] };

const keyOf = ({ holder }: Pick<KeyBunch, 'holder'>): string =>
  holder?.id ? String(holder.id) : `name ${holder?.name ?? ''}`;

/** Sets grouped by holder, in list order. */
export function groupsOf(bunches: readonly KeyBunch[], holders: readonly OutHolder[]): OutGroup[] {
  const groups = new Map<string, OutGroup>();
  for (const bunch of bunches) {
    const key = keyOf(bunch);
    const known = groups.get(key);
    if (known) known.bunches.push(bunch);
    else
      groups.set(key, {
        key,
        who: holders.find((one) => keyOf(one) === key) ?? holderOfOne(bunch),
        bunches: [bunch],
      });
  }
  return [...groups.values()];
}

const holderOfOne = ({ holder }: KeyBunch): OutHolder => ({
  holder: holder ?? { name: 'Someone', id: null, userId: null },
  kind: null,
  organisation: null,
  phone: null,
  out: 1,
  overdue: 0,
});

const PRINTED_PAGE = '200';

async function readAll(filters: OutFilters, { max, onRead }: { max: number; onRead: (n: number) => void }) {
  const groups: { bunches: KeyBunch[]; holders: OutHolder[] } = { bunches: [], holders: [] };
  let cursor: string | null = null;
  do {
    const query = { ...outQueryOf(filters), limit: PRINTED_PAGE, ...(cursor && { cursor }) };
    const page: Answer<'listOut'> = await withReauthentication('listOut', () => call('listOut', { query }));
    groups.bunches.push(...page.data.keyBunches);
    groups.holders.push(...page.data.holders);
    onRead(groups.bunches.length);
    cursor = page.next;
  } while (cursor && groups.bunches.length < max);
  return groups.bunches.map((bunch) => ({ bunch, holders: groups.holders }));
}

/** Sets that are out, page by page; all pages for paper. */
export function useOut(filters: OutFilters) {
  const query = outQueryOf(filters);
  const list = useInfiniteQuery<
    Answer<'listOut'>,
    ApiError,
    { pages: Answer<'listOut'>[] },
    unknown[],
    string | null
  >({
    queryKey: ['listOut', 'pages', { query }],
    queryFn: async ({ signal, pageParam }) =>
      withReauthentication('listOut', () =>
        call('listOut', { query: { ...query, ...(pageParam && { cursor: pageParam }) } }, { signal }),
      ),
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
  const pages = list.data?.pages;
  const bunches = pages?.flatMap(({ data }) => data.keyBunches);
  const holders = pages?.flatMap(({ data }) => data.holders) ?? [];
  const stale = list.isPlaceholderData;
  const total = stale ? undefined : pages?.[0]?.total;
  const paper = usePaper({
    loaded: stale ? undefined : bunches?.map((bunch) => ({ bunch, holders })),
    total,
    atLeast: pages?.[0]?.atLeast ?? false,
    failed: list.error !== null,
    key: JSON.stringify(query),
    readAll: (options) => readAll(filters, options),
  });
  return {
    bunches,
    holders,
    counts: pages?.[0]?.data.counts,
    total: pages?.[0]?.total,
    failed: bunches === undefined ? list.error : null,
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
