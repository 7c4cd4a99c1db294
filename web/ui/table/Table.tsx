import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

export interface TableProps extends ComponentProps<'table'> {
  /** Already inside a Panel: no edge of its own. */
  bare?: boolean | undefined;
}

/** A table in a panel of its own. Rows are `Tr`, cells `Th` and `Td`. */
export function Table({ bare = false, className, ...rest }: TableProps) {
  const table = <table {...rest} className={cx('w-full border-collapse text-left text-body', className)} />;
  if (bare) return table;
  return <div className="overflow-clip rounded-xl border bg-panel shadow-xs">{table}</div>;
}
