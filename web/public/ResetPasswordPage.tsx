import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ACTION_MESSAGES } from '../../shared/action-messages.ts';
import type { ReplyOf } from '../../shared/api.ts';
import { passwordField } from '../../shared/company.ts';
import { INVITE_HOURS, RESET_MINUTES } from '../../shared/limits.ts';
import type { LinkReply } from '../../shared/password.ts';
import { ApiError, call } from '../api/call.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useSession } from '../session.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Email } from '../ui/Email.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { NewPasswordFields } from '../user/NewPasswordFields.tsx';
import { AccountButton, AccountCard, AccountFrame, AccountMessage, PageAlert } from './AccountFrame.tsx';
import { type Faults, resolverOf } from './faults.ts';
import { SecondStep } from './SecondStep.tsx';
import { type Second, signIn } from './sign-in.ts';

/** Target of a one-time link, of an invitation or a reset, signed in or not. */
export function ResetPasswordPage() {
  const { token } = useParams({ from: '/auth/reset-password/$token' });
  const [password, setPassword] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const link = useQuery<ReplyOf<'checkLink'>, ApiError>({
    queryKey: ['checkLink', token],
    queryFn: async () => (await call('checkLink', { body: { token } })).data,
    // No refetch: setting the password uses the link up.
    refetchOnMount: false,
  });

  if (password !== null && link.data)
    return <PasswordSet email={link.data.email} password={password} first={link.data.purpose === 'invite'} />;
  if (refused || link.error?.status === 400) return <LinkExpired />;
  if (link.data)
    return (
      <ResetPasswordForm
        token={token}
        link={link.data}
        onSet={setPassword}
        onExpired={() => setRefused(true)}
      />
    );
  return (
    <AccountFrame title="Set your password" lead="Checking your link...">
      {link.error ? (
        <ReadFailed error={link.error} onRetry={link.refetch} />
      ) : (
        <AccountCard>
          <Skeleton className="h-[326px] rounded-lg" />
        </AccountCard>
      )}
    </AccountFrame>
  );
}

/** Shown for a used, expired or unknown link. Does not say which, only how to get another. */
function LinkExpired() {
  const signedIn = useSession().state === 'in';
  const look = buttonClass({
    variant: 'primary',
    size: 'xl',
    block: true,
    className: 'mt-5 text-[0.9375rem]!',
  });
  return (
    <AccountMessage
      title="This link is invalid or has expired"
      lead="Links work once and expire."
      text={`An invitation link works for ${INVITE_HOURS} hours; the person who invited you can create a new one. A password reset link works for ${RESET_MINUTES} minutes${signedIn ? '. You are signed in, so you can change your password on your profile.' : '.'}`}
    >
      <Link to={signedIn ? '/profile' : '/auth/forgot-password'} className={look}>
        {signedIn ? 'My Profile' : 'Ask for a new link'}
      </Link>
    </AccountMessage>
  );
}

const SIGNED_OUT = 'All sessions of this account have been signed out.';

interface PasswordSetProps {
  email: string;
  password: string;
  /** First password of this account. */
  first: boolean;
}

/** Shown after the password is set: continues with it, or as the user already signed in here. */
function PasswordSet({ email, password, first }: PasswordSetProps) {
  const session = useSession();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [second, setSecond] = useState<Second | null>(null);
  const me = session.state === 'in' || session.state === 'noCompany' ? session.me : null;
  const own = me?.email === email;

  async function goOn() {
    setPending(true);
    if (own) return window.location.assign('/');
    const end = await signIn({ email, password }, { fallback: 'Login failed' });
    setPending(false);
    setFailure(end.failure ?? null);
    setSecond(end.second ?? null);
  }

  return (
    <AccountFrame
      announced
      title="Your password has been set"
      lead={first ? 'Your account is ready.' : own ? 'Your other sessions have been signed out.' : SIGNED_OUT}
    >
      {failure && <PageAlert text={failure} />}
      <AccountCard>
        {me && !own && (
          <p className="mb-4 text-sm/6 text-pretty text-muted">
            You are signed in here as{' '}
            <span className="font-medium break-words text-fg">
              <Email address={me.email} />
            </span>
            . Continuing will sign that account out.
          </p>
        )}
        {second ? (
          <SecondStep
            factors={second.factors}
            onDone={second.finish}
            onBack={(why) => {
              setSecond(null);
              setFailure(why ?? null);
            }}
          />
        ) : (
          <AccountButton
            pending={pending}
            pendingLabel={own ? undefined : 'Signing In...'}
            onClick={() => void goOn()}
          >
            {own ? 'Continue' : me ? `Sign In as ${email}` : 'Sign In'}
          </AccountButton>
        )}
      </AccountCard>
    </AccountFrame>
  );
}

type Values = { password: string; confirmPassword: string };

/** The server's password rule, and equal fields; the strength meter only advises here. */
function faultsOf({ password, confirmPassword }: Values): Faults<Values> {
  const short = passwordField.safeParse(password).error?.issues[0]?.message;
  if (short) return { password: short };
  return password === confirmPassword ? {} : { confirmPassword: 'Passwords do not match' };
}

interface ResetPasswordFormProps {
  token: string;
  link: z.output<typeof LinkReply>;
  onSet: (password: string) => void;
  onExpired: () => void;
}

/** Form that sets the password of the link's account. */
function ResetPasswordForm({ token, link, onSet, onExpired }: ResetPasswordFormProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Values>({
    resolver: resolverOf(faultsOf),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const invited = link.purpose === 'invite';

  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    setPending(true);
    try {
      await call('resetPassword', { body: { token, password: values.password } });
      onSet(values.password);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null;
      if (refusal?.status === 400) return onExpired();
      setFailure(refusal?.body.message || refusal?.message || ACTION_MESSAGES.resetPassword.failed);
    } finally {
      setPending(false);
    }
  });

  return (
    <AccountFrame
      title={invited ? `Welcome to ${link.companyName ?? 'Keyhold'}` : 'Set a new password'}
      lead={
        <>
          {invited ? 'Choose a password for ' : 'For '}
          <span className="font-medium break-words text-fg">
            <Email address={link.email} />
          </span>
        </>
      }
    >
      {failure && <PageAlert text={failure} />}
      <AccountCard>
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          {/* Gives the password manager the user name. */}
          <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
          <NewPasswordFields form={form} label={invited ? 'Password' : 'New Password'} size="xl" />
          <AccountButton type="submit" pending={pending} pendingLabel="Saving..." className="mt-1">
            Set Password
          </AccountButton>
        </form>
      </AccountCard>
    </AccountFrame>
  );
}
