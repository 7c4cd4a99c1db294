import { PURPOSES } from '../../../custody/purposes.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { OptionButton } from '../../../ui/form/OptionButton.tsx';

const USUAL = [...PURPOSES, 'Contractor'];

type Props = {
  value: string;
  onChange: (purpose: string) => void;
  onBlur: () => void;
  ref: (element: HTMLInputElement | null) => void;
  error: string | undefined;
};

/** What the keys are wanted for: typed, or one of the four usual purposes; pressed again it is taken back. */
export function PurposeField({ value, onChange, onBlur, ref, error }: Props) {
  return (
    <div className="flex flex-col gap-2">
      <Field label="Purpose" optional error={error}>
        <Input
          ref={ref}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          autoComplete="off"
        />
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend */}
      <div
        role="group"
        aria-label="Common purposes"
        className="grid grid-cols-[auto_auto_auto_auto] gap-2 phone:grid-cols-2"
      >
        {USUAL.map((purpose) => (
          <OptionButton
            key={purpose}
            pressed={value.trim() === purpose}
            onClick={() => onChange(value.trim() === purpose ? '' : purpose)}
            className="px-2! phone:h-12!"
          >
            {purpose}
          </OptionButton>
        ))}
      </div>
    </div>
  );
}
