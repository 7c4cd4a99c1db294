import { getRouteApi } from '@tanstack/react-router';
import { ACTION_FILTERS } from '../../../shared/movement.ts';
import { type DateFilter, dateFilterOf, useDateRange } from '../../movement/date-filter.ts';
import { useMovements } from '../../movement/use-movements.ts';

const route = getRouteApi('/people/$id');

/** What narrows somebody's history, as it stands in the address, and the movements that it keeps. */
export function usePersonHistory(id: number) {
  const asked = route.useSearch();
  const navigate = route.useNavigate();
  const date = dateFilterOf(asked.date);
  const range = useDateRange(date, asked.from, asked.to);
  const action = ACTION_FILTERS.find((one) => one === asked.action);
  const { list } = useMovements({ holderId: String(id), ...range, ...(action && { action }) });
  return {
    list,
    action: action ?? '',
    date,
    from: asked.from,
    to: asked.to,
    filtered: date !== 'all' || action !== undefined,
    setAction: (next: string) =>
      void navigate({ search: (last) => ({ ...last, action: next }), resetScroll: false }),
    setDate: (next: DateFilter) =>
      void navigate({
        search: (last) => ({ ...last, date: next === 'all' ? '' : next, from: '', to: '' }),
        resetScroll: false,
      }),
    /** The ends of a custom range. */
    change: (ends: { from?: string; to?: string }, replace: boolean) =>
      void navigate({ search: (last) => ({ ...last, ...ends }), replace, resetScroll: false }),
    clear: () => void navigate({ search: {}, resetScroll: false }),
  };
}
