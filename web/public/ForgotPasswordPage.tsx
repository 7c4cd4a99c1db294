import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { ACTION_MESSAGES } from '../../shared/action-messages.ts';
import { RESET_MINUTES } from '../../shared/limits.ts';
import { ForgotForm } from '../../shared/password.ts';
import { ApiError, call } from '../api/call.ts';
import { linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/form/Field.tsx';
import { EmailInput } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { serverIs } from '../ui/page-meta.ts';
import { AccountButton, AccountCard, AccountFrame, PageAlert } from './AccountFrame.tsx';

/** Requests a link that sets a new password. Never shows whether the address has an account. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  return sent ? (
    <ResetLinkSent email={email} onResend={() => setSent(false)} />
  ) : (
    <ForgotPasswordForm
      email={email}
      onSent={(to) => {
        setEmail(to);
        setSent(true);
      }}
    />
  );
}

interface ResetLinkSentProps {
  email: string;
  onResend: () => void;
}

/** Shown after the request, the same whether the address has an account or not. */
function ResetLinkSent({ email, onResend }: ResetLinkSentProps) {
  const sends = !serverIs('no-mail');
  return (
    <AccountFrame announced title="Check Your Email" lead={`The link expires in ${RESET_MINUTES} minutes.`}>
      {!sends && <NoMail />}
      <AccountCard>
        <div className="flex items-center gap-3.5 rounded-xl border bg-soft px-4 py-3">
          <Mail aria-hidden className="size-5 shrink-0 text-muted" />
          <p className="min-w-0 text-sm">
            <span className="block text-muted">{sends ? 'Sent to' : 'Not sent to'}</span>
            <span className="block font-medium break-words">{email}</span>
          </p>
        </div>
        {sends && (
          <p className="mt-4 text-sm/6 text-pretty text-muted">
            If this address has an account, the link is on its way. Nothing after a minute? Check your spam
            folder or send it again.
          </p>
        )}
        {sends && (
          <AccountButton variant="secondary" onClick={onResend} className="mt-5">
            Resend Email
          </AccountButton>
        )}
        <Link
          to="/auth/login"
          className={cx(linkClass, 'mt-2 -mb-2 flex! min-h-11 items-center justify-center text-sm')}
        >
          Back to Sign In
        </Link>
      </AccountCard>
    </AccountFrame>
  );
}

/** Back link of the password pages. */
const BACK_TO_SIGN_IN = { to: '/auth/login', label: 'Back to Sign In' } as const;

/** Minimum response time in ms, so that timing does not show whether the address has an account. */
const WAIT_MS = 2000;

const NEEDED = 'Please enter your email address';
const Form = z.pipe(z.object({ email: z.string().check(z.minLength(1, NEEDED)) }), ForgotForm);

interface ForgotPasswordFormProps {
  /** The address entered before, when the visitor returns to send it again. */
  email: string;
  onSent: (email: string) => void;
}

function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps) {
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
            <EmailInput {...register('email')} autoComplete="username" readOnly={pending} />
          </Field>
          <AccountButton type="submit" pending={pending} pendingLabel="Sending...">
            Send Reset Link
          </AccountButton>
        </form>
      </AccountCard>
    </AccountFrame>
  );
}

/** Shown on a server without mail. */
const NoMail = () => (
  <Notice variant="warning" title="This server sends no email">
    Ask an administrator of your company for a link. They make one in User Management, under Edit.
  </Notice>
);
