import { useEffect, useRef } from 'react';
import { keepAppFiles } from '../device/install.ts';
import { isNfcSupported, useNfcScan } from '../device/scan/nfc.ts';
import { useReader } from '../device/scan/reader.ts';
import { Done } from './Done.tsx';
import { Idle } from './Idle.tsx';
import { Kept } from './Kept.tsx';
import { Leave } from './Leave.tsx';
import { Mine } from './Mine.tsx';
import { Bind, forgetLink, readLink, Unreachable, useLink } from './NotKiosk.tsx';
import { NewNumber, OwnNumber } from './Numbers.tsx';
import { Return } from './Return.tsx';
import { Take } from './Take.tsx';
import { type Kiosk, useKiosk } from './use-kiosk.ts';

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
    case 'return':
      return <Return key={JSON.stringify(screen.back)} kiosk={kiosk} view={view} back={screen.back} />;
    case 'done':
      return <Done kiosk={kiosk} view={view} done={screen.done} />;
    case 'leave':
      return <Leave kiosk={kiosk} view={view} />;
    case 'kept':
      return <Kept kiosk={kiosk} view={view} />;
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
