import { Minus, Plus } from 'lucide-react';
import { type ComponentProps, useContext, useRef } from 'react';
import { cx } from '../cx.ts';
import { PHONE, useMedia } from '../media.ts';
import { FieldContext } from './Field.tsx';
import { bothRefs, Input, type InputProps } from './Input.tsx';

interface NumberInputProps extends Omit<InputProps, 'type' | 'lead' | 'trail'> {}

/** Parses the box for a form: 2.000 may mean two thousand, so it is rejected. */
export const WHOLE = {
  setValueAs: (typed: unknown): number => (/^\d+$/.test(String(typed).trim()) ? Number(typed) : Number.NaN),
};

/** A whole number: a plain box on a desktop, a stepper with ends of 48 px on a phone. Both are the same input. */
export function NumberInput({ ref, className, ...rest }: NumberInputProps) {
  const phone = useMedia(PHONE);
  const label = useContext(FieldContext)?.label ?? rest['aria-label'] ?? 'number';
  const own = useRef<HTMLInputElement>(null);

  /** Steps as the browser does, then fires the input event that React listens to. */
  function step(by: 1 | -1) {
    const input = own.current;
    if (!input) return;
    if (by === 1) input.stepUp();
    else input.stepDown();
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }

  const input = (
    <Input
      {...rest}
      ref={bothRefs(own, ref)}
      type="number"
      inputMode="numeric"
      className={cx('tabular-nums', phone && 'px-12! text-center', className)}
    />
  );
  if (!phone) return input;
  return (
    <span className="relative block">
      {input}
      <End
        label={`Decrease ${label}`}
        className="left-0 rounded-l-lg"
        onClick={() => step(-1)}
        disabled={rest.disabled}
      >
        <Minus aria-hidden className="size-[18px]" />
      </End>
      <End
        label={`Increase ${label}`}
        className="right-0 rounded-r-lg"
        onClick={() => step(1)}
        disabled={rest.disabled}
      >
        <Plus aria-hidden className="size-[18px]" />
      </End>
    </span>
  );
}

function End({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={cx(
        'absolute inset-y-0 grid w-12 place-items-center text-fg active:bg-soft disabled:text-muted',
        className,
      )}
    />
  );
}
