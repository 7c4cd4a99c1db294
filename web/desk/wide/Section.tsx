import type { ComponentProps } from 'react';
import { cx } from '../../ui/cx.ts';

/** A part of the rail. */
export const Section = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={cx('border-b px-4 py-3.5', className)} />
);
