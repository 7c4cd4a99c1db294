import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { serverAnswers, useIsReachable } from '../api/reachable.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/Notice.tsx';

/** Browser messages for a module that could not be loaded. */
const MODULE_MISSING = /dynamically imported module|importing a module script failed/i;

/**
 * Shown in the shell for a page that could not be loaded or rendered. "Try again" loads it if the server responds; after a lost connection
 * the page also loads automatically once the server responds.
 */
export function PageFailed({ error }: ErrorComponentProps) {
  const [retrying, setRetrying] = useState(false);
  const { name = '', message = '' } = error instanceof Error ? error : {};
  const isAway = name === 'PageNotLoaded' || MODULE_MISSING.test(message);
  const isReachable = useIsReachable();
  const wasAway = useRef(false);
  useEffect(() => {
    if (!isReachable) wasAway.current = true;
    else if (wasAway.current && isAway) void loadAgain();
  }, [isReachable, isAway]);
  async function again() {
    setRetrying(true);
    if (!(await loadAgain())) setRetrying(false);
  }
  return (
    <div className="mx-auto w-full max-w-2xl pt-6">
      <Notice
        variant="error"
        title={isAway ? "This page couldn't be loaded" : "This page couldn't be shown"}
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
          ? "Keyhold can't be reached. Check your connection, then try again. The rest of this window still works."
          : 'Something went wrong in Keyhold. Try again, and tell your administrator if it stays.'}
      </Notice>
    </div>
  );
}

/** Asks first: what was sent before the connection was lost can still be answered, and a reload without a server loses the window. */
async function loadAgain(): Promise<boolean> {
  const answered = await serverAnswers();
  if (answered) window.location.reload();
  return answered;
}
