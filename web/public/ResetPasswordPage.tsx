import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReplyOf } from '../../shared/api.ts';
import { type ApiError, call } from '../api/call.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AccountCard, AccountFrame } from './AccountFrame.tsx';
import { LinkExpired } from './LinkExpired.tsx';
import { PasswordSet } from './PasswordSet.tsx';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';

/** What a one-time link opens, of an invitation or a reset, signed in or not. */
export function ResetPasswordPage() {
  const { token } = useParams({ from: '/auth/reset-password/$token' });
  const [password, setPassword] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const link = useQuery<ReplyOf<'checkLink'>, ApiError>({
    queryKey: ['checkLink', token],
    queryFn: async () => (await call('checkLink', { body: { token } })).data,
    // Asked once: after the password is set the link is used up, and no longer anybody's.
    refetchOnMount: false,
  });

  if (password !== null && link.data)
    return <PasswordSet email={link.data.email} password={password} first={link.data.purpose === 'invite'} />;
  if (refused || link.error?.status === 400) return <LinkExpired />;
  if (link.data)
    return (
      <ResetPasswordForm
        token={token}
        link={link.data}
        onSet={setPassword}
        onExpired={() => setRefused(true)}
      />
    );
  return (
    <AccountFrame title="Set your password" lead="Checking your link...">
      {link.error ? (
        <ReadFailed error={link.error} onRetry={link.refetch} />
      ) : (
        <AccountCard>
          <Skeleton className="h-[326px] rounded-lg" />
        </AccountCard>
      )}
    </AccountFrame>
  );
}
