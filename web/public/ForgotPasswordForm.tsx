import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { RESET_MINUTES } from '../../shared/limits.ts';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import { ForgotForm } from '../../shared/password.ts';
import { ApiError, call } from '../api/call.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { AccountCard, AccountFrame } from './AccountFrame.tsx';
import { BACK_TO_SIGN_IN } from './back-to-sign-in.ts';
import { NoMail } from './NoMail.tsx';
import { PageAlert } from './PageAlert.tsx';
import { serverIs } from './server-facts.ts';

/** The least time an answer takes, whatever the server did meanwhile. */
const WAIT_MS = 2000;

const NEEDED = 'Please enter your email address';
const Form = z.pipe(z.object({ email: z.string().check(z.minLength(1, NEEDED)) }), ForgotForm);

export interface ForgotPasswordFormProps {
  /** What was typed before, for whoever comes back to send it again. */
  email: string;
  onSent: (email: string) => void;
}

export function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, setFocus, formState } = useForm<
    z.input<typeof Form>,
    unknown,
    z.output<typeof Form>
  >({ resolver: zodResolver(Form), defaultValues: { email } });

  useEffect(() => setFocus('email'), [setFocus]);

  const submit = handleSubmit(async (body) => {
    setFailure(null);
    setPending(true);
    const [refusal] = await Promise.all([
      call('forgotPassword', { body }).then(
        () => null,
        (error: unknown) => error,
      ),
      new Promise((resolve) => setTimeout(resolve, WAIT_MS)),
    ]);
    setPending(false);
    if (!refusal) return onSent(body.email);
    const refused = refusal instanceof ApiError ? refusal : null;
    setFailure(refused?.body.message || ACTION_MESSAGES.forgotPassword.failed);
  });

  return (
    <AccountFrame
      title="Forgot password"
      lead={`We'll email you a link that works for ${RESET_MINUTES} minutes.`}
      back={BACK_TO_SIGN_IN}
    >
      {failure && <PageAlert text={failure} />}
      {serverIs('no-mail') && <NoMail />}
      <AccountCard>
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
          <Field label="Email" size="xl" error={formState.errors.email?.message}>
            <Input
              {...register('email')}
              type="email"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              readOnly={pending}
            />
          </Field>
          <Button
            block
            type="submit"
            variant="primary"
            size="xl"
            pending={pending}
            pendingLabel="Sending..."
            className="text-[15px]!"
          >
            Send Reset Link
          </Button>
        </form>
      </AccountCard>
    </AccountFrame>
  );
}
