import type { Officer } from '../../../../shared/key-bunch-query.ts';
import { fullName } from '../../../../shared/user-name.ts';
import { useRead } from '../../../api/read.ts';
import { useMe } from '../../../session.tsx';
import { Combobox } from '../../../ui/form/Combobox.tsx';
import { Field } from '../../../ui/form/Field.tsx';

type Props = {
  value: string;
  /** The user whose name that is, as far as it was told; undefined where the form does not ask for one. */
  userId?: number | null | undefined;
  /** The name as it reads now, and the user whose name that is, if there is one and only one, or if that one was chosen. */
  onChange: (name: string, userId: number | null) => void;
  onBlur: () => void;
  ref: (element: HTMLInputElement | null) => void;
  placeholder: string;
  error: string | undefined;
};

const keyOf = ({ userId, name }: Officer): string => (userId ? `user ${userId}` : `name ${name}`);

/** Who takes or brings the keys: any name, with the users and former holders suggested. */
export function OfficerField({ value, userId, onChange, onBlur, ref, placeholder, error }: Props) {
  const me = useMe();
  const { data: officers = [] } = useRead('listOfficers');
  const called = (name: string) => officers.filter((officer) => officer.userId && officer.name === name);
  function userOf(name: string): number | null {
    const [one, other] = called(name);
    if (other) return null;
    return one?.userId ?? (name === fullName(me) ? me.id : null);
  }
  const hint = (officer: Officer) =>
    officer.userId === me.id ? 'You' : (officer.email ?? (officer.userId ? 'User' : 'Former holder'));
  const namesakes = userId === undefined ? [] : called(value.trim());
  const chosen = namesakes.find((officer) => officer.userId === userId);

  return (
    <Field
      label="Officer name"
      required
      error={error}
      hint={
        namesakes.length > 1
          ? (chosen?.email ?? `${namesakes.length} people are called that. Choose one from the list.`)
          : undefined
      }
    >
      <Combobox
        ref={ref}
        value={value}
        onValueChange={(name) => onChange(name, userOf(name.trim()))}
        onPick={({ id, value: name }) =>
          onChange(name, officers.find((one) => keyOf(one) === id)?.userId ?? null)
        }
        onBlur={onBlur}
        suggestions={officers.map((officer) => ({
          id: keyOf(officer),
          label: officer.name,
          value: officer.name,
          hint: hint(officer),
        }))}
        placeholder={placeholder}
        spellCheck={false}
      />
    </Field>
  );
}
