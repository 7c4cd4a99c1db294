import { useEffect } from 'react';
import { useOfflineSince } from '../api/connection.ts';
import { ownEntries, sending, waiting } from '../api/outbox/own-entries.ts';
import { sendNow } from '../api/outbox/send.ts';
import { count } from '../format.ts';
import { EntryRows } from '../outbox/OwnEntries.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { signOutAsked } from './later.ts';
import { useLogOut } from './log-out.ts';

/** Asked at a sign-out while entries are not sent: they can be sent first, or stay on the device for their user. */
export function SignOutSheet() {
  return signOutAsked.use() && <UnsentAtSignOut />;
}

function UnsentAtSignOut() {
  const offline = useOfflineSince() > 0;
  const { isSending } = sending.use();
  const { logOutKeeping, pending } = useLogOut();
  const entries = waiting(ownEntries.use());
  const isOne = entries.length === 1;
  const close = () => signOutAsked.set(false);
  // Everything was sent meanwhile: nothing is left to decide.
  useEffect(() => {
    if (entries.length === 0) signOutAsked.set(false);
  }, [entries.length]);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && close()}
      title={`${count(entries.length, 'entry', 'entries')} ${isOne ? 'is' : 'are'} not sent`}
      description={
        offline
          ? `This device has no signal. The register does not have ${isOne ? 'it' : 'them'} yet.`
          : `The register does not have ${isOne ? 'it' : 'them'} yet.`
      }
      cancelLabel={null}
      foot={
        offline ? (
          <Button variant="primary" block onClick={close}>
            Stay signed in
          </Button>
        ) : (
          <Button variant="primary" block pending={isSending} onClick={sendNow}>
            Send them
          </Button>
        )
      }
    >
      <section aria-label="Not sent" className="mb-4 rounded-xl border">
        <EntryRows entries={entries} />
      </section>
      <p className="mb-4 text-body text-pretty">
        If you sign out, {isOne ? 'it stays' : 'they stay'} locked on this device and {isOne ? 'is' : 'are'}{' '}
        sent the next time <b>you</b> sign in here. Only you can see and send {isOne ? 'it' : 'them'}.
      </p>
      <Button
        block
        pending={pending}
        disabledReason={offline ? 'Signing out needs a network.' : undefined}
        onClick={logOutKeeping}
      >
        Sign out and keep them
      </Button>
    </Dialog>
  );
}
