import { Link2 } from 'lucide-react';
import type { InvitedUser, ListUser } from '../../shared/user.ts';
import { useAction } from '../api/action.ts';
import { exactTime } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { hasRunOut } from './UserIcons.tsx';

/** A new one-time link to set a password with; it ends the one before. */
export function SignInLink({
  person,
  onInvited,
}: {
  person: ListUser;
  onInvited: (person: InvitedUser) => void;
}) {
  const invite = useAction('inviteUser');
  const { invitedUntil } = person;
  const state = !invitedUntil
    ? 'Lets them choose a new password.'
    : hasRunOut(invitedUntil)
      ? `The invitation expired on ${exactTime(invitedUntil)}.`
      : `Invited. The link works until ${exactTime(invitedUntil)}.`;
  return (
    <div className="flex items-center justify-between gap-4 rounded-lg border px-3.5 py-2.5">
      <div className="min-w-0">
        <p className="text-body font-medium">Sign-in link</p>
        <p className="text-hint text-pretty text-muted">{state}</p>
      </div>
      <Button
        size="sm"
        icon={Link2}
        pending={invite.pending}
        onClick={async () => {
          const invited = await invite.run({ params: { id: person.id }, body: {} });
          if (invited.ok) onInvited(invited.reply);
        }}
      >
        New link
      </Button>
    </div>
  );
}
