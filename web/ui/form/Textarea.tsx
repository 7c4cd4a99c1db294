import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { useFieldAttributes } from './field-context.ts';
import { inputClass } from './input-class.ts';

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
