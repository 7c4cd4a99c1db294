import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button-class.ts';
import { AccountCard, AccountFrame } from './AccountFrame.tsx';

/** What to do without a password. It cannot be sent by mail yet, so the page says who can help. */
export function ForgotPasswordPage() {
  return (
    <AccountFrame
      title="Forgot password"
      lead="Passwords are not sent by email here."
      back={{ to: '/auth/login', label: 'Back' }}
    >
      <AccountCard>
        <p className="text-[15px]/6 text-pretty text-muted">
          An administrator of your company can set a new password for you.
        </p>
        <Link
          to="/auth/login"
          className={buttonClass({ size: 'xl', block: true, className: 'mt-5 text-[15px]!' })}
        >
          Back to Sign In
        </Link>
      </AccountCard>
    </AccountFrame>
  );
}
