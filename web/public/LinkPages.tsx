import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CONFIRM_FAILURES } from '../../shared/single-sign-on.ts';
import { useAction } from '../api/action.ts';
import { AccountButton, AccountCard, AccountFrame, AccountMessage, PageAlert } from './AccountFrame.tsx';

type Ended = 'stopped' | 'refused';

/** Target of the link at the foot of a reminder. Opening it changes nothing; its button works once. */
export function StopRemindersPage() {
  const { token } = useParams({ from: '/stop-reminders/$token' });
  const stop = useAction('stopReminders', { quiet: true });
  const [ended, setEnded] = useState<Ended | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm() {
    const outcome = await stop.run({ body: { token } });
    if (outcome.ok) return setEnded('stopped');
    const { status, body } = outcome.error;
    if (status === 400) return setEnded('refused');
    setFailure(body.message || 'It did not work. Please try again.');
  }

  if (ended === 'stopped')
    return (
      <AccountMessage
        title="Reminders stopped"
        lead="You will get no more of these emails."
        text="You still have to return your key sets. The person who issued them can turn reminders on again."
      />
    );
  if (ended === 'refused')
    return (
      <AccountMessage
        title="This link is invalid or was used already"
        lead="Links in reminders work once."
        text="If you still get reminders, use the link in the newest one, or ask the person who issued the keys."
      />
    );
  return (
    <AccountFrame title="Stop reminders?" lead="You will no longer get emails about overdue key sets.">
      {failure && <PageAlert text={failure} />}
      <AccountCard>
        <AccountButton pending={stop.pending} pendingLabel="Stopping..." onClick={() => void confirm()}>
          Stop reminders
        </AccountButton>
      </AccountCard>
    </AccountFrame>
  );
}

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
