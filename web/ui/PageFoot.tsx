import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { watchFoot } from './FootBar.tsx';

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
