import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TRIAL_DAYS } from '../../shared/limits.ts';
import { linkClass } from '../ui/link-class.ts';
import { AccountCard, AccountFoot, AccountFrame } from './AccountFrame.tsx';
import { PageAlert } from './PageAlert.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { SignUpForm } from './SignUpForm.tsx';

/** The short way to an account and its company; the wizard at /signup asks for more. */
export function SignUpPage() {
  const [alerts, setAlerts] = useState<readonly string[]>([]);
  return (
    <AccountFrame wide title="Create your account" lead={`${TRIAL_DAYS} days free. No credit card.`}>
      {alerts.length > 0 && <PageAlert text={alerts} />}
      <AccountCard>
        <ProviderButton />
        <SignUpForm onAlert={setAlerts} />
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
