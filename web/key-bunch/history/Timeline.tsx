import { ACTION_FILTERS } from '../../../shared/movement-words.ts';
import { MoreFailed, ReadFailed } from '../../api/ReadFailed.tsx';
import { countAtLeast } from '../../format.ts';
import { useLabels } from '../../labels.ts';
import { unclearNames } from '../../movement/BunchLink.tsx';
import { CustomRange, DATE_FILTERS, dateFilterOf } from '../../movement/date-filter.tsx';
import { logIcon, TimelineDay } from '../../movement/TimelineDay.tsx';
import { byDay, entryOf } from '../../movement/timeline.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { KINDS, type useTimeline, type useTimelineFilters } from './use-timeline.ts';

type Props = {
  timeline: ReturnType<typeof useTimeline>;
  filters: ReturnType<typeof useTimelineFilters>;
};

/** A bunch's timeline, newest first, by day. */
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

/** Placeholder of the timeline. */
const TimelineSkeleton = () => (
  <div aria-busy className="px-4 pt-5 pb-6">
    <Skeleton className="h-3.5 w-40" />
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <div key={key} className="mt-5 flex items-center gap-3">
        <Skeleton className="h-3 w-9 phone:hidden" />
        <Skeleton className="size-7 touch:size-[34px]" />
        <div>
          <Skeleton className="h-3.5 w-44" />
          <Skeleton className="mt-2 h-3 w-56" />
        </div>
        <Skeleton className="ml-auto h-3.5 w-24 phone:hidden" />
      </div>
    ))}
  </div>
);

/** How much is shown, and the button for more. */
function TimelineFoot({ timeline }: { timeline: ReturnType<typeof useTimeline> }) {
  const { moments, total, atLeast, hasMore, more, moreFailed, retryMore, loading } = timeline;
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 border-t px-4 text-hint text-muted tabular-nums phone:py-1">
      <p role="status">
        {hasMore
          ? `Showing ${moments.length} of ${countAtLeast(total, atLeast, 'result')}`
          : `Showing all ${countAtLeast(atLeast ? moments.length : total, false, 'result')}`}
      </p>
      {moreFailed ? (
        <MoreFailed onRetry={retryMore} />
      ) : (
        hasMore && (
          <Button size="sm" variant="ghost" pending={loading} onClick={more} className="-mr-2.5 text-fg!">
            Load more
          </Button>
        )
      )}
    </div>
  );
}

/** The filters: log, action and time. */
function TimelineFilters({
  filters,
  timeline,
  phone,
}: {
  filters: ReturnType<typeof useTimelineFilters>;
  timeline: ReturnType<typeof useTimeline>;
  phone: boolean;
}) {
  const { label } = useLabels();
  const { action, counts, logged, waiting, failed } = timeline;
  const totals = waiting || failed ? null : { all: counts.movements + counts.audit, ...counts };
  const actions = [
    ...ACTION_FILTERS.map((value) => ({ value: value as string, label: label('actions', value) })),
    // Both logs have deletions; they share one option.
    ...logged.filter((value) => value !== 'delete').map((value) => ({ value, label: logIcon(value).label })),
  ];
  return (
    <div className="flex flex-col gap-3 border-b px-4 py-2.5 phone:py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2.5">
        <h2 className="text-lead font-semibold">Key History</h2>
        <Segmented
          label="Entries"
          block={phone}
          className={phone ? '[&>label]:flex-auto [&>label]:px-2' : undefined}
          value={filters.kind}
          onValueChange={filters.setKind}
          segments={KINDS.map((kind) => ({ ...kind, count: totals?.[kind.value] }))}
        />
        <div className="ml-auto flex gap-2 phone:w-full phone:flex-wrap">
          <div className="w-40 phone:w-auto phone:flex-1">
            <Select
              aria-label="Action"
              none="All actions"
              value={action}
              options={actions}
              onValueChange={filters.setAction}
            />
          </div>
          <div className="w-36 phone:w-auto phone:flex-1">
            <Select
              aria-label="Date"
              value={filters.date}
              options={DATE_FILTERS}
              onValueChange={(date) => filters.setDate(dateFilterOf(date))}
            />
          </div>
        </div>
      </div>
      {filters.date === 'custom' && <CustomRange filters={filters} className="justify-end" />}
    </div>
  );
}
