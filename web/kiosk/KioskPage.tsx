import { Check, CloudUpload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { KioskView } from '../../shared/kiosk.ts';
import { keepAppFiles } from '../device/install.ts';
import { isNfcSupported, useNfcScan } from '../device/scan/nfc.ts';
import { useReader } from '../device/scan/reader.ts';
import { cx } from '../ui/cx.ts';
import { ApprovalScreen } from './ApprovalScreen.tsx';
import { Bind, forgetLink, Leave, readLink, Unreachable, useLink } from './Bind.tsx';
import { dueText, KioskButton, KioskFrame, LONG_ID, Title } from './Frame.tsx';
import { Idle } from './Idle.tsx';
import { Kept, Seen } from './Kept.tsx';
import { Mine, useLeft } from './Mine.tsx';
import { NewNumber, OwnNumber } from './Numbers.tsx';
import { Return } from './Return.tsx';
import { Take } from './Take.tsx';
import { type Kiosk, useKiosk } from './use-kiosk.ts';
import type { Done as Recorded } from './use-turn.ts';

/** A tablet beside the hooks: people take keys by badge and number, and any person returns a set (decision 0081). */
export function KioskPage() {
  const kiosk = useKiosk();
  const link = useOpenedLink(kiosk);
  useTablet();
  useReader({ onRead: kiosk.scan, accepts: 'code', enabled: kiosk.screen.at !== 'return' });
  useTags(kiosk.scan);
  if (kiosk.binding === 'unknown') return <Unreachable kiosk={kiosk} />;
  if (kiosk.binding !== 'bound' || !kiosk.view) return <Bind key={link.code} kiosk={kiosk} link={link} />;
  return <Shown kiosk={kiosk} view={kiosk.view} />;
}

function Shown({ kiosk, view }: { kiosk: Kiosk; view: NonNullable<Kiosk['view']> }) {
  const { screen, mine } = kiosk;
  switch (screen.at) {
    case 'number':
      return <OwnNumber kiosk={kiosk} view={view} turn={screen.turn} />;
    case 'newNumber':
      return <NewNumber kiosk={kiosk} view={view} turn={screen.turn} first={screen.first} />;
    case 'mine':
      return mine && <Mine kiosk={kiosk} view={view} mine={mine} />;
    case 'take':
      return <Take key={screen.offer.keyBunchId} kiosk={kiosk} view={view} offer={screen.offer} />;
    case 'approval':
      return (
        <ApprovalScreen
          key={`${screen.offer.keyBunchId} ${screen.badge}`}
          kiosk={kiosk}
          view={view}
          screen={screen}
        />
      );
    case 'return':
      return <Return key={JSON.stringify(screen.back)} kiosk={kiosk} view={view} back={screen.back} />;
    case 'done':
      return <Done kiosk={kiosk} view={view} done={screen.done} />;
    case 'leave':
      return <Leave kiosk={kiosk} view={view} />;
    case 'kept':
      return <Kept kiosk={kiosk} view={view} />;
    case 'seen':
      return <Seen key={screen.key} kiosk={kiosk} view={view} of={screen.key} />;
    default:
      return <Idle kiosk={kiosk} view={view} />;
  }
}

/** The link of a kiosk, also one that is opened while the page is. A tablet that is a kiosk stays that one. */
function useOpenedLink(kiosk: Kiosk) {
  const link = useLink();
  useEffect(() => {
    readLink();
    window.addEventListener('hashchange', readLink);
    return () => window.removeEventListener('hashchange', readLink);
  }, []);
  const isOpened = link.code !== '' || link.isDamaged;
  const isRefused = isOpened && kiosk.binding === 'bound' && kiosk.screen.at === 'idle';
  const { refused, view } = kiosk;
  useEffect(() => {
    if (!isRefused) return;
    forgetLink();
    refused(
      `This tablet is the kiosk ${view?.name} already. To make it another one, press Leave, then open the link again.`,
    );
  });
  return link;
}

/** Where the browser reads NFC tags, it does after the first press: it asks for permission only then. */
function useTags(onRead: (serial: string) => void): void {
  const { state, start } = useNfcScan({ onRead, onError: () => undefined });
  const begin = useRef(start);
  begin.current = start;
  const isIdle = state === 'idle';
  useEffect(() => {
    if (!isIdle || !isNfcSupported()) return;
    const press = () => begin.current();
    window.addEventListener('click', press, { once: true });
    return () => window.removeEventListener('click', press);
  }, [isIdle]);
}

/** Keeps the page on the screen: installed as a kiosk, awake, opened without network, and with Back leading nowhere. */
function useTablet(): void {
  useEffect(() => {
    document.querySelector('link[rel=manifest]')?.setAttribute('href', '/kiosk.webmanifest');
    void keepAppFiles();
    const stay = () => History.prototype.pushState.call(window.history, window.history.state, '');
    const awake = () => {
      if (!document.hidden) void navigator.wakeLock?.request('screen').catch(() => undefined);
    };
    stay();
    awake();
    window.addEventListener('popstate', stay);
    document.addEventListener('visibilitychange', awake);
    return () => {
      window.removeEventListener('popstate', stay);
      document.removeEventListener('visibilitychange', awake);
    };
  }, []);
}

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
function Done({ kiosk, view, done }: { kiosk: Kiosk; view: KioskView; done: Recorded }) {
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
        <p
          className={cx(
            'max-w-full leading-tight font-bold tracking-[-0.04em] wrap-anywhere',
            done.identifier.length > LONG_ID ? 'text-[min(3rem,8vw)]' : 'text-[min(5.5rem,11vw)]',
          )}
        >
          {done.identifier}
        </p>
        <p className="text-[1.5rem]/8 font-medium text-balance">{next(done)}</p>
      </section>
    </KioskFrame>
  );
}

function next({ kind, text }: Recorded): string {
  if (kind === 'taken') return text ? `Due back ${dueText(text)}` : 'No due time';
  const hang = text ? `Hang it on hook ${text}.` : '';
  return kind === 'kept' ? `${hang} It is sent when there is a network.`.trim() : hang;
}
