import { useSyncExternalStore } from 'react';

/** A `Date` header counts whole seconds, and the server's clock may be corrected meanwhile. */
const INEXACT_MS = 2000;
const MINUTE_MS = 60_000;
/** A difference above this is shown to the user, in milliseconds. */
const NOTICED_MS = 2 * MINUTE_MS;

/** The server's clock minus the device's, in milliseconds. */
let offset = 0;
const listeners = new Set<() => void>();

/**
 * Takes the server's time from a reply's `Date` header, so that a device whose clock is wrong shows and sends right times (decision 0060).
 * `sent` is when its request was sent, by the device's clock. A reply that travelled slowly only narrows the range of the offset: what was
 * known is kept while it is inside.
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

/** Now by the server's clock, in epoch milliseconds, as far as its replies told it. */
export const serverNow = (): number => Date.now() + offset;

/** A moment that the device's clock gave, by the server's clock; both in epoch milliseconds. */
export const serverTimeOf = (deviceTime: number): number => deviceTime + offset;

/** How far ahead of the server's clock the device's is, in milliseconds to the minute, negative when it is behind; 0 up to two minutes. */
export function useClockError(): number {
  const subscribe = (changed: () => void) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  };
  return useSyncExternalStore(subscribe, () =>
    Math.abs(offset) > NOTICED_MS ? Math.round(-offset / MINUTE_MS) * MINUTE_MS : 0,
  );
}
