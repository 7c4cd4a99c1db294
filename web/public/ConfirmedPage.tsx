import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CONFIRM_FAILURES } from '../../shared/single-sign-on.ts';
import { AccountMessage } from './AccountFrame.tsx';

/** The last page of a single sign-on confirmation, in its own window. */
export function ConfirmedPage() {
  const { why } = useSearch({ from: '/confirmed' });
  const failure =
    why === undefined
      ? null
      : (Object.entries(CONFIRM_FAILURES).find(([one]) => one === why)?.[1] ?? CONFIRM_FAILURES.failed);
  useEffect(() => {
    // Most browsers let only scripts close windows opened by scripts; otherwise the text explains.
    if (!failure) window.close();
  }, [failure]);
  return (
    <AccountMessage
      title={failure ? 'Not confirmed' : "It's you"}
      lead={failure ?? 'Continue in the other window.'}
      text={failure ? "That didn't work. Close this window and try again." : 'You can close this window now.'}
    />
  );
}
