import { cx } from './cx.ts';
import { type Tint, tintDot } from './tint.ts';

export interface ProgressBarProps {
  value: number;
  max: number;
  /** The accessible name. */
  label: string;
  /** The value in words, such as "12 of 18". */
  valueText?: string | undefined;
  /** Blue by default. */
  tint?: Tint | undefined;
  className?: string | undefined;
}

/** A progress bar, 8 px high. */
export function ProgressBar({ value, max, label, valueText, tint, className }: ProgressBarProps) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className={cx(
        'h-2 w-full overflow-hidden rounded-full bg-soft inset-ring inset-ring-line/60',
        className,
      )}
    >
      <div
        className={cx(
          'h-full rounded-full transition-[width] duration-150',
          tint ? tintDot[tint] : 'bg-primary',
        )}
        style={{ width: `${part * 100}%` }}
      />
    </div>
  );
}
