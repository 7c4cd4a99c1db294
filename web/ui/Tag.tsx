import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** A category in one word: a box with a hairline, never coloured. At least 22 px high. */
export function Tag({ className, ...rest }: ComponentProps<'span'>) {
  return (
    <span
      {...rest}
      className={cx(
        'inline-flex min-h-[22px] max-w-full items-center rounded-md border bg-soft/60 px-1.5 text-xs font-medium whitespace-nowrap text-fg/85 print:min-h-4 print:text-[9px]',
        className,
      )}
    />
  );
}
