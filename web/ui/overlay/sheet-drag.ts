import { type PointerEvent, useRef } from 'react';

/** Pulled further than this many pixels, a sheet closes when let go. */
const CLOSES_AT = 96;

/** Lets the head of a bottom sheet be pulled down. Only a shortcut: the cross does the same. */
export function useSheetDrag(onClose: () => void) {
  const from = useRef<number | null>(null);

  function sheetOf(event: PointerEvent<HTMLElement>) {
    return event.currentTarget.closest<HTMLElement>('[role="dialog"]');
  }
  function end(event: PointerEvent<HTMLElement>, close: boolean) {
    const start = from.current;
    from.current = null;
    const sheet = sheetOf(event);
    if (sheet) sheet.style.translate = '';
    if (close && start !== null && event.clientY - start > CLOSES_AT) onClose();
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'mouse') return;
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const sheet = sheetOf(event);
      if (from.current === null || !sheet) return;
      sheet.style.translate = `0 ${Math.max(0, event.clientY - from.current)}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  };
}
