import { Link } from '@tanstack/react-router';
import { Download, Moon, X } from 'lucide-react';
import { api, type QueryOf } from '../../shared/api.ts';
import { serverNow, serverTimeOf } from '../api/server-clock.ts';
import { useExport } from '../device/download.ts';
import { companyDay, exactTime } from '../format.ts';
import { useLabels } from '../labels.ts';
import { PrintButton, PrintFrame } from '../print/PrintFrame.tsx';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { DATE_FILTERS } from './date-filter.ts';
import {
  HistoryFilterBar,
  HistoryFilterSheet,
  type HistoryFilters,
  useHistoryFilters,
} from './HistoryFilterSheet.tsx';
import { MovementCards } from './MovementCards.tsx';
import { MovementTable } from './MovementTable.tsx';
import { ListAsOf, PagedList } from './PagedList.tsx';
import { PrintedMovements } from './PrintedMovements.tsx';
import { useMovements } from './use-movements.ts';

/** Movement History: every movement, newest first, with filters. */
export function HistoryPage() {
  const phone = useMedia(PHONE);
  const filters = useHistoryFilters();
  const words = useFilterWords(filters);
  const { list, paper } = useMovements(filters.query);
  const { total, atLeast, isPlaceholderData } = list;

  return (
    <>
      <div className="print:hidden">
        <PageHead
          title="Movement History"
          subtitle="Every issue, return, move and change, newest first."
          right={
            <>
              {!phone && <ListAsOf list={list} />}
              <PrintButton paper={paper} small={phone} />
              <ExportButton query={filters.query} total={total} />
            </>
          }
        />
        {phone ? (
          <HistoryFilterSheet
            filters={filters}
            total={isPlaceholderData ? undefined : total}
            atLeast={atLeast}
          />
        ) : (
          <HistoryFilterBar filters={filters} />
        )}
        <PagedList
          list={list}
          besideCount={<QuickFilters filters={filters} empty={list.items?.length === 0} />}
          nothing={<NoMovements filters={filters} />}
        >
          {(items) => (phone ? <MovementCards movements={items} /> : <MovementTable movements={items} />)}
        </PagedList>
      </div>
      {paper.printing && <MovementsPaper list={list} paper={paper} words={words} />}
    </>
  );
}

type Paper = ReturnType<typeof useMovements> & { words: ReturnType<typeof useFilterWords> };

function MovementsPaper({ list, paper, words }: Paper) {
  const { total, atLeast } = list;
  return (
    <PrintFrame
      title="Movement History"
      filters={words}
      rows={{ printed: paper.rows.length, total, atLeast, noun: 'movement' }}
      asOf={new Date(serverTimeOf(list.dataUpdatedAt))}
    >
      <PrintedMovements movements={paper.rows} />
    </PrintFrame>
  );
}

/** The most common filter, last night, and a button that clears all. */
function QuickFilters({ filters, empty }: { filters: HistoryFilters; empty: boolean }) {
  const { any, date, change, clear } = filters;
  const phone = useMedia(PHONE);
  return (
    <span className="ml-auto flex flex-wrap items-center phone:mb-1 phone:ml-0 phone:w-full">
      {date !== 'night' && !(phone && any) && (
        <Button
          size="sm"
          variant={phone ? 'secondary' : 'ghost'}
          icon={Moon}
          onClick={() => void change({ date: 'night' })}
          className="phone:h-auto! phone:min-h-11 phone:max-w-full phone:rounded-full! phone:py-1 phone:text-left phone:whitespace-normal!"
        >
          {DATE_FILTERS.find(({ value }) => value === 'night')?.label}
        </Button>
      )}
      {any && !empty && (
        <Button size="sm" variant="ghost" icon={X} onClick={() => void clear()} className="phone:-ml-3.5">
          Clear filters
        </Button>
      )}
    </span>
  );
}

/** The active filters in words, for the printed header. */
function useFilterWords({ search, date, action, query, dateLabel }: HistoryFilters): string[] {
  const { label } = useLabels();
  const ends = [query.from && `from ${exactTime(query.from)}`, query.to && `to ${exactTime(query.to)}`];
  const range = ends.filter(Boolean).join(' ');
  return [
    [date !== 'custom' && dateLabel, date !== 'all' && range].filter(Boolean).join(', ') || dateLabel,
    action ? label('actions', action) : 'All actions',
    search.trim() && `"${search.trim()}"`,
  ].filter((word): word is string => Boolean(word));
}

type Props = {
  query: NonNullable<QueryOf<'exportMovements'>>;
  /** Number of matches, for the progress in percent. */
  total: number | undefined;
};

/** Downloads all matches as CSV. */
function ExportButton({ query, total }: Props) {
  const { run, progress } = useExport();
  const save = () =>
    run('exportMovements', { query }, `key-movement-history-${companyDay(new Date(serverNow()))}.csv`, total);
  return (
    <Button icon={Download} pending={progress !== null} className="tabular-nums" onClick={() => void save()}>
      {progress ?? 'Export'}
    </Button>
  );
}

/** Empty state: clear the filters or, without any, go to the key list. */
function NoMovements({ filters }: { filters: HistoryFilters }) {
  const may = useMay();
  const { any, search, action, clear } = filters;
  return (
    <EmptyState
      title="No Movement History"
      hint="No movements found matching your criteria."
      action={
        any ? (
          <Button onClick={() => void clear()}>
            {search || action ? 'Clear filters' : 'Show all dates'}
          </Button>
        ) : (
          may(api.listKeyBunches.needs) && (
            <Link to="/key-bunches" data-button="" className={buttonClass()}>
              Go to Keys
            </Link>
          )
        )
      }
    />
  );
}
