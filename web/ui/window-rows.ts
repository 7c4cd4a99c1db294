import { useLocation } from '@tanstack/react-router';
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Up to this many rows, all are drawn, so that the browser's own search and printing find every one. */
const DRAW_ALL = 120;
/** Rows drawn beyond the window, and rows before the end at which more are loaded. */
const OVERSCAN = 12;
const AHEAD = 20;

/** The measured rows of lists that were left, by entry of the browser's history, so that Back finds each row where it was. */
const left = new Map<string, VirtualItem[]>();
const LEFT_MAX = 20;

/** The rows as measured when this list was last left, if Back led here again; `keep` remembers them for the next time. */
function useMeasuredRows() {
  const { pathname, state } = useLocation();
  const [page] = useState(pathname);
  const entry = useRef('');
  // The page that is being left still sees where the browser goes.
  if (pathname === page) entry.current = state.__TSR_key ?? '';
  const [measured] = useState(() => left.get(entry.current) ?? []);
  function keep(rows: VirtualItem[]) {
    left.delete(entry.current);
    left.set(entry.current, rows);
    for (const key of [...left.keys()].slice(0, -LEFT_MAX)) left.delete(key);
  }
  return { measured, keep };
}

/**
 * The rows of a long list to draw now, while the page scrolls as a whole: `before` and `after` are the heights of those left out.
 * `box` is the element that holds the rows; `onNearEnd` is called when the end comes near.
 */
export function useWindowRows({
  box,
  count,
  height,
  gap = 0,
  onNearEnd,
}: {
  box: RefObject<HTMLElement | null>;
  count: number;
  height: number;
  gap?: number;
  onNearEnd: () => void;
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

  const { measured, keep } = useMeasuredRows();
  const virtual = useWindowVirtualizer({
    initialMeasurementsCache: measured,
    count,
    estimateSize: () => height,
    gap,
    overscan: count <= DRAW_ALL ? count : OVERSCAN,
    scrollMargin: margin,
  });
  const rows = virtual.getVirtualItems();
  const seen = virtual.range?.endIndex ?? 0;
  const near = count > 0 && seen >= count - AHEAD;
  useEffect(() => {
    if (near) onNearEnd();
  });

  const leave = useRef(() => {});
  leave.current = () => keep(virtual.takeSnapshot());
  useLayoutEffect(() => () => leave.current(), []);

  const first = rows[0];
  const last = rows.at(-1);
  return {
    rows,
    before: first ? first.start - margin : 0,
    after: last ? virtual.getTotalSize() - (last.end - margin) : 0,
    measure: virtual.measureElement,
  };
}
