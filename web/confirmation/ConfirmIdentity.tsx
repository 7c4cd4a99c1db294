import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import { CONFIRMED_MINUTES } from '../../shared/session.ts';
import { ApiError, call } from '../api/call.ts';
import { useRead } from '../api/read.ts';
import { withReauthentication } from '../api/reauthentication.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Field } from '../ui/form/Field.tsx';
import { PasswordInput } from '../ui/form/PasswordInput.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { TooltipProvider } from '../ui/overlay/Tooltip.tsx';

/** Why it was not confirmed: nobody has judged the password unless the server says so. */
function reasonOf(error: unknown): string {
  const { status, body } = error instanceof ApiError ? error : { status: 0, body: {} };
  if (status === 0) return 'No connection. Check your signal and try again.';
  if (status >= 500) return 'Keyhold has a problem. Try again in a moment.';
  return body.message || ACTION_MESSAGES.confirmIdentity.failed;
}

type Props = { email: string; onDone: (confirmed: boolean) => void };

/** Asks whether it is still they, over whatever was begun. What was begun goes on once they said so. */
export function ConfirmIdentity({ email, onDone }: Props) {
  const { data, error: unread, refetch } = useRead('getConfirmation', {}, { fresh: true });
  const { password, setPassword, error, pending, confirm } = usePassword(onDone);
  const ways = data?.ways ?? [];
  const byPassword = ways.includes('password');
  // What was begun shows that it is under way; the focus goes to the field, which must be there when the dialog opens.
  if (!data && !unread) return null;
  return (
    <TooltipProvider>
      <Dialog
        open
        onOpenChange={() => onDone(false)}
        title="Confirm it's you"
        description={`You signed in more than ${CONFIRMED_MINUTES} minutes ago. Before something that can't be undone or gives rights, show that it's still you.`}
        {...(byPassword && { onSubmit: () => void confirm() })}
        foot={
          byPassword ? (
            <Button type="submit" variant="primary" pending={pending} pendingLabel="Confirming...">
              Confirm
            </Button>
          ) : (
            // Cancel alone.
            <span hidden />
          )
        }
      >
        <div className="grid gap-4">
          {unread && (
            <Notice>
              {reasonOf(unread)} <Button onClick={() => void refetch()}>Try again</Button>
            </Notice>
          )}
          {byPassword && (
            <>
              {/* For the password manager, which otherwise would not know whose password this is. */}
              <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
              <Field label="Password" error={error} hint={`Of ${email}`}>
                <PasswordInput
                  value={password}
                  autoComplete="current-password"
                  data-autofocus=""
                  onChange={(event) => setPassword(event.target.value)}
                />
              </Field>
            </>
          )}
          {ways.includes('single_sign_on') && <BySingleSignOn onDone={onDone} />}
          {data && ways.length === 0 && (
            <p className="text-body text-pretty">
              You have no password yet. Sign out, choose “Forgot password?” and set one.
            </p>
          )}
        </div>
      </Dialog>
    </TooltipProvider>
  );
}

function usePassword(onDone: Props['onDone']) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  async function confirm() {
    if (!password) return setError('Password is required');
    setPending(true);
    try {
      await withReauthentication('confirmIdentity', () => call('confirmIdentity', { body: { password } }));
      onDone(true);
    } catch (refusal) {
      setError(reasonOf(refusal));
      setPending(false);
    }
  }
  return { password, setPassword, error, pending, confirm };
}

/** In a window of its own, so that what was begun here stays as it is; whoever comes back is believed once the server knows. */
function BySingleSignOn({ onDone }: Pick<Props, 'onDone'>) {
  const [left, setLeft] = useState(false);
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const answer = await call('getConfirmation').catch(() => null);
      if (answer?.data.confirmed) onDone(true);
    };
    const cameBack = () => void look();
    window.addEventListener('focus', cameBack);
    document.addEventListener('visibilitychange', cameBack);
    return () => {
      window.removeEventListener('focus', cameBack);
      document.removeEventListener('visibilitychange', cameBack);
    };
  }, [onDone]);
  return (
    <div className="grid gap-2">
      <a
        href="/api/login/confirm"
        target="_blank"
        rel="noopener"
        data-button=""
        className={buttonClass({ block: true })}
        onClick={() => setLeft(true)}
      >
        <ExternalLink aria-hidden className="size-[15px]" />
        Confirm with single sign-on
      </a>
      <p className="text-hint text-pretty text-muted" role="status">
        {left ? 'Sign in there, then come back to this window.' : 'Opens in a window of its own.'}
      </p>
    </div>
  );
}
