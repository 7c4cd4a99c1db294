import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { type FieldSize, useFieldAttributes, useFieldSize } from './field-context.ts';
import { inputClass } from './input-class.ts';

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
