import { type FormEvent, type ReactNode, useState } from 'react';
import type { KioskView } from '../../shared/kiosk.ts';
import { Field } from '../ui/form/Field.tsx';
import { EmailInput, PasswordInput } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { KioskButton, KioskFrame, Title } from './Frame.tsx';
import type { Kiosk } from './use-kiosk.ts';

type Props = {
  kiosk: Kiosk;
  view: KioskView;
  title: string;
  lead: ReactNode;
  /** Above the fields. */
  children?: ReactNode;
  /** Texts of the two buttons. */
  action: string;
  stay: string;
  onStay: () => void;
  /** Returns why it was refused; null when it is done, or the screen is another one. */
  send: (user: { email: string; password: string }) => Promise<string | null>;
};

/** What a user confirms at the kiosk with email and password. */
export function UserForm({ kiosk, view, title, lead, children, action, stay, onStay, send }: Props) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const isCutOff = !kiosk.isOnline;
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending || isCutOff || !email.trim() || !password) return;
    setPending(true);
    setFault(null);
    const why = await send({ email: email.trim(), password });
    setPending(false);
    setFault(why);
    if (why) setPassword('');
  }
  const said = fault ?? kiosk.fault;
  return (
    <KioskFrame kiosk={view}>
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="m-auto grid w-full max-w-[440px] gap-5 p-6 [&_input~span_button]:size-14!"
      >
        <Title className="text-[1.75rem]">{title}</Title>
        <div className="grid gap-2 text-base text-pretty text-muted">{lead}</div>
        {children}
        {said && <Notice className="text-base!">{said}</Notice>}
        {isCutOff && (
          <Notice variant="warning" className="text-base!">
            No network. It can be confirmed when there is one.
          </Notice>
        )}
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
          <KioskButton disabled={pending} onClick={onStay}>
            {stay}
          </KioskButton>
          <KioskButton
            type="submit"
            variant="primary"
            className="flex-1"
            pending={pending}
            disabled={isCutOff || !email.trim() || !password}
          >
            {action}
          </KioskButton>
        </div>
      </form>
    </KioskFrame>
  );
}
