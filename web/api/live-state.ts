import { useRef } from 'react';
import { sharedValue } from '../ui/shared-value.ts';
import { serverTimeOf } from './server-clock.ts';

/** Whether the live channel is open. */
const open = sharedValue(false);
/** Until when others' changes are known, in ms by the device's clock: by the channel, or by the calls that replace it. */
const knownUntil = sharedValue(0);

export const setLive = open.set;
export const setKnownUntil = knownUntil.set;
export const changesKnownUntil = knownUntil.get;

/** Whether the live channel is open, so that polling is unnecessary. */
export const useIsLive = (): boolean => open.use();
export const isLive = open.get;

/** Fields of a read used for its age. */
type Known = { dataUpdatedAt: number; isStale: boolean; isRefetchError: boolean };

/**
 * As of when a read is true, in epoch ms by the server's clock (0 while unread): when it was read, or until when others' changes are known if
 * none concerned it. Unchanged during a refresh.
 */
export function useAsOf({ dataUpdatedAt, isStale, isRefetchError }: Known): number {
  const at = knownUntil.use();
  const last = useRef({ read: 0, known: 0 });
  if (last.current.read !== dataUpdatedAt) last.current = { read: dataUpdatedAt, known: dataUpdatedAt };
  if (dataUpdatedAt > 0 && !isStale && !isRefetchError && at > last.current.known) last.current.known = at;
  return last.current.known && serverTimeOf(last.current.known);
}
