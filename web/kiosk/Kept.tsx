import { CloudUpload, TriangleAlert } from 'lucide-react';
import type { KioskView } from '../../shared/kiosk.ts';
import { KIOSK_HOOK_SECONDS } from '../../shared/kiosk-words.ts';
import { shortTime } from '../format.ts';
import { Notice } from '../ui/Notice.tsx';
import { whyNot } from './calls.ts';
import { KioskButton, KioskFrame, Title } from './Frame.tsx';
import {
  acknowledgementOf,
  forDesk,
  forgetReturn,
  handedInAt,
  type KeptReturn,
  useKeptReturns,
} from './kept.ts';
import { UserForm } from './UserForm.tsx';
import type { Kiosk } from './use-kiosk.ts';

type Props = { kiosk: Kiosk; view: KioskView };

const list = (kiosk: Kiosk, said: string | null = null) =>
  kiosk.show({ at: 'kept' }, KIOSK_HOOK_SECONDS, said);

/** Returns that the register does not have: those to send, and those that it refused, for the desk. */
export function Kept({ kiosk, view }: Props) {
  const kept = useKeptReturns();
  return (
    <KioskFrame kiosk={view} foot={<KioskButton onClick={kiosk.done}>Back</KioskButton>}>
      <div className="mx-auto grid w-full max-w-[800px] gap-4 px-8 py-6 phone:px-4">
        <Title className="text-[1.75rem]">Returns on this tablet</Title>
        {kiosk.fault && (
          <Notice variant="info" className="text-base!">
            {kiosk.fault}
          </Notice>
        )}
        <p className="text-base text-pretty text-muted">
          {kept.length === 0
            ? 'None are kept here.'
            : 'Handed in without network. What the register refused has the reason under it: look at the set, at the desk. A user confirms that, and the log keeps it.'}
        </p>
        {kept.length > 0 && (
          <ul className="divide-y overflow-clip rounded-xl border bg-panel shadow-xs">
            {kept.map((one) => (
              <KeptRow key={one.key} kiosk={kiosk} view={view} one={one} />
            ))}
          </ul>
        )}
      </div>
    </KioskFrame>
  );
}

function KeptRow({ kiosk, view, one }: Props & { one: KeptReturn }) {
  const { key, name, body, companyId } = one;
  const why = forDesk(one, view);
  const Picture = why ? TriangleAlert : CloudUpload;
  return (
    <li className="flex min-h-[84px] flex-wrap items-center gap-4 px-5 py-3">
      <Picture aria-hidden className="size-6 text-muted" />
      <div className="min-w-56 flex-1">
        <p className="text-[1.25rem]/7 font-semibold wrap-anywhere">{name}</p>
        <p className="text-base text-muted">
          {shortTime(handedInAt(one))} · new tag {body.newTag}
          {body.missingNote && ` · missing: ${body.missingNote}`}
        </p>
        {why && <p className="text-base font-medium text-bad">{why}</p>}
      </div>
      {why && companyId === view.companyId && (
        <KioskButton
          aria-label={`The desk has seen it: ${name}`}
          disabledReason={kiosk.isOnline ? undefined : 'Needs a network'}
          onClick={() => kiosk.show({ at: 'seen', key }, KIOSK_HOOK_SECONDS)}
        >
          The desk has seen it
        </KioskButton>
      )}
    </li>
  );
}

/** How often the confirmation is sent without an answer. The server logs a return once. */
const TRIES = 3;

/** The desk has seen a return that was refused: a user confirms it for the log, then the tablet forgets it. */
export function Seen({ kiosk, view, of }: Props & { of: string }) {
  const one = useKeptReturns().find(({ key }) => key === of);
  const why = one && forDesk(one, view);
  // Another page of the tablet was quicker.
  if (!one || !why) return <Kept kiosk={kiosk} view={view} />;
  const { name, location, body } = one;
  async function send(user: { email: string; password: string }): Promise<string | null> {
    if (!one || !why) return null;
    const sent = await kiosk.run(
      'acknowledgeReturn',
      { body: { ...user, ...acknowledgementOf(one, why) } },
      TRIES,
    );
    if (!sent) return null;
    if (!sent.ok) return Object.values(sent.error.body.errors ?? {})[0] ?? whyNot(sent.error);
    forgetReturn(one.key);
    list(
      kiosk,
      sent.reply.state === 'recorded'
        ? `${name} has been recorded meanwhile, with the new tag ${body.newTag}. It is not kept here any more.`
        : `The log has the return of ${name}. It is not kept here any more.`,
    );
    return null;
  }
  return (
    <UserForm
      kiosk={kiosk}
      view={view}
      title="The desk has seen it"
      lead={
        <>
          <p className="font-medium text-fg wrap-anywhere">
            {name}, {shortTime(handedInAt(one))}, new tag {body.newTag}
          </p>
          <p>{why}</p>
          <p>
            Confirm it with the email and password of a user who may return keys of {location}. The log keeps
            this return and their name.
          </p>
        </>
      }
      action="Write to the log"
      stay="Back"
      onStay={() => list(kiosk)}
      send={send}
    />
  );
}
