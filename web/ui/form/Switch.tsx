import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { useFieldAttributes } from './Field.tsx';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'size' | 'type' | 'role' | 'children'> {
  /** Shown on the left; the whole line is the target. Without one, give `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
  onCheckedChange?: ((checked: boolean) => void) | undefined;
}

/** A native checkbox with the role of a switch, 36 x 20. Takes the props of react-hook-form's `register`. */
export function Switch({ label, hint, onChange, onCheckedChange, className, ...rest }: SwitchProps) {
  const labelId = useId();
  const field = useFieldAttributes(rest);
  const control = (
    <span className={cx('relative inline-flex h-5 w-9 shrink-0', !label && className)}>
      <input
        {...rest}
        {...field}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own state
        role="switch"
        aria-labelledby={label ? labelId : rest['aria-labelledby']}
        aria-describedby={cx(field['aria-describedby'], Boolean(hint) && `${labelId}-hint`) || undefined}
        onChange={(event) => {
          onChange?.(event);
          onCheckedChange?.(event.target.checked);
        }}
        className="peer size-full appearance-none rounded-full bg-control transition-colors duration-150 checked:bg-primary disabled:cursor-not-allowed disabled:opacity-50"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-white shadow-xs transition-transform duration-150 peer-checked:translate-x-4"
      />
    </span>
  );
  if (!label) return control;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input inside is its control
    <label
      className={cx('flex min-w-0 items-center justify-between gap-4 text-body touch:min-h-11', className)}
    >
      <span className="min-w-0">
        <span id={labelId} className="font-medium">
          {label}
        </span>
        {hint && (
          <span id={`${labelId}-hint`} className="block text-hint text-muted">
            {hint}
          </span>
        )}
      </span>
      {control}
    </label>
  );
}
