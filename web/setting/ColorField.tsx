import { Check } from 'lucide-react';
import { useId } from 'react';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { SWATCHES } from './categories.ts';

type Props = {
  value: string;
  onChange: (color: string) => void;
  onBlur: () => void;
  error: string | undefined;
};

/** One of eight colours, or any other as a hex value. */
export function ColorField({ value, onChange, onBlur, error }: Props) {
  const name = useId();
  const chosen = value.trim().toLowerCase();
  return (
    <Field label="Colour" error={error}>
      <div className="flex items-center gap-4 phone:flex-col phone:items-stretch phone:gap-2">
        <div role="radiogroup" aria-label="Colours" className="flex flex-1 gap-2 phone:-mx-1.5 phone:gap-0">
          {SWATCHES.map((swatch) => (
            <label
              key={swatch.color}
              className="relative grid size-8 place-items-center phone:h-11 phone:w-auto phone:flex-1"
            >
              <input
                type="radio"
                name={name}
                aria-label={swatch.name}
                value={swatch.color}
                checked={chosen === swatch.color}
                onChange={() => onChange(swatch.color)}
                className="peer absolute inset-0 appearance-none outline-none"
              />
              <span
                aria-hidden
                style={{ backgroundColor: swatch.color }}
                className={cx(
                  'pointer-events-none grid size-8 place-items-center rounded-lg text-white inset-ring inset-ring-black/10 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ring',
                  chosen === swatch.color && 'ring-2 ring-fg/70 ring-offset-2 ring-offset-panel',
                )}
              >
                {chosen === swatch.color && <Check className="size-4" strokeWidth={3} />}
              </span>
            </label>
          ))}
        </div>
        <Input
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          name="color"
          placeholder="None"
          maxLength={7}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="w-28! tabular-nums phone:w-full!"
        />
      </div>
    </Field>
  );
}
