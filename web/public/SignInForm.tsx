import { type ReactNode, type Ref, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Field } from '../ui/form/Field.tsx';
import { EmailInput, PasswordInput } from '../ui/form/Input.tsx';
import { AccountButton } from './AccountFrame.tsx';
import { type Second, type SignIn, signIn } from './sign-in.ts';

interface SignInFormProps {
  /** From `useSignIn()`. */
  form: SignIn;
  /** Called on submit: clear the earlier failure. */
  onTry?: (() => void) | undefined;
  /** Called with the reason of a failure; the page shows it. */
  onFailed: (message: string) => void;
  /** Called when the password was right and a second factor is required. */
  onSecond: (second: Second) => void;
  /** Message for a failure without a reason from the server. */
  fallback?: string | undefined;
  /** Path to open after sign-in; `/` unless it is on this site. */
  next?: string | undefined;
  /** Disables the button until both fields are filled. */
  onlyFilled?: boolean | undefined;
  /** Set by a page that fills the form and focuses the button. */
  submitRef?: Ref<HTMLButtonElement> | undefined;
  /** Between the password and the button. */
  children?: ReactNode;
}

/** Email, password and Sign In: the form of /login and /auth/login. */
export function SignInForm({
  form,
  onTry,
  onFailed,
  onSecond,
  fallback,
  next,
  onlyFilled = false,
  submitRef,
  children,
}: SignInFormProps) {
  const [pending, setPending] = useState(false);
  const { errors } = form.formState;
  const filled = useWatch({ control: form.control, name: ['email', 'password'] }).every(Boolean);

  const submit = form.handleSubmit(async (values) => {
    onTry?.();
    setPending(true);
    const { failure, second } = await signIn(values, { fallback, next });
    setPending(false);
    if (second) return onSecond(second);
    onFailed(failure);
    // The fields were disabled while pending, and so lost the focus.
    setTimeout(() => form.setFocus('password', { shouldSelect: true }));
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label="Email" size="xl" error={errors.email?.message}>
        <EmailInput {...form.register('email')} autoComplete="username" disabled={pending} />
      </Field>
      <Field label="Password" size="xl" error={errors.password?.message}>
        <PasswordInput {...form.register('password')} disabled={pending} />
      </Field>
      {children}
      <AccountButton
        type="submit"
        disabled={onlyFilled && !filled}
        pending={pending}
        pendingLabel="Signing In..."
        ref={submitRef}
        className="mt-1"
      >
        Sign In
      </AccountButton>
    </form>
  );
}
