import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { phoneFootClass } from './classes.ts';
import { cx } from './cx.ts';
import { PHONE } from './media.ts';

interface FootBarProps {
  /** One or two Buttons that share the width, primary last. */
  children: ReactNode;
  /** A muted line over the buttons. */
  note?: ReactNode;
}

/** The fixed footer of a phone screen. Reserves its height at the end of the page and gives it to what is `aboveFoot`. */
export function FootBar({ children, note }: FootBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!bar.current) return;
    return watchFoot(bar.current, (height) => {
      if (room.current) room.current.style.height = `${height}px`;
    });
  }, []);
  return (
    <>
      <div ref={room} aria-hidden className="print:hidden" />
      <div ref={bar} className="fixed inset-x-0 bottom-0 z-30 border-t bg-panel print:hidden">
        {note && <p className="px-5 pt-3 low:hidden text-center text-hint text-muted">{note}</p>}
        <div
          className={cx(
            'flex flex-wrap gap-2.5 px-4 py-3 low:gap-1! low:py-1!',
            phoneFootClass,
            'phone:px-4! low:[&_[data-button]]:h-11!',
          )}
        >
          {children}
        </div>
      </div>
    </>
  );
}

/** The stack of visible footers: the page's, and those of sheets above it. */
const feet: { height: number }[] = [];
/** What is fixed above the footer. Each gets `--foot-height`: as a property of the page it would restyle all of it at each sheet. */
const above = new Set<HTMLElement>();

/** Height of the topmost footer in px, 0 without one. */
export const footHeight = (): number => feet.findLast(({ height }) => height > 0)?.height ?? 0;

function publish(): void {
  const height = footHeight();
  for (const { style } of above) {
    if (height > 0) style.setProperty('--foot-height', `${height}px`);
    else style.removeProperty('--foot-height');
  }
}

/** The `ref` of an element that is fixed above the footer, whose height it reads as `--foot-height`. */
export function aboveFoot(element: HTMLElement | null) {
  if (!element) return undefined;
  above.add(element);
  publish();
  return () => void above.delete(element);
}

/** Publishes a footer's height, or that of its sheet if it is low. Returns the cleanup function. */
export function watchFoot(
  element: HTMLElement,
  changed: (height: number) => void = () => {},
  sheet: HTMLElement | null = null,
): () => void {
  const foot = { height: 0 };
  feet.push(foot);
  const watch = new ResizeObserver(() => {
    const isLow = sheet && sheet.offsetHeight <= window.innerHeight / 2;
    foot.height = (isLow ? sheet : element).offsetHeight;
    changed(foot.height);
    publish();
  });
  watch.observe(element);
  if (sheet) watch.observe(sheet);
  return () => {
    watch.disconnect();
    feet.splice(feet.indexOf(foot), 1);
    publish();
  };
}

/** The same as the `ref` of a dialog's footer, which is at the bottom on a phone only. A sheet of at most half the window is kept free whole. */
export function sheetFoot(element: HTMLElement | null) {
  if (!element || !matchMedia(PHONE).matches) return undefined;
  return watchFoot(element, undefined, element.closest<HTMLElement>('[role$=dialog]'));
}

/** Fixed footer of a wide page, 68 px high: a note at the left, buttons at the right. */
export function PageFoot({ note, children }: { note: ReactNode; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (bar.current ? watchFoot(bar.current) : undefined), []);
  return (
    <>
      <div aria-hidden className="h-20 print:hidden" />
      <div ref={bar} className="fixed inset-x-0 bottom-0 z-30 border-t bg-panel print:hidden">
        <div className="mx-auto flex min-h-17 max-w-[1344px] items-center gap-6 px-6 py-2">
          <div className="min-w-0 flex-1 text-label text-muted" aria-live="polite">
            {note}
          </div>
          <div className="flex shrink-0 items-start gap-2">{children}</div>
        </div>
      </div>
    </>
  );
}
