import { countAtLeast } from '../../format.ts';
import { MoreFailed } from '../../shell/MoreFailed.tsx';
import { Button } from '../../ui/Button.tsx';
import type { useTimeline } from './use-timeline.ts';

/** How much of the timeline is shown, and the way to the rest. */
export function TimelineFoot({ timeline }: { timeline: ReturnType<typeof useTimeline> }) {
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
