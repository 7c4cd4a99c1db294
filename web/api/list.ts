import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, type CallName, type QueryOf, type ReadName, type ReplyOf } from '../../shared/api.ts';
import { meets } from '../../shared/permissions.ts';
import { type Answer, type ApiError, call, type Input } from './call.ts';
import { knownUser, queries } from './queries.ts';
import { orKept, readOf } from './read.ts';
import { withReauthentication } from './reauthentication.ts';

export type ListName =
  | 'listKeyBunches'
  | 'listOut'
  | 'listMovements'
  | 'getKeyBunchHistory'
  | 'getFormerHistory'
  | 'listActivity'
  | 'listImports'
  | 'listHolders'
  | 'listPremises'
  | 'listOutbox'
  | 'listReservations'
  | 'listRoomHandovers'
  | 'listFormerRoomHandovers';

/** Append-only lists, newest first. */
const HISTORIES: readonly ListName[] = ['listMovements', 'getKeyBunchHistory', 'listActivity'];

/** An entry of a list whose reply is its entries. */
export type EntryOf<N extends ListName> = ReplyOf<N> extends readonly (infer E)[] ? E : never;
/** Makes the next page's query from the last page. */
export type More<N extends ListName> = (last: Answer<N>, loaded: number) => QueryOf<N> | undefined;
/** `entries` takes a page's entries out of a reply that is not an array. */
export type ListOptions<N extends ListName, E> = {
  enabled?: boolean;
  entries?: (data: ReplyOf<N>) => readonly E[];
};

/** Pages that a refresh kept without reading them again. */
const outdated = new WeakSet<object>();

/**
 * Reads a list page by page. `more` makes the next page's query from the last one's; `total` counts all matches, with `atLeast` as a lower
 * bound. The query client alone would read all loaded pages again at a refresh. With `onDraw` reporting the drawn entries, a refresh reads
 * the first page and drawn pages only, keeps the others while they still follow, and reads a kept one when drawn. Of append-only lists a
 * refresh reads the first page only.
 */
export function useList<N extends ListName, E = EntryOf<N>>(
  name: N,
  input: Input<N>,
  more: More<N>,
  { enabled = true, entries = asEntries }: ListOptions<N, E> = {},
) {
  const client = useQueryClient();
  const queryKey = listKey(name, input);
  const drawn = useRef<Range | null>(null);
  const list = useInfiniteQuery<Answer<N>, ApiError, Pages<N>, unknown[], QueryOf<N> | undefined>({
    queryKey,
    queryFn: async ({ signal, pageParam }) => {
      const before = client.getQueryData<Pages<N>>(queryKey);
      const grows = HISTORIES.includes(name);
      const old = before && (grows || drawn.current) ? pageOf(before, pageParam) : undefined;
      if (old && grows && pageParam !== undefined) return old;
      // The first page is always read: it has the totals.
      if (before && old && pageParam !== undefined && drawn.current && !isDrawn(old, before, drawn.current)) {
        outdated.add(old);
        return old;
      }
      const page = await readPage(name, input, pageParam as QueryOf<N> | undefined, signal);
      // An unchanged page stays the same object (structural sharing) and must not stay marked.
      if (old) outdated.delete(old);
      if (old && grows) return continued(old, page);
      return old ? endingAs(old, page) : page;
    },
    initialPageParam: undefined,
    getNextPageParam: (last, pages) =>
      more(
        last,
        pages.reduce((sum, page) => sum + entries(page.data).length, 0),
      ),
    enabled,
    placeholderData: keepPreviousData,
  });
  const { data, isFetching, isRefetchError, isPlaceholderData, refetch } = list;
  return {
    ...list,
    onDraw(first: number, last: number) {
      drawn.current = { first, last };
      if (!data || isFetching || isRefetchError || isPlaceholderData) return;
      if (data.pages.some((page) => outdated.has(page) && isDrawn(page, data, { first, last })))
        void refetch();
    },
    items: list.data?.pages.flatMap((page) => entries(page.data)),
    total: list.data?.pages[0]?.total,
    atLeast: list.data?.pages[0]?.atLeast ?? false,
  };
}

const asEntries = <N extends ListName, E>(data: ReplyOf<N>) => data as unknown as readonly E[];

