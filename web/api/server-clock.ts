import { useSyncExternalStore } from 'react';

/** Tolerance: a `Date` header has whole seconds, and the server's clock can be adjusted. */
const INEXACT_MS = 2000;
const MINUTE_MS = 60_000;
/** Difference above which the user is notified, in milliseconds. */
const NOTICED_MS = 2 * MINUTE_MS;

/** The server's clock minus the device's, in milliseconds. */
let offset = 0;
const listeners = new Set<() => void>();

/**
 * Updates the offset from a response's `Date` header, so that a wrong device clock does no harm (decision 0060). `sent` is when the request
 * was sent, by the device. A slow response gives a wider range; the offset stays while inside it.
 */
export function noteServerTime(date: string | null, sent: number): void {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return;
  const least = at - Date.now();
  const most = at + 1000 - sent;
  const isInside = (ms: number) => ms >= least - INEXACT_MS && ms <= most + INEXACT_MS;
  const next = isInside(0) ? 0 : isInside(offset) ? offset : Math.round((least + most) / 2);
  if (next === offset) return;
  offset = next;
  for (const listener of listeners) listener();
}

/** Now by the server's clock, in epoch ms. */
export const serverNow = (): number => Date.now() + offset;

/** Converts a device time to the server's clock; both in epoch ms. */
export const serverTimeOf = (deviceTime: number): number => deviceTime + offset;

/** How far the device's clock is ahead, in ms, rounded to minutes, negative when behind; 0 up to two minutes. */
export function useClockError(): number {
  const subscribe = (changed: () => void) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  };
  return useSyncExternalStore(subscribe, () =>
    Math.abs(offset) > NOTICED_MS ? Math.round(-offset / MINUTE_MS) * MINUTE_MS : 0,
  );
}
