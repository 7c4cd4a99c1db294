import { Delete } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

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
  <div role="group" aria-label="Digits" className="grid w-full max-w-[528px] grid-cols-3 gap-3">
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

export const PadKey = ({ size, label, onPress, children }: KeyProps) => (
  <button
    type="button"
    aria-label={label}
    onPointerDown={(event) => event.preventDefault()}
    onClick={onPress}
    className={cx(
      'grid place-items-center rounded-2xl border bg-panel font-semibold shadow-xs transition-colors active:bg-soft',
      size === 'large'
        ? 'h-[clamp(56px,15dvh,108px)] text-[2.25rem]'
        : 'h-[clamp(56px,10dvh,72px)] text-[1.625rem]',
    )}
  >
    {children}
  </button>
);
