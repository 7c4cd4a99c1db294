import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isSignOnFailure, SIGN_ON_FAILURES } from '../../shared/single-sign-on.ts';
import { linkClass } from '../ui/classes.ts';
import { AccountCard, AccountFoot, AccountFrame, PageAlert, ProviderButton } from './AccountFrame.tsx';
import { SecondStep } from './SecondStep.tsx';
import { RememberMe, SignInForm } from './SignInForm.tsx';
import { type Second, useSignIn } from './sign-in.ts';
import { Waiting } from './Waiting.tsx';

/** All ways to sign in: the identity provider, or the form of /login with its failures on the page. */
export function AuthLoginPage() {
  const { form, second, setSecond, startAgain } = useSignIn();
  const { notice, next } = useSearch({ from: '/auth/login' });
  const [failure, setFailure] = useState<string | null>(
    isSignOnFailure(notice) ? SIGN_ON_FAILURES[notice] : null,
  );

  function ask(next: Second) {
    setFailure(null);
    setSecond(next);
  }
  function back(why?: string) {
    startAgain();
    setFailure(why ?? null);
  }

  return (
    <AccountFrame title="Welcome back" lead="Sign in to your company's key register">
      {failure && <PageAlert text={failure} />}
      <Waiting />
      <AccountCard>
        {second ? (
          <SecondStep factors={second.factors} onDone={second.finish} onBack={back} />
        ) : (
          <>
            <ProviderButton />
            <SignInForm
              form={form}
              next={next}
              onlyFilled
              fallback="Login failed"
              onFailed={setFailure}
              onSecond={ask}
            >
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                <RememberMe form={form} />
                <Link to="/auth/forgot-password" className={`${linkClass} text-sm`}>
                  Forgot password?
                </Link>
              </div>
            </SignInForm>
          </>
        )}
      </AccountCard>
      <AccountFoot>
        New to Keyhold?
        <Link to="/auth/signup" className={linkClass}>
          Create an account
        </Link>
      </AccountFoot>
    </AccountFrame>
  );
}
