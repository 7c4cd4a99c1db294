import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export interface CountChipProps extends Omit<ComponentProps<'span'>, 'children'> {
  n: number;
  /** With a label it has a hairline and reads "Label 34"; without one it is the number on soft. */
  label?: string | undefined;
}

/** A number in a small box, 20 high, 11 px. */
export function CountChip({ n, label, className, ...rest }: CountChipProps) {
  return (
    <span
      {...rest}
      className={cx(
        'inline-flex min-h-5 items-center gap-1 rounded-md px-1.5 text-tiny whitespace-nowrap',
        label ? 'border text-muted' : 'bg-soft',
        className,
      )}
    >
      {label && `${label} `}
      <span className="font-semibold text-fg tabular-nums">{n.toLocaleString()}</span>
    </span>
  );
}
