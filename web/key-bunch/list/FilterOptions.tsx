import type { ReactNode } from 'react';
import { OptionButton } from '../../ui/form/OptionButton.tsx';
import type { Icon } from '../../ui/icon.ts';

/** One filter of the sheet as a group of buttons, one of them pressed; `all` is the label of the one that does not narrow. */
export function FilterOptions({
  title,
  all,
  value,
  options = [],
  onChoose,
  children,
}: {
  title: string;
  all?: string;
  value: string;
  options?: readonly { value: string; label: string; icon?: Icon }[];
  onChoose: (value: string) => void;
  children?: ReactNode;
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-label text-muted">{title}</legend>
      <div className="flex flex-wrap gap-2">
        {all && (
          <OptionButton pressed={value === ''} onClick={() => onChoose('')}>
            {all}
          </OptionButton>
        )}
        {options.map((option) => (
          <OptionButton
            key={option.value}
            icon={option.icon}
            pressed={value === option.value}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
          </OptionButton>
        ))}
        {children}
      </div>
    </fieldset>
  );
}
