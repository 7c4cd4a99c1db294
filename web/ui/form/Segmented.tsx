import { useId } from 'react';
import type { Icon } from '../classes.ts';
import { cx } from '../cx.ts';

interface Segment<V extends string = string> {
  value: V;
  label: string;
  icon?: Icon | undefined;
  count?: number | undefined;
  disabled?: boolean | undefined;
}

interface SegmentedProps<V extends string = string> {
  /** Name of the group. */
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  segments: readonly Segment<V>[];
  /** Shows only the icons; the labels stay the accessible names. */
  iconOnly?: boolean | undefined;
  /** Fills the width, all segments equal. */
  block?: boolean | undefined;
  className?: string | undefined;
}

/** Two to four radio buttons in a tray, on several lines where a zoomed window is too narrow for one. */
export function Segmented<V extends string>({
  label,
  value,
  onValueChange,
  segments,
  iconOnly,
  block,
  className,
}: SegmentedProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(
        'rounded-lg border bg-soft p-0.5 max-[18.7rem]:flex-wrap',
        block ? 'flex w-full' : 'inline-flex',
        className,
      )}
    >
      {segments.map(({ value: own, label: text, icon: Picture, count, disabled }) => (
        <label
          key={own}
          className={cx(
            'relative flex h-[30px] items-center justify-center gap-2 rounded-md border border-transparent px-3 phone:px-2.5 text-body font-medium whitespace-nowrap text-muted transition-colors duration-150 touch:h-11 touch:min-w-11',
            'hover:text-fg has-checked:border-line has-checked:bg-lift has-checked:text-fg has-checked:shadow-xs has-disabled:opacity-50',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ring',
            block && 'flex-1 max-[18.7rem]:basis-auto',
          )}
        >
          <input
            type="radio"
            name={name}
            value={own}
            checked={own === value}
            disabled={disabled}
            aria-label={iconOnly ? text : undefined}
            onChange={() => onValueChange(own)}
            className="absolute inset-0 size-full cursor-pointer appearance-none rounded-md opacity-0 outline-none"
          />
          {Picture && <Picture className="size-[15px] touch:size-[18px]" />}
          {!iconOnly && text}
          {count !== undefined && (
            <span className="font-normal text-muted tabular-nums">{count.toLocaleString()}</span>
          )}
        </label>
      ))}
    </div>
  );
}
