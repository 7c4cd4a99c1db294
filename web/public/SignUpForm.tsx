import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { PASSWORD_MIN } from '../../shared/limits.ts';
import { ZoneField } from '../form/ZoneField.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { NewPasswordFields } from '../user/NewPasswordFields.tsx';
import { judge, type SignUpField, signUp, useSignUp } from './sign-up.ts';
import { TermsCheckbox } from './TermsCheckbox.tsx';

/** Who one is, what the company is called, a password and the terms. `onAlert` heads the page with what is wrong. */
export function SignUpForm({ onAlert }: { onAlert: (lines: readonly string[]) => void }) {
  const form = useSignUp();
  const [pending, setPending] = useState(false);
  const { register, control, formState, getValues, setError } = form;
  const { errors } = formState;
  const [refused, setRefused] = useState<Partial<Record<SignUpField, string>>>({});
  const [password, confirm, agreed] = useWatch({ control, name: ['password', 'confirmPassword', 'agreed'] });

  // The fields were off while it ran; only once they are back can one take the focus.
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
      <CreateAccount agreed={Boolean(agreed)} told={Boolean(errors.agreed)} pending={pending} />
    </form>
  );
}

type Creating = {
  agreed: boolean;
  /** The terms themselves say already what is missing. */
  told: boolean;
  pending: boolean;
};

function CreateAccount({ agreed, told, pending }: Creating) {
  return (
    <div className="flex flex-col gap-2">
      <Button
        block
        type="submit"
        variant="primary"
        size="xl"
        aria-disabled={!agreed}
        aria-describedby={agreed || told ? undefined : 'terms-first'}
        pending={pending}
        pendingLabel="Creating account..."
        className="text-[15px]!"
      >
        Create account
      </Button>
      {!agreed && !told && (
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
