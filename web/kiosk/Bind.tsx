import { type FormEvent, useState } from 'react';
import type { KioskView } from '../../shared/kiosk.ts';
import { forgetRegister } from '../api/kept/forget.ts';
import { clearStoredDesks } from '../desk/desk-storage.ts';
import { count } from '../format.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { sharedValue } from '../ui/shared-value.ts';
import { ask, whyNot } from './calls.ts';
import { KioskButton, KioskFrame, Message, Title } from './Frame.tsx';
import { useKeptReturns } from './kept.ts';
import { UserForm } from './UserForm.tsx';
import type { Kiosk } from './use-kiosk.ts';

/** What the link that was opened has: the code of a kiosk, or nothing that can be read. */
type Link = { code: string; isDamaged: boolean };
const NO_LINK: Link = { code: '', isDamaged: false };
/** Outside of the page, which a change of the session mounts again. */
const link = sharedValue(NO_LINK);
export const useLink = (): Link => link.use();
export const forgetLink = (): void => link.set(NO_LINK);

/** Reads the code in the address, which the link of the location's page has; it is removed from the address. */
export function readLink(): void {
  const text = window.location.hash.slice(1);
  if (!text) return;
  History.prototype.replaceState.call(window.history, window.history.state, '', '/kiosk');
  try {
    link.set({ code: decodeURIComponent(text), isDamaged: false });
  } catch {
    link.set({ code: '', isDamaged: true });
  }
}

const DAMAGED = 'The link is damaged. Scan it again, or type its code.';
const NOT_SIGNED_OUT = 'The user who is signed in here could not be signed out. Try again.';

/** Ends the session of a user in this browser, and what it stores for them: people stand before the tablet. */
async function signOut(): Promise<string | null> {
  await forgetRegister();
  const sent = await ask('logOut', { body: {} });
  if (!sent.ok && sent.error.status !== 401) return NOT_SIGNED_OUT;
  await forgetRegister();
  clearStoredDesks();
  return null;
}

type Props = { kiosk: Kiosk; link: Link };

/** Makes this tablet a kiosk, by the code of the location's page. */
export function Bind({ kiosk, link: given }: Props) {
  const [code, setCode] = useState(given.code);
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(given.isDamaged ? DAMAGED : null);
  async function bind(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    const why = await start();
    setPending(false);
    setFault(why);
  }
  /** Returns why it is not the kiosk. */
  async function start(): Promise<string | null> {
    const { ok: isSignedIn } = await ask('getMe');
    const why = isSignedIn ? await signOut() : null;
    if (why) return why;
    const sent = await ask('bindKiosk', { body: { code: code.trim() } });
    if (!sent.ok) return Object.values(sent.error.body.errors ?? {})[0] ?? whyNot(sent.error);
    forgetLink();
    // Nothing of the user stays in the memory of the page.
    if (isSignedIn) window.location.reload();
    else kiosk.bound(sent.reply);
    return null;
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
        <p className="text-base text-pretty text-muted">A user who is signed in here is signed out.</p>
        <NotRecorded />
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
        <a href="/" className={buttonClass({ variant: 'ghost', size: 'xl', className: 'h-14!' })}>
          Open Keyhold instead
        </a>
      </form>
    </KioskFrame>
  );
}

/** Returns that this tablet kept and no kiosk of their location has sent. */
function NotRecorded() {
  const kept = useKeptReturns();
  if (kept.length === 0) return null;
  const places = [...new Set(kept.map(({ location }) => location))].join(', ');
  return (
    <Notice variant="warning" title={`${count(kept.length, 'return')} not recorded`}>
      {kept.map(({ name }) => name).join(', ')}.{' '}
      {kept.length === 1
        ? `It is sent when this tablet is a kiosk of ${places} again. Otherwise take the set to the desk.`
        : `They are sent when this tablet is a kiosk of ${places} again. Otherwise take the sets to the desk.`}
    </Notice>
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

/** Ends the kiosk on this tablet. Only a user who may edit the location can. */
export function Leave({ kiosk, view }: { kiosk: Kiosk; view: KioskView }) {
  const kept = useKeptReturns();
  async function send(body: { email: string; password: string }): Promise<string | null> {
    const sent = await ask('leaveKiosk', { body });
    if (!sent.ok) return Object.values(sent.error.body.errors ?? {})[0] ?? whyNot(sent.error);
    kiosk.left();
    return null;
  }
  return (
    <UserForm
      kiosk={kiosk}
      view={view}
      title="Leave the kiosk"
      lead={
        <p>
          This tablet stops being the kiosk. Confirm it with the email and password of a user who may edit{' '}
          {view.location}.
        </p>
      }
      action="Leave the kiosk"
      stay="Stay"
      onStay={kiosk.done}
      send={send}
    >
      {kept.length > 0 && (
        <Notice variant="warning" title={`${count(kept.length, 'return')} on this tablet`}>
          They are not recorded yet. They stay on this tablet, and are sent when it is a kiosk of this
          location again.
        </Notice>
      )}
    </UserForm>
  );
}
