import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { serverAnswers, useIsReachable } from '../api/reachable.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/Notice.tsx';

/** What browsers say of a module that they could not fetch. */
const MODULE_MISSING = /dynamically imported module|importing a module script failed/i;

/**
 * Shown in the frame instead of a page that could not be loaded or drawn. "Try again" loads it if the server answers; a page that failed
 * because the server did not answer also loads by itself once it does.
 */
export function PageFailed({ error }: ErrorComponentProps) {
  const [asking, setAsking] = useState(false);
  const { name = '', message = '' } = error instanceof Error ? error : {};
  const isAway = name === 'PageNotLoaded' || MODULE_MISSING.test(message);
  const isReachable = useIsReachable();
  const wasAway = useRef(false);
  useEffect(() => {
    if (!isReachable) wasAway.current = true;
    else if (wasAway.current && isAway) window.location.reload();
  }, [isReachable, isAway]);
  async function again() {
    setAsking(true);
    if (await serverAnswers()) window.location.reload();
    else setAsking(false);
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
            disabled={asking}
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
