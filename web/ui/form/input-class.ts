import { cx } from '../cx.ts';
import type { FieldSize } from './field-context.ts';

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
