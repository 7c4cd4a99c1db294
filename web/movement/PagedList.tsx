import type { ReactNode } from 'react';
import { count, countAtLeast } from '../format.ts';
import { ListAsOf, ListBody } from '../shell/ListPage.tsx';
import type { ListState } from '../shell/list-state.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { cx } from '../ui/cx.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

type Props<T> = {
  list: ListState<T>;
  /** Shown beside the count. */
  besideCount: ReactNode;
  /** Shown instead of an empty list. */
  nothing: ReactNode;
  /** Renders the items; undefined while loading. */
  children: (items: readonly T[] | undefined) => ReactNode;
};

/** The count, then the entries of a history, or why there are none. */
export function PagedList<T>({ list, besideCount, nothing, children }: Props<T>) {
  const { items, stale, error, moreFailed } = list;
  const phone = useMedia(PHONE);
  return (
    <>
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-2">
        <CountLine list={list} />
        {phone && <ListAsOf list={list} />}
        {besideCount}
      </div>
      <ListBody list={list} empty={nothing}>
        <div
          aria-busy={!items || stale}
          className={cx('transition-opacity duration-150', stale && 'opacity-60')}
        >
          {children(items)}
        </div>
        {error && !moreFailed && (
          <div className="mt-4">
            <ReadFailed error={error} onRetry={list.retry} />
          </div>
        )}
      </ListBody>
    </>
  );
}

/** "Showing 50 of 312 results" while more remain, then "Showing all 312 results"; keeps its height. */
function CountLine({ list }: { list: ListState<unknown> }) {
  const { items, total, atLeast, stale, failed, hasMore } = list;
  const shown = stale ? undefined : items?.length;
  return (
    <p role="status" className="min-h-[18px] empty:-mr-3.5 text-hint text-muted tabular-nums">
      {shown === undefined && !failed && <Skeleton className="h-[18px] w-40" />}
      {shown !== undefined &&
        shown > 0 &&
        (hasMore
          ? `Showing ${shown.toLocaleString('en-US')} of ${countAtLeast(total ?? shown, atLeast, 'result')}`
          : `Showing all ${count(shown, 'result')}`)}
    </p>
  );
}