const listKey = <N extends ListName>(name: N, input: Input<N>) => [name, 'pages', input];

const readPage = <N extends ListName>(
  name: N,
  input: Input<N>,
  pageParam: QueryOf<N> | undefined,
  signal: AbortSignal,
): Promise<Answer<N>> => {
  const asked = { ...input, query: Object.assign({}, input.query, pageParam) as QueryOf<N> };
  return orKept(name, asked, () => withReauthentication(name, () => call(name, asked, { signal })));
};

type Pages<N extends ListName> = InfiniteData<Answer<N>>;
type Range = { first: number; last: number };

/** The page read before for this query. */
const pageOf = <N extends ListName>({ pages, pageParams }: Pages<N>, query: unknown): Answer<N> | undefined =>
  pages[pageParams.findIndex((one) => JSON.stringify(one) === JSON.stringify(query))];

/** A page cut at its former end, so that the next kept page still follows; all of it when that is not possible. */
function endingAs<N extends ListName>(old: Answer<N>, page: Answer<N>): Answer<N> {
  const ids = idsOf(page);
  const known = idsOf(old);
  const end = ids.lastIndexOf(known.at(-1) ?? 0) + 1;
  if (end === 0 || !old.next || ids.slice(end).some((id) => known.includes(id))) return page;
  return { ...page, data: asEntries<N, unknown>(page.data).slice(0, end) as ReplyOf<N>, next: old.next };
}

/** New entries plus the former first page; only the new page when the two do not overlap. */
function continued<N extends ListName>(old: Answer<N>, page: Answer<N>): Answer<N> {
  const known = idsOf(old);
  const ids = idsOf(page);
  if (known.length === 0 || !ids.includes(known[0] ?? 0)) return page;
  const last = ids.at(-1) ?? 0;
  const rest = asEntries<N, { id: number }>(old.data).slice(known.indexOf(last) + 1);
  return known.includes(last)
    ? ({ ...page, data: [...asEntries<N, unknown>(page.data), ...rest] } as Answer<N>)
    : page;
}

const idsOf = <N extends ListName>({ data }: Answer<N>): number[] =>
  asEntries<N, { id: number }>(data).map(({ id }) => id);

function isDrawn<N extends ListName>(page: Answer<N>, { pages }: Pages<N>, { first, last }: Range): boolean {
  const lengthOf = (one: Answer<N>) => asEntries<N, unknown>(one.data).length;
  const before = pages.slice(0, pages.indexOf(page)).reduce((sum, one) => sum + lengthOf(one), 0);
  return before <= last && before + lengthOf(page) > first;
}

/** Reads a list to its end, or up to `max` entries; `onRead` gets the number read. Throws the ApiError of a failed page. */
export async function readPages<N extends ListName, E = EntryOf<N>>(
  name: N,
  input: Input<N>,
  more: More<N>,
  {
    max,
    onRead,
    entries = asEntries,
  }: { max: number; onRead: (read: number) => void } & Pick<ListOptions<N, E>, 'entries'>,
): Promise<E[]> {
  const read: E[] = [];
  let next: QueryOf<N> | undefined;
  do {
    const query = Object.assign({}, input.query, next) as QueryOf<N>;
    const page = await withReauthentication(name, () => call(name, { ...input, query }));
    read.push(...entries(page.data));
    onRead(read.length);
    next = more(page, read.length);
  } while (next && read.length < max);
  return read.slice(0, max);
}

/** Prefetches a read before its screen renders, if permitted. */
export function prefetchRead<N extends ReadName>(name: N, input: Input<N> = {}): void {
  if (isAllowed(name)) void queries.prefetchQuery(readOf(name, input));
}

/** Prefetches the first page of a list before its screen renders, if permitted. */
export function prefetchList<N extends ListName>(name: N, input: Input<N>): void {
  if (!isAllowed(name)) return;
  void queries.prefetchInfiniteQuery({
    queryKey: listKey(name, input),
    queryFn: ({ signal }) => readPage(name, input, undefined, signal),
    initialPageParam: undefined,
  });
}

function isAllowed(name: CallName): boolean {
  const me = knownUser();
  return Boolean(me?.companyId && !me.factorDue && meets(api[name].needs, me));
}
