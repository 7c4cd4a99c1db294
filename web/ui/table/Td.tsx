import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

export interface TdProps extends ComponentProps<'td'> {
  /** A number: right-aligned, digits of one width; muted when `zero`. */
  num?: boolean | undefined;
  zero?: boolean | undefined;
}

/** A cell of a table body. */
export function Td({ num = false, zero = false, className, ...rest }: TdProps) {
  return (
    <td
      {...rest}
      className={cx('px-4 print:px-1.5', num && 'text-right tabular-nums', zero && 'text-muted', className)}
    />
  );
}
