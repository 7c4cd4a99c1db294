import { Link } from '@tanstack/react-router';
import { INVITE_HOURS, RESET_MINUTES } from '../../shared/limits.ts';
import { useSession } from '../session.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { AccountCard, AccountFrame } from './AccountFrame.tsx';

/** A link that was used, ran out or never was. Why is told to nobody; how to get another is. */
export function LinkExpired() {
  const signedIn = useSession().state === 'in';
  const look = buttonClass({ variant: 'primary', size: 'xl', block: true, className: 'mt-5 text-[15px]!' });
  return (
    <AccountFrame announced title="This link is invalid or has expired" lead="Links work once and expire.">
      <AccountCard>
        <p className="text-sm/6 text-pretty text-muted">
          An invitation link works for {INVITE_HOURS} hours; whoever invited you can create a new one. A
          password reset link works for {RESET_MINUTES} minutes
          {signedIn ? '. You are signed in, so you can change your password on your profile.' : '.'}
        </p>
        {signedIn ? (
          <Link to="/profile" className={look}>
            My Profile
          </Link>
        ) : (
          <Link to="/auth/forgot-password" className={look}>
            Ask for a new link
          </Link>
        )}
      </AccountCard>
    </AccountFrame>
  );
}
