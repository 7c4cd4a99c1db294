import type { Bound } from '../../shared/due.ts';
import { clockIn, sinceClock } from './due-lines.ts';

/** The reservation of a set in words, by the clock of the company's `zone`. */

const NEAR_MS = 12 * 3_600_000;

/** "06:00" of today or within twelve hours, else "Thu 06:00". */
export const nearClock = (at: number, now: number, zone: string): string =>
  Math.abs(at - now) < NEAR_MS ? clockIn(at, zone) : sinceClock(at, now, zone);

/** "Reserved for Ana Ruiz from 06:00"; once it has begun, or for the recipient, "until 12:00". */
export const reservedText = ({ isOwn, name, from, until }: Bound, now: number, zone: string): string =>
  `Reserved for ${name} ${isOwn || from <= now ? `until ${nearClock(until, now, zone)}` : `from ${nearClock(from, now, zone)}`}`;

/** What an issue to another person must keep: "Due back by 05:30", or that it can't. */
export const boundText = ({ latest }: Bound, now: number, zone: string): string =>
  latest > now ? `Due back by ${nearClock(latest, now, zone)}` : 'They need it now';

/** What follows from issuing a set over a reservation. */
export const OVER_TOLD = 'They and the person who reserved it are notified.';
