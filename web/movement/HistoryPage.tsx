import { Link } from '@tanstack/react-router';
import { Moon, X } from 'lucide-react';
import { api } from '../../shared/api.ts';
import { ExportButton } from '../device/ExportButton.tsx';
import { exactTime } from '../format.ts';
import { ImportFirst, useFirstSets } from '../import/ImportButton.tsx';
import { useLabels } from '../labels.ts';
import { PrintButton } from '../print/PrintFrame.tsx';
import { useMay } from '../session.tsx';
import { ListPage, PagedList } from '../shell/ListPage.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { DATE_FILTERS } from './date-filter.ts';
import {
  HistoryFilterBar,
  HistoryFilterSheet,
  type HistoryFilters,
  useHistoryFilters,
} from './HistoryFilterSheet.tsx';
import { MovementCards } from './MovementCards.tsx';
import { MovementTable } from './MovementTable.tsx';
import { usePrintedMovements } from './PrintedMovements.tsx';
import { useMovements } from './use-movements.ts';

/** Movement History: every movement, newest first, with filters. */
export function HistoryPage() {
  const phone = useMedia(PHONE);
  const filters = useHistoryFilters();
  const list = useMovements(filters.query);
  const { total, stale } = list;
  const save = (
    <ExportButton
      name="exportMovements"
      input={{ query: filters.query }}
      file="key-movement-history"
      total={total}
    />
  );
  return (
    <ListPage
      title="Movement History"
      subtitle="Every issue, return, move and change, newest first."
      list={list}
      actions={save}
      onPhone={
        <>
          <PrintButton paper={list.paper} small />
          {save}
        </>
      }
      printed={{ filters: useFilterWords(filters), columns: usePrintedMovements(), noun: 'movement' }}
    >
      {phone ? (
        <HistoryFilterSheet filters={filters} total={stale ? undefined : total} atLeast={list.atLeast} />
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
    </ListPage>
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

/** Empty state: clear the filters or, without any, go to the key list; in an empty company also import. */
function NoMovements({ filters }: { filters: HistoryFilters }) {
  const may = useMay();
  const firstSets = useFirstSets();
  const { any, search, action, clear } = filters;
  const keys = may(api.listKeyBunches.needs) && (
    <Link to="/key-bunches" data-button="" className={buttonClass()}>
      Go to Keys
    </Link>
  );
  return (
    <EmptyState
      title="No Movement History"
      hint="No movements found matching your criteria."
      action={
        any ? (
          <Button onClick={() => void clear()}>
            {search || action ? 'Clear filters' : 'Show all dates'}
          </Button>
        ) : firstSets.action ? (
          <ImportFirst second>{keys}</ImportFirst>
        ) : (
          keys
        )
      }
    />
  );
}
