import { Link, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useRead } from '../api/read.ts';
import { linkClass } from '../ui/classes.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { Notice } from '../ui/Notice.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { serverIs } from '../ui/page-meta.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AccountCard, AccountFoot, AccountFrame, AccountTitle } from './AccountFrame.tsx';
import { SecondStep } from './SecondStep.tsx';
import { RememberMe, SignInForm } from './SignInForm.tsx';
import { useSignIn } from './sign-in.ts';
import { Waiting } from './Waiting.tsx';

const TITLE = {
  title: 'Sign in to Keyhold',
  lead: 'Professional key management system for security teams',
};

/** The sign-in card, with the product's title. A failure is a toast here (specification.md C-08). */
export function LoginPage() {
  const { notice, next } = useSearch({ from: '/login' });
  const { form, second, setSecond, startAgain } = useSignIn();
  const submit = useRef<HTMLButtonElement>(null);
  const phone = useMedia(PHONE);
  const [failure, setFailure] = useState<string | null>(null);

  // On a phone the toast covers the button and then closes: the failure also stays above the button.
  function fail(description: string) {
    toast({ title: 'Login Failed', description, variant: 'destructive' });
    setFailure(description);
  }

  function back(why?: string) {
    startAgain();
    if (why) fail(why);
  }

  function use(account: { email: string; password: string }) {
    form.fill(account);
    submit.current?.focus();
  }

  return (
    <AccountFrame {...TITLE} titled>
      {notice === 'sso' && (
        <Notice variant="info">
          Single sign-on is not set up here. Sign in with your email and password.
        </Notice>
      )}
      {notice === 'ended' && <Notice variant="info">Your session has ended. Sign in to go on.</Notice>}
      <Waiting />
      <AccountCard>
        <AccountTitle {...TITLE} className="mb-6" />
        {second ? (
          <SecondStep factors={second.factors} onDone={second.finish} onBack={back} />
        ) : (
          <SignInForm
            form={form}
            next={next}
            submitRef={submit}
            onFailed={fail}
            onSecond={setSecond}
            onTry={() => setFailure(null)}
          >
            <RememberMe form={form} />
            {phone && failure && (
              <Notice role="note" className="py-2.5!">
                {failure}
              </Notice>
            )}
          </SignInForm>
        )}
      </AccountCard>
      <AccountFoot>
        <Link to="/auth/login" search={next ? { next } : {}} className={linkClass}>
          More ways to sign in
        </Link>
        <span aria-hidden>·</span>
        <Link to="/auth/forgot-password" className={linkClass}>
          Forgot password?
        </Link>
      </AccountFoot>
      {!serverIs('no-demo') && !second && <DemoHint onUse={use} />}
    </AccountFrame>
  );
}

interface DemoHintProps {
  onUse: (account: { email: string; password: string }) => void;
}

/** The demo accounts and their password. Nothing outside demo mode, where the call returns 404; a skeleton while loading. */
function DemoHint({ onUse }: DemoHintProps) {
  const { data: hint, isPending } = useRead('getDemoHint');
  if (isPending) return <Skeleton className="h-72 rounded-2xl" />;
  if (!hint) return null;
  const { accounts, password } = hint;
  return (
    <AccountCard dashed>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 pb-3">
        <h2 className="text-sm font-medium">Demo accounts</h2>
        <p className="text-[0.8125rem] whitespace-nowrap text-muted">
          Password{' '}
          <code className="rounded border bg-panel px-1.5 py-0.5 font-mono text-xs text-fg">{password}</code>
        </p>
      </div>
      <ul className="-mb-2">
        {accounts.map(({ role, email }) => (
          <li key={email} className="flex min-h-13 items-center justify-between gap-3 border-t">
            <span className="min-w-0">
              <span className="block text-sm/5 font-medium">{role}</span>
              <span className="block truncate text-[0.8125rem]/5 text-muted">{email}</span>
            </span>
            <button
              type="button"
              aria-label={`Use ${role}`}
              onClick={() => onUse({ email, password })}
              className="-mr-3 h-11 rounded-lg px-3 text-sm font-medium text-link underline-offset-2 hover:underline"
            >
              Use
            </button>
          </li>
        ))}
      </ul>
    </AccountCard>
  );
}
