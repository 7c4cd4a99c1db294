import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

export type PrintedColumn = { title: string /** A class of width. */; width: string; num?: boolean };

export interface PrintedTableProps {
  title: string;
  note: string;
  /** What every page says beside the title: company, location, time, by whom. */
  running: string;
  columns: readonly PrintedColumn[];
  /** The rows. */
  children: ReactNode;
}

/** A table on paper. Its whole head, title and page header included, is repeated on every page it reaches. */
export function PrintedTable({ title, note, running, columns, children }: PrintedTableProps) {
  return (
    <table className="w-full table-fixed border-collapse text-left [&_td]:border-b [&_td]:px-1.5 [&_td]:py-[5px] [&_td]:align-top [&_td]:break-words [&_td:first-child]:pl-0 [&_td:last-child]:pr-0">
      <colgroup>
        {columns.map(({ title: name, width }) => (
          <col key={name} className={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th colSpan={columns.length} scope="colgroup" className="border-b border-fg pb-1.5 font-normal">
            <span className="flex items-baseline justify-between gap-6">
              <span className="whitespace-nowrap">
                <b className="font-semibold">{title}</b> <span className="text-muted">{note}</span>
              </span>
              <span className="truncate text-[8.5px] text-muted">{running}</span>
            </span>
          </th>
        </tr>
        <tr>
          {columns.map(({ title: name, num }) => (
            <th
              key={name}
              scope="col"
              className={cx(
                'border-b border-fg px-1.5 py-1 font-normal text-muted first:pl-0 last:pr-0',
                num && 'text-right',
              )}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
