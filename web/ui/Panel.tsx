import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export interface PanelProps extends ComponentProps<'section'> {
  /** 16 of padding all round; without it the children reach the edge. */
  padded?: boolean | undefined;
}

/** A white box with a hairline. Children that reach its edge are cut by its corners. */
export function Panel({ padded = false, className, ...rest }: PanelProps) {
  return (
    <section
      {...rest}
      className={cx('overflow-clip rounded-xl border bg-panel shadow-xs', padded && 'p-4', className)}
    />
  );
}
