import { useEffect, useState } from 'react';
import { useAction, whyRefused } from '../api/action.ts';
import { asksToConfirm } from '../api/reauthentication.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useStillOpen } from '../ui/overlay/dialog-state.ts';
import { QrCode } from '../ui/QrCode.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { makePasskey, whyNoPasskey } from './FactorAnswer.tsx';
import type { AddingProps } from './RecoveryCodes.tsx';

type NewApp = { secret: string; address: string };

/** Sets up an authenticator app by its first code. The first factor comes with recovery codes. */
export function AppDialog({
  replaces,
  open,
  onClose,
  onClosed,
  onAdded,
}: AddingProps & { replaces: boolean }) {
  const { made, failed, begin } = useNewApp(onClose);
  const add = useAction('addApp', { quiet: true });
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();

  async function send() {
    if (!code.trim()) return setError('Enter the 6 digits that the app shows');
    const outcome = await add.run({ body: { newCode: code } });
    if (outcome.ok) return onAdded(outcome.reply.recoveryCodes);
    setError(whyRefused(outcome.error, 'Incorrect code'));
    if (outcome.error.body.code === 'set_up_ended') void begin();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Set up an authenticator app"
      description={`An app on your phone shows a new code every 30 seconds.${replaces ? ' It takes the place of the app you have.' : ''}`}
      sending={add.pending}
      onSubmit={() => void send()}
      foot={
        <Button
          type="submit"
          variant="primary"
          pending={add.pending}
          pendingLabel="Checking..."
          disabled={!made}
        >
          Turn on
        </Button>
      }
    >
      {failed ? (
        <Notice>{failed}</Notice>
      ) : (
        <div className="grid gap-4">
          <Secret made={made} />
          <Field
            label="Code from the app"
            required
            hint="The 6 digits that it shows for Keyhold."
            error={error}
          >
            <Input
              data-autofocus=""
              value={code}
              onChange={(event) => setCode(event.target.value)}
              inputMode="numeric"
              autoComplete="one-time-code"
              className="font-mono tracking-wider"
            />
          </Field>
        </div>
      )}
    </Dialog>
  );
}

/** Requests a secret when the dialog opens; calls `onRefused` if the caller cancels the confirmation. */
function useNewApp(onRefused: () => void) {
  const { run } = useAction('beginApp', { quiet: true });
  const [made, setMade] = useState<NewApp | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  async function begin() {
    const outcome = await run({ body: {} });
    if (outcome.ok) setMade(outcome.reply);
    else if (asksToConfirm(outcome.error)) onRefused();
    else setFailed(whyRefused(outcome.error, 'Close this and try again.'));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on opening
  useEffect(() => {
    void begin();
  }, []);
  return { made, failed, begin };
}

/** The secret as a QR code, as a link to an app on this device, and to copy or type. */
function Secret({ made }: { made: NewApp | null }) {
  if (!made) return <Skeleton className="mx-auto size-44" />;
  return (
    <div className="flex items-center gap-5 phone:flex-col-reverse">
      <QrCode text={made.address} label="QR code for your authenticator app" />
      <div className="grid min-w-0 gap-3 text-label phone:w-full">
        <a href={made.address} className={buttonClass({ block: true, className: 'not-phone:hidden' })}>
          Open in my authenticator app
        </a>
        <p className="text-pretty phone:hidden">
          Scan this with your authenticator app, or copy this key into it:
        </p>
        <p className="text-pretty not-phone:hidden">
          Or copy this key into the app, or scan the square with another phone:
        </p>
        <code data-secret="" className="block font-mono break-words select-all">
          {made.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <CopyButton text={made.secret} noun="Key" label="Copy key" />
      </div>
    </div>
  );
}

const FAILED = 'Failed to add the passkey';

/** Names a passkey and creates it in the browser. */
export function PasskeyDialog({ open, onClose, onClosed, onAdded }: AddingProps) {
  const isStillOpen = useStillOpen(open);
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
    if (!isStillOpen()) return undefined;
    const registration = await makePasskey(begun.reply);
    if (!isStillOpen()) return undefined;
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
