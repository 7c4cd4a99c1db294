import { useEffectEvent, useLayoutEffect } from 'react';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { codeInAddress } from '../../../shared/label-code.ts';
import { isDialogOpen } from '../../ui/overlay/layers.ts';

/** Maximum average interval between a reader's keys, in ms; too fast for a person over a whole code. */
const MEAN_MAX_MS = 35;
/** Maximum interval between two keys of one code, in ms, if the device stalls. */
const GAP_MAX_MS = 250;
/** Silence required before a code, in ms; otherwise it could be the tail of another code. */
const SILENCE_MS = 1000;

/** Whether `length` characters typed between `began` and `at` (ms) came from a reader. */
export const isQuick = (began: number, at: number, length: number): boolean =>
  at - began <= MEAN_MAX_MS * length;

/**
 * Detects by the intervals between keys whether a keyboard reader or a person typed. Times are `event.timeStamp`, so a slow page does not
 * matter.
 */
export class Burst {
  #text = '';
  #stalled = false;
  #began = 0;
  #last = Number.NEGATIVE_INFINITY;

  /** Whether characters are pending since the last silence. */
  get isOpen(): boolean {
    return this.#text !== '';
  }

  /** Call for every key, before `add` or `end`: a silence discards the pending characters. */
  press(at: number): void {
    const gap = at - this.#last;
    this.#last = at;
    if (gap > SILENCE_MS) this.#forget();
    else if (this.#text && gap > GAP_MAX_MS) this.#stalled = true;
  }

  /** Adds a character of a code. */
  add(character: string, at: number): void {
    if (!this.#text) this.#began = at;
    this.#text += character;
  }

  /** A key that no code has, in the middle of one: without a silence, what follows is the tail of a damaged code. */
  damage(): void {
    if (this.#text) this.#stalled = true;
  }

  /** Ends the pending text: returns it if a reader typed it, else null. */
  end(at: number): string | null {
    const text = this.#text;
    const quick = text !== '' && !this.#stalled && isQuick(this.#began, at, text.length);
    this.#forget();
    return quick ? text : null;
  }

  #forget(): void {
    this.#text = '';
    this.#stalled = false;
  }
}

const END_KEYS = ['Enter', 'Tab'];
/** A character of any script; keys without one have longer names, such as F8. */
const CHARACTER = /^\P{C}$/u;

/** Codes a reader can type: a hex serial, a label's address, or any code of a label, a seal or a badge. */
const KINDS = {
  serial: {
    /** Three bytes or more, the whole of what was typed: the end of a label's code can look like a serial. */
    take: (text: string) => {
      const serial = normaliseSerial(text);
      return /^[0-9A-F]{6,}$/.test(serial) ? serial : null;
    },
  },
  /** The address in a label's QR code; returns its code. */
  label: { take: codeInAddress },
  code: {
    take: (text: string) => {
      const code = text.trim();
      return code.length >= 3 ? code : null;
    },
  },
};

/** Shared by all screens that take codes, so that a code typed during a change of screens stays whole. */
const codes = new Burst();
/** A reader that sends a code twice reads it once, also when the first opened another screen. After a press the same code is meant again. */
let isNew = makeQuiet();
const forgetCode = () => {
  isNew = makeQuiet();
};

/** Open menus and lists, which search by typed letters. */
export const OPEN_LIST = ':is([role=menu], [role=listbox]:not([data-suggestions])):not([data-state=closed])';
const NO_TEXT = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

/** Whether keys pressed here enter text other than a code. */
export const writesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  !('wedge' in target.dataset) &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !NO_TEXT.test(target.type)));

type Options = {
  /** Called with a serial as stored (upper-case hex without separators), or with a code as typed. */
  onRead: (code: string) => void;
  accepts?: keyof typeof KINDS;
  enabled?: boolean;
  /** The reader of a dialog; a page's reader pauses while a dialog is open. */
  inDialog?: boolean;
};

/**
 * Listens to keyboard readers (USB or Bluetooth): a code typed quickly and ended with Enter or Tab. Ignores text fields except those with
 * `data-wedge`, whose value `onRead` sets, and a code that was read less than two seconds ago without a press since. Characters still reach the page; the end key does not, because it would press the focused button
 * or submit the form.
 */
export function useReader({ onRead, accepts = 'serial', enabled = true, inDialog = false }: Options): void {
  const read = useEffectEvent(onRead);
  // A layout effect: a key between the picture of a screen and its effects would go to the screen before it.
  useLayoutEffect(() => {
    if (!enabled) return;
    const burst = accepts === 'code' ? codes : new Burst();
    const kind = KINDS[accepts];

    function press(event: KeyboardEvent) {
      const { key, timeStamp } = event;
      if (key === 'Shift' || key === 'CapsLock') return;
      burst.press(timeStamp);
      const other = event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey;
      if (!other && !writesText(event.target) && CHARACTER.test(key)) return burst.add(key, timeStamp);
      if (!END_KEYS.includes(key)) return burst.damage();
      const text = burst.end(timeStamp);
      const code = text && kind.take(text);
      if (!code || other || writesText(event.target) || !END_KEYS.includes(key)) return;
      if (document.querySelector(OPEN_LIST)) return;
      if (!inDialog && isDialogOpen()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isNew(code, timeStamp)) read(code);
    }
    // In the capture phase, before a dialog or button gets the end key.
    window.addEventListener('keydown', press, { capture: true });
    window.addEventListener('pointerdown', forgetCode, { capture: true });
    return () => {
      window.removeEventListener('keydown', press, { capture: true });
      window.removeEventListener('pointerdown', forgetCode, { capture: true });
    };
  }, [enabled, inDialog, accepts]);
}

/** Maximum length of a code; longer text is not one of ours. */
const CODE_MAX = 255;

/**
 * The code in a scanned text: of a label's address ("https://keys.example.com/k/7F3KQ2M9XA") the last part, otherwise the text. Null when
 * empty or too long.
 */
export function codeOf(read: string): string | null {
  const text = read.trim();
  const [, token] = /^https?:\/\/[^/?#]+\/k\/([0-9A-Za-z]{6,40})\/?$/i.exec(text) ?? [];
  const code = token ?? text;
  return code !== '' && code.length <= CODE_MAX ? code : null;
}

/** Milliseconds a code must be out of reach before it counts again: a camera or a held tag reads it many times. */
const QUIET_MS = 2000;

/** Returns a filter: whether a code read at `at` (ms) is new, not the last one still in reach. */
export function makeQuiet(): (code: string, at: number) => boolean {
  let last = { code: '', at: Number.NEGATIVE_INFINITY };
  return (code, at) => {
    const again = code === last.code && at - last.at < QUIET_MS;
    last = { code, at };
    return !again;
  };
}
