import { X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import type { Icon } from './icon.ts';
import { type Tint, tintDot } from './tint.ts';

export interface FilterChipProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The filter's value; a press clears it. */
  label: string;
  icon?: Icon | undefined;
  dot?: Tint | undefined;
}

/** An active filter with a cross: 32 px high, 44 on touch. */
export function FilterChip({ label, icon: Picture, dot, className, ...rest }: FilterChipProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={`Remove filter ${label}`}
      className={cx(
        'inline-flex h-8 items-center gap-1.5 rounded-full border bg-panel pr-2.5 pl-3.5 text-label font-medium transition-colors duration-150 hover:bg-soft touch:h-11',
        className,
      )}
    >
      {dot && <span aria-hidden className={cx('size-2 rounded-full', tintDot[dot])} />}
      {Picture && <Picture className="size-[15px] text-muted" />}
      {label}
      <X aria-hidden className="size-4 text-muted" />
    </button>
  );
}
