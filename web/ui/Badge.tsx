import type { ComponentProps, ReactNode } from 'react';
import { type Tint, tintBox, tintDot } from './classes.ts';
import { cx } from './cx.ts';

interface BadgeProps extends ComponentProps<'span'> {
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
        'inline-flex min-h-[22px] shrink-0 items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap inset-ring print:min-h-4 print:px-1.5 print:text-[0.5625rem]',
        quiet ? 'text-fg/80 inset-ring-line' : tintBox[tint],
        className,
      )}
    >
      {dot && <span aria-hidden className={cx('size-1.5 rounded-full', tintDot[tint])} />}
      {children}
    </span>
  );
}

interface CountChipProps extends Omit<ComponentProps<'span'>, 'children'> {
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

/** A category in one word: a box with a hairline, never coloured. At least 22 px high. */
export const Tag = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex min-h-[22px] max-w-full items-center rounded-md border bg-soft/60 px-1.5 text-xs font-medium whitespace-nowrap text-fg/85 print:min-h-4 print:text-[0.5625rem]">
    {children}
  </span>
);
