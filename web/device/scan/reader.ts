import { useEffect, useRef } from 'react';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { codeInAddress } from '../../../shared/label-code.ts';
import { isDialogOpen } from '../../ui/overlay/layers.ts';
import { Burst } from './burst.ts';

const END_KEYS = ['Enter', 'Tab'];

/** What a reader may write: a serial in hex, as the forms of key sets take them, or any code that a label, a seal or a badge may bear. */
const KINDS = {
  serial: {
    key: /^[0-9a-f:\-.]$/i,
    /** The shortest serial in use is three bytes. */
    take: (text: string) => {
      const serial = normaliseSerial(text);
      return serial.length >= 6 ? serial : null;
    },
  },
  /** The address of a label's square, of which its code is told. */
  label: { key: /^[\x20-\x7e]$/, take: codeInAddress },
  code: {
    key: /^[\x20-\x7e]$/,
    take: (text: string) => {
      const code = text.trim();
      return code.length >= 3 ? code : null;
    },
  },
};

/** One for all screens that take codes: a code that is typed while one gives way to the next stays whole. */
const codes = new Burst();

/** Where typing is for somebody else: lists that are open search by letters. */
const OPEN_LIST = ':is([role=menu], [role=listbox]:not([data-suggestions])):not([data-state=closed])';
const NO_TEXT = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

/** Whether keys pressed here write text that is no code. */
export const writesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  !('wedge' in target.dataset) &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !NO_TEXT.test(target.type)));

type Options = {
  /** Gets a serial as it is stored, upper-case hex without separators; a code as it was written. */
  onRead: (code: string) => void;
  accepts?: keyof typeof KINDS;
  enabled?: boolean;
  /** Whether the reader belongs to a dialog; one of a page rests while any dialog is open. */
  inDialog?: boolean;
};

/**
 * Listens to readers that act as a keyboard (USB or Bluetooth, "keyboard wedge"): a code typed quickly and ended with Enter or Tab. Only
 * while no text field has the focus, for there the reader writes by itself; a field for codes says so by the attribute `data-wedge`, and
 * whoever gets `onRead` sets its value. Characters are let through to whoever wants them, so that nothing typed by hand is lost; the key
 * that ends a code is not, because it would press the focused button or send the form.
 */
export function useReader({ onRead, accepts = 'serial', enabled = true, inDialog = false }: Options): void {
  const latest = useRef(onRead);
  useEffect(() => {
    latest.current = onRead;
  });
  useEffect(() => {
    if (!enabled) return;
    const burst = accepts === 'code' ? codes : new Burst();
    const kind = KINDS[accepts];

    function press(event: KeyboardEvent) {
      const { key, timeStamp } = event;
      if (key === 'Shift' || key === 'CapsLock') return;
      burst.hear(timeStamp);
      const other = event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey;
      if (!other && !writesText(event.target) && kind.key.test(key)) return burst.add(key, timeStamp);
      const text = burst.end(timeStamp);
      const code = text && kind.take(text);
      if (!code || other || writesText(event.target) || !END_KEYS.includes(key)) return;
      if (document.querySelector(OPEN_LIST)) return;
      if (!inDialog && isDialogOpen()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current(code);
    }
    // In the capture phase: a dialog or a button must not see the key that ends a code.
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [enabled, inDialog, accepts]);
}
