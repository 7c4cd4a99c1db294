import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Panel } from './Panel.tsx';
import { Skeleton } from './Skeleton.tsx';
import { Table, Td, Th, Tr } from './Table.tsx';

type Row = { id: number };

/** Props of a list's rows. */
type RowsProps<T> = {
  /** Undefined while loading. */
  rows?: readonly T[] | undefined;
  /** The rows are those of the previous filters. */
  stale?: boolean;
};

/** Classes of rows that fade while the next ones load. */
export const fadingClass = (stale: boolean) => cx('transition-opacity', stale && 'opacity-60 delay-300');

const WAITING = [1, 2, 3, 4, 5, 6, 7, 8];

/** A column of a list. */
export type Column<T> = {
  title: string;
  /** Where the title is the company's own: two may be the same. */
  id?: string;
  /** A number: right-aligned. */
  num?: boolean;
  /** The title is for screen readers only. */
  hidden?: boolean;
  /** Classes of the header cell, such as its width, and of the cells. */
  head?: string;
  body?: string;
  cell: (row: T) => ReactNode;
};

/** Rows under a heading across all columns. */
type Group<T> = { id: string; heading: ReactNode; rows: readonly T[] };

type TableProps<T> = RowsProps<T> & {
  label: string;
  columns: readonly (Column<T> | false)[];
  /** Instead of `rows`: undefined while loading. */
  groups?: readonly Group<T>[] | undefined;
  size?: 'two' | 'report' | 'tall';
  /** Classes of a row, and of the table. */
  rowClass?: string;
  className?: string;
  /** The table's `tfoot`. */
  foot?: ReactNode;
};

/** A list as a table, for wide screens. */
export function ListTable<T extends Row>(props: TableProps<T>) {
  const { label, rows, groups = rows && [{ id: '', heading: null, rows }], stale = false } = props;
  const columns = props.columns.filter((column) => column !== false);
  return (
    <Table
      aria-label={label}
      aria-busy={!groups || stale}
      className={cx(props.className ?? 'table-fixed', fadingClass(stale))}
    >
      <thead>
        <tr>
          {columns.map(({ title, id = title, num, hidden, head }) => (
            <Th key={id} num={num} className={head}>
              {hidden ? <span className="sr-only">{title}</span> : title}
            </Th>
          ))}
        </tr>
      </thead>
      {groups?.map((group) => (
        <tbody key={group.id}>
          {group.heading && (
            <tr className="h-11 border-t bg-soft/40">
              <th scope="rowgroup" colSpan={columns.length} className="px-4 text-left font-normal">
                {group.heading}
              </th>
            </tr>
          )}
          {group.rows.map((row) => (
            <Tr key={row.id} size={props.size} hover className={props.rowClass}>
              {columns.map(({ title, id = title, num, body, cell }) => (
                <Td key={id} num={num} className={body}>
                  {cell(row)}
                </Td>
              ))}
            </Tr>
          ))}
        </tbody>
      ))}
      {!groups && (
        <tbody>
          {WAITING.map((row) => (
            <Tr key={row} size={props.size}>
              <Td colSpan={columns.length}>
                <WaitingLine />
              </Td>
            </Tr>
          ))}
        </tbody>
      )}
      {props.foot}
    </Table>
  );
}

/** A placeholder of a picture with two lines. */
const WaitingLine = () => (
  <span className="flex items-center gap-3">
    <Skeleton className="size-8 rounded-full" />
    <span>
      <Skeleton className="my-1 h-3.5 w-36" />
      <Skeleton className="my-1 h-3 w-28" />
    </span>
  </span>
);

type LinesProps<T> = RowsProps<T> & { children: (row: T) => ReactNode };

/** A list as lines of one panel, for phones. */
export const ListLines = <T extends Row>({ rows, stale = false, children }: LinesProps<T>) => (
  <Panel aria-busy={!rows || stale}>
    <ul className={cx('divide-y', fadingClass(stale))}>
      {rows?.map((row) => (
        <li key={row.id}>{children(row)}</li>
      ))}
      {!rows &&
        WAITING.map((row) => (
          <li key={row} className="flex min-h-[68px] items-center px-4">
            <WaitingLine />
          </li>
        ))}
    </ul>
  </Panel>
);

type CardsProps<T> = RowsProps<T> & {
  /** Class of the height of a placeholder. */
  height: string;
  className?: string;
  children: (row: T) => ReactNode;
};

/** A list as a card per row, for phones. */
export function ListCards<T extends { id: number | string }>({
  rows,
  stale = false,
  height,
  className,
  children,
}: CardsProps<T>) {
  return (
    <ul
      className={cx('grid grid-cols-[minmax(0,1fr)] gap-2.5', fadingClass(stale), className)}
      aria-busy={!rows || stale}
    >
      {rows?.map((row) => (
        <li key={row.id}>
          <Panel>{children(row)}</Panel>
        </li>
      ))}
      {!rows &&
        WAITING.slice(0, 4).map((card) => (
          <li key={card}>
            <Panel padded className={cx('grid content-start', height)}>
              <WaitingLine />
            </Panel>
          </li>
        ))}
    </ul>
  );
}
