import { CircleCheck, PenLine } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { grouped } from '../../shared/anchor-words.ts';
import type { OneRoomHandover, RoomPerson } from '../../shared/room-handover.ts';
import {
  changedText,
  notHandedOver,
  signedWith,
  sinceSigned,
  whenText,
} from '../../shared/room-handover-text.ts';
import type { RoomSide } from '../../shared/room-handover-words.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAction } from '../api/action.ts';
import { useOfflineSince } from '../api/connection.ts';
import { refusalOf, useRefusal } from '../api/refusal.ts';
import { capital, sinceClock } from '../custody/due-lines.ts';
import { useMe } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { linkClass } from '../ui/classes.ts';
import { Notice } from '../ui/Notice.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { useNow, useZone } from '../zone.ts';
import { whyNotSign } from './handover-text.ts';
import { SignerDialog } from './SignerDialog.tsx';

const WORDS = {
  outgoing: { title: 'Outgoing', verb: 'Sign and hand over' },
  incoming: { title: 'Incoming', verb: 'Sign and take over' },
} as const;

/** Why a signature was refused. */
type Refusal = {
  message: string;
  detail?: string | undefined;
  unsent: boolean | undefined;
  side: RoomSide;
  revision: number | null;
};

/** Signs a side, as the caller or with the proof of another person. Resolves to whether it is signed. */
function useSign(handover: OneRoomHandover) {
  const [refusal, setRefusal] = useRefusal<Refusal>();
  const current = useRef(handover.revision);
  current.current = handover.revision;
  const sign = useAction('signRoomHandover', { quiet: true });
  async function run(side: RoomSide, proof?: string): Promise<boolean> {
    const { id, figures, read } = handover;
    if (!figures) return false;
    setRefusal(null);
    const sent = await sign.run({
      params: { id },
      body: { side, figures, read, ...(proof && { proof }) },
    });
    if (sent.ok) return true;
    const { message = 'Nothing was signed.', detail, unsent } = refusalOf(sent.error, 'Nothing was signed.');
    const refused = { message, detail, unsent, side, revision: null };
    setRefusal(refused);
    // It is about the state that is read now, and is over with the next one.
    void sent.refreshed.then(() =>
      setRefusal((last) => (last === refused ? { ...refused, revision: current.current } : last)),
    );
    return false;
  }
  const isOver = refusal !== null && refusal.revision !== null && refusal.revision !== handover.revision;
  return { run, refusal: isOver ? null : refusal, clear: () => setRefusal(null), pending: sign.pending };
}

/** The rail: who hands over and who takes over, each with their signature. */
export function Signatures({ handover, unsaved }: { handover: OneRoomHandover; unsaved: boolean }) {
  const me = useMe();
  const sign = useSign(handover);
  const dialog = useDialogState<RoomSide>();
  const offline = useOfflineSince() > 0;
  const ask = (side: RoomSide) => {
    sign.clear();
    dialog.show(side);
  };
  const { outgoing, incoming, aloneReason, state } = handover;
  const isOutgoing = outgoing?.userId === me.id;
  // Of a handover without an outgoing person the incoming one is known from the start.
  const takesOver = aloneReason === null ? !isOutgoing : incoming?.userId === me.id;
  const shared = {
    handover,
    sign,
    why: (side: RoomSide) => whyNotSign(handover, side, { offline, unsaved }),
  };
  return (
    <>
      {aloneReason === null ? (
        <Side
          {...shared}
          side="outgoing"
          person={outgoing}
          onSign={isOutgoing ? () => void sign.run('outgoing') : () => ask('outgoing')}
          note={isOutgoing ? undefined : 'With email and password, here or on their own device.'}
        />
      ) : (
        <Panel aria-label="Outgoing">
          <PanelHead title="Outgoing" />
          <p className="p-4 text-pretty wrap-anywhere">
            Taken over without an outgoing person.
            <span className="block text-hint text-muted">{aloneReason}</span>
          </p>
        </Panel>
      )}
      <Side
        {...shared}
        side="incoming"
        person={incoming}
        onSign={takesOver ? () => void sign.run('incoming') : () => ask('incoming')}
        note={takesOver ? `As ${fullName(me)}.` : 'With email and password here, or on their own device.'}
        other={
          takesOver && aloneReason === null && state === 'open' ? (
            <button type="button" className={linkClass} onClick={() => ask('incoming')}>
              Another person takes over here
            </button>
          ) : null
        }
      />
      {dialog.shown && (
        <SignerDialog
          key={dialog.shown.turn}
          {...dialog.props}
          handover={handover}
          side={dialog.shown.about}
          onProven={(proof) => sign.run(dialog.shown?.about ?? 'incoming', proof)}
        />
      )}
    </>
  );
}

