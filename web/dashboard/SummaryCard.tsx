import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import type { Icon } from '../ui/icon.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

type Props = {
  label: string;
  figure: number;
  icon: Icon;
  /** The status of the list behind the card; all bunches without one. */
  status?: string;
  /** Something is wrong: red edge, tint and figure. */
  alarm?: boolean;
  /** One line under the figure. */
  children?: ReactNode;
  /** In its place, a line that is a link of its own, above the card's. */
  link?: ReactNode;
};

const box =
  'block min-h-[105px] min-w-0 rounded-xl border px-4 py-[13px] shadow-xs phone:min-h-[107px] max-[360px]:px-3';

/** One figure, its name and one line about it; the whole card is a link, but for a line that leads elsewhere. */
export function SummaryCard({ label, figure, icon: Picture, status, alarm = false, children, link }: Props) {
  return (
    <div
      className={cx(
        box,
        'relative transition-colors duration-150',
        alarm
          ? 'border-red-500/40 bg-[color-mix(in_oklab,var(--panel),var(--color-red-500)_5%)] text-red-800 hover:border-red-500/70 dark:bg-[color-mix(in_oklab,var(--panel),var(--color-red-500)_8%)] dark:text-red-300'
          : 'bg-panel hover:border-control/60',
      )}
    >
      <Link
        to="/key-bunches"
        search={status ? { status } : {}}
        className="block after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring"
      >
        <span
          className={cx(
            'flex items-center justify-between gap-2 text-label font-medium phone:text-[0.8125rem]',
            !alarm && 'text-muted',
          )}
        >
          <span className="min-w-0 break-words">{label}</span>
          <Picture className="size-4 max-[360px]:hidden" />
        </span>
        <span
          className={cx(
            'mt-1 block text-figure/[1.29] font-semibold break-words',
            alarm && 'text-red-700 dark:text-red-300',
          )}
        >
          {figure.toLocaleString()}
        </span>
        {children && (
          <span
            className={cx(
              'mt-px block text-xs/[1.5] text-pretty',
              alarm ? 'text-red-800/85 dark:text-red-300/85' : 'text-muted',
            )}
          >
            {children}
          </span>
        )}
      </Link>
      {link && <span className="mt-px block text-xs/[1.5] text-pretty">{link}</span>}
    </div>
  );
}

/** A placeholder of the size of a card. */
export function SummaryCardPlaceholder() {
  return (
    <div data-placeholder="" className={cx(box, 'bg-panel')}>
      <Skeleton className="mt-1 h-3.5 w-24 max-w-full" />
      <Skeleton className="mt-3.5 h-6 w-14" />
      <Skeleton className="mt-3 h-3 w-28 max-w-full" />
    </div>
  );
}
