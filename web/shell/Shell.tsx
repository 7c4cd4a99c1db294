import { type ReactNode, useEffect } from 'react';
import { whenQuiet } from '../api/queries.ts';
import { useSession } from '../session.tsx';
import { Header } from './Header.tsx';
import { OutOfDate } from './OutOfDate.tsx';
import { Shortcuts } from './Shortcuts.tsx';

/**
 * The frame of every signed-in page: the header with its navigation, and the main area. On a phone a screen with a head of its own
 * (`data-own-head`) has no other above it.
 */
export function Shell({ children }: { children: ReactNode }) {
  useLive();
  return (
    <div className="flex min-h-dvh flex-col phone:has-data-own-head:[&>header]:hidden">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-panel focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <Header />
      <main id="main" className="mx-auto w-full max-w-[1344px] flex-1 p-6 phone:p-4 print:p-0" tabIndex={-1}>
        {children}
      </main>
      <OutOfDate />
      <Shortcuts />
    </div>
  );
}

/** Hears what others do, once the first screen is there. */
function useLive(): void {
  const session = useSession();
  const person = session.state === 'in' ? session.me.id : null;
  useEffect(() => {
    if (person === null) return;
    let stop: (() => void) | undefined;
    let left = false;
    void whenQuiet()
      .then(() => import('../api/live.ts'))
      .then(({ listenLive }) => {
        if (!left) stop = listenLive(person);
      });
    return () => {
      left = true;
      stop?.();
    };
  }, [person]);
}
