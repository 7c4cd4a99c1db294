import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { linkClass } from '../ui/link-class.ts';
import { Notice } from '../ui/Notice.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { AccountCard, AccountFoot, AccountFrame } from './AccountFrame.tsx';
import { DemoHint } from './DemoHint.tsx';
import { SignInForm } from './SignInForm.tsx';
import { useSignIn } from './sign-in.ts';

/** The sign-in card (SPEC 2.3). A failure is a toast here (DECISIONS C-08). */
export function LoginPage() {
  const { notice, next } = useSearch({ from: '/login' });
  const form = useSignIn();
  const submit = useRef<HTMLButtonElement>(null);

  const { setFocus } = form;
  useEffect(() => {
    // Under a finger the keyboard would cover half the page.
    if (!matchMedia('(pointer: coarse)').matches) setFocus('email');
  }, [setFocus]);

  function use(account: { email: string; password: string }) {
    form.reset(account);
    submit.current?.focus();
  }

  return (
    <AccountFrame title="Sign in to Keyhold" lead="Professional key management system for security teams">
      {notice === 'sso' && (
        <Notice variant="info">
          Single sign-on is not set up here. Sign in with your email and password.
        </Notice>
      )}
      {notice === 'ended' && <Notice variant="info">Your session has ended. Sign in to go on.</Notice>}
      <AccountCard>
        <SignInForm
          form={form}
          next={next}
          submitRef={submit}
          onFailed={(description) => toast({ title: 'Login Failed', description, variant: 'destructive' })}
        >
          <Checkbox {...form.register('remember')} label="Remember me" className="text-sm!" />
        </SignInForm>
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
      <DemoHint onUse={use} />
    </AccountFrame>
  );
}
