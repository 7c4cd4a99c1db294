import { useId } from 'react';
import { count } from '../format.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { Panel } from '../ui/Panel.tsx';
import { TimelineDay } from './TimelineDay.tsx';
import { TimelineFilters } from './TimelineFilters.tsx';
import { TimelineSkeleton } from './TimelineSkeleton.tsx';
import { byDay } from './timeline.ts';
import { useTimelineFilters } from './timeline-filters.ts';
import { useTimeline } from './use-timeline.ts';

/** Everything that ever happened to a bunch, newest first and grouped by day (SPEC 2.16). */
export function Timeline({ id }: { id: number }) {
  const headId = useId();
  const phone = useMedia(PHONE);
  const filters = useTimelineFilters();
  const { moments, counts, total, logged, waiting, failed, stale, retry, loading, more } = useTimeline(
    id,
    filters,
  );
  const shown = moments.length;
  return (
    <Panel aria-labelledby={headId}>
      <h2 id={headId} className="sr-only">
        Key History
      </h2>
      <TimelineFilters filters={filters} counts={waiting || failed ? undefined : counts} logged={logged} />
      {failed ? (
        <div className="p-4">
          <ReadFailed onRetry={retry} />
        </div>
      ) : waiting ? (
        <TimelineSkeleton />
      ) : shown === 0 ? (
        <EmptyState
          title={filters.filtered ? 'Nothing matches these filters' : 'Nothing has happened yet'}
          action={filters.filtered && <Button onClick={filters.clear}>Clear filters</Button>}
        />
      ) : (
        <>
          <div className={cx('px-4 pb-3 transition-opacity', stale && 'opacity-60 delay-300')}>
            {byDay(moments).map(({ day, moments: ofDay }) => (
              <TimelineDay key={day} moments={ofDay} phone={phone} />
            ))}
          </div>
          <div className="flex min-h-12 items-center justify-between gap-3 border-t px-4 text-hint text-muted tabular-nums phone:py-1">
            <p role="status">
              {more
                ? `Showing ${shown} of ${count(total, 'result')}`
                : `Showing all ${count(total, 'result')}`}
            </p>
            {more && (
              <Button size="sm" variant="ghost" pending={loading} onClick={more} className="-mr-2.5 text-fg!">
                Load more
              </Button>
            )}
          </div>
        </>
      )}
    </Panel>
  );
}
