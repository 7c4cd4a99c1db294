import { getRouteApi } from '@tanstack/react-router';
import { KINDS } from '../../shared/activity-words.ts';
import { type DateFilter, dateFilterOf, useDateRange } from '../movement/date-filter.ts';

const route = getRouteApi('/activity');

type Change = Partial<Record<'kind' | 'person' | 'from' | 'to', string>> & { date?: DateFilter };

/** The filters of the activity, kept in its address so that Back, a reload and a pasted link restore them. */
export function useActivityFilters() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const date = dateFilterOf(address.date);
  const kind = KINDS.find((known) => known === address.kind) ?? '';
  const person = /^[1-9]\d{0,9}$/.test(address.person) ? address.person : '';
  const { from, to } = address;
  const range = useDateRange(date, from, to);

  /** `quietly` takes the place of the present address; a choice can be gone back from. */
  const change = (what: Change, quietly = false) =>
    navigate({
      search: (last) => {
        const next = { ...last, ...what };
        const custom = next.date === 'custom';
        return { ...next, date: next.date === 'all' ? '' : next.date, ...(!custom && { from: '', to: '' }) };
      },
      replace: quietly,
      resetScroll: false,
    });
  return {
    date,
    kind,
    person,
    from,
    to,
    change,
    clear: () => change({ kind: '', person: '', date: 'all' }),
    any: date !== 'all' || kind !== '' || person !== '',
    /** What the server is asked for, with or without a page. */
    query: { ...range, ...(kind && { kind }), ...(person && { userId: person }) },
  };
}
export type ActivityFilters = ReturnType<typeof useActivityFilters>;
