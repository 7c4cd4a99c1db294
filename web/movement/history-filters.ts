import { getRouteApi } from '@tanstack/react-router';
import { NAME_MAX } from '../../shared/limits.ts';
import { locationTextOf } from '../../shared/movement-text.ts';
import { ACTION_FILTERS } from '../../shared/movement-words.ts';
import { companyMinute } from '../format.ts';
import { nameOf } from './BunchLink.tsx';
import { DATE_FILTERS, type DateFilter, type DateRange, dateFilterOf, useDateRange } from './date-filter.tsx';
import type { HistoryEntry } from './late-entry.tsx';

const route = getRouteApi('/history');

/** The two orders of the history; the first is the usual one. */
export const ORDERS = [
  { by: '', text: 'By when it was done' },
  { by: 'received', text: 'By when it was received' },
] as const;

export type ActionFilter = (typeof ACTION_FILTERS)[number];
type Change = {
  search?: string;
  date?: DateFilter;
  action?: ActionFilter | '';
  from?: string;
  to?: string;
  late?: string;
  by?: string;
};

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
  const late = address.late === 'true';
  const byReceived = address.by === 'received';

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
  const clear = () => change({ search: '', date: 'all', action: '', late: '' });
  const narrowed = (date === 'all' ? 0 : 1) + (action ? 1 : 0) + (late ? 1 : 0);
  const text = search.trim().slice(0, NAME_MAX);
  return {
    search,
    date,
    action,
    from,
    to,
    late,
    /** In the order in which the register received the entries, not in which they were done. */
    byReceived,
    change,
    clear,
    /** Number of active filters among date, action and late entries. */
    narrowed,
    any: narrowed > 0 || search !== '',
    dateLabel: DATE_FILTERS.find(({ value }) => value === date)?.label ?? '',
    /** Query for the server, without paging. */
    query: {
      ...range,
      ...(text && { search: text }),
      ...(action && { action }),
      ...(late && { late: 'true' as const }),
    },
    /** Whether an entry that was not recorded matches. */
    matches: (entry: HistoryEntry): boolean => {
      const at = byReceived ? entry.timestamp : entry.doneAt;
      const words = [entry.keyBunchIdentifier, locationTextOf(entry), nameOf(entry), entry.details.officer];
      return (
        (!range.from || at >= range.from) &&
        (!range.to || at <= range.to) &&
        (!action || entry.action === action) &&
        (!text || words.some((word) => word?.toLowerCase().includes(text.toLowerCase())))
      );
    },
  };
}
export type HistoryFilters = ReturnType<typeof useHistoryFilters>;
