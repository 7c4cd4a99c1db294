import { Check, CloudUpload } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { KioskView } from '../../shared/kiosk.ts';
import { KioskButton, KioskFrame, Title } from './Frame.tsx';
import { useLeft } from './Mine.tsx';
import type { Kiosk } from './use-kiosk.ts';
import type { Done as Recorded } from './use-turn.ts';
import { dueText } from './when.ts';

/** A second tap of the press that recorded it does not end the screen, in ms. */
const SECOND_TAP_MS = 700;

function useSecondTap(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), SECOND_TAP_MS);
    return () => clearTimeout(timer);
  }, []);
  return !isOver;
}

const TITLES = { taken: 'It is yours', returned: 'Returned', kept: 'Kept on this tablet' };

/** What was recorded, for five seconds. */
export function Done({ kiosk, view, done }: { kiosk: Kiosk; view: KioskView; done: Recorded }) {
  const { seconds } = useLeft(kiosk);
  const Picture = done.kind === 'kept' ? CloudUpload : Check;
  const { mine } = kiosk;
  const isSecondTap = useSecondTap();
  return (
    <KioskFrame
      kiosk={view}
      foot={
        <>
          <p className="mr-auto tabular-nums">Locks in {seconds} s.</p>
          {mine && (
            <KioskButton disabled={isSecondTap} onClick={() => kiosk.offer({})}>
              More keys
            </KioskButton>
          )}
          <KioskButton variant="primary" disabled={isSecondTap} onClick={kiosk.done}>
            Done
          </KioskButton>
        </>
      }
    >
      <section
        role="status"
        className="flex flex-1 flex-col items-center justify-center gap-2 bg-emerald-700 px-6 py-8 text-center text-white"
      >
        <span aria-hidden className="grid size-28 place-items-center rounded-full bg-white text-emerald-700">
          <Picture className="size-[68px] stroke-[2.5]!" />
        </span>
        <Title className="mt-4 text-[1.875rem]">{TITLES[done.kind]}</Title>
        <p className="max-w-full text-[min(5.5rem,11vw)] leading-tight font-bold tracking-[-0.04em] wrap-anywhere">
          {done.identifier}
        </p>
        <p className="text-[1.5rem] font-medium text-balance">{next(done)}</p>
      </section>
    </KioskFrame>
  );
}

function next({ kind, text }: Recorded): string {
  if (kind === 'taken') return text ? `Due back ${dueText(text)}` : 'No due time';
  const hang = text ? `Hang it on hook ${text}.` : '';
  return kind === 'kept' ? `${hang} It is sent when there is a network.`.trim() : hang;
}
