import { CloudUpload, SlidersHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ACTION_FILTERS } from '../../shared/movement-words.ts';
import { countAtLeast } from '../format.ts';
import { useLabels } from '../labels.ts';
import { Button } from '../ui/Button.tsx';
import { linkClass } from '../ui/classes.ts';
import { FilterChip, OptionButton } from '../ui/form/OptionButton.tsx';
import { SearchInput } from '../ui/form/SearchInput.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { ACTION_ICONS } from './ActionIcon.tsx';
import { CustomRange, DATE_FILTERS } from './date-filter.tsx';
import { type ActionFilter, type HistoryFilters, ORDERS } from './history-filters.ts';

const SEARCH_AFTER_MS = 250;

/** Text of the search box: the address follows SEARCH_AFTER_MS after the last key, and the box follows the address (Back, Clear). */
function useTypedSearch({ search, change }: HistoryFilters): [string, (text: string) => void] {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  if (known !== search) {
    setKnown(search);
    setTyped(search);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(() => void change({ search: typed }, true), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}

type Props = {
  filters: HistoryFilters;
  /** Number of matches, undefined while unknown. */
  total: number | undefined;
  /** There are more than `total` matches. */
  atLeast: boolean;
};

/** The filters on phones: the search, a sheet for the rest, and a chip for each active one. */
export function HistoryFilterSheet({ filters, total, atLeast }: Props) {
  const { label } = useLabels();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useTypedSearch(filters);
  const { date, action, late, change, narrowed, dateLabel } = filters;
  return (
    <div className="mb-3">
      <div className="flex gap-2">
        <SearchInput
          label={SEARCH_LABEL}
          placeholder="Set ID, location or user"
          value={typed}
          onValueChange={setTyped}
        />
        <FiltersButton narrowed={narrowed} onClick={() => setOpen(true)} />
      </div>
      {narrowed > 0 && (
        <div className="mt-3 flex flex-wrap gap-2">
          {date !== 'all' && <FilterChip label={dateLabel} onClick={() => void change({ date: 'all' })} />}
          {action && (
            <FilterChip label={label('actions', action)} onClick={() => void change({ action: '' })} />
          )}
          {late && <FilterChip label="Late entries" onClick={() => void change({ late: '' })} />}
        </div>
      )}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Filters"
        cancelLabel={null}
        headRight={
          narrowed > 0 && (
            <button
              type="button"
              className={linkClass}
              onClick={() => void change({ date: 'all', action: '', late: '' }, true)}
            >
              Clear all
            </button>
          )
        }
        foot={
          <Button variant="primary" onClick={() => setOpen(false)}>
            {total === undefined ? 'Show results' : `Show ${countAtLeast(total, atLeast, 'result')}`}
          </Button>
        }
      >
        <Choices filters={filters} />
      </Dialog>
    </div>
  );
}

/** The sheet's content: date, action, late entries and the order. */
function Choices({ filters }: Pick<Props, 'filters'>) {
  const { label, tint } = useLabels();
  const { date, action, late, byReceived, change } = filters;
  return (
    <>
      <fieldset>
        <legend className="mb-2 text-label font-medium text-muted">Date</legend>
        <div className="flex flex-wrap gap-2">
          {DATE_FILTERS.map(({ value, label: text }) => (
            <OptionButton
              key={value}
              pressed={date === value}
              onClick={() => void change({ date: value }, true)}
            >
              {text}
            </OptionButton>
          ))}
        </div>
        {date === 'custom' && <CustomRange filters={filters} className="mt-3" />}
      </fieldset>
      <fieldset className="mt-5">
        <legend className="mb-2 text-label font-medium text-muted">Action</legend>
        <div className="flex flex-wrap gap-2">
          <OptionButton pressed={!action} onClick={() => void change({ action: '' }, true)}>
            All actions
          </OptionButton>
          {ACTION_FILTERS.map((value) => (
            <OptionButton
              key={value}
              pressed={action === value}
              dot={tint('actions', value, ACTION_ICONS[value].tint)}
              onClick={() => void change({ action: value }, true)}
            >
              {label('actions', value)}
            </OptionButton>
          ))}
        </div>
      </fieldset>
      <fieldset className="mt-5">
        <legend className="mb-2 text-label font-medium text-muted">Without signal</legend>
        <div className="flex flex-wrap gap-2">
          <OptionButton
            pressed={late}
            icon={CloudUpload}
            onClick={() => void change({ late: late ? '' : 'true' }, true)}
          >
            Late entries
          </OptionButton>
        </div>
      </fieldset>
      <fieldset className="mt-5">
        <legend className="mb-2 text-label font-medium text-muted">Order</legend>
        <div className="flex flex-wrap gap-2">
          {ORDERS.map(({ by, text }) => (
            <OptionButton
              key={text}
              pressed={byReceived === (by === 'received')}
              onClick={() => void change({ by }, true)}
            >
              {text}
            </OptionButton>
          ))}
        </div>
      </fieldset>
    </>
  );
}

/** Button that opens the sheet, with the number of active filters. */
function FiltersButton({ narrowed, onClick }: { narrowed: number; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={narrowed > 0 ? `Filters, ${narrowed} active` : 'Filters'}
      aria-haspopup="dialog"
      onClick={onClick}
      className="relative grid size-12 shrink-0 place-items-center rounded-lg border bg-panel shadow-xs transition-colors hover:bg-soft"
    >
      <SlidersHorizontal aria-hidden className="size-[18px]" />
      {narrowed > 0 && (
        <span
          aria-hidden
          className="absolute -top-1.5 -right-1.5 grid size-5 place-items-center rounded-full bg-fg text-tiny font-semibold text-bg tabular-nums"
        >
          {narrowed}
        </span>
      )}
    </button>
  );
}

const SEARCH_LABEL = 'Search by set ID, location or user';

/** The filters side by side, for wide screens. */
export function HistoryFilterBar({ filters }: { filters: HistoryFilters }) {
  const { label } = useLabels();
  const [typed, setTyped] = useTypedSearch(filters);
  const { date, action, change } = filters;
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)_208px_160px] gap-2">
      <SearchInput label={SEARCH_LABEL} placeholder={SEARCH_LABEL} value={typed} onValueChange={setTyped} />
      <Select
        aria-label="Date"
        value={date}
        onValueChange={(value) => void change({ date: value as typeof date })}
        options={DATE_FILTERS}
      />
      <Select
        aria-label="Action"
        value={action}
        onValueChange={(value) => void change({ action: value as ActionFilter | '' })}
        none="All actions"
        options={ACTION_FILTERS.map((value) => ({ value, label: label('actions', value) }))}
      />
      {date === 'custom' && <CustomRange filters={filters} className="col-span-3 justify-end" />}
    </div>
  );
}
