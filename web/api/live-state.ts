import { useRef } from 'react';
import { sharedValue } from '../ui/shared-value.ts';
import { serverTimeOf } from './server-clock.ts';

/** Until when the live channel is known to be complete, in ms; 0 while closed. */
const liveUntil = sharedValue(0);
export const setLiveUntil = liveUntil.set;

/** Whether the live channel is open, so that polling is unnecessary. */
export const useIsLive = (): boolean => liveUntil.use((at) => at > 0);
export const isLive = (): boolean => liveUntil.get() > 0;

/** Fields of a read used for its age. */
type Known = { dataUpdatedAt: number; isStale: boolean; isRefetchError: boolean };

/**
 * As of when a read is true, in epoch ms by the server's clock (0 while unread): when it was read, or the channel's last event if nothing
 * changed since. Unchanged during a refresh.
 */
export function useAsOf({ dataUpdatedAt, isStale, isRefetchError }: Known): number {
  const at = liveUntil.use();
  const last = useRef({ read: 0, known: 0 });
  if (last.current.read !== dataUpdatedAt) last.current = { read: dataUpdatedAt, known: dataUpdatedAt };
  if (dataUpdatedAt > 0 && !isStale && !isRefetchError && at > last.current.known) last.current.known = at;
  return last.current.known && serverTimeOf(last.current.known);
}
