import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { onBack, serverAnswers, useOfflineSince } from '../api/connection.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/Notice.tsx';

/** The module of a page could not be loaded. */
export class PageNotLoaded extends Error {
  override name = 'PageNotLoaded';
}

/** The address that was reloaded for its module: a second failure there is shown, to avoid a loop. */
const RELOADED = 'keyhold.reloaded';

/** A page's module was loaded: the next failure may reload again. */
export function pageLoaded<M>(module: M): M {
  sessionStorage.removeItem(RELOADED);
  return module;
}

/** Browser messages for a module that could not be loaded. */
const MODULE_MISSING = /dynamically imported module|importing a module script failed/i;

/**
 * Shown in the shell for a page that could not be loaded or rendered. A page that was not loaded reloads the document once, because a new
 * build has other modules. "Try again" does so if the server responds; after a lost connection it happens automatically once it responds.
 */
export function PageFailed({ error }: ErrorComponentProps) {
  const { href } = window.location;
  const isUnloaded = error instanceof PageNotLoaded;
  const [retrying, setRetrying] = useState(false);
  const [reloading, setReloading] = useState(() => isUnloaded && sessionStorage.getItem(RELOADED) !== href);
  const isAway = isUnloaded || (error instanceof Error && MODULE_MISSING.test(error.message));
  const offline = useOfflineSince() > 0;
  useEffect(() => {
    if (reloading) void loadAgain().then((answered) => setReloading(answered));
  }, [reloading]);
  useEffect(() => (isAway ? onBack(() => void loadAgain()) : undefined), [isAway]);
  async function again() {
    setRetrying(true);
    if (!(await loadAgain())) setRetrying(false);
  }
  if (reloading) return null;
  return (
    <div className="mx-auto w-full max-w-2xl pt-6">
      <Notice
        variant={isAway && offline ? 'info' : 'error'}
        title={titleOf(isAway, offline)}
        action={
          <button
            type="button"
            data-button=""
            disabled={retrying}
            className={buttonClass({ size: 'sm' })}
            onClick={() => void again()}
          >
            Try again
          </button>
        }
      >
        {isAway
          ? offline
            ? 'No signal. It opens as soon as you have signal again. The screens you have opened still work.'
            : "Keyhold can't be reached. Check your connection, then try again. The rest of this window still works."
          : 'Something went wrong in Keyhold. Try again, and tell your administrator if it stays.'}
      </Notice>
    </div>
  );
}

const titleOf = (isAway: boolean, offline: boolean): string =>
  !isAway
    ? "This page couldn't be shown"
    : offline
      ? "This page isn't on this device yet"
      : "This page couldn't be loaded";

/** Asks first: what was sent before the connection was lost can still be answered, and a reload without a server loses the window. */
async function loadAgain(): Promise<boolean> {
  const answered = await serverAnswers();
  if (answered) {
    sessionStorage.setItem(RELOADED, window.location.href);
    window.location.reload();
  }
  return answered;
}
