import { useEffect, useRef } from 'react';
import { MoreFailed } from '../../api/ReadFailed.tsx';
import { cx } from '../../ui/cx.ts';
import { useMedia } from '../../ui/media.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table, Td, Th, Tr } from '../../ui/Table.tsx';
import { useWindowRows } from '../../ui/WindowRows.tsx';
import { CELL, KeyBunchRow, type KeyRowsProps } from './KeyBunchRow.tsx';
import { moveAmongRows } from './key-input.ts';

/** Columns in order, with sort field and width, narrowest window first. */
const COLUMNS = [
  { title: 'Set ID & Tag', sort: 'identifier', width: '' },
  { title: 'Type', sort: 'type', width: 'w-[98px] lg:w-[114px] xl:w-[124px]' },
  { title: 'Location', sort: 'location', width: 'w-[116px] lg:w-[152px] xl:w-[15%]' },
  { title: 'Status', sort: 'status', width: 'w-[104px] lg:w-[150px] xl:w-[22%]' },
  { title: 'Last Update', sort: 'lastUpdated', width: 'w-[108px] lg:w-[124px] xl:w-[124px]' },
  { title: 'Actions', sort: null, width: 'w-[132px] lg:w-[158px] lg:touch:w-[178px]' },
] as const;

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const FINGER = '(pointer: coarse)';

/** `sort` as returned by `orderOf`. */
type Sorting = { sort: string | null; onSort: (sort: string) => void };

/** The key list as a table; only rows near the window are rendered. */
export function KeyBunchTable({
  list,
  rights,
  onAct,
  first,
  of,
  sort,
  onSort,
  searched,
  seen,
  parted,
}: KeyRowsProps & Sorting) {
  const body = useRef<HTMLTableSectionElement>(null);
  const height = useMedia(FINGER) ? 68 : 57;
  const { bunches, total, atLeast, waiting, stale, hasMore, moreFailed, more, onDraw } = list;
  const { rows, before, after, measure } = useWindowRows({
    box: body,
    count: bunches.length,
    height,
    onNearEnd: () => !moreFailed && more(),
    first,
    of,
  });
  useEffect(() => onDraw(rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0));

  return (
    <Table
      aria-label="Key sets"
      aria-busy={waiting || stale}
      aria-rowcount={total === undefined || atLeast ? -1 : total + 1}
      className={cx('table-fixed transition-opacity', stale && 'opacity-60 delay-300')}
    >
      <colgroup>
        {COLUMNS.map(({ title, width }) => (
          <col key={title} className={width} />
        ))}
      </colgroup>
      <Heads sort={sort} onSort={onSort} />
      <tbody ref={body} onKeyDown={moveAmongRows} className="[&>tr:first-child]:border-t-0">
        {waiting && SKELETONS.map((key) => <KeyBunchRowSkeleton key={key} />)}
        <Spacer height={before} />
        {rows.map(({ index }) => {
          const bunch = bunches[index];
          return (
            bunch && (
              <KeyBunchRow
                key={bunch.id}
                {...{ bunch, index, rights, onAct, seen, measure }}
                searched={bunch.meant ?? searched}
                parted={index === parted}
              />
            )
          );
        })}
        <Spacer height={after} />
        {moreFailed ? (
          <tr>
            <td colSpan={COLUMNS.length} className="border-t p-3">
              <MoreFailed onRetry={more} />
            </td>
          </tr>
        ) : (
          hasMore && SKELETONS.slice(0, 3).map((key) => <KeyBunchRowSkeleton key={key} />)
        )}
      </tbody>
    </Table>
  );
}

/** The sortable column headers. */
const Heads = ({ sort, onSort }: Sorting) => (
  <thead className="sticky top-14 z-10 bg-panel shadow-[0_1px_0_var(--line)] touch:top-16">
    <tr aria-rowindex={1}>
      {COLUMNS.map(({ title, sort: column }) =>
        column ? (
          <Th
            key={title}
            className={CELL}
            sort={directionOf(sort, column)}
            onSort={() => onSort(nextSort(sort, column))}
          >
            {title}
            {second(sort) === column && SECOND[column]?.words}
          </Th>
        ) : (
          <Th key={title} className={cx(CELL, 'text-right')}>
            {title}
          </Th>
        ),
      )}
    </tr>
  </thead>
);

const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td colSpan={COLUMNS.length} style={{ height, padding: 0 }} />
    </tr>
  );

type Column = NonNullable<(typeof COLUMNS)[number]['sort']>;

/** A column's second order, and its header. */
const SECOND: Partial<Record<Column, { sort: string; words: string }>> = {
  status: { sort: 'due', words: ', due first' },
  location: { sort: 'position', words: ', by position' },
};
/** The column of this second order. */
const second = (sort: string | null): Column | undefined =>
  COLUMNS.find((one) => one.sort && SECOND[one.sort]?.sort === sort)?.sort ?? undefined;

function directionOf(sort: string | null, column: Column): 'asc' | 'desc' | null {
  if (sort === column || second(sort) === column) return 'asc';
  return sort === `-${column}` ? 'desc' : null;
}

/**
 * Sort cycle of a column: its order, reversed, default. Times start with the newest; status has due first between, location ends with
 * positions.
 */
export function nextSort(sort: string | null, column: Column): string {
  if (column === 'identifier') return sort === 'identifier' ? '-identifier' : 'identifier';
  const steps =
    column === 'lastUpdated'
      ? [`-${column}`, column]
      : column === 'status'
        ? ['status', 'due', '-status']
        : column === 'location'
          ? ['location', '-location', 'position']
          : [column, `-${column}`];
  return steps[steps.indexOf(sort ?? '') + 1] ?? '';
}

/** Placeholder of a row. */
const KeyBunchRowSkeleton = () => (
  <Tr aria-hidden>
    <Td className={CELL}>
      <Skeleton className="h-3.5 w-20" />
      <Skeleton className="mt-2 h-3 w-full max-w-28" />
    </Td>
    <Td className={CELL}>
      <Skeleton className="h-[22px] w-18" />
    </Td>
    <Td className={CELL}>
      <Skeleton className="h-3.5 w-full max-w-24" />
    </Td>
    <Td className={CELL}>
      <Skeleton className="h-[22px] w-18 rounded-full" />
    </Td>
    <Td className={CELL}>
      <Skeleton className="h-3.5 w-16" />
    </Td>
    <Td className={CELL}>
      <Skeleton className="ml-auto h-8 w-full touch:h-11" />
    </Td>
  </Tr>
);
