import { X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { type Icon, type Tint, tintDot } from '../classes.ts';
import { cx } from '../cx.ts';

interface OptionButtonProps extends ComponentProps<'button'> {
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
        pressed ? 'border-primary bg-primary/8 inset-ring inset-ring-primary' : 'bg-panel hover:bg-soft',
        className,
      )}
    >
      {Picture && <Picture className="size-[15px] text-muted touch:size-4" />}
      {dot && <span aria-hidden className={cx('size-2 rounded-full', tintDot[dot])} />}
      {children}
      {count !== undefined && <span className="font-normal text-muted tabular-nums">{count}</span>}
    </button>
  );
}

interface FilterChipProps {
  /** The filter's value; a press clears it. */
  label: string;
  icon?: Icon | undefined;
  dot?: Tint | undefined;
  onClick: () => void;
}

/** An active filter with a cross: 32 px high, 44 on touch. */
export function FilterChip({ label, icon: Picture, dot, onClick }: FilterChipProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={`Remove filter ${label}`}
      className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border bg-panel pr-2.5 pl-3.5 text-label font-medium transition-colors duration-150 hover:bg-soft touch:h-11"
    >
      {dot && <span aria-hidden className={cx('size-2 rounded-full', tintDot[dot])} />}
      {Picture && <Picture className="size-[15px] shrink-0 text-muted" />}
      <span className="truncate">{label}</span>
      <X aria-hidden className="size-4 shrink-0 text-muted" />
    </button>
  );
}
