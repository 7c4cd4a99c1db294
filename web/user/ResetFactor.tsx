import { ShieldOff } from 'lucide-react';
import type { InvitedUser, ListUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAction } from '../api/action.ts';
import { Button } from '../ui/Button.tsx';
import { useQuestion } from '../ui/overlay/use-question.tsx';

/** For somebody who lost what they sign in with. */
export function ResetFactor({
  person,
  onInvited,
}: {
  person: ListUser;
  onInvited: (person: InvitedUser) => void;
}) {
  const reset = useAction('resetFactors');
  const { ask, dialog } = useQuestion();
  async function start() {
    const sure = await ask({
      title: `Reset the second factor of ${fullName(person)}?`,
      text: 'They are signed out everywhere, their password is removed, and they choose a new one with a link. Make sure the request came from them.',
      confirmLabel: 'Reset',
    });
    if (!sure) return;
    const outcome = await reset.run({ params: { id: person.id }, body: {} });
    if (outcome.ok) onInvited(outcome.reply);
  }
  return (
    <div className="flex items-center justify-between gap-4 rounded-lg border px-3.5 py-2.5">
      <div className="min-w-0">
        <p className="text-body font-medium">Second factor</p>
        <p className="text-hint text-pretty text-muted">
          {person.secondFactor ? 'On. Reset it when they have lost it.' : 'Off.'}
        </p>
      </div>
      {person.secondFactor && (
        <Button size="sm" icon={ShieldOff} pending={reset.pending} onClick={() => void start()}>
          Reset
        </Button>
      )}
      {dialog}
    </div>
  );
}
