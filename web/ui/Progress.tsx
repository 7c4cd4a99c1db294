import { Check } from 'lucide-react';
import { type Tint, tintDot } from './classes.ts';
import { cx } from './cx.ts';

interface ProgressBarProps {
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

interface StepperProps {
  steps: readonly string[];
  /** Index of the current step; earlier ones are done. `steps.length` means all done. */
  current: number;
  className?: string | undefined;
}

/** Progress in a short sequence. On phones only the current step is named. */
export function Stepper({ steps, current, className }: StepperProps) {
  return (
    <ol aria-label="Steps" className={cx('flex items-center gap-3', className)}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={cx(
            'flex items-center gap-2 text-hint font-medium whitespace-nowrap',
            index === current ? 'text-fg' : 'text-muted',
          )}
        >
          {index > 0 && <span aria-hidden className="mr-1 h-px w-8 bg-line phone:w-5" />}
          <span
            aria-hidden
            className={cx(
              'grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold tabular-nums',
              index < current && 'bg-fg text-bg',
              index === current && 'bg-primary text-primary-fg',
              index > current && 'bg-soft inset-ring inset-ring-line',
            )}
          >
            {index < current ? <Check className="size-3.5 stroke-3!" /> : index + 1}
          </span>
          <span className={cx(index !== current && 'phone:sr-only')}>{step}</span>
          {index < current && <span className="sr-only">(done)</span>}
        </li>
      ))}
    </ol>
  );
}
