import { Check } from 'lucide-react';
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { PASSWORD_MIN } from '../../shared/limits.ts';
import { Field } from '../ui/form/Field.tsx';
import type { FieldSize } from '../ui/form/field-context.ts';
import { PasswordInput } from '../ui/form/PasswordInput.tsx';
import { PasswordStrength } from './PasswordStrength.tsx';

/** One of the two fields: what `register` returned, what is typed, what is wrong with it. */
type Part = { input: UseFormRegisterReturn; value: string; error?: string | undefined };

export interface NewPasswordFieldsProps {
  /** "Password" unless told. */
  label?: string | undefined;
  password: Part;
  confirm: Part;
  /** What the password must meet; the server's own rule unless told. */
  demand?: string | undefined;
  size?: FieldSize | undefined;
  disabled?: boolean | undefined;
}

const ADVICE = `At least ${PASSWORD_MIN} characters. What makes it stronger:`;
const MISMATCH = 'Passwords do not match';

/** A new password typed twice, with the strength meter and the match indicator. */
export function NewPasswordFields({
  label = 'Password',
  password,
  confirm,
  demand = ADVICE,
  size,
  disabled,
}: NewPasswordFieldsProps) {
  const [left, setLeft] = useState(false);
  const typed = confirm.value !== '';
  const matches = typed && confirm.value === password.value;
  // While the second one may still become the first, nobody is told that they differ.
  const differs = typed && !matches && (left || !password.value.startsWith(confirm.value));
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <Field label={label} required size={size} error={password.error}>
          <PasswordInput {...password.input} autoComplete="new-password" disabled={disabled} />
        </Field>
        <PasswordStrength password={password.value} demand={demand} />
      </div>
      <Field
        label={`Confirm ${label}`}
        required
        size={size}
        error={differs ? MISMATCH : matches ? undefined : confirm.error}
      >
        <PasswordInput
          {...confirm.input}
          onBlur={(event) => {
            setLeft(true);
            return confirm.input.onBlur(event);
          }}
          autoComplete="new-password"
          disabled={disabled}
          className={matches ? 'pr-30!' : undefined}
          trail={
            <span
              role="status"
              className="pointer-events-none flex items-center gap-1 text-hint font-medium text-emerald-700 dark:text-emerald-400"
            >
              {matches && (
                <>
                  <Check aria-hidden className="size-4" />
                  Match
                </>
              )}
            </span>
          }
        />
      </Field>
    </>
  );
}
