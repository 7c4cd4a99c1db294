import { useRef, useSyncExternalStore } from 'react';
import { serverTimeOf } from './server-clock.ts';

/** When the live channel was last known to have told everything, in milliseconds; 0 while it is not open. */
let heardAt = 0;
const listeners = new Set<() => void>();
const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

export function setHeard(at: number): void {
  heardAt = at;
  for (const listener of listeners) listener();
}

/** Runs `opened` whenever the channel opens after it was closed; returns how to stop. */
export function onLive(opened: () => void): () => void {
  let was = heardAt > 0;
  return subscribe(() => {
    const is = heardAt > 0;
    if (is && !was) opened();
    was = is;
  });
}

/** Whether others' changes are told here, so that nothing need be asked for by time. */
export const useIsLive = (): boolean => useSyncExternalStore(subscribe, () => heardAt > 0);
export const isLive = (): boolean => heardAt > 0;

/** What is asked of a read to say how old it is. */
type Known = { dataUpdatedAt: number; isStale: boolean; isRefetchError: boolean };

/**
 * As of when a read is true, in epoch milliseconds by the server's clock; 0 while it was not read: when it was read, or, as nothing of it has changed since, when the
 * channel last said so. While it is read again it stays as of the moment before.
 */
export function useAsOf({ dataUpdatedAt, isStale, isRefetchError }: Known): number {
  const at = useSyncExternalStore(subscribe, () => heardAt);
  const last = useRef({ read: 0, known: 0 });
  if (last.current.read !== dataUpdatedAt) last.current = { read: dataUpdatedAt, known: dataUpdatedAt };
  if (dataUpdatedAt > 0 && !isStale && !isRefetchError && at > last.current.known) last.current.known = at;
  return last.current.known && serverTimeOf(last.current.known);
}
