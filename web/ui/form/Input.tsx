import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, type Ref, type RefObject, useState } from 'react';
import type { Icon } from '../classes.ts';
import { cx } from '../cx.ts';
import { type FieldSize, useFieldAttributes, useFieldSize } from './Field.tsx';

const sizes: Record<FieldSize, string> = {
  md: 'h-9 text-input touch:h-11 phone:h-12',
  lg: 'h-11 text-sm touch:text-base phone:h-12',
  xl: 'h-12 text-base',
};

/** The box of every input and select. */
export function inputClass(size: FieldSize | 'free', className?: string): string {
  return cx(
    'w-full min-w-0 rounded-lg border bg-panel px-3 text-fg shadow-xs transition-colors duration-150 phone:px-3.5',
    'aria-invalid:border-bad disabled:bg-soft disabled:text-muted disabled:shadow-none',
    size === 'free' ? 'text-input' : sizes[size],
    className,
  );
}

export interface InputProps extends Omit<ComponentProps<'input'>, 'size'> {
  /** 36 (default), 44 or 48 high. */
  size?: FieldSize | undefined;
  /** Inside the box on the left: an icon, or one muted sign as a string. */
  lead?: ReactNode;
  /** Inside the box on the right: one or two 44 px targets. Render null for a removed one, so that the input keeps its focus. */
  trail?: ReactNode;
}

/** One line of text. Takes the props of react-hook-form's `register`. */
export function Input({ size, lead, trail, className, ...rest }: InputProps) {
  const field = useFieldAttributes(rest);
  const height = useFieldSize(size);
  const input = (
    <input
      {...rest}
      {...field}
      className={inputClass(
        height,
        cx(
          Boolean(lead) && (typeof lead === 'string' ? 'pl-[22px]! phone:pl-6!' : 'pl-9! phone:pl-11!'),
          Boolean(trail) && 'pr-11!',
          className,
        ),
      )}
    />
  );
  if (lead === undefined && trail === undefined) return input;
  return (
    <span
      className={cx(
        'relative flex w-full min-w-0 items-center',
        height === 'md' ? 'text-input' : 'text-base',
      )}
    >
      {input}
      {lead && (
        <span className="pointer-events-none absolute left-3 flex items-center text-muted phone:left-3.5">
          {lead}
        </span>
      )}
      {trail && <span className="absolute right-0 flex items-center">{trail}</span>}
    </span>
  );
}

/** Gives an element to a component's own ref and to the one it was passed. */
export function bothRefs<E>(own: RefObject<E | null>, ref: Ref<E> | undefined) {
  return (element: E | null) => {
    own.current = element;
    if (typeof ref === 'function') return ref(element);
    if (ref) ref.current = element;
  };
}

/** An email address, without capitals and spelling marks. */
export const EmailInput = (props: InputProps) => (
  <Input type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />
);

interface InputButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: Icon;
  label: string;
}

/** A button inside the right end of an input: 36 wide, 44 on touch. */
export function InputButton({ icon: Picture, label, ...rest }: InputButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className="grid h-9 w-9 place-items-center rounded-lg text-muted transition-colors hover:text-fg focus-visible:-outline-offset-2 touch:size-11"
    >
      <Picture className="size-[15px] touch:size-5" />
    </button>
  );
}

/** Several lines of text; `rows` (2 by default) is the minimum, and it grows with its content. */
export function Textarea({ className, rows = 2, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldAttributes(rest);
  return (
    <textarea
      {...rest}
      {...field}
      rows={rows}
      className={inputClass(
        'free',
        cx(
          'field-sizing-content max-h-60 min-h-14 resize-none py-2 leading-5! touch:min-h-18 touch:leading-6!',
          className,
        ),
      )}
    />
  );
}

/** A password input with a show/hide button. `trail` is placed before that button. */
export function PasswordInput({ trail, ...rest }: Omit<InputProps, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <Input
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      type={shown ? 'text' : 'password'}
      trail={
        <>
          {trail}
          <InputButton
            icon={shown ? EyeOff : Eye}
            label={shown ? 'Hide password' : 'Show password'}
            disabled={rest.disabled}
            onClick={() => setShown(!shown)}
          />
        </>
      }
    />
  );
}
