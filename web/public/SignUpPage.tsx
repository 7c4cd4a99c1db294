import { Link } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import { PASSWORD_MIN, TRIAL_DAYS } from '../../shared/limits.ts';
import { ZoneField } from '../form/ZoneField.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { linkClass } from '../ui/look.ts';
import { NewPasswordFields } from '../user/NewPasswordFields.tsx';
import { AccountCard, AccountFoot, AccountFrame, PageAlert, ProviderButton } from './AccountFrame.tsx';
import { TermsDialog } from './landing/TermsDialog.tsx';
import { judge, type SignUpField, signUp, useSignUp } from './sign-up.ts';

/** Short sign-up: an account and its company. The wizard at /signup asks for more. */
export function SignUpPage() {
  const [alerts, setAlerts] = useState<readonly string[]>([]);
  return (
    <AccountFrame wide title="Create your account" lead={`${TRIAL_DAYS} days free. No credit card.`}>
      {alerts.length > 0 && <PageAlert text={alerts} />}
      <AccountCard>
        <ProviderButton />
        <SignUpForm onAlert={setAlerts} />
      </AccountCard>
      <AccountFoot>
        Already registered?
        <Link to="/auth/login" className={linkClass}>
          Sign in
        </Link>
      </AccountFoot>
    </AccountFrame>
  );
}

/** Name, email, company, password and terms. `onAlert` receives the errors shown above the card. */
function SignUpForm({ onAlert }: { onAlert: (lines: readonly string[]) => void }) {
  const form = useSignUp();
  const [pending, setPending] = useState(false);
  const { register, control, formState, getValues, setError } = form;
  const { errors } = formState;
  const [refused, setRefused] = useState<Partial<Record<SignUpField, string>>>({});
  const [password, confirm, agreed] = useWatch({ control, name: ['password', 'confirmPassword', 'agreed'] });

  // Disabled fields cannot take the focus: set the errors once the fields are enabled again.
  useEffect(() => {
    for (const [index, [field, message]] of Object.entries(refused).entries())
      setError(field as SignUpField, { message }, { shouldFocus: index === 0 });
  }, [refused, setError]);

  const submit = form.handleSubmit(
    async (values) => {
      onAlert([]);
      setPending(true);
      const { message, faults } = await signUp(values);
      setPending(false);
      onAlert([message]);
      setRefused(faults);
    },
    () => onAlert(judge(getValues()).alerts),
  );

  const text = (name: 'firstName' | 'lastName' | 'email' | 'name', label: string, autoComplete: string) => (
    <Field label={label} required size="xl" error={errors[name]?.message}>
      <Input
        {...register(name)}
        autoComplete={autoComplete}
        disabled={pending}
        {...(name === 'email' && EMAIL)}
      />
    </Field>
  );

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 items-start gap-3">
        {text('firstName', 'First Name', 'given-name')}
        {text('lastName', 'Last Name', 'family-name')}
      </div>
      {text('email', 'Email', 'email')}
      {text('name', 'Company Name', 'organization')}
      <ZoneField control={control} size="xl" disabled={pending} error={errors.timezone?.message} />
      <NewPasswordFields
        size="xl"
        demand={`Three of these four, and at least ${PASSWORD_MIN} characters:`}
        disabled={pending}
        password={{
          input: register('password', { deps: 'confirmPassword' }),
          value: password,
          error: errors.password?.message,
        }}
        confirm={{
          input: register('confirmPassword'),
          value: confirm,
          error: errors.confirmPassword?.message,
        }}
      />
      <TermsCheckbox input={register('agreed')} disabled={pending} error={errors.agreed?.message} />
      <CreateAccount agreed={Boolean(agreed)} termsRefused={Boolean(errors.agreed)} pending={pending} />
    </form>
  );
}

type Creating = {
  agreed: boolean;
  /** The checkbox already has an error message. */
  termsRefused: boolean;
  pending: boolean;
};

function CreateAccount({ agreed, termsRefused, pending }: Creating) {
  return (
    <div className="flex flex-col gap-2">
      <Button
        block
        type="submit"
        variant="primary"
        size="xl"
        aria-disabled={!agreed}
        aria-describedby={agreed || termsRefused ? undefined : 'terms-first'}
        pending={pending}
        pendingLabel="Creating account..."
        className="text-[15px]!"
      >
        Create account
      </Button>
      {!agreed && !termsRefused && (
        <p id="terms-first" className="text-center text-hint text-muted">
          Agree to the terms to continue.
        </p>
      )}
    </div>
  );
}

const EMAIL = {
  type: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

interface TermsCheckboxProps {
  input: UseFormRegisterReturn;
  error?: string | undefined;
  disabled?: boolean | undefined;
}

/** Agreement to the Terms of Service, which open in a dialog. */
function TermsCheckbox({ input, error, disabled }: TermsCheckboxProps) {
  const id = useId();
  const [reading, setReading] = useState(false);
  return (
    <div>
      <div className="flex min-h-11 items-center gap-2.5 text-sm">
        <Checkbox
          {...input}
          id={id}
          size="lg"
          disabled={disabled}
          aria-labelledby={`${id}-text`}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
        />
        <span id={`${id}-text`} className="flex items-center gap-x-1">
          <label htmlFor={id} className="flex min-h-11 items-center">
            I agree to the
          </label>
          <button type="button" onClick={() => setReading(true)} className={cx(linkClass, 'min-h-11')}>
            Terms of Service
          </button>
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className="text-hint text-bad">
          {error}
        </p>
      )}
      <TermsDialog open={reading} onOpenChange={setReading} />
    </div>
  );
}
