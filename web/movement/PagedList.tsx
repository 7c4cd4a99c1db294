import type { ReactNode } from 'react';
import type { ApiError } from '../api/call.ts';
import { useAsOf } from '../api/live-state.ts';
import { count, countAtLeast } from '../format.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AsOf } from '../ui/Time.tsx';

/** A paged list, as `useList` returns it. */
type List<T> = Parameters<typeof useAsOf>[0] & {
  items: T[] | undefined;
  total: number | undefined;
  atLeast: boolean;
  error: ApiError | null;
  isRefetching: boolean;
  isPlaceholderData: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
};

type Props<T> = {
  list: List<T>;
  /** Shown beside the count. */
  besideCount: ReactNode;
  /** Shown instead of an empty list. */
  nothing: ReactNode;
  /** Renders the items; undefined while loading. */
  children: (items: T[] | undefined) => ReactNode;
};

/** When the list was read: in the page's header, on a phone beside the count. */
export const ListAsOf = <T,>({ list }: { list: List<T> }) => (
  <AsOf
    at={useAsOf(list)}
    refreshing={list.isRefetching && !list.isFetchingNextPage}
    onRefresh={() => void list.refetch()}
  />
);

/** The count, then the items or an error; a button loads the next page. */
export function PagedList<T>({ list, besideCount, nothing, children }: Props<T>) {
  const { items, total, atLeast, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData } = list;
  const phone = useMedia(PHONE);
  const failed = error !== null && !isFetchingNextPage && (!items || isPlaceholderData);
  const empty = items?.length === 0;
  return (
    <>
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-2">
        <CountLine
          shown={isPlaceholderData ? undefined : items?.length}
          total={total}
          atLeast={atLeast}
          more={hasNextPage}
          empty={(empty && !isPlaceholderData) || failed}
        />
        {phone && <ListAsOf list={list} />}
        {besideCount}
      </div>
      {failed && <ReadFailed error={error} onRetry={refetch} />}
      {empty && !failed && nothing}
      {!empty && !failed && (
        <div
          aria-busy={!items || isPlaceholderData}
          className={cx('transition-opacity duration-150', isPlaceholderData && 'opacity-60')}
        >
          {children(items)}
        </div>
      )}
      {error && items && !failed && (
        <div className="mt-4">
          <ReadFailed error={error} onRetry={list.isFetchNextPageError ? list.fetchNextPage : refetch} />
        </div>
      )}
      {hasNextPage && !failed && (
        <div className="mt-4 flex justify-center phone:*:w-full">
          <Button pending={isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </>
  );
}

type CountLineProps = {
  /** Number of items on the page, undefined while loading, and of all matches. */
  shown: number | undefined;
  total: number | undefined;
  /** There are more than `total` matches. */
  atLeast: boolean;
  more: boolean;
  /** Without a count the line keeps its height. */
  empty: boolean | undefined;
};

/** "Showing 50 of 312 results" while more remain, then "Showing all 312 results". */
function CountLine({ shown, total, atLeast, more, empty }: CountLineProps) {
  return (
    <p role="status" className="min-h-[18px] empty:-mr-3.5 text-hint text-muted tabular-nums">
      {shown === undefined && !empty && <Skeleton className="h-[18px] w-40" />}
      {shown !== undefined &&
        !empty &&
        (more
          ? `Showing ${shown.toLocaleString('en-US')} of ${countAtLeast(total ?? shown, atLeast, 'result')}`
          : `Showing all ${count(shown, 'result')}`)}
    </p>
  );
}
