import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

export interface ThProps extends ComponentProps<'th'> {
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
