import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TRIAL_DAYS } from '../../shared/limits.ts';
import { linkClass } from '../ui/link-class.ts';
import { AccountCard, AccountFoot, AccountFrame } from './AccountFrame.tsx';
import { PageAlert } from './PageAlert.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { SignUpForm } from './SignUpForm.tsx';

/** The short way to an account and its company (SPEC 2.2, DECISIONS C-09); the wizard at /signup asks for more. */
export function SignUpPage() {
  const [alert, setAlert] = useState<string | null>(null);
  return (
    <AccountFrame wide title="Create your account" lead={`${TRIAL_DAYS} days free. No credit card.`}>
      {alert && <PageAlert text={alert} />}
      <AccountCard>
        <ProviderButton />
        <SignUpForm onAlert={setAlert} />
      </AccountCard>
      <AccountFoot>
        Already registered?
        <Link to="/auth/login" className={linkClass}>
          Sign in
        </Link>
      </AccountFoot>
    </AccountFrame>
  );
}
