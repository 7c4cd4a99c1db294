import { type ReactNode, type Ref, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { PasswordInput } from '../ui/form/PasswordInput.tsx';
import { type Second, type SignIn, signIn } from './sign-in.ts';

export interface SignInFormProps {
  /** From `useSignIn()`. */
  form: SignIn;
  /** It is tried again: what was told before no longer stands. */
  onTry?: (() => void) | undefined;
  /** Tells why it failed; where that is shown is the page's affair. */
  onFailed: (message: string) => void;
  /** The password was right, and something is asked for besides. */
  onSecond: (second: Second) => void;
  /** What to say of a failure that the server gives no reason for. */
  fallback?: string | undefined;
  /** The path to go on to; `/` unless it is one of this site. */
  next?: string | undefined;
  /** The button waits until both fields are filled. */
  onlyFilled?: boolean | undefined;
  /** The button, for a page that fills the form in itself. */
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
    // The fields were off while it ran, which took the focus from them.
    setTimeout(() => form.setFocus('password', { shouldSelect: true }));
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label="Email" size="xl" error={errors.email?.message}>
        <Input
          {...form.register('email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          disabled={pending}
        />
      </Field>
      <Field label="Password" size="xl" error={errors.password?.message}>
        <PasswordInput {...form.register('password')} disabled={pending} />
      </Field>
      {children}
      <Button
        block
        type="submit"
        variant="primary"
        size="xl"
        disabled={onlyFilled && !filled}
        pending={pending}
        pendingLabel="Signing In..."
        ref={submitRef}
        className="mt-1 text-[15px]!"
      >
        Sign In
      </Button>
    </form>
  );
}
