import { Link } from '@tanstack/react-router';
import { FileText, Pencil, Trash2 } from 'lucide-react';
import { cx } from '../ui/cx.ts';
import type { Icon } from '../ui/icon.ts';
import { Panel } from '../ui/Panel.tsx';
import { toast } from '../ui/toast.ts';
import { LocationBadge, LocationName, LocationSquare } from './LocationName.tsx';
import type { LocationListProps } from './LocationTable.tsx';
import { HOLDS_KEYS, type LocationRow } from './rows.ts';

type Props = Omit<LocationListProps, 'rows'> & { row: LocationRow };

/** One location on a phone: what it is, what it holds, what one may do. */
export function LocationCard({ row, types, counted, reports, onEdit, onDelete }: Props) {
  const { counts } = row;
  return (
    <Panel>
      <div className="grid gap-3 p-4">
        <div className="flex items-start gap-3">
          <LocationSquare type={row.type} />
          <div className="min-w-0 flex-1 [&_a]:text-base [&_a_span]:font-semibold">
            <LocationName row={row} />
          </div>
          <LocationBadge status={row.status} />
        </div>
        {counted && (
          <dl className="grid grid-cols-3 gap-x-4 max-[360px]:grid-cols-2 gap-y-1 text-label">
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
        <div className="flex divide-x border-t print:hidden">
          {reports && (
            <Link
              to="/location-report/$locationId"
              params={{ locationId: String(row.id) }}
              aria-label={`Report of ${row.name}`}
              className={cx(segment, 'hover:bg-soft')}
            >
              <FileText className="size-4" />
              Report
            </Link>
          )}
          {onEdit && <Segment icon={Pencil} text="Edit" name={row.name} onClick={() => onEdit(row)} />}
          {onDelete && (
            <Segment
              icon={Trash2}
              text="Delete"
              name={row.name}
              reason={counts?.total ? HOLDS_KEYS : undefined}
              onClick={() => onDelete(row)}
            />
          )}
        </div>
      )}
    </Panel>
  );
}

const segment =
  'flex h-12 flex-1 items-center justify-center gap-2 text-label font-medium transition-colors focus-visible:-outline-offset-2';

type SegmentProps = {
  icon: Icon;
  text: string;
  name: string;
  reason?: string | undefined;
  onClick: () => void;
};

/** An action at the foot of a card, 48 high. One that is off says why when it is pressed: a finger sees no tooltip. */
function Segment({ icon: Picture, text, name, reason, onClick }: SegmentProps) {
  return (
    <button
      type="button"
      aria-label={`${text} ${name}`}
      aria-disabled={reason ? true : undefined}
      aria-description={reason}
      onClick={() => (reason ? toast({ title: 'Not possible yet', description: reason }) : onClick())}
      className={cx(segment, reason ? 'text-muted/60' : 'hover:bg-soft')}
    >
      <Picture className="size-4" />
      {text}
    </button>
  );
}
