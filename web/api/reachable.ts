import { useEffect, useSyncExternalStore } from 'react';

/** Timeout in milliseconds. */
const LIMIT_MS = 5000;

let reachable = true;
const listeners = new Set<() => void>();
const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** Probe interval while unreachable, in milliseconds. */
const AGAIN_MS = 5000;

/** Records whether a request got a response. */
export function noteReachable(answered: boolean): void {
  if (answered === reachable) return;
  reachable = answered;
  for (const listener of listeners) listener();
}

/** Whether the last request got a response. Probes the server until one does. */
export function useIsReachable(): boolean {
  const is = useSyncExternalStore(subscribe, () => reachable);
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
