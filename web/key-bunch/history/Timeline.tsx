import { useId } from 'react';
import { ReadFailed } from '../../shell/ReadFailed.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Panel } from '../../ui/Panel.tsx';
import { TimelineDay } from './TimelineDay.tsx';
import { TimelineFilters } from './TimelineFilters.tsx';
import { TimelineFoot } from './TimelineFoot.tsx';
import { TimelineSkeleton } from './TimelineSkeleton.tsx';
import { byDay } from './timeline.ts';
import { useTimelineFilters } from './timeline-filters.ts';
import { useTimeline } from './use-timeline.ts';

/** Everything that ever happened to a bunch, newest first and grouped by day (SPEC 2.16). */
export function Timeline({ id }: { id: number }) {
  const headId = useId();
  const phone = useMedia(PHONE);
  const filters = useTimelineFilters();
  const timeline = useTimeline(id, filters);
  const { moments, waiting, failed, stale } = timeline;
  return (
    <Panel aria-labelledby={headId} aria-busy={waiting || stale}>
      <h2 id={headId} className="sr-only">
        Key History
      </h2>
      <TimelineFilters filters={filters} timeline={timeline} phone={phone} />
      {failed ? (
        <div className="p-4">
          <ReadFailed onRetry={timeline.retry} />
        </div>
      ) : waiting ? (
        <TimelineSkeleton />
      ) : moments.length === 0 ? (
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
          <TimelineFoot timeline={timeline} />
        </>
      )}
    </Panel>
  );
}
