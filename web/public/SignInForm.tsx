import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { Checkbox } from '../ui/form/Checkbox.tsx';
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
  const [failures, setFailures] = useState(0);
  const { values, set, faults, fields } = form;
  const { email, password } = values;

  // The fields were disabled while pending, and so lost the focus.
  useEffect(() => {
    if (failures === 0) return;
    fields.password.current?.focus();
    fields.password.current?.select();
  }, [failures, fields.password]);

  async function submit() {
    if (!form.check()) return;
    onTry?.();
    setPending(true);
    const { failure, second } = await signIn(values, { fallback, next });
    setPending(false);
    if (second) return onSecond(second);
    onFailed(failure);
    setFailures((count) => count + 1);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-4"
    >
      <Field label="Email" size="xl" error={faults.email}>
        <EmailInput
          ref={fields.email}
          name="email"
          value={email}
          onChange={(event) => set({ email: event.target.value })}
          autoComplete="username"
          disabled={pending}
        />
      </Field>
      <Field label="Password" size="xl" error={faults.password}>
        <PasswordInput
          ref={fields.password}
          name="password"
          value={password}
          onChange={(event) => set({ password: event.target.value })}
          disabled={pending}
        />
      </Field>
      {children}
      <AccountButton
        type="submit"
        disabled={onlyFilled && !(email && password)}
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

/** Whether the session outlasts the browser. */
export const RememberMe = ({ form: { values, set } }: { form: SignIn }) => (
  <Checkbox
    label="Remember me"
    name="remember"
    checked={values.remember ?? false}
    onCheckedChange={(remember) => set({ remember })}
    className="text-sm!"
  />
);
