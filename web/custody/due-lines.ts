import { clockIn, lengthOf, zoneNote } from '../../shared/clock-text.ts';
import type { Bound } from '../../shared/due.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { dayAndClock, dayWord } from '../../shared/reservation-text.ts';
import { dayOf } from '../../shared/zone.ts';
import { count } from '../format.ts';

export { clockIn, dayAndClock, lengthOf, zoneNote };

/** Custody times in words, in the company's `zone` (IANA name); times are epoch milliseconds. */

/** Since when, in a sentence: "17:04" of today, else "yesterday 17:04". */
export const sinceClock = (at: number, now: number, zone: string): string =>
  dayWord(at, now, zone) === 'today' ? clockIn(at, zone) : dayAndClock(at, now, zone);

const HOUR = 3_600_000;
/** Up to this distance the time alone is unambiguous. */
const NEAR_HOURS = 12;

/** A due time: before it "due 23:00" or "due tomorrow 06:00", after it "41 min overdue". `narrow` omits the day within twelve hours. */
export function dueText(
  at: number,
  now: number,
  zone: string,
  narrow = false,
): { text: string; overdue: boolean } {
  if (at < now) return { text: `${lengthOf(now - at)} overdue`, overdue: true };
  const clockAlone = dayWord(at, now, zone) === 'today' || (narrow && at - now < NEAR_HOURS * HOUR);
  return { text: `due ${clockAlone ? clockIn(at, zone) : dayAndClock(at, now, zone)}`, overdue: false };
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A past time: "was due 22:00" of today, else "was due Thu 18:00". */
export const wasDue = (at: number, now: number, zone: string): string =>
  `was due ${sinceClock(at, now, zone)}`;

/** How far ahead: "in 41 min", "in 7 h", "in 2 days". */
const aheadText = (at: number, now: number): string => `in ${lengthOf(at - now)}`;

/** A time: "Tomorrow 06:00", "Thu 18:00". */
export const momentText = (at: number, now: number, zone: string): string =>
  capital(dayAndClock(at, now, zone));

/** Since when, at the start of a cell: "17:04" of today, else "Yesterday 17:04". */
export const sinceCell = (at: number, now: number, zone: string): string =>
  capital(sinceClock(at, now, zone));

/** A due time as two lines of a cell, the more urgent form first. `at` null is no time. */
export function dueLines(
  at: number | null,
  now: number,
  zone: string,
): { text: string; under: string | null; overdue: boolean } {
  if (at === null) return { text: 'No time', under: null, overdue: false };
  if (at < now) return { text: `${lengthOf(now - at)} overdue`, under: wasDue(at, now, zone), overdue: true };
  return { text: momentText(at, now, zone), under: aheadText(at, now), overdue: false };
}

/** The day of a due time in the company's zone, which groups the list. */
export const DUE_DAYS = ['Overdue', 'Today', 'Tomorrow', 'Later', 'No time'] as const;
type DueDay = (typeof DUE_DAYS)[number];

/** The due period of a set. */
export function dueDayOf(at: number | null, now: number, zone: string): DueDay {
  if (at === null) return 'No time';
  if (at < now) return 'Overdue';
  if (at < dayOf(now, zone).to) return 'Today';
  return at < dayOf(now, zone, 1).to ? 'Tomorrow' : 'Later';
}

type Counted = Pick<KeyBunch, 'keyCount' | 'fobCount'> & {
  short: Pick<NonNullable<KeyBunch['short']>, 'keysPresent' | 'fobsPresent'> | null;
};

/** What is missing: "1 key short", "1 key, 2 fobs short"; null for a complete set. */
export function shortText({ keyCount, fobCount, short }: Counted): string | null {
  if (!short) return null;
  const keys = keyCount - short.keysPresent;
  const fobs = fobCount - short.fobsPresent;
  const lacking = [keys > 0 && count(keys, 'key'), fobs > 0 && count(fobs, 'fob')].filter(Boolean);
  return lacking.length > 0 ? `${lacking.join(', ')} short` : null;
}

/** Warning colour. */
export const shortClass = 'text-amber-800 dark:text-amber-300';
/** Overdue colour. */
export const overdueClass = 'font-medium text-red-700 dark:text-red-300';

/** "06:00" of today or within twelve hours, else "Thu 06:00". */
export const nearClock = (at: number, now: number, zone: string): string =>
  Math.abs(at - now) < NEAR_HOURS * HOUR ? clockIn(at, zone) : sinceClock(at, now, zone);

/** "Reserved for Ana Ruiz from 06:00"; once it has begun, or for the recipient, "until 12:00". */
export const reservedText = ({ isOwn, name, from, until }: Bound, now: number, zone: string): string =>
  `Reserved for ${name} ${isOwn || from <= now ? `until ${nearClock(until, now, zone)}` : `from ${nearClock(from, now, zone)}`}`;

/** What an issue to another person must keep: "Due back by 05:30", or that it can't. */
export const boundText = ({ latest }: Bound, now: number, zone: string): string =>
  latest > now ? `Due back by ${nearClock(latest, now, zone)}` : 'They need it now';

/** What follows from issuing a set over a reservation. */
export const OVER_TOLD = 'They and the person who reserved it are notified.';
