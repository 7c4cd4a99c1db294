import { useState } from 'react';
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx';
import { ResetLinkSent } from './ResetLinkSent.tsx';

/** Asks for a link that sets a new password. Whether anybody has the address is told to nobody. */
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
