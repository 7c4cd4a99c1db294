import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { lengthOf } from '../../shared/clock-text.ts';
import { whenQuiet } from '../api/queries.ts';
import { serverAnswers } from '../api/reachable.ts';
import { useClockError } from '../api/server-clock.ts';
import { useMay, useSession } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Header } from './Header.tsx';
import { NAVIGATION } from './navigation.ts';

/**
 * The frame of every signed-in page: the header with its navigation, and the main area. On a phone a screen with a head of its own
 * (`data-own-head`) has no other above it, and a screen that says that it is not connected (`data-unsaved`) no second notice of it.
 */
export function Shell({ children }: { children: ReactNode }) {
  useLive();
  return (
    <div className="flex min-h-dvh flex-col phone:has-data-own-head:[&>header]:hidden has-data-unsaved:[&>[data-out-of-date]]:hidden">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-panel focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <Header />
      <ClockNotice />
      <main
        id="main"
        className="mx-auto w-full max-w-[1344px] min-[1700px]:max-w-[1600px] flex-1 p-6 phone:p-4 print:p-0"
        tabIndex={-1}
      >
        {children}
      </main>
      <OutOfDate />
      <Shortcuts />
    </div>
  );
}

const AGAIN_MS = 3000;

/** What listens and what reads again; fetched again until they are there, as a signal may go just after the first screen. */
async function liveModules() {
  for (;;) {
    try {
      return await Promise.all([import('../api/live.ts'), import('../api/heal.ts')]);
    } catch {
      void serverAnswers();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** Listens to what others do and makes failed reads again, once the first screen is there. */
function useLive(): void {
  const session = useSession();
  const person = session.state === 'in' ? session.me.id : null;
  useEffect(() => {
    if (person === null) return;
    let stop: (() => void) | undefined;
    let left = false;
    void whenQuiet()
      .then(liveModules)
      .then(([{ listenLive }, { healReads }]) => {
        if (left) return;
        const stops = [listenLive(person), healReads()];
        stop = () => {
          for (const one of stops) one();
        };
      });
    return () => {
      left = true;
      stop?.();
    };
  }, [person]);
}

/** Says that the device's clock is more than two minutes off, and that the times shown are the server's. */
function ClockNotice() {
  const error = useClockError();
  if (error === 0) return null;
  return (
    <p
      role="status"
      className="border-b border-amber-500/25 bg-amber-500/10 px-4 py-1 text-center text-hint text-amber-800 dark:text-amber-300 print:hidden"
    >
      This device’s clock is {lengthOf(Math.abs(error))} {error > 0 ? 'fast' : 'slow'}. Keyhold uses the
      server’s time.
    </p>
  );
}

/**
 * Says that something on the screen could not be read again, so that what was true a while ago is not taken for what is true now.
 * It goes by itself once a later reading succeeds.
 */
function OutOfDate() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const outOfDate = () =>
    cache.findAll({ type: 'active', predicate: ({ state }) => isOld(state) }).length > 0;
  if (!useSyncExternalStore((changed) => cache.subscribe(changed), outOfDate)) return null;

  const readAgain = () => client.refetchQueries({ type: 'active', predicate: ({ state }) => isOld(state) });
  return (
    <div
      data-out-of-date=""
      className="fixed bottom-6 left-6 z-30 w-[400px] rounded-xl bg-panel shadow-toast phone:inset-x-3 phone:bottom-[calc(var(--foot-height,env(safe-area-inset-bottom))+12px)] phone:w-auto print:hidden"
    >
      <Notice
        variant="warning"
        title="This may be out of date"
        action={
          <Button size="sm" onClick={() => void readAgain()}>
            Try again
          </Button>
        }
      >
        Couldn't refresh this page.
      </Notice>
    </div>
  );
}

type State = { status: string; data: unknown; fetchMeta: unknown };

/** What is shown was read once, and reading it again failed. A further page that did not come makes nothing old. */
const isOld = ({ status, data, fetchMeta }: State): boolean =>
  status === 'error' && data !== undefined && !(fetchMeta as { fetchMore?: object } | null)?.fetchMore;

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
const DESK = NAVIGATION.find(({ to }) => to === '/desk');
const WAIT_MS = 1200;
/** Milliseconds from one character to the next of a reader that acts as a keyboard, at most. */
const READER_MS = 35;
const OPEN = ':is([role=dialog], [role=menu], [role=listbox]):not([data-state=closed])';

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Keys that work everywhere but in a field or a dialog: `/` searches, `g` and a letter goes to a screen, `?` lists them. */
function Shortcuts() {
  const navigate = useNavigate();
  const may = useMay();
  const [help, setHelp] = useState(false);
  /** When `g` was pressed, by the page's own clock, which begins at 0. */
  const going = useRef(Number.NEGATIVE_INFINITY);
  /** When the last character was pressed. */
  const last = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      // The middle of a code that a reader types: its slash is no search.
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
        // Whoever has no desk is led where it would be reached from.
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

  return (
    <Dialog open={help} onOpenChange={setHelp} title="Keyboard shortcuts" description="Outside text fields">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2.5">
        {[
          ['/', 'Search'],
          ['g b', 'Dashboard'],
          ...(may(DESK?.needs ?? 'nobody') ? [['g d', 'Desk']] : []),
          ['g k', 'Keys'],
          ['g o', 'Out now'],
          ['g p', 'People'],
          ['g r', 'Premises'],
          ['g l', 'Locations'],
          ['g h', 'History'],
          ['g a', 'Audit'],
          ['g m', 'My Profile'],
          ['?', 'Show this list'],
          ['Esc', 'Close'],
          ['F8', 'Latest notification'],
        ].map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt className="flex gap-1">
              {keys?.split(' ').map((key) => (
                <kbd key={key} className="rounded-md border bg-soft px-1.5 py-0.5 text-hint font-medium">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
