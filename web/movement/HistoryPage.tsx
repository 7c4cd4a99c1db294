import { Moon, X } from 'lucide-react';
import { serverTimeOf } from '../api/server-clock.ts';
import { PrintButton } from '../print/PrintButton.tsx';
import { PrintFrame } from '../print/PrintFrame.tsx';
import { Button } from '../ui/Button.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { DATE_FILTERS } from './date-filter.ts';
import { ExportButton } from './ExportButton.tsx';
import { type HistoryFilters, useHistoryFilters } from './filters.ts';
import { HistoryFilterBar } from './HistoryFilterBar.tsx';
import { HistoryFilterSheet } from './HistoryFilterSheet.tsx';
import { MovementCards } from './MovementCards.tsx';
import { MovementTable } from './MovementTable.tsx';
import { NoMovements } from './NoMovements.tsx';
import { ListAsOf, PagedList } from './PagedList.tsx';
import { PrintedMovements } from './PrintedMovements.tsx';
import { useFilterWords } from './use-filter-words.ts';
import { useMovements } from './use-movements.ts';

/** Every movement, newest first, with its filters. */
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
          beside={<QuickFilters filters={filters} empty={list.items?.length === 0} />}
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

/** What a manager asks first in the morning, and the way back to everything. */
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
