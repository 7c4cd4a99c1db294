import { RotateCw } from 'lucide-react';
import { Tooltip as Radix } from 'radix-ui';
import { useRef, useState } from 'react';
import { exactTime, relativeTime, zonedClock } from '../format.ts';
import { useClock } from '../zone.ts';
import { cx } from './cx.ts';
import { tooltipClass } from './overlay/Tooltip.tsx';
import { offlineSince } from './shared-value.ts';

interface TimeProps {
  /** An instant: ISO 8601 or a Date. */
  at: string | Date;
  /** Puts it into the Tab order: only where the exact time is shown nowhere else, never in a list. */
  focusable?: boolean | undefined;
  /** Inside a sentence: "just now". */
  inline?: boolean | undefined;
  className?: string | undefined;
}

/** A relative time, kept up to date; the exact time on hover, tap and paper. */
export function Time({ at, focusable = false, inline, className }: TimeProps) {
  useClock();
  const [open, setOpen] = useState(false);
  const [near, setNear] = useState(false);
  const finger = useRef(false);
  const exact = exactTime(at);
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, focus opens it */}
        <time
          dateTime={new Date(at).toISOString()}
          // Suppresses the browser's own tooltip.
          title={near || open ? undefined : exact}
          data-exact={exact}
          tabIndex={focusable ? 0 : undefined}
          onPointerEnter={() => setNear(true)}
          onPointerLeave={() => setNear(false)}
          // Radix closes on a press; a tap has to open it afterwards.
          onPointerDown={(event) => {
            finger.current = event.pointerType !== 'mouse';
          }}
          onClick={() => finger.current && setTimeout(setOpen, 0, true)}
          className={cx(
            'rounded-sm whitespace-nowrap tabular-nums print:after:content-[attr(data-exact)]',
            inline && 'inline-block first-letter:lowercase',
            className,
          )}
        >
          <span className="print:hidden">{relativeTime(at)}</span>
        </time>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content side="top" sideOffset={6} collisionPadding={8} className={tooltipClass}>
          {exact}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface AsOfProps {
  /** When it was read, in epoch ms by the server's clock; 0 while unread. */
  at: number;
  refreshing: boolean;
  onRefresh: () => unknown;
  className?: string | undefined;
}

/** When a list was last read, with the time zone of the page and, unless the device is offline, a refresh button. */
export function AsOf({ at, refreshing, onRefresh, className }: AsOfProps) {
  const offline = offlineSince.use() > 0;
  // Reserves the height, so that nothing moves.
  if (at === 0) return <span aria-hidden className={cx('inline-block h-8 touch:h-11', className)} />;
  const shown = `As of ${zonedClock(new Date(at))}`;
  if (offline)
    return (
      <span
        className={cx(
          'inline-flex h-8 items-center px-1.5 text-hint whitespace-nowrap text-muted tabular-nums touch:h-11 print:hidden',
          className,
        )}
      >
        {shown}
      </span>
    );
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
