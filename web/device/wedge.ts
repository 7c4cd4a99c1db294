import { useEffect, useRef } from 'react';
import { normaliseSerial } from '../../shared/key-bunch.ts';
import { isDialogOpen } from '../ui/overlay/layers.ts';

/** Milliseconds a reader takes on average from one key to the next, at most; no finger is so quick for so long. */
const MEAN_MAX_MS = 50;
/** Milliseconds between two keys of one serial, at most, should the device stall. */
const GAP_MAX_MS = 250;
/** Milliseconds of silence before a serial: without them it could be the tail of one, which is another tag's serial. */
const SILENCE_MS = 1000;
/** Characters without separators: the shortest serial in use is three bytes. */
const LENGTH_MIN = 6;

const SERIAL_KEY = /^[0-9a-f:\-.]$/i;
const END_KEYS = ['Enter', 'Tab'];
/** Whether `length` characters written from `began` to `at` (milliseconds) came from a reader. */
export const isQuick = (began: number, at: number, length: number): boolean =>
  at - began <= MEAN_MAX_MS * length;

/** Where typing is for somebody else: lists that are open search by letters. */
const OPEN_LIST = ':is([role=menu], [role=listbox]):not([data-state=closed])';
const NO_TEXT = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

/** Whether keys pressed here write text that is not a serial. */
const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  !('wedge' in target.dataset) &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !NO_TEXT.test(target.type)));

type Options = {
  /** Gets the serial as it is stored, upper-case hex without separators. */
  onRead: (serial: string) => void;
  enabled?: boolean;
  /** Whether the reader belongs to a dialog; one of a page rests while any dialog is open. */
  inDialog?: boolean;
};

/**
 * Listens to readers that act as a keyboard (USB or Bluetooth, "keyboard wedge"): a serial in hex typed quickly and ended with Enter
 * or Tab. Only while no text field has the focus, for there the reader writes by itself; a field for serials says so by the attribute
 * `data-wedge`, and whoever gets `onRead` sets its value. Characters are let through to whoever wants them, so that nothing typed by
 * hand is lost; the key that ends a serial is not, because it would press the focused button or send the form.
 */
export function useWedgeReader({ onRead, enabled = true, inDialog = false }: Options): void {
  const latest = useRef(onRead);
  useEffect(() => {
    latest.current = onRead;
  });
  useEffect(() => {
    if (!enabled) return;
    let typed = '';
    let stalled = false;
    let began = 0;
    let last = Number.NEGATIVE_INFINITY;

    /** Ends what was typed so far, and answers it if it came from a reader. */
    function take(at: number): string | null {
      const serial = normaliseSerial(typed);
      const quick = !stalled && isQuick(began, at, typed.length);
      typed = '';
      stalled = false;
      return quick && serial.length >= LENGTH_MIN ? serial : null;
    }

    function press(event: KeyboardEvent) {
      const { key, timeStamp } = event;
      if (key === 'Shift' || key === 'CapsLock') return;
      const gap = timeStamp - last;
      last = timeStamp;
      if (gap > SILENCE_MS) take(timeStamp);
      else if (typed && gap > GAP_MAX_MS) stalled = true;
      const other = event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey;
      if (!other && !writes(event.target) && SERIAL_KEY.test(key)) {
        if (!typed) began = timeStamp;
        typed += key;
        return;
      }
      const serial = take(timeStamp);
      if (!serial || other || writes(event.target) || !END_KEYS.includes(key)) return;
      if (document.querySelector(OPEN_LIST)) return;
      if (!inDialog && isDialogOpen()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current(serial);
    }
    // In the capture phase: a dialog or a button must not see the key that ends a serial.
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [enabled, inDialog]);
}
