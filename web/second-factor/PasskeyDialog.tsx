import { useState } from 'react';
import { useAction } from '../api/action.ts';
import { asksToConfirm } from '../api/reauthentication.ts';
import { whyRefused } from '../api/why-refused.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { makePasskey, whyNoPasskey } from './passkey.ts';
import type { AddingProps } from './step.ts';

const FAILED = 'Failed to add the passkey';

/** Names a passkey and creates it in the browser. */
export function PasskeyDialog({ open, onClose, onClosed, onAdded }: AddingProps) {
  const begin = useAction('beginPasskey', { quiet: true });
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
    const refused = await make().catch(whyNoPasskey);
    setPending(false);
    if (refused) setFailed(refused);
  }

  /** Returns the error; undefined after success or a cancelled confirmation. */
  async function make(): Promise<string | undefined> {
    const begun = await begin.run({ body: {} });
    if (!begun.ok) return asksToConfirm(begun.error) ? undefined : whyRefused(begun.error, FAILED);
    const registration = await makePasskey(begun.reply);
    const outcome = await add.run({ body: { name, registration: { ...registration } } });
    if (!outcome.ok) return whyRefused(outcome.error, FAILED);
    onAdded(outcome.reply.recoveryCodes);
    return undefined;
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
        <Field label="Name" required hint="A name you'll recognise, such as “Work laptop”." error={error}>
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