type SideProps = {
  handover: OneRoomHandover;
  side: RoomSide;
  person: RoomPerson | null;
  sign: ReturnType<typeof useSign>;
  why: (side: RoomSide) => string | undefined;
  onSign: () => void;
  /** Under the button: who signs, and how. */
  note: string | undefined;
  other?: ReactNode;
};

function Side({ handover, side, person, sign, why, onSign, note, other }: SideProps) {
  const [now, zone] = [useNow(), useZone()];
  const { title, verb } = WORDS[side];
  const reason = why(side);
  const clock = (at: string) => sinceClock(Date.parse(at), now, zone);
  const refusal = sign.refusal?.side === side ? sign.refusal : null;
  const isOpen = handover.state === 'open';
  return (
    <Panel aria-label={title}>
      <PanelHead title={title} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        {person ? (
          <div className="flex items-center gap-3">
            <Avatar name={person.name} size={44} tone={person.signedAt ? 'primary' : 'soft'} />
            <p className="min-w-0">
              <b className="block text-base font-semibold break-words">{person.name}</b>
              <span className="block text-hint text-muted">
                {person.signedAt
                  ? `signed ${clock(person.signedAt)}`
                  : side === 'outgoing'
                    ? handover.takenOverBy?.userId === person.userId && `since ${clock(handover.shiftStart)}`
                    : 'takes over alone'}
              </span>
            </p>
            {person.signedAt && (
              <CircleCheck aria-hidden className="ml-auto size-5 text-emerald-700 dark:text-emerald-300" />
            )}
          </div>
        ) : (
          isOpen && <p className="text-pretty text-muted">The person who takes over signs here.</p>
        )}
        {side === 'outgoing' && <OutgoingFacts handover={handover} />}
        {person?.sha256 && <Sha256 of={person} />}
        {!person?.signedAt && isOpen && (
          <>
            {refusal && <Notice title={refusal.message}>{refusal.detail}</Notice>}
            <Button
              variant="primary"
              size="lg"
              block
              icon={PenLine}
              pending={sign.pending}
              disabledReason={reason}
              onClick={onSign}
            >
              {verb}
            </Button>
            {!reason && note && <p className="text-center text-hint text-pretty text-muted">{note}</p>}
            {!reason && other && <p className="text-center text-hint">{other}</p>}
          </>
        )}
      </div>
    </Panel>
  );
}

/** What the outgoing person signed where it changed since; before that whether another person has the room. */
function OutgoingFacts({ handover }: { handover: OneRoomHandover }) {
  const [now, zone] = [useNow(), useZone()];
  const { outgoing, takenOverBy, shiftStart, signedFigures, figures, changed } = handover;
  const signed = signedWith(signedFigures, figures);
  return (
    <>
      {outgoing && takenOverBy && takenOverBy.userId !== outgoing.userId && (
        <p className="text-hint text-pretty">
          {notHandedOver(takenOverBy.name, whenText(Date.parse(shiftStart), now, zone))}
        </p>
      )}
      {signed && (
        <p className="text-hint text-pretty">
          {capital(signed)}. {sinceSigned(signedFigures, figures)}.
        </p>
      )}
      {changed.length > 0 && <p className="text-hint text-pretty wrap-anywhere">{changedText(changed)}</p>}
    </>
  );
}

/** The fingerprint of what a person signed. */
const Sha256 = ({ of: { sha256 } }: { of: RoomPerson }) => (
  <p className="text-tiny text-muted">
    SHA-256 of what was signed
    <span className="block font-mono">{grouped(sha256 ?? '')}</span>
  </p>
);
