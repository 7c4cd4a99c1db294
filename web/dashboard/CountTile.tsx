import { Link } from '@tanstack/react-router';
import { STATUS_TINTS } from '../key-bunch/StatusBadge.tsx';
import { useLabels } from '../setting/labels.ts';
import { cx } from '../ui/cx.ts';
import { tintDot } from '../ui/tint.ts';

/** The statuses that have a tile, in order. */
export const TILES = ['active', 'issued', 'missing', 'inactive'] as const;

type Props = {
  status: (typeof TILES)[number];
  n: number;
  search: { location: string; status: string };
};

/** How many bunches of a location have one status; leads to them. */
export function CountTile({ status, n, search }: Props) {
  const { label, tint } = useLabels();
  const alarm = status === 'missing' && n > 0;
  return (
    <Link
      to="/key-bunches"
      search={search}
      className={cx(
        'flex min-h-[50px] min-w-0 flex-col justify-center rounded-lg border pl-2.5 transition-colors duration-150 touch:min-h-13 phone:pl-[9px] max-[360px]:pl-1.5',
        alarm && 'border-red-500/40 bg-red-500/8 text-red-800 hover:border-red-500/70 dark:text-red-300',
        !alarm &&
          (n > 0 ? 'hover:border-control/60' : 'border-transparent bg-soft/70 text-muted hover:bg-soft'),
      )}
    >
      <span
        className={cx(
          'text-[0.9375rem]/5 font-semibold tabular-nums',
          alarm && 'text-red-700 dark:text-red-300',
        )}
      >
        {n.toLocaleString()}
      </span>
      <span className={cx('flex items-center gap-1 text-tiny', !alarm && 'text-muted')}>
        <span
          aria-hidden
          className={cx(
            'size-1.5 shrink-0 rounded-full max-[360px]:hidden',
            tintDot[tint('statuses', status, STATUS_TINTS[status] ?? 'gray')],
            n === 0 && 'opacity-40',
          )}
        />
        <span className="min-w-0 break-words">{label('statuses', status)}</span>
      </span>
    </Link>
  );
}
