import { Link } from '@tanstack/react-router';
import { FileText, Pencil, Trash2 } from 'lucide-react';
import type { Location } from '../../shared/location.ts';
import { CountChip } from '../ui/Badge.tsx';
import { CardAction, cardActionClass } from '../ui/CardAction.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton, iconButtonClass } from '../ui/IconButton.tsx';
import { useMedia } from '../ui/media.ts';
import { Tooltip } from '../ui/overlay/Tooltip.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Table, Td, Th, Tr } from '../ui/Table.tsx';
import { LocationBadge, LocationName, LocationSquare } from './LocationName.tsx';
import { HOLDS_KEYS, type LocationListProps, type LocationRow, type TypeColumn } from './rows.ts';

/** Maximum key types, and letters of their names together, shown as columns. */
const COLUMNS_MAX = 4;
const LETTERS_MAX = 44;
const WAITING = [1, 2, 3, 4, 5, 6];

/** Locations on wide screens: a column per key type, total, status, actions, and sums. */
export function LocationTable({ rows, types, counted, reports, onEdit, onDelete }: LocationListProps) {
  const letters = types.reduce((sum, { label }) => sum + label.length, 0);
  // Otherwise the counts are chips under the name.
  const side = useMedia('(width >= 64rem)') && types.length <= COLUMNS_MAX && letters <= LETTERS_MAX;
  const columns = side ? types : [];
  const chips = side ? [] : types;
  const acts = reports || Boolean(onEdit || onDelete);
  return (
    <Table aria-busy={!rows}>
      <thead>
        <tr>
          <Th>Location</Th>
          {columns.map(({ value, label }) => (
            <Th key={value} num>
              {label}
            </Th>
          ))}
          {counted && <Th num>Total</Th>}
          <Th className="w-28">Status</Th>
          {acts && (
            <Th className="w-32 touch:w-40">
              <span className="sr-only">Actions</span>
            </Th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => (
          <LocationTableRow
            key={row.id}
            row={row}
            columns={columns}
            chips={chips}
            counted={counted}
            reports={reports}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        ))}
        {!rows &&
          WAITING.map((row) => (
            <WaitingRow key={row} cells={columns.length + (counted ? 3 : 2) + (acts ? 1 : 0)} />
          ))}
      </tbody>
      {rows && counted && <Sums rows={rows} columns={columns} behind={acts ? 2 : 1} />}
    </Table>
  );
}

const WaitingRow = ({ cells }: { cells: number }) => (
  <Tr size="tall">
    <Td colSpan={cells}>
      <span className="flex items-center gap-3">
        <Skeleton className="size-8" />
        <span>
          <Skeleton className="my-1 h-3.5 w-40" />
          <Skeleton className="my-1 h-3 w-56" />
        </span>
      </span>
    </Td>
  </Tr>
);

type SumsProps = {
  rows: readonly LocationRow[];
  columns: LocationListProps['types'];
  /** Number of cells after the total. */
  behind: number;
};

/** Sums over all locations. */
function Sums({ rows, columns, behind }: SumsProps) {
  const sum = (of: (counts: NonNullable<LocationRow['counts']>) => number) =>
    rows.reduce((total, { counts }) => total + (counts ? of(counts) : 0), 0);
  return (
    <tfoot>
      <Tr size="foot">
        <Td className="font-medium text-muted">All locations</Td>
        {columns.map(({ value }) => (
          <Td key={value} num>
            {sum(({ byType }) => byType[value] ?? 0).toLocaleString()}
          </Td>
        ))}
        <Td num>{sum(({ total }) => total).toLocaleString()}</Td>
        <Td colSpan={behind} />
      </Tr>
    </tfoot>
  );
}

type LocationTableProps = Pick<LocationListProps, 'counted' | 'reports' | 'onEdit' | 'onDelete'> & {
  row: LocationRow;
  columns: TypeColumn[];
  chips: TypeColumn[];
};

