import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

export interface TableProps extends ComponentProps<'table'> {
  /** Inside a Panel: without its own border. */
  bare?: boolean | undefined;
}

/** A table in its own panel. Rows are `Tr`, cells `Th` and `Td`. */
export function Table({ bare = false, className, ...rest }: TableProps) {
  const table = <table {...rest} className={cx('w-full border-collapse text-left text-body', className)} />;
  if (bare) return table;
  return <div className="overflow-clip rounded-xl border bg-panel shadow-xs">{table}</div>;
}

export interface TdProps extends ComponentProps<'td'> {
  /** A number: right-aligned, tabular digits; muted when `zero`. */
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

export interface TrProps extends ComponentProps<'tr'> {
  /** Height in px: two lines 57 (default), one line 45, report 52, tall 65, foot 44; taller on touch. */
  size?: 'two' | 'one' | 'report' | 'tall' | 'foot' | undefined;
  /** Highlights the row on hover. */
  hover?: boolean | undefined;
}

const heights = {
  two: 'h-[57px] touch:h-[68px]',
  one: 'h-[45px] touch:h-[52px]',
  report: 'h-[52px]',
  tall: 'h-[65px] touch:h-[68px]',
  foot: 'h-11 bg-soft/40 font-semibold touch:h-13',
};

/** A row of a table body, with a hairline above. */
export function Tr({ size = 'two', hover = false, className, ...rest }: TrProps) {
  return (
    <tr
      {...rest}
      className={cx('border-t print:h-[26px]', heights[size], hover && 'hover:bg-soft/50', className)}
    />
  );
}
