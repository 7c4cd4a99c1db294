import { Tooltip as Radix } from 'radix-ui';
import { useRef, useState } from 'react';
import { exactTime } from '../format.ts';
import { useClock } from './clock.ts';
import { cx } from './cx.ts';
import { tooltipClass } from './overlay/Tooltip.tsx';
import { relativeTime } from './relative-time.ts';

export interface TimeProps {
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
