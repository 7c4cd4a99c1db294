import { fullName } from '../../../../shared/user.ts';
import { useRead } from '../../../api/read.ts';
import { useMe } from '../../../session.tsx';
import { Combobox, type Suggestion } from '../../../ui/form/Combobox.tsx';
import { Field } from '../../../ui/form/Field.tsx';

type Props = {
  value: string;
  /** The name as it reads now, and the user whose name that is, if any. */
  onChange: (name: string, userId: number | null) => void;
  onBlur: () => void;
  ref: (element: HTMLInputElement | null) => void;
  placeholder: string;
  error: string | undefined;
};

/** Who takes or brings the keys: any name, with the users and former holders suggested (DECISIONS D-07). */
export function OfficerField({ value, onChange, onBlur, ref, placeholder, error }: Props) {
  const me = useMe();
  const { data: officers = [] } = useRead('listOfficers');
  const names = new Map(officers.map((officer) => [officer.name, officer.userId]));
  const userOf = (name: string) => names.get(name) ?? (name === fullName(me) ? me.id : null);
  const suggestions: Suggestion[] = [...names].map(([name, userId]) => ({
    label: name,
    value: name,
    hint: userId === me.id ? 'You' : userId ? 'User' : 'Former holder',
  }));
  return (
    <Field label="Officer name" required error={error}>
      <Combobox
        ref={ref}
        value={value}
        onValueChange={(name) => onChange(name, userOf(name.trim()))}
        onBlur={onBlur}
        suggestions={suggestions}
        placeholder={placeholder}
        spellCheck={false}
      />
    </Field>
  );
}
