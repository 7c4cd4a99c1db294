import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

export type PrintedColumn = { title: string /** A class of width. */; width: string; num?: boolean };

export interface PrintedTableProps {
  /** Heading above the columns, on every page; omitted where the frame's title is enough. */
  title?: string;
  note?: string;
  columns: readonly PrintedColumn[];
  /** Table rows. */
  children: ReactNode;
}

/** A printed table. Its head repeats on every page. */
export function PrintedTable({ title, note, columns, children }: PrintedTableProps) {
  return (
    <table className="w-full table-fixed border-collapse text-left [&_td]:border-b [&_td]:px-1.5 [&_td]:py-[5px] [&_td]:align-top [&_td]:break-words [&_td:first-child]:pl-0 [&_td:last-child]:pr-0">
      <colgroup>
        {columns.map(({ title: name, width }) => (
          <col key={name} className={width} />
        ))}
      </colgroup>
      <thead>
        {title && (
          <tr>
            <th colSpan={columns.length} scope="colgroup" className="border-b border-fg pb-1.5 font-normal">
              <b className="font-semibold">{title}</b> <span className="text-muted">{note}</span>
            </th>
          </tr>
        )}
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
