import { useState } from 'react';
import { useAction } from '../api/action.ts';
import { call } from '../api/call.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { makePasskey, whyNoPasskey } from './passkey.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** It is there; with the codes, when they were made with it. */
  onAdded: (recoveryCodes: readonly string[] | null) => void;
};

/** A passkey gets a name, and the browser makes it. */
export function PasskeyDialog({ open, onClose, onClosed, onAdded }: Props) {
  const add = useAction('addPasskey', { quiet: true });
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const [pending, setPending] = useState(false);

  async function send() {
    setError(undefined);
    setFailed(undefined);
    if (!name.trim()) return setError('Name is required');
    setPending(true);
    try {
      const options = (await call('beginPasskey', { body: {} })).data;
      const registration = await makePasskey(options);
      const outcome = await add.run({ body: { name, registration: { ...registration } } });
      if (outcome.ok) return onAdded(outcome.reply.recoveryCodes);
      const { errors, message } = outcome.error.body;
      if (errors?.name) setError(errors.name);
      else setFailed(message ?? 'No connection. Try again.');
    } catch (refusal) {
      setFailed(whyNoPasskey(refusal));
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Add a passkey"
      description="The fingerprint, face or PIN of this device, or a security key."
      dirty={name !== ''}
      sending={pending}
      onSubmit={() => void send()}
      foot={
        <Button type="submit" variant="primary" pending={pending} pendingLabel="Waiting...">
          Continue
        </Button>
      }
    >
      <div className="grid gap-4">
        {failed && <Notice>{failed}</Notice>}
        <Field
          label="Name"
          required
          hint="By which you will know it, such as “Work laptop”. Your browser asks for the rest."
          error={error}
        >
          <Input
            data-autofocus=""
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
