import { getRouteApi } from '@tanstack/react-router';
import { type DateFilter, dateFilterOf, useDateRange } from '../../movement/date-filter.ts';
import type { TimelineKind } from './timeline.ts';

const route = getRouteApi('/key-history/$id');

export const KINDS: readonly { value: TimelineKind; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'movements', label: 'Movements' },
  { value: 'audit', label: 'Audit' },
];

/** The timeline's filters as they stand in the address, and the way to change them. */
export function useTimelineFilters() {
  const asked = route.useSearch();
  const navigate = route.useNavigate();
  const date = dateFilterOf(asked.date);
  const range = useDateRange(date, asked.from, asked.to);
  const kind = KINDS.find(({ value }) => value === asked.kind)?.value ?? 'all';
  return {
    kind,
    action: asked.action,
    date,
    from: asked.from,
    to: asked.to,
    range,
    filtered: kind !== 'all' || asked.action !== '' || date !== 'all',
    setKind: (next: TimelineKind) =>
      void navigate({ search: { ...asked, kind: next === 'all' ? '' : next }, resetScroll: false }),
    setAction: (action: string) => void navigate({ search: { ...asked, action }, resetScroll: false }),
    setDate: (next: DateFilter) =>
      void navigate({
        search: { ...asked, date: next === 'all' ? '' : next, from: '', to: '' },
        resetScroll: false,
      }),
    /** The ends of a custom range. */
    change: (ends: { from?: string; to?: string }, replace: boolean) =>
      void navigate({ search: { ...asked, ...ends }, replace, resetScroll: false }),
    clear: () => void navigate({ search: {}, resetScroll: false }),
  };
}
