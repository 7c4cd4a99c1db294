import { Delete } from 'lucide-react';
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { plainDigits } from '../../shared/digits.ts';
import { KIOSK_NUMBER_DIGITS } from '../../shared/kiosk-words.ts';
import { NAME_MAX } from '../../shared/limits.ts';
import { cx } from '../ui/cx.ts';
import { inputClass } from '../ui/form/Input.tsx';
import { writesText } from './scan/reader.ts';

type Props = {
  label: string;
  hint: string;
  value: string;
  /** Why the number was refused. */
  fault: string | null;
  /** The value is a suggestion, which the first key replaces. */
  suggested?: boolean;
  onChange: (value: string) => void;
  onEnter: () => void;
};

/** The number of a tag: read, typed on the pad or, with letters, on a keyboard. */
export function TagField({ label, hint, value, fault, suggested = false, onChange, onEnter }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Without letters the tablet's own keyboard stays away: the pad is there.
  const [letters, setLetters] = useState(/\D/.test(value));
  function enter(event: ReactKeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  }
  return (
    <div className="w-full max-w-[528px] md:justify-self-end">
      <label htmlFor={id} className="block text-[1.25rem]/7 font-semibold tracking-tight">
        {label}
      </label>
      <p
        id={`${id}-hint`}
        role={fault ? 'alert' : undefined}
        className={cx('mb-3 text-base text-pretty', fault ? 'text-bad' : 'text-muted')}
      >
        {fault ?? hint}
      </p>
      <input
        ref={field}
        id={id}
        aria-describedby={`${id}-hint`}
        aria-invalid={fault ? true : undefined}
        value={value}
        maxLength={NAME_MAX}
        required
        inputMode={letters ? 'text' : 'none'}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-wedge=""
        onFocus={(event) => suggested && event.target.select()}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={enter}
        className={cx(
          inputClass('free'),
          'mb-3 h-16 px-5! text-[1.75rem]! font-semibold tabular-nums select-text',
        )}
      />
      <Pad
        size="small"
        onDigit={(digit) => onChange((suggested ? '' : value) + digit)}
        onErase={() => onChange(suggested ? '' : value.slice(0, -1))}
        extra={
          <PadKey
            size="small"
            label="Letters"
            onPress={() => {
              setLetters(true);
              field.current?.focus();
            }}
          >
            <span className="text-lg">ABC</span>
          </PadKey>
        }
      />
    </div>
  );
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

type PadProps = {
  /** 108 px high for a number, 72 beside a field. */
  size: 'large' | 'small';
  onDigit: (digit: string) => void;
  onErase: () => void;
  /** In place of the free key at the left of 0. */
  extra?: ReactNode;
};

/** Keys of a number. They never take the focus from a field. */
export const Pad = ({ size, onDigit, onErase, extra }: PadProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend
  <div role="group" aria-label="Digits" className="grid w-full max-w-[528px] grid-cols-3 gap-3 phone:gap-2">
    {DIGITS.map((digit) => (
      <PadKey key={digit} size={size} onPress={() => onDigit(digit)}>
        {digit}
      </PadKey>
    ))}
    {extra ?? <span />}
    <PadKey size={size} onPress={() => onDigit('0')}>
      0
    </PadKey>
    <PadKey size={size} label="Erase" onPress={onErase}>
      <Delete aria-hidden className="size-8 text-muted" />
    </PadKey>
  </div>
);

type KeyProps = { size: PadProps['size']; label?: string; onPress: () => void; children: ReactNode };

const PadKey = ({ size, label, onPress, children }: KeyProps) => (
  <button
    type="button"
    aria-label={label}
    onPointerDown={(event) => event.preventDefault()}
    onClick={onPress}
    className={cx(
      'grid place-items-center rounded-2xl border bg-panel font-semibold shadow-xs transition-colors active:bg-soft',
      size === 'large'
        ? 'h-[clamp(56px,15dvh,108px)] text-[2.25rem] phone:h-[clamp(56px,8.4dvh,108px)]'
        : 'h-[clamp(56px,10dvh,72px)] text-[1.625rem]',
    )}
  >
    {children}
  </button>
);

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
      const plain = plainDigits(key);
      if (/^\d$/.test(plain) && !isReader) digit = setTimeout(() => type(plain), READER_MS);
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
