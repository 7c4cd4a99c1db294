import { useEffect, useRef } from 'react';
import { normaliseSerial } from '../../shared/key-bunch.ts';

/** Milliseconds: no reader pauses longer between two characters, and on average it is quicker still; no finger is. */
const PAUSE_MAX_MS = 100;
const PAUSE_MEAN_MS = 50;
/** Characters without separators: the shortest serial in use is three bytes. */
const LENGTH_MIN = 6;

const SERIAL_KEY = /^[0-9a-f:\-.]$/i;
const END_KEYS = ['Enter', 'Tab'];
/** Where typing is for somebody else: lists that are open search by letters. */
const OPEN_LIST = ':is([role=menu], [role=listbox]):not([data-state=closed])';
const OPEN_DIALOG = ':is([role=dialog], [role=alertdialog]):not([data-state=closed])';
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
 * Listens to readers that pose as a keyboard (USB or Bluetooth, "keyboard wedge"): a serial in hex typed quickly and ended with Enter
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
    let began = 0;
    let last = Number.NEGATIVE_INFINITY;

    function press(event: KeyboardEvent) {
      if (event.key === 'Shift' || event.key === 'CapsLock') return;
      const { key, timeStamp } = event;
      const follows = timeStamp - last <= PAUSE_MAX_MS;
      const before = follows ? typed : '';
      typed = '';
      if (event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (writes(event.target)) return;
      last = timeStamp;
      if (SERIAL_KEY.test(key)) {
        if (!before) began = timeStamp;
        typed = before + key;
        return;
      }
      if (!END_KEYS.includes(key)) return;
      const serial = normaliseSerial(before);
      if (serial.length < LENGTH_MIN || (timeStamp - began) / before.length > PAUSE_MEAN_MS) return;
      if (document.querySelector(OPEN_LIST)) return;
      if (!inDialog && document.querySelector(OPEN_DIALOG)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current(serial);
    }
    // In the capture phase: a dialog or a button must not see the key that ends a serial.
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [enabled, inDialog]);
}
