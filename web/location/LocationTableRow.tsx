import { Pencil, Trash2 } from 'lucide-react';
import { CountChip } from '../ui/CountChip.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Td } from '../ui/table/Td.tsx';
import { Tr } from '../ui/table/Tr.tsx';
import { LocationBadge, LocationName, LocationSquare } from './LocationName.tsx';
import { ReportLink } from './ReportLink.tsx';
import { HOLDS_KEYS, type LocationListProps, type LocationRow, type TypeColumn } from './rows.ts';

type Props = Pick<LocationListProps, 'counted' | 'reports' | 'onEdit' | 'onDelete'> & {
  row: LocationRow;
  columns: TypeColumn[];
  chips: TypeColumn[];
};

/** One location in the table. */
export function LocationTableRow({ row, columns, chips, counted, reports, onEdit, onDelete }: Props) {
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
