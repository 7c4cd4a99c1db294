import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CONFIRM_FAILURES } from '../../shared/single-sign-on.ts';
import { AccountCard, AccountFrame } from '../public/AccountFrame.tsx';

/** The end of confirming with single sign-on, in the window that was opened for it: what was begun waits in the other one. */
export function ConfirmedPage() {
  const { why } = useSearch({ from: '/confirmed' });
  const failure =
    why === undefined
      ? null
      : (Object.entries(CONFIRM_FAILURES).find(([one]) => one === why)?.[1] ?? CONFIRM_FAILURES.failed);
  useEffect(() => {
    // Most browsers let only a script close what a script opened; then the text says what to do.
    if (!failure) window.close();
  }, [failure]);
  return (
    <AccountFrame
      announced
      title={failure ? 'Not confirmed' : "It's you"}
      lead={failure ?? 'What you began goes on in the other window.'}
    >
      <AccountCard>
        <p className="text-sm/6 text-pretty text-muted">
          {failure ? "That didn't work. Close this window and try again." : 'You can close this window now.'}
        </p>
      </AccountCard>
    </AccountFrame>
  );
}
