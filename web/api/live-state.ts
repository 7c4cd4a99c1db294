import { useRef, useSyncExternalStore } from 'react';
import { serverTimeOf } from './server-clock.ts';

/** Until when the live channel is known to be complete, in ms; 0 while closed. */
let liveUntil = 0;
const listeners = new Set<() => void>();
const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

export function setLiveUntil(at: number): void {
  liveUntil = at;
  for (const listener of listeners) listener();
}

/** Calls `opened` whenever the channel reopens; returns the unsubscribe function. */
export function onLive(opened: () => void): () => void {
  let was = liveUntil > 0;
  return subscribe(() => {
    const is = liveUntil > 0;
    if (is && !was) opened();
    was = is;
  });
}

/** Whether the live channel is open, so that polling is unnecessary. */
export const useIsLive = (): boolean => useSyncExternalStore(subscribe, () => liveUntil > 0);
export const isLive = (): boolean => liveUntil > 0;

/** Fields of a read used for its age. */
type Known = { dataUpdatedAt: number; isStale: boolean; isRefetchError: boolean };

/**
 * As of when a read is true, in epoch ms by the server's clock (0 while unread): when it was read, or the channel's last event if nothing
 * changed since. Unchanged during a refresh.
 */
export function useAsOf({ dataUpdatedAt, isStale, isRefetchError }: Known): number {
  const at = useSyncExternalStore(subscribe, () => liveUntil);
  const last = useRef({ read: 0, known: 0 });
  if (last.current.read !== dataUpdatedAt) last.current = { read: dataUpdatedAt, known: dataUpdatedAt };
  if (dataUpdatedAt > 0 && !isStale && !isRefetchError && at > last.current.known) last.current.known = at;
  return last.current.known && serverTimeOf(last.current.known);
}
