import { ACTION_FILTERS } from '../../../shared/movement-words.ts';
import { CustomRange } from '../../movement/CustomRange.tsx';
import { DATE_FILTERS, dateFilterOf } from '../../movement/date-filter.ts';
import { useLabels } from '../../setting/labels.ts';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { logIcon } from './log-icons.ts';
import { KINDS, type useTimelineFilters } from './timeline-filters.ts';
import type { useTimeline } from './use-timeline.ts';

/** What narrows the timeline: which log, which action, which time. */
export function TimelineFilters({
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
    // A deletion stands in both logs under one name.
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
        <div className="ml-auto flex gap-2 phone:w-full">
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
