import { Link } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { RESET_MINUTES } from '../../shared/limits.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { linkClass } from '../ui/link-class.ts';
import { AccountCard, AccountFrame } from './AccountFrame.tsx';
import { NoMail } from './NoMail.tsx';
import { serverIs } from './server-facts.ts';

export interface ResetLinkSentProps {
  email: string;
  onResend: () => void;
}

/** What to do after asking for a link. It reads the same whether anybody has the address or not. */
export function ResetLinkSent({ email, onResend }: ResetLinkSentProps) {
  const sends = !serverIs('no-mail');
  return (
    <AccountFrame announced title="Check Your Email" lead={`The link expires in ${RESET_MINUTES} minutes.`}>
      {!sends && <NoMail />}
      <AccountCard>
        <div className="flex items-center gap-3.5 rounded-xl border bg-soft px-4 py-3">
          <Mail aria-hidden className="size-5 shrink-0 text-muted" />
          <p className="min-w-0 text-sm">
            <span className="block text-muted">{sends ? 'Sent to' : 'Not sent to'}</span>
            <span className="block font-medium break-words">{email}</span>
          </p>
        </div>
        {sends && (
          <p className="mt-4 text-sm/6 text-pretty text-muted">
            If this address has an account, the link is on its way. Nothing after a minute? Check your spam
            folder or send it again.
          </p>
        )}
        {sends && (
          <Button block size="xl" onClick={onResend} className="mt-5 text-[15px]!">
            Resend Email
          </Button>
        )}
        <Link
          to="/auth/login"
          className={cx(linkClass, 'mt-2 -mb-2 flex! min-h-11 items-center justify-center text-sm')}
        >
          Back to Sign In
        </Link>
      </AccountCard>
    </AccountFrame>
  );
}
