import { useEffect, useState } from 'react';
import { INVITE_HOURS } from '../../shared/limits.ts';
import type { InvitedUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Email } from '../ui/Email.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';

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
        <LinkShown url={person.inviteUrl} />
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

function LinkShown({ url }: { url: string }) {
  return (
    <div className="grid gap-4">
      <Field
        label="Link to choose a password"
        hint={`Shown only now. It works once, expires in ${INVITE_HOURS} hours and cancels earlier links.`}
      >
        <Input data-invite-link="" readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <CopyButton
        block
        variant="primary"
        data-autofocus=""
        text={url}
        noun="Link"
        label="Copy link"
        onFailed={() => document.querySelector<HTMLInputElement>('[data-invite-link]')?.select()}
      />
      <p className="text-hint text-pretty text-muted">
        Send this privately. The first person to open it sets the password.
      </p>
    </div>
  );
}