/** One location in the table. */
function LocationTableRow({ row, columns, chips, counted, reports, onEdit, onDelete }: LocationTableProps) {
  const { counts } = row;
  return (
    <Tr size="tall" hover>
      <Td className="py-2.5">
        <div className="flex items-center gap-3">
          <LocationSquare type={row.type} />
          <div className="min-w-0">
            <LocationName row={row} />
            {chips.length > 0 && (
              <p className="mt-1.5 flex flex-wrap gap-1.5">
                {chips.map(({ value, label }) => (
                  <CountChip key={value} label={label} n={counts?.byType[value] ?? 0} />
                ))}
              </p>
            )}
          </div>
        </div>
      </Td>
      {columns.map(({ value }) => {
        const n = counts?.byType[value] ?? 0;
        return (
          <Td key={value} num zero={n === 0}>
            {n.toLocaleString()}
          </Td>
        );
      })}
      {counted && (
        <Td num zero={!counts?.total} className={cx(Boolean(counts?.total) && 'font-semibold')}>
          {(counts?.total ?? 0).toLocaleString()}
        </Td>
      )}
      <Td>
        <LocationBadge status={row.status} />
      </Td>
      {(reports || onEdit || onDelete) && (
        <Td className="pl-0 text-right whitespace-nowrap">
          {reports && <ReportLink location={row} />}
          {onEdit && <IconButton icon={Pencil} label={`Edit ${row.name}`} onClick={() => onEdit(row)} />}
          {onDelete && (
            <IconButton
              icon={Trash2}
              label={`Delete ${row.name}`}
              disabledReason={counts?.total ? HOLDS_KEYS : undefined}
              onClick={() => onDelete(row)}
            />
          )}
        </Td>
      )}
    </Tr>
  );
}

/** Link to a location's report. */
function ReportLink({ location }: { location: Location }) {
  const label = `Report of ${location.name}`;
  return (
    <Tooltip content={label}>
      <Link
        to="/location-report/$locationId"
        params={{ locationId: String(location.id) }}
        aria-label={label}
        className={iconButtonClass()}
      >
        <FileText className="size-4 touch:size-5" />
      </Link>
    </Tooltip>
  );
}

type LocationCardProps = Omit<LocationListProps, 'rows'> & { row: LocationRow };

/** One location on a phone: name, type, counts and actions. */
export function LocationCard({ row, types, counted, reports, onEdit, onDelete }: LocationCardProps) {
  const { counts } = row;
  return (
    <Panel>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        <div className="flex flex-wrap items-start gap-3">
          <LocationSquare type={row.type} />
          <div className="min-w-0 flex-1 basis-32 [&_a]:text-base [&_a_span]:font-semibold">
            <LocationName row={row} />
          </div>
          <LocationBadge status={row.status} />
        </div>
        {counted && (
          <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(5.25rem,100%),1fr))] gap-x-4 gap-y-1 text-label">
            {[...types, { value: null, label: 'Total' }].map(({ value, label }) => {
              const n = (value === null ? counts?.total : counts?.byType[value]) ?? 0;
              return (
                <div
                  key={value ?? ''}
                  className={cx('flex items-baseline gap-1.5', value === null && 'font-semibold')}
                >
                  <dt className={value === null ? undefined : 'text-muted'}>{label}</dt>
                  <dd className={cx('font-semibold tabular-nums', n === 0 && 'text-muted')}>
                    {n.toLocaleString()}
                  </dd>
                </div>
              );
            })}
          </dl>
        )}
      </div>
      {(reports || onEdit || onDelete) && (
        <div className="flex flex-wrap border-t *:not-first:border-l">
          {reports && (
            <Link
              to="/location-report/$locationId"
              params={{ locationId: String(row.id) }}
              aria-label={`Report of ${row.name}`}
              className={cx(cardActionClass, 'hover:bg-soft')}
            >
              <FileText className="size-4" />
              Report
            </Link>
          )}
          {onEdit && (
            <CardAction icon={Pencil} text="Edit" label={`Edit ${row.name}`} onClick={() => onEdit(row)} />
          )}
          {onDelete && (
            <CardAction
              icon={Trash2}
              text="Delete"
              label={`Delete ${row.name}`}
              disabledReason={counts?.total ? HOLDS_KEYS : undefined}
              onClick={() => onDelete(row)}
            />
          )}
        </div>
      )}
    </Panel>
  );
}
