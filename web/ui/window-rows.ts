import { useLocation } from '@tanstack/react-router';
import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { PHONE } from './media.ts';

/** Up to this many rows, all are drawn in the end, so that the browser's own search and printing find every one. */
const DRAW_ALL = 120;
/** Rows drawn beyond the window, and rows before the end at which more are loaded. */
const OVERSCAN = 12;
const AHEAD = 20;
/** What stays over a list while it scrolls, in pixels: the header, and the head of a table. */
const OVER = 112;

/** The measured rows of lists that were left, by entry of the browser's history and layout, so that Back finds each row where it was. */
const left = new Map<string, VirtualItem[]>();
const LEFT_MAX = 20;

/** The rows as measured when this list was last left, if Back led here again; `keep` remembers them for the next time. */
function useMeasuredRows(layout: number) {
  const { pathname, state } = useLocation();
  const [page] = useState(pathname);
  const entry = useRef('');
  // The page that is being left still sees where the browser goes.
  if (pathname === page) entry.current = `${state.__TSR_key ?? ''} ${layout}`;
  const [measured] = useState(() => left.get(entry.current) ?? []);
  function keep(rows: VirtualItem[]) {
    left.delete(entry.current);
    left.set(entry.current, rows);
    for (const key of [...left.keys()].slice(0, -LEFT_MAX)) left.delete(key);
  }
  return { measured, keep };
}

/** Whether the first rows have been drawn: those beyond the window come after them, and give way to what the person does meanwhile. */
function useLaterDraw(some: boolean): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (some) startTransition(() => setDrawn(true));
  }, [some]);
  return drawn;
}

/** The row that stands first in the window; to be kept by whoever shows a list in two layouts, as cards and as a table. */
export type FirstRow = RefObject<{ index: number; cards: boolean } | undefined>;

/** Notes which row stands first while one scrolls, and puts that row first when the list begins in its other layout. */
function useFirstRow(virtual: Virtualizer<Window, Element>, ready: boolean, first: FirstRow | undefined) {
  const latest = useRef(virtual);
  latest.current = virtual;
  useLayoutEffect(() => {
    if (!ready || !first) return;
    const cards = matchMedia(PHONE).matches;
    if (first.current && first.current.cards !== cards)
      latest.current.scrollToIndex(first.current.index, { align: 'start' });
    const note = () => {
      // In a window of the other size this layout is about to go, and where it stands says nothing.
      if (matchMedia(PHONE).matches !== cards) return;
      const { scrollMargin } = latest.current.options;
      const top = window.scrollY + OVER;
      const row = top > scrollMargin ? latest.current.getVirtualItemForOffset(top) : undefined;
      first.current = row && { index: row.index, cards };
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [ready, first]);
}

/**
 * The rows of a long list to draw now, while the page scrolls as a whole: `before` and `after` are the heights of those left out.
 * `box` is the element that holds the rows; `onNearEnd` is called when the end comes near. `first` keeps the place when another layout
 * takes over.
 */
export function useWindowRows({
  box,
  count,
  height,
  gap = 0,
  onNearEnd,
  first,
}: {
  box: RefObject<HTMLElement | null>;
  count: number;
  height: number;
  gap?: number;
  onNearEnd: () => void;
  first?: FirstRow;
}) {
  const [margin, setMargin] = useState(0);
  // What stands above the list may change with the page's height, never by scrolling: measuring there would cost every frame.
  useLayoutEffect(() => {
    const measure = () =>
      box.current && setMargin(Math.round(box.current.getBoundingClientRect().top + window.scrollY));
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [box]);

  const { measured, keep } = useMeasuredRows(height);
  const all = useLaterDraw(count > 0) && count <= DRAW_ALL;
  const virtual = useWindowVirtualizer({
    initialMeasurementsCache: measured,
    count,
    estimateSize: () => height,
    gap,
    overscan: all ? count : OVERSCAN,
    scrollMargin: margin,
    scrollPaddingStart: OVER,
  });
  useFirstRow(virtual, margin > 0 && count > 0, first);
  const rows = virtual.getVirtualItems();
  const seen = virtual.range?.endIndex ?? 0;
  const near = count > 0 && seen >= count - AHEAD;
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
