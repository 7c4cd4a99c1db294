import type { LocationReport } from '../../shared/location-report.ts';
import { percentOf } from '../format.ts';
import { STATUS_TINTS } from '../key-bunch/StatusBadge.tsx';
import { useLabels } from '../labels.ts';
import type { Tint } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';

const fills: Record<Tint, string> = {
  emerald: 'fill-emerald-500',
  amber: 'fill-amber-500',
  yellow: 'fill-yellow-400',
  red: 'fill-red-500',
  gray: 'fill-slate-400',
  blue: 'fill-blue-500',
  purple: 'fill-purple-500',
  pink: 'fill-pink-500',
  green: 'fill-green-500',
};

/** A bar per entry, scaled to `total`, with number and share. SVG, because browsers do not print backgrounds. */
export function Bars({ shares, total, className }: { shares: Share[]; total: number; className?: string }) {
  return (
    <dl className={cx('grid gap-2.5 print:gap-2', className)}>
      {shares.map(({ value, label, n, tint }) => (
        <div
          key={value}
          className="grid grid-cols-[minmax(0,96px)_minmax(0,1fr)_auto] items-center gap-x-2 print:grid-cols-[70px_minmax(0,1fr)_auto]"
        >
          <dt className="truncate" title={label}>
            {label}
          </dt>
          <svg aria-hidden="true" className="h-2 w-full print:h-1.5" role="presentation">
            <rect width="100%" height="100%" rx="4" className="fill-soft" />
            {n > 0 && (
              <rect
                width={`${(100 * n) / total}%`}
                height="100%"
                rx="4"
                className={cx('min-w-1', tint ? fills[tint] : 'fill-bar')}
              />
            )}
          </svg>
          <dd className="flex justify-end tabular-nums">
            <span className={cx('min-w-9 text-right font-semibold', n === 0 && 'text-muted')}>
              {n.toLocaleString()}
            </span>
            <span className="w-11 text-right text-muted">{percentOf(n, total)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A bar: value, label, count and optional colour. */
type Share = { value: string; label: string; n: number; tint?: Tint };

/** Statuses shown in every report, before the others. */
const COUNTED = ['active', 'issued', 'missing'];

/** Number of bunches by type and status: the company's values, and stored ones that are no longer offered. */
export function useShares({ byType, byStatus }: LocationReport): { byType: Share[]; byStatus: Share[] } {
  const { choices, tint } = useLabels();
  return {
    byType: choices('keyTypes', Object.keys(byType)).map((type) => ({
      ...type,
      n: byType[type.value] ?? 0,
    })),
    byStatus: choices('statuses', [...COUNTED, ...Object.keys(byStatus)]).map((status) => ({
      ...status,
      n: byStatus[status.value] ?? 0,
      tint: tint('statuses', status.value, STATUS_TINTS[status.value] ?? 'gray'),
    })),
  };
}
