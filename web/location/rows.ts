import { api } from '../../shared/api.ts';
import type { LocationSummary } from '../../shared/dashboard.ts';
import type { ListLocation } from '../../shared/location.ts';
import { useAsOf } from '../api/live-state.ts';
import { useRead } from '../api/read.ts';
import { useMay } from '../session.tsx';
import { useLabels } from '../setting/labels.ts';

/** Why the delete button of a location is off; in its tooltip and under the list. */
export const HOLDS_KEYS = 'A location that holds keys cannot be deleted. Move or remove its keys first.';

/** A location with what it holds; without `counts` the reader may not see keys, or they could not be read. */
export type LocationRow = ListLocation & {
  counts: Pick<LocationSummary, 'total' | 'byStatus' | 'byType'> | null;
};

export type TypeColumn = { value: string; label: string };

/** The company's locations with their counts, and the key types that are counted. */
export function useLocationRows() {
  const counted = useMay()(api.getDashboard.needs);
  const { choices } = useLabels();
  const list = useRead('listLocations');
  const overview = useRead('getDashboard', {}, { enabled: counted });
  const [listAt, countsAt] = [useAsOf(list), useAsOf(overview)];
  const held = new Map(overview.data?.locations.map((summary) => [summary.id, summary]));
  const waiting = !list.data || (counted && overview.isPending);
  const rows = waiting
    ? undefined
    : list.data?.map((location): LocationRow => ({ ...location, counts: held.get(location.id) ?? null }));
  const present = [...held.values()].flatMap(({ byType }) => Object.keys(byType));
  return {
    rows,
    types: counted && !overview.isError ? choices('keyTypes', present) : [],
    /** Whether counts are shown, or will be. */
    counted: counted && !overview.isError,
    failed: (list.data ? null : list.error) ?? (overview.data ? null : overview.error),
    /** As of when both are true, in milliseconds; 0 while they were not. */
    readAt: waiting ? 0 : Math.min(listAt, counted ? countsAt : Infinity),
    refreshing: list.isRefetching || overview.isRefetching,
    retry: () => Promise.all([list.refetch(), counted && overview.refetch()]),
  };
}

/** What a list of locations is given, as a table or as cards. */
export type LocationListProps = {
  /** Undefined while they load. */
  rows: LocationRow[] | undefined;
  types: TypeColumn[];
  counted: boolean;
  /** Whether each leads to its report. */
  reports: boolean;
  /** Left out without the permission. */
  onEdit: ((location: ListLocation) => void) | undefined;
  onDelete: ((location: ListLocation) => void) | undefined;
};
