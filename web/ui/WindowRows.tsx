import { useLocation } from '@tanstack/react-router';
import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { PHONE } from './media.ts';

type WindowRowsProps<T> = {
  items: readonly T[];
  /** Usual height of one, in px. */
  height: number;
  /** Called near the end, to load more. */
  onNearEnd?: () => void;
  children: (item: T, index: number) => ReactNode;
};

const nothingMore = () => undefined;

type WindowBodyProps<T> = Omit<WindowRowsProps<T>, 'children'> & {
  columns: number;
  /** `measure` is the ref of rows of several heights, which have their index as `data-index`. */
  children: (item: T, index: number, measure: (row: Element | null) => void) => ReactNode;
};

/** Body of a long table: only the rows near the window are rendered. */
export function WindowBody<T>({
  items,
  height,
  columns,
  onNearEnd = nothingMore,
  children,
}: WindowBodyProps<T>) {
  const box = useRef<HTMLTableSectionElement>(null);
  const { rows, before, after, measure } = useWindowRows({ box, count: items.length, height, onNearEnd });
  const spacer = (space: number) =>
    space > 0 && (
      <tr aria-hidden>
        <td colSpan={columns} style={{ height: space, padding: 0 }} />
      </tr>
    );
  return (
    <tbody ref={box} className="[&>tr:first-child]:border-t-0">
      {spacer(before)}
      {rows.map(({ index }) => {
        const item = items[index];
        return item && children(item, index, measure);
      })}
      {spacer(after)}
    </tbody>
  );
}

type WindowCardsProps<T> = WindowRowsProps<T> & {
  label: string;
  /** Number of all, with those not loaded yet. */
  total?: number;
  className: string;
};

/** A long list of cards: only those near the window are rendered. */
export function WindowCards<T extends { id: number }>({
  label,
  items,
  total = items.length,
  height,
  onNearEnd = nothingMore,
  className,
  children,
}: WindowCardsProps<T>) {
  const box = useRef<HTMLUListElement>(null);
  const { rows, before, after, measure } = useWindowRows({ box, count: items.length, height, onNearEnd });
  return (
    <ul ref={box} aria-label={label} style={{ paddingTop: before, paddingBottom: after }}>
      {rows.map(({ index }) => {
        const item = items[index];
        return (
          item && (
            <li
              key={item.id}
              ref={measure}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              className={className}
            >
              {children(item, index)}
            </li>
          )
        );
      })}
    </ul>
  );
}

/** Lists up to this size are rendered completely, for the browser's search and print. */
const DRAW_ALL = 120;
/** Rows rendered beyond the window at first, and added by each step. */
const FIRST_DRAWN = 3;
const STEP = 12;
/** Rows rendered beyond the window of a longer list, and rows before the end that trigger loading. */
const OVERSCAN = 12;
const LOAD_AHEAD = 20;
/** Height of what covers a list while scrolling, in px: page header and table head. */
const COVERED_TOP = 112;

/** Row heights of lists by history entry and layout, so that Back restores the position. */
const left = new Map<string, VirtualItem[]>();
const LEFT_MAX = 20;

/** The stored row heights if Back led here; `keep` stores them. */
function useMeasuredRows(layout: number) {
  const { pathname, state } = useLocation();
  const [page] = useState(pathname);
  const entry = useRef('');
  // The unmounting page can still read the new history entry.
  if (pathname === page) entry.current = `${state.__TSR_key ?? ''} ${layout}`;
  const [measured] = useState(() => left.get(entry.current) ?? []);
  function keep(rows: VirtualItem[]) {
    left.delete(entry.current);
    left.set(entry.current, rows);
    for (const key of [...left.keys()].slice(0, -LEFT_MAX)) left.delete(key);
  }
  return { measured, keep };
}

/** Number of rows to render beyond the window: a few of each new list (`of`), then more in steps of lower priority, up to `wanted`. */
function useLaterDraw(of: string, wanted: number): number {
  const [drawn, setDrawn] = useState({ of, rows: FIRST_DRAWN });
  const rows = drawn.of === of ? drawn.rows : FIRST_DRAWN;
  useEffect(() => {
    if (rows < wanted) startTransition(() => setDrawn({ of, rows: rows + STEP }));
  }, [of, rows, wanted]);
  return Math.min(rows, wanted);
}

/** The first visible row, kept by lists with two layouts, cards and table. */
export type FirstRow = RefObject<{ index: number; cards: boolean } | undefined>;

/** Tracks the first visible row, and scrolls to it when the other layout mounts. */
function useFirstRow(virtual: Virtualizer<Window, Element>, ready: boolean, first: FirstRow | undefined) {
  const latest = useRef(virtual);
  latest.current = virtual;
  useLayoutEffect(() => {
    if (!ready || !first) return;
    const cards = matchMedia(PHONE).matches;
    if (first.current && first.current.cards !== cards)
      latest.current.scrollToIndex(first.current.index, { align: 'start' });
    const note = () => {
      // In the other window size this layout is about to unmount, so its position is invalid.
      if (matchMedia(PHONE).matches !== cards) return;
      const { scrollMargin } = latest.current.options;
      const top = window.scrollY + COVERED_TOP;
      const row = top > scrollMargin ? latest.current.getVirtualItemForOffset(top) : undefined;
      first.current = row && { index: row.index, cards };
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [ready, first]);
}

/**
 * The rows of a long list to render; `before` and `after` are the heights of the others. `box` is the rows' element; `onNearEnd` is called
 * near the end. `first` keeps the position across layouts. `of` identifies the list: the same at a live change, another for other filters.
 */
export function useWindowRows({
  box,
  count,
  height,
  gap = 0,
  onNearEnd,
  first,
  of = '',
}: {
  box: RefObject<HTMLElement | null>;
  count: number;
  height: number;
  gap?: number;
  onNearEnd: () => void;
  first?: FirstRow;
  of?: string;
}) {
  const [margin, setMargin] = useState(0);
  // Content above the list changes with the page's height, never by scrolling, so measure only then.
  useLayoutEffect(() => {
    const measure = () =>
      box.current && setMargin(Math.round(box.current.getBoundingClientRect().top + window.scrollY));
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [box]);

  const { measured, keep } = useMeasuredRows(height);
  const overscan = useLaterDraw(of, count > DRAW_ALL ? OVERSCAN : count);
  const virtual = useWindowVirtualizer({
    initialMeasurementsCache: measured,
    count,
    estimateSize: () => height,
    gap,
    overscan,
    scrollMargin: margin,
    scrollPaddingStart: COVERED_TOP,
  });
  useFirstRow(virtual, margin > 0 && count > 0, first);
  const rows = virtual.getVirtualItems();
  const seen = virtual.range?.endIndex ?? 0;
  const near = count > 0 && seen >= count - LOAD_AHEAD;
  useEffect(() => {
    if (near) onNearEnd();
  });

  const leave = useRef(() => {});
  leave.current = () => keep(virtual.takeSnapshot());
  useLayoutEffect(() => () => leave.current(), []);

  const top = rows[0];
  const last = rows.at(-1);
  return {
    rows,
    before: top ? top.start - margin : 0,
    after: last ? virtual.getTotalSize() - (last.end - margin) : 0,
    measure: virtual.measureElement,
  };
}
