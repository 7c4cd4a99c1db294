import { type ReactNode, useEffect } from 'react';
import { whenQuiet } from '../api/queries.ts';
import { serverAnswers } from '../api/reachable.ts';
import { useSession } from '../session.tsx';
import { ClockNotice } from './ClockNotice.tsx';
import { Header } from './Header.tsx';
import { OutOfDate } from './OutOfDate.tsx';
import { Shortcuts } from './Shortcuts.tsx';

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
