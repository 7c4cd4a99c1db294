import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../api/action.ts';
import { Button } from '../ui/Button.tsx';
import { AccountCard, AccountFrame, PageAlert } from './AccountFrame.tsx';

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
      <AccountFrame announced title="Reminders stopped" lead="You will get no more of these emails.">
        <AccountCard>
          <p className="text-sm/6 text-pretty text-muted">
            You still have to return your key sets. The person who issued them can turn reminders on again.
          </p>
        </AccountCard>
      </AccountFrame>
    );
  if (ended === 'refused')
    return (
      <AccountFrame
        announced
        title="This link is invalid or was used already"
        lead="Links in reminders work once."
      >
        <AccountCard>
          <p className="text-sm/6 text-pretty text-muted">
            If you still get reminders, use the link in the newest one, or ask the person who issued the keys.
          </p>
        </AccountCard>
      </AccountFrame>
    );
  return (
    <AccountFrame title="Stop reminders?" lead="You will no longer get emails about overdue key sets.">
      {failure && <PageAlert text={failure} />}
      <AccountCard>
        <Button
          block
          variant="primary"
          size="xl"
          pending={stop.pending}
          pendingLabel="Stopping..."
          className="text-[15px]!"
          onClick={() => void confirm()}
        >
          Stop reminders
        </Button>
      </AccountCard>
    </AccountFrame>
  );
}
