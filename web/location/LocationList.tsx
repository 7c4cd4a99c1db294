import { Link } from '@tanstack/react-router';
import { FileText, Pencil, Printer, Trash2 } from 'lucide-react';
import type { Location } from '../../shared/location.ts';
import { CountChip } from '../ui/Badge.tsx';
import { CardAction, cardActionClass } from '../ui/CardAction.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton, iconButtonClass } from '../ui/IconButton.tsx';
import { type Column, ListCards, ListTable } from '../ui/ListRows.tsx';
import { useMedia } from '../ui/media.ts';
import { Tooltip } from '../ui/overlay/Tooltip.tsx';
import { Td, Tr } from '../ui/Table.tsx';
import { LocationBadge, LocationSquare } from './LocationBadge.tsx';
import {
  HOLDS_KEYS,
  type LocationListProps,
  LocationName,
  type LocationRow,
  type TypeColumn,
} from './LocationName.tsx';

/** Maximum key types, and letters of their names together, shown as columns. */
const COLUMNS_MAX = 4;
const LETTERS_MAX = 44;

const ofType = ({ counts }: LocationRow, type: string): number => counts?.byType[type] ?? 0;
const totalOf = ({ counts }: LocationRow): number => counts?.total ?? 0;

/** Locations on wide screens: a column per key type, total, status, actions, and sums. */
export function LocationTable({ rows, types, counted, reports, onEdit, onDelete }: LocationListProps) {
  const letters = types.reduce((sum, { label }) => sum + label.length, 0);
  // Otherwise the counts are chips under the name.
  const side = useMedia('(width >= 64rem)') && types.length <= COLUMNS_MAX && letters <= LETTERS_MAX;
  const columns = side ? types : [];
  const acts = counted || reports || Boolean(onEdit || onDelete);
  const all: readonly (Column<LocationRow> | false)[] = [
    {
      title: 'Location',
      body: 'py-2.5',
      cell: (row) => <NameAndCounts row={row} types={side ? [] : types} />,
    },
    ...columns.map(({ value, label }) => ({
      title: label,
      id: `type ${value}`,
      num: true,
      cell: (row: LocationRow) => <Figure n={ofType(row, value)} />,
    })),
    counted && { title: 'Total', num: true, cell: (row) => <Figure n={totalOf(row)} bold /> },
    { title: 'Status', head: 'w-28', cell: ({ status }) => <LocationBadge status={status} /> },
    acts && {
      title: 'Actions',
      hidden: true,
      head: 'w-40 touch:w-52',
      body: 'pl-0 text-right whitespace-nowrap',
      cell: (row) => (
        <>
          {counted && <RegisterLink location={row} />}
          {reports && <ReportLink location={row} />}
          {onEdit && <IconButton icon={Pencil} label={`Edit ${row.name}`} onClick={() => onEdit(row)} />}
          {onDelete && (
            <IconButton
              icon={Trash2}
              label={`Delete ${row.name}`}
              disabledReason={totalOf(row) > 0 ? HOLDS_KEYS : undefined}
              onClick={() => onDelete(row)}
            />
          )}
        </>
      ),
    },
  ];
  const foot = counted && rows && <Sums rows={rows} columns={columns} behind={acts ? 2 : 1} />;
  return <ListTable label="Locations" rows={rows} columns={all} size="tall" className="" foot={foot} />;
}

const NameAndCounts = ({ row, types }: { row: LocationRow; types: readonly TypeColumn[] }) => (
  <div className="flex items-center gap-3">
    <LocationSquare type={row.type} />
    <div className="min-w-40">
      <LocationName row={row} />
      {types.length > 0 && (
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          {types.map(({ value, label }) => (
            <CountChip key={value} label={label} n={ofType(row, value)} />
          ))}
        </p>
      )}
    </div>
  </div>
);

const Figure = ({ n, bold = false }: { n: number; bold?: boolean }) => (
  <span className={cx(n === 0 ? 'text-muted' : bold && 'font-semibold')}>{n.toLocaleString()}</span>
);

type SumsProps = {
  rows: readonly LocationRow[];
  columns: readonly TypeColumn[];
  /** Number of cells after the total. */
  behind: number;
};

/** Sums over all locations. */
function Sums({ rows, columns, behind }: SumsProps) {
  const sum = (of: (row: LocationRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return (
    <tfoot>
      <Tr size="foot">
        <Td className="font-medium text-muted">All locations</Td>
        {columns.map(({ value }) => (
          <Td key={value} num>
            {sum((row) => ofType(row, value)).toLocaleString()}
          </Td>
        ))}
        <Td num>{sum(totalOf).toLocaleString()}</Td>
        <Td colSpan={behind} />
      </Tr>
    </tfoot>
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

/** Link to the location's register on paper. */
function RegisterLink({ location }: { location: Location }) {
  const label = `Register of ${location.name} on paper`;
  return (
    <Tooltip content={label}>
      <Link
        to="/register/$locationId"
        params={{ locationId: String(location.id) }}
        aria-label={label}
        className={iconButtonClass()}
      >
        <Printer className="size-4 touch:size-5" />
      </Link>
    </Tooltip>
  );
}

/** Locations on phones: name, type, counts and actions. */
export const LocationCards = ({ rows, ...rest }: LocationListProps) => (
  <ListCards rows={rows} height="h-[180px]">
    {(row) => <LocationCard row={row} {...rest} />}
  </ListCards>
);

type CardProps = Omit<LocationListProps, 'rows'> & { row: LocationRow };

function LocationCard({ row, types, counted, reports, onEdit, onDelete }: CardProps) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        <div className="flex flex-wrap items-start gap-3">
          <LocationSquare type={row.type} />
          <div className="min-w-0 flex-1 basis-32 [&_a]:text-base [&_a_span]:font-semibold">
            <LocationName row={row} />
          </div>
          <LocationBadge status={row.status} />
        </div>
        {counted && <Counts row={row} types={types} />}
      </div>
      {(counted || reports || onEdit || onDelete) && (
        <div className="flex flex-wrap border-t *:not-first:border-l">
          {counted && (
            <Link
              to="/register/$locationId"
              params={{ locationId: String(row.id) }}
              aria-label={`Register of ${row.name} on paper`}
              className={cx(cardActionClass, 'hover:bg-soft')}
            >
              <Printer className="size-4" />
              Register
            </Link>
          )}
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
              disabledReason={totalOf(row) > 0 ? HOLDS_KEYS : undefined}
              onClick={() => onDelete(row)}
            />
          )}
        </div>
      )}
    </>
  );
}

/** A card's number of sets by type, and in total. */
const Counts = ({ row, types }: { row: LocationRow; types: readonly TypeColumn[] }) => (
  <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(5.25rem,100%),1fr))] gap-x-4 gap-y-1 text-label">
    {[...types, { value: null, label: 'Total' }].map(({ value, label }) => {
      const n = value === null ? totalOf(row) : ofType(row, value);
      return (
        <div
          key={value ?? ''}
          className={cx('flex items-baseline gap-1.5', value === null && 'font-semibold')}
        >
          <dt className={value === null ? undefined : 'text-muted'}>{label}</dt>
          <dd className={cx('font-semibold tabular-nums', n === 0 && 'text-muted')}>{n.toLocaleString()}</dd>
        </div>
      );
    })}
  </dl>
);
