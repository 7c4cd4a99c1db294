import { Check, Circle } from 'lucide-react';
import { useId, useState } from 'react';
import { type FieldValues, type Path, type UseFormReturn, useWatch } from 'react-hook-form';
import { PASSWORD_MIN } from '../../shared/limits.ts';
import { STRENGTH_RULES, strengthLabel, strengthOf } from '../../shared/password.ts';
import { cx } from '../ui/cx.ts';
import { Field, type FieldSize } from '../ui/form/Field.tsx';
import { PasswordInput } from '../ui/form/Input.tsx';

interface NewPasswordFieldsProps<V extends FieldValues, O> {
  /** A form with the field `name` and `confirmPassword`. */
  form: UseFormReturn<V, unknown, O>;
  name?: 'password' | 'newPassword';
  /** Default "Password". */
  label?: string | undefined;
  /** Sentence above the meter's rules; default: the server's rule. */
  demand?: string | undefined;
  size?: FieldSize | undefined;
  disabled?: boolean | undefined;
}

const ADVICE = `At least ${PASSWORD_MIN} characters. What makes it stronger:`;
const MISMATCH = 'Passwords do not match';

/** A new password entered twice, with the strength meter and the match indicator. */
export function NewPasswordFields<V extends FieldValues, O>({
  form: { register, control, formState },
  name = 'password',
  label = 'Password',
  demand = ADVICE,
  size,
  disabled,
}: NewPasswordFieldsProps<V, O>) {
  const [field, second] = [name, 'confirmPassword'] as Path<V>[] as [Path<V>, Path<V>];
  const [password, confirm] = useWatch({ control, name: [field, second] }) as [string, string];
  const errors = formState.errors as Record<string, { message?: string } | undefined>;
  // In this order: a refusal focuses the field that was registered first.
  const first = register(field, { deps: second });
  const input = register(second);
  const [left, setLeft] = useState(false);
  const typed = confirm !== '';
  const matches = typed && confirm === password;
  // No mismatch error while the second value is still a beginning of the first.
  const differs = typed && !matches && (left || !password.startsWith(confirm));
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <Field label={label} required size={size} error={errors[field]?.message}>
          <PasswordInput {...first} autoComplete="new-password" disabled={disabled} />
        </Field>
        <PasswordStrength password={password} demand={demand} />
      </div>
      <Field
        label={`Confirm ${label}`}
        required
        size={size}
        error={differs ? MISMATCH : matches ? undefined : errors[second]?.message}
      >
        <PasswordInput
          {...input}
          onBlur={(event) => {
            setLeft(true);
            return input.onBlur(event);
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

const LOOKS = {
  Weak: { bar: 'bg-red-600 dark:bg-red-500', word: 'text-bad' },
  Fair: { bar: 'bg-amber-500', word: 'text-amber-800 dark:text-amber-300' },
  Strong: { bar: 'bg-emerald-600 dark:bg-emerald-500', word: 'text-emerald-700 dark:text-emerald-400' },
};

interface PasswordStrengthProps {
  password: string;
  /** Sentence above the meter's rules. */
  demand: string;
}

/** Strength meter: a bar and a rule for each 25 points, and the name of the score once there is input. */
function PasswordStrength({ password, demand }: PasswordStrengthProps) {
  const demandId = useId();
  const score = strengthOf(password);
  const label = strengthLabel(score);
  const { bar, word } = LOOKS[label];
  return (
    <div className="flex flex-col gap-2 pt-1">
      <div className="flex h-5 items-center gap-3">
        <div aria-hidden className="grid flex-1 grid-cols-4 gap-1.5">
          {STRENGTH_RULES.map((rule, index) => (
            <span
              key={rule.label}
              className={cx(
                'h-1.5 rounded-full transition-colors duration-150',
                index * 25 < score ? bar : 'bg-line',
              )}
            />
          ))}
        </div>
        <span aria-live="polite" className={cx('min-w-12 text-right text-hint font-medium', word)}>
          {password && (
            <>
              <span className="sr-only">Password strength: </span>
              <span>{label}</span>
            </>
          )}
        </span>
      </div>
      <p id={demandId} className="text-hint text-muted">
        {demand}
      </p>
      <ul aria-labelledby={demandId} className="grid grid-cols-2 gap-x-3 gap-y-1 text-hint text-muted">
        {STRENGTH_RULES.map(({ label: rule, met }) => {
          const done = met(password);
          const Picture = done ? Check : Circle;
          return (
            <li key={rule} className="flex min-w-0 items-baseline gap-2">
              <Picture
                aria-hidden
                className={cx(
                  'shrink-0 translate-y-[2px]',
                  done ? 'size-3.5 text-emerald-700 dark:text-emerald-400' : 'size-3.5 scale-50 opacity-60',
                )}
              />
              <span>
                {rule}
                <span className="sr-only">{done ? ', met' : ', not met'}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
