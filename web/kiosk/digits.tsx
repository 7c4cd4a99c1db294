import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { KIOSK_NUMBER_DIGITS } from '../../shared/kiosk-words.ts';
import { writesText } from '../device/scan/reader.ts';
import { cx } from '../ui/cx.ts';

/** Keys closer than this, in ms, come from a reader, not a person. */
const READER_MS = 30;

/** The typed digits. A keyboard types them too, except one that is a reader. */
export function useDigits(pending: boolean, onNumber: (number: string) => void) {
  const [number, setNumber] = useState('');
  const typed = useRef('');
  const set = (next: string) => {
    typed.current = next;
    setNumber(next);
  };
  function add(digit: string) {
    if (pending || typed.current.length >= KIOSK_NUMBER_DIGITS) return;
    set(typed.current + digit);
    if (typed.current.length === KIOSK_NUMBER_DIGITS) onNumber(typed.current);
  }
  const erase = () => !pending && set(typed.current.slice(0, -1));
  // The next try begins empty.
  useEffect(() => {
    if (pending) return;
    typed.current = '';
    setNumber('');
  }, [pending]);
  useKeyboard(add, erase);
  return { number, add, erase };
}

function useKeyboard(add: (digit: string) => void, erase: () => void) {
  const type = useEffectEvent((key: string) => (key === 'Backspace' ? erase() : add(key)));
  useLayoutEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    let digit: ReturnType<typeof setTimeout> | undefined;
    function press({ key, timeStamp, target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
      if (ctrlKey || metaKey || altKey || writesText(target)) return;
      const isReader = timeStamp - last < READER_MS;
      last = timeStamp;
      clearTimeout(digit);
      if (key === 'Backspace') type(key);
      if (/^\d$/.test(key) && !isReader) digit = setTimeout(() => type(key), READER_MS);
    }
    window.addEventListener('keydown', press);
    return () => {
      clearTimeout(digit);
      window.removeEventListener('keydown', press);
    };
  }, []);
}

/** How many of the digits are typed. */
export const Boxes = ({ filled }: { filled: number }) => (
  <div
    role="img"
    aria-label={`${filled} of ${KIOSK_NUMBER_DIGITS} digits`}
    className="grid max-w-[396px] grid-cols-6 gap-3"
  >
    {Array.from({ length: KIOSK_NUMBER_DIGITS }, (_, index) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never change places
        key={index}
        className={cx(
          'grid aspect-square w-full place-items-center rounded-xl border bg-panel',
          index < filled && 'border-fg',
        )}
      >
        {index < filled && <span className="size-3.5 rounded-full bg-fg" />}
      </span>
    ))}
  </div>
);
