import { type FormEvent, useState } from 'react';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ask, whyNot } from './ask.ts';
import { KioskButton, KioskFrame, Message, Title } from './Frame.tsx';
import type { Kiosk } from './use-kiosk.ts';

/** The code in the address, which the link of the location's page has; it is removed from the address. */
export function codeFromAddress(): string {
  const code = decodeURIComponent(window.location.hash.slice(1));
  if (code) History.prototype.replaceState.call(window.history, window.history.state, '', '/kiosk');
  return code;
}

type Props = { kiosk: Kiosk; code: string };

/** Makes this tablet a kiosk, by the code of the location's page. */
export function Bind({ kiosk, code: given }: Props) {
  const [code, setCode] = useState(given);
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function bind(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    const sent = await ask('bindKiosk', { body: { code: code.trim() } });
    setPending(false);
    if (sent.ok) return kiosk.bound(sent.reply);
    const { errors } = sent.error.body;
    setFault(Object.values(errors ?? {})[0] ?? whyNot(sent.error));
  }
  return (
    <KioskFrame kiosk={null}>
      <form
        noValidate
        onSubmit={(event) => void bind(event)}
        className="m-auto grid w-full max-w-[440px] gap-5 p-6"
      >
        <Title className="text-[1.75rem]">
          {kiosk.binding === 'ended' ? 'This tablet is no kiosk any more' : 'Make this tablet a kiosk'}
        </Title>
        <p className="text-base text-pretty text-muted">
          {kiosk.binding === 'ended'
            ? 'Its access was ended. To use it again, open a new link of the location on it, or type its code.'
            : 'Open the link of the kiosk on this tablet, or type its code. Both are shown on the page Locations when a kiosk is added.'}
        </p>
        {fault && <Notice>{fault}</Notice>}
        <Field label="Code of the kiosk" size="xl" required>
          <Input
            value={code}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="h-14! select-text"
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <KioskButton block type="submit" variant="primary" pending={pending} disabled={!code.trim()}>
          Start the kiosk
        </KioskButton>
      </form>
    </KioskFrame>
  );
}

/** Before the first answer, and without one on a tablet that was no kiosk. */
export const Unreachable = ({ kiosk }: { kiosk: Kiosk }) => (
  <KioskFrame kiosk={null}>
    {kiosk.isOnline ? (
      <Message title="Starting the kiosk...">One moment.</Message>
    ) : (
      <Message
        title="No network"
        actions={<KioskButton onClick={() => void kiosk.read()}>Try again</KioskButton>}
      >
        Keyhold can't be reached. It is tried again every few seconds.
      </Message>
    )}
  </KioskFrame>
);
