import { Minus, Plus } from 'lucide-react';
import type { ComponentProps } from 'react';

type Props = { label: string; value: number; max: number; onChange: (value: number) => void };

/** A number with minus and plus; 36 px high, 48 on a phone. */
export function Stepper({ label, value, max, onChange }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend
    <div
      role="group"
      aria-label={label}
      className="flex h-9 w-24 items-stretch rounded-lg border bg-panel shadow-xs touch:h-12 touch:w-full"
    >
      <End
        label={`One ${label.replace(/s$/, '')} less`}
        disabled={value <= 0}
        onClick={() => onChange(value - 1)}
      >
        <Minus aria-hidden className="size-4" />
      </End>
      <output className="grid flex-1 place-items-center font-semibold tabular-nums touch:text-lg">
        {value}
      </output>
      <End
        label={`One ${label.replace(/s$/, '')} more`}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Plus aria-hidden className="size-4" />
      </End>
    </div>
  );
}

const End = ({ label, ...rest }: ComponentProps<'button'> & { label: string }) => (
  <button
    {...rest}
    type="button"
    aria-label={label}
    className="grid w-8 place-items-center rounded-lg hover:bg-soft disabled:text-muted/60 touch:w-12"
  />
);
