import { useSyncExternalStore } from 'react';

/** How long an answer is waited for, in milliseconds. */
const LIMIT_MS = 5000;

let reachable = true;
const listeners = new Set<() => void>();
const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** How often the server is asked whether it is there again, in milliseconds. */
const AGAIN_MS = 5000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks until an answer comes: nothing else of a screen may be asking. A hidden page waits until it is seen. */
function askAgain(): void {
  timer = setTimeout(async () => {
    if (document.hidden || !(await serverAnswers())) askAgain();
  }, AGAIN_MS);
}

/** Notes whether a request got an answer. */
export function noteReachable(answered: boolean): void {
  if (answered === reachable) return;
  reachable = answered;
  clearTimeout(timer);
  if (!answered) askAgain();
  for (const listener of listeners) listener();
}

/** Whether the last request of this page got an answer. */
export const useIsReachable = (): boolean => useSyncExternalStore(subscribe, () => reachable);

/** Whether the server answers now; a proxy that answers in its place (502 to 504) is no answer. */
export async function serverAnswers(): Promise<boolean> {
  const answered = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(LIMIT_MS) }).then(
    ({ status }) => status < 500,
    () => false,
  );
  noteReachable(answered);
  return answered;
}
