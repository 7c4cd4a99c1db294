import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../shared/api.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import {
  REPORT_BUNCHES_MAX,
  REPORT_BUNCHES_PAGE,
  REPORT_MOVEMENTS_REQUESTED,
  REPORT_MOVEMENTS_SHOWN,
} from '../../shared/limits.ts';
import type { LocationReport } from '../../shared/location-report.ts';
import { type ApiError, call } from '../api/call.ts';
import { useRead } from '../api/read.ts';
import { withReauthentication } from '../api/reauthentication.ts';
import { useMay } from '../session.tsx';

type Page = { limit: number; cursor?: string | null | undefined };

const readPage = async (
  id: number,
  { limit, cursor }: Page,
  signal?: AbortSignal,
): Promise<LocationReport> => {
  const query = { limit: String(limit), ...(cursor && { cursor }) };
  const read = () => call('getLocationReport', { params: { id }, query }, { ...(signal && { signal }) });
  return (await withReauthentication('getLocationReport', read)).data;
};

/** The sets of all pages. A set returned on two pages, because the order changed, keeps its first place. */
const togetherOf = (pages: readonly LocationReport[]): KeyBunch[] =>
  [
    ...new Map(
      pages
        .flatMap(({ bunches }) => bunches)
        .reverse()
        .map((bunch) => [bunch.id, bunch]),
    ).values(),
  ].reverse();

/** The report of a location, with the sets loaded so far; `readAll` loads the others, for printing. */
export function useReport(id: number) {
  const read = useInfiniteQuery<
    LocationReport,
    ApiError,
    InfiniteData<LocationReport>,
    unknown[],
    string | null
  >({
    queryKey: ['getLocationReport', 'pages', { params: { id } }],
    queryFn: ({ signal, pageParam }) =>
      readPage(id, { limit: REPORT_BUNCHES_PAGE, cursor: pageParam }, signal),
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    refetchOnMount: 'always',
  });
  const { data: loaded, isFetching, hasNextPage, fetchNextPage, isFetchNextPageError } = read;
  const data = useMemo(
    () => loaded?.pages[0] && { ...loaded.pages[0], bunches: togetherOf(loaded.pages) },
    [loaded],
  );
  return {
    ...read,
    data,
    error: isFetchNextPageError ? null : read.error,
    more: () => {
      if (!isFetching && hasNextPage) void fetchNextPage();
    },
    moreFailed: isFetchNextPageError,
    readAll: (options: Reading) => readAll(id, options),
  };
}

type Reading = { max: number; onRead: (read: number) => void };

async function readAll(id: number, { max, onRead }: Reading): Promise<KeyBunch[]> {
  const pages: LocationReport[] = [];
  let read = 0;
  do {
    const page = await readPage(id, { limit: REPORT_BUNCHES_MAX, cursor: pages.at(-1)?.next });
    pages.push(page);
    read += page.bunches.length;
    onRead(read);
  } while (pages.at(-1)?.next && read < max);
  return togetherOf(pages).slice(0, max);
}

/** The latest movements shown in a location's report; not requested without history:view. */
export function useActivity(locationId: number) {
  const { data, error, refetch } = useRead(
    'listMovements',
    { query: { limit: String(REPORT_MOVEMENTS_REQUESTED), locationId: String(locationId) } },
    { enabled: useMay()(api.listMovements.needs) },
  );
  return { movements: data?.slice(0, REPORT_MOVEMENTS_SHOWN), error, refetch };
}
