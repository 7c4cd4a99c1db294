import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { useFieldAttributes } from './Field.tsx';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'size' | 'type' | 'children'> {
  /** The text beside the box; the whole line is the target. Without one, give `aria-label`. */
  label?: ReactNode;
  /** A muted second line. */
  hint?: ReactNode;
  /** 16 (default), 20 in lists, 32 for a list ticked with the thumb. */
  size?: 'md' | 'lg' | 'xl' | undefined;
  /** The tick is emerald where it counts something. */
  tone?: 'primary' | 'emerald' | undefined;
  /** Read-only, ticked or not: a grey tick. */
  locked?: boolean | undefined;
  onCheckedChange?: ((checked: boolean) => void) | undefined;
}

const boxes = {
  md: 'size-4 rounded-check touch:size-5',
  lg: 'size-5 rounded-md touch:size-6',
  xl: 'size-8 rounded-lg',
};
/** Gives a checkbox without a label a 44 px target on touch. */
const reach = {
  md: 'relative touch:before:absolute touch:before:-inset-3',
  lg: 'relative touch:before:absolute touch:before:-inset-2.5',
  xl: 'relative touch:before:absolute touch:before:-inset-1.5',
};
const ticks = { md: 'size-3 touch:size-3.5', lg: 'size-3.5 touch:size-4', xl: 'size-5' };

/** A native checkbox with our own look. Takes the props of react-hook-form's `register`. */
export function Checkbox({
  label,
  hint,
  size = 'md',
  tone = 'primary',
  locked = false,
  disabled,
  onChange,
  onCheckedChange,
  className,
  ...rest
}: CheckboxProps) {
  const labelId = useId();
  const field = useFieldAttributes(rest);

  const box = (
    <span className={cx('relative inline-grid shrink-0 place-items-center', !label && className)}>
      <input
        {...rest}
        {...field}
        type="checkbox"
        disabled={disabled || locked}
        aria-labelledby={label ? labelId : rest['aria-labelledby']}
        aria-describedby={cx(field['aria-describedby'], Boolean(hint) && `${labelId}-hint`) || undefined}
        onChange={(event) => {
          onChange?.(event);
          onCheckedChange?.(event.target.checked);
        }}
        className={cx(
          'peer appearance-none border border-control bg-panel transition-colors duration-150',
          'checked:border-transparent aria-invalid:border-bad',
          tone === 'primary' ? 'checked:bg-primary' : 'checked:bg-emerald-600',
          'disabled:cursor-not-allowed disabled:border-control/50 disabled:checked:border-transparent disabled:checked:bg-muted/35',
          boxes[size],
          !label && reach[size],
        )}
      />
      <Check
        aria-hidden
        strokeWidth={3}
        className={cx(
          'pointer-events-none invisible absolute stroke-3! text-primary-fg peer-checked:visible',
          ticks[size],
        )}
      />
    </span>
  );
  if (!label) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input inside is its control
    <label
      className={cx(
        'flex min-h-5 min-w-0 items-start gap-2.5 text-body has-disabled:cursor-not-allowed has-disabled:text-muted touch:min-h-11 touch:py-2.5',
        className,
      )}
    >
      <span className="flex h-(--lh-body) items-center">{box}</span>
      <span className="min-w-0">
        <span id={labelId}>{label}</span>
        {hint && (
          <span id={`${labelId}-hint`} className="block text-hint text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
