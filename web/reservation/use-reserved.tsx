import { getRouteApi } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { QueryOf } from '../../shared/api.ts';
import { textIn } from '../../shared/clock-text.ts';
import { inNaturalOrder, inOrderOfPositions } from '../../shared/natural-order.ts';
import type { Reservation } from '../../shared/reservation.ts';
import {
  clockRange,
  RESERVATION_TABS,
  RESERVED_BY,
  type ReservationTab,
  type ReservedBy,
} from '../../shared/reservation-text.ts';
import { useRead } from '../api/read.ts';
import { dayAndClock, lengthOf, sinceClock } from '../custody/due-lines.ts';
import { byCursor, changeOf, usePagedList } from '../list/list-state.ts';
import { locationIcon } from '../location/LocationIcon.tsx';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { type FilterSelect, ListFilterSheet, ListFilters, offered } from '../ui/ListFilters.tsx';

const route = getRouteApi('/reserved');

/** Filters and order as search parameters; empty is no filter. */
export type ReservedFilters = Record<'tab' | 'by' | 'search' | 'location' | 'blocked', string>;

export const tabOf = (text: string): ReservationTab =>
  RESERVATION_TABS.find((tab) => tab === text && tab !== 'ended') ?? 'tomorrow';
export const byOf = (text: string): ReservedBy => RESERVED_BY.find((by) => by === text) ?? 'time';

export function useReservedFilters() {
  const filters = offered<ReservedFilters>(route.useSearch(), useSelects());
  const change = changeOf<ReservedFilters>(route.useNavigate());
  const narrowed = Boolean(filters.search.trim() || filters.location || filters.blocked);
  return { filters, change, narrowed };
}

const PRINTED_PAGE = '200';

/** Reservations of a tab, page by page; on paper and for picking all of them in hook order. */
export function useReserved({ tab, by, search, location, blocked }: ReservedFilters) {
  const q = search.trim();
  const query: NonNullable<QueryOf<'listReservations'>> = {
    tab: tabOf(tab),
    by: byOf(by),
    ...(q && { q }),
    ...(location && { locationId: location }),
    ...(blocked && { blocked: 'true' as const }),
  };
  return usePagedList('listReservations', { query }, byCursor, {
    printed: { query: { ...query, by: 'hook', limit: PRINTED_PAGE } },
    entries: ({ reservations }) => reservations,
  });
}

/** "Saturday 28 November". */
export const dayText = (at: number, zone: string): string =>
  textIn(at, zone, { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '');

/** Where a set is, in words for the column "Now", and whether it is in the way. `detail` is the second line; `moment` words a time. */
export function whereText(
  { keyBunch, obstacle, state, pickedBy, pickedAt, readyFor, holder }: Reservation,
  now: number,
  zone: string,
  moment = (at: number): string => dayAndClock(at, now, zone),
): { text: string; detail?: string; tone: 'muted' | 'good' | 'bad' | 'warn' | 'plain' } {
  const { status, holder: has, dueAt, missing, location } = keyBunch;
  const due = dueAt === null ? null : Date.parse(dueAt);
  if (status === 'missing')
    return {
      text: 'Missing',
      ...(missing && { detail: `since ${moment(Date.parse(missing.since))}` }),
      tone: 'bad',
    };
  if (status === 'issued') {
    const own = has?.id === holder.id;
    const detail = own ? 'with the same person' : `with ${has?.name ?? 'someone'}`;
    if (due === null) return { text: 'Out, no time', detail, tone: obstacle ? 'bad' : 'plain' };
    const late = due < now;
    const text = late ? `Out, ${lengthOf(now - due)} overdue` : `Out, due ${moment(due)}`;
    return { text, detail, tone: obstacle ? 'bad' : 'plain' };
  }
  if (obstacle === 'elsewhere') return { text: `At ${location.name}`, tone: 'warn' };
  if (state === 'picked' || pickedAt)
    return {
      text: `Picked ${pickedAt ? sinceClock(Date.parse(pickedAt), now, zone) : ''}`,
      ...(pickedBy && { detail: `by ${pickedBy}` }),
      tone: 'good',
    };
  if (readyFor) return { text: `Laid ready for ${readyFor}`, tone: 'warn' };
  return { text: 'On its hook', tone: 'muted' };
}

/** Reservations by the location where their sets are fetched, each in the order of the hooks. */
export function byPlace(
  rows: readonly Reservation[],
): { place: Reservation['location']; of: Reservation[] }[] {
  const places = new Map<number, Reservation[]>();
  for (const row of rows) places.set(row.location.id, [...(places.get(row.location.id) ?? []), row]);
  const named = [...places.values()].flatMap((of) => (of[0] ? [{ place: of[0].location, of }] : []));
  for (const { of } of named) of.sort((a, b) => inOrderOfPositions(a.keyBunch.position, b.keyBunch.position));
  return named.sort((a, b) => inNaturalOrder(a.place.name, b.place.name));
}

/** "06:00 to 12:00" of a day that the reader knows, else with the day. */
export const spanText = ({ from, until }: Pick<Reservation, 'from' | 'until'>, zone: string): string =>
  clockRange(from, until, zone);

const ORDERS = [
  { value: 'time', label: 'By time' },
  { value: 'person', label: 'By person' },
  { value: 'hook', label: 'By hook' },
] as const;
const SEARCH = {
  label: 'Search what is reserved',
  placeholder: 'Search by set ID, person, firm or premises',
};

type FilterProps = { filters: ReservedFilters; change: (patch: Partial<ReservedFilters>) => void };

/** The filter of visible locations. */
function useSelects(): FilterSelect<ReservedFilters>[] {
  const may = useMay();
  const { data = [] } = useRead('listLocations', {}, { enabled: may('location:view') });
  const options = data.map(({ id, name, type }) => ({
    value: String(id),
    label: name,
    icon: locationIcon(type),
  }));
  return [{ name: 'location', label: 'Location', none: 'All locations', options, width: 'w-44' }];
}

const several = ({ options }: FilterSelect<ReservedFilters>) => options.length > 1;

const Order = ({ filters, change, block }: FilterProps & { block?: boolean }) => (
  <Segmented
    label="Order"
    block={block}
    value={byOf(filters.by)}
    onValueChange={(by) => change({ by: by === 'time' ? '' : by })}
    segments={ORDERS}
  />
);

/** Search, location and order: in a row. */
export const Filters = (props: FilterProps) => (
  <ListFilters {...props} search={SEARCH} selects={useSelects().filter(several)}>
    <Order {...props} />
  </ListFilters>
);

/** The same on a phone: a button that opens a sheet. */
export function FilterButton({ narrowed, ...props }: FilterProps & { narrowed: boolean }) {
  const [open, setOpen] = useState(false);
  const selects = useSelects().filter(several);
  return (
    <>
      <Button icon={SlidersHorizontal} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {narrowed ? 'Filters on' : 'Filters'}
      </Button>
      {open && (
        <ListFilterSheet {...props} search={SEARCH} selects={selects} onClose={() => setOpen(false)}>
          {(draft, set) => <Order filters={draft} change={set} block />}
        </ListFilterSheet>
      )}
    </>
  );
}
