import { Link } from '@tanstack/react-router';
import { ArrowDownUp, CloudUpload, Moon, X } from 'lucide-react';
import { api } from '../../shared/api.ts';
import { ExportButton } from '../device/download.tsx';
import { exactTime } from '../format.ts';
import { ImportFirst, useFirstSets } from '../import/ImportButton.tsx';
import { useLabels } from '../labels.ts';
import { ListPage, PagedList } from '../list/ListPage.tsx';
import { PrintButton } from '../print/PrintFrame.tsx';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import type { Icon } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { DATE_FILTERS } from './date-filter.tsx';
import { HistoryFilterBar, HistoryFilterSheet } from './HistoryFilterSheet.tsx';
import { type HistoryFilters, ORDERS, useHistoryFilters } from './history-filters.ts';
import { useNotRecorded } from './late-entry.tsx';
import { MovementCards } from './MovementCards.tsx';
import { MovementTable } from './MovementTable.tsx';
import { usePrintedMovements } from './PrintedMovements.tsx';
import { useMovements } from './use-movements.ts';

/** Movement History: every movement, newest first, with filters. */
export function HistoryPage() {
  const phone = useMedia(PHONE);
  const filters = useHistoryFilters();
  const { byReceived, matches } = filters;
  const read = useMovements({ ...filters.query, ...(byReceived && { by: 'received' }) });
  const { count, merge } = useNotRecorded({ byReceived, matches });
  const { stale } = read;
  const total = read.total === undefined ? undefined : read.total + count;
  const list = {
    ...read,
    total,
    items: read.items && merge(read.items, read.hasMore),
    paper: { ...read.paper, rows: merge(read.paper.rows, read.paper.rows.length < (read.total ?? 0)) },
  };
  const save = (
    <ExportButton
      name="exportMovements"
      input={{ query: filters.query }}
      file="key-movement-history"
      total={read.total}
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
  const { any, date, late, byReceived, change, clear } = filters;
  const phone = useMedia(PHONE);
  const order = ORDERS[byReceived ? 1 : 0];
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
      {!phone && (
        <>
          <Toggle icon={CloudUpload} pressed={late} onClick={() => void change({ late: late ? '' : 'true' })}>
            Late entries
          </Toggle>
          <Toggle
            icon={ArrowDownUp}
            pressed={byReceived}
            onClick={() => void change({ by: byReceived ? '' : 'received' })}
          >
            {order.text}
          </Toggle>
        </>
      )}
      {any && !empty && (
        <Button size="sm" variant="ghost" icon={X} onClick={() => void clear()} className="phone:-ml-3.5">
          Clear filters
        </Button>
      )}
    </span>
  );
}

type ToggleProps = { icon: Icon; pressed: boolean; onClick: () => void; children: string };

/** A round switch beside the count. */
const Toggle = ({ icon: Picture, pressed, onClick, children }: ToggleProps) => (
  <button
    type="button"
    aria-pressed={pressed}
    onClick={onClick}
    className={cx(
      'ml-2 inline-flex h-8 items-center gap-1.5 rounded-full border px-3 text-label font-medium transition-colors touch:h-11',
      pressed ? 'border-primary bg-primary/8 inset-ring inset-ring-primary' : 'bg-panel hover:bg-soft',
    )}
  >
    <Picture className="size-3.5 text-muted" />
    {children}
  </button>
);

/** The active filters in words, for the printed header. */
function useFilterWords(filters: HistoryFilters): string[] {
  const { search, date, action, late, byReceived, query, dateLabel } = filters;
  const { label } = useLabels();
  const ends = [query.from && `from ${exactTime(query.from)}`, query.to && `to ${exactTime(query.to)}`];
  const range = ends.filter(Boolean).join(' ');
  return [
    [date !== 'custom' && dateLabel, date !== 'all' && range].filter(Boolean).join(', ') || dateLabel,
    action ? label('actions', action) : 'All actions',
    search.trim() && `"${search.trim()}"`,
    late && 'Late entries',
    byReceived && ORDERS[1].text,
  ].filter((word): word is string => Boolean(word));
}

/** Empty state: clear the filters or, without any, go to the key list; in an empty company also import. */
function NoMovements({ filters }: { filters: HistoryFilters }) {
  const may = useMay();
  const firstSets = useFirstSets();
  const { any, search, action, late, clear } = filters;
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
            {search || action || late ? 'Clear filters' : 'Show all dates'}
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
