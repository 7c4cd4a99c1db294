import { type FormEvent, useState } from 'react';
import type { KioskView } from '../../shared/kiosk.ts';
import { count } from '../format.ts';
import { Field } from '../ui/form/Field.tsx';
import { EmailInput, PasswordInput } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ask, whyNot } from './ask.ts';
import { KioskButton, KioskFrame, Title } from './Frame.tsx';
import { useKeptReturns } from './kept.ts';
import type { Kiosk } from './use-kiosk.ts';

/** Ends the kiosk on this tablet. Only a user who may edit the location can. */
export function Leave({ kiosk, view }: { kiosk: Kiosk; view: KioskView }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const kept = useKeptReturns();
  async function leave(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    const sent = await ask('leaveKiosk', { body: { email: email.trim(), password } });
    setPending(false);
    if (sent.ok) return kiosk.left();
    setPassword('');
    setFault(Object.values(sent.error.body.errors ?? {})[0] ?? whyNot(sent.error));
  }
  return (
    <KioskFrame kiosk={view}>
      <form
        noValidate
        onSubmit={(event) => void leave(event)}
        className="m-auto grid w-full max-w-[440px] gap-5 p-6 [&_input~span_button]:size-14!"
      >
        <Title className="text-[1.75rem]">Leave the kiosk</Title>
        <p className="text-base text-pretty text-muted">
          This tablet stops being the kiosk. Sign in as a user who may edit {view.location}.
        </p>
        {kept.length > 0 && (
          <Notice variant="warning" title={`${count(kept.length, 'return')} on this tablet`}>
            They are not recorded yet. They stay on this tablet, and are sent when it is a kiosk of this
            location again.
          </Notice>
        )}
        {fault && <Notice>{fault}</Notice>}
        <Field label="Email" size="xl" required>
          <EmailInput
            value={email}
            autoComplete="off"
            className="h-14! select-text"
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label="Password" size="xl" required>
          <PasswordInput
            value={password}
            autoComplete="off"
            className="h-14! pr-14! select-text"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <div className="flex gap-3">
          <KioskButton disabled={pending} onClick={kiosk.done}>
            Stay
          </KioskButton>
          <KioskButton
            type="submit"
            variant="primary"
            className="flex-1"
            pending={pending}
            disabled={!email.trim() || !password}
          >
            Leave the kiosk
          </KioskButton>
        </div>
      </form>
    </KioskFrame>
  );
}
