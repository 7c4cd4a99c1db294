import { ACTION_FILTERS } from '../../shared/movement.ts';
import { DateEnds, DateSelect } from '../movement/DateSelect.tsx';
import { useLabels } from '../setting/labels.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { Select } from '../ui/Select.tsx';
import { logSign } from './log-signs.ts';
import { KINDS, type useTimelineFilters } from './timeline-filters.ts';

/** What narrows the timeline: which log, which action, which time. `counts` is undefined while unknown. */
export function TimelineFilters({
  filters,
  counts,
  logged,
}: {
  filters: ReturnType<typeof useTimelineFilters>;
  counts: { movements: number; audit: number } | undefined;
  logged: readonly string[];
}) {
  const { label } = useLabels();
  const phone = useMedia(PHONE);
  const totals = counts && { all: counts.movements + counts.audit, ...counts };
  const actions = [
    ...ACTION_FILTERS.map((action) => ({ value: action as string, label: label('actions', action) })),
    // A deletion stands in both logs under one name.
    ...logged
      .filter((action) => action !== 'delete')
      .map((action) => ({ value: action, label: logSign(action).label })),
  ];
  return (
    <div className="flex flex-col gap-3 border-b px-4 py-2.5 phone:py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <Segmented
          label="Entries"
          block={phone}
          className={phone ? '[&>label]:flex-auto [&>label]:px-2' : undefined}
          value={filters.kind}
          onValueChange={filters.setKind}
          segments={KINDS.map((kind) => ({ ...kind, count: totals?.[kind.value] }))}
        />
        <div className="flex gap-2 phone:w-full">
          <div className="w-40 phone:w-auto phone:flex-1">
            <Select
              aria-label="Action"
              none="All actions"
              value={filters.action}
              options={actions}
              onValueChange={filters.setAction}
            />
          </div>
          <div className="w-36 phone:w-auto phone:flex-1">
            <DateSelect value={filters.date} onValueChange={filters.setDate} />
          </div>
        </div>
      </div>
      {filters.date === 'custom' && (
        <div className="flex justify-end phone:block">
          <DateEnds from={filters.from} to={filters.to} onChange={filters.setEnds} />
        </div>
      )}
    </div>
  );
}
