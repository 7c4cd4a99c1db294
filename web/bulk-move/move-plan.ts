import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Location } from '../../shared/location.ts';
import { inNaturalOrder } from '../../shared/natural-order.ts';
import { useRead } from '../api/read.ts';
import { useLabels } from '../labels.ts';

const route = getRouteApi('/bulk-move-keys');

/** "All types" in the address and the server's verification. */
export const ALL_TYPES = 'all';

type Change = { type?: string; from?: string; to?: string };

/** The move's choices, stored in the address. Values that are not visible count as unset. `type` is a stored type, ALL_TYPES, or empty. */
export function useMoveChoices() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const { label } = useLabels();
  const places = useRead('listLocations');
  const locations = useMemo(
    () => places.data?.toSorted((a, b) => inNaturalOrder(a.name, b.name)) ?? ([] as Location[]),
    [places.data],
  );
  const placeOf = (id: string) => locations.find((place) => String(place.id) === id) ?? null;
  const { type } = address;
  const from = placeOf(address.from);
  const to = placeOf(address.to);
  const typeName = type && type !== ALL_TYPES ? label('keyTypes', type) : '';
  return {
    locations,
    waiting: places.isPending,
    /** The address has a type and a location, but locations are still loading. */
    unread: places.isPending && type !== '' && address.from !== '',
    error: places.data ? null : places.error,
    retry: places.refetch,
    type,
    from,
    to,
    same: from !== null && from.id === to?.id,
    /** The type in the company's wording; empty for all or none. */
    typeName,
    /** The noun of what moves: "Lock Ups keys", "keys". */
    keys: typeName ? `${typeName} keys` : 'keys',
    change: (what: Change) =>
      void navigate({ search: (last) => ({ ...last, ...what }), replace: true, resetScroll: false }),
  };
}
export type MoveChoices = ReturnType<typeof useMoveChoices>;

/** Preview of the move, once type and from are chosen. */
export function useMovePlan({ type, from, to, same, keys }: MoveChoices) {
  const enabled = from !== null && type !== '';
  const { data, error, isPlaceholderData, refetch, isFetching } = useRead(
    'getBulkMove',
    {
      query: {
        fromLocationId: String(from?.id ?? 0),
        ...(to && !same && { toLocationId: String(to.id) }),
        ...(type !== ALL_TYPES && { fromBunchType: type }),
      },
    },
    { enabled, fresh: true },
  );
  const shown = enabled && !isPlaceholderData ? data : undefined;
  return {
    data: shown,
    waiting: enabled && !data && !error,
    fetching: isFetching,
    error: shown ? null : enabled ? error : null,
    retry: refetch,
    /** The text of a location without keys of the type. */
    noKeys: shown?.bunches.length === 0 ? `No ${keys} found at selected location` : undefined,
  };
}
export type MovePlan = ReturnType<typeof useMovePlan>;
