import { unclearNames } from '../../movement/Who.tsx';
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
import { byDay, entryOf } from './timeline.ts';
import type { useTimelineFilters } from './timeline-filters.ts';
import type { useTimeline } from './use-timeline.ts';

type Props = {
  timeline: ReturnType<typeof useTimeline>;
  filters: ReturnType<typeof useTimelineFilters>;
};

/** Everything that ever happened to a bunch, newest first and grouped by day. */
export function Timeline({ timeline, filters }: Props) {
  const phone = useMedia(PHONE);
  const { moments, waiting, failed, stale } = timeline;
  const unclear = unclearNames(moments.map(entryOf));
  return (
    <Panel aria-label="Key History" aria-busy={waiting || stale}>
      <TimelineFilters filters={filters} timeline={timeline} phone={phone} />
      {failed ? (
        <div className="p-4">
          <ReadFailed error={failed} onRetry={timeline.retry} />
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
              <TimelineDay key={day} moments={ofDay} unclear={unclear} phone={phone} />
            ))}
          </div>
          <TimelineFoot timeline={timeline} />
        </>
      )}
    </Panel>
  );
}
