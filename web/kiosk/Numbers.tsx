import { useState } from 'react';
import type { KioskTurn, KioskView } from '../../shared/kiosk.ts';
import { isEasyPin, PIN_EASY, PIN_REST_MINUTES, PIN_WRONG_MOST } from '../../shared/kiosk-words.ts';
import { KioskButton, KioskFrame, Message } from './Frame.tsx';
import { useLeft } from './Mine.tsx';
import { NumberScreen } from './NumberScreen.tsx';
import type { Kiosk } from './use-kiosk.ts';

type Props = { kiosk: Kiosk; view: KioskView; turn: KioskTurn };

const HINT = `Six digits, yours alone. After ${PIN_WRONG_MOST} wrong tries it rests for ${PIN_REST_MINUTES} minutes.`;

const SAME = 'Choose another number than the one from the desk.';
const EASY = `${PIN_EASY}: not one digit six times, not digits in a row.`;

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
          onNumber={(pin) => kiosk.enterNumber(turn, pin)}
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
  function choose(pin: string) {
    setTries(tries + 1);
    const why = pin === first ? SAME : isEasyPin(pin) ? EASY : null;
    setFault(why);
    if (!why) setChosen(pin);
  }
  function repeat(pin: string) {
    if (pin === chosen) return kiosk.enterNumber(turn, first, pin);
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
        fault={fault ?? (chosen ? null : kiosk.fault)}
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
