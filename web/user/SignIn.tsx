import { Link2, ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { InvitedUser, ListUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAction } from '../api/action.ts';
import { exactTime } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { useQuestion } from '../ui/overlay/ConfirmDialog.tsx';
import { hasRunOut } from './UserIcons.tsx';

type Props = {
  person: ListUser;
  /** Called when a new link to set a password was created. */
  onInvited: (person: InvitedUser) => void;
};

/** A user's sign-in: a new link to set a password, and the reset of a second factor. */
export const SignIn = (props: Props) => (
  <>
    <SignInLink {...props} />
    <ResetFactor {...props} />
  </>
);

/** Creates a one-time link to set a password; cancels the earlier ones. */
function SignInLink({ person, onInvited }: Props) {
  const invite = useAction('inviteUser');
  const { invitedUntil } = person;
  const state = !invitedUntil
    ? 'Lets them choose a new password.'
    : hasRunOut(invitedUntil)
      ? `The invitation expired on ${exactTime(invitedUntil)}.`
      : `Invited. The link works until ${exactTime(invitedUntil)}.`;
  async function send() {
    const invited = await invite.run({ params: { id: person.id }, body: {} });
    if (invited.ok) onInvited(invited.reply);
  }
  return (
    <Line title="Sign-in link" text={state}>
      <Button size="sm" icon={Link2} pending={invite.pending} onClick={() => void send()}>
        New link
      </Button>
    </Line>
  );
}

/** Resets a lost second factor. */
function ResetFactor({ person, onInvited }: Props) {
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
    <Line title="Second factor" text={person.secondFactor ? 'On. Reset it when they have lost it.' : 'Off.'}>
      {person.secondFactor && (
        <Button size="sm" icon={ShieldOff} pending={reset.pending} onClick={() => void start()}>
          Reset
        </Button>
      )}
      {dialog}
    </Line>
  );
}

const Line = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className="flex items-center justify-between gap-4 rounded-lg border px-3.5 py-2.5">
    <div className="min-w-0">
      <p className="text-body font-medium">{title}</p>
      <p className="text-hint text-pretty text-muted">{text}</p>
    </div>
    {children}
  </div>
);
