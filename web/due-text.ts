import { clockIn, lengthOf, textIn, zoneNote } from '../shared/clock-text.ts';
import { clockAt, dayOf } from '../shared/zone.ts';

export { clockIn, lengthOf, zoneNote };

/**
 * Times of custody in words. All of them are told by the clock of the company (`zone`, an IANA name), wherever the reader is; moments are
 * epoch milliseconds.
 */

const WEEK_DAYS = 6;

/** "today", "tomorrow", "yesterday", "Thu" within six days either way, else "21 Nov", with its year when that is not this one. */
export function dayWord(at: number, now: number, zone: string): string {
  const today = dayOf(now, zone);
  if (at >= today.from && at < today.to) return 'today';
  const near = (later: number) => {
    const { from, to } = dayOf(now, zone, later);
    return at >= from && at < to;
  };
  if (near(1)) return 'tomorrow';
  if (near(-1)) return 'yesterday';
  const week = at >= dayOf(now, zone, -WEEK_DAYS).from && at < dayOf(now, zone, WEEK_DAYS).to;
  if (week) return textIn(at, zone, { weekday: 'short' });
  const sameYear = clockAt(at, zone).year === clockAt(now, zone).year;
  return textIn(at, zone, { day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) });
}

/** "tomorrow 06:00", "Thu 18:00", "21 Nov 18:00". */
export const dayAndClock = (at: number, now: number, zone: string): string =>
  `${dayWord(at, now, zone)} ${clockIn(at, zone)}`;

/** Since when, in a sentence: "17:04" of today, else "yesterday 17:04". */
export const sinceClock = (at: number, now: number, zone: string): string =>
  dayWord(at, now, zone) === 'today' ? clockIn(at, zone) : dayAndClock(at, now, zone);

const HOUR = 3_600_000;
/** As far ahead the clock alone says which day is meant. */
const NEAR_HOURS = 12;

/**
 * When a set is expected: until then by the clock ("due 23:00", "due tomorrow 06:00"), after it by how long it is late ("41 min overdue").
 * `narrow` leaves the day out within twelve hours.
 */
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
