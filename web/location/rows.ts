import { api } from '../../shared/api.ts';
import type { LocationSummary } from '../../shared/dashboard.ts';
import type { ListLocation } from '../../shared/location.ts';
import { useAsOf } from '../api/live-state.ts';
import { useRead } from '../api/read.ts';
import { useLabels } from '../labels.ts';
import { useMay } from '../session.tsx';

/** Why a location cannot be deleted; in the button's tooltip and under the list. */
export const HOLDS_KEYS = 'A location that holds keys cannot be deleted. Move or remove its keys first.';

/** A location with its counts; null without key:view, or when they could not be read. */
export type LocationRow = ListLocation & {
  counts: Pick<LocationSummary, 'total' | 'byStatus' | 'byType'> | null;
};

export type TypeColumn = { value: string; label: string };

/** The locations with counts, and the key types to count by. */
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
    /** Whether counts are shown or loading. */
    counted: counted && !overview.isError,
    failed: (list.data ? null : list.error) ?? (overview.data ? null : overview.error),
    /** When the older of the two reads was made, in epoch ms; 0 while loading. */
    readAt: waiting ? 0 : Math.min(listAt, counted ? countsAt : Infinity),
    refreshing: list.isRefetching || overview.isRefetching,
    retry: () => Promise.all([list.refetch(), counted && overview.refetch()]),
  };
}

/** Props of the table and the cards. */
export type LocationListProps = {
  /** Undefined while loading. */
  rows: LocationRow[] | undefined;
  types: TypeColumn[];
  counted: boolean;
  /** Whether locations link to their report. */
  reports: boolean;
  /** Undefined without the permission. */
  onEdit: ((location: ListLocation) => void) | undefined;
  onDelete: ((location: ListLocation) => void) | undefined;
};
