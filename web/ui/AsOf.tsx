import { RotateCw } from 'lucide-react';
import { zonedClock } from '../format.ts';
import { cx } from './cx.ts';

export interface AsOfProps {
  /** When it was read, in epoch ms by the server's clock; 0 while unread. */
  at: number;
  refreshing: boolean;
  onRefresh: () => unknown;
  className?: string | undefined;
}

/** When a list was last read, with a refresh button and the time zone of the page. */
export function AsOf({ at, refreshing, onRefresh, className }: AsOfProps) {
  // Reserves the height, so that nothing moves.
  if (at === 0) return <span aria-hidden className={cx('inline-block h-8 touch:h-11', className)} />;
  const shown = `As of ${zonedClock(new Date(at))}`;
  return (
    <button
      type="button"
      aria-label={`${shown}, refresh`}
      aria-disabled={refreshing}
      onClick={() => !refreshing && void onRefresh()}
      className={cx(
        'inline-flex h-8 items-center gap-1.5 rounded-md px-1.5 text-hint whitespace-nowrap text-muted tabular-nums transition-colors hover:bg-soft hover:text-fg touch:h-11 print:hidden',
        className,
      )}
    >
      {shown}
      <RotateCw aria-hidden className={cx('size-3.5', refreshing && 'animate-spin')} />
    </button>
  );
}
