import { ACTION_FILTERS } from '../../shared/movement-words.ts';
import { MoreFailed, ReadFailed } from '../api/ReadFailed.tsx';
import { countAtLeast, figure } from '../format.ts';
import { useLabels } from '../labels.ts';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { unclearNames } from './BunchLink.tsx';
import { CustomRange, DATE_FILTERS, type DateFilter, dateFilterOf, useDateRange } from './date-filter.tsx';
import { type HistoryEntry, useNotRecorded } from './late-entry.tsx';
import { TimelineDay } from './TimelineDay.tsx';
import { byDay, mergeMoments } from './timeline.ts';
import { useMovements } from './use-movements.ts';

type Props = {
  history: PanelHistory;
  phone: boolean;
  /** Text of an empty history. */
  nothing: string;
};

/** The history of a person or premises, by day, with filters for action and date. */
export function HistoryPanel({ history, phone, nothing }: Props) {
  const { list } = history;
  const { items, total, atLeast } = list;
  return (
    <Panel aria-label="History" aria-busy={(!items && !list.failed) || list.stale}>
      <PanelHead
        title="History"
        count={
          total === undefined
            ? undefined
            : phone
              ? figure(total, atLeast)
              : countAtLeast(total, atLeast, 'movement')
        }
        className="py-2"
        right={!phone && <Narrow history={history} />}
      />
      {phone && (items?.length !== 0 || history.filtered) && (
        <div className="border-b px-4 py-3">
          <Narrow history={history} />
        </div>
      )}
      {history.date === 'custom' && (
        <div className="border-b px-4 py-3">
          <CustomRange filters={history} className="justify-end" />
        </div>
      )}
      <Entries history={history} phone={phone} nothing={nothing} />
      {list.hasMore && items && (
        <div className="flex min-h-12 items-center justify-between border-t px-4 text-hint text-muted">
          {`Showing ${items.length} of ${countAtLeast(total ?? 0, atLeast, 'movement')}`}
          {list.moreFailed ? (
            <MoreFailed onRetry={list.more} />
          ) : (
            <Button
              size="sm"
              variant="ghost"
              pending={list.loadingMore}
              onClick={list.more}
              className="-mr-2.5 text-fg!"
            >
              Load more
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}

function Entries({ history, phone, nothing }: Props) {
  const { items, failed, retry } = history.list;
  if (failed)
    return (
      <div className="p-4">
        <ReadFailed error={failed} onRetry={retry} />
      </div>
    );
  if (!items)
    return (
      <div className="grid gap-3 p-4">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-7 w-72 max-w-full" />
        <Skeleton className="h-7 w-64 max-w-full" />
      </div>
    );
  if (items.length === 0)
    return (
      <div className="flex flex-wrap items-center gap-3 p-4 text-muted">
        {history.filtered ? 'Nothing matches these filters.' : nothing}
        {history.filtered && (
          <Button size="sm" onClick={history.clear}>
            Clear filters
          </Button>
        )}
      </div>
    );
  return (
    <div className="px-4 pb-3">
      <MovementDays movements={items} phone={phone} />
    </div>
  );
}

function Narrow({ history }: { history: PanelHistory }) {
  const { label } = useLabels();
  return (
    <div className="flex gap-2">
      <div className="w-36 phone:w-auto phone:flex-1">
        <Select
          aria-label="Action"
          none="All actions"
          value={history.action}
          onValueChange={history.setAction}
          options={ACTION_FILTERS.map((value) => ({ value, label: label('actions', value) }))}
        />
      </div>
      <div className="w-32 phone:w-auto phone:flex-1">
        <Select
          aria-label="Date"
          value={history.date}
          onValueChange={(date) => history.setDate(dateFilterOf(date))}
          options={DATE_FILTERS}
        />
      </div>
    </div>
  );
}

/** The panel's filters as in the page's address. */
type PanelFilters = Record<'action' | 'date' | 'from' | 'to', string>;
/** Changes filters; `replace` replaces the history entry. */
type Change = (patch: Partial<PanelFilters>, replace?: boolean) => void;

/** The movements of `whose` that match the page's filters. */
export function usePanelHistory(
  whose: { holderId: string } | { premisesId: string },
  search: PanelFilters,
  change: Change,
) {
  const date = dateFilterOf(search.date);
  const range = useDateRange(date, search.from, search.to);
  const action = ACTION_FILTERS.find((one) => one === search.action);
  const read = useMovements({ ...whose, ...range, ...(action && { action }) });
  const holderId = 'holderId' in whose ? Number(whose.holderId) : null;
  const { count, merge } = useNotRecorded({
    matches: ({ details, doneAt, action: what }) =>
      holderId !== null &&
      details.holderId === holderId &&
      (!action || what === action) &&
      (!range.from || doneAt >= range.from) &&
      (!range.to || doneAt <= range.to),
  });
  const list = {
    ...read,
    items: read.items && merge(read.items, read.hasMore),
    total: read.total === undefined ? undefined : read.total + count,
  };
  return {
    list,
    action: action ?? '',
    date,
    from: search.from,
    to: search.to,
    filtered: date !== 'all' || action !== undefined,
    change,
    setAction: (next: string) => change({ action: next }),
    setDate: (next: DateFilter) => change({ date: next === 'all' ? '' : next, from: '', to: '' }),
    clear: () => change({ action: '', date: '', from: '', to: '' }),
  };
}
type PanelHistory = ReturnType<typeof usePanelHistory>;

type DaysProps = { movements: readonly HistoryEntry[]; phone: boolean };

/** Movements of several sets by day, newest first, each with its set. */
function MovementDays({ movements, phone }: DaysProps) {
  const unclear = unclearNames(movements);
  return byDay(mergeMoments(movements, [], false)).map(({ day, moments }) => (
    <TimelineDay key={day} moments={moments} unclear={unclear} phone={phone} named />
  ));
}
