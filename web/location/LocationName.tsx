import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import type { LocationSummary } from '../../shared/dashboard.ts';
import type { ListLocation } from '../../shared/location.ts';
import { useAsOf } from '../api/live-state.ts';
import { useRead } from '../api/read.ts';
import { useLabels } from '../labels.ts';
import { useWholeList } from '../list/list-state.ts';
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
  const locations = useRead('listLocations');
  const overview = useRead('getDashboard', {}, { enabled: counted });
  const [listAt, countsAt] = [useAsOf(locations), useAsOf(overview)];
  const held = new Map(overview.data?.locations.map((summary) => [summary.id, summary]));
  const waiting = !locations.data || (counted && overview.isPending);
  const rows = waiting
    ? undefined
    : locations.data?.map(
        (location): LocationRow => ({ ...location, counts: held.get(location.id) ?? null }),
      );
  const present = [...held.values()].flatMap(({ byType }) => Object.keys(byType));
  const list = useWholeList({
    items: rows,
    failed: (locations.data ? null : locations.error) ?? (overview.data ? null : overview.error),
    retry: () => Promise.all([locations.refetch(), counted && overview.refetch()]),
    // The older of the two reads.
    readAt: waiting ? 0 : Math.min(listAt, counted ? countsAt : Infinity),
    refreshing: locations.isRefetching || overview.isRefetching,
    key: '',
  });
  return {
    list,
    types: counted && !overview.isError ? choices('keyTypes', present) : [],
    /** Whether counts are shown or loading. */
    counted: counted && !overview.isError,
  };
}

/** Props of the table and the cards. */
export type LocationListProps = {
  /** Undefined while loading. */
  rows: readonly LocationRow[] | undefined;
  types: TypeColumn[];
  counted: boolean;
  /** Whether locations link to their report. */
  reports: boolean;
  /** Undefined without the permission. */
  onEdit: ((location: ListLocation) => void) | undefined;
  onDelete: ((location: ListLocation) => void) | undefined;
};

/** The location's name, linked to its keys, with the number missing, its type and description. */
export function LocationName({ row }: { row: LocationRow }) {
  const may = useMay();
  const { label } = useLabels();
  const missing = row.counts?.byStatus.missing ?? 0;
  const name = <span className="font-medium wrap-anywhere">{row.name}</span>;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        {may(api.listKeyBunches.needs) ? (
          <Link
            to="/key-bunches"
            search={{ location: String(row.id) }}
            className="min-w-0 rounded-sm underline-offset-2 hover:underline touch:-my-3 touch:py-3"
          >
            {name}
          </Link>
        ) : (
          name
        )}
        {missing > 0 && (
          <span className="inline-flex items-center gap-1.5 text-hint font-medium whitespace-nowrap text-red-700 dark:text-red-300">
            <span aria-hidden className="size-1.5 rounded-full bg-red-500" />
            {missing.toLocaleString()} missing
          </span>
        )}
      </p>
      <p className="line-clamp-2 text-hint text-pretty print:line-clamp-none wrap-anywhere text-muted">
        {label('locationTypes', row.type)}
        {row.description && ` · ${row.description}`}
      </p>
    </>
  );
}
