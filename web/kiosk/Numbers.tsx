import { type ReactNode, useState } from 'react';
import type { KioskTurn, KioskView } from '../../shared/kiosk.ts';
import {
  isEasyNumber,
  KIOSK_NUMBER_EASY,
  KIOSK_NUMBER_REST_MINUTES,
  KIOSK_NUMBER_WRONG_MOST,
} from '../../shared/kiosk-words.ts';
import { Boxes, Pad, useDigits } from '../device/NumberPad.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { cx } from '../ui/cx.ts';
import { Cut, Halves, KioskButton, KioskFrame, Message, Title } from './Frame.tsx';
import { useLeft } from './Mine.tsx';
import type { Kiosk } from './use-kiosk.ts';

type Props = { kiosk: Kiosk; view: KioskView; turn: KioskTurn };

const HINT = `Six digits, yours alone. After ${KIOSK_NUMBER_WRONG_MOST} wrong tries it rests for ${KIOSK_NUMBER_REST_MINUTES} minutes.`;

const SAME = 'Choose another number than the one from the desk.';
const EASY = `${KIOSK_NUMBER_EASY}.`;

/** After a badge: the person's number. A badge alone opens nothing. */
export function OwnNumber({ kiosk, view, turn }: Props) {
  const { firstName, hasNumber } = turn;
  return (
    <KioskFrame kiosk={view} foot={<Locks kiosk={kiosk} />}>
      {hasNumber ? (
        <NumberScreen
          firstName={firstName}
          title="Your number"
          hint={HINT}
          fault={kiosk.fault}
          pending={kiosk.pending}
          onNumber={(number) => kiosk.enterNumber(turn, number)}
          onCancel={kiosk.done}
        />
      ) : (
        <Message
          title={`${firstName}, you have no number yet`}
          actions={<KioskButton onClick={kiosk.done}>Done</KioskButton>}
        >
          Set one on your profile, or ask at the desk for a first one. Then you can take keys here.
        </Message>
      )}
    </KioskFrame>
  );
}

/** The number from the desk was right: the person chooses their own, twice. */
export function NewNumber({ kiosk, view, turn, first }: Props & { first: string }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  // Each number begins with empty boxes.
  const [tries, setTries] = useState(0);
  function choose(number: string) {
    setTries(tries + 1);
    const why = number === first ? SAME : isEasyNumber(number) ? EASY : null;
    setFault(why);
    if (!why) setChosen(number);
  }
  function repeat(number: string) {
    if (number === chosen) return kiosk.enterNumber(turn, first, number);
    setTries(tries + 1);
    setFault('The two were different. Choose your number again.');
    setChosen(null);
  }
  return (
    <KioskFrame kiosk={view} foot={<Locks kiosk={kiosk} />}>
      <NumberScreen
        key={tries}
        firstName={turn.firstName}
        title={chosen ? 'The same again' : 'Choose your own number'}
        hint={
          chosen
            ? 'So that a slip does not lock you out.'
            : 'The number from the desk worked once. Six digits that only you know.'
        }
        fault={fault ?? kiosk.fault}
        pending={kiosk.pending}
        onNumber={chosen ? repeat : choose}
        onCancel={kiosk.done}
      />
    </KioskFrame>
  );
}

function Locks({ kiosk }: { kiosk: Kiosk }) {
  const { seconds } = useLeft(kiosk);
  return <p className="tabular-nums">Locks in {seconds} s</p>;
}

type NumberProps = {
  /** The first name; nothing else of a person shows before the number. */
  firstName: string;
  title: string;
  hint: ReactNode;
  /** Why the last number was refused. */
  fault: string | null;
  /** A number is being checked. */
  pending: boolean;
  /** Called with all digits, at the last one. */
  onNumber: (number: string) => void;
  onCancel: () => void;
};

/** Asks for six digits, by the pad or a keyboard. It is sent at the sixth. */
function NumberScreen({ firstName, title, hint, fault, pending, onNumber, onCancel }: NumberProps) {
  const { number, add, erase } = useDigits(pending, onNumber);
  return (
    <Halves>
      <div className="grid min-w-0 gap-6 lg:px-6">
        <div className="flex items-center gap-4">
          <Avatar name={firstName} size={44} />
          <p className="min-w-0 wrap-anywhere text-[1.75rem] font-semibold tracking-tight">{firstName}</p>
        </div>
        <Title>{title}</Title>
        <Boxes filled={number.length} />
        <p
          role={fault ? 'alert' : undefined}
          className={cx('text-base text-pretty', fault ? 'text-bad' : 'text-muted')}
        >
          {fault ?? hint}
        </p>
        <div className="min-w-0">
          <KioskButton onClick={onCancel}>
            <Cut>Not {firstName}</Cut>
          </KioskButton>
        </div>
      </div>
      <div className="flex md:justify-end">
        <Pad size="large" onDigit={add} onErase={erase} />
      </div>
    </Halves>
  );
}
