import { useEffect, useState } from 'react';
import { INVITE_HOURS } from '../../shared/limits.ts';
import type { InvitedUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { Button } from '../ui/Button.tsx';
import { Email } from '../ui/Email.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { SecretField } from '../ui/overlay/SecretDialog.tsx';

/** Result of creating a link: mailed, or shown once for the creator to pass on. */
export function InviteDialog({ invited, onClose }: { invited: InvitedUser | null; onClose: () => void }) {
  // Keeps the content while the dialog fades out.
  const [last, setLast] = useState(invited);
  useEffect(() => {
    if (invited) setLast(invited);
  }, [invited]);
  const person = invited ?? last;
  if (!person) return null;
  return (
    <Dialog
      open={invited !== null}
      onOpenChange={(next) => !next && onClose()}
      title={person.mailed ? 'Invitation sent' : 'Sign-in link'}
      description={`For ${fullName(person)}, ${person.email}`}
      cancelLabel={null}
      foot={
        <Button variant={person.inviteUrl ? 'secondary' : 'primary'} onClick={onClose}>
          Done
        </Button>
      }
    >
      {person.inviteUrl ? (
        <SecretField
          label="Link to choose a password"
          hint={`Shown only now. It works once, expires in ${INVITE_HOURS} hours and cancels earlier links.`}
          noun="Link"
          secret={person.inviteUrl}
        >
          Send this privately. The first person to open it sets the password.
        </SecretField>
      ) : person.mailed ? (
        <p className="text-body text-pretty">
          A link to choose a password is on its way to{' '}
          <strong className="font-medium">
            <Email address={person.email} />
          </strong>
          . It works once and expires in {INVITE_HOURS} hours. You can send a new one from Edit.
        </p>
      ) : (
        <Notice variant="warning" title="The link was created but can't be shown">
          A link is shown only once. Create a new one from Edit.
        </Notice>
      )}
    </Dialog>
  );
}
