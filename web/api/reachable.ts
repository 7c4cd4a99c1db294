import { useEffect, useSyncExternalStore } from 'react';

/** How long an answer is waited for, in milliseconds. */
const LIMIT_MS = 5000;

let reachable = true;
const listeners = new Set<() => void>();
const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** How often a screen that says so asks whether the server is there again, in milliseconds. */
const AGAIN_MS = 5000;

/** Notes whether a request got an answer. */
export function noteReachable(answered: boolean): void {
  if (answered === reachable) return;
  reachable = answered;
  for (const listener of listeners) listener();
}

/** Whether the last request of this page got an answer. Until one does, the server is asked: nothing else of the screen may be asking. */
export function useIsReachable(): boolean {
  const is = useSyncExternalStore(subscribe, () => reachable);
  useEffect(() => {
    if (is) return;
    const timer = setInterval(() => !document.hidden && void serverAnswers(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [is]);
  return is;
}

/** Whether the server answers now; a proxy that answers in its place (502 to 504) is no answer. */
export async function serverAnswers(): Promise<boolean> {
  const answered = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(LIMIT_MS) }).then(
    ({ status }) => status < 500,
    () => false,
  );
  noteReachable(answered);
  return answered;
}
