import { useState } from 'react';
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
import { PHONE, useMedia } from '../ui/media.ts';
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
  if (hasNumber)
    return (
      <NumberScreen
        {...{ kiosk, view, firstName }}
        title="Your number"
        hint={HINT}
        fault={kiosk.fault}
        onNumber={(number) => kiosk.enterNumber(turn, number)}
      />
    );
  return (
    <KioskFrame kiosk={view} foot={<Locks kiosk={kiosk} />}>
      <Message
        title={`${firstName}, you have no number yet`}
        actions={<KioskButton onClick={kiosk.done}>Done</KioskButton>}
      >
        Set one on your profile, or ask at the desk for a first one. Then you can take keys here.
      </Message>
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
    <NumberScreen
      key={tries}
      {...{ kiosk, view }}
      firstName={turn.firstName}
      title={chosen ? 'The same again' : 'Choose your own number'}
      hint={
        chosen
          ? 'So that a slip does not lock you out.'
          : 'The number from the desk worked once. Six digits that only you know.'
      }
      fault={fault ?? kiosk.fault}
      onNumber={chosen ? repeat : choose}
    />
  );
}

function Locks({ kiosk }: { kiosk: Kiosk }) {
  const { seconds } = useLeft(kiosk);
  return <p className="tabular-nums phone:mr-auto">Locks in {seconds} s</p>;
}

type NumberProps = Omit<Props, 'turn'> & {
  /** The first name; nothing else of a person shows before the number. */
  firstName: string;
  title: string;
  hint: string;
  /** Why the last number was refused. */
  fault: string | null;
  /** Called with all digits, at the last one. */
  onNumber: (number: string) => void;
};

/** Asks for six digits, by the pad or a keyboard. It is sent at the sixth. */
function NumberScreen({ kiosk, view, firstName, title, hint, fault, onNumber }: NumberProps) {
  const { number, add, erase } = useDigits(kiosk.pending, onNumber);
  const phone = useMedia(PHONE);
  const other = (
    <KioskButton onClick={kiosk.done}>
      <Cut>Not {firstName}</Cut>
    </KioskButton>
  );
  return (
    <KioskFrame
      kiosk={view}
      foot={
        <>
          <Locks kiosk={kiosk} />
          {phone && other}
        </>
      }
    >
      <Halves>
        <div className="grid min-w-0 gap-6 lg:px-6 phone:gap-2">
          <div className="flex items-center gap-4">
            <Avatar name={firstName} size={44} />
            <p className="min-w-0 text-[1.75rem]/9 font-semibold tracking-tight wrap-anywhere phone:text-[1.375rem]/7">
              {firstName}
            </p>
          </div>
          <Title>{title}</Title>
          <Boxes filled={number.length} />
          <p
            role={fault ? 'alert' : undefined}
            className={cx('text-base text-pretty phone:text-sm', fault ? 'text-bad' : 'text-muted')}
          >
            {fault ?? hint}
          </p>
          {!phone && <div className="min-w-0">{other}</div>}
        </div>
        <div className="flex md:justify-end">
          <Pad size="large" onDigit={add} onErase={erase} />
        </div>
      </Halves>
    </KioskFrame>
  );
}
