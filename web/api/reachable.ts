import { useEffect } from 'react';
import { sharedValue } from '../ui/shared-value.ts';

/** Timeout in milliseconds. */
const LIMIT_MS = 5000;

const reachable = sharedValue(true);

/** Probe interval while unreachable, in milliseconds. */
const AGAIN_MS = 5000;

/** Records whether a request got a response. */
export const noteReachable = reachable.set;

/** Whether the last request got a response. Probes the server until one does. */
export function useIsReachable(): boolean {
  const is = reachable.use();
  useEffect(() => {
    if (is) return;
    const timer = setInterval(() => !document.hidden && void serverAnswers(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [is]);
  return is;
}

/** Whether the server responds; a proxy's 502 to 504 does not count. */
export async function serverAnswers(): Promise<boolean> {
  const answered = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(LIMIT_MS) }).then(
    ({ status }) => status < 500,
    () => false,
  );
  noteReachable(answered);
  return answered;
}
