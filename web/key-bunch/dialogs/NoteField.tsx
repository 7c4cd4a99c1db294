import { TEXT_MAX } from '../../../shared/limits.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';

type Props = {
  value: string;
  onChange: (note: string) => void;
  error: string | undefined;
  placeholder: string;
};

/** A note in a question; it goes to the history. */
export const NoteField = ({ value, onChange, error, placeholder }: Props) => (
  <Field label="Notes" optional error={error}>
    <Textarea
      value={value}
      onChange={(event) => onChange(event.target.value)}
      maxLength={TEXT_MAX}
      placeholder={placeholder}
    />
  </Field>
);
