import '../api/probe.ts';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { lengthOf } from '../../shared/clock-text.ts';
import { untilLoaded, useOfflineSince } from '../api/connection.ts';
import { whenQuiet } from '../api/queries.ts';
import { useClockError } from '../api/server-clock.ts';
import { useMay, useSession } from '../session.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { Header } from './Header.tsx';
import { outOfDate } from './later.ts';
import { NAVIGATION } from './navigation.ts';

const ShortcutHelp = lazyDialog(() => import('./ShortcutHelp.tsx'), 'ShortcutHelp');

/** Layout of every signed-in page: header and main area. On a phone a screen's own header (`data-own-head`) replaces it. */
export function Shell({ children }: { children: ReactNode }) {
  useLive();
  const OutOfDate = outOfDate.use();
  const offline = useOfflineSince() > 0;
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-panel focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <Header />
      {/* Not in the header, which a screen's own head replaces, and in the page before there is something to announce. */}
      <p role="status" className="sr-only">
        {offline && 'Offline'}
      </p>
      <ClockNotice />
      <main
        id="main"
        className="mx-auto w-full max-w-[1344px] min-[1700px]:max-w-[1600px] flex-1 p-6 phone:p-4 print:p-0"
        tabIndex={-1}
      >
        {children}
      </main>
      {OutOfDate && <OutOfDate />}
      <Shortcuts />
    </div>
  );
}

/** Starts the live channel after the first screen, and sends what this device kept. */
function useLive(): void {
  const session = useSession();
  const person = session.state === 'in' ? session.me.id : null;
  useEffect(() => {
    if (person === null) return;
    let stop: (() => void) | undefined;
    let stopLater: (() => void) | undefined;
    let left = false;
    void whenQuiet()
      .then(() => untilLoaded(() => import('../api/live.ts')))
      .then(({ listenLive }) => {
        if (!left) stop = listenLive(person);
        void untilLoaded(() => import('./begin-later.ts')).then(({ beginLater }) => {
          if (!left) stopLater = beginLater();
        });
      });
    return () => {
      left = true;
      stop?.();
      stopLater?.();
    };
  }, [person]);
}

/** Notice that the device's clock is more than two minutes off and the server's time is shown. */
function ClockNotice() {
  const error = useClockError();
  if (error === 0) return null;
  return (
    <p
      role="status"
      className="border-b border-amber-500/25 bg-amber-500/10 px-4 py-1 text-center text-hint text-amber-800 dark:text-amber-300 print:hidden"
    >
      This device's clock is {lengthOf(Math.abs(error))} {error > 0 ? 'fast' : 'slow'}. Keyhold uses the
      server's time.
    </p>
  );
}

const GO: Record<string, (typeof NAVIGATION)[number]['to']> = {
  d: '/desk',
  b: '/',
  k: '/key-bunches',
  o: '/out',
  p: '/people',
  r: '/premises',
  l: '/locations',
  h: '/history',
  a: '/audit',
  m: '/profile',
};
const WAIT_MS = 1200;
/** Maximum interval between the characters of a keyboard reader, in ms. */
const READER_MS = 35;
const OPEN = ':is([role=dialog], [role=menu], [role=listbox]):not([data-state=closed])';

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Shortcuts outside fields and dialogs: `/` searches, `g` and a letter opens a screen, `?` lists them. */
function Shortcuts() {
  const navigate = useNavigate();
  const may = useMay();
  const [help, setHelp] = useState(false);
  /** Time of the last `g`, in ms since the page loaded. */
  const going = useRef(Number.NEGATIVE_INFINITY);
  /** Time of the last character. */
  const last = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      // Within a code from a reader a slash is not a shortcut.
      const isRead = event.timeStamp - last.current <= READER_MS;
      if (/^[\x21-\x7e]$/.test(event.key)) last.current = event.timeStamp;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target))
        return;
      if (document.querySelector(OPEN)) return;
      const to = GO[event.key];
      if (event.timeStamp - going.current < WAIT_MS && to) {
        going.current = Number.NEGATIVE_INFINITY;
        last.current = Number.NEGATIVE_INFINITY;
        event.preventDefault();
        if (NAVIGATION.every((item) => item.to !== to || may(item.needs))) void navigate({ to });
        // Without the permission for the desk, `g d` opens the dashboard.
        else if (to === '/desk') void navigate({ to: '/' });
      } else if (isRead) {
        going.current = Number.NEGATIVE_INFINITY;
      } else if (event.key === 'g') {
        going.current = event.timeStamp;
      } else if (event.key === '?') {
        setHelp(true);
      } else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('main input[type=search]');
        if (!search) return;
        event.preventDefault();
        search.focus();
        search.select();
      }
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [navigate, may]);

  return help && <ShortcutHelp onClose={() => setHelp(false)} />;
}
