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
 * Layout of every signed-in page: header and main area. On a phone a screen's own header (`data-own-head`) replaces it, and a screen's own
 * offline notice (`data-unsaved`) replaces the general one.
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

/** Loads the live channel until it succeeds: the connection can fail after the first screen. */
async function liveModule() {
  for (;;) {
    try {
      return await import('../api/live.ts');
    } catch {
      void serverAnswers();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** Starts the live channel after the first screen. */
function useLive(): void {
  const session = useSession();
  const person = session.state === 'in' ? session.me.id : null;
  useEffect(() => {
    if (person === null) return;
    let stop: (() => void) | undefined;
    let left = false;
    void whenQuiet()
      .then(liveModule)
      .then(({ listenLive }) => {
        if (!left) stop = listenLive(person);
      });
    return () => {
      left = true;
      stop?.();
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
      This device’s clock is {lengthOf(Math.abs(error))} {error > 0 ? 'fast' : 'slow'}. Keyhold uses the
      server’s time.
    </p>
  );
}

/** Notice that data on the screen could not be refreshed. Closes once a later read succeeds. */
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

/** Whether data is shown whose refresh failed. A failed further page does not count. */
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
