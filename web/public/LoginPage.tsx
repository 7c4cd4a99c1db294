import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { linkClass } from '../ui/link-class.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { Notice } from '../ui/Notice.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { AccountCard, AccountFoot, AccountFrame, AccountTitle } from './AccountFrame.tsx';
import { DemoHint } from './DemoHint.tsx';
import { SecondStep } from './SecondStep.tsx';
import { SignInForm } from './SignInForm.tsx';
import { serverIs } from './server-facts.ts';
import { type Second, useSignIn } from './sign-in.ts';

const TITLE = {
  title: 'Sign in to Keyhold',
  lead: 'Professional key management system for security teams',
};

/** The sign-in card, which carries the product's title. A failure is a toast here (specification.md C-08). */
export function LoginPage() {
  const { notice, next } = useSearch({ from: '/login' });
  const form = useSignIn();
  const submit = useRef<HTMLButtonElement>(null);
  const phone = useMedia(PHONE);
  const [failure, setFailure] = useState<string | null>(null);
  const [second, setSecond] = useState<Second | null>(null);

  const { setFocus } = form;
  useEffect(() => {
    // Under a finger the keyboard would cover half the page.
    if (!matchMedia('(pointer: coarse)').matches) setFocus('email');
  }, [setFocus]);

  // On a phone the toast covers the button and then is gone: what failed stays above it.
  function fail(description: string) {
    toast({ title: 'Login Failed', description, variant: 'destructive' });
    setFailure(description);
  }

  function back(why?: string) {
    setSecond(null);
    form.resetField('password');
    if (why) fail(why);
  }

  function use(account: { email: string; password: string }) {
    form.reset(account);
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
            <Checkbox {...form.register('remember')} label="Remember me" className="text-sm!" />
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
