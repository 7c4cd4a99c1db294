import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

interface TableProps extends ComponentProps<'table'> {
  /** Inside a Panel: without its own border. */
  bare?: boolean | undefined;
}

/** A table in its own panel. Rows are `Tr`, cells `Th` and `Td`. */
export function Table({ bare = false, className, ...rest }: TableProps) {
  const table = <table {...rest} className={cx('w-full border-collapse text-left text-body', className)} />;
  if (bare) return table;
  return <div className="overflow-clip rounded-xl border bg-panel shadow-xs">{table}</div>;
}

interface TdProps extends ComponentProps<'td'> {
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

interface TrProps extends ComponentProps<'tr'> {
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

interface ThProps extends ComponentProps<'th'> {
  /** Right-aligned, over numbers. */
  num?: boolean | undefined;
  /** Sort state of this column: none (null) or a direction. Undefined: not sortable. */
  sort?: 'asc' | 'desc' | null | undefined;
  onSort?: (() => void) | undefined;
}

const icons = { asc: ArrowUp, desc: ArrowDown };
const aria = { asc: 'ascending', desc: 'descending' } as const;

/** A header cell, 40 px high; with `onSort` a button. */
export function Th({ num = false, sort, onSort, children, className, ...rest }: ThProps) {
  const Arrow = sort ? icons[sort] : ArrowUpDown;
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={onSort ? (sort ? aria[sort] : 'none') : undefined}
      className={cx(
        'h-10 bg-soft/60 px-4 text-hint font-medium whitespace-nowrap text-muted touch:h-11 print:h-[26px] print:px-1.5',
        num && 'text-right',
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={cx(
            'group -mx-1.5 inline-flex h-8 items-center gap-1 rounded-md px-1.5 transition-colors hover:text-fg touch:h-11',
            sort && 'text-fg',
          )}
        >
          {children}
          <Arrow
            aria-hidden
            className={cx(
              'size-3.5 transition-opacity',
              !sort && 'opacity-0 group-hover:opacity-100 touch:opacity-70',
            )}
          />
        </button>
      ) : (
        children
      )}
    </th>
  );
}
