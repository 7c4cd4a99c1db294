import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { NAME_MAX } from '../../shared/limits.ts';
import { ACTION_FILTERS } from '../../shared/movement-words.ts';
import { companyMinute } from '../format.ts';
import { DATE_FILTERS, type DateFilter, type DateRange, dateFilterOf, useDateRange } from './date-filter.ts';

const route = getRouteApi('/history');
const SEARCH_AFTER_MS = 250;

export type ActionFilter = (typeof ACTION_FILTERS)[number];
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
export function useTypedSearch({ search, change }: HistoryFilters): [string, (text: string) => void] {
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
