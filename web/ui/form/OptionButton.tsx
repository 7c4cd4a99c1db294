import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import type { Icon } from '../icon.ts';
import { type Tint, tintDot } from '../tint.ts';

export interface OptionButtonProps extends ComponentProps<'button'> {
  /** Selected: a blue edge and an 8 % fill. */
  pressed: boolean;
  icon?: Icon | undefined;
  dot?: Tint | undefined;
  count?: string | undefined;
}

/** A toggle for one of several values, in filter sheets and under inputs. */
export function OptionButton({
  pressed,
  icon: Picture,
  dot,
  count,
  children,
  className,
  ...rest
}: OptionButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={pressed}
      className={cx(
        'inline-flex h-9 items-center justify-center gap-2 rounded-lg border px-3.5 text-body font-medium transition-colors duration-150 touch:h-11',
        pressed
          ? 'border-primary bg-primary/8 inset-ring inset-ring-primary forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
          : 'bg-panel hover:bg-soft',
        className,
      )}
    >
      {Picture && <Picture className="size-[15px] text-muted touch:size-4 forced-colors:text-inherit" />}
      {dot && <span aria-hidden className={cx('size-2 rounded-full', tintDot[dot])} />}
      {children}
      {count !== undefined && (
        <span className="font-normal text-muted tabular-nums forced-colors:text-inherit">{count}</span>
      )}
    </button>
  );
}
