import { sharedValue } from '../ui/shared-value.ts';

/** Tolerance: a `Date` header has whole seconds, and the server's clock can be adjusted. */
const INEXACT_MS = 2000;
const MINUTE_MS = 60_000;
/** Difference above which the user is notified, in milliseconds. */
const NOTICED_MS = 2 * MINUTE_MS;

/** The server's clock minus the device's, in milliseconds. */
const offset = sharedValue(0);

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
  const known = offset.get();
  offset.set(isInside(0) ? 0 : isInside(known) ? known : Math.round((least + most) / 2));
}

/** Now by the server's clock, in epoch ms. */
export const serverNow = (): number => Date.now() + offset.get();

/** Now by the device's clock, in epoch ms: for what has to last over a start without signal, when the server's is unknown. */
export const deviceNow = (): number => Date.now();

/** Converts a device time to the server's clock; both in epoch ms. */
export const serverTimeOf = (deviceTime: number): number => deviceTime + offset.get();

/** How far the device's clock is ahead, in ms, rounded to minutes, negative when behind; 0 up to two minutes. */
export const useClockError = (): number =>
  offset.use((ms) => (Math.abs(ms) > NOTICED_MS ? Math.round(-ms / MINUTE_MS) * MINUTE_MS : 0));

let zone: string | null = null;

/** Sets the time zone of all times, before the company's content renders (`SessionProvider`). */
export function setCompanyZone(name: string): void {
  zone = name;
}

/** The zone that was set; null without a company. */
export const knownZone = (): string | null => zone;
