import { Link } from '@tanstack/react-router';
import { FileText, Pencil, Trash2 } from 'lucide-react';
import { CardAction, cardActionClass } from '../ui/CardAction.tsx';
import { cx } from '../ui/cx.ts';
import { Panel } from '../ui/Panel.tsx';
import { LocationBadge, LocationName, LocationSquare } from './LocationName.tsx';
import { HOLDS_KEYS, type LocationListProps, type LocationRow } from './rows.ts';

type Props = Omit<LocationListProps, 'rows'> & { row: LocationRow };

/** One location on a phone: name, type, counts and actions. */
export function LocationCard({ row, types, counted, reports, onEdit, onDelete }: Props) {
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
