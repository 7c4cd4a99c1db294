import { getRouteApi } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { NAME_MAX } from '../../shared/limits.ts';
import { ACTION_FILTERS } from '../../shared/movement-words.ts';
import { companyMinute, countAtLeast } from '../format.ts';
import { useLabels } from '../labels.ts';
import { Button } from '../ui/Button.tsx';
import { linkClass } from '../ui/classes.ts';
import { FilterChip, OptionButton } from '../ui/form/OptionButton.tsx';
import { SearchInput } from '../ui/form/SearchInput.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { ACTION_ICONS } from './ActionIcon.tsx';
import { CustomRange } from './CustomRange.tsx';
import { DATE_FILTERS, type DateFilter, type DateRange, dateFilterOf, useDateRange } from './date-filter.ts';

const route = getRouteApi('/history');
const SEARCH_AFTER_MS = 250;

type ActionFilter = (typeof ACTION_FILTERS)[number];
type Change = { search?: string; date?: DateFilter; action?: ActionFilter | ''; from?: string; to?: string };

/** Ends of a range as in the address, in the company's zone. */
const endsOf = ({ from, to }: DateRange) => ({
  from: from ? companyMinute(from) : '',
  to: to ? companyMinute(to) : '',
});

/** The history's filters, stored in the address so that Back, a reload and a pasted link restore them. */
export function useHistoryFilters() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const date = dateFilterOf(address.date);
  const action = ACTION_FILTERS.find((known) => known === address.action) ?? '';
  const range = useDateRange(date, address.from, address.to);
  const { search, from, to } = address;

  /** `quietly` replaces the history entry, for typing; a choice adds one for Back. */
  const change = (what: Change, quietly = false) =>
    navigate({
      search: (last) => {
        const custom = dateFilterOf(what.date ?? last.date) === 'custom';
        // A custom range starts with the previous range.
        const begun = what.date === 'custom' && dateFilterOf(last.date) !== 'custom' ? endsOf(range) : {};
        const next = { ...last, ...begun, ...what };
        return {
          ...next,
          date: next.date === 'all' ? '' : next.date,
          ...(!custom && { from: '', to: '' }),
        };
      },
      replace: quietly,
      resetScroll: false,
    });
  const clear = () => change({ search: '', date: 'all', action: '' });
  const narrowed = (date === 'all' ? 0 : 1) + (action ? 1 : 0);
  return {
    search,
    date,
    action,
    from,
    to,
    change,
    clear,
    /** Number of active filters among date and action. */
    narrowed,
    any: narrowed > 0 || search !== '',
    dateLabel: DATE_FILTERS.find(({ value }) => value === date)?.label ?? '',
    /** Query for the server, without paging. */
    query: {
      ...range,
      ...(search.trim() && { search: search.trim().slice(0, NAME_MAX) }),
      ...(action && { action }),
    },
  };
}
export type HistoryFilters = ReturnType<typeof useHistoryFilters>;

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
  const { date, action, change, narrowed, dateLabel } = filters;
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
              onClick={() => void change({ date: 'all', action: '' }, true)}
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

/** The sheet's content: date and action. */
function Choices({ filters }: Pick<Props, 'filters'>) {
  const { label, tint } = useLabels();
  const { date, action, change } = filters;
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
