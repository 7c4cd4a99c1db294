import { useState } from 'react';
import type { OneRoomHandover } from '../../shared/room-handover.ts';
import type { RoomSide } from '../../shared/room-handover-words.ts';
import { useAction, whyRefused } from '../api/action.ts';
import type { ApiError } from '../api/call.ts';
import { useRefusal } from '../api/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { EmailInput, PasswordInput } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useStillOpen } from '../ui/overlay/dialog-state.ts';
import { currentToasts, toast } from '../ui/overlay/toast.ts';

type Props = {
  handover: OneRoomHandover;
  side: RoomSide;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** Signs with the proof. */
  onProven: (proof: string) => Promise<boolean>;
};

/** The other person proves who they are at this screen, for one signature. The caller stays signed in. */
export function SignerDialog({ handover, side, open, onClose, onClosed, onProven }: Props) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<Record<string, string>>({});
  const [error, setError] = useRefusal<ApiError>();
  const [signing, setSigning] = useState(false);
  const isStillOpen = useStillOpen(open);
  const prove = useAction('proveSigner', { quiet: true, messages: { done: null, failed: FAILED } });
  const verb = side === 'incoming' ? 'Sign and take over' : 'Sign and hand over';
  const who =
    side === 'outgoing' ? (handover.outgoing?.name ?? 'The outgoing person') : 'The person who takes over';
  const errors = { ...error?.body.errors, ...missing };
  const pending = prove.pending || signing;

  async function submit() {
    const empty = {
      ...(!email.trim() && { email: 'Email is required' }),
      ...(!password && { password: 'Password is required' }),
    };
    setMissing(empty);
    setError(null);
    if (Object.keys(empty).length > 0) return;
    const sent = await prove.run({
      body: { roomHandoverId: handover.id, email: email.trim(), password },
    });
    if (!sent.ok) {
      setPassword('');
      return setError(sent.error);
    }
    // Cancelled while the password was checked: nothing is signed.
    if (!isStillOpen()) return;
    setSigning(true);
    const isSigned = await onProven(sent.reply.proof);
    setSigning(false);
    if (isSigned && currentToasts()[0]?.awaits) toast({ title: 'Signed', variant: 'success' });
    // A refusal is shown beside the button that was pressed.
    onClose();
  }
  function cancel() {
    if (prove.pending) toast({ title: 'Cancelled', description: 'Nothing was signed.' });
    onClose();
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && cancel()}
      onClosed={onClosed}
      title={verb}
      description={`${who} signs at this screen, for this handover only. Your own session goes on.`}
      sending={signing}
      onSubmit={submit}
      foot={
        <Button type="submit" variant="primary" pending={pending} pendingLabel="Signing...">
          {verb}
        </Button>
      }
    >
      <div className="grid gap-4">
        {error && !error.body.errors && <Notice>{whyRefused(error, FAILED)}</Notice>}
        <Field label="Email" required error={errors.email}>
          <EmailInput
            value={email}
            autoComplete="off"
            data-autofocus=""
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label="Password" required error={errors.password}>
          <PasswordInput
            value={password}
            autoComplete="off"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}

const FAILED = "Couldn't check who signs. Try again.";
