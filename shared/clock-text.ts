import { clockAt } from './zone.ts';

/** Moments (epoch milliseconds) and lengths in the words that screens, receipts and letters share, by the clock of a zone (an IANA name). */

const two = (n: number) => String(n).padStart(2, '0');

/** "06:00". */
export function clockIn(at: number, zone: string): string {
  const { hour, minute } = clockAt(at, zone);
  return `${two(hour)}:${two(minute)}`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One unit, rounded down: "41 min", "16 h", "2 days". */
export function lengthOf(ms: number): string {
  if (ms < HOUR) return `${Math.max(1, Math.floor(ms / MINUTE))} min`;
  if (ms < 48 * HOUR) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / (24 * HOUR))} days`;
}

/** What a zone's clocks are called at a moment: "GMT", "BST", "CET". */
export const zoneWord = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

const named = (at: number, zone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone }).format(at).replace(/^(\w+),/, '$1');

/** "Saturday 21 November 2026, 22:42 GMT"; brief "Sat 21 Nov 2026, 22:42 GMT". */
export function momentText(at: number, zone: string, { year = true, brief = false } = {}): string {
  const style = brief ? 'short' : 'long';
  const day = named(at, zone, {
    weekday: style,
    day: 'numeric',
    month: style,
    ...(year && { year: 'numeric' }),
  });
  return `${day}, ${clockIn(at, zone)} ${zoneWord(at, zone)}`;
}
