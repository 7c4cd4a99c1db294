import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { type Tint, tintBox, tintDot } from './tint.ts';

export interface BadgeProps extends ComponentProps<'span'> {
  /** Gray by default. */
  tint?: Tint | undefined;
  /** For the usual state: no fill, only a hairline; the dot keeps its colour. */
  quiet?: boolean | undefined;
  /** False omits the dot. */
  dot?: boolean | undefined;
}

/** A state in one word, never by colour alone. 22 px high. */
export function Badge({
  tint = 'gray',
  quiet = false,
  dot = true,
  children,
  className,
  ...rest
}: BadgeProps) {
  return (
    <span
      {...rest}
      className={cx(
        'inline-flex min-h-[22px] shrink-0 items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap inset-ring print:min-h-4 print:px-1.5 print:text-[9px]',
        quiet ? 'text-fg/80 inset-ring-line' : tintBox[tint],
        className,
      )}
    >
      {dot && <span aria-hidden className={cx('size-1.5 rounded-full', tintDot[tint])} />}
      {children}
    </span>
  );
}
